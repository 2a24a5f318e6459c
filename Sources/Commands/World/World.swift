package import EventLog
package import Timing

/// The one door to the machine: clocks, environment, files and streams.
///
/// Tests hand in a world of their own; ``live`` is the real one.
package struct World: Sendable {
  /// The value of an environment variable.
  package var environment: @Sendable (String) -> String?
  /// What the clocks say, read together.
  package var instant: @Sendable () -> Instant
  /// A new identity for an event that happens at a moment.
  package var makeID: @Sendable (Moment) -> EventID
  /// The descriptor that is read from.
  package var input: Int32
  /// The descriptor that answers are written to.
  package var output: Int32
  /// The descriptor that errors and notes are written to.
  package var errors: Int32

  /// Makes a world of its parts.
  package init(
    environment: @escaping @Sendable (String) -> String?,
    instant: @escaping @Sendable () -> Instant,
    makeID: @escaping @Sendable (Moment) -> EventID,
    input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2
  ) {
    self.environment = environment
    self.instant = instant
    self.makeID = makeID
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// An environment variable that is set and not empty.
  func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
