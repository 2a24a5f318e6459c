import CBaseline
import Glibc
import Signals
import SignalsEvent
import Web

/// The time of a message to the last of many readers, beside a server in C on libevent.
///
/// The readers are real sockets on loopback in a process of their own.
func serving(_ bench: Bench) throws -> [Figure] {
  signal(SIGPIPE, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let most = min(10_000, Int(clamping: limit.rlim_max) - 500)
  var figures: [Figure] = []
  for readers in [10, 100, 1_000].filter({ $0 < most }) + [most] {
    let board = ServedBoard(readers: readers)
    var times: [[Double]] = [[], []]
    // Each in turn, so that other load affects both equally.
    for _ in 0..<3 {
      times[0] += try board.ours()
      times[1] += try board.neighbor()
    }
    figures.append(
      Duel(times: times).figure(
        "a message to the last of \(readers.spaced) readers; C on libevent",
        readers == most ? .atMost(1.3) : .none))
    if readers == most {
      figures.append(Figure("\(readers.spaced) readers resume", board.resumed, atMost: 5))
      figures.append(
        Figure("memory of \(readers.spaced) readers", memory: board.memory, atMost: readers << 13))
    }
  }
  return figures
}

private final class ServedBoard {
  private let readers: Int
  private let publications = 20
  /// The change of a race of 60 has half a kilobyte.
  private let data = "{\"cells\":\"@\(String(repeating: "x", count: 480))\"}"
  /// The longest time until all readers had their first message.
  private(set) var resumed = 0.0
  /// The most memory that the first server has needed for its readers.
  private(set) var memory = 0

  init(readers: Int) { self.readers = readers }

  /// Returns the seconds of each publication of laptimer's server.
  func ours() throws -> [Double] {
    guard let loop = EventScheduler() else { throw Child.Failure("event_base_new") }
    let site = StreamSite(on: loop, Array(data.utf8))
    let server = try WebServer(
      ServerSettings(.address("127.0.0.1", port: 0)), serving: site, on: loop)
    guard case .address(_, let port) = server.place else { return [] }
    let before = try residentMemory()
    var (seconds, published) = ([Double](), 0.0)
    try withReaders(at: port, target: "/?after=0") { reports in
      let listening = loop.whenReadable(reports) { [self] in
        var report = 0.0
        guard read(reports, &report, 8) == 8 else { return loop.stop() }
        if published == 0 {
          resumed = max(resumed, report)
          memory = max(memory, (try? residentMemory() - before) ?? 0)
        } else {
          seconds.append(report - published)
        }
        guard seconds.count < publications else { return }
        published = Child.now()
        site.publish()
      }
      _ = loop.run()
      listening.cancel()
    }
    return seconds
  }

  /// Returns the seconds of each publication of the server in C.
  func neighbor() throws -> [Double] {
    var port: UInt16 = 0
    let board = baseline_board_open(Int32(readers), &port)
    var seconds = [Double](repeating: 0, count: publications + 1)
    let message = "event: change\nid: 7f3a91c2.812.0\ndata: \(data)\n\n"
    try withReaders(at: port, target: "/") {
      baseline_board_serve(board, $0, message, message, Int32(publications), &seconds)
    }
    return Array(seconds.dropFirst())
  }

  /// Runs the process of the readers, whose reports arrive in a pipe.
  private func withReaders(
    at port: UInt16, target: String, _ body: (Int32) throws -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Child.Failure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let words = [
      "/proc/self/exe", "--readers", "\(port)", "\(readers)", target, "\(publications + 1)",
    ]
    let began = Child.now()
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try Child.start(words, Child.Streams(output: ends[1]))
    }
    try body(ends[0])
    try Child.wait(for: process, words, began)
  }

  private func residentMemory() throws -> Int {
    let words = try lines(of: "/proc/self/statm").first?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) << 12 : 0
  }
}

/// A site of one stream.
private final class StreamSite: WebHandler {
  private let channel: EventChannel
  private let data: [UInt8]
  private var newest = 1

  init(on loop: EventScheduler, _ data: [UInt8]) {
    self.data = data
    channel = EventChannel(
      of: "0", on: loop, clock: { StreamMessage("clock", data: Array("{}".utf8)) },
      board: { StreamMessage("board", token: "1", data: data) })
    channel.publish(StreamMessage("change", token: "1", data: data))
  }

  func publish() {
    newest += 1
    channel.publish(StreamMessage("change", token: "\(newest)", data: data))
  }

  func answer(_ request: WebRequest) -> WebAnswer { .stream(channel, after: request["after"]) }
}
