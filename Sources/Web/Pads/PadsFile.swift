import Glibc
import Host
import Text

/// The file with the pads and their tokens, a line each, which only its owner may read.
///
/// Empty lines and lines that begin with # are skipped.
package struct PadsFile {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Returns the pads by their names, as the file has them now.
  package func pads() throws(WebRefusal) -> [String: Pad] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let advice = errno == ENOENT ? " 'serve --new-pad' makes it with its first pad." : ""
      throw Self.fault("cannot be opened", errno, advice)
    }
    defer { close(file) }
    return try Self.content(of: file).pads
  }

  /// Returns the size and the text of the open file, and its pads by their names.
  package static func content(
    of file: Int32
  ) throws(WebRefusal) -> (size: Int, text: String, pads: [String: Pad]) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw fault("cannot be read", errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
      throw refusal("not_a_file", "The pads file is not a file of up to 1 MiB.")
    }
    guard status.st_mode & 0o177 == 0 else {
      throw refusal(
        "no_permission", "Others can read the pads file: 'chmod 600' keeps its tokens secret.")
    }
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw fault("cannot be read", errno) }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    var pads: [String: Pad] = [:]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let pad = Pad(line: line), pads.updateValue(pad, forKey: pad.name) == nil else {
        throw refusal(
          "bad_data", "Line \(index + 1) of the pads file is not a new NAME TOKEN SESSION.")
      }
    }
    return (count, text, pads)
  }

  package static func fault(_ what: String, _ number: Int32, _ advice: String = "") -> WebRefusal {
    let kind =
      switch number {
      case ENOENT: "no_file"
      case EACCES, EPERM, EROFS: "no_permission"
      default: "input_output"
      }
    return refusal(kind, "The pads file \(what): \(systemMessage(number)).\(advice)")
  }

  package static func refusal(_ kind: String, _ message: String) -> WebRefusal {
    WebRefusal(503, 75, kind, message)
  }
}
