import Glibc

extension WebServer {
  /// The addresses at which a browser finds the server, this machine's own first.
  package var addresses: [String] { place.addresses }
}

extension ServerSettings.Place {
  /// The addresses at which a browser finds a server there, this machine's own first.
  package var addresses: [String] {
    guard case .address(let host, let port) = self else { return [text] }
    guard host == "::" || host == "0.0.0.0" else { return ["http://\(text)/"] }
    return (["127.0.0.1"] + Self.addressesOfInterfaces).map { "http://\($0):\(port)/" }
  }

  /// The IPv4 addresses of interfaces that are up, but for loopback.
  private static var addressesOfInterfaces: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var addresses: [String] = []
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
        interface.ifa_flags & UInt32(IFF_UP) != 0
      else { continue }
      let length = MemoryLayout<sockaddr_in>.size
      let text = SocketAddress(address, length: length)
      if !text.isLocal, let host = text.host { addresses.append(host) }
    }
    return addresses
  }
}
