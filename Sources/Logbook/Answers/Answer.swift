import EventLog
import Racing
package import Text
package import Timing

/// The sentences and the JSON that answer a command, from the receipts of its events.
package struct Answer {
  /// The requests of the command, at least one.
  let requests: [Request]
  /// The receipts of its events, at least one; those of a command for several sessions are more than
  /// its requests.
  package let receipts: [Receipt]
  let log: Logbook
  let times: StopwatchLabel
  /// The clocks when the command began.
  let instant: Instant
  let localClock: () -> any LocalClock
  /// Whether it is one of many, for which no race is folded.
  let isStreamed: Bool

  /// The time without a press after which a stop may have been forgotten.
  package static let longSilence = Duration.seconds(3600)

  package init(
    to requests: [Request], _ receipts: [Receipt], in log: Logbook, _ times: StopwatchLabel,
    at instant: Instant, localClock: @escaping () -> any LocalClock, isStreamed: Bool = false
  ) {
    self.requests = requests
    self.receipts = receipts
    self.log = log
    self.times = times
    self.instant = instant
    self.localClock = localClock
    self.isStreamed = isStreamed
  }

  /// The sentences, each on a line, with notes on what else the user may want to know or do.
  package func text() throws -> Message {
    if let renaming = requests[0].renaming { return try renamed(renaming) }
    switch receipts[0].kind {
    // The name and the tags of a session that joins a race are parts of its start.
    case .race(.joined): return try sentence(receipts[0], requests[0])
    case .started where receipts.count > 1: return try startedWithEntries()
    case .race(.crossed): return try crossed()
    case .race(.entered) where requests[0].batch != nil: return try enteredTogether()
    case .reverted where receipts.count > 1 && receipts.allSatisfy(\.reversesPlan):
      return changedRules() + sessionsLeft
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .amended, .removed, .reverted, .discarded, .race, .unknown:
      break
    }
    var text: Message = ""
    for (index, receipt) in receipts.enumerated() {
      if index > 0 { text += "\n" }
      text += try withPlaces(
        changedBy: receipt, sentence(receipt, requests[min(index, requests.count - 1)]))
    }
    return text + sessionsLeft
  }

  /// The sentence on an event, with the notes that only its kind needs.
  func sentence(_ receipt: Receipt, _ request: Request) throws -> Message {
    switch receipt.kind {
    case .started: return try started(receipt, request)
    case .stopped: return try stopped(receipt, request)
    case .resumed: return resumed(receipt)
    case .lapped: return try lapped(receipt, request)
    case .timestamped(let label):
      let age = AgeLabel().text(of: instant.recordedAt - receipt.at)
      return "\(receipt.subject): marked \(label.quoted) \(age)."
    case .named(let name):
      return "Named session \(receipt.session) \(name.quoted).\(receipt.nameNote)"
    case .tagged, .untagged:
      let tags = receipt.profile.tags.joined(separator: ", ")
      return tags.isEmpty
        ? "\(receipt.subject) has no tags." : "Tagged \(receipt.object): \(tags)."
    case .identified:
      let names = receipt.profile.people.map(\.full.quoted)
      return "Named the person of \(receipt.object) \(names.joined(separator: ", "))."
    case .planned: return try planned(receipt, request)
    case .amended: return try amended(receipt, request)
    case .removed: return try removed(receipt, request)
    case .reverted: return try reverted(receipt, request)
    case .discarded:
      return
        "Discarded \(receipt.object). \(command: "undo", session: receipt.session) restores it."
    case .race(let event): return try sentence(receipt, request, on: event)
    case .unknown: return receipt.subject
    }
  }

  private func sentence(
    _ receipt: Receipt, _ request: Request, on event: RaceEvent
  ) throws -> Message {
    switch event {
    case .entered(let entry): return try entered(entry, receipt)
    case .withdrawn(let bib): return "\(bib) is withdrawn."
    case .waveStarted(let wave, _):
      let time = receipt.timeOfEvent.map { " at \(times.text(of: $0))" } ?? ""
      let note = receipt.phase == .stopped ? noteOnStop(of: receipt.session) : ""
      return "Started wave \(wave)\(time).\(note)"
    case .wavePlanned(let wave, _):
      return "\(receipt.subject): changed the format of wave \(wave)."
    case .crossed: return try crossed(receipt)
    case .assigned(_, let bib): return try assigned(to: bib, receipt, request)
    case .linked(let chip, let bib): return try linked(chip, to: bib, receipt)
    case .ruled(let ruling): return try ruled(ruling, receipt)
    case .ordered:
      return "\(request.command.references.map(\.atSign).joined(separator: " is before "))."
    case .joined(let race, let point, _): return try joined(race, point, receipt)
    case .clocksCompared: return receipt.subject
    }
  }

  /// A line on the sessions that the command concerns, but has not changed; empty without any.
  private var sessionsLeft: Message {
    let left = receipts.last?.leftOut ?? []
    return left.isEmpty ? "" : "\n\(left.unchanged(since: "has newer events", "have newer events"))"
  }

  /// The race of an event, with all that joined it; nil if it is in another log or has a damaged
  /// event, and for one of many answers.
  func race(of receipt: Receipt) throws -> Race? {
    if isStreamed { return nil }
    return try log.event(receipt.id).flatMap(log.race(ofEvent:))
  }

  /// The number of the race of an event's session; nil if the log does not have it.
  func raceNumber(of receipt: Receipt) throws -> Int? {
    guard let point = receipt.profile.timingPoint else { return receipt.session }
    return try log.number(ofSession: point.race)
  }
}

