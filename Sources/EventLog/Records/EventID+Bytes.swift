package import Text
import SQLite

extension EventID {
  /// Creates an id from the sixteen bytes of the UUID in their order; nil for any other count.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

extension EventID {
  /// Returns the id of an event that one command appends after its first one: a UUID of version 8
  /// (RFC 9562), the BLAKE2b of this id and the number, so that a repeated command has the same ids.
  ///
  /// - Parameter number: the event's number among those of the command, from 1; the first has this
  ///   id itself.
  /// - Returns: the id.
  package func inBatch(number: Int) -> EventID {
    if number == 1 { return self }
    let message = (
      firstHalf.bigEndian, secondHalf.bigEndian, UInt64(truncatingIfNeeded: number).bigEndian
    )
    let digest = withUnsafeBytes(of: message) { blake2b($0) }
    let bytes = digest.withUnsafeBytes { EventID(UnsafeRawBufferPointer(rebasing: $0[..<16])) }
    guard let bytes else { return self }
    return EventID(
      high: bytes.firstHalf & ~0xF000 | 0x8000, low: bytes.secondHalf & ~(3 << 62) | 1 << 63)
  }
}

extension EventID: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let bytes = (firstHalf.bigEndian, secondHalf.bigEndian)
    return withUnsafeBytes(of: bytes) { $0.bind(to: statement, at: index) }
  }
}

/// Returns the same UUID each time for a secret, without disclosing it.
///
/// It is the first half of the secret's BLAKE2b, marked as version 8 (RFC 9562, section 5.8).
package func hashedID(of secret: String) -> String {
  let digest = Array(secret.utf8).withUnsafeBytes { blake2b($0) }
  let id = digest.withUnsafeBytes { bytes in
    EventID(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) & ~0xF000 | 0x8000,
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        & ~(0xC << 60) | 0x8 << 60)
  }
  return id.description
}
