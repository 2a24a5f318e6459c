import Text

/// The head of a request, by strict rules: what programs read in different ways is refused.
///
/// One request line, headers with CRLF, one length in digits, no transfer encoding, no folded header,
/// none of those that decide twice. (RFC 9112; browsers, curl and proxies write nothing else.)
extension WebRequest {
  /// The longest head, with its empty line.
  static let longestHead = 8 << 10
  /// The longest body.
  static let longestBody = 64 << 10

  /// The headers whose meaning is clear only without a second one.
  private static let single: Set<String> = [
    "authorization", "content-length", "host", "if-none-match", "last-event-id", "origin",
    "transfer-encoding",
  ]

  /// Parses a head, without its empty line.
  init(head bytes: ArraySlice<UInt8>, isLocal: Bool) throws(WebRefusal) {
    guard
      var lines = String(validating: bytes, as: UTF8.self)?.split(
        separator: "\r\n", omittingEmptySubsequences: false)[...],
      let first = lines.popFirst()
    else { throw .malformed }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw .malformed
    }
    guard let method = Method(rawValue: String(words[0])) else {
      throw words[0].allSatisfy(\.isLetter) ? .method : .malformed
    }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), case let name = line[..<colon],
        !name.isEmpty, name.utf8.allSatisfy(\.isOfToken),
        case let value = line[line.index(after: colon)...],
        !value.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0 == "\u{7f}" })
      else { throw .malformed }
      let key = name.lowercased()
      guard headers[key] == nil || !Self.single.contains(key) else { throw .malformed }
      headers[key] = headers[key].map { "\($0),\(value.trimmed)" } ?? value.trimmed
    }
    let target = String(words[1])
    let (path, query) = try Self.parts(of: target)
    self.init(
      method: method, target: target, path: path, query: query, headers: headers, isLocal: isLocal)
    closes = words[2] == "HTTP/1.0" || headers["connection"]?.lowercased() == "close"
    guard headers["transfer-encoding"] == nil else { throw .malformed }
    if let text = headers["content-length"] {
      guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
      else { throw .malformed }
      guard let length = Int(text), length <= Self.longestBody else { throw .bodyTooLong }
      self.length = length
    }
    if method != .post, length > 0 { throw .malformed }
    if headers["host"] == nil { throw .malformed }
  }

  /// Returns the decoded path and parameters of a target.
  private static func parts(
    of target: String
  ) throws(WebRefusal) -> ([String], [(name: String, value: String)]) {
    guard target.hasPrefix("/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x23 })
    else { throw .malformed }
    let halves = target.dropFirst().split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for part in halves[0].split(separator: "/", omittingEmptySubsequences: false) {
      let text = try decoded(part)
      // No name of a route has them, and a proxy may take them for others.
      // Bytes: a slash before a combining mark is no character "/".
      guard text != ".", text != "..", !text.utf8.contains(UInt8(ascii: "/")),
        !text.utf8.contains(UInt8(ascii: "\\"))
      else { throw .malformed }
      path.append(text)
    }
    if path.last == "" { path.removeLast() }
    var query: [(name: String, value: String)] = []
    for pair in halves.dropFirst().joined().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? try decoded(sides[1], plus: true) : ""
      query.append((try decoded(sides[0], plus: true), value))
    }
    return (path, query)
  }

  /// Returns a text whose `%` escapes are decoded; with `plus`, `+` is a space.
  static func decoded(_ text: Substring, plus: Bool = false) throws(WebRefusal) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+") where plus: bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(EventID.value(ofHexadecimal:)),
          let low = rest.popFirst().flatMap(EventID.value(ofHexadecimal:))
        else { throw .malformed }
        bytes.append(UInt8(high << 4 | low))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed
    }
    return text
  }
}

extension Substring {
  /// The text without spaces and tabs around it, each a byte: one before a combining mark, too.
  fileprivate var trimmed: String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let end = utf8.lastIndex { !isSpace($0) }.map(utf8.index(after:)) ?? startIndex
    return String(Substring(utf8[..<end].drop(while: isSpace)))
  }
}

extension UInt8 {
  /// Whether it may be in the name of a header: printable ASCII but the delimiters (RFC 9110).
  fileprivate var isOfToken: Bool {
    0x21...0x7E ~= self && !#""(),/:;<=>?@[\]{}"#.utf8.contains(self)
  }
}
