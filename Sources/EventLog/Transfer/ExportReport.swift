/// What was exported.
public struct ExportReport: Hashable, Sendable {
  /// How many events.
  public internal(set) var events = 0
  /// What could not be read, or is not what was appended; only when salvaging.
  public internal(set) var leftOut: [LeftOut] = []

  /// An event that was left out.
  public struct LeftOut: Hashable, Sendable {
    /// Its number in the log.
    public var position: Int
    /// The fault.
    public var flaw: EventFlaw
  }
}
