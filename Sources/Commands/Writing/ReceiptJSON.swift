import EventLog
import Logbook
import Text
import Timing

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
    json.field("kind", kind.name)
    json.field("at", at)
    // For a repeated request, only the event may be known.
    guard !isOfNow else { return }
    json.field("phase", phase.rawValue)
    json.field("running_time_ns", runningTime)
    switch kind {
    case .lapped:
      if let lap { json.object("lap") { lap.write(to: &$0, now: now, segment: segment) } }
    case .tagged, .untagged: json.field("tags", profile.tags)
    case .planned: json.object("plan") { profile.plan.write(to: &$0) }
    case .started, .stopped, .resumed, .timestamped, .named, .identified, .amended, .removed,
      .reverted, .discarded, .race, .unknown:
      break
    }
    if let reverted {
      json.object("reverted") {
        $0.field("id", reverted.event.id)
        $0.field("kind", reverted.event.kind.name)
        $0.field("version", reverted.event.version)
        if !reverted.batch.isEmpty { $0.field("events", reverted.batch.count) }
      }
    }
    guard let others, !others.isEmpty else { return }
    json.field("also_running", others.numbers)
    if others.more != 0 { json.field("more_running", true) }
  }
}

extension [Receipt] {
  /// The answers for scripts, an array with an object on each line.
  func json(now: Moment) -> String {
    "[" + map { Receipt.json($0, now: now) }.joined(separator: ",\n") + "]"
  }
}
