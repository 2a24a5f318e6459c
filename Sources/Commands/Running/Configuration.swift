import Arguments
import Glibc
import Text
import Timing

/// The settings of the user: `$XDG_CONFIG_HOME/laptimer/config`, else `~/.config/laptimer/config`.
///
/// Each line is `key = value`. A `#` at the beginning of a line or after a space begins a comment.
/// Options and variables win over the file.
struct Configuration: Hashable {
  /// The decimal places of seconds.
  var precision: Int?
  /// The use of colors.
  var color: Coloring?
  /// The comparison to show by default.
  var against: String?
  /// The file and line of that comparison, for messages.
  var placeOfAgainst: String?
  /// The usual keys of the live screen, by the keys that the user chose beside them.
  var keys: [Character: Character] = [:]
  /// The time after a key press in which the same key is ignored.
  var debounce: Duration?
  /// Whether the live screen rings the bell.
  var bell: Bool?
  /// Warnings about unknown keys.
  var warnings: [String] = []

  /// The effects whose keys can be chosen.
  static let keyNames = ["lap", "mark", "undo", "redo", "name", "countdown"]
  /// The usual keys of these effects.
  private static let usualKeys: [Character] = ["l", "m", "u", "r", "n", "c"]

  /// All keys of the file.
  static let names =
    ["precision", "color", "against", "bell", "keys.debounce"] + keyNames.map { "keys.\($0)" }

  /// The most bytes of a file that are read.
  private static let mostBytes = 1 << 16

  /// Reads the file of the user; all settings are missing if there is none.
  ///
  /// - Throws: `UsageError` for an invalid value, with file and line; `CommandError` for a file
  ///   that cannot be read.
  init(of world: World) throws {
    guard let path = try Self.path(in: world) else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw Self.unreadable(path, errno)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress, $0.count)
      }
      guard read >= 0 else { throw Self.unreadable(path, errno) }
      if read == 0 { break }
      count += read
    }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw UsageError(.other("The configuration \(path.shown) is not valid UTF-8."), in: nil)
    }
    try apply(text, of: path)
  }

  /// Creates the settings that a text has.
  ///
  /// - Parameters:
  ///   - text: the lines.
  ///   - path: the file, for messages.
  /// - Throws: `UsageError` for an invalid line.
  init(_ text: String, of path: String) throws(UsageError) {
    try apply(text, of: path)
  }

  /// Creates settings of which all are missing.
  init() {}

  /// The path of the file; nil if the environment does not determine it.
  private static func path(in world: World) throws(UsageError) -> String? {
    if world.variable("XDG_CONFIG_HOME")?.hasPrefix("/") == true,
      let folder = try world.path("XDG_CONFIG_HOME")
    {
      return folder + "/laptimer/config"
    }
    return try world.path("HOME").map { $0 + "/.config/laptimer/config" }
  }

  private static func unreadable(_ path: String, _ number: Int32) -> CommandError {
    .unreadable(name: path.shown, errno: number)
  }

  private mutating func apply(_ text: String, of path: String) throws(UsageError) {
    let lines = text.withoutByteOrderMark
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let line = line.withoutComment.trimmed
      if line.isEmpty { continue }
      let place = "\(path.shown), line \(index + 1)"
      guard let equals = line.firstIndex(of: "=") else {
        throw UsageError(.other("\(place): a line is 'key = value'."), in: nil)
      }
      let key = String(line[..<equals].trimmed)
      let value = String(line[line.index(after: equals)...].trimmed)
      do throws(InvalidValue) {
        try set(key, to: value, at: place)
      } catch {
        let reason = error.reason.map { ": \($0.echoed)" } ?? ""
        throw UsageError(
          .other("\(place): the value '\(value.echoed)' is invalid for '\(key.echoed)'\(reason)."),
          in: nil)
      }
    }
  }

  private mutating func set(
    _ key: String, to value: String, at place: String
  ) throws(InvalidValue) {
    switch key {
    case "precision": precision = try Self.precision(value)
    case "color":
      guard let color = Coloring(rawValue: value) else {
        throw InvalidValue("it must be auto, always or never")
      }
      self.color = color
    case "against":
      guard !value.isEmpty else { throw InvalidValue("it is empty") }
      (against, placeOfAgainst) = (value, place)
    case "bell":
      guard value == "on" || value == "off" else { throw InvalidValue("it must be on or off") }
      bell = value == "on"
    case "keys.debounce": debounce = try Form<Duration>.duration.value(of: value)
    default:
      if let index = Self.keyNames.firstIndex(where: { "keys.\($0)" == key }) {
        return try setKey(value, to: Self.usualKeys[index])
      }
      let guess = Spelling.nearest(to: key, among: Self.names)
      warnings.append(
        "\(place): unknown key '\(key.echoed)'."
          + (guess.map { " Did you mean '\($0)'?" } ?? ""))
    }
  }

  private mutating func setKey(_ value: String, to usual: Character) throws(InvalidValue) {
    guard value.count == 1, let letter = value.first, letter.isLetter || letter.isNumber else {
      throw InvalidValue("a key is one letter or digit")
    }
    let isTaken = letter != usual && (Self.usualKeys + ["q"]).contains(letter)
    guard !isTaken, keys[letter] == nil else { throw InvalidValue("the key has another effect") }
    keys[letter] = usual
  }

  /// Parses a number of decimal places.
  static func precision(_ word: String) throws(InvalidValue) -> Int {
    guard let digit = Int(word), word.utf8.count == 1 else {
      throw InvalidValue("it must be a number from 0 to 9")
    }
    return digit
  }
}

extension String {
  /// The text without the byte order mark that some editors write before it.
  var withoutByteOrderMark: Substring {
    // As a scalar: with a combining character after it, the mark is part of a longer character.
    unicodeScalars.first == "\u{FEFF}" ? Substring(unicodeScalars.dropFirst()) : self[...]
  }
}

extension Substring {
  /// The line without its comment.
  fileprivate var withoutComment: Substring {
    var isAfterSpace = true
    for index in indices {
      if isAfterSpace, self[index] == "#" { return self[..<index] }
      isAfterSpace = self[index].isWhitespace
    }
    return self
  }
}

extension World {
  /// The world without `LAPTIMER_PRECISION`.
  var withoutPrecision: World {
    var world = self
    world.environment = { [environment] in $0 == "LAPTIMER_PRECISION" ? nil : environment($0) }
    return world
  }

  /// The precision in `LAPTIMER_PRECISION`; nil if it is not set.
  ///
  /// - Throws: `UsageError` for an invalid value.
  func precision() throws(UsageError) -> Int? {
    guard let word = variable("LAPTIMER_PRECISION") else { return nil }
    do throws(InvalidValue) {
      return try Configuration.precision(word)
    } catch {
      throw UsageError(
        .other("The variable LAPTIMER_PRECISION is '\(word.echoed)': it must be 0 to 9."), in: nil)
    }
  }
}
