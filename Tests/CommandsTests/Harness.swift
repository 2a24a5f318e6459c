import Arguments
import CSQLite
import Foundation
import ProcessTestSupport
import SQLite
import Synchronization
import Testing
import Timing
import TimingTestSupport

@testable import Commands
@testable import Host
import Text

let packageFolder = URL(filePath: #filePath).appending(path: "../../..").standardized

let fixtures = packageFolder.appending(path: "Tests/CommandsTests/Fixtures")

/// The option of a command that is repeated with its id.
let sameID = "--id 01920000-0000-7000-8000-00000000beef"

func packageText(_ path: String) throws -> String {
  try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
}

/// A user's shell with its own log and clocks.
///
/// Its folder is deleted with it. The test advances its clocks. Its output goes to a terminal only
/// if `columns` or `isOnTerminal` is set.
///
/// ```swift
/// let shell = Shell("start 'Tempo run'")
/// #expect(shell(.seconds(12.3), "lap") == "1) 00:12.3  lap 00:12.3")
/// ```
final class Shell {
  private let scratch: ScratchFolder
  /// The clocks at the start of the next command, which a sleep advances.
  var machine: Machine {
    get { state.withLock { $0.machine } }
    set { state.withLock { $0.machine = newValue } }
  }
  /// Variables besides `LAPTIMER_DB`, which names the shell's log.
  var environment: [String: String] = [:]
  var device: String
  /// The width of the terminal; nil for a file, and for a terminal of unknown width.
  var columns: Int?
  /// Whether output goes to a terminal; nil: if `columns` is set.
  var isOnTerminal: Bool?
  /// The offset of local time from UTC, in seconds.
  var offset = 3600
  /// The moment at which daylight saving ends, and local time is set back by an hour.
  var summerEnd: Moment?
  /// The descriptor for standard output; nil captures the output in the answer.
  var outputDescriptor: Int32?
  var interrupts: Interrupts?
  /// Called before each sleep with the ticks of its end; returns the reason for its end.
  var onSleep: (@Sendable (Duration) -> Sleep.End)?
  /// The timeout for a lock on the log.
  var lockTimeout = Duration.seconds(5)
  /// The delay of the end of each sleep.
  var lateness = Duration.zero

  private let state: State

  /// The number of times that commands have stored the device id.
  var storedDeviceIDs: Int { state.storedDeviceIDs.load(ordering: .relaxed) }

  /// State that the closures of `world` share.
  private final class State: Sendable {
    let storedDeviceIDs = Atomic(0)
    let mutex = Mutex<(machine: Machine, nextID: UInt64)>((Machine(), 0))

    func withLock<Value>(
      _ body: (inout sending (machine: Machine, nextID: UInt64)) throws -> sending Value
    ) rethrows -> Value { try mutex.withLock(body) }
  }

  /// Makes a shell at 2027-01-15T08:00:00Z, which is 09:00 local time.
  ///
  /// - Parameters:
  ///   - firstID: the number in the id of its first event. Shells whose logs are merged need
  ///     different ones.
  ///   - device: the id of its machine.
  ///   - history: what the user has done so far.
  init(firstID: UInt64 = 1, device: String = "device", _ history: Step...) {
    self.device = device
    state = State()
    state.withLock { $0.nextID = firstID - 1 }
    do {
      scratch = try ScratchFolder()
    } catch { preconditionFailure("no folder for a shell: \(error)") }
    for step in history { take(step) }
  }

  /// Makes the shell of another device, with its own clock.
  static func otherDevice() -> Shell {
    let shell = Shell(firstID: 1001)
    shell.machine.reboot(lasting: .zero)
    return shell
  }

  /// A command line, or a span of time that passes before the next one.
  enum Step: ExpressibleByStringInterpolation {
    case line(String)
    case pass(Duration)

    init(stringLiteral line: String) { self = .line(line) }

    static func seconds(_ count: some BinaryInteger) -> Step { .pass(.seconds(count)) }
    static func seconds(_ count: Double) -> Step { .pass(.seconds(count)) }
    static func milliseconds(_ count: some BinaryInteger) -> Step { .pass(.milliseconds(count)) }
  }

  var folder: String { scratch.path }

  var log: String { folder + "/laptimer.db" }

  /// Writes a file in the folder.
  ///
  /// - Returns: its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Overwrites the first occurrence of a text in a file.
  func overwrite(_ text: String, with other: String, in path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data(text.utf8)))
    bytes.replaceSubrange(place.lowerBound..<place.lowerBound + other.utf8.count, with: other.utf8)
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  /// Changes the log as a program would that circumvents its checks.
  func corrupt(_ sql: String) throws {
    try Connection(path: log, flags: SQLITE_OPEN_READWRITE).execute(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed; \(sql)
      """)
  }

  func pass(_ span: Duration) { machine.pass(span) }

  /// Runs command lines and lets time pass, in this order.
  ///
  /// - Returns: the answer of the last step.
  @discardableResult func callAsFunction(_ first: Step, _ others: Step...) -> Answer {
    others.reduce(take(first)) { _, step in take(step) }
  }

  @discardableResult private func take(_ step: Step) -> Answer {
    switch step {
    case .line(let line): return self(line, input: "")
    case .pass(let span):
      pass(span)
      return Answer()
    }
  }

  /// Runs a command line, split into words as a shell does it.
  @discardableResult
  func callAsFunction(_ line: String, input: String = "") -> Answer {
    do {
      return try run(splitWords(line), input: input)
    } catch {
      Issue.record("\(line): \(error)")
      return Answer(exit: -1, output: "", errors: "\(error)")
    }
  }

  /// Runs command lines, and expects that each ends with an exit code.
  func expect(exit code: Int32, _ lines: String..., at location: SourceLocation = #_sourceLocation)
  {
    for line in lines {
      let answer = self(line)
      #expect(answer.exit == code, "\(line): \(answer)", sourceLocation: location)
    }
  }

  /// The rows of a query in CSV, without the names of the columns.
  func rows(_ sql: String) -> [String] {
    self("query --format csv \(sql.shellQuoted)").lines.dropFirst().map(String.init)
  }

  func run(_ words: [String], input: String = "") throws -> Answer {
    try run(words.map { Array($0.utf8) }, input: Array(input.utf8))
  }

  func run(_ words: [[UInt8]], input: [UInt8] = []) throws -> Answer {
    let files = try (input: Stream(folder), output: Stream(folder), errors: Stream(folder))
    try files.input.fill(input)
    var world = world
    world.input = files.input.descriptor
    let output = outputDescriptor ?? files.output.descriptor
    world.output = output
    let isOnTerminal = isOnTerminal ?? (columns != nil)
    world.isTerminal = { $0 == output && isOnTerminal }
    world.errors = files.errors.descriptor
    let code = Commands.run(words, in: world)
    return Answer(exit: code, output: try files.output.text(), errors: try files.errors.text())
  }

  /// The world of the shell, without open streams.
  var world: World {
    let state = state
    let (variables, columns, device) = (environment, columns, device)
    let clock = ShellClock(offset: offset, summerEnd: summerEnd)
    let (log, interrupts, onSleep, lateness) = (log, interrupts, onSleep, lateness)
    var world = World.live
    world.environment = { name in
      (variables[name] ?? (name == "LAPTIMER_DB" ? log : nil)).map { Array($0.utf8) }
    }
    world.instant = {
      var instant = state.withLock { $0.machine.instant }
      instant.clock.device = device
      return instant
    }
    world.keepDevice = { state.storedDeviceIDs.add(1, ordering: .relaxed) }
    world.makeID = { _ in
      state.withLock {
        $0.nextID += 1
        return EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | $0.nextID)
      }
    }
    world.localClock = { clock }
    world.terminalColumns = { columns }
    world.catchInterrupts = { interrupts }
    world.sleep = { ticks, _ in
      let end = onSleep?(ticks) ?? .over
      state.withLock { $0.machine.pass(max(.zero, ticks + lateness - $0.machine.reading.ticks)) }
      return end
    }
    (world.input, world.output, world.errors) = (-1, -1, -1)
    world.lockTimeout = lockTimeout
    return world
  }
}

/// The result of a command; a literal is that of a command that printed these lines, and no errors.
struct Answer: Equatable, CustomStringConvertible {
  var exit: Int32 = 0
  var output = ""
  var errors = ""

  var description: String { "exit \(exit)\n\(output)\(errors.isEmpty ? "" : "! " + errors)" }

  /// The output without its last line feed.
  var text: String { Self.lines(output) }

  var lines: [Substring] { output.split(separator: "\n") }

  /// The errors without their last line feed.
  var message: String { Self.lines(errors) }

  /// The message of a command that failed with an exit code and printed nothing.
  ///
  /// - Returns: the message; the description of any other answer, which no message equals.
  func error(_ code: Int32) -> String { exit == code && output.isEmpty ? message : description }

  /// Whether the command failed with an exit code and printed nothing but a message with the words.
  func failed(_ code: Int32, _ words: String...) -> Bool {
    exit == code && output.isEmpty && words.allSatisfy { errors.contains($0) }
  }

  /// Whether the command succeeded, and its output contains some words and does not contain others.
  func succeeded(with some: String..., without others: String...) -> Bool {
    exit == 0 && some.allSatisfy { output.contains($0) } && !others.contains { output.contains($0) }
  }

  private static func lines(_ text: String) -> String {
    text.hasSuffix("\n") ? String(text.dropLast()) : text + "(no line feed at the end)"
  }

  func decoded<Value: Decodable>() throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Value.self, from: Data(output.utf8))
  }
}

extension Answer: ExpressibleByStringInterpolation {
  init(stringLiteral lines: String) { output = lines + "\n" }
}

/// Local time with a constant offset from UTC, an hour less once summer has ended.
private struct ShellClock: LocalClock {
  let offset: Int
  let summerEnd: Moment?

  func time(at moment: Moment) -> CivilTime {
    let isWinter = summerEnd.map { $0 <= moment } ?? false
    return CivilTime(
      secondsSince1970: Int(moment.secondsSince1970) + offset - (isWinter ? 3600 : 0))
  }

  func seconds(showing time: CivilTime) -> [Int] {
    [0, 3600].map { time.secondsSince1970 - offset + $0 }.filter { second in
      Moment(secondsSince1970: second, nanoseconds: 0).map { self.time(at: $0) == time } ?? true
    }
  }
}

private final class Stream {
  let descriptor: Int32

  init(_ folder: String) throws {
    var path = Array("\(folder)/stream.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    try #require(descriptor >= 0)
    unlink(path)
  }

  deinit { close(descriptor) }

  func fill(_ bytes: [UInt8]) throws {
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: bytes)
    lseek(descriptor, 0, SEEK_SET)
  }

  func text() throws -> String {
    lseek(descriptor, 0, SEEK_SET)
    let bytes = try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data()
    return try #require(String(bytes: bytes, encoding: .utf8))
  }
}
