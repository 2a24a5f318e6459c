import Arguments
import Glibc
import Host
import Text
import Timing

enum CourseOptions {
  static let course = Parameter.option(
    "course", .course, help: "The course of which the session is an attempt.")
  static let segments = Parameter.option(
    "segments", .segments,
    help: "The segments of the course, separated by commas, a file with a name on each line, or -.",
    defaultText: "those of the newest session of the course")
}

/// The names of the segments of a course, as given on the command line.
enum SegmentNames {
  /// The largest size of a file in bytes.
  static let mostBytes = 2 << 20

  /// Returns the names: those in the file if the text is a path, without a comma, else those in the
  /// text.
  ///
  /// Spaces around a name are removed, and so are blank lines of a file. An invalid name in the
  /// text is a `UsageError`; other errors are those of the file.
  static func parse(_ text: String, in subcommand: Subcommand) throws -> [String] {
    if isFile(text) { return try names(inFile: text) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimmed) }
    let option = CourseOptions.segments.definition
    if text == "none" {
      let reason = "a course has segments; 'laptimer plan --course none' removes the course"
      throw UsageError(text, of: option, reason, in: subcommand)
    }
    for name in names {
      do throws(LabelError) {
        _ = try Label.checked(name)
      } catch {
        throw UsageError(name, of: option, "a segment: \(error)", in: subcommand)
      }
    }
    return names
  }
}

extension SegmentNames {
  private static func names(inFile path: String) throws -> [String] {
    let file = InputFile.name(of: path)
    let bytes = try InputFile.contents(of: path, mostBytes: mostBytes)
    let notSegments = Failure(
      "bad_segments",
      "\(file) is not a list of segments: it must be UTF-8 text with a name on each line.")
    // Binary files and UTF-16 have zero bytes.
    guard !bytes.contains(0) else { throw notSegments }
    guard let contents = String(validating: bytes, as: UTF8.self) else {
      throw Failure("invalid_utf8", "\(file), line \(firstInvalid(bytes)) is not valid UTF-8.")
    }
    let lines = contents.withoutByteOrderMark
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.trimmed)
    // These begin XML and JSON.
    if let first = lines.first(where: { !$0.isEmpty })?.first, "<{".contains(first) {
      throw notSegments
    }
    return try lines.enumerated().filter { !$1.isEmpty }.map { index, line in
      do throws(LabelError) {
        return try Label.checked(String(line))
      } catch {
        throw Failure(
          "bad_segments", "\(file), line \(index + 1): the name is invalid: \(error).")
      }
    }
  }

  /// Whether the text of an option names a file, or the standard input as `-`.
  static func isFile(_ text: String) -> Bool {
    if text == "-" { return true }
    // A path without its file is not the name of a segment.
    let isPath = text.contains("/") || text.contains(".")
    return !text.contains(",") && (isPath || access(text, F_OK) == 0)
  }

  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let valid = lines.prefix { String(validating: $0, as: UTF8.self) != nil }
    return valid.count + 1
  }
}

extension Form where Value == String {
  /// The names of segments, separated by commas, or a file.
  static var segments: Form {
    var form = Form.text("names|file", completion: .file)
    form.readsFile = { SegmentNames.isFile($0) }
    return form
  }
}
