import Live
import Logbook
import Racing
import Text
import Timing

/// The messages about what an event changed in a race, in bibs and places.
struct RaceNotes {
  /// The board before the event.
  var before: Board
  /// The board after it.
  var after: Board
  /// The race after it.
  var session: Session
  var times: StopwatchLabel
  /// Whether the keys of the screen assign crossings; those of a timing point do not.
  var canAssign = true

  /// The message after a key's command; nil where the screen shows the effect.
  ///
  /// `note` is that of the log, in words for any session. `arrived` are the events that arrived
  /// with the command's one, also those of others.
  func text(
    of command: Command, _ note: String?, _ event: EventID,
    arrived: some BidirectionalCollection<Event>
  ) -> String? {
    let others = arrived.last { $0.id != event && $0.kind.isCorrection }
    guard let text = text(of: command, note, event) else {
      return others.flatMap { self.text(of: CollectionOfOne($0)) }
    }
    return others.map { "\(text)  Also, \(session.words(ofCorrection: $0, from: before))." } ?? text
  }

  private func text(of command: Command, _ note: String?, _ event: EventID) -> String? {
    switch command {
    case .race(.crossed(let crossing)): return text(of: crossing, event)
    case .assign(.id(let event), let bib):
      let runner = bib.map(Harmless.text) ?? "nobody"
      if let bib, after.row(ofBib: bib) == nil {
        return "\(runner) is not entered: u takes it back, a assigns it to another bib."
      }
      let owner = before.row(ofCrossing: event)
      let earlier = owner.map { $0.bib == bib ? "" : " (was \(Harmless.text($0.bib))'s)" } ?? ""
      let line = bib.flatMap { self.line(of: event, ofBib: $0) }.map { " \($0)" } ?? ""
      return withPlaces("The crossing is \(runner)'s now\(earlier).\(line)")
    case .race(.waveStarted(let wave, _)):
      let time = after.groups.first { $0.name == wave }?.gun.flatMap { gun in
        session.summary.startPlace.map { gun - $0 }
      }
      return "Started wave \(Harmless.text(wave))\(time.map { " at \(times.text(of: $0))" } ?? "")."
    case .undo, .redo: return withPlaces(note ?? "Done.")
    case .stop: return "Stopped: space resumes."
    case .start, .resume, .lap, .mark, .amend, .remove, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join, .assign, .order:
      return note
    }
  }

  /// The message after events of others; nil if they corrected nothing.
  func text(of events: some BidirectionalCollection<Event>) -> String? {
    guard let correction = events.last(where: \.kind.isCorrection) else { return nil }
    let text = session.words(ofCorrection: correction, from: before) + "."
    guard after.placeChanges(since: before).isEmpty else { return withPlaces(text) }
    if case .race(.entered) = correction.kind { return nil }
    return "No place changed: \(text)"
  }

  /// A message with the number of places that changed before it.
  private func withPlaces(_ text: String) -> String {
    switch after.placeChanges(since: before).count {
    case 0: text
    case 1: "1 place changed: \(text)"
    case let count: "\(count) places changed: \(text)"
    }
  }

  // MARK: Crossings

  private func text(of crossing: RaceEvent.Crossing, _ event: EventID) -> String {
    guard let bib = crossing.bib else {
      let time = after.unknown.last { $0.event == event }?.runningTime
      let words = time.map { " at \(times.text(of: $0))" } ?? ""
      return "Recorded a crossing without a bib\(words)" + (canAssign ? ": a assigns it." : ".")
    }
    let runner = Harmless.text(bib)
    guard after.row(ofBib: bib) != nil else {
      return "\(runner) is not entered: recorded as unknown; u takes it back"
        + (canAssign ? ", a assigns it." : ".")
    }
    if let line = self.line(of: event, ofBib: bib) { return line }
    // Another process corrected it before it arrived.
    if let owner = after.row(ofCrossing: event) {
      return "\(runner) crossed, but the crossing was assigned to \(Harmless.text(owner.bib))."
    }
    return "\(runner) crossed, but the crossing was removed or moved."
  }

  /// The line on a crossing, with the place of the runner; nil if the runner has it not.
  private func line(of event: EventID, ofBib bib: String) -> String? {
    for group in after.groups {
      guard let format = group.format, let row = group.rows.row(ofBib: bib) else { continue }
      return row.result.hasCrossing(event) ? row.result.line(on: event, format, times) : nil
    }
    return nil
  }
}
