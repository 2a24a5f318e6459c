import Live
package import Text
import Timing

/// The question whether undo is to take back the start of a clock.
///
/// Undo pressed repeatedly reaches the start; the question keeps the time of the clock.
package struct UndoQuestion: Hashable, Sendable {
  /// The start.
  package let event: EventID
  /// The boot time of the question.
  package let ticks: Duration

  /// The time in which the answer counts.
  static let time = Duration.seconds(10)

  /// The key that says yes.
  static let yes = Key.character("y")

  /// Creates the question on a start.
  init(_ event: Event, at reading: Reading) {
    self.event = event.id
    ticks = reading.ticks
  }

  static func text(_ event: Event) -> String {
    "Take back \(event.noun)? Press y; any other key keeps it."
  }

  /// Whether a key says yes in time.
  func isAnswered(by key: Key, at now: Reading) -> Bool {
    key == Self.yes && now.ticks - ticks < Self.time
  }
}

extension KeyMoment {
  /// Performs undo in a session, or asks first if it would take back the start of a clock.
  mutating func undo(in board: SessionBoard) {
    guard let start = startToUndo(board) else { return perform(.undo, in: board) }
    state.undoQuestion = UndoQuestion(start, at: now)
    action = .explain(UndoQuestion.text(start))
  }

  /// Ends the question whether undo is to take back a start, and performs undo if the key says yes;
  /// other keys have their usual effects.
  mutating func answerUndo() -> Bool {
    guard let question = state.undoQuestion else { return false }
    state.undoQuestion = nil
    let boards = scene.sessions.isEmpty ? [board] : scene.sessions
    guard question.isAnswered(by: key, at: now),
      let asked = boards.first(where: { startToUndo($0)?.id == question.event })
    else { return false }
    perform(.undo, in: asked)
    return true
  }

  private func startToUndo(_ board: SessionBoard) -> Event? {
    board.startToUndo(in: waiting.phase(of: board, at: now))
  }
}
