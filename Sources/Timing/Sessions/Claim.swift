public import Text

/// When something is claimed to have happened, on what that rests, and what the clocks said when
/// it was claimed.
public struct Claim: Hashable, Sendable {
  /// The wall-clock time of it.
  public var at: Moment
  /// On what it rests.
  public var basis: Basis
  /// The clocks when its command began.
  public var reading: Reading

  /// Makes a claim from its parts.
  public init(at: Moment, basis: Basis, reading: Reading) {
    self.at = at
    self.basis = basis
    self.reading = reading
  }

  /// Something that happens as the clocks are read.
  public static func now(_ reading: Reading) -> Claim {
    Claim(at: reading.recordedAt, basis: .measured, reading: reading)
  }

  /// Something that happens so much after the clocks are read: a countdown.
  public static func after(_ span: Duration, _ reading: Reading) -> Claim {
    Claim(at: reading.recordedAt + span, basis: .measured, reading: reading)
  }

  /// Something that happened so much before the clocks are read.
  public static func ago(_ span: Duration, _ reading: Reading) -> Claim {
    Claim(at: reading.recordedAt - span, basis: .ago, reading: reading)
  }

  /// Something that happened at a moment that is stated.
  public static func stated(_ moment: Moment, _ reading: Reading) -> Claim {
    Claim(at: moment, basis: .stated, reading: reading)
  }
}

extension Event {
  /// When the event is claimed to have happened.
  public var claim: Claim { Claim(at: at, basis: basis, reading: reading) }
}
