import Arguments
import Glibc
import Logbook
import Racing
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

extension Context {
  /// The notes, each on a line of its own, on the segments that the user gave: on equal names, and
  /// on a course that had others.
  func notesOnSegments(_ receipt: Receipt) throws -> String {
    guard values.contains(CourseOptions.segments), let names = receipt.profile.plan.segments
    else { return "" }
    var notes = ""
    var seen: Set<String> = []
    if let only = names.first, names.count == 1 {
      notes += """
        \nNote: the course has one segment, '\(only.echoed)': commas separate segments.
        """
    }
    if let name = names.first(where: { !seen.insert($0).inserted }) {
      notes += """
        \nNote: several segments are named '\(name.echoed)': laps complete them in their order.
        """
    }
    guard let course = receipt.profile.plan.course,
      let before = try opened?.newestAttempt(ofCourse: course, before: receipt.session),
      before.segments != names
    else { return notes }
    return notes + "\nNote: " + Self.difference(of: names, from: before, course)
  }

  /// Says how the segments of a course differ from those of an earlier session.
  private static func difference(
    of names: [String], from before: Attempt, _ course: String
  ) -> String {
    let (old, new) = (SegmentKey.keys(of: before.segments), SegmentKey.keys(of: names))
    let (lacking, added) = (Set(old).subtracting(new), Set(new).subtracting(old))
    let isReordered = old.filter { !lacking.contains($0) } != new.filter { !added.contains($0) }
    func part(_ word: String, _ keys: [SegmentKey]) -> String? {
      keys.isEmpty
        ? nil : "\(word) " + keys.map { "'\($0.name.echoed)'" }.listed(atMost: 3)
    }
    let parts = [
      part("without", old.filter(lacking.contains)), part("with", new.filter(added.contains)),
      isReordered ? "in another order" : nil,
    ].compactMap(\.self)
    let note = """
      the segments of '\(course.echoed)' are those of session \(before.session) \
      \(parts.joined(separator: ", ")). Only segments of the same name are compared.
      """
    guard let former = lacking.first, let name = added.first, lacking.count == 1,
      added.count == 1, !isReordered, old.firstIndex(of: former) == new.firstIndex(of: name)
    else { return note }
    let rename = suggestedCommand(
      NameCommand.declaration.name, [name.name],
      options: [
        suggestedOption(NameCommand.course, course),
        suggestedOption(NameCommand.segment, former.name),
      ])
    return note + " 'laptimer \(rename)' renames it in all sessions."
  }
}

/// The names of the segments of a course, as given on the command line.
enum SegmentNames {
  /// The largest size of a file in bytes.
  static let mostBytes = 2 << 20

  /// Returns the names: those in the file if the text is a path, without a comma, else those in the
  /// text.
  ///
  /// Spaces around a name are removed, and so are blank lines of a file. An invalid name in the
  /// text is a `UsageError`; a file that cannot be read or is not a list of names, a
  /// `CommandError`.
  static func parse(_ text: String, in subcommand: Subcommand) throws -> [String] {
    if isFile(text) { return try names(inFile: text) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimmed) }
    if text == "none" {
      let option = CourseOptions.segments.definition
      throw UsageError(
        .invalidValue(
          option, name: option.key, value: text,
          InvalidValue("a course has segments; 'laptimer plan --course none' removes the course")),
        in: subcommand)
    }
    for name in names {
      do throws(LabelError) {
        _ = try Label.checked(name)
      } catch {
        let option = CourseOptions.segments.definition
        throw UsageError(
          .invalidValue(
            option, name: option.key, value: name, InvalidValue("a segment: \(error.description)")),
          in: subcommand)
      }
    }
    return names
  }
}

extension SegmentNames {
  private static func names(inFile path: String) throws -> [String] {
    let file = InputFile.name(of: path)
    let bytes = try InputFile.contents(of: path, mostBytes: mostBytes)
    // Binary files and UTF-16 have zero bytes.
    guard !bytes.contains(0) else { throw CommandError.notSegments(name: file) }
    guard let contents = String(validating: bytes, as: UTF8.self) else {
      throw CommandError.invalidUTF8(name: file, line: firstInvalid(bytes))
    }
    let lines = contents.withoutByteOrderMark
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.trimmed)
    // These begin XML and JSON.
    if let first = lines.first(where: { !$0.isEmpty })?.first, "<{".contains(first) {
      throw CommandError.notSegments(name: file)
    }
    return try lines.enumerated().filter { !$1.isEmpty }.map { index, line in
      do throws(LabelError) {
        return try Label.checked(String(line))
      } catch { throw CommandError.badSegment(name: file, line: index + 1, error) }
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
