import CSodium

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

  /// Adds the next bytes.
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
