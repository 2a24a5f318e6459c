import Text

/// The refusal of a request, or of one of its lines.
package struct WebRefusal: Error {
  /// The status of the response if the whole request is refused.
  let status: Int
  package let words: (code: Int, kind: String, message: String)
  /// The methods that are answered, if another one was sent.
  private var allowed = ""

  /// Creates a refusal with the exit code that the command line would have, and its name for scripts.
  package init(_ status: Int, _ code: Int, _ kind: String, _ message: String) {
    (self.status, words) = (status, (code, kind, message))
  }

  /// Creates the refusal of a method where others are answered.
  init(allowing methods: String, _ message: String) {
    self.init(405, 1, "method", message)
    allowed = methods
  }

  /// The error, as the command line gives it.
  var error: JSONFields { ["code": words.code, "kind": words.kind, "message": words.message] }

  var response: WebResponse {
    let headers: [(name: String, value: String)] =
      switch status {
      case 401: [("WWW-Authenticate", "Laptimer")]
      case 405: [("Allow", allowed)]
      case 429, 503: [("Retry-After", "2")]
      default: []
      }
    let body = JSONWriter.text(["error": error] as JSONFields) + "\n"
    return WebResponse(status: status, body: Array(body.utf8), headers: headers)
  }
}

/// The refusals of requests that nobody serves.
extension WebRefusal {
  static let malformed = Self(400, 1, "malformed", "The request is malformed.")
  static let otherOrigin = Self(
    403, 1, "other_origin", "A page of another address must not write here.")
  static let method = Self(allowing: "GET, HEAD, POST", "Only GET, HEAD and POST are answered.")
  static let bodyTooLong = Self(
    413, 1, "too_long", "The body is longer than \(WebRequest.longestBody >> 10) KiB.")
  static let wrongHost = Self(
    421, 1, "wrong_host", "This server has another name: 'laptimer serve --host NAME' adds one.")
  static let tooManyOfOne = Self(
    429, 75, "too_many", "There are too many connections from this address.")
  static let full = Self(503, 75, "too_many", "The server has too many connections.")
  static let headTooLong = Self(
    431, 1, "too_long",
    "The head of the request is longer than \(WebRequest.longestHead >> 10) KiB.")
}

/// The refusals of the scoreboard.
extension WebRefusal {
  static let noPost = Self(allowing: "GET, HEAD", "Only lines of a pad are sent by POST.")
  static let notFound = Self(404, 1, "not_found", "The page or session is not shown.")
  static let forbidden = Self(
    403, 1, "forbidden", "The events are given only to programs on the machine of the server.")
  static let recordsNothing = Self(403, 1, "forbidden", "This server records no presses.")
  static let otherSession = Self(403, 77, "not_allowed", "This pad belongs to another session.")
  static let unavailable = Self(503, 75, "unavailable", "The log cannot be read now.")
  static let tooManyPast = Self(
    429, 75, "too_many", "Too many past states are requested: try again in some seconds.")
  static let tooManyLists = Self(
    503, 75, "too_many", "Too many sessions or lists are followed now.")

  /// Creates the refusal for a command line that failed with an exit code.
  ///
  /// Its own words are for the person at the log's machine: they name the file, and commands to try.
  init(ofCommand code: Int32) {
    switch code {
    case 64: self = .usage("A parameter has a value that does not exist.")
    case 1, 65, 66:
      self.init(404, Int(code), "not_found", "The session has no such event, moment or list.")
    default: self = .unavailable
    }
  }

  static func usage(_ message: String) -> Self { Self(400, 64, "usage", message) }

  static func badLine(_ message: String) -> Self { Self(200, 65, "bad_line", message) }
}
