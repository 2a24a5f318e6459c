import CBaseline
import Glibc
import Signals
import SignalsEvent
import Web

/// The time of a message to the last of many readers, beside a server in C on libevent, with a picture
/// of it; then the program with a log, a race and a `lap`.
func serving(_ bench: Bench) throws -> [Figure] {
  signal(SIGPIPE, SIG_IGN)
  let most = Readers.most()
  let counts = [10, 32, 100, 316, 1_000, 3_162].filter { $0 < most } + [most]
  var figures: [Figure] = []
  var lines = [
    Plot.Line(name: "laptimer", color: "#8fd38a", values: []),
    Plot.Line(name: "C", color: "#7fb4ff", values: []),
  ]
  for readers in counts {
    let board = ServedBoard(readers: readers)
    var times: [[Double]] = [[], []]
    // Each in turn, so that other load affects both equally.
    for _ in 0..<3 {
      times[0] += try board.ours()
      times[1] += try board.neighbor()
    }
    for index in lines.indices { lines[index].values.append(times[index].quantile(0.5)) }
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
  let plot = Plot(
    title: "Time of a message to the last of many readers", axis: "readers", counts: counts,
    lines: lines, label: \.roughTime)
  let path = ".build/serve.svg"
  try write(plot.svg, to: path)
  figures.append(Figure(what: "picture: `\(path)`", ours: ""))
  return try figures + servedCrossings(bench, readers: [1, most])
    + servedLaps(bench, readers: most)
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
    guard let loop = EventScheduler(), let address = SocketAddress("127.0.0.1:0") else {
      throw Child.Failure("event_base_new")
    }
    let site = StreamSite(on: loop, Array(data.utf8))
    let server = try WebServer(ServerSettings(address), serving: site, on: loop)
    guard let port = server.address.port else { return [] }
    let before = try residentMemory()
    var (seconds, published) = ([Double](), 0.0)
    try group(at: port, of: "/?after=0").whileReading { reports in
      let listening = loop.whenReadable(reports) { [self] in
        guard let report = Readers.Report(from: reports) else { return loop.stop() }
        if published == 0 {
          resumed = max(resumed, report.last)
          memory = max(memory, (try? residentMemory() - before) ?? 0)
        } else {
          seconds.append(report.last - published)
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
    try group(at: port, of: "/").whileReading {
      baseline_board_serve(board, $0, message, message, Int32(publications), &seconds)
    }
    return Array(seconds.dropFirst())
  }

  private func group(at port: UInt16, of target: String) -> Readers {
    Readers(at: port, readers, of: target, ("@", "@"), messages: publications)
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
      of: "0", on: loop, clock: { Array("{}".utf8) }, board: { data })
    channel.publish(StreamMessage("change", token: "1", data: data))
  }

  func publish() {
    newest += 1
    channel.publish(StreamMessage("change", token: "\(newest)", data: data))
  }

  func answer(_ request: WebRequest) -> WebAnswer { .stream(channel, after: request["after"]) }
}
