import EventLog
import Logbook
import Terminal
import Text
import Timing

/// Appends the commands of a live screen's keys; it opens the log at the first command.
final class KeyAppender {
  private let clock: LogClock
  private let context: Context
  private var log: Logbook?
  /// The command lines that append the events that could not be saved, and the last reason.
  private var unsaved: (lines: [Line], reason: Failure)?

  /// A command line.
  private struct Line {
    var text: String
    /// Whether it is that of the name form, which stays open until it is saved.
    var isOfForm: Bool
  }

  init(_ clock: LogClock, _ context: Context) {
    self.clock = clock
    self.context = context
  }

  /// The failure with the command lines of all events that could not be saved; nil if there are
  /// none.
  var failure: Failure? {
    guard let (unsaved, reason) = unsaved else { return nil }
    let lines = unsaved.map(\.text)
    var failure = reason
    let subject =
      lines.count == 1 ? "The event of 1 key is" : "The events of \(lines.count) keys are"
    failure.message = "\(subject) not saved. \(reason.message)"
    return failure.offering(Self.title(lines), lines)
  }

  /// Appends the event of a key's command.
  ///
  /// - Parameters:
  ///   - key: the command.
  ///   - before: the session as it is shown.
  ///   - show: shows a new session.
  /// - Returns: a note on the change, or why there is none.
  func append(
    _ key: LiveScreen.KeyCommand, to before: SessionBoard,
    showing show: (Int) throws -> Void = { _ in }
  ) -> LiveScreen.AppendAnswer {
    let target: Request.Target
    if key.isForNewSession {
      target = .new(also: false)
    } else if let number = before.timedPoint?.session ?? before.number {
      target = .named("number:\(number)")
    } else {
      return .failed(LiveScreen.AppendFailure("Not started: space starts."))
    }
    let request = Request(
      id: context.world.makeID(key.reading.recordedAt), key.command, of: target,
      time: key.delay > .zero ? .after(key.delay) : .now,
      instant: clock.instant(of: key.reading), source: "watch")
    do {
      let log = try log ?? context.openLog(for: .appending(longLived: true))
      // A note would be written over the screen.
      log.onSkip = { _, _, _ in }
      self.log = log
      let receipt = try log.append(request)
      if key.command.isOfForm { forgetForm() }
      if key.isForNewSession {
        do {
          try show(receipt.session)
        } catch {
          let reason = Failure(error).message
          return .failed(
            LiveScreen.AppendFailure("\(receipt.subject) is started, but not shown: \(reason)"))
        }
      }
      let note = receipt.note(on: key.command, to: before) ?? effect(of: receipt, before, log)
      return .appended(receipt.id, note: note)
    } catch let rejection as Rejection {
      return .failed(LiveScreen.AppendFailure(rejection.messageForKeys(on: before)))
    } catch {
      let failure = Failure(error)
      guard failure.isNotSaved, let line = context.line(appending: request) else {
        return .failed(LiveScreen.AppendFailure(failure.message, isUnsaved: failure.isNotSaved))
      }
      if key.command.isOfForm { forgetForm() }
      let all = (unsaved?.lines ?? []) + [Line(text: line, isOfForm: key.command.isOfForm)]
      unsaved = (all, failure)
      let lines = all.map(\.text)
      return .failed(
        LiveScreen.AppendFailure(
          "\(failure.message) \(Self.title(lines)) \(lines.joined(separator: "; "))",
          isUnsaved: true))
    }
  }

  /// The note on an event whose effect the screen does not show: a crossing of a race that this log
  /// does not have, and a new personal best.
  private func effect(of receipt: Receipt, _ before: SessionBoard, _ log: Logbook) -> String? {
    if before.race == nil, case .race(.crossed(let crossing)) = receipt.kind {
      let time = LocalTime(clock: context.world.localClock())
        .text(of: receipt.at, milliseconds: true)
      return crossing.bib.map { "\(Harmless.text($0)) crossed at \(time)." }
        ?? "Recorded a crossing without a bib at \(time)."
    }
    do {
      return try receipt.gainOnPersonalBest(in: log, before.times).map {
        "Finished, personal best by \(before.times.text(of: $0))."
      }
    } catch {
      // The lap is saved.
      return "Finished. The personal best is not known: \(Failure(error).message)"
    }
  }

  /// Forgets the name that was not saved: the form is saved, or tried again.
  private func forgetForm() {
    unsaved?.lines.removeAll(where: \.isOfForm)
    if unsaved?.lines.isEmpty == true { unsaved = nil }
  }

  private static func title(_ lines: [String]) -> String {
    "Repeat \(lines.count == 1 ? "it" : "them") as:"
  }
}

extension Command {
  /// Whether the name form gives it.
  fileprivate var isOfForm: Bool {
    if case .identify = self { true } else { false }
  }
}

extension Rejection {
  /// The message for a key of the live screen, with the keys that would work.
  func messageForKeys(on board: SessionBoard) -> String {
    switch self {
    case .refused(.notRunning(.ready), _) where board.others != .idle: "Not started."
    case .refused(let refusal, _): refusal.messageForKeys ?? Failure(self).message
    case .othersRun(let sessions, let areCountingDown, let only):
      Self.standing(sessions, areCountingDown, only) + ", "
        + (board.unstarted.map { "'laptimer start --session \($0) --also' starts this one" }
          ?? "'laptimer start --also' starts another one")
        + " beside \(sessions.isOne ? "it" : "them")."
    case .oneRefused, .severalRunning, .noSession, .noOwnEvent, .otherDevice, .timesPoint,
      .joinsPoint, .allDiscarded,
      .unknownSession, .unknownCourse, .noneRunning, .ambiguousSession, .idReused, .nameTaken,
      .invalid:
      Failure(self).message
    }
  }
}

extension SessionBoard {
  /// The number of a session without a start; nil for other sessions.
  fileprivate var unstarted: Int? { session.summary.startedAt == nil ? number : nil }
}

extension Refusal {
  /// The message with the keys that would work; nil: that of the command line is shown.
  fileprivate var messageForKeys: String? {
    switch self {
    case .notRunning(.ready): "Not started: space starts."
    case .notRunning(.stopped), .notReady: "Stopped: space resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .countingDown: "Counting down: u cancels the start."
    case .alreadyRunning: "Already running."
    case .finished: "Finished: space starts the next session."
    case .discarded: "Discarded: u restores it."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    case .notRunningThen, .notStopped, .beforeStart, .beforeLastEvent, .inTheFuture,
      .beyondTimeline, .noSuchLap, .noSuchEvent, .outOfOrder, .noLabel, .needsLabel, .noCourse,
      .noSuchSegment, .notRemovable, .noSuchTag, .tooManyTags, .noRace, .noSuchEntry,
      .noSuchCrossing, .noSuchWave, .waveStarted, .notATie, .timesPoint:
      nil
    }
  }
}

extension Receipt {
  /// The message after a correction by a key; nil for other commands, whose effect is seen at once.
  func note(on command: Command, to before: SessionBoard) -> String? {
    let times = before.times
    switch command {
    case .undo: return "Took back \(reverted?.words(times) ?? "an event")."
    case .redo: return "Restored \(reverted?.words(times) ?? "an event")."
    case .remove(.event(let event)): return "Removed \(before.words(ofEvent: event))."
    case .amend(.event(let event), let change):
      let subject = before.words(ofEvent: event)
      switch change.label {
      case .set(let label): return "Renamed \(subject), to \"\(Harmless.text(label))\"."
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
    return timestamp.map { "the timestamp \"\(Harmless.text($0.label))\"" } ?? "event \(event)"
  }
}
