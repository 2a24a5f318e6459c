import CSodium
import Logbook
package import Text

/// A page on a phone that may record the presses of one session.
package struct Pad: Hashable, Sendable {
  /// Up to 32 letters, digits, dots, dashes and underscores.
  package var name: String
  /// The secret with which its requests are signed.
  package var token: String
  /// The uid, number or name of its session.
  package var session: String

  /// The source of its events.
  package var source: String { PadSource.of(name) }

  package static func isName(_ text: some StringProtocol) -> Bool {
    1...32 ~= text.utf8.count
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}

extension Pad {
  /// Creates a pad for the session with a uid, with a random token of 192 bits.
  package init(name: String, session: EventID) {
    var secret = [UInt8](repeating: 0, count: 24)
    randombytes_buf(&secret, secret.count)
    self.init(name: name, token: secret.base64(forAddresses: true), session: session.description)
  }

  /// Parses a line of the pads file: `NAME TOKEN SESSION`; nil if it is another one.
  init?(line: Substring) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, Self.isName(words[0]), words[1].utf8.count >= 16 else { return nil }
    self.init(name: String(words[0]), token: String(words[1]), session: String(words[2]))
  }
}
