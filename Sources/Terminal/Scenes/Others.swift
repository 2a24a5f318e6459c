/// Whether other sessions of the log run or count down: beside them none is started by a key.
package enum Others: Hashable, Sendable {
  case stand
  /// One does, until the boot time at which the last of them will have reached its limit; nil: until
  /// somebody stops it.
  case run(until: Duration?)

  /// For how long after a boot time they run on; zero if they stand, nil if nobody can tell.
  package func timeToGo(after ticks: Duration) -> Duration? {
    switch self {
    case .stand: .zero
    case .run(let end): end.map { max(.zero, $0 - ticks) }
    }
  }
}
