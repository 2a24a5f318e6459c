import EventLog
import Racing
package import Text
import Timing

extension Answer {
  /// The answer for scripts: an object for a command with one event, and for a start with those that
  /// belong to it, else an array with an object on each line.
  package func json() throws -> String {
    let request = requests[0]
    let isOne = receipts.count == 1 && !request.isForAllRunning && request.renaming == nil
    if isOne || receipts[0].kind.isStart { return try json(receipts[0]) }
    return try "[" + receipts.map { try json($0) }.joined(separator: ",\n") + "]"
  }

  private func json(_ receipt: Receipt) throws -> String { JSONWriter.text(try object(receipt)) }

  /// The fields of an event.
  package func object(_ receipt: Receipt) throws -> JSONFields {
    var object: JSONFields = [
      "session": receipt.session, "position": receipt.position, "version": receipt.version,
      "id": receipt.id, "kind": receipt.kind.name, "at": receipt.at,
      "phase": receipt.phase.rawValue, "running_time_ns": receipt.runningTime,
    ]
    switch receipt.kind {
    case .lapped:
      let lap = receipt.lap.map {
        LapReport($0, times, now: instant.recordedAt, segment: receipt.segment)
      }
      object = object + ["lap": IfAny(lap)]
    case .tagged, .untagged: object = object + ["tags": receipt.profile.tags]
    case .planned: object = object + ["plan": receipt.profile.plan]
    case .race(.crossed(let crossing)):
      let stored = try self.crossing(receipt)
      let fields = crossing.object(stored, isProvisional: receipt.isProvisional)
      object = object + ["crossing": fields]
    case .started, .stopped, .resumed, .timestamped, .named, .identified, .amended, .removed,
      .reverted, .discarded, .race, .unknown:
      break
    }
    if let reverted = receipt.reverted {
      let count = reverted.batch.isEmpty ? nil : reverted.batch.count
      object =
        object + [
          "reverted": [
            "id": reverted.event.id, "kind": reverted.event.kind.name,
            "version": reverted.event.version, "events": IfAny(count),
          ] as JSONFields
        ]
    }
    guard let others = receipt.others, !others.isEmpty else { return object }
    return object + [
      "also_running": others.numbers, "more_running": IfAny(others.more == 0 ? nil : true),
    ]
  }
}

extension Event.Kind {
  /// Whether it starts a session, or makes one that times a point.
  fileprivate var isStart: Bool {
    if case .race(.joined) = self { return true }
    return if case .started = self { true } else { false }
  }
}
