import Foundation
import Glibc
import ProcessTestSupport
import Testing
import Timing
import Text
import CCurses

/// The real program in a pseudoterminal, whose screen is kept in memory.
///
/// Nothing sleeps: tests wait for a screen to appear, with a time limit.
final class PseudoTerminal {
  private(set) var screen: VirtualTerminal
  /// All that the program wrote, to the byte.
  private(set) var received: [UInt8] = []
  private(set) var isClosed = false
  let process: Child
  private var typedCount = 0
  private let master: Int32
  /// Kept open so that the terminal's settings outlive the program.
  private let slave: Int32

  /// The time limit of all waits, far longer than needed on a busy machine.
  static let bound = 30.0

  /// The folder of the tests' executable and of the program.
  static let folder: String = {
    let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: test).deletingLastPathComponent().path
  }()

  /// The program under test.
  static var program: String { folder + "/laptimer" }

  /// Runs a program in a session of its own with this terminal.
  ///
  /// A terminal that does not know its size reports 0 columns, as a serial console does.
  init(
    _ words: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24,
    knowsItsSize: Bool = true
  ) throws {
    screen = VirtualTerminal(columns: columns, rows: rows)
    // ptmx(4) and ioctl_tty(2): Swift's Glibc module lacks posix_openpt(3).
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, lock) = (Int32(-1), Int32(0))
    try #require(ioctl(master, 0x4004_5431, &lock) == 0)  // TIOCSPTLCK
    try #require(ioctl(master, 0x8004_5430, &number) == 0)  // TIOCGPTN
    let name = "/dev/pts/\(number)"
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    if knowsItsSize { Self.setSize(master, columns, rows) }

    let base = [
      "TERM": "xterm", "LANG": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
    ]
    process = try Child(
      words, environment: base.merging(environment) { $1 }, terminal: name)
  }

  deinit {
    close(slave)
    if !isClosed { close(master) }
  }

  /// The terminal's present settings.
  var settings: termios {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings
  }

  /// Whether the terminal edits and echoes lines, as a shell expects.
  var isCooked: Bool {
    let wanted = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & wanted == wanted && settings.c_iflag & tcflag_t(ICRNL) != 0
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    write(master, bytes, bytes.count)
    typedCount += bytes.count
  }

  /// Waits until the program has read all that was typed, whatever its main thread waits for.
  ///
  /// Other threads than the main one read keys only. Of a terminal one cannot tell whether typed
  /// bytes were read or are still on their way to its queue.
  func waitUntilRead() throws {
    let deadline = Date().addingTimeInterval(Self.bound)
    while try readCount() < typedCount {
      guard Date() < deadline else { throw Missing(what: "a read of the keys") }
      sched_yield()
    }
  }

  /// The bytes that other threads than the main one have read, by proc(5).
  private func readCount() throws -> Int {
    let tasks = "/proc/\(process.pid)/task"
    var count = 0
    for task in try FileManager.default.contentsOfDirectory(atPath: tasks)
    where task != "\(process.pid)" {
      let lines = try String(contentsOfFile: "\(tasks)/\(task)/io", encoding: .utf8)
      let read = lines.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
      count += try #require(read.flatMap { Int($0.dropFirst("rchar: ".count)) })
    }
    return count
  }

  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(master, columns, rows)
  }

  /// Sends a signal to the program.
  func signal(_ number: Int32) { process.send(number) }

  /// Closes the terminal, as when its window is closed.
  func hangUp() {
    isClosed = true
    close(master)
  }

  /// Waits until the screen meets a condition.
  func expect(
    _ what: String, _ location: SourceLocation = #_sourceLocation,
    _ isSo: (VirtualTerminal) -> Bool
  ) throws {
    let deadline = Date().addingTimeInterval(Self.bound)
    while !isSo(screen) {
      guard read(until: deadline) else {
        Issue.record("\(what) is not shown, but:\n\(screen.text)", sourceLocation: location)
        throw Missing(what: what)
      }
    }
  }

  /// Waits until a text is on the screen.
  func expect(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try expect("'\(text)'", location) { $0.text.contains(text) }
  }

  /// Waits until a text is gone from the screen.
  func expectNo(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try expect("no '\(text)'", location) { !$0.text.contains(text) }
  }

  /// Waits until the program has ended and all its output is read.
  func waitForEnd(_ location: SourceLocation = #_sourceLocation) throws -> Child.End {
    let deadline = Date().addingTimeInterval(Self.bound)
    // A program whose output is not read would never end.
    while waitForEndOrOutput(until: deadline) {
      while !isClosed, read(until: Date()) {}
    }
    if let end = process.wait(until: deadline) {
      while !isClosed, read(until: Date()) {}
      return end
    }
    Issue.record("The program goes on, showing:\n\(screen.text)", sourceLocation: location)
    throw Missing(what: "the end")
  }

  struct Missing: Error { var what: String }

  /// Waits for output; false if the program has ended or at the deadline.
  private func waitForEndOrOutput(until deadline: Date) -> Bool {
    var waiting = [pollfd(fd: process.endDescriptor, events: Int16(POLLIN), revents: 0)]
    if !isClosed { waiting.append(pollfd(fd: master, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = max(0, deadline.timeIntervalSinceNow * 1000)
    guard poll(&waiting, nfds_t(waiting.count), Int32(milliseconds.rounded(.up))) > 0 else {
      return false
    }
    return waiting[0].revents == 0
  }

  /// Reads output; false if there was none until the deadline.
  private func read(until deadline: Date) -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let milliseconds = max(0, deadline.timeIntervalSinceNow * 1000)
    guard poll(&waiting, 1, Int32(milliseconds.rounded(.up))) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    received += bytes[..<count]
    screen.receive(bytes[..<count])
    return true
  }

  private static func setSize(_ file: Int32, _ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(file, UInt(TIOCSWINSZ), &size)
  }
}
