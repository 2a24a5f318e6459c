import CEvent
import Glibc

/// An address of a socket: a literal IP address with its port, since a static program has no
/// resolver, or the path of a Unix socket.
package struct SocketAddress: Hashable, Sendable {
  /// The bytes of a `sockaddr`.
  private let bytes: [UInt8]

  /// Parses an address such as `127.0.0.1:7077`, `[::1]:7077` or `unix:/run/board`; nil for others.
  ///
  /// Port 0 is any free one.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = text.utf8.dropFirst(5)
      let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
      guard 1...longest ~= path.count else { return nil }
      bytes = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + path + [0]
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    var storage = sockaddr_storage()
    var length = Int32(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutableBytes(of: &storage) {
      evutil_parse_sockaddr_port(
        String(text[..<colon]), $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
    // libevent reads no port 0; of a text without a port it gives 0.
    var bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(length))) }
    guard status == 0, bytes[2...3] == [0, 0] else { return nil }
    (bytes[2], bytes[3]) = (UInt8(port >> 8), UInt8(port & 0xff))
    self.bytes = bytes
  }

  /// Creates an address that the system gave.
  package init(_ address: UnsafeRawPointer?, length: Int) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : length))
  }

  /// The local address of a socket.
  init(localOf file: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    bytes = withUnsafeMutableBytes(of: &storage) { buffer in
      let address = buffer.assumingMemoryBound(to: sockaddr.self).baseAddress
      return getsockname(file, address, &length) == 0 ? Array(buffer.prefix(Int(length))) : []
    }
  }

  private var family: Int32 {
    bytes.isEmpty
      ? AF_UNSPEC : Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
  }

  /// The IP address as text, without port; nil for a Unix socket.
  ///
  /// That of an IPv4 address in IPv6's form is IPv4's.
  package var host: String? {
    guard family == AF_INET || family == AF_INET6 else { return nil }
    var address = family == AF_INET ? bytes[4..<8] : bytes[8..<24]
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    if address.starts(with: mapped) { address = address.suffix(4) }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(address.count == 4 ? AF_INET : AF_INET6, Array(address), &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The port; nil for a Unix socket.
  package var port: UInt16? { host == nil ? nil : UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  /// The path of a Unix socket; nil for others.
  var path: String? {
    guard family == AF_UNIX else { return nil }
    return String(decoding: bytes.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Whether it is this machine's own.
  package var isLocal: Bool {
    guard let host else { return true }
    return host.hasPrefix("127.") || host == "::1"
  }

  /// The address with its port, or the path.
  package var text: String {
    guard let host, let port else { return path ?? "" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The values of the Host header in requests to the address, beside names of the server.
  var hostHeaders: [String] {
    guard let port else { return ["localhost"] }
    let names = [text] + (isLocal ? ["localhost:\(port)"] : [])
    return names + (port == 80 ? names.map { String($0.dropLast(3)) } : [])
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>?, Int32) -> Result) -> Result {
    bytes.withUnsafeBytes { buffer in
      body(buffer.assumingMemoryBound(to: sockaddr.self).baseAddress, Int32(buffer.count))
    }
  }
}
