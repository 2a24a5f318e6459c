import Foundation
import ProcessTestSupport
import Testing
import CCurses

/// The real program in a pseudoterminal with a screen in memory.
///
/// Tests do not sleep, but wait for a text on the screen with a timeout.
final class PseudoTerminal {
  private(set) var screen: VirtualTerminal
  /// The exact bytes that the program wrote.
  private(set) var received: [UInt8] = []
  private(set) var isClosed = false
  let process: Child
  private var typedCount = 0
  private let master: Int32
  /// Stays open so that the terminal's settings outlive the program.
  private let slave: Int32

  /// The timeout of all waits in seconds, far longer than a busy machine needs.
  static let timeout = 30.0

  /// Runs a program in a new session with this terminal.
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

    let base = ["TERM": "xterm", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    process = try Child(words, environment: base.merging(environment) { $1 }, terminal: name)
  }

  deinit {
    close(slave)
    if !isClosed { close(master) }
  }

  var settings: termios {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings
  }

  /// Whether the terminal edits and echoes lines, as a shell expects.
  var isCooked: Bool {
    let flags = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & flags == flags && settings.c_iflag & tcflag_t(ICRNL) != 0
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    write(master, bytes, bytes.count)
    typedCount += bytes.count
  }

  /// Waits until the program has read all typed keys, even if its main thread is blocked.
  ///
  /// Threads other than the main one read only keys. A terminal does not report whether typed bytes
  /// were read, or have not reached its queue.
  func waitUntilRead() throws {
    let deadline = Date().addingTimeInterval(Self.timeout)
    while try readCount() < typedCount {
      guard Date() < deadline else { throw Missing(what: "a read of the keys") }
      sched_yield()
    }
  }

  /// The number of bytes that threads other than the main one have read, by proc(5).
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

  func signal(_ number: Int32) { process.send(number) }

  func whileStopped(_ body: () throws -> Void) throws {
    signal(SIGSTOP)
    var info = siginfo_t()
    #expect(waitid(P_PID, id_t(process.pid), &info, WSTOPPED | WEXITED | WNOWAIT) == 0)
    defer { signal(SIGCONT) }
    try body()
  }

  /// Closes the terminal, as a closed window does.
  func hangUp() {
    isClosed = true
    close(master)
  }

  func expect(
    _ what: String, _ location: SourceLocation = #_sourceLocation,
    _ isMet: (VirtualTerminal) -> Bool
  ) throws {
    let deadline = Date().addingTimeInterval(Self.timeout)
    while !isMet(screen) {
      guard read(until: deadline) else {
        Issue.record("\(what) is not shown, but:\n\(screen.text)", sourceLocation: location)
        throw Missing(what: what)
      }
    }
  }

  func expect(_ texts: String..., at location: SourceLocation = #_sourceLocation) throws {
    for text in texts { try expect("'\(text)'", location) { $0.text.contains(text) } }
  }

  /// Types keys, and waits until a text is on the screen, then the next one.
  func type(
    _ keys: String, expecting texts: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    type(keys)
    for text in texts { try expect(text, at: location) }
  }

  /// Presses q, and expects that the program ends normally.
  func quit(_ location: SourceLocation = #_sourceLocation) throws {
    type("q")
    #expect(try waitForEnd(location) == .exit(0), sourceLocation: location)
  }

  func expectNo(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    try expect("no '\(text)'", location) { !$0.text.contains(text) }
  }

  func waitForEnd(_ location: SourceLocation = #_sourceLocation) throws -> Child.End {
    let deadline = Date().addingTimeInterval(Self.timeout)
    // A program whose output is not read would never end.
    while waitForEndOrOutput(until: deadline) {
      while !isClosed, read(until: Date()) {}
    }
    if let end = process.wait(until: deadline) {
      while !isClosed, read(until: Date()) {}
      return end
    }
    Issue.record("The program has not ended. Its screen:\n\(screen.text)", sourceLocation: location)
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

  /// Reads output; false if none arrives before the deadline.
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
