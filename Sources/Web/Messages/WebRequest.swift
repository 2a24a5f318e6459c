/// A request of the web, whose head has passed all checks.
package struct WebRequest: Sendable {
  /// The methods that are answered.
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  package var method: Method
  /// The path and query as they were sent; the signature of a POST covers them.
  package var target: String
  /// The decoded parts of the path: none of `/`.
  package var path: [String]
  /// The decoded parameters in their order.
  package var query: [(name: String, value: String)]
  /// The headers that were sent once, by their names in lower case.
  package var headers: [String: String]
  /// The body of a POST, 64 KiB at most.
  package var body: [UInt8]
  /// Whether it comes from this machine.
  package var isLocal: Bool

  package init(
    _ method: Method = .get, target: String, path: [String],
    query: [(name: String, value: String)] = [], headers: [String: String] = [:],
    body: [UInt8] = [], isLocal: Bool = true
  ) {
    self.method = method
    self.target = target
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.isLocal = isLocal
  }

  /// Returns the value of a parameter; nil without it.
  package subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}
