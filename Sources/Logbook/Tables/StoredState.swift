import EventLog
import Text
import Timing

/// The column `state`: the part of a summary that only the fold needs, as a JSON array of integers.
///
/// Places and spans are in nanoseconds; a place counts from the session's first event. The numbers
/// are, in order:
///
/// | fields | meaning |
/// |---|---|
/// | start, is ahead | the place of the start; 1 for a countdown |
/// | running | the place since which the clock runs |
/// | elapsed | the running time before that |
/// | stop | the place of the last stop, while the clock is stopped |
/// | finish, its running time, is limit | the finish; 1 if the limit caused it |
/// | last lap, its split | the event of the last lap that counts |
/// | latest, timestamp | the places of the latest press and timestamp |
/// | quality, is stated | the worst quality of a reading; 1 if a time was stated |
/// | newest reading, is sound | clock, wall clock, ticks, place; 1 if its wall time is reliable, |
/// | | 2 if also the wall clock ran forwards from each reading to the next |
/// | newest sound reading | clock, wall clock, ticks, place |
/// | last segment | the number of the last segment of the course that was completed, or 0 |
/// | has labels | 1 if a lap that counts has a label, other than on a course |
enum StoredState {
  static func text(of summary: Summary) -> String {
    let stopwatch = summary.stopwatch
    let timeline = summary.timeline
    // 25 numbers of at most 20 characters, each with a comma or a bracket.
    return String(unsafeUninitializedCapacity: 25 * 21 + 1) { buffer in
      var writer = Writer(buffer)
      writer.add(stopwatch.start?.place)
      writer.add(stopwatch.start?.isAhead == true ? 1 : 0)
      writer.add(stopwatch.runningSince)
      writer.add(stopwatch.elapsed)
      writer.add(stopwatch.stoppedAt)
      writer.add(stopwatch.finish?.place)
      writer.add(stopwatch.finish?.runningTime)
      writer.add(stopwatch.finish.map { $0.isLimit ? 1 : 0 })
      writer.add(summary.lastLap.map { Int64($0) })
      writer.add(stopwatch.lastSplit)
      writer.add(stopwatch.latest)
      writer.add(summary.clock.latestTimestamp)
      writer.add(summary.readingQuality.stored)
      writer.add(summary.clock.hasStated ? 1 : 0)
      writer.add(timeline?.newest)
      writer.add(timeline.map { $0.isForward ? 2 : $0.newest.isSound ? 1 : 0 })
      writer.add(timeline?.newestSound)
      writer.add(Int64(stopwatch.lastSegment))
      writer.add(summary.labelBests == nil ? 0 : 1)
      return writer.end()
    }
  }

  /// Reads an array into a summary that has the row's other columns.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, into summary: inout Summary
  ) throws(LogError) {
    var reader = Reader(text: text)
    var stopwatch = Stopwatch(plan: summary.profile.plan)
    stopwatch.lapCount = summary.lapCount
    let start = try reader.span()
    let isAhead = try reader.number() == 1
    stopwatch.start = start.map { Stopwatch.Start(place: $0, isAhead: isAhead) }
    stopwatch.runningSince = try reader.span()
    stopwatch.elapsed = try reader.span() ?? .zero
    stopwatch.stoppedAt = try reader.span()
    let (finish, time) = (try reader.span(), try reader.span() ?? .zero)
    let isLimit = try reader.number() == 1
    stopwatch.finish = finish.map {
      Stopwatch.Finish(place: $0, runningTime: time, isLimit: isLimit)
    }
    if let lap = try reader.number() { summary.clock.lastLap = try count(lap) }
    stopwatch.lastSplit = try reader.span() ?? .zero
    stopwatch.latest = try reader.span()
    summary.clock.latestTimestamp = try reader.span()
    summary.readingQuality = ClockQuality(stored: try reader.number())
    summary.clock.hasStated = try reader.number() == 1
    var newest = try reader.anchor()
    let soundness = try reader.number()
    newest.isSound = soundness != 0
    summary.timeline = Timeline(
      newest: newest, newestSound: try reader.anchor(), others: [:], isForward: soundness == 2)
    stopwatch.lastSegment = try count(reader.number() ?? 0)
    if try reader.number() == 1 { summary.labelBests = LabelBests() }
    summary.clock.stopwatch = stopwatch
  }

  /// Returns a number of events or laps; throws if a session cannot have it.
  static func count(_ number: Int64) throws(LogError) -> Int {
    guard number >= 0, number <= Numbering.range.upperBound else {
      throw .inconsistent(.impossibleCount(number))
    }
    return Int(number)
  }

  private struct Writer {
    private var ascii: ASCIIWriter

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { ascii = ASCIIWriter(buffer) }

    mutating func add(_ number: Int64?) {
      ascii.put(UInt8(ascii: ascii.count == 0 ? "[" : ","))
      guard let number else {
        for byte in "null".utf8 { ascii.put(byte) }
        return
      }
      if number < 0 { ascii.put(UInt8(ascii: "-")) }
      ascii.put(number.magnitude)
    }

    mutating func add(_ span: Duration?) { add(span?.nanoseconds) }

    mutating func add(_ anchor: Anchor?) {
      add(anchor.map { $0.reading.clock.rawValue })
      add(anchor?.reading.recordedAt.nanosecondsSince1970)
      add(anchor?.reading.ticks)
      add(anchor?.place)
    }

    mutating func end() -> Int {
      ascii.put(UInt8(ascii: "]"))
      return ascii.count
    }
  }

  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// Reads the next number; nil for null.
    mutating func number() throws(LogError) -> Int64? {
      guard index < text.count, text[index] == UInt8(ascii: index == 0 ? "[" : ",") else {
        throw malformed
      }
      index += 1
      let isNegative = index < text.count && text[index] == UInt8(ascii: "-")
      if isNegative { index += 1 }
      let first = index
      var number: Int64 = 0
      while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit < 10 {
        let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        let (sum, overflows) =
          isNegative
          ? tens.subtractingReportingOverflow(Int64(digit))
          : tens.addingReportingOverflow(Int64(digit))
        if isTooLarge || overflows { throw malformed }
        number = sum
        index += 1
      }
      if index > first { return number }
      guard !isNegative, text[index...].starts(with: "null".utf8) else { throw malformed }
      index += 4
      return nil
    }

    mutating func span() throws(LogError) -> Duration? {
      try number().map { .nanoseconds($0) }
    }

    mutating func anchor() throws(LogError) -> Anchor {
      let clock = ClockID(rawValue: try number() ?? 0)
      let recordedAt = Moment(nanosecondsSince1970: try number() ?? 0)
      let ticks = try span() ?? .zero
      return Anchor(
        reading: Reading(clock: clock, ticks: ticks, recordedAt: recordedAt),
        place: try span() ?? .zero, isSound: true)
    }

    private var malformed: LogError {
      .inconsistent(.malformed(column: "state"))
    }
  }
}

extension ClockQuality {
  /// The number in the column, which never changes.
  fileprivate var stored: Int64 {
    switch self {
    case .exact: 0
    case .stated: 1
    case .stepped: 2
    case .bridged: 3
    case .unknown: 4
    }
  }

  fileprivate init(stored number: Int64?) {
    switch number {
    case 0: self = .exact
    case 1: self = .stated
    case 2: self = .stepped
    case 3: self = .bridged
    default: self = .unknown
    }
  }
}
