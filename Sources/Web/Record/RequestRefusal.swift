import Text

/// The refusal of a request, or of one of its lines.
struct RequestRefusal: Error {
  /// The status of the response if the whole request is refused.
  let status: Int
  private let words: (code: Int, kind: String, message: String)

  var error: JSONFields { ["code": words.code, "kind": words.kind, "message": words.message] }

  /// Creates a refusal with the exit code that the command line would have, and its name for scripts.
  init(_ status: Int, _ words: (code: Int, kind: String, message: String)) {
    (self.status, self.words) = (status, words)
  }

  init(_ status: Int, _ code: Int, _ kind: String, _ message: String) {
    self.init(status, (code, kind, message))
  }

  init(badLine message: String) { self.init(200, 65, "bad_line", message) }

  var response: WebResponse {
    let headers: [(name: String, value: String)] =
      switch status {
      case 401: [("WWW-Authenticate", "Laptimer")]
      case 405: [("Allow", "POST")]
      case 429, 503: [("Retry-After", "1")]
      default: []
      }
    let body = JSONWriter.text(["error": error] as JSONFields)
    return WebResponse(status, "application/json", Array(body.utf8), headers: headers)
  }
}
