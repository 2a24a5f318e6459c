import Foundation

/// A response to an HTTP request on loopback.
package struct HTTPExchange {
  package let status: Int
  /// The headers by their names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  /// The body as text.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON.
  package var json: Any? { try? JSONSerialization.jsonObject(with: Data(body)) }

  /// Sends a request on a connection of its own, and reads the response.
  ///
  /// `headers` replace `Host`, `Connection` and `Content-Length`. A response that is cut short is an
  /// error.
  package init(
    _ method: String = "GET", _ target: String, port: Int, headers: [String: String] = [:],
    body: [UInt8] = []
  ) throws {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if method == "POST" { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let lines = all.map { "\($0): \($1)\r\n" }.joined()
    let socket = try LoopbackSocket(to: port)
    try socket.write(Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8) + body)
    var bytes: [UInt8] = []
    var head: Range<Int>?
    while head == nil {
      let chunk = try socket.read()
      guard !chunk.isEmpty else { throw Child.Failure(call: "response", errno: ECONNRESET) }
      bytes += chunk
      head = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    }
    let end = head?.upperBound ?? 0
    let fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    status = fields.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    self.headers = Dictionary(
      fields.dropFirst().compactMap { field in
        field.firstIndex(of: ":").map {
          (
            field[..<$0].lowercased(),
            field[field.index(after: $0)...].trimmingCharacters(in: .whitespaces)
          )
        }
      }, uniquingKeysWith: { "\($0), \($1)" })
    var rest = Array(bytes[end...])
    let length = self.headers["content-length"].flatMap { Int($0) }
    let hasBody = method != "HEAD" && status != 304 && status != 204
    while hasBody, rest.count < length ?? Int.max {
      let chunk = try socket.read()
      if chunk.isEmpty { break }
      rest += chunk
    }
    guard !hasBody || rest.count >= length ?? 0 else {
      throw Child.Failure(call: "response", errno: ECONNRESET)
    }
    self.body = rest
  }
}
