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
/// | newest reading, is sound | clock, wall clock, ticks, place; 1 if its wall time is reliable |
/// | newest sound reading | clock, wall clock, ticks, place |
/// | last segment | the number of the last segment of the course that was completed, or 0 |
/// | best of a label | the shortest lap of the largest group of alike laps, if one has a label |
/// | bests | the shortest lap as shown with 0 to 9 decimal places; none without a lap |
enum StoredState {
  static func text(of summary: Summary) -> String {
    let (stopwatch, timeline) = (summary.stopwatch, summary.timeline)
    var json = JSONWriter()
    json.array { json in
      func add(_ number: Int64?) {
        if let number { json.element(number) } else { json.element(json: null) }
      }
      func add(_ anchor: Anchor?) {
        add(anchor?.reading.clock.rawValue)
        add(anchor?.reading.recordedAt.nanosecondsSince1970)
        add(anchor?.reading.ticks.nanoseconds)
        add(anchor?.place.nanoseconds)
      }
      add(stopwatch.start?.place.nanoseconds)
      add(stopwatch.start?.isAhead == true ? 1 : 0)
      add(stopwatch.runningSince?.nanoseconds)
      add(stopwatch.elapsed.nanoseconds)
      add(stopwatch.stoppedAt?.nanoseconds)
      add(stopwatch.finish?.place.nanoseconds)
      add(stopwatch.finish?.runningTime.nanoseconds)
      add(stopwatch.finish.map { $0.isLimit ? 1 : 0 })
      add(summary.lastLap.map { Int64($0) })
      add(stopwatch.lastSplit.nanoseconds)
      add(stopwatch.latest?.nanoseconds)
      add(summary.clock.latestTimestamp?.nanoseconds)
      add(summary.readingQuality.stored)
      add(summary.clock.hasStated ? 1 : 0)
      add(timeline?.newest)
      add(timeline.map { $0.newest.isSound ? 1 : 0 })
      add(timeline?.newestSound)
      add(Int64(stopwatch.lastSegment))
      add(summary.labelBests?.best?.nanoseconds)
      for best in summary.clock.bests.nanoseconds { add(best) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static let null = Array("null".utf8)

  /// Reads numbers one after the other: an array of optional ones is a type that each process would
  /// have to make.
  private struct Numbers {
    var reader: JSONReader

    /// Reads the next number; nil for null.
    mutating func number() throws(JSONReader.Malformed) -> Int64? {
      try reader.literal(reader.index == 0 ? "[" : ",")
      return reader.takeNull() ? nil : try reader.integer()
    }

    mutating func span() throws(JSONReader.Malformed) -> Duration? {
      try number().map { .nanoseconds($0) }
    }

    mutating func anchor() throws(JSONReader.Malformed) -> Anchor {
      let clock = ClockID(rawValue: try number() ?? 0)
      let recordedAt = Moment(nanosecondsSince1970: try number() ?? 0)
      let ticks = try span() ?? .zero
      return Anchor(
        reading: Reading(clock: clock, ticks: ticks, recordedAt: recordedAt),
        place: try span() ?? .zero, isSound: true)
    }
  }

  /// Reads an array into a summary that has the row's other columns.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, into summary: inout Summary
  ) throws(LogError) {
    do {
      var numbers = Numbers(reader: JSONReader(text))
      try read(&numbers, into: &summary)
      try numbers.reader.literal("]")
      try numbers.reader.end()
    } catch let error as LogError {
      throw error
    } catch {
      throw .inconsistent(.malformed(column: "state"))
    }
  }

  private static func read(_ numbers: inout Numbers, into summary: inout Summary) throws {
    var stopwatch = Stopwatch(plan: summary.profile.plan)
    stopwatch.lapCount = summary.lapCount
    let (start, isAhead) = (try numbers.span(), try numbers.number() == 1)
    stopwatch.start = start.map { Stopwatch.Start(place: $0, isAhead: isAhead) }
    stopwatch.runningSince = try numbers.span()
    stopwatch.elapsed = try numbers.span() ?? .zero
    stopwatch.stoppedAt = try numbers.span()
    let (finish, time) = (try numbers.span(), try numbers.span() ?? .zero)
    let isLimit = try numbers.number() == 1
    stopwatch.finish = finish.map {
      Stopwatch.Finish(place: $0, runningTime: time, isLimit: isLimit)
    }
    if let lap = try numbers.number() { summary.clock.lastLap = try count(lap) }
    stopwatch.lastSplit = try numbers.span() ?? .zero
    stopwatch.latest = try numbers.span()
    summary.clock.latestTimestamp = try numbers.span()
    summary.readingQuality = ClockQuality(stored: try numbers.number())
    summary.clock.hasStated = try numbers.number() == 1
    var newest = try numbers.anchor()
    newest.isSound = try numbers.number() != 0
    summary.timeline = Timeline(newest: newest, newestSound: try numbers.anchor(), others: [:])
    stopwatch.lastSegment = try count(numbers.number() ?? 0)
    summary.labelBests = try numbers.span().map { LabelBests(unread: $0) }
    var bests: [Int64] = []
    while numbers.reader.next == UInt8(ascii: ",") {
      if let best = try numbers.number() { bests.append(best) }
    }
    summary.clock.bests = ShownBests(nanoseconds: bests)
    summary.clock.stopwatch = stopwatch
  }

  /// Returns a number of events or laps; throws if a session cannot have it.
  static func count(_ number: Int64) throws(LogError) -> Int {
    guard number >= 0, number <= Numbering.range.upperBound else {
      throw .inconsistent(.impossibleCount(number))
    }
    return Int(number)
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
