package import Text

/// The sentences on names that are not those of one session.
extension Message {
  package static func unknownSession(_ name: String, _ suggestion: String?) -> Message {
    suggestion == nil
      ? "There is no session \(quoted: name). \(command: "list --all") lists all sessions."
      : "There is no session \(quoted: name).\(suggestion.question)"
  }

  package static func ambiguousSession(_ text: String, number: Int, named: Int) -> Message {
    """
    '\(text)' is the number of session \(number), and the name of session \(named): choose with \
    'number:\(text)' or 'name:\(text)'.
    """
  }
}
