import Text

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
