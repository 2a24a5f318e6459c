import Foundation

/// A TCP relay on loopback between a browser and a server, whose network a test can break.
///
/// DevTools' own "offline" does not cut a stream that is open.
package final class Relay: @unchecked Sendable {
  /// The state of the network.
  private enum Mode {
    case whole
    /// New connections are closed at once.
    case cut
    /// New connections open, and all that is sent in them is lost.
    case swallowing
    /// New connections open, and all answers in them are lost.
    case swallowingAnswers

    /// The ends of connections from which bytes are lost: 0 is the client, 1 the server.
    var swallowed: Set<Int> {
      switch self {
      case .whole, .cut: []
      case .swallowing: [0, 1]
      case .swallowingAnswers: [1]
      }
    }
  }

  /// A relayed connection; its sockets close when both directions have ended.
  private final class Link: @unchecked Sendable {
    let ends: [LoopbackSocket]
    private let lock = NSLock()
    /// The ends from which bytes are lost.
    private var swallowed: Set<Int>

    init(_ client: LoopbackSocket, _ server: LoopbackSocket, swallowing mode: Mode) {
      ends = [client, server]
      swallowed = mode.swallowed
    }

    func swallow(_ mode: Mode) { lock.withLock { swallowed.formUnion(mode.swallowed) } }

    func cut() { for end in ends { shutdown(end.file, Int32(SHUT_RDWR)) } }

    /// Relays one direction until its end; `lose` is called with the count of bytes lost.
    func copy(from source: Int, to target: Int, lose: (Int) -> Void) {
      while let bytes = try? ends[source].read(), !bytes.isEmpty {
        if lock.withLock({ swallowed.contains(source) }) {
          lose(bytes.count)
          continue
        }
        if (try? ends[target].write(bytes)) == nil { break }
      }
      cut()
    }
  }

  package let port: Int
  private let target: Int
  private let listener: LoopbackSocket
  // The lock guards all three.
  private let lock = NSLock()
  private var mode = Mode.whole
  private var links: [Link] = []
  private var lost = 0

  /// Relays a port of its own to another one.
  package init(to target: Int) throws {
    self.target = target
    listener = try LoopbackSocket(listeningOn: 0)
    port = listener.port
    // The thread ends when the listener is shut down.
    let file = fcntl(listener.file, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(file, nil, nil)
        if client < 0, errno == EINTR || errno == ECONNABORTED || errno == EAGAIN { continue }
        guard client >= 0, let self else { break }
        relay(LoopbackSocket(file: client))
      }
      close(file)
    }
  }

  deinit {
    shutdown(listener.file, Int32(SHUT_RDWR))
    for link in links { link.cut() }
  }

  /// Closes all connections, and new ones at once.
  package func cut() { change(to: .cut) { $0.cut() } }

  /// Loses all that is sent from now on, in both directions, and closes nothing.
  ///
  /// Connections that lost bytes lose them for good, as those whose address a network gave away.
  package func swallow() { change(to: .swallowing) { $0.swallow(.swallowing) } }

  /// Loses all that the server sends from now on, which still gets what clients send.
  package func swallowAnswers() {
    change(to: .swallowingAnswers) { $0.swallow(.swallowingAnswers) }
  }

  /// Relays new connections again.
  package func resume() { change(to: .whole) { _ in } }

  /// The count of bytes that were swallowed so far.
  package var lostBytes: Int { lock.withLock { lost } }

  private func addLost(_ count: Int) { lock.withLock { lost += count } }

  private func change(to mode: Mode, _ action: (Link) -> Void) {
    lock.withLock {
      self.mode = mode
      links.forEach(action)
    }
  }

  private func relay(_ client: LoopbackSocket) {
    let mode = lock.withLock { self.mode }
    guard mode != .cut, let server = try? LoopbackSocket(to: target) else { return }
    let link = Link(client, server, swallowing: mode)
    lock.withLock { links.append(link) }
    for (source, target) in [(0, 1), (1, 0)] {
      Thread.detachNewThread { [weak self] in
        link.copy(from: source, to: target) { count in self?.addLost(count) }
        self?.remove(link)
      }
    }
  }

  private func remove(_ link: Link) { lock.withLock { links.removeAll { $0 === link } } }
}
