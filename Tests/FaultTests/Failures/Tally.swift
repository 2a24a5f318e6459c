@testable import EventLog
@testable import Logbook

/// How many operations of a disk in trouble came to what.
struct Tally {
  /// Those that were done all the same.
  private(set) var done = 0
  /// Those that failed, with nothing written.
  private(set) var told = 0
  /// Those whose COMMIT failed, by what was found afterwards.
  private(set) var saved = 0
  private(set) var notSaved = 0
  private(set) var unknown = 0

  /// All of them.
  var count: Int { done + told + saved + notSaved + unknown }

  mutating func add(_ outcome: OperationOutcome) {
    switch outcome {
    case .done: done += 1
    case .failed(LogError.commitFailed(.saved, _)): saved += 1
    case .failed(LogError.commitFailed(.notSaved, _)): notSaved += 1
    case .failed(LogError.commitFailed(.unknown, _)): unknown += 1
    case .failed: told += 1
    }
  }
}
