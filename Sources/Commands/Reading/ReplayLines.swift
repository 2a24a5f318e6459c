import EventLog
import Logbook
import Text
import Timing

/// The output of `replay` into a pipe: each event with the session after it.
struct ReplayLines {
  private let text: EventText
  private var links: EventLinks
  private let times: StopwatchLabel
  private let isJSON: Bool

  init(_ context: Context, _ log: Logbook) {
    text = EventText(context)
    links = EventLinks(log)
    times = context.times
    isJSON = context.isJSON
  }

  /// Appends the line of an event.
  mutating func append(
    _ logged: LoggedEvent, _ snapshot: Snapshot, to output: inout [UInt8]
  ) throws {
    if isJSON {
      try appendJSON(logged, snapshot, to: &output)
    } else {
      let target = try links.target(of: logged)
      output.append(snapshot.timeText(times).padded(to: -9))
      output.append("  " + snapshot.header.padded(to: 8))
      output.append(text.line(logged, target: target))
    }
    output.append("\n")
  }

  /// Appends the event as an object, with the fields of `list` that the event does not have in
  /// `state`.
  private mutating func appendJSON(
    _ logged: LoggedEvent, _ snapshot: Snapshot, to output: inout [UInt8]
  ) throws {
    let uid = try links.uid(of: logged)
    var json = JSONWriter()
    json.object { object in
      logged.record.write(to: &object, uid: uid)
      object.object("state") { state in
        state.field("name", snapshot.summary.profile.name)
        state.field("phase", snapshot.phase.rawValue)
        state.field("running_time_ns", snapshot.displayedTime)
        state.field("running_time", snapshot.timeText(times))
        state.field("clock", snapshot.quality.rawValue)
        state.field("header", snapshot.header)
        state.field("lap_count", snapshot.summary.lapCount)
        state.field("best_ns", snapshot.summary.best)
      }
    }
    output += json.bytes
  }
}
