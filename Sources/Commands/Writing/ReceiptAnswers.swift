import EventLog
import Logbook
import Text
import Timing

/// Parts of the answers to commands for people.
extension Receipt {
  /// `Session 3`, `Session 3 "Tempo run"`.
  var subject: String { "S" + object.dropFirst() }

  /// `session 3`, `session 3 "Tempo run"`.
  var object: String {
    name.map { "session \(session) \"\(Harmless.text($0))\"" } ?? "session \(session)"
  }

  /// Notes after the answer.
  var notes: String { nameNote + othersNote }

  /// A note on a name by which the session cannot be found.
  private var nameNote: String {
    guard givesName, let name, let meaning = name.meaningOtherThanName, name != "\(session)"
    else { return "" }
    let way =
      name.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      ? "'name:\(name)' or 'number:\(session)'" : "'--session \(session)'"
    return "\nNote: '--session \(name)' is \(meaning), not this name: use \(way)."
  }

  /// Whether the event can have named the session.
  private var givesName: Bool {
    switch kind {
    case .started, .named: true
    case .stopped, .resumed, .lapped, .timestamped, .tagged, .untagged, .identified, .planned,
      .amended, .removed, .reverted, .discarded, .race, .unknown:
      false
    }
  }

  /// The phase and time of the session: `is running at 01:30.0`, `starts in 3 s`.
  func state(_ context: Context) -> String {
    switch phase {
    case .countdown: "starts in \(CountdownLabel().spoken(of: runningTime))"
    // A discarded session never starts.
    case .discarded where runningTime < .zero: "is discarded"
    case .ready, .running, .stopped, .finished, .discarded:
      "is \(phase.rawValue) at \(context.shown(runningTime))"
    }
  }

  /// A note when several sessions run.
  var othersNote: String {
    guard startsClock, let others, !others.isEmpty, phase == .running || phase == .countdown
    else { return "" }
    var all = others.adding(session)
    if phase == .countdown { all.hasCountdowns = true }
    return "\n\(all.listed) \(all.areRunning)."
  }

  private var startsClock: Bool {
    switch kind {
    case .started, .resumed: true
    case .stopped, .lapped, .timestamped, .named, .tagged, .untagged, .identified, .planned,
      .amended, .removed, .reverted, .discarded, .race, .unknown:
      false
    }
  }

  /// The answer to an undo or redo.
  func afterCorrection(_ verb: String, _ context: Context) throws -> String {
    let what = reverted?.words(context.times) ?? "an event"
    return try "\(subject): \(verb) \(what); \(stateAfterCorrection(context))."
  }

  /// The state of the session, or of the race that it is or times: `it is running at 01:30.0`,
  /// `everybody has finished at 02:00.0`, `it times point A of Crit`.
  func stateAfterCorrection(_ context: Context) throws -> String {
    if phase == .ready, let point = profile.timingPoint, let log = context.opened {
      return try "it times point \(log.text(of: point))"
    }
    if case .race(.joined)? = reverted?.event.kind { return "it times no point" }
    guard context.source != "record", profile.plan.race != nil, let log = context.opened,
      let summary = try log.entry(session)?.summary,
      let finish = try log.finishedRace(session, summary, at: log.reading(context.instant))
    else { return "it \(state(context))" }
    return "it is finished" + (finish.time.map { " at \(context.shown($0))" } ?? "")
  }
}

extension String {
  /// The meaning of the name in a session option, if it is not a name there.
  fileprivate var meaningOtherThanName: String? {
    switch SessionReference(self) {
    case .digits, .number: "a number"
    case .uid: "a uid"
    case .name(let name): name == self ? nil : "another name"
    }
  }
}

extension RevertedEvent {
  /// The event in the user's words: `lap 3, 00:12.3`, `the stop`, `60 entries`.
  func words(_ times: StopwatchLabel) -> String {
    if batch.count > 1 { return Self.words(of: batch) }
    let lap = lap?.words(times)
    return switch event.kind {
    case .race(.entered(let entry)) where changesEntry:
      "the change of \(Harmless.text(entry.bib))'s entry"
    case .amended, .removed: "\(event.noun) of \(lap ?? target?.noun ?? "an event")"
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .reverted, .discarded, .race, .unknown:
      lap ?? event.noun
    }
  }

  /// The events of a command that appended several: `60 entries`.
  private static func words(of batch: [Event]) -> String {
    let areEntries = batch.allSatisfy { if case .race(.entered) = $0.kind { true } else { false } }
    return "\(batch.count) \(areEntries ? "entries" : "events")"
  }
}

extension Receipt {
  /// The answer for scripts, a JSON object on one line.
  func json(_ context: Context) throws -> String {
    var json = JSONWriter()
    try json.object { try write(to: &$0, context) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Writes the fields of the answer.
  func write(to json: inout JSONWriter, _ context: Context) throws {
    json.field("session", session)
    json.field("position", position)
    json.field("version", version)
    json.field("id", id)
    json.field("kind", kind.name)
    json.field("at", at)
    json.field("phase", phase.rawValue)
    json.field("running_time_ns", runningTime)
    switch kind {
    case .lapped:
      if let lap {
        json.field("lap", LapReport(lap, context.times, now: context.now, segment: segment))
      }
    case .tagged, .untagged: json.field("tags", profile.tags)
    case .planned: json.field("plan", profile.plan)
    case .race(.crossed(let crossing)):
      let stored = try context.storedCrossing(of: self)
      json.field("crossing", crossing.object(stored))
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
  func json(_ context: Context) throws -> String {
    try "[" + map { try $0.json(context) }.joined(separator: ",\n") + "]"
  }
}
