/// A request of the web, whose head has passed all checks.
package struct WebRequest: Sendable {
  /// The methods that are answered.
  enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  var method = Method.get
  /// The path and query as they were sent; the signature of a POST covers them.
  var target: String
  /// The decoded parts of the path: none of `/`.
  var path: [String]
  /// The decoded parameters in their order.
  var query: [(name: String, value: String)] = []
  /// The headers by their names in lower case; values of repeated ones are joined by commas.
  var headers: [String: String] = [:]
  /// The length of the body.
  var length = 0
  /// The body of a POST, 64 KiB at most.
  var body: [UInt8] = []
  /// Whether the connection is closed after the answer.
  var closes = false
  /// Whether it comes from this machine.
  var isLocal = true

  /// Returns the value of a parameter; nil without it.
  package subscript(name: String) -> String? { query.first { $0.name == name }?.value }
}
