/// What a session's clock is doing.
public enum Phase: String, Hashable, Sendable, CaseIterable {
  /// No start stands.
  case ready
  /// The start lies ahead.
  case countdown
  /// The clock runs.
  case running
  /// The clock stands, and may be let run on.
  case stopped
  /// The plan is complete, and the clock stands for good.
  case finished
  /// The session was thrown away.
  case discarded
}
