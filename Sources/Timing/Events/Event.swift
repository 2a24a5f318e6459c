public import Text

/// Something that happened in a session, as the log keeps it: a fact that never changes.
public struct Event: Hashable, Sendable {
  /// The same in every log that holds this event.
  public var id: EventID
  /// Its number within its session: 1, 2, 3, … in the order of arrival.
  public var version: Int
  /// What happened.
  public var kind: Kind
  /// The wall-clock time for which it is claimed; what its place on the timeline is, the fold says.
  public var at: Moment
  /// The basis of that claim.
  public var basis: Basis
  /// The clocks when its command began.
  public var reading: Reading

  /// Makes an event from its parts.
  public init(
    id: EventID, version: Int, kind: Kind, at: Moment, basis: Basis, reading: Reading
  ) {
    self.id = id
    self.version = version
    self.kind = kind
    self.at = at
    self.basis = basis
    self.reading = reading
  }
}
