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
      log.onSkip = { _, _ in }
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
