@testable import EventLog

/// The numbers of operations with injected faults, by outcome.
struct OutcomeCounts {
  /// Operations that succeeded.
  private(set) var done = 0
  /// Operations that failed and wrote nothing.
  private(set) var failed = 0
  /// Operations whose COMMIT failed, by the state found afterwards.
  private(set) var saved = 0
  private(set) var notSaved = 0
  private(set) var unknown = 0

  /// The number of all operations.
  var count: Int { done + failed + saved + notSaved + unknown }

  mutating func add(_ outcome: OperationOutcome) {
    switch outcome {
    case .done: done += 1
    case .failed(LogError.commitFailed(.saved, _)): saved += 1
    case .failed(LogError.commitFailed(.notSaved, _)): notSaved += 1
    case .failed(LogError.commitFailed(.unknown, _)): unknown += 1
    case .failed: failed += 1
    }
  }
}
