import CEvent
import Glibc
import Signals
import SignalsEvent
import Text

/// A connection of a client: reads a request, has it answered, and reads the next one; or sends a
/// stream.
final class Connection: StreamReader {
  private unowned let server: WebServer
  /// libevent frees the connection in its loop, which must not end before.
  private let loop: EventScheduler
  private let events: OpaquePointer
  private let file: Int32
  /// The address of the client.
  let peer: SocketAddress
  private var head: WebRequest?
  /// The stream that is sent instead of answers; it keeps its readers.
  private unowned var channel: EventChannel?
  /// The number of the newest publication that was sent.
  var newest = 0
  private var deadline: Subscription?
  /// Whether it is closed once its answer was sent.
  private var isLast = false
  private var isLingering = false
  private var isClosed = false

  /// Most bytes that are read ahead of a request, and of a client who talks on a stream.
  private static let readAhead = (
    request: WebRequest.longestHead + WebRequest.longestBody, talk: 4096
  )

  /// Takes an accepted socket; nil if memory is short.
  init?(_ file: Int32, from peer: SocketAddress, of server: WebServer) {
    let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
    guard let events = bufferevent_socket_new(server.loop.base, file, options) else { return nil }
    self.server = server
    loop = server.loop
    (self.events, self.file, self.peer) = (events, file, peer)
    var yes: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    bufferevent_setcb(
      events, { owner(Connection.self, of: $1).received() },
      { owner(Connection.self, of: $1).drained() }, { owner(Connection.self, of: $2).end() },
      Unmanaged.passUnretained(self).toOpaque())
    bufferevent_setwatermark(events, Int16(EV_READ), 0, Self.readAhead.request)
    setDeadline()
    bufferevent_enable(events, Int16(EV_READ) | Int16(EV_WRITE))
  }

  deinit { bufferevent_free(events) }

  // MARK: Requests

  private func received() {
    // Requests in a row wait until the answer before them was sent; a stream is the last answer.
    while !isClosed, !isLast, channel == nil, !isWaiting {
      do throws(WebRefusal) {
        guard let request = try nextRequest() else { return }
        answer(request)
      } catch {
        send(error)
      }
    }
    guard isLast, channel == nil else { return }
    let input = bufferevent_get_input(events)
    evbuffer_drain(input, evbuffer_get_length(input))
    linger()
  }

  /// Reads a request from the bytes that arrived; nil if it is incomplete.
  private func nextRequest() throws(WebRefusal) -> WebRequest? {
    let input = bufferevent_get_input(events)
    if head == nil {
      let end = evbuffer_search(input, "\r\n\r\n", 4, nil).pos
      guard end >= 0, end <= WebRequest.longestHead else {
        if evbuffer_get_length(input) > WebRequest.longestHead { throw .headTooLong }
        return nil
      }
      let bytes = read(end + 4)
      // Through a proxy, which a name stands for, everybody seems to be on this machine.
      let isLocal = peer.isLocal && server.settings.hosts.isEmpty
      let head = try WebRequest(head: bytes.dropLast(4), isLocal: isLocal)
      try server.check(head, at: SocketAddress(localOf: file))
      self.head = head
    }
    guard var request = head, evbuffer_get_length(input) >= request.length else { return nil }
    head = nil
    request.body = read(request.length)
    return request
  }

  private func read(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      let taken = evbuffer_remove(bufferevent_get_input(events), buffer.baseAddress, count)
      used = max(0, Int(taken))
    }
  }

  private func answer(_ request: WebRequest) {
    isLast = request.closes
    switch server.handler.answer(request) {
    case .response(let response):
      send(server.message(response, to: request, isLast: isLast))
      setDeadline()
    case .stream(let channel, let after):
      send(WebServer.headOfStream)
      if request.method == .head { isLast = true } else { begin(channel, after: after) }
    }
  }

  /// Sends a refusal, after which the connection is closed.
  func send(_ refusal: WebRefusal) {
    isLast = true
    send(server.message(refusal.response, to: nil, isLast: true))
    linger()
  }

  // MARK: Streams

  private func begin(_ channel: EventChannel, after token: String?) {
    deadline = nil
    self.channel = channel
    bufferevent_setwatermark(events, Int16(EV_READ), 0, Self.readAhead.talk)
    var timeout = timeval(tv_sec: Int(server.settings.drainTimeout.components.seconds), tv_usec: 0)
    bufferevent_set_timeouts(events, nil, &timeout)
    channel.attach(self, after: token)
  }

  // MARK: Bytes

  var isWaiting: Bool { evbuffer_get_length(bufferevent_get_output(events)) > 0 }

  /// Writes bytes at once as far as nothing waits and the client takes them; the rest wait.
  func send(_ bytes: [UInt8]) {
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
  private func drained() {
    guard !isClosed, !isWaiting else { return }
    if let channel { channel.drained(self) } else { received() }
  }

  /// Ends sending, and closes once the client has closed, too: closing a socket with unread bytes may
  /// discard what was sent.
  private func linger() {
    guard !isClosed, !isLingering, !isWaiting else { return }
    isLingering = true
    shutdown(file, Int32(SHUT_WR))
    setDeadline(.seconds(2))
  }

  /// Closes the connection after a span, unless another deadline is set before.
  private func setDeadline(_ span: Duration? = nil) {
    deadline = loop.schedule(after: span ?? server.settings.requestTimeout) { [unowned self] in
      end()
    }
  }

  /// Closes the connection.
  func end() {
    guard !isClosed else { return }
    isClosed = true
    deadline = nil
    bufferevent_disable(events, Int16(EV_READ) | Int16(EV_WRITE))
    channel?.detach(self)
    channel = nil
    server.remove(self)
  }
}
