import CEvent
import Glibc
package import SQLite
import Signals
package import SignalsEvent
import Text

/// The address, the names and the limits of a server.
package struct ServerSettings: Sendable {
  package var address: SocketAddress
  /// The names, beside addresses of this machine, that the Host header of a request may have.
  package var hosts: Set<String> = []
  var maxConnections = 12_000
  /// The most connections from one address; nil: no limit of their own.
  package var maxPerAddress: Int?
  /// The time for a request to arrive in full, and for its answer to be read.
  var requestTimeout = Duration.seconds(15)
  /// The time after which a reader of a stream who has read nothing is closed.
  var drainTimeout = Duration.seconds(60)

  package init(_ address: SocketAddress) { self.address = address }
}

/// A server of HTTP/1.1 that answers by a handler: requests by strict rules, with bounds on all that
/// a client can make it keep.
///
/// libevent's own HTTP is not used: it does not report a connection that ends before its first
/// request, so that connections could not be counted, and reads requests by rules of its own before
/// anyone can check them.
package final class WebServer {
  let loop: EventScheduler
  let settings: ServerSettings
  let handler: any WebHandler
  private var listener: OpaquePointer?
  private(set) var connections: [ObjectIdentifier: Connection] = [:]
  private var counts: [String: Int] = [:]
  private var pause: Subscription?
  private let compression = Compression()
  /// The address at which it listens, with its port.
  package private(set) var address: SocketAddress

  /// Most connections that wait to be accepted, also within net.core.somaxconn.
  private static let backlog: Int32 = 4096

  /// Starts to listen.
  ///
  /// The process must ignore SIGPIPE. The limit of its files is raised as far as it may be.
  package init(
    _ settings: ServerSettings, serving handler: any WebHandler, on loop: EventScheduler
  ) throws(SystemError) {
    (self.settings, self.handler, self.loop) = (settings, handler, loop)
    address = settings.address
    Self.raiseLimitOfFiles()
    try Self.removeStaleSocket(at: address)
    let flags = [LEV_OPT_CLOSE_ON_FREE, LEV_OPT_CLOSE_ON_EXEC, LEV_OPT_REUSEABLE]
    listener = address.withPointer { address, length in
      evconnlistener_new_bind(
        loop.base,
        { _, file, address, length, context in
          owner(WebServer.self, of: context)
            .accept(file, from: SocketAddress(address, length: Int(length)))
        }, Unmanaged.passUnretained(self).toOpaque(), flags.reduce(0) { $0 | UInt32($1) },
        Self.backlog, address, length)
    }
    guard listener != nil else {
      throw SystemError(call: "listen", path: address.text, number: errno)
    }
    address = SocketAddress(localOf: evconnlistener_get_fd(listener))
    evconnlistener_set_error_cb(listener) { owner(WebServer.self, of: $1).pauseAccepting() }
  }

  deinit {
    // A failed init runs the deinit too: the path may be another server's.
    guard let listener else { return }
    evconnlistener_free(listener)
    if let path = address.path { unlink(path) }
  }

  /// Removes a socket that a killed server left: nobody listens at it.
  private static func removeStaleSocket(at address: SocketAddress) throws(SystemError) {
    var status = stat()
    guard let path = address.path, lstat(path, &status) == 0 else { return }
    // A file that is no socket refuses connections, too.
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError(call: "listen", path: path, number: EEXIST)
    }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    let isRefused = address.withPointer { connect(probe, $0, socklen_t($1)) } != 0
    if isRefused, errno == ECONNREFUSED { unlink(path) }
  }

  private static func raiseLimitOfFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  // MARK: Connections

  /// The most refused clients that are answered at the same time.
  private static let mostRefused = 64

  private func accept(_ file: Int32, from peer: SocketAddress) {
    let count = (counts[peer.host ?? ""] ?? 0) + 1
    let excess = max(
      connections.count + 1 - settings.maxConnections, count - (settings.maxPerAddress ?? .max))
    // Refused clients hold their connections for a moment, to read the answer.
    guard excess <= Self.mostRefused, let connection = Connection(file, from: peer, of: self) else {
      close(file)
      return
    }
    connections[ObjectIdentifier(connection)] = connection
    counts[peer.host ?? ""] = count
    if excess > 0 {
      connection.send(connections.count > settings.maxConnections ? .full : .tooManyOfOne)
    }
  }

  /// Pauses for a second: while the process has no file left, each turn of the loop would fail again.
  private func pauseAccepting() {
    evconnlistener_disable(listener)
    pause = loop.schedule(after: .seconds(1)) { [unowned self] in
      evconnlistener_enable(listener)
    }
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    let peer = connection.peer.host ?? ""
    counts[peer] = counts[peer].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  // MARK: Checks

  /// Checks the name that a request gives the server, and the page from which it comes.
  func check(_ request: WebRequest, at local: SocketAddress) throws(WebRefusal) {
    let host = (request.headers["host"] ?? "").lowercased()
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count <= 2 && settings.hosts.contains(String(parts[0]))
        || local.hostHeaders.contains(host)
    else { throw .wrongHost }
    if request.method == .post, let origin = request.headers["origin"],
      origin != "http://\(host)", origin != "https://\(host)"
    {
      throw .otherOrigin
    }
  }

  // MARK: Answers

  /// The head of a stream of events.
  static let headOfStream = Array(
    """
    HTTP/1.1 200 OK\r
    Content-Type: text/event-stream\r
    Cache-Control: no-store\r
    X-Content-Type-Options: nosniff\r
    X-Accel-Buffering: no\r
    Connection: close\r
    \r\n
    """.utf8)

  /// Writes an answer; to a request with the state of the answer, 304.
  func message(_ response: WebResponse, to request: WebRequest?, isLast: Bool) -> [UInt8] {
    var (status, body) = (response.status, response.body)
    let isPacked =
      body.count > 400 && (request?.acceptsGzip ?? false)
      && (response.type.hasPrefix("text/") || response.type.hasPrefix("application/"))
    var head = ""
    if let tag = response.tag {
      let tag = "\"\(tag)\(isPacked ? "-gzip" : "")\""
      head += "ETag: \(tag)\r\n"
      // A proxy may have weakened it, and some send several.
      if request?.headers["if-none-match"]?.contains(tag) ?? false { status = 304 }
    }
    if status == 304 {
      body = []
    } else {
      if isPacked {
        body = compression.gzip(body, named: response.tag.map { "\($0) \(request?.target ?? "")" })
        head += "Content-Encoding: gzip\r\n"
      }
      head += "Content-Type: \(response.type)\r\nContent-Length: \(body.count)\r\n"
    }
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    let closing = isLast ? "Connection: close\r\n" : ""
    let message = """
      HTTP/1.1 \(status) \(Self.reasons[status] ?? "Error")\r
      \(head)Cache-Control: no-cache\r
      Vary: Accept-Encoding\r
      X-Content-Type-Options: nosniff\r
      Referrer-Policy: no-referrer\r
      \(closing)\r\n
      """
    return Array(message.utf8) + (request?.method == .head ? [] : body)
  }

  private static let reasons = [
    200: "OK", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large",
    421: "Misdirected Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    503: "Service Unavailable",
  ]
}

extension WebRequest {
  fileprivate var acceptsGzip: Bool {
    (headers["accept-encoding"] ?? "").split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
      return words.first == "gzip" && !words.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
  }
}
