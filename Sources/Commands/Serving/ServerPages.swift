import Glibc
import Web

/// The addresses of a server's pages.
extension SocketAddress {
  /// The addresses of pages of a server there, this machine's own first; of a Unix socket, its path.
  var pages: [String] {
    guard let host, let port else { return [text] }
    guard host == "::" || host == "0.0.0.0" else { return ["http://\(text)/"] }
    return (["127.0.0.1"] + Self.hostsOfInterfaces).map { "http://\($0):\(port)/" }
  }

  /// The IPv4 addresses of interfaces that are up, but for loopback.
  private static var hostsOfInterfaces: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0, let first = list else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first.pointee) { $0.ifa_next?.pointee }.compactMap { interface in
      guard let address = interface.ifa_addr.map({ UnsafeRawPointer($0) }),
        address.load(as: sa_family_t.self) == AF_INET, interface.ifa_flags & UInt32(IFF_UP) != 0
      else { return nil }
      let own = Self(address, length: MemoryLayout<sockaddr_in>.size)
      return own.isLocal ? nil : own.host
    }
  }
}
