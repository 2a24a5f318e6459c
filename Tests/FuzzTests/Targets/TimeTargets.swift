import Text

/// Durations as people write them: `--ago`, `--limit`, `--by`.
enum DurationTarget: FuzzTarget {
  static let name = "duration"

  static func test(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let isSigned = bytes.first.map { $0 & 1 == 1 } ?? false
    do {
      let span = try Duration(text: text, signed: isSigned)
      try checkParsed(span, text)
      guard isSigned || span >= .zero else { throw Violation("\(text) is negative") }
    } catch let error as DurationTextError {
      try check(!error.description.isEmpty, "\(text) is refused without a reason")
    }
  }

  /// Checks that a duration is a number of nanoseconds and that its label is parsed as the same.
  private static func checkParsed(_ span: Duration, _ text: String) throws {
    let nanoseconds = span.nanoseconds
    try check(.nanoseconds(nanoseconds) == span, "\(text) is no whole number of nanoseconds")
    let bare = try? Duration(text: "\(nanoseconds)ns", signed: true)
    try check(bare == span, "\(text) is not \(nanoseconds) ns")
    let label = StopwatchLabel(precision: 9).text(of: span)
    try check((try? Duration(text: label, signed: true)) == span, "\(text) is labelled \(label)")
  }
}

/// Moments as people write them: `--at`, `--since`.
enum MomentTarget: FuzzTarget {
  static let name = "moment"

  static func test(_ bytes: [UInt8]) throws {
    var input = FuzzedData(bytes)
    let now = Moment(nanosecondsSince1970: input.number())
    let text = String(decoding: input.all(), as: UTF8.self)
    do {
      let moment = try Moment(text: text, now: now, clock: Zone())
      let written = moment.rfc3339
      try check((try? Moment(rfc3339: written)) == moment, "\(text) is written as \(written)")
      if text.utf8.count < 6 { try check(moment <= now, "\(text) is after \(now)") }
    } catch let error as MomentTextError {
      try check(!error.description.isEmpty, "\(text) is refused without a reason")
    }
  }
}

/// A local clock that is an hour ahead of UTC, and two hours ahead in every second half-year.
private struct Zone: LocalClock {
  func time(at moment: Moment) -> CivilTime {
    let second = Int(moment.secondsSince1970)
    return CivilTime(secondsSince1970: second + offset(at: second))
  }

  func seconds(showing time: CivilTime) -> [Int] {
    [7200, 3600].map { time.secondsSince1970 - $0 }
      .filter { $0 + offset(at: $0) == time.secondsSince1970 }
  }

  private func offset(at second: Int) -> Int {
    (second / 15_778_800).isMultiple(of: 2) ? 3600 : 7200
  }
}
