@testable import Web

/// The head of a request, without its empty line.
enum RequestTarget: FuzzTarget {
  static let name = "request"

  static func test(_ bytes: [UInt8]) throws {
    guard let request = try? WebRequest(head: bytes[...], isLocal: true) else { return }
    for part in request.path {
      try check(part != "." && part != "..", "the path climbs: \(request.path)")
      try check(
        !part.utf8.contains { $0 == 0 || $0 == 0x2F || $0 == 0x5C },
        "a part has a separator: \(part)")
    }
    try check(
      0...(request.method == .post ? WebRequest.longestBody : 0) ~= request.length,
      "the length is \(request.length)")
    try check(request.headers["transfer-encoding"] == nil, "an encoding is accepted")
    try check(request.headers["host"] != nil, "no host is accepted")
    for (name, value) in request.headers {
      try check(name == name.lowercased(), "\(name) is not in lower case")
      let isControl = { (byte: UInt8) in byte < 0x20 && byte != 0x09 || byte == 0x7F }
      try check(!value.utf8.contains(where: isControl), "\(name) has control characters")
    }
    // A request that was read is read in the same way once it is written again.
    var text = "\(request.method.rawValue) \(request.target) HTTP/1.1"
    for (name, value) in request.headers { text += "\r\n\(name): \(value)" }
    let again = try WebRequest(head: Array(text.utf8)[...], isLocal: true)
    try check(
      again.path == request.path && again.length == request.length
        && again.headers == request.headers
        && again.query.elementsEqual(request.query, by: ==), "\(text) is read differently")
  }
}
