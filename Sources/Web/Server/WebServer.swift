import CEvent
import Glibc
import Signals
package import SignalsEvent
import Text

/// A server of HTTP/1.1 that answers by a handler: requests by strict rules, with bounds on all that
/// a client can make it keep.
///
/// libevent's own HTTP is not used: it tells nobody of a connection that ends before its first
/// request, so that connections could not be counted, and reads requests by rules of its own before
/// anyone can check them.
package final class WebServer {
  let loop: EventScheduler
  let settings: ServerSettings
  let handler: any WebHandler
  private var listener: OpaquePointer?
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var counts: [String: Int] = [:]
  private var resting: Subscription?
  private let compression = Compression()
  /// The address at which it listens, with its port; a path.
  package private(set) var place: ServerSettings.Place

  /// Most connections that wait to be accepted, also within net.core.somaxconn.
  private static let backlog: Int32 = 4096

  /// Starts to listen.
  ///
  /// The process must ignore SIGPIPE. The limit of its files is raised as far as it may be.
  package init(
    _ settings: ServerSettings, serving handler: any WebHandler, on loop: EventScheduler
  ) throws(ServerFailure) {
    self.settings = settings
    self.handler = handler
    self.loop = loop
    place = settings.place
    Self.raiseLimitOfFiles()
    let address = try SocketAddress(settings.place)
    let file = try Self.listen(at: address, settings.place)
    if case .address(let host, _) = place, let port = SocketAddress(localOf: file).port {
      place = .address(host, port: port)
    }
    let flags = UInt32(LEV_OPT_CLOSE_ON_FREE) | UInt32(LEV_OPT_CLOSE_ON_EXEC)
    listener = evconnlistener_new(
      loop.base,
      { _, file, address, length, context in
        guard let context else { return }
        Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue()
          .accept(file, from: SocketAddress(address, length: Int(length)))
      }, Unmanaged.passUnretained(self).toOpaque(), flags, 0, file)
    guard listener != nil else { throw .noLoop(errno: errno) }
    evconnlistener_set_error_cb(listener) { _, context in
      guard let context else { return }
      Unmanaged<WebServer>.fromOpaque(context).takeUnretainedValue().rest()
    }
  }

  deinit {
    // A failed init runs the deinit too: the path may be another server's.
    guard let listener else { return }
    evconnlistener_free(listener)
    if case .path(let path) = place { unlink(path) }
  }

  private static func listen(
    at address: SocketAddress, _ place: ServerSettings.Place
  ) throws(ServerFailure) -> Int32 {
    if case .path(let path) = place { try removeStaleSocket(at: address, path) }
    let flags =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      | Int32(SOCK_CLOEXEC.rawValue)
    let file = socket(address.family, flags, 0)
    guard file >= 0 else { throw .cannotListen(place.text, errno: errno) }
    var yes: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard address.withPointer({ bind(file, $0, $1) }) == 0, Glibc.listen(file, backlog) == 0 else {
      let number = errno
      close(file)
      throw .cannotListen(place.text, errno: number)
    }
    return file
  }

  /// Removes a socket that a killed server left: nobody listens at it.
  private static func removeStaleSocket(
    at address: SocketAddress, _ path: String
  ) throws(ServerFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    // A file that is no socket refuses connections, too.
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .cannotListen(path, errno: EEXIST) }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    if address.withPointer({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED { unlink(path) }
  }

  private static func raiseLimitOfFiles() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  // MARK: Connections

  /// The number of connections.
  package var connectionCount: Int { connections.count }

  /// The most clients that are told at the same time that there are too many.
  private static let mostRefused = 64

  private func accept(_ file: Int32, from peer: SocketAddress) {
    let count = (counts[peer.host ?? ""] ?? 0) + 1
    let excess = max(
      connections.count + 1 - settings.most, count - (settings.mostFromOneAddress ?? .max))
    // Refused clients hold their connections for a moment, to read why: of those, too, there are few.
    guard excess <= Self.mostRefused, let connection = Connection(file, from: peer, of: self)
    else {
      close(file)
      return
    }
    connections[ObjectIdentifier(connection)] = connection
    counts[peer.host ?? ""] = count
    if excess > 0 {
      connection.send(connections.count > settings.most ? .full : .tooManyOfOne)
    }
  }

  /// Accepts nobody for a second: without a file left, each turn of the loop would fail to.
  private func rest() {
    evconnlistener_disable(listener)
    resting = loop.schedule(after: .seconds(1)) { [unowned self] in
      evconnlistener_enable(listener)
    }
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    let peer = connection.peer ?? ""
    counts[peer] = counts[peer].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  // MARK: Checks

  /// Checks the name that a request gives the server, and the page from which it comes.
  func check(
    _ request: inout WebRequest, at local: SocketAddress
  ) throws(WebRefusal) {
    let host = request.headers["host"] ?? ""
    let (name, port) = Self.parts(ofHost: host)
    if !settings.hosts.contains(name) {
      let isOwn = SocketAddress.canonical(name) == local.host && local.host != nil
      let isLocal = name == "localhost" && local.isLocal
      guard isOwn || isLocal, local.port == nil || port == local.port ?? 80 else {
        throw .wrongHost
      }
    } else {
      // Through a proxy on this machine, everybody seems to be on it.
      request.isLocal = false
    }
    if request.method == .post, let origin = request.headers["origin"],
      origin != "http://\(host)", origin != "https://\(host)"
    {
      throw .otherOrigin
    }
  }

  /// The name and the port of a Host header; the port of HTTP without one.
  private static func parts(ofHost text: String) -> (name: String, port: UInt16?) {
    let text = text.lowercased()
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let colon = end.map { text.index(after: $0) } ?? text.lastIndex(of: ":") ?? text.endIndex
    let name = end == nil ? text[..<colon] : text[..<colon].dropFirst().dropLast()
    let rest = text[colon...]
    if rest.isEmpty { return (String(name), 80) }
    return (String(name), rest.hasPrefix(":") ? UInt16(rest.dropFirst()) : nil)
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
      if request?.headers["if-none-match"] == tag { status = 304 }
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

extension ServerSettings.Place {
  /// The address with its port, or the path.
  package var text: String {
    switch self {
    case .address(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .path(let path): path
    }
  }
}

extension WebRequest {
  fileprivate var acceptsGzip: Bool {
    (headers["accept-encoding"] ?? "").split(separator: ",").contains { part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
      return words.first == "gzip" && !words.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
  }
}

extension SocketAddress {
  /// The address of a text as ``host`` writes it; the text itself if it is none.
  static func canonical(_ text: String) -> String {
    (try? SocketAddress(.address(text, port: 0)))?.host ?? text
  }
}
