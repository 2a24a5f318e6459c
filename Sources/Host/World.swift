import CArguments
import CLinux
import Glibc
import Synchronization
package import Text

/// The machine as programs see it: clocks, environment and streams.
///
/// The defaults are those of the real machine, ``live``; tests set their own.
package struct World: Sendable {
  /// Returns the value of an environment variable, which may be any bytes.
  package var environment: @Sendable (String) -> [UInt8]? = { name in
    getenv(name).map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
  /// Reads all clocks together.
  package var instant: @Sendable () -> Instant = { SystemClocks.instant(of: clock) }
  /// Stores the id of this machine before a log refers to it for the first time.
  package var keepDevice: @Sendable () -> Void = { device.keep() }
  /// Creates an id for an event at a moment.
  package var makeID: @Sendable (Moment) -> EventID = { moment in
    ids.withLock { $0.ids.next(at: moment, using: &$0.random) }
  }
  /// Returns the clock of the local time zone.
  package var localClock: @Sendable () -> any LocalClock = { systemLocalClock }
  /// Returns the width of the terminal on standard output; nil if that is not a terminal or its
  /// width is unknown.
  package var terminalColumns: @Sendable () -> Int? = {
    TerminalTraits.columns(of: 1, environment: getenv("COLUMNS").map { String(cString: $0) })
  }
  /// Whether a descriptor is a terminal, isatty(3), also one of unknown width.
  package var isTerminal: @Sendable (Int32) -> Bool = { isatty($0) == 1 }
  /// Stops interrupts from ending the process; nil if they are ignored.
  package var catchInterrupts: @Sendable () throws -> Interrupts? = { try Interrupts() }
  /// Waits until `CLOCK_BOOTTIME` reaches a time, or an interrupt or a closed output.
  package var sleep: @Sendable (_ until: Duration, Interrupts?) -> Sleep.End = {
    Sleep.until($0, $1, outlet: 1)
  }
  /// The timeout for a lock on the log.
  package var lockTimeout = Duration.seconds(5)
  /// The descriptors of standard input, standard output and standard error.
  package var (input, output, errors): (Int32, Int32, Int32) = (0, 1, 2)

  /// The real machine.
  package static let live = World()

  /// Read when it is needed first: tzset(3) looks at the file of the zone each time.
  private static let systemLocalClock = SystemLocalClock()
  private static let ids = Mutex((ids: EventIDs(), random: RandomPool()))

  /// Identified once per process, since that reads three files.
  private static let clock = SystemClocks.identity(device: device)

  private static let device = DeviceID.ofThisMachine(
    environment: { name in getenv(name).flatMap { String(validatingCString: $0) } })

  /// An environment variable that is set and not empty; invalid UTF-8 in it is repaired.
  package func variable(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a text to standard output.
  package func print(_ text: String) throws {
    var output = Output(descriptor: output)
    output.bytes.append(contentsOf: text.utf8)
    try output.flush()
  }

  /// Writes a note to standard error, with `--json` as an object on a line.
  package func note(_ message: String, isJSON: Bool) {
    guard isJSON else { return say("Note: \(message)") }
    var json = JSONWriter()
    json.object { $0.object("note") { $0.field("message", message) } }
    say(String(decoding: json.bytes, as: UTF8.self))
  }

  /// Writes lines to standard error, if possible.
  ///
  /// They are made harmless, since SQLite's messages quote a wrong query verbatim.
  package func say(_ lines: String) {
    show(
      lines.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Harmless.text(String($0)) + "\n" }.joined())
  }

  /// Writes a harmless text to standard error; its failure cannot be reported.
  func show(_ text: String) {
    var output = Output(descriptor: errors)
    output.bytes += text.utf8
    try? output.flush()
  }
}

/// Random numbers of the kernel, fetched in batches.
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

/// The arguments of the process after the program's name, as bytes: they may be invalid UTF-8.
///
/// They are read from `argv` of `main`. `CommandLine.arguments` silently repairs invalid UTF-8, and
/// is empty if /proc cannot be read.
package func argumentBytes() -> [[UInt8]] {
  guard let words = carguments_words() else { return [] }
  return (1..<max(1, Int(carguments_count()))).compactMap { index in
    words[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
  }
}
