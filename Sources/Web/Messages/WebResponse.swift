/// A response of the web; the server adds the headers that all have.
package struct WebResponse: Sendable {
  var status = 200
  /// The media type.
  var type = "application/json"
  var body: [UInt8]
  /// The state that it shows, without quotes: a request that names it is answered 304.
  var tag: String?
  /// Headers beside those that all responses have.
  var headers: [(name: String, value: String)] = []
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
