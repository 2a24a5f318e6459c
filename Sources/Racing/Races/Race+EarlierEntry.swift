import Timing

extension Race {
  /// Whether a runner was entered before an event, as the events stand now.
  ///
  /// - Parameters:
  ///   - bib: the bib.
  ///   - version: the number of the event within the race's own session.
  /// - Returns: whether an entry stood and was not withdrawn.
  /// - Complexity: O(n) in the entries and withdrawals of the bib.
  public func hadEntry(_ bib: String, before version: Int) -> Bool {
    let last = (entryEvents[bib] ?? []).last { $0 < version && session.raceEvent($0) != nil }
    guard let last, case .entered = session.raceEvent(last)?.event else { return false }
    return true
  }
}
