import CEvent
import Glibc
import Signals
import SignalsEvent
import Text

/// A connection of a client: reads a request, has it answered, and reads the next one; or sends a
/// stream.
final class Connection: StreamTransport {
  private unowned let server: WebServer
  /// libevent frees the connection in its loop, which must not end before.
  private let loop: EventScheduler
  private let events: OpaquePointer
  private let file: Int32
  private let isLocal: Bool
  /// The address of the client; nil for a Unix socket.
  let peer: String?
  private let local: SocketAddress
  private var head: RequestHead?
  private var stream: (source: any EventStream, reader: StreamReader)?
  private var deadline: Subscription?
  /// Whether it is closed once its answer was sent.
  private var isLast = false
  private var isLingering = false
  private var isClosed = false

  /// Most bytes that are read ahead of a request, and of a client who talks on a stream.
  private static let readAhead = (
    request: RequestHead.longest + RequestHead.longestBody, talk: 4096
  )

  /// Takes an accepted socket; nil if memory is short.
  init?(_ file: Int32, from peer: SocketAddress, of server: WebServer) {
    let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
    guard let events = bufferevent_socket_new(server.loop.base, file, options) else { return nil }
    self.server = server
    loop = server.loop
    self.events = events
    self.file = file
    self.peer = peer.host
    isLocal = peer.isLocal
    local = SocketAddress(localOf: file)
    var yes: Int32 = 1
    setsockopt(
      file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    bufferevent_setcb(
      events, { Connection.of($1).received() }, { Connection.of($1).drained() },
      { Connection.of($2).finish() }, Unmanaged.passUnretained(self).toOpaque())
    bufferevent_setwatermark(events, Int16(EV_READ), 0, Self.readAhead.request)
    setDeadline()
    bufferevent_enable(events, Int16(EV_READ) | Int16(EV_WRITE))
  }

  deinit { bufferevent_free(events) }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Connection {
    guard let context else { preconditionFailure("the callbacks have the connection") }
    return Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: Requests

  private func received() {
    // The bytes of a client that has a stream are not read.
    if stream != nil { return }
    // Requests in a row wait until the answer before them was sent.
    while !isClosed, !isLast, stream == nil, !isWaiting {
      do throws(WebRefusal) {
        guard let request = try nextRequest() else { return }
        answer(request)
      } catch {
        send(error)
      }
    }
    guard isLast else { return }
    let input = bufferevent_get_input(events)
    evbuffer_drain(input, evbuffer_get_length(input))
    linger()
  }

  /// Takes a whole request from what has arrived; nil if it is not whole.
  private func nextRequest() throws(WebRefusal) -> RequestHead? {
    let input = bufferevent_get_input(events)
    if head == nil {
      let end = evbuffer_search(input, "\r\n\r\n", 4, nil).pos
      guard end >= 0, end <= RequestHead.longest else {
        if evbuffer_get_length(input) > RequestHead.longest { throw .headTooLong }
        return nil
      }
      let bytes = take(end + 4)
      var head = try RequestHead(bytes.dropLast(4), isLocal: isLocal)
      try server.check(&head.request, at: local)
      self.head = head
    }
    guard let head, evbuffer_get_length(input) >= head.length else { return nil }
    self.head = nil
    var request = head
    request.request.body = take(head.length)
    return request
  }

  private func take(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      let taken = evbuffer_remove(bufferevent_get_input(events), buffer.baseAddress, count)
      used = max(0, Int(taken))
    }
  }

  private func answer(_ head: RequestHead) {
    isLast = head.closes
    switch server.handler.answer(head.request) {
    case .response(let response):
      let message = server.message(response, to: head.request, isLast: isLast)
      write(message)
      setDeadline()
    case .stream(let source, let after):
      if head.request.method == .head {
        isLast = true
        write(WebServer.headOfStream)
      } else {
        begin(source, after: after)
      }
    }
  }

  /// Sends a refusal, after which the connection is closed.
  func send(_ refusal: WebRefusal) {
    isLast = true
    write(server.message(refusal.response, to: nil, isLast: true))
    linger()
  }

  // MARK: Streams

  private func begin(_ source: any EventStream, after token: String?) {
    deadline = nil
    let reader = StreamReader(self)
    stream = (source, reader)
    bufferevent_setwatermark(events, Int16(EV_READ), 0, Self.readAhead.talk)
    var patience = timeval(
      tv_sec: Int(server.settings.patience.components.seconds), tv_usec: 0)
    bufferevent_set_timeouts(events, nil, &patience)
    write(WebServer.headOfStream)
    source.attach(reader, after: token)
  }

  var isWaiting: Bool { evbuffer_get_length(bufferevent_get_output(events)) > 0 }

  func send(_ bytes: [UInt8]) { write(bytes) }

  func close() { finish() }

  // MARK: Bytes

  /// Writes bytes at once as far as nothing waits and the client takes them; the rest wait.
  private func write(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    var sent = 0
    if !isWaiting {
      sent = max(0, Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
      if sent == bytes.count { return }
    }
    bytes.withUnsafeBytes { buffer in
      _ = bufferevent_write(events, buffer.baseAddress?.advanced(by: sent), bytes.count - sent)
    }
  }

  /// All bytes were sent.
  func drained() {
    guard !isClosed, !isWaiting else { return }
    if let stream { return stream.source.drained(stream.reader) }
    received()
  }

  /// Tells the client that nothing follows, and closes once it has closed, too: a socket that is
  /// closed before all was read may take back what was sent.
  private func linger() {
    guard !isClosed, !isLingering, !isWaiting else { return }
    isLingering = true
    shutdown(file, Int32(SHUT_WR))
    setDeadline(.seconds(2))
  }

  /// Closes the connection if nothing sets another deadline before this one.
  private func setDeadline(_ span: Duration? = nil) {
    deadline = server.loop.schedule(after: span ?? server.settings.deadline) { [unowned self] in
      finish()
    }
  }

  private func finish() {
    guard !isClosed else { return }
    isClosed = true
    deadline = nil
    bufferevent_disable(events, Int16(EV_READ) | Int16(EV_WRITE))
    if let stream { stream.source.detach(stream.reader) }
    stream = nil
    server.remove(self)
  }
}
