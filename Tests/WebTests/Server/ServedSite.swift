import Foundation
import Glibc
import Signals
import SignalsEvent
import Synchronization

@testable import Web

/// A server in a thread of its own, on a free port of loopback.
final class ServedSite: Sendable {
  let port: UInt16
  private let stopping: Int32
  private let ended = DispatchSemaphore(value: 0)

  init(_ change: @escaping @Sendable (inout ServerSettings) -> Void = { _ in }) throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(errno: errno) }
    let reading = ends[0]
    stopping = ends[1]
    let started = DispatchSemaphore(value: 0)
    let shared = Shared()
    @Sendable func serve() {
      defer { close(reading) }
      guard let address = SocketAddress("127.0.0.1:0"), let loop = EventScheduler() else {
        return _ = started.signal()
      }
      var settings = ServerSettings(address)
      change(&settings)
      let site = Site(on: loop)
      guard let server = try? WebServer(settings, serving: site, on: loop) else {
        return _ = started.signal()
      }
      site.server = server
      shared.port.withLock { $0 = server.address.port }
      started.signal()
      let listening = loop.whenReadable(reading) { loop.stop() }
      _ = loop.run()
      listening.cancel()
    }
    Thread.detachNewThread { [ended] in
      serve()
      ended.signal()
    }
    started.wait()
    guard let number = shared.port.withLock({ $0 }) else { throw Failure(errno: EADDRINUSE) }
    self.port = number
  }

  deinit {
    close(stopping)
    ended.wait()
  }

  struct Failure: Error { let errno: Int32 }

  private final class Shared: Sendable {
    let port = Mutex<UInt16?>(nil)
  }

  /// The Host header of the server.
  var host: String { "127.0.0.1:\(port)" }

  /// Connects, sends bytes, and returns all that is answered until the server closes.
  ///
  /// `HOST` stands for the server's own name.
  func exchange(_ text: String) throws -> String {
    let client = try Client(port)
    try client.send(text.replacing("HOST", with: host))
    return try client.readToEnd()
  }

  /// Returns the status of the first answer.
  func status(_ text: String) throws -> Int? { Self.status(of: try exchange(text)) }

  static func status(of answer: String) -> Int? {
    answer.hasPrefix("HTTP/1.1 ") ? Int(answer.dropFirst(9).prefix(3)) : nil
  }

  /// Returns the body of an answer to a GET.
  func get(_ target: String) throws -> String {
    let answer = try exchange("GET \(target) HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
    return answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
  }
}

/// The site of the tests: a page, an echo, a stream, and its own counts.
private final class Site: WebHandler {
  weak var server: WebServer?
  private let channel: EventChannel
  private var published = 0

  init(on loop: EventScheduler) {
    channel = EventChannel(
      of: "t0", on: loop, clock: { Array("{}".utf8) }, board: { Array("{}".utf8) })
  }

  func answer(_ request: WebRequest) -> WebAnswer {
    let text: String
    switch request.path.first {
    case "stream": return .stream(channel, after: request["after"])
    case "publish":
      published += 1
      let data = Array(repeating: UInt8(ascii: "x"), count: Int(request["bytes"] ?? "") ?? 1)
      channel.publish(StreamMessage("change", token: "t\(published)", data: data))
      text = "t\(published)"
    case "connections": text = "\(server?.connections.count ?? 0) \(channel.readerCount)"
    case "echo": text = String(decoding: request.body, as: UTF8.self)
    case "page": text = String(repeating: "a row of the board\n", count: 100)
    default: text = request.path.joined(separator: "|")
    }
    let tag = request.path.first == "page" ? "7f.1.0" : nil
    return .response(WebResponse(type: "text/plain", body: Array(text.utf8), tag: tag))
  }
}

/// A blocking connection to a server, which gives up after ten seconds of silence.
final class Client {
  let file: Int32

  convenience init(_ port: UInt16) throws { try self.init(to: "127.0.0.1:\(port)") }

  init(to text: String) throws {
    guard let address = SocketAddress(text) else { throw ServedSite.Failure(errno: EINVAL) }
    let family = address.path == nil ? AF_INET : AF_UNIX
    file = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw ServedSite.Failure(errno: errno) }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
    guard address.withPointer({ connect(file, $0, socklen_t($1)) }) == 0 else {
      throw ServedSite.Failure(errno: errno)
    }
  }

  deinit { close(file) }

  /// Sends all bytes, or as many as a server takes that has closed meanwhile.
  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EPIPE || errno == ECONNRESET { return }
      guard count > 0 else { throw ServedSite.Failure(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more is sent.
  func finishSending() { shutdown(file, Int32(SHUT_WR)) }

  /// Reads until the server closes.
  func readToEnd() throws -> String {
    var text = ""
    while let part = try read() { text += part }
    return text
  }

  /// Reads until a text has arrived; returns all that was read.
  func read(until end: String) throws -> String {
    var text = ""
    while !text.contains(end) {
      guard let part = try read() else { throw ServedSite.Failure(errno: ENODATA) }
      text += part
    }
    return text
  }

  private func read() throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file, &buffer, buffer.count)
    if count == 0 || count < 0 && errno == ECONNRESET { return nil }
    guard count > 0 else { throw ServedSite.Failure(errno: errno) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Closes without the wait of TCP, so that its port is free at once.
  func reset() {
    var setting = linger(l_onoff: 1, l_linger: 0)
    setsockopt(file, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
  }
}
