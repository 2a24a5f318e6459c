import EventLog
import Logbook
import Timing
import Text

extension Receipt {
  /// The answer for scripts, a JSON object on one line.
  static func json(_ receipt: Receipt, now: Moment) -> String {
    var json = JSONWriter()
    json.object { receipt.write(to: &$0, now: now) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the fields of the answer.
  func write(to json: inout JSONWriter, now: Moment) {
    json.field("session", session)
    json.field("position", position)
    json.field("version", version)
    json.field("id", id)
    json.field("kind", kind)
    json.field("at", at)
    // What was not found any more is not there.
    guard !isOfNow else { return }
    json.field("phase", phase.rawValue)
    json.field("running_time_ns", runningTime)
    // Only the command that records a lap answers with it.
    if let lap, kind == "lapped" { json.object("lap") { lap.write(to: &$0, now: now) } }
    guard let others, !others.isEmpty else { return }
    json.field("also_running", others.numbers)
    if others.more != 0 { json.field("more_running", true) }
  }
}

extension Lap {
  /// Writes the fields of a lap; without `now`, all but its age.
  func write(
    to json: inout JSONWriter, now: Moment? = nil, label times: StopwatchLabel = StopwatchLabel()
  ) {
    json.field("number", number)
    json.field("split_ns", split)
    json.field("lap_ns", lap)
    json.field("split", times.text(of: split))
    json.field("lap", times.text(of: lap))
    json.field("label", label)
    json.field("at", at)
    if let now { json.field("age", AgeLabel().text(of: now - at)) }
    json.field("event", event)
    json.field("flags", flags.names)
  }
}
