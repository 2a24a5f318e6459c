import CSodium

/// The signature of a pad's request: HMAC-SHA-256 of its method, target and body under the pad's
/// token, which itself is never sent.
package enum PadSignature {
  /// Returns the signature in lower-case hexadecimal digits.
  package static func text(token: String, target: String, body: [UInt8]) -> String {
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, token, token.utf8.count)
    for part in [Array("POST\n\(target)\n".utf8), body] {
      crypto_auth_hmacsha256_update(&state, part, UInt64(part.count))
    }
    var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_bytes()))
    crypto_auth_hmacsha256_final(&state, &code)
    var digits = [CChar](repeating: 0, count: code.count * 2 + 1)
    sodium_bin2hex(&digits, digits.count, code, code.count)
    return String(decoding: digits.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether two signatures are equal, in a time that does not depend on where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && sodium_memcmp(left, right, left.utf8.count) == 0
  }
}
