import Glibc

extension ServerSettings.Place {
  /// Whether only programs on this machine reach it; false for an address that is none.
  package var isLocal: Bool { (try? SocketAddress(self).isLocal) ?? false }
}

/// An address of a socket: a literal one, since a static program has no resolver.
struct SocketAddress: Hashable {
  /// The bytes of a `sockaddr`.
  private(set) var bytes: [UInt8]

  /// Returns the address of a place.
  init(_ place: ServerSettings.Place) throws(ServerFailure) {
    switch place {
    case .address(let text, let port):
      var four = sockaddr_in()
      var six = sockaddr_in6()
      if inet_pton(AF_INET, text, &four.sin_addr) == 1 {
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        bytes = withUnsafeBytes(of: four) { Array($0) }
      } else if inet_pton(AF_INET6, text, &six.sin6_addr) == 1 {
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        bytes = withUnsafeBytes(of: six) { Array($0) }
      } else {
        throw .notAnAddress(text)
      }
    case .path(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
        throw .notAnAddress(path)
      }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      bytes = withUnsafeBytes(of: address) { Array($0) }
    }
  }

  /// Creates an address that the system gave.
  init(_ address: UnsafePointer<sockaddr>?, length: Int) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : length))
  }

  /// The local address of a connection.
  init(localOf file: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    bytes = withUnsafeMutableBytes(of: &storage) { buffer in
      guard let base = buffer.baseAddress,
        getsockname(file, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return [] }
      return Array(buffer.prefix(Int(length)))
    }
  }

  /// The family, such as AF_INET.
  var family: Int32 {
    bytes.count < 2
      ? AF_UNSPEC
      : Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
  }

  /// The IP address as text, without port; nil for a Unix socket.
  ///
  /// That of an IPv4 address in IPv6's form is IPv4's.
  var host: String? {
    let (start, count) = family == AF_INET ? (4, 4) : family == AF_INET6 ? (8, 16) : (0, 0)
    guard count > 0, bytes.count >= start + count else { return nil }
    var address = Array(bytes[start..<start + count])
    if count == 16, address.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
      address = Array(address.suffix(4))
    }
    var text = [CChar](repeating: 0, count: 64)
    inet_ntop(address.count == 4 ? AF_INET : AF_INET6, address, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The port; nil for a Unix socket.
  var port: UInt16? {
    host == nil ? nil : UInt16(bytes[2]) << 8 | UInt16(bytes[3])
  }

  /// Whether it is this machine's own.
  var isLocal: Bool {
    guard let host else { return true }
    return host.hasPrefix("127.") || host == "::1"
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    bytes.withUnsafeBytes { buffer in
      buffer.withMemoryRebound(to: sockaddr.self) {
        // A sockaddr_un is longer than a sockaddr; it has at least one.
        guard let base = $0.baseAddress else { preconditionFailure("an address has bytes") }
        return body(base, socklen_t(buffer.count))
      }
    }
  }
}
