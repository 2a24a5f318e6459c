import EventLog
import SQLite
import Text
package import Timing

enum ColumnValue {
  case number(Int64?)
  case text(String?)

  static func number(_ number: Int?) -> ColumnValue { .number(number.map(Int64.init)) }
  static func span(_ span: Duration?) -> ColumnValue { .number(span?.nanoseconds) }
  static func moment(_ moment: Moment?) -> ColumnValue { .number(moment?.nanosecondsSince1970) }
  static func flag(_ flag: Bool) -> ColumnValue { .number(flag ? 1 : 0 as Int64) }
}

extension String? {
  /// Whether another text is the same for SQL: Swift's `==` ignores the Unicode form.
  func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.utf8.elementsEqual(other.utf8)
  }
}

extension Statement {
  func bind(_ value: ColumnValue, at index: Int) throws(DatabaseError) {
    switch value {
    case .number(let number): try bind(number, at: index)
    case .text(let text): try bind(text, at: index)
    }
  }

  /// Whether a column of the current row has the value; texts are compared by their bytes.
  func has(_ value: ColumnValue, at column: Int) -> Bool {
    switch value {
    case .number(let number): return optionalInt(column) == number
    case .text(nil): return isNull(column)
    case .text(var text?):
      return !isNull(column)
        && text.withUTF8 { $0.elementsEqual(utf8(column)) }
    }
  }
}

/// Values stored in a column as JSON.
extension FieldValue {
  static func read(storedJSON text: String, column: String) throws(LogError) -> Self {
    let value = try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      try read(&reader)
    }
    guard let value else { throw .inconsistent(.malformed(column: column)) }
    return value
  }

  /// The text of the column.
  var storedJSON: String { JSONWriter.text(self) }
}

/// Lists stored in a column, of which most are empty.
extension Array where Element: FieldValue {
  init(storedJSON text: String, column: String) throws(LogError) {
    self = text == "[]" ? [] : try .read(storedJSON: text, column: column)
  }

  /// The text of the column.
  var storedJSON: String { isEmpty ? "[]" : JSONWriter.text(self) }
}

