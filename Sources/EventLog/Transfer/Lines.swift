import CSodium
import Glibc

/// Splits a stream of bytes into lines, each with its end, one after the other in the same memory.
struct Lines {
  /// The largest length of a line; no valid event is longer.
  static let longest = 16 << 20

  private let chunk: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var start = 0
  private var end = 0
  private var isDry = false

  /// The closure returns the next bytes; nil at the end.
  init(_ chunk: @escaping () throws -> [UInt8]?) {
    self.chunk = chunk
  }

  /// Whether no bytes are left, not even a partial line.
  var isAtEnd: Bool { isDry && end == buffer.count }

  /// Whether the line that `advance` did not find is too long.
  var isTooLong: Bool { !isDry && buffer.count - end > Self.longest }

  /// Advances to the next complete line, and returns whether there is one.
  mutating func advance() throws -> Bool {
    start = end
    var searched = start
    while true {
      if let found = newline(from: searched) {
        end = found + 1
        return true
      }
      guard !isTooLong else { return false }
      buffer.removeFirst(start)
      searched = buffer.count
      (start, end) = (0, 0)
      guard let more = try chunk() else {
        isDry = true
        return false
      }
      buffer += more
    }
  }

  func withLine<Value>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
    try buffer.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
  }

  private func newline(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard index < bytes.count, let base = bytes.baseAddress else { return nil }
      guard let found = memchr(base + index, 0x0A, bytes.count - index) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

/// BLAKE2b of 32 bytes over a stream, with the state kept by libsodium.
final class Checksum {
  // libsodium requires its state to be aligned to 64 bytes (crypto_generichash.h, CRYPTO_ALIGN).
  private let memory: UnsafeMutableRawPointer
  private let state: OpaquePointer

  init() {
    memory = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
    state = OpaquePointer(memory)
    crypto_generichash_init(state, nil, 0, Digest.length)
  }

  deinit { memory.deallocate() }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    crypto_generichash_update(state, start, UInt64(bytes.count))
  }

  /// Returns the checksum of all bytes; may be called only once, at the end.
  func finish() -> [UInt8] {
    var sum = [UInt8](repeating: 0, count: Digest.length)
    crypto_generichash_final(state, &sum, Digest.length)
    return sum
  }
}

@available(*, unavailable)
extension Checksum: Sendable {}
