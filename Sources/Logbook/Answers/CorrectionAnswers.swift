import EventLog
import Racing
package import Text
package import Timing

/// Undo and redo, amendments and removals.
extension Answer {
  func reverted(_ receipt: Receipt, _ request: Request) throws -> Message {
    // The sentences of several say that each runs.
    let note = receipts.count == 1 && receipt.wasClosed ? receipt.othersNote : ""
    let words = receipt.reversal(by: request.command, times)
    return try "\(receipt.subject): \(words); \(state(receipt)).\(note)"
  }

  /// The answer to an undo or redo that concerns the rules of several sessions.
  func changedRules() -> Message {
    """
    \(requests[0].command.verbOfReversal.capitalizedFirst) changed rules of \(receipts.count) \
    sessions: \(receipts.map { "\($0.session)" }.listed(atMost: 5)).
    """
  }

  func amended(_ receipt: Receipt, _ request: Request) throws -> Message {
    let subject: Message = "\(receipt.subject): amended \(request.command.references[0].shown)"
    // The lap may have another number now, and may have become a lap that does not count.
    if let lap = receipt.lap { return "\(subject): \(lap.line(times, segment: receipt.segment))" }
    if let target = try correctedCrossing(receipt),
      let line = try crossing(receipt).flatMap(CrossingLine.init)
    {
      let provisional = receipt.isProvisional ? Self.provisional : ""
      return "\(subject): \(line.text("@\(target.event.version)", times))\(provisional)"
    }
    let lost = receipt.lapsLost
    let note: Message =
      lost == 0 ? "" : " \(lost) fewer \(lost == 1 ? "lap counts" : "laps count")."
    return try "\(subject); \(state(receipt)).\(note)"
  }

  func removed(_ receipt: Receipt, _ request: Request) throws -> Message {
    let subject: Message = "\(receipt.subject): removed \(request.command.references[0].shown)"
    guard !isStreamed, let target = try correctedCrossing(receipt) else { return "\(subject)." }
    // In a race with a damaged event, it is only the bib.
    guard let logged = try log.event(receipt.id),
      let (row, format) = try log.result(
        ofCrossing: target.event.id, before: logged, at: log.reading(instant))
    else { return "\(subject): \(target.event.noun)." }
    let line = CrossingLine(row, target.event.id, format).text(
      "@\(target.event.version)", times)
    return "\(subject): \(line)"
  }

  /// The crossing that an event amends or removes; nil for other events.
  func correctedCrossing(_ receipt: Receipt) throws -> LoggedEvent? {
    guard let target = try receipt.kind.target.flatMap({ try log.event($0) }) else { return nil }
    return target.event.kind.isCrossing ? target : nil
  }

  /// The state of the session, or of the race that it is or times: `it is running at 01:30.0`,
  /// `it is finished at 02:00.0`, `it times point A of Crit`.
  private func state(_ receipt: Receipt) throws -> Message {
    if receipt.phase == .ready, let point = receipt.profile.timingPoint {
      return try "it times point \(log.text(of: point))"
    }
    if case .race(.joined)? = receipt.reverted?.event.kind { return "it times no point" }
    guard !isStreamed, receipt.profile.plan.race != nil,
      let summary = try log.entry(receipt.session)?.summary,
      let finish = try log.finishedRace(receipt.session, summary, at: log.reading(instant))
    else { return "it \(receipt.state(times))" }
    return "it is finished\(finish.time.map { " at \(times.text(of: $0))" } ?? "")"
  }
}

extension Command {
  /// The verb of an undo or redo in the past tense.
  fileprivate var verbOfReversal: String {
    if case .redo = self { "restored" } else { "took back" }
  }
}

extension Receipt {
  /// An undo or redo in a clause: `took back lap 3, 00:12.3`.
  package func reversal(by command: Command, _ times: StopwatchLabel) -> Message {
    "\(command.verbOfReversal) \(reverted?.words(times) ?? "an event")"
  }

  /// Whether it takes back or restores a change of rules.
  var reversesPlan: Bool {
    if case .planned? = reverted?.event.kind { true } else { false }
  }
}

extension RevertedEvent {
  /// The event in the user's words: `lap 3, 00:12.3`, `the stop`, `60 entries`.
  package func words(_ times: StopwatchLabel) -> Message {
    if batch.count > 1 {
      let areEntries = batch.allSatisfy {
        if case .race(.entered) = $0.kind { true } else { false }
      }
      return "\(batch.count) \(areEntries ? "entries" : "events")"
    }
    let lap = lap?.words(times)
    return switch event.kind {
    case .race(.entered(let entry)) where changesEntry:
      "the change of \(entry.bib)'s entry"
    case .amended, .removed: "\(event.noun) of \(lap ?? target?.noun ?? "an event")"
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .reverted, .discarded, .race, .unknown:
      "\(lap ?? event.noun)"
    }
  }
}
