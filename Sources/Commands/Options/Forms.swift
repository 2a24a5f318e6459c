import Arguments
import Glibc
import Host
import Live
import Text
import Timing

extension Form where Value == String {
  /// A session by number, uid or name.
  static var session: Form { .text("session", completion: .listed(.sessions)) }

  static var inputPath: Form {
    var form = Form.path
    form.readsFile = { _ in true }
    return form
  }

  /// The name of a course.
  static var course: Form { .label("course", completion: .listed(.courses)) }

  static func label(_ name: String, completion: Completion = .none) -> Form {
    Form(name, completion: completion, parser: Label.checked)
  }

  /// The text of a day, a span back or a moment; the command resolves it.
  static var bound: Form { .text("when") }

  /// The text of a moment; the command resolves it, since a bare time is relative to now.
  static var when: Form { .text("when", completion: .values(["now", "last"])) }
}

extension Duration {
  /// The longest time between a command and a moment that it states.
  static let century = Duration.seconds(100 * 365 * 86_400)
}

extension Form where Value == Duration {
  /// A duration of zero or more.
  static var duration: Form { duration("dur", signed: false) }

  /// A duration above zero, of at most 100 years.
  static var positiveDuration: Form {
    Form("dur", dashes: .numbers) { word throws(InvalidValue) in
      let span = try duration.value(of: word)
      guard span > .zero else { throw InvalidValue("not above zero") }
      guard span <= .century else { throw InvalidValue("more than 100 years") }
      return span
    }
  }

  /// A duration with a sign.
  static var shift: Form { duration("±dur", signed: true) }

  private static func duration(_ name: String, signed: Bool) -> Form {
    Form(name, dashes: .numbers) { word throws(DurationTextError) in
      try Duration(text: word, signed: signed)
    }
  }
}

extension Form where Value == EventID {
  static var uuid: Form {
    Form("uuid") { word throws(InvalidValue) in
      guard let id = EventID(word) else { throw InvalidValue("not a UUID") }
      return id
    }
  }
}

extension Form where Value == EventReference {
  /// A lap by its number, the start, the stop, or an event by its number.
  static var event: Form { event(or: ["start", "stop"]) }

  /// A lap by its number, or an event by its number; the start and the stop are refused by a command.
  static var removable: Form { event(or: []) }

  private static func event(or presses: [String]) -> Form {
    Form("what", completion: .values(presses)) { word throws(InvalidValue) in
      if word == "start" { return .start }
      if word == "stop" { return .stop }
      if let other = EventReference(ofOtherSession: word) { return other }
      let digits = word.hasPrefix("@") ? word.dropFirst() : word[...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
        number > 0
      else {
        throw InvalidValue(
          """
          neither a lap's number\(presses.isEmpty ? "" : ", start, stop,") nor @ and the number of an \
          event, also of a timestamp, which 'laptimer events' lists
          """)
      }
      return word.hasPrefix("@") ? .event(number) : .number(number)
    }
  }
}

extension EventReference {
  /// Parses `@4:12`, an event of session 4, or `@` and the id of an event; nil for other texts.
  fileprivate init?(ofOtherSession word: String) {
    guard word.hasPrefix("@") else { return nil }
    let rest = word.dropFirst()
    if let id = EventID(String(rest)) {
      self = .id(id)
      return
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let session = Int(parts[0]), let event = Int(parts[1]), session > 0, event > 0
    else { return nil }
    self = .stream(session: session, event: event)
  }
}

extension Form where Value == ReplaySpeed {
  /// The speed of a replay: a positive decimal number, or `max`.
  static var replaySpeed: Form {
    Form(
      "x|max", completion: .values(["max"]),
      write: { speed in
        if speed == .max { return "max" }
        return Int(exactly: speed.factor).map { "\($0)" } ?? "\(speed.factor)"
      },
      read: { word throws(InvalidValue) in
        if word == "max" { return .max }
        // Double would also accept signs, exponents, hexadecimal digits and infinity.
        let isDecimal = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isDecimal, word.utf8.count <= 16, let factor = Double(word) else {
          throw InvalidValue("neither a decimal number nor max")
        }
        guard factor >= 0.001 else { throw InvalidValue("less than 0.001") }
        return ReplaySpeed(factor)
      })
  }
}

/// Parses and formats numbers of bytes, with units that are powers of 1,024.
enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [
    ("T", 40), ("G", 30), ("M", 20), ("K", 10),
  ]

  /// Parses digits with an optional unit, `500M`; nil for other text and for numbers that are too
  /// large.
  static func parse(_ word: String) -> Int? {
    var digits = word[...]
    var shift = 0
    if let last = word.last, let unit = units.first(where: { "\($0.letter)" == last.uppercased() })
    {
      digits = digits.dropLast()
      shift = unit.shift
    }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1 << shift)
    return isTooMuch ? nil : bytes
  }

  /// Returns a number as `parse` accepts it, in the largest unit without a remainder.
  static func word(_ bytes: Int) -> String {
    for unit in units where bytes > 0 && bytes & ((1 << unit.shift) - 1) == 0 {
      return "\(bytes >> unit.shift)\(unit.letter)"
    }
    return "\(bytes)"
  }

  /// Returns a number in its largest unit, truncated to one decimal: `1.5 GiB`, `512 bytes`.
  static func text(_ bytes: Int) -> String {
    guard let unit = units.first(where: { bytes >> $0.shift > 0 }) else { return "\(bytes) bytes" }
    let tenth = ((bytes & ((1 << unit.shift) - 1)) * 10) >> unit.shift
    let decimal = tenth == 0 ? "" : ".\(tenth)"
    return "\(bytes >> unit.shift)\(decimal) \(unit.letter)iB"
  }
}

extension Form where Value == Int {
  /// A number of bytes above zero, with an optional unit.
  static var size: Form {
    Form("size", write: { ByteCount.word($0) }) { word throws(InvalidValue) in
      guard let bytes = ByteCount.parse(word), bytes > 0 else {
        throw InvalidValue("a size is bytes above zero, as in 500M or 4G")
      }
      return bytes
    }
  }
}

/// Reads a file that fits into memory, such as the names of segments or the entries of a race.
enum InputFile {
  /// The name of a file in a message: its path in quotes, or the standard input for `-`.
  static func name(of path: String) -> String {
    path == "-" ? "The standard input" : path.shown
  }

  /// Reads a whole file, or the standard input for `-`; throws an error if it cannot be read or
  /// is too large.
  static func contents(of path: String, mostBytes: Int) throws -> [UInt8] {
    let name = name(of: path)
    // A path ends at a zero byte, which a line of a file may have.
    guard !path.utf8.contains(0) else { throw CommandError.unreadable(name: name, errno: ENOENT) }
    let isInput = path == "-"
    // The opening of a named pipe would wait for a writer; a read then ends at once.
    let descriptor = isInput ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw CommandError.unreadable(name: name, errno: errno) }
    defer { if !isInput { close(descriptor) } }
    if !isInput { _ = fcntl(descriptor, F_SETFL, 0) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CommandError.unreadable(name: name, errno: errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostBytes else {
        throw Failure("too_large", "\(name) is longer than \(ByteCount.text(mostBytes)).")
      }
    }
  }
}
