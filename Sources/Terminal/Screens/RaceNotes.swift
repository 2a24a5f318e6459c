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
    return others.map { "\(text) Also, \(words(of: $0))." } ?? text
  }

  private func text(of command: Command, _ note: String?, _ event: EventID) -> String? {
    switch command {
    case .race(.crossed(let crossing)): return text(of: crossing, event)
    case .assign(.id(let event), let bib):
      let runner = bib.map(Harmless.text) ?? "nobody"
      let passage = bib.flatMap { self.passage(event, ofBib: $0) }
      if let bib, after.row(ofBib: bib) == nil {
        return "\(runner) is not entered: u takes it back, a assigns it to another bib."
      }
      let owner = before.groups.lazy.flatMap(\.rows).first { $0.hasCrossing(event) }
      let earlier = owner.map { $0.bib == bib ? "" : " (was \(Harmless.text($0.bib))'s)" } ?? ""
      return withPlaces("The crossing is \(runner)'s\(earlier)\(passage.map { ": \($0)" } ?? "").")
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
    let text = words(of: correction) + "."
    guard after.placesChanged(from: before) == 0 else { return withPlaces(text) }
    if case .race(.entered) = correction.kind { return nil }
    return "No place changed: \(text)"
  }

  /// A message with the number of places that changed before it.
  private func withPlaces(_ text: String) -> String {
    switch after.placesChanged(from: before) {
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
    if let passage = passage(event, ofBib: bib) { return "\(runner) crossed: \(passage)." }
    // Another process corrected it before it arrived.
    if let owner = after.groups.lazy.flatMap(\.rows).first(where: { $0.hasCrossing(event) }) {
      return "\(runner) crossed, but the crossing was assigned to \(Harmless.text(owner.bib))."
    }
    return "\(runner) crossed, but the crossing was removed or moved."
  }

  /// A passage in words: `lap 4, 02:04.8, place 3`; nil if the runner has it not.
  private func passage(_ event: EventID, ofBib bib: String) -> String? {
    let rows = after.groups.lazy.compactMap { group in
      group.rows.row(ofBib: bib).map { (row: $0, format: group.format) }
    }
    guard let (row, format) = rows.first, let format
    else { return nil }
    if let passage = row.passages.last(where: { $0.event == event }) {
      let name = format.title(ofPassage: passage.number, point: passage.point)
      var text = "\(name), \(times.text(of: passage.split))"
      if passage.number > 1 { text += " (\(times.text(of: passage.shownLap(times))))" }
      guard row.passages.last?.event == event else { return text }
      if let place = row.position { text += ", place \(place)" }
      if row.flags.contains(.eliminated) { return text + ", eliminated" }
      return text + (row.status == .finished ? ", finished" : "")
    }
    guard let passage = row.others.last(where: { $0.event == event }) else { return nil }
    let time = times.text(of: passage.split)
    guard let reason = passage.flags.reason else { return "start at \(time)" }
    return "\(time) does not count, \(reason)"
  }

  // MARK: Corrections

  /// A correction in a clause: `the crossing of 17 was taken back`.
  private func words(of event: Event) -> String {
    let changed = "\(event.noun) was recorded"
    switch event.kind {
    case .amended(let id, _): return "\(noun(of: id)) was moved"
    case .removed(let id): return "\(noun(of: id)) was removed"
    case .reverted(let id, let batch):
      if case .reverted(let target, let batch)? = session.event(id)?.kind {
        return batch ? "a command's events were restored" : "\(noun(of: target)) was restored"
      }
      return batch ? "a command's events were taken back" : "\(noun(of: id)) was taken back"
    case .planned: return "the rules were changed"
    case .race(let event):
      switch event {
      case .withdrawn(let bib): return "\(Harmless.text(bib)) was withdrawn"
      case .assigned(_, let bib): return "a crossing is \(bib.map(Harmless.text) ?? "nobody")'s"
      case .linked(let chip, let bib):
        return "chip \(Harmless.text(chip)) is \(Harmless.text(bib))'s"
      case .ruled(let ruling): return "a ruling on \(Harmless.text(ruling.bib))"
      case .ordered: return "crossings at equal times were put in order"
      case .wavePlanned(let wave, _): return "wave \(Harmless.text(wave)) has other rules"
      case .entered(let entry): return "the entry of \(Harmless.text(entry.bib)) was changed"
      case .waveStarted, .crossed, .joined, .clocksCompared: return changed
      }
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .discarded, .unknown:
      return changed
    }
  }

  private func noun(of id: EventID) -> String { session.event(id)?.noun ?? "an event" }
}

extension Board.Row {
  /// Whether a crossing is among those of the runner.
  fileprivate func hasCrossing(_ event: EventID) -> Bool {
    result.passages.contains { $0.event == event }
      || result.others.contains { $0.event == event }
  }
}

extension RaceFlags {
  /// The reason why a crossing does not count; nil if no flag says so.
  fileprivate var reason: String? {
    if contains(.beforeStart) { return "before the start" }
    if contains(.afterFinish) { return "after the finish" }
    if contains(.short) { return "shorter than the shortest lap" }
    if contains(.reread) { return "too soon after the last one" }
    if contains(.double) { return "read by another device, too" }
    if contains(.outsideWindow) { return "outside the times of its point" }
    if contains(.otherPoint) { return "at a point that is not in the race, or was passed before" }
    return nil
  }
}
