import EventLog
package import Racing
package import Text
package import Timing

/// Crossings.
extension Answer {
  /// The mark of a crossing that may count otherwise once the race is judged.
  static let provisional: Message = "  (provisional)"

  /// The answer to the crossings of a command.
  func crossed() throws -> Message {
    try Message(joining: receipts.map(crossed), separator: "\n") + noteOnPoint()
  }

  /// The line on a crossing.
  func crossed(_ receipt: Receipt) throws -> Message {
    let line = try line(receipt, crossing(receipt))
    return receipt.isProvisional ? line + Self.provisional : line
  }

  /// Returns the crossing that an event records or amends, as its race has it; nil if the race is not
  /// in the log.
  func crossing(_ receipt: Receipt) throws -> StoredCrossing? {
    if let crossing = receipt.crossing { return crossing }
    guard let race = try raceNumber(of: receipt) else { return nil }
    guard let target = try correctedCrossing(receipt) else {
      return try log.storedCrossing(receipt.version, of: receipt.session, in: race)
    }
    return try log.storedCrossing(target.event.version, of: target.session, in: race)
  }

  private func line(_ receipt: Receipt, _ stored: StoredCrossing?) throws -> Message {
    var (bib, chip) = (nil as String?, nil as String?)
    if case .race(.crossed(let crossing)) = receipt.kind {
      (bib, chip) = (crossing.bib, crossing.chip)
    }
    let event = "@\(receipt.version)"
    // Another process may have given the crossing to another runner.
    if let stored, bib == nil || bib == stored.bib, let line = CrossingLine(stored) {
      if let status = try status(of: stored, receipt) {
        return "\(line.text(event, times))  (\(status))"
      }
      // A chip is read twice by the rules, not by mistake.
      let session = chip == nil ? receipt.session : nil
      return line.answer(event, pressedIn: session, times)
    }
    let time = try time(of: receipt, stored)
    guard bib != nil || chip != nil else {
      if receipt.profile.timingPoint == nil {
        let assign = try ownCommand(receipt) { "assign \($0) BIB" }
        return "Recorded crossing \(event) \(time) without a bib: \(assign) names the runner."
      }
      let assign = try ownCommand(receipt, beginsSentence: true) { "assign \($0) BIB" }
      return "Recorded crossing \(event) without a bib \(time). \(assign) names the runner."
    }
    if let stored, stored.bib == bib {
      let subject = bib.map { "bib \($0)" } ?? "chip \(chip ?? "")"
      let unknown: Message = "Unknown \(subject) crossed \(time) (\(event))."
      guard let bib, !stored.isEntered, let race = try raceNumber(of: receipt) else {
        return unknown
      }
      return try unknown + noteOnList(bib, receipt, in: race)
    }
    return "\(bib ?? "Chip \(chip ?? "")") crossed \(time) (\(event))."
  }

  /// A status by which a crossing is no usual one, and the command that lifts it; nil without one.
  private func status(of crossing: StoredCrossing, _ receipt: Receipt) throws -> Message? {
    guard let bib = crossing.bib, let ruling = crossing.ruling else { return nil }
    let isRanked = ruling == .pulled && crossing.format?.pulled == .ranked
    let lift = try ownCommand(receipt) { _ in Suggestion("rule", [bib, "ok"]) }
    return """
      \(bib) is \(ruling.rawValue)\(isRanked ? "" : " and gets no place"): \(lift) \
      lifts the status
      """
  }

  /// A command for the race of a crossing, in quotes; for a session that joined the race, with the
  /// place to run it.
  ///
  /// Its words may name the crossing as the race does.
  private func ownCommand(
    _ receipt: Receipt, beginsSentence: Bool = false, _ words: (_ crossing: String) -> Suggestion
  ) throws -> Message {
    guard receipt.profile.timingPoint != nil else {
      return "\(command: words("@\(receipt.version)"), session: receipt.session)"
    }
    if let own = try raceNumber(of: receipt), try !log.isForeign(own) {
      return "\(command: words("@\(receipt.session):\(receipt.version)"), session: own)"
    }
    // The log of another device has another path, and the session another number there.
    return """
      \(beginsSentence ? "On" : "on") the race's own device, \
      'laptimer \(verbatim: words("@\(receipt.id)").line())'
      """
  }

