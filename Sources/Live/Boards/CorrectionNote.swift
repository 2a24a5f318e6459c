import Logbook
package import Racing
package import Text
package import Timing

/// A correction of a race in words.
package struct CorrectionNote: Sendable {
  /// The running time of the race; nil before its start, and in a session that joined it, which has
  /// another timeline.
  package var runningTime: Duration?
  package var text: String
  /// The bibs of those whose places it changed.
  package var bibs: [String]

  /// Returns the notes on corrections among new events of a race and of the sessions that joined it,
  /// the newest first.
  package static func notes(
    on events: [(event: Event, session: Session)], _ race: Race, from before: Board,
    to after: Board, _ times: StopwatchLabel
  ) -> [Self] {
    guard events.contains(where: \.event.kind.isCorrection) else { return [] }
    let changes = after.placeChanges(since: before)
    let corrections = events.filter { event, _ in
      // Entries before anybody crossed correct nothing that was shown.
      if case .race(.entered) = event.kind { return !changes.isEmpty }
      return event.kind.isCorrection
    }
    return corrections.reversed().enumerated().map { index, correction in
      let (event, session) = correction
      let place = session.uid == race.uid ? session.summary.place(of: event.reading) : nil
      // Places are compared once for all events that came together.
      let changes = index == 0 ? changes : []
      let sentence = sentence(on: event, of: session, race, from: before, times)
      return Self(
        runningTime: place.flatMap { session.runningTime(atPlace: $0) },
        text: sentence + text(changes), bibs: changes.map(\.bib))
    }
  }

  /// A sentence on a correction.
  private static func sentence(
    on event: Event, of session: Session, _ race: Race, from before: Board, _ times: StopwatchLabel
  ) -> String {
    guard case .race(.assigned(let id, let bib)) = event.kind,
      let crossing = race.place(ofCrossing: id)
    else { return session.words(ofCorrection: event, from: before).capitalizedFirst + "." }
    let time = race.session.runningTime(atPlace: crossing).map { " at \(times.text(of: $0))" } ?? ""
    func whose(_ bib: String?) -> String { bib.map { "\(Harmless.text($0))’s" } ?? "nobody’s" }
    return "The crossing\(time) is \(whose(bib)); it was \(whose(before.row(ofCrossing: id)?.bib))."
  }

  /// The places that changed: `2 places changed: 17 up to 3, 4 down to 5.` after a space.
  private static func text(_ changes: [PlaceChange]) -> String {
    guard !changes.isEmpty else { return "" }
    let words = changes.map { change -> String in
      switch (change.from, change.to) {
      case (let from?, let to?): "\(change.bib) \(to < from ? "up" : "down") to \(to)"
      case (nil, let to?): "\(change.bib) is \(to) now"
      case (_, nil): "\(change.bib) has no place"
      }
    }
    let message: Message = " \(changes.count, "place") changed: \(words.listed(atMost: 8))."
    return message.text
  }
}

extension Session {
  /// A correction in a clause: `the crossing of 17 was taken back`.
  ///
  /// A crossing on the board before is named by its runner, who may be another one than was recorded.
  package func words(ofCorrection event: Event, from before: Board) -> String {
    func noun(of id: EventID) -> String {
      before.row(ofCrossing: id).map { "the crossing of \(Harmless.text($0.bib))" }
        ?? self.event(id)?.noun ?? "an event"
    }
    switch event.kind {
    case .amended(let id, _): return "\(noun(of: id)) was moved"
    case .removed(let id): return "\(noun(of: id)) was removed"
    case .reverted(let id, let batch):
      if case .reverted(let target, let batch)? = self.event(id)?.kind {
        return batch ? "a command's events were restored" : "\(noun(of: target)) was restored"
      }
      return batch ? "a command's events were taken back" : "\(noun(of: id)) was taken back"
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .discarded, .race, .unknown:
      return "\(event.noun) was recorded"
    }
  }
}
