import EventLog
import Host
import Live
import Logbook
import Terminal
import Text
import Timing

/// Appends the commands of a live screen's keys; it opens the log at the first command.
final class KeyAppender {
  private let clock: LogClock
  private let context: Context
  private var log: Logbook?
  /// The newest reason why the log recorded nothing.
  private(set) var failure: Failure?

  /// The time to wait for the lock of the log at each try; the screen stands still meanwhile.
  private static let lockTimeout = Duration.milliseconds(100)

  init(_ clock: LogClock, _ context: Context) {
    self.clock = clock
    self.context = context
  }

  /// Returns the failure with the commands that record keys, in their order, whose events are not
  /// saved; nil without keys.
  ///
  /// Each key has its session as it was shown.
  func failure(leaving keys: [(command: KeyCommand, board: SessionBoard)]) -> Failure? {
    guard var failure, !keys.isEmpty else { return nil }
    var isInNewSession = false
    let lines = keys.compactMap { key, board -> String? in
      var request = request(key, on: board)
      // After a start that is not saved, the session is the one that it starts.
      if isInNewSession, !key.isForNewSession { request?.target = .implied }
      if key.isForNewSession { isInNewSession = true }
      return request.flatMap(context.line(appending:))
    }
    let (events, are) = keys.count == 1 ? ("event", "is") : ("events", "are")
    failure.message = """
      The \(events) of \(keys.count, "key") \(are) not saved. \(failure.reason)
      """
    if lines.count < keys.count {
      failure.message += " No command repeats \(keys.count - lines.count) of them."
    }
    return lines.isEmpty
      ? failure : failure.offering("Repeat \(lines.count == 1 ? "it" : "them") as:", lines)
  }

  /// Returns the request of a key; nil if it needs a session, and there is none.
  private func request(_ key: KeyCommand, on board: SessionBoard) -> Request? {
    let target: Request.Target
    if key.isForNewSession {
      target = .new(also: false)
    } else if let number = board.timedPoint?.session ?? board.number {
      target = .named("number:\(number)")
    } else {
      return nil
    }
    return Request(
      id: context.world.makeID(key.reading.recordedAt), key.command, of: target,
      time: key.delay > .zero ? .after(key.delay) : .now,
      instant: clock.instant(of: key.reading), source: "watch")
  }

  /// Appends the event of a key's command to the session that is shown, or shows a new one.
  ///
  /// Returns a note on the change, or why there is none; `waiting` if the log is locked or cannot
  /// be written.
  func append(
    _ key: KeyCommand, to before: SessionBoard,
    showing show: (Int) throws -> Void = { _ in }
  ) -> AppendAnswer {
    guard let request = request(key, on: before) else {
      return .refused(context.keyMap.withChosenKeys(in: Refusal.notStarted))
    }
    do {
      let log =
        try log ?? context.openLog(for: .appending(longLived: true), waiting: Self.lockTimeout)
      // A note would be written over the screen.
      log.onSkip = { _, _, _ in }
      self.log = log
      let receipt = try log.append(request)
      if key.isForNewSession {
        do {
          try show(receipt.session)
        } catch {
          return .refused(
            "\(receipt.subject) is started, but not shown: \(Failure(error).reason)")
        }
      }
      let note = receipt.note(on: key.command, to: before) ?? effect(of: receipt, before, log)
      return .appended(receipt.id, note: note)
    } catch let rejection as Rejection {
      return .refused(rejection.messageForKeys(on: before, context.keyMap.map(for: before)))
    } catch {
      let failure = Failure(error)
      guard failure.isNotSaved else { return .refused(failure.message.text) }
      self.failure = failure
      return .waiting(
        failure.kind == "locked" ? "Another process has locked the log." : failure.message.text)
    }
  }

  /// The note on an event whose effect the screen does not show: a crossing of a race that this log
  /// does not have, and a new personal best.
  private func effect(of receipt: Receipt, _ before: SessionBoard, _ log: Logbook) -> String? {
    if before.race == nil, case .race(.crossed(let crossing)) = receipt.kind {
      let time = context.localTime.text(of: receipt.at, milliseconds: true)
      return crossing.bib.map { "\(Harmless.text($0)) crossed at \(time)." }
        ?? "Recorded a crossing without a bib at \(time)."
    }
    do {
      return try receipt.gainOnPersonalBest(in: log, before.times).map {
        "Finished, personal best by \(before.times.text(of: $0))."
      }
    } catch {
      // The lap is saved.
      return "Finished. The personal best is not known: \(Failure(error).reason)"
    }
  }
}

extension Rejection {
  /// The message for a key of the live screen, with the keys that would work.
  func messageForKeys(on board: SessionBoard, _ keyMap: KeyMap) -> String {
    switch self {
    case .refused(.notRunning(.ready), _, _) where board.others != .idle: "Not started."
    case .refused(let refusal, _, _):
      refusal.messageForKeys.map(keyMap.withChosenKeys) ?? Failure(self).message.text
    case .othersRun(let sessions, let areCountingDown, let only):
      Self.standing(sessions, areCountingDown, only).text + ", "
        + (board.unstarted.map { "'laptimer start --session \($0) --also' starts this one" }
          ?? "'laptimer start --also' starts another one")
        + " beside \(sessions.isOne ? "it" : "them")."
    default: Failure(self).message.text
    }
  }
}

extension SessionBoard {
  /// The number of a session without a start; nil for other sessions.
  fileprivate var unstarted: Int? { session.summary.startedAt == nil ? number : nil }
}

extension Refusal {
  fileprivate static let notStarted = "Not started: {space} starts."

  /// The message with the usual keys that would work in braces; nil: that of the command line is
  /// shown.
  fileprivate var messageForKeys: String? {
    switch self {
    case .notRunning(.ready): Self.notStarted
    case .notRunning(.stopped), .notReady: "Stopped: {space} resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .countingDown: "Counting down: {u} cancels the start."
    case .alreadyRunning: "Already running."
    case .finished: "Finished: {space} starts the next session."
    case .discarded: "Discarded: {u} restores it."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    default: nil
    }
  }
}

extension Receipt {
  /// The message after a correction by a key; nil for other commands, whose effect is seen at once.
  func note(on command: Command, to before: SessionBoard) -> String? {
    let times = before.times
    switch command {
    case .undo, .redo: return reversal(by: command, times).text.capitalizedFirst + "."
    case .remove(.event(let event)): return "Removed \(before.words(ofEvent: event))."
    case .amend(.event(let event), let change, _):
      let subject = before.words(ofEvent: event)
      switch change.label {
      case .set(let label):
        return "Renamed \(subject)\(lap?.number == nil ? "" : ",") to \(label.quoted)."
      case .lifted: return "Removed the name of \(subject)."
      case .unchanged:
        return "Moved \(subject)\(lap.map { ", to \(times.text(of: $0.split))" } ?? "")."
      }
    case .start, .stop, .resume, .lap, .mark, .amend, .remove, .plan, .name, .tag, .untag,
      .identify, .discard, .race, .wave, .join, .assign, .order:
      return nil
    }
  }
}

extension SessionBoard {
  /// The lap or timestamp of an event: `lap 3, 00:28.1`, `the timestamp "pit"`.
  fileprivate func words(ofEvent event: Int) -> String {
    if let lap = session.laps.first(where: { $0.event == event }) { return lap.words(times) }
    let timestamp = session.timestamps.first { $0.event == event }
    return timestamp.map { "the timestamp \($0.label.quoted)" } ?? "event \(event)"
  }
}
