/// Writes a page of HTML: names are text, never markup.
package struct HTMLWriter {
  package var bytes: [UInt8]

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// Appends markup.
  package mutating func raw(_ markup: String) {
    bytes.append(markup)
  }

  /// Appends a text: control characters are made visible, and markup is shown as text.
  package mutating func text(_ text: String) {
    for byte in Harmless.text(text).utf8 {
      switch Unicode.Scalar(byte) {
      case "&": bytes.append("&amp;")
      case "<": bytes.append("&lt;")
      case ">": bytes.append("&gt;")
      case "\"": bytes.append("&quot;")
      case "'": bytes.append("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a line with an element whose content is a text.
  package mutating func element(
    _ name: String, _ text: String, attributes: String = "dir=\"auto\""
  ) {
    raw("<\(name) \(attributes)>")
    self.text(text)
    raw("</\(name)>\n")
  }
}
