import Timing
import Text

/// Moments as people write them: `--at`, `--since`.
enum MomentSubject: Subject {
  static let name = "moment"

  static func take(_ bytes: [UInt8]) throws {
    var taken = TakenBytes(bytes)
    let now = Moment(nanosecondsSince1970: taken.number())
    let text = String(decoding: taken.all(), as: UTF8.self)
    do {
      let moment = try Moment(text: text, now: now, clock: Zone())
      let written = moment.rfc3339
      try claim(try Moment(rfc3339: written) == moment, "\(text) is written as \(written)")
      if text.utf8.count < 6 { try claim(moment <= now, "\(text) lies ahead of \(now)") }
    } catch let error as MomentTextError {
      try claim(!error.description.isEmpty, "\(text) is wrong for no reason")
    }
  }
}

/// Clocks that are an hour ahead in the summer half of each year, as simply as can be.
private struct Zone: LocalClock {
  func time(at moment: Moment) -> CivilTime {
    let second = Int(moment.secondsSince1970)
    return CivilTime(secondsSince1970: second + offset(at: second))
  }

  func firstSecond(showing time: CivilTime) -> Int? {
    [7200, 3600].map { time.secondsSince1970 - $0 }
      .first { $0 + offset(at: $0) == time.secondsSince1970 }
  }

  private func offset(at second: Int) -> Int {
    (second / 15_778_800).isMultiple(of: 2) ? 3600 : 7200
  }
}
