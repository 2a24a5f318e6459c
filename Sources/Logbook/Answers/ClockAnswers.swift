import Racing
package import Text
import Timing

/// Starts, stops, resumes and laps.
extension Answer {
  func started(_ receipt: Receipt, _ request: Request) throws -> Message {
    let note = try notesOnSegments(receipt, request) + receipt.nameNote + receipt.othersNote
    if receipt.phase == .running, receipt.runningTime < .seconds(1) {
      return "Started \(receipt.object).\(note)"
    }
    let answer: Message = "\(receipt.subject) \(receipt.state(times))"
    guard request.statesMoment else { return "\(answer).\(note)" }
    // Show the date: a bare time of day may be yesterday's.
    let localTime = LocalTime(clock: localClock())
    let began =
      request.stated == nil ? localTime.text(of: receipt.at) : localTime.statedText(of: receipt.at)
    let verb = receipt.phase == .countdown ? "at" : "started"
    return "\(answer), \(verb) \(began).\(note)"
  }

  /// The answer to a start and the entries of a file.
  func startedWithEntries() throws -> Message {
    let entries = Array(receipts.dropFirst())
    let notes = try notes(onEntries: entries, of: race(of: entries[entries.count - 1]))
    return try "\(started(receipts[0], requests[0]))\nEntered \(entries.count, "runner").\(notes)"
  }

  /// The answer to a start that joined a race, with notes on a point that the race does not have
  /// and on a stopped race.
  func joined(_ race: EventID, _ point: String, _ receipt: Receipt) throws -> Message {
    let session = receipt.session
    let answer: Message = """
      \(receipt.subject) times point \(point) of a race: \(command: "cross BIB", session: session) \
      records a crossing.
      """
    guard let number = try log.number(ofSession: race), let summary = try log.entry(number)?.summary
    else { return answer }
    // A later line may have stopped it.
    let isStopped = try !isStreamed && summary.phase(at: log.reading(instant)) == .stopped
    let stopped = try isStopped ? noteOnStop(of: number, isForeign: log.isForeign(number)) : ""
    let points = try log.points(ofRace: number)
    if points.isEmpty || points.contains(point) { return answer + stopped }
    return """
      \(answer)
      Note: \(point) is not a point of the race.\
      \(Spelling.nearest(to: point, among: points).question) Its \
      \(points.count == 1 ? "only point" : "points"): \(points.listed(atMost: 10)). \
      \(command: "undo", session: session) takes this back.\(stopped)
      """
  }

  /// A note, on a line of its own, on a race whose clock is stopped.
  func noteOnStop(of race: Int, isForeign: Bool = false) -> Message {
    "\nNote: the race is stopped: crossings after the stop do not count. "
      + (isForeign
        ? "It is continued on its own device."
        : "\(command: "resume", session: race) continues it.")
  }

  func resumed(_ receipt: Receipt) -> Message {
    // A resume in the past may have reached the limit since.
    guard receipt.phase == .running else { return "\(receipt.subject) \(receipt.state(times))." }
    let note = receipts.count == 1 ? receipt.othersNote : ""
    return "Resumed \(receipt.object) at \(times.text(of: receipt.runningTime)).\(note)"
  }

  // MARK: Stops

  func stopped(_ receipt: Receipt, _ request: Request) throws -> Message {
    let time = times.text(of: receipt.runningTime)
    if receipt.phase == .finished {
      return "\(receipt.subject) already finished at \(time); recorded the stop."
    }
    let left = try runnersLeft(receipt)
    let answer: Message = "Stopped \(receipt.object) at \(time).\(left)"
    // A race by time, or one that all runners have finished, has ended after its last crossing.
    let race = receipt.profile.plan.race
    let mayEndAtPress = race.map { !$0.finish.isAtTime && left != "" } ?? true
    guard request.time == .now, request.stated == nil, mayEndAtPress,
      let silence = receipt.sinceLastPress, silence >= Self.longSilence
    else { return answer }
    return """
      \(answer)
      The last press was \(silence.spoken) before: to stop it there, \
      \(command: "amend stop --at last", session: receipt.session).
      """
  }

  /// Lines on the runners of a race whom the stop has left without a finish; empty without any.
  private func runnersLeft(_ receipt: Receipt) throws -> Message {
    guard receipt.profile.plan.race != nil, let race = try race(of: receipt),
      let standings = try race.standings(at: log.reading(instant), passages: .none)
    else { return "" }
    let rows = standings.waves.flatMap(\.rows).filter { [.dnf, .dns].contains($0.status) }
      .sortedNaturally(by: \.bib)
    func line(_ status: Standings.Status, _ words: String) -> Message {
      let bibs = rows.filter { $0.status == status && race.status(of: $0.bib) == nil }.map(\.bib)
      if bibs.isEmpty { return "" }
      return """
        \n\(bibs.count, "runner") \(words) and \(bibs.count == 1 ? "is" : "are") \
        \(status.rawValue): \(bibs.listed(atMost: 5)).
        """
    }
    let lines = line(.dnf, "did not reach the finish") + line(.dns, "never crossed")
    let ledByPulled = standings.waves.filter { wave in
      wave.rows.contains { $0.status == .pulled && $0.position != nil }
        && !wave.rows.contains { $0.status == .finished }
    }
    let session = receipt.session
    let pulled = ledByPulled.map { wave -> Message in
      """
      \nNobody\(wave.name.map { " in wave \($0)" } ?? "") has finished: the pulled runners have the \
      first places. \(command: "plan --rules pulled=unranked", session: session) gives them none.
      """
    }
    if lines == "" { return Message(joining: pulled) }
    return """
      \(lines)\(Message(joining: pulled))
      \(command: "resume", session: session) continues the race.\(shorterRace(receipt))
      """
  }

