import CBaseline
import Glibc

/// Readers of a stream, real sockets on loopback, in a process of their own that costs little.
struct Readers {
  let port: UInt16
  let count: Int
  let target: String
  /// A text of the first message that each of them gets, and one of the others.
  let marks: (first: String, others: String)
  /// The messages that they wait for, after the first one.
  let messages: Int
  /// Their niceness; with 19 they take only what other processes leave, as readers elsewhere do.
  let niceness: Int32

  /// When all had the same message.
  struct Report {
    /// The time at which one of them had it.
    var first = 0.0
    /// The time at which all had it; of the first message, the seconds since they began to connect.
    var last = 0.0

    /// Waits for the next one; nil once they have ended.
    init?(from file: Int32) {
      let size = MemoryLayout<Report>.size
      guard Glibc.read(file, &self, size) == size else { return nil }
    }
  }

  init(
    at port: UInt16, _ count: Int, of target: String, _ marks: (first: String, others: String),
    messages: Int, niceness: Int32 = 0
  ) {
    (self.port, self.count, self.target, self.marks) = (port, count, target, marks)
    (self.messages, self.niceness) = (messages, niceness)
  }

  /// Creates them of the words by which their process is started.
  init(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    guard words.count == 7, let port = UInt16(words[0]), let count = Int(words[1]),
      let messages = Int(words[5]), let niceness = Int32(words[6])
    else { throw Child.Failure(description: "--readers: \(words)") }
    self.init(
      at: port, count, of: words[2], (words[3], words[4]), messages: messages,
      niceness: niceness)
  }

  /// Reads in this process, and reports on standard output.
  func read() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    baseline_read_boards(
      port, Int32(count), target, marks.first, marks.others, Int32(messages) + 1)
  }

  /// Runs their process, whose reports `body` reads from a file.
  func whileReading<Value>(_ body: (_ reports: Int32) throws -> Value) throws -> Value {
    let words =
      ["/proc/self/exe", "--readers"]
      + ["\(port)", "\(count)", target, marks.first, marks.others, "\(messages)", "\(niceness)"]
    return try Child.whileRunning(words) { try body($0) }
  }

  /// The most that this machine allows, at most 10,000; raises the limit of this process, too.
  static func most() -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return min(10_000, Int(clamping: limit.rlim_max) - 500)
  }
}
