import Arguments
import CArguments
import CLinux
import EventLog
import Glibc
import Logbook
import Synchronization
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

extension World {
  /// The machine that the program runs on.
  package static let live = World(
    environment: { name in
      getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    },
    instant: { SystemClocks.instant(of: clock) },
    keepDevice: { device.keep() },
    makeID: { moment in ids.withLock { $0.ids.next(at: moment, using: &$0.random) } },
    localClock: { SystemLocalClock() },
    terminalColumns: {
      TerminalTraits.columns(of: 1, environment: getenv("COLUMNS").map { String(cString: $0) })
    },
    catchInterrupts: { try Interrupts() },
    sleep: { Sleep.until($0, $1, outlet: 1) })

  /// The identities given so far in this process.
  private static let ids = Mutex((ids: EventIDs(), random: RandomPool()))

  /// Told apart once a process: it takes three files.
  private static let clock = SystemClocks.identity(device: device)

  private static let device = DeviceID.ofThisMachine(
    environment: { name in getenv(name).flatMap { String(validatingCString: $0) } })
}

/// The kernel's random numbers, fetched some at a time.
struct RandomPool: RandomNumberGenerator {
  private var numbers: [UInt64] = []

  mutating func next() -> UInt64 {
    if let number = numbers.popLast() { return number }
    // "requests of up to 256 bytes will always return as many bytes as requested" (getrandom(2)).
    numbers = [UInt64](unsafeUninitializedCapacity: 32) { buffer, count in
      count = max(0, getrandom(buffer.baseAddress, 256, 0)) / 8
    }
    if let number = numbers.popLast() { return number }
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

/// The arguments of the process behind the program's name, as bytes: they may be no UTF-8.
///
/// They come from `main`'s own `argv`. `CommandLine.arguments` repairs invalid UTF-8 silently, and
/// is empty where /proc cannot be read.
package func argumentBytes() -> [[UInt8]] {
  guard let words = carguments_words() else { return [] }
  return (1..<max(1, Int(carguments_count()))).compactMap { index in
    words[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
