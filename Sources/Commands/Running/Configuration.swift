import Arguments
import Glibc
import Host
import Terminal
import Text
import Timing

/// The settings of the user: `$XDG_CONFIG_HOME/laptimer/config`, else `~/.config/laptimer/config`.
///
/// Each line is `key = value`. A `#` at the beginning of a line or after a space begins a comment.
/// Options and variables win over the file. An invalid setting is a warning, and its default
/// applies, so that no press is lost to a setting.
struct Configuration: Hashable {
  /// The decimal places of seconds.
  var precision: Int?
  var color: Coloring?
  /// The comparison to show by default.
  var against: String?
  /// The file and line of that comparison, until it is known to exist.
  var placeOfAgainst: String?
  /// The usual keys of the live screen, by the keys that the user chose beside them.
  var keys: [Character: Character] = [:]
  /// The time after a key press in which the same key is ignored.
  var debounce: Duration?
  /// Whether the live screen rings the bell.
  var bell: Bool?
  /// Warnings about invalid settings and unknown keys.
  var warnings: [Message] = []

  static let names =
    ["precision", "color", "against", "bell", "keys.debounce"]
    + KeyMap.settings.map { "keys.\($0.name)" }

  /// The most bytes of a file.
  private static let mostBytes = 1 << 16

  /// Reads the file and the variables of the user; without them, all settings are missing.
  init(of world: World) {
    do {
      if let path = try world.path("laptimer/config", in: "XDG_CONFIG_HOME", or: ".config") {
        let bytes = try InputFile.contents(of: path, mostBytes: Self.mostBytes)
        if let text = String(validating: bytes, as: UTF8.self) {
          apply(text, of: path)
        } else {
          warnings.append("The configuration \(quoted: path) is ignored: it is not valid UTF-8.")
        }
      }
    } catch CommandError.unreadable(_, ENOENT), CommandError.unreadable(_, ENOTDIR) {
      // There is no file.
    } catch {
      warnings.append("The configuration is ignored: \(Failure(error).message)")
    }
    guard let word = world.variable("LAPTIMER_PRECISION") else { return }
    do throws(InvalidValue) {
      precision = try Self.precision(word)
    } catch {
      warnings.append(
        "The variable LAPTIMER_PRECISION is ignored: \(quoted: word) is not a number from 0 to 9.")
    }
  }

  /// Creates the settings of the lines of a file; its path is for messages.
  init(_ text: String, of path: String) {
    apply(text, of: path)
  }

  /// Creates settings of which all are missing.
  init() {}

  private mutating func apply(_ text: String, of path: String) {
    let lines = text.withoutByteOrderMark
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    var settings: [(key: String, value: String, line: Int)] = []
    var faults: [(line: Int, reason: Message)] = []
    for (line, text) in zip(1..., lines.map(\.withoutComment.trimmed)) where !text.isEmpty {
      guard let equals = text.firstIndex(of: "=") else {
        faults.append((line, "it is not 'key = value'."))
        continue
      }
      let key = String(text[..<equals].trimmed)
      guard Self.names.contains(key) else {
        let guess = Spelling.nearest(to: key, among: Self.names)
        faults.append((line, "unknown key \(quoted: key).\(guess.question)"))
        continue
      }
      settings.append((key, String(text[text.index(after: equals)...].trimmed), line))
    }
    func place(_ line: Int) -> String { "\(path.shown), line \(line)" }
    // The key that space replaces is free for the lines before that, too.
    let spaces = settings.filter { $0.key.hasPrefix("keys.") && $0.value == "space" }
    let others = settings.filter { !$0.key.hasPrefix("keys.") || $0.value != "space" }
    for (key, value, line) in spaces + others {
      do throws(InvalidValue) {
        try set(key, to: value, at: place(line))
      } catch {
        let reason = error.reason.map { ": \($0.echoed)" } ?? ""
        faults.append(
          (line, "the value \(quoted: value) is invalid for \(quoted: key)\(reason)."))
      }
    }
    warnings += faults.sorted { $0.line < $1.line }.map { line, reason in
      "\(place(line)) is ignored: \(reason)"
    }
    // The key whose effect space has starts and stops instead, unless another key was chosen.
    if let usual = keys[" "], !keys.values.contains(" ") { keys[usual] = " " }
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
      if let setting = KeyMap.settings.first(where: { "keys.\($0.name)" == key }) {
        return try setKey(value, to: setting.key)
      }
    }
  }

  private mutating func setKey(_ value: String, to usual: Character) throws(InvalidValue) {
    let word = value == "space" ? " " : value
    guard word.unicodeScalars.count == 1, let key = word.first,
      key == " " || !key.isWhitespace && !word.unicodeScalars.contains(where: Harmless.isObeyed)
    else {
      throw InvalidValue("a key is one character, or 'space'")
    }
    // If space has the effect of a key, that key may start and stop.
    let isReplaced = usual == " " && keys[" "] == key
    let isTaken = KeyMap.usualKeys.contains(key) && key != usual && !isReplaced
    guard !isTaken, keys[key] == nil || keys[key] == usual else {
      throw InvalidValue("the key has another effect")
    }
    keys[key] = usual
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
  fileprivate var withoutComment: Substring {
    var isAfterSpace = true
    for index in indices {
      if isAfterSpace, self[index] == "#" { return self[..<index] }
      isAfterSpace = self[index].isWhitespace
    }
    return self
  }
}
