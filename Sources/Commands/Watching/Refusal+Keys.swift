import Timing

extension Refusal {
  /// What was refused to a key of the live screen, and which key would work; nil where the command
  /// line says it as well.
  var toldToKeys: String? {
    switch self {
    case .notRunning(.ready): "Not started: space starts."
    case .notRunning(.stopped): "Stopped: space resumes."
    case .notRunning(let phase): "Not running: \(phase.rawValue)."
    case .finished: "Finished: 'laptimer plan' can change what finishes it."
    case .discarded: "Discarded: u brings it back."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    default: nil
    }
  }
}
