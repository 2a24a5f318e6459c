/// The number of exported events, with the omitted ones.
public struct ExportReport: Hashable, Sendable {
  /// The number of events exported.
  public internal(set) var events = 0
  /// The missing, unreadable or damaged events; only when salvaging.
  public internal(set) var leftOut: [LeftOut] = []

  /// An event that was left out.
  public struct LeftOut: Hashable, Sendable {
    /// Its number in the log.
    public var position: Int
    /// The fault.
    public var flaw: EventFlaw
  }
}
