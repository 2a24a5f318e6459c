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

/// The answer to a request.
package enum WebAnswer {
  case response(WebResponse)
  /// A stream of events, from the state on that the reader knows, if any.
  case stream(any EventStream, after: String?)
}

/// The part of a program that answers the requests of a server.
package protocol WebHandler: AnyObject {
  /// Answers a request; it must not wait.
  func answer(_ request: WebRequest) -> WebAnswer
}

/// A source of server-sent events.
package protocol EventStream: AnyObject {
  /// Begins to send to a reader who knows a state; nil: none.
  func attach(_ reader: StreamReader, after token: String?)
  /// All bytes that waited for a reader were sent.
  func drained(_ reader: StreamReader)
  /// A reader is gone.
  func detach(_ reader: StreamReader)
}

/// A connection that reads a stream of events.
package protocol StreamTransport: AnyObject {
  /// Whether bytes wait to be sent.
  var isWaiting: Bool { get }
  /// Sends bytes, or lets them wait.
  func send(_ bytes: [UInt8])
  /// Closes the connection.
  func close()
}

/// A reader of a stream: its connection, and how far it is.
package final class StreamReader {
  package unowned let transport: any StreamTransport
  /// The number of the newest publication that was sent to it.
  package var newest = 0
  /// Whether it lacks publications, since bytes waited for it.
  package var isBehind = false

  package init(_ transport: any StreamTransport) { self.transport = transport }
}
