import Text

/// The refusal of a request, or of one of its lines.
struct WebRefusal: Error {
  /// The status of the response if the whole request is refused.
  let status: Int
  private let words: (code: Int, kind: String, message: String)
  /// The methods that are answered, if another one was sent.
  var allowed = "GET, HEAD, POST"

  /// Creates a refusal with the exit code that the command line would have, and its name for scripts.
  init(_ status: Int, _ words: (code: Int, kind: String, message: String)) {
    (self.status, self.words) = (status, words)
  }

  init(_ status: Int, _ code: Int, _ kind: String, _ message: String) {
    self.init(status, (code, kind, message))
  }

  /// The error, as the command line gives it.
  var error: JSONFields { ["code": words.code, "kind": words.kind, "message": words.message] }

  var response: WebResponse {
    let body = JSONWriter.text(["error": error] as JSONFields) + "\n"
    var response = WebResponse(refusing: status, Array(body.utf8))
    if status == 405 { response.headers.append(("Allow", allowed)) }
    return response
  }
}

extension WebResponse {
  /// Creates the response to a request that is refused with a status, and an error in JSON.
  init(refusing status: Int, _ error: [UInt8]) {
    let headers: [(name: String, value: String)] =
      switch status {
      case 401: [("WWW-Authenticate", "Laptimer")]
      case 429, 503: [("Retry-After", "2")]
      default: []
      }
    self.init(status, "application/json", error, headers: headers)
  }
}

/// The refusals of requests that nobody serves.
extension WebRefusal {
  static let malformed = Self(400, 1, "malformed", "The request is malformed.")
  static let otherOrigin = Self(
    403, 1, "other_origin", "A page of another address must not write here.")
  static let method = Self(405, 1, "method", "Only GET, HEAD and POST are answered.")
  static let timeout = Self(408, 1, "timeout", "The request took too long.")
  static let bodyTooLong = Self(413, 1, "too_long", "The body is longer than 64 KiB.")
  static let wrongHost = Self(
    421, 1, "wrong_host", "This server has another name: 'laptimer serve --host NAME' adds one.")
  static let tooManyConnections = Self(
    429, 1, "too_many", "There are too many connections from this address.")
  static let headTooLong = Self(
    431, 1, "too_long", "The head of the request is longer than 8 KiB.")
}

/// The refusals of the scoreboard.
extension WebRefusal {
  static let notFound = Self(404, 1, "not_found", "It is not here, or not shown.")
  static let forbidden = Self(403, 1, "forbidden", "It is not given to this machine.")
  static let unavailable = Self(503, 75, "unavailable", "The log cannot be read now.")

  static func usage(_ message: String) -> Self { Self(400, 64, "usage", message) }

  static func badLine(_ message: String) -> Self { Self(200, 65, "bad_line", message) }
}