extension Profile {
  mutating func readRules(_ text: String?) throws(LogError) {
    plan = Plan()
    timingPoint = nil
    guard let text else { return }
    let rules = try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in
      let none = (change: PlanChange(), point: TimingPoint?.none)
      return try FieldCoder.read(&reader, into: none) { rules, fields in
        rules.change.code(&fields)
        fields.optional("joined", &rules.point)
      }
    }
    guard let rules else { throw .inconsistent(.malformed(column: "plan")) }
    (plan, timingPoint) = (rules.change.applied(to: plan), rules.point)
  }

  /// The text of the column `plan`; nil without rules.
  var storedRules: String? {
    if plan == Plan(), timingPoint == nil { return nil }
    var json = JSONWriter()
    json.object {
      $0.field("laps", plan.laps)
      $0.field("limit_ns", plan.limit)
      $0.field("min_lap_ns", plan.minimumLap)
      if let course = plan.course { $0.field("course", course) }
      if let segments = plan.segments { $0.field("segments", segments) }
      if let race = plan.race { $0.field("race", race) }
      if let timingPoint { $0.field("joined", timingPoint) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension TimingPoint: CodedObject {
  package static var blank: TimingPoint { TimingPoint(race: .zero, point: "", priority: 0) }

  package mutating func code(_ fields: inout FieldCoder) {
    fields.required("race", &race)
    fields.required("point", &point)
    fields.required("priority", &priority)
  }
}

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
/// | running since | the wall-clock time since which the clock runs, or ran before its limit |
/// | last segment | the number of the last segment of the course that was completed, or 0 |
/// | best of a label | the shortest lap of the largest group of alike laps, if one has a label |
/// | bests | the shortest lap as shown with 0 to 9 decimal places; none without a lap |
enum StoredState {
  static func text(of summary: Summary) -> String {
    let (stopwatch, timeline) = (summary.stopwatch, summary.timeline)
    var numbers: [Int64?] = []
    numbers.reserveCapacity(36)
    numbers += [
      stopwatch.start?.place.nanoseconds, stopwatch.start?.isAhead == true ? 1 : 0,
      stopwatch.runningSince?.nanoseconds, stopwatch.elapsed.nanoseconds,
      stopwatch.stoppedAt?.nanoseconds, stopwatch.finish?.place.nanoseconds,
      stopwatch.finish?.runningTime.nanoseconds, stopwatch.finish.map { $0.isLimit ? 1 : 0 },
      stopwatch.lastLap.map { Int64($0) }, stopwatch.lastSplit.nanoseconds,
      stopwatch.latest?.nanoseconds, stopwatch.latestTimestamp?.nanoseconds,
      summary.readingQuality.rank, stopwatch.hasStated ? 1 : 0,
    ]
    numbers += Self.numbers(of: timeline?.newest)
    numbers.append(timeline.map { $0.newest.isSound ? 1 : 0 })
    numbers += Self.numbers(of: timeline?.newestSound)
    numbers += [
      stopwatch.runningSinceMoment?.nanosecondsSince1970, Int64(stopwatch.lastSegment),
      summary.labelBests?.best?.nanoseconds,
    ]
    numbers += stopwatch.bests.nanoseconds.map(Optional.init)
    return JSONWriter.text(numbers)
  }

  private static func numbers(of anchor: Anchor?) -> [Int64?] {
    [
      anchor?.reading.clock.rawValue, anchor?.reading.recordedAt.nanosecondsSince1970,
      anchor?.reading.ticks.nanoseconds, anchor?.place.nanoseconds,
    ]
  }

  /// Reads an array into a summary that has the row's other columns.
  static func read(_ text: String, into summary: inout Summary) throws(LogError) {
    guard var numbers = (try? JSONReader.integers(text))?[...],
      numbers.count == 26 || numbers.count == 36
    else { throw .inconsistent(.malformed(column: "state")) }
    func number() -> Int64? { numbers.removeFirst() }
    func span() -> Duration? { number().map { .nanoseconds($0) } }
    func anchor() -> Anchor {
      let clock = ClockID(rawValue: number() ?? 0)
      let recordedAt = Moment(nanosecondsSince1970: number() ?? 0)
      let ticks = span() ?? .zero
      return Anchor(
        reading: Reading(clock: clock, ticks: ticks, recordedAt: recordedAt),
        place: span() ?? .zero, isSound: true)
    }
    var stopwatch = summary.stopwatch
    stopwatch.plan = summary.profile.plan
    let (start, isAhead) = (span(), number() == 1)
    stopwatch.start = start.map { Stopwatch.Start(place: $0, isAhead: isAhead) }
    stopwatch.runningSince = span()
    stopwatch.elapsed = span() ?? .zero
    stopwatch.stoppedAt = span()
    let (finish, time, isLimit) = (span(), span() ?? .zero, number() == 1)
    stopwatch.finish = finish.map {
      Stopwatch.Finish(place: $0, runningTime: time, isLimit: isLimit)
    }
    if let lap = number() { stopwatch.lastLap = try count(lap) }
    stopwatch.lastSplit = span() ?? .zero
    stopwatch.latest = span()
    stopwatch.latestTimestamp = span()
    let quality = number()
    if quality != 0 {
      summary.readingQuality = ClockQuality.allCases.first { $0.rank == quality } ?? .unknown
    }
    stopwatch.hasStated = number() == 1
    var newest = anchor()
    newest.isSound = number() != 0
    summary.timeline = Timeline(newest: newest, newestSound: anchor())
    stopwatch.runningSinceMoment = number().map(Moment.init(nanosecondsSince1970:))
    stopwatch.lastSegment = try count(number() ?? 0)
    summary.labelBests = span().map { LabelBests(unread: $0) }
    stopwatch.bests = ShownBests(nanoseconds: numbers.compactMap(\.self))
    summary.stopwatch = stopwatch
  }

  /// Returns a number of events or laps; throws if a session cannot have it.
  static func count(_ number: Int64) throws(LogError) -> Int {
    guard number >= 0, number <= Numbering.range.upperBound else {
      throw .inconsistent("a session cannot have \(number) events or laps")
    }
    return Int(number)
  }
}
