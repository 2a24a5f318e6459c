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

  /// Whether a key says yes, while undo still takes back the same start.
  func isAnswered(by press: KeyPress, _ event: Event?) -> Bool {
    press.key == Self.yes && event?.id == self.event && press.reading.ticks - ticks < Self.time
  }
}

extension ScreenMode {
  /// Performs undo, or asks first if it would take back the start of a clock.
  mutating func undo(_ press: KeyPress, _ board: SessionBoard, in phase: Phase) -> Action {
    guard let start = board.startToUndo(in: phase) else { return .perform(.undo, press.reading) }
    undoQuestion = UndoQuestion(start, at: press.reading)
    return .explain(UndoQuestion.text(start))
  }

  /// Ends the question whether undo is to take back a start, and returns the undo if the key says
  /// yes; other keys have their usual effects.
  mutating func answerUndo(_ press: KeyPress, _ board: SessionBoard, in phase: Phase) -> Action? {
    guard let question = undoQuestion else { return nil }
    undoQuestion = nil
    let isYes = question.isAnswered(by: press, board.startToUndo(in: phase))
    return isYes ? .perform(.undo, press.reading) : nil
  }
}
