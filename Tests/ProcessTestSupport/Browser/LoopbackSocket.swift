import Foundation

/// A TCP socket on 127.0.0.1 whose waits are bounded, closed when released.
package final class LoopbackSocket {
  package let file: Int32

  /// Takes ownership of a socket; its reads and writes fail after ``Child/timeout``.
  init(file: Int32) {
    self.file = file
    var timeout = timeval(tv_sec: Int(Child.timeout), tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(file, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// Connects to a port.
  ///
  /// - Throws: `Child.Failure`.
  package convenience init(to port: Int) throws {
    self.init(file: try Self.make())
    guard Self.withAddress(of: port, { connect(file, $0, $1) }) == 0 else {
      throw Child.Failure(call: "connect", errno: errno)
    }
  }

  /// Listens on a port; 0: one that is free.
  convenience init(listeningOn port: Int) throws {
    self.init(file: try Self.make())
    var isOn: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard Self.withAddress(of: port, { bind(file, $0, $1) }) == 0, listen(file, 128) == 0 else {
      throw Child.Failure(call: "bind", errno: errno)
    }
  }

  deinit { close(file) }

  /// A port that was free a moment ago, for a program that cannot choose its own.
  package static func freePort() throws -> Int { try LoopbackSocket(listeningOn: 0).port }

  /// Its own port.
  package var port: Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Child.Failure(call: "send", errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads what has arrived, or waits for it; empty at the end.
  package func read() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(file, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Child.Failure(call: "recv", errno: errno) }
      return Array(bytes[..<count])
    }
  }

  private static func make() throws -> Int32 {
    // Children of other tests must not inherit it.
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw Child.Failure(call: "socket", errno: errno) }
    return file
  }

  private static func withAddress<Result>(
    of port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
