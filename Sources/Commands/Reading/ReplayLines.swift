import EventLog
import Logbook
import Racing
import Text
import Timing

/// The output of `replay` to a pipe: each event with the state of the session after it.
struct ReplayLines {
  private let text: EventText
  private var links: EventLinks
  private let times: StopwatchLabel
  private let isJSON: Bool
  /// The course and the comparison of the attempt; nil without a course.
  private let course: CourseComparison?
  /// The session after the last event, with its entries and crossings if it is a race.
  private var race = Race()
  private var session: Session { race.session }
  /// Whether the session is a race at the end.
  private let isRace: Bool
  /// Whether the session times a point of a race.
  private let timesPoint: Bool
  /// Whether a crossing is printed with its laps and the place.
  private let isJudged: Bool

  /// The most events of a race whose crossings are printed with laps and places, which are computed
  /// from all crossings each time.
  static let mostJudged = 2_000

  init(
    _ context: Context, _ log: Logbook, _ course: CourseComparison?, of profile: Profile,
    isJudged: Bool
  ) {
    self.course = course
    isRace = profile.plan.race != nil
    timesPoint = profile.timingPoint != nil
    self.isJudged = isJudged
    text = EventText(context)
    links = EventLinks(log)
    times = context.times
    isJSON = context.isJSON
  }

  /// Applies the next event, of which a line may follow.
  mutating func apply(_ entry: Tape.Entry) {
    race.play(entry)
  }

  /// The runner of a crossing, as of it; nil for other events, and for a crossing without a bib.
  private func runner(_ entry: Tape.Entry) -> (row: Standings.Row, format: RaceFormat)? {
    guard isJudged, case .race(.crossed) = entry.event.kind,
      let place = race.place(ofCrossing: entry.event.id)
    else { return nil }
    let now = session.summary.place(of: entry.reading)
    return race.standings(atPlace: max(now, place))?.row(of: entry.event.id)
  }

  /// The comparison after a lap that completes a segment.
  private func against(_ entry: Tape.Entry) -> (against: AttemptComparison, lap: Lap)? {
    let event = entry.event
    guard entry.stream == nil, case .lapped = event.kind,
      let lap = session.laps.last(where: { $0.event == event.version }),
      lap.segment != nil, let against = AttemptComparison(session.laps, course)
    else { return nil }
    return (against, lap)
  }

  mutating func append(
    _ logged: LoggedEvent, _ entry: Tape.Entry, to output: inout [UInt8]
  ) throws {
    if isJSON {
      try appendJSON(logged, entry, to: &output)
    } else {
      let snapshot = entry.snapshot
      let columns = text.columns(of: logged, target: try links.target(of: logged))
      output.append(snapshot.timeText(times).rightAligned(in: 9))
      // The laps of a race are those of its runners.
      if !isRace && !timesPoint || snapshot.summary.lapCount > 0 {
        output.append("  " + snapshot.header.leftAligned(in: 8))
      }
      output.append(text.line(columns))
      if let (against, lap) = against(entry) { output.append(against.ending(of: lap, times)) }
      if let (row, format) = runner(entry) {
        output.append("  \(row.line(on: logged.event.id, format, times))")
      }
    }
    output.append("\n")
  }

  /// The results at the end of the replay, after the event at `position`; nil if the session is no
  /// race, or is printed as JSON.
  func standings(_ number: Int, position: Int, at end: Reading) -> StandingsReport? {
    guard isRace, !isJSON, let uid = race.uid,
      let standings = race.standings(atPlace: session.summary.place(of: end))
    else { return nil }
    return StandingsReport(
      session: number, uid: uid, name: session.summary.profile.name, position: position,
      standings: standings, times: times)
  }

  /// Appends the event as an object; `state` has the fields of `list`.
  private mutating func appendJSON(
    _ logged: LoggedEvent, _ entry: Tape.Entry, to output: inout [UInt8]
  ) throws {
    let uid = try links.uid(of: logged)
    let report = SessionReport(logged.session, uid, entry.snapshot, times)
    var json = JSONWriter()
    json.object {
      $0.fields(EventReport.fields, of: EventReport(logged.record, uid: uid))
      $0.object("state") {
        $0.fields(SessionReport.state + SessionReport.counts, of: report)
        if let (against, lap) = against(entry) {
          $0.field("difference_ns", against.difference(of: lap)?.time)
        }
        if let (row, _) = runner(entry) {
          $0.fields(Self.runner, of: row)
        }
      }
    }
    output += json.bytes
  }

  private static let runner: [Field<Standings.Row>] = [
    Field("bib", \.bib), Field("laps", \.laps), Field("position", \.position),
  ]
}