extension Answer {
  /// Returns a sentence with the number of places that its command changed in a race, such as
  /// `3 places changed: @812 is 17's now`.
  ///
  /// It is the given sentence if no place changed, for other events than corrections, and in a race
  /// with a damaged event.
  func withPlaces(changedBy receipt: Receipt, _ sentence: Message) throws -> Message {
    guard let changes = try places(changedBy: receipt), !changes.isEmpty else { return sentence }
    // An order may move runners whom it does not name.
    let words: Message =
      if case .race(.ordered) = receipt.kind { "\nPlaces: \(changes.words)." } else { "" }
    return "\(changes.count, "place") changed: \(sentence)\(words)"
  }

  /// The places that a correction changed: those of the receipt, or of a repeated command by the log.
  private func places(changedBy receipt: Receipt) throws -> [PlaceChange]? {
    guard receipt.places == nil, !isStreamed, receipt.kind.isCorrection,
      receipt.profile.plan.race != nil || receipt.profile.timingPoint != nil,
      let logged = try log.event(receipt.id)
    else { return receipt.places }
    let first = requests[0].batch == nil ? nil : receipts.first { $0.session == receipt.session }
    return try log.placesChanged(by: logged, from: first?.version, at: log.reading(instant))?
      .changes
  }
}

extension PlacesChanged {
  /// The changes in one line: `2 changed: 17 from 2 to 1, 4 from 1 to 2`.
  package var text: String { "\(changes.count) changed: \(changes.words)" }
}

extension [PlaceChange] {
  /// The changes: `17 from 2 to 1, 4 from 1 to 2`.
  fileprivate var words: String {
    map { change in
      func place(_ number: Int?) -> String { number.map { "\($0)" } ?? "none" }
      return "\(Harmless.text(change.bib)) from \(place(change.from)) to \(place(change.to))"
    }
    .listed(atMost: 10)
  }
}

extension [Int] {
  /// Returns the sentence on sessions that a command has not changed, with the reason for one
  /// session, `has newer events`, or for several.
  func unchanged(since reason: String, _ reasons: String) -> Message {
    let sessions = map(String.init).listed(atMost: 5)
    return count == 1
      ? "Session \(sessions) \(reason) and is not changed."
      : "Sessions \(sessions) \(reasons) and are not changed."
  }
}

/// Parts of the answers to commands for people.
extension Receipt {
  /// `Session 3`, `Session 3 "Tempo run"`.
  package var subject: Message { "Session \(session)\(nameInQuotes)" }

  /// `session 3`, `session 3 "Tempo run"`.
  var object: Message { "session \(session)\(nameInQuotes)" }

  private var nameInQuotes: String { name.map { " \"\($0)\"" } ?? "" }

  /// A note, on a line of its own, on a name by which the session cannot be found; else an empty text.
  var nameNote: Message {
    guard let name, name != "\(session)", case let reference = SessionReference(name),
      let meaning = reference.meaning(otherThan: name)
    else { return "" }
    let way =
      if case .digits = reference {
        "'name:\(name)' or 'number:\(session)'"
      } else {
        "'--session \(session)'"
      }
    return "\nNote: '--session \(name)' is \(meaning), not this name: use \(way)."
  }

  /// The phase and time of the session: `is running at 01:30.0`, `starts in 3 s`.
  func state(_ times: StopwatchLabel) -> Message {
    switch phase {
    case .countdown: "starts in \(CountdownLabel().spoken(of: runningTime))"
    // A discarded session never starts.
    case .discarded where runningTime < .zero: "is discarded"
    case .ready, .running, .stopped, .finished, .discarded:
      "is \(phase.rawValue) at \(times.text(of: runningTime))"
    }
  }

  /// A note, on a line of its own, if several sessions run after a start, a resume, an undo or a redo.
  var othersNote: Message {
    guard let others, !others.isEmpty, phase.isOpen else { return "" }
    var all = others.adding(session)
    if phase == .countdown { all.hasCountdowns = true }
    return "\n\(all.listed) \(all.areRunning)."
  }
}

extension SessionReference {
  /// The meaning in a session option of a text that is to be a name; nil if it is that name.
  fileprivate func meaning(otherThan text: String) -> String? {
    switch self {
    case .digits, .number: "a number"
    case .uid: "a uid"
    case .name(let name): name == text ? nil : "another name"
    }
  }
}
