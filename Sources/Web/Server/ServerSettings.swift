/// Where a server listens, and what it allows.
package struct ServerSettings: Sendable {
  /// The place of a socket.
  package enum Place: Hashable, Sendable {
    /// A literal IPv4 or IPv6 address, with a port; 0: any free one.
    case address(String, port: UInt16)
    /// The path of a Unix socket.
    case path(String)
  }

  package var place: Place
  /// The names, beside addresses of this machine, that the Host header of a request may have.
  package var hosts: Set<String>
  /// The most connections in all, and from one address; nil: as many as there may be.
  package var most: Int
  package var mostFromOneAddress: Int?
  /// The time in which a request must have arrived whole, and an answer have been read.
  package var deadline = Duration.seconds(15)
  /// The time after which a reader who has read nothing is closed.
  package var patience = Duration.seconds(60)

  package init(
    _ place: Place, hosts: Set<String> = [], most: Int = 12_000, mostFromOneAddress: Int? = nil
  ) {
    self.place = place
    self.hosts = hosts
    self.most = most
    self.mostFromOneAddress = mostFromOneAddress
  }
}

/// The reason why a server cannot start.
package enum ServerFailure: Error, Hashable {
  /// No literal address.
  case notAnAddress(String)
  /// The system refuses the address, or the path.
  case cannotListen(String, errno: Int32)
  /// The system has no file left.
  case noLoop(errno: Int32)
}

extension ServerSettings.Place {
  /// The place of a text such as `127.0.0.1:7077`, `[::1]:7077` or `unix:/run/board`; nil for others.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      self = .path(String(text.dropFirst(5)))
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self = .address(String(host), port: port)
  }
}
