import Arguments

import Glibc
package import Text
package import Timing

/// The one door to the machine: clocks, environment, files and streams.
///
/// Tests hand in a world of their own; ``live`` is the real one.
package struct World: Sendable {
  /// The value of an environment variable: any bytes.
  package var environment: @Sendable (String) -> [UInt8]?
  /// What the clocks say, read together.
  package var instant: @Sendable () -> Instant
  /// Keeps what tells this machine from others, before a log names it for the first time.
  package var keepDevice: @Sendable () -> Void
  /// A new identity for an event that happens at a moment.
  package var makeID: @Sendable (Moment) -> EventID
  /// The clocks by which people here tell the time.
  package var localClock: @Sendable () -> any LocalClock
  /// The columns of the terminal that answers are written to; nil if they go elsewhere, or if the
  /// terminal does not know.
  package var terminalColumns: @Sendable () -> Int?
  /// Whether a descriptor is a terminal, isatty(3); one that knows no width is one, too.
  package var isTerminal: @Sendable (Int32) -> Bool
  /// Keeps interrupts from ending the process from now on; nil where they are ignored.
  package var catchInterrupts: @Sendable () throws -> Interrupts?
  /// Waits until `CLOCK_BOOTTIME` shows this, or something ends the wait before.
  package var sleep: @Sendable (_ until: Duration, Interrupts?) -> Sleep.End
  /// The descriptor that is read from.
  package var input: Int32
  /// The descriptor that answers are written to.
  package var output: Int32
  /// The descriptor that errors and notes are written to.
  package var errors: Int32

  /// Makes a world of its parts.
  package init(
    environment: @escaping @Sendable (String) -> [UInt8]?,
    instant: @escaping @Sendable () -> Instant,
    keepDevice: @escaping @Sendable () -> Void = {},
    makeID: @escaping @Sendable (Moment) -> EventID,
    localClock: @escaping @Sendable () -> any LocalClock,
    terminalColumns: @escaping @Sendable () -> Int?,
    isTerminal: @escaping @Sendable (Int32) -> Bool = { isatty($0) == 1 },
    catchInterrupts: @escaping @Sendable () throws -> Interrupts?,
    sleep: @escaping @Sendable (Duration, Interrupts?) -> Sleep.End,
    input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2
  ) {
    self.environment = environment
    self.instant = instant
    self.keepDevice = keepDevice
    self.makeID = makeID
    self.localClock = localClock
    self.terminalColumns = terminalColumns
    self.isTerminal = isTerminal
    self.catchInterrupts = catchInterrupts
    self.sleep = sleep
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// An environment variable that is set and not empty; what is no UTF-8 in it is mended.
  func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// A path in an environment variable that is set and not empty.
  ///
  /// - Throws: `UsageError` for one that is no UTF-8: mended it would name another file.
  func path(_ name: String) throws(UsageError) -> String? {
    guard let bytes = environment(name), !bytes.isEmpty else { return nil }
    guard let path = String(validating: bytes, as: UTF8.self) else {
      let shown = String(decoding: bytes, as: UTF8.self).shown
      throw UsageError(.other("The variable \(name) is not valid UTF-8: \(shown)."), in: nil)
    }
    return path
  }
}
