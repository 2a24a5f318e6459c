import Text

/// A comparison of an event's clock with another one, by an exchange of messages: what both showed.
///
/// The times are as they were read, so that any fold can compute the offset and its doubt.
public struct ClockComparison: Hashable, Sendable {
  /// The name of the other clock; streams that were compared with the same one can be compared.
  public var reference: String
  /// The ticks of the event's clock when the question was sent.
  public var sent: Duration
  /// The time of the other clock when the question arrived.
  public var referenceReceived: Duration
  /// The time of the other clock when the answer was sent.
  public var referenceSent: Duration
  /// The ticks of the event's clock when the answer arrived.
  public var received: Duration

  /// Creates a comparison.
  public init(
    reference: String, sent: Duration, referenceReceived: Duration, referenceSent: Duration,
    received: Duration
  ) {
    self.reference = reference
    self.sent = sent
    self.referenceReceived = referenceReceived
    self.referenceSent = referenceSent
    self.received = received
  }

  /// The ticks in the middle of the exchange, in whole nanoseconds.
  package var ticks: Duration { sent + .nanoseconds((received - sent).nanoseconds / 2) }

  /// The time of the other clock less the ticks, as NTP computes it (RFC 5905, section 8).
  package var offset: Duration {
    .nanoseconds(((referenceReceived - sent) + (referenceSent - received)).nanoseconds / 2)
  }

  /// The largest possible error of the offset: half the time that the messages were on their way.
  package var doubt: Duration {
    let round = (received - sent) - (referenceSent - referenceReceived)
    return .nanoseconds(max(0, round.nanoseconds) / 2 + max(0, round.nanoseconds) % 2)
  }
}