  /// The time from the start of the race to a crossing, `at 12:04.2`, or the time of day if the
  /// race is not known.
  ///
  /// As the time of a runner it goes on while the clock of the race is stopped.
  private func time(of receipt: Receipt, _ stored: StoredCrossing?) throws -> String {
    if let stored, let race = try raceNumber(of: receipt),
      let start = try log.entry(race)?.summary.startPlace
    {
      return "at \(times.text(of: stored.place - start))"
    }
    if receipt.profile.timingPoint == nil {
      return receipt.timeOfEvent.map { "at \(times.text(of: $0))" } ?? "before the start"
    }
    return "at \(LocalTime(clock: localClock()).text(of: receipt.at, milliseconds: true))"
  }

  // MARK: Notes

  /// A note, on a line of its own, on crossings at another point than that which the session times,
  /// and in a session of a point that the race does not have; else an empty text.
  private func noteOnPoint() throws -> Message {
    // A line may come from a reader with several points.
    guard !isStreamed, let receipt = receipts.first, let timed = receipt.profile.timingPoint else {
      return ""
    }
    let session = receipt.session
    if let point = receipt.point, point != timed.point {
      let note: Message = "\nNote: session \(session) times point \(timed.point); "
      guard receipts.count > 1 else {
        return """
          \(note)this crossing is at \(point). \(command: "undo", session: session) takes it back.
          """
      }
      let events = receipts.map { "@\($0.version)" }
      return """
        \(note)these crossings are at \(point). \
        \(command: "remove \(events[0])", session: session) removes one of them: \
        \(events.listed(atMost: 5)).
        """
    }
    guard receipt.point == nil, let race = try log.number(ofSession: timed.race),
      case let points = try log.points(ofRace: race), !points.contains(timed.point)
    else { return "" }
    // In a race by laps, crossings at other points are records of splits, or the name is mistyped.
    let nearest = Spelling.nearest(to: timed.point, among: points)
    guard let point = nearest ?? (points.count > 1 ? points.last : nil) else { return "" }
    let cross: Suggestion = "cross BIB \(option: "--point", point) --at WHEN"
    return """
      \nNote: the point of a session cannot be changed. \
      \(command: "start --join \(race) \(option: "--point", point)") times another one; \
      \(command: cross, session: session) records there what was recorded here, and \
      \(command: "discard \(session)") removes this session with its crossings from the race.
      """
  }

  /// A sentence, after a space, on a crossing whose bib is a list of entered ones, such as `17,4`,
  /// with the command that records them; else an empty text.
  ///
  /// Any text is a bib, so that the crossing is kept. `race` is the race's own session.
  ///
  /// - Complexity: O(log n) in the entries, of which a list of 16 characters names eight at most.
  private func noteOnList(_ bib: String, _ receipt: Receipt, in race: Int) throws -> Message {
    let parts = bib.split { ",;".contains($0) }
      .map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard !parts.isEmpty, parts != [bib], try parts.allSatisfy({ try log.hasEntry($0, in: race) })
    else { return "" }
    let point = receipt.point.map { Suggestion("\(option: "--point", $0)").words }
    let cross = Suggestion(
      "cross", parts, options: ["--at \(receipt.at.rfc3339)"] + [point].compactMap(\.self))
    return """
       Spaces separate bibs: \(command: cross, session: receipt.session) records the \
      \(parts.count == 1 ? "runner" : "runners"), \
      \(command: "remove @\(receipt.version)", session: receipt.session) removes this crossing.
      """
  }
}

extension Receipt {
  /// The point of a crossing, as it was stated.
  fileprivate var point: String? {
    if case .race(.crossed(let crossing)) = kind { crossing.point } else { nil }
  }
}

extension Standings {
  /// The runner with a crossing, and the format of the wave; nil if nobody has it.
  package func row(of event: EventID) -> (row: Row, format: RaceFormat)? {
    for wave in waves {
      if let row = wave.rows.first(where: { $0.hasCrossing(event) }) { return (row, wave.format) }
    }
    return nil
  }
}

extension Standings.Row {
  package var subject: String { Harmless.text(bib + (name.map { " \($0)" } ?? "")) }
}