  /// A line with the command that ends a race by time at its stop, before its limit; else an empty
  /// text.
  ///
  /// Where the first crossing is a start, a runner who has only started would finish, too.
  private func shorterRace(_ receipt: Receipt) -> Message {
    guard let format = receipt.profile.plan.race, let limit = format.ending.limit,
      !format.isByBestLaps, format.limitFrom == .race, format.first == .lap,
      receipt.runningTime > .zero, receipt.runningTime < limit
    else { return "" }
    return """
      \n\(command: "plan --race \(receipt.runningTime.unitText)", session: receipt.session) makes the \
      stop the end of the race: whoever has completed a lap has finished.
      """
  }

  // MARK: Laps

  func lapped(_ receipt: Receipt, _ request: Request) throws -> Message {
    guard let lap = receipt.lap else { return receipt.subject }
    let line = lap.line(times, segment: receipt.segment)
    if lap.flags.contains(.afterFinish) {
      // The lap is kept; it is taken back, or the next attempt begins.
      let next: Message =
        receipt.profile.plan.course.map {
          ", \(command: "start \(option: "--course", $0)") begins the next attempt"
        } ?? ""
      return """
        \(receipt.subject) is already finished: \(line)
        The lap is kept, but does not count: \(command: "undo", session: receipt.session) takes it \
        back\(next).
        """
    }
    // The session is named only if several run.
    let prefix: Message = receipt.others?.isEmpty == true ? "" : "\(receipt.subject): "
    let finish = receipt.phase == .finished ? try "  (finished\(personalBest(receipt)))" : ""
    return "\(prefix)\(line)\(finish)\(noteOnLabel(receipt, lap, request))\(noteOnRace(receipt))"
  }

  /// The note, on a line of its own, on a lap of a race's clock, which is no runner's.
  private func noteOnRace(_ receipt: Receipt) -> Message {
    guard receipt.profile.plan.race != nil else { return "" }
    return """
      \nNote: this is a lap of the race's clock, not of a runner: \
      \(command: "cross BIB", session: receipt.session) records that a runner crossed, \
      \(command: "undo", session: receipt.session) takes the lap back.
      """
  }

  /// Says by how much an attempt that finished is better than all before it; empty if it is not.
  private func personalBest(_ receipt: Receipt) throws -> String {
    let gain = try receipt.gainOnPersonalBest(in: log, times)
    return gain.map { ", personal best by \(times.text(of: $0))" } ?? ""
  }

  /// The note, on a line of its own, on a label that is nearly the name of a segment to come.
  private func noteOnLabel(_ receipt: Receipt, _ lap: Lap, _ request: Request) -> Message {
    guard let label = lap.label, let number = lap.segment,
      case .lap(_, segment: nil) = request.command,
      let names = receipt.profile.plan.segments, names.indices.contains(number - 1),
      !names.contains(label),
      let nearest = Spelling.nearest(to: label, among: names[(number - 1)...])
    else { return "" }
    let completed = names[number - 1]
    let note: Message = """
      \nNote: \(quoted: label) is not the name of a segment: the lap completes \
      \(quoted: completed).
      """
    guard nearest != completed else { return note }
    let again: Suggestion = "lap \(option: "--segment", nearest) --at \(lap.at.rfc3339)"
    return """
      \(note) For \(quoted: nearest): \(command: "undo", session: receipt.session), then \
      \(command: again, session: receipt.session).
      """
  }
}

extension Receipt {
  /// Returns by how much less the attempt took that the lap finished than all attempts before it;
  /// nil if it is not the best, and without an earlier one.
  package func gainOnPersonalBest(in log: Logbook, _ times: StopwatchLabel) throws -> Duration? {
    guard phase == .finished, profile.plan.course != nil, let lap, lap.number != nil,
      let attempt = try log.attempt(ofSession: session),
      let records = try log.courseRecords(for: attempt)
    else { return nil }
    return times.gain(of: lap.split, on: records.history.personalBest?.time)
  }
}

extension Request {
  /// Whether the user states the moment.
  fileprivate var statesMoment: Bool {
    if case .at = time { true } else { stated != nil }
  }
}

extension StopwatchLabel {
  /// Returns the difference of an attempt to the previous personal best, between times as they are
  /// shown; nil if the attempt is not faster, or is the first.
  package func gain(of total: Duration, on before: Duration?) -> Duration? {
    guard let before else { return nil }
    let gain = truncated(before) - truncated(total)
    return gain > .zero ? gain : nil
  }
}
