import Text

/// A response of the web; the server adds the headers that all have.
package struct WebResponse: Sendable {
  package var status: Int
  /// The media type, such as `application/json`.
  package var type: String
  package var body: [UInt8]
  /// The state of which it speaks, without quotes: a request that names it is answered 304.
  package var tag: String?
  /// Headers beside those that all responses have.
  package var headers: [(name: String, value: String)]

  package init(
    _ status: Int = 200, _ type: String, _ body: [UInt8], tag: String? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.tag = tag
    self.headers = headers
  }
}

extension WebResponse {
  /// A response with a value as JSON.
  static func json(_ value: some JSONValue, tag: String? = nil) -> Self {
    Self(200, "application/json", JSONWriter.bytes(of: value), tag: tag)
  }
}

/// The answer to a request.
package enum WebAnswer {
  case response(WebResponse)
  /// A stream of events, from the state on that the reader knows, if any.
  case stream(EventChannel, after: String?)
}

/// The part of a program that answers the requests of a server.
package protocol WebHandler: AnyObject {
  /// Answers a request; it must not wait.
  func answer(_ request: WebRequest) -> WebAnswer
}
