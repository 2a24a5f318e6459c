import EventLog
import Logbook
import Racing
import Text
import Timing

extension Answer {
  /// The answer for scripts: an object for a command with one event, and for a start with those that
  /// belong to it, else an array with an object on each line.
  func json() throws -> String {
    let request = requests[0]
    let isOne = receipts.count == 1 && !request.isForAllRunning && request.renaming == nil
    if isOne || receipts[0].kind.isStart { return try json(receipts[0]) }
    return try "[" + receipts.map { try json($0) }.joined(separator: ",\n") + "]"
  }

  private func json(_ receipt: Receipt) throws -> String {
    var json = JSONWriter()
    try json.object { try write(receipt, to: &$0) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the fields of an event.
  func write(_ receipt: Receipt, to json: inout JSONWriter) throws {
    json.field("session", receipt.session)
    json.field("position", receipt.position)
    json.field("version", receipt.version)
    json.field("id", receipt.id)
    json.field("kind", receipt.kind.name)
    json.field("at", receipt.at)
    json.field("phase", receipt.phase.rawValue)
    json.field("running_time_ns", receipt.runningTime)
    switch receipt.kind {
    case .lapped:
      if let lap = receipt.lap {
        json.object("lap") {
          lap.write(to: &$0, now: instant.recordedAt, label: times, segment: receipt.segment)
        }
      }
    case .tagged, .untagged: json.field("tags", receipt.profile.tags)
    case .planned: json.object("plan") { receipt.profile.plan.write(to: &$0) }
    case .race(.crossed(let crossing)):
      let stored = try self.crossing(receipt)
      json.object("crossing") {
        crossing.write(to: &$0, stored, isProvisional: receipt.isProvisional)
      }
    case .started, .stopped, .resumed, .timestamped, .named, .identified, .amended, .removed,
      .reverted, .discarded, .race, .unknown:
      break
    }
    if let reverted = receipt.reverted {
      json.object("reverted") {
        $0.field("id", reverted.event.id)
        $0.field("kind", reverted.event.kind.name)
        $0.field("version", reverted.event.version)
        if !reverted.batch.isEmpty { $0.field("events", reverted.batch.count) }
      }
    }
    guard let others = receipt.others, !others.isEmpty else { return }
    json.field("also_running", others.numbers)
    if others.more != 0 { json.field("more_running", true) }
  }
}

extension Event.Kind {
  /// Whether it starts a session, or makes one that times a point.
  fileprivate var isStart: Bool {
    if case .race(.joined) = self { return true }
    return if case .started = self { true } else { false }
  }
}

extension RaceEvent.Crossing {
  /// Writes the fields of an answer: those of the crossing, as the race has it, and of its runner.
  ///
  /// `stored` is nil if the race is not in the log.
  func write(to json: inout JSONWriter, _ stored: StoredCrossing?, isProvisional: Bool) {
    json.field("bib", stored.map(\.bib) ?? bib)
    json.field("chip", chip)
    json.field("point", stored?.point ?? point)
    guard let stored else { return }
    json.field("name", stored.name)
    json.field("entered", stored.isEntered)
    json.field("number", stored.number)
    json.field("split_ns", stored.split)
    json.field("lap_ns", stored.lap)
    json.field("flags", stored.flags.names)
    json.field("end", stored.end?.rawValue)
    if isProvisional { json.field("provisional", true) }
  }
}
