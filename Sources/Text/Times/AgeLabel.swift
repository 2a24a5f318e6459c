/// How long ago something happened, in one unit: `just now`, `5s ago`, `1m ago`, `2d ago`.
///
/// Truncated. Under five seconds it is `just now`, and so is all that lies in the future, which a
/// skewed clock makes of the present.
public struct AgeLabel: TimeLabel, Hashable {
  /// Makes the label.
  public init() {}

  /// The label of what happened so long ago.
  public func text(of age: Duration) -> String {
    let seconds = age.nanoseconds / 1_000_000_000
    guard seconds >= 5 else { return "just now" }
    let unit = unit(forSeconds: seconds)
    return "\(seconds / unit.seconds)\(unit.name) ago"
  }

  /// The age at which the next whole unit is full; never nil.
  public func nextChange(after age: Duration) -> Duration? {
    let seconds = age.nanoseconds / 1_000_000_000
    guard seconds >= 5 else { return .seconds(5) }
    let unit = unit(forSeconds: seconds)
    return .seconds((seconds / unit.seconds + 1) * unit.seconds)
  }

  private func unit(forSeconds seconds: Int64) -> (seconds: Int64, name: Character) {
    switch seconds {
    case ..<60: (1, "s")
    case ..<3600: (60, "m")
    case ..<86_400: (3600, "h")
    default: (86_400, "d")
    }
  }
}
