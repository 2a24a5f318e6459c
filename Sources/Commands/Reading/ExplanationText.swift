import Host
import Text
import Timing

/// The text of an explanation: facts, each number, and the sums, in titled sections.
extension Context {
  func print(title: Message) { print(Style.bold.applied(to: title.text, if: isColored)) }

  /// Prints a section of aligned columns, which are not cut.
  func print(section name: Message, _ alignments: [Column.Alignment], _ rows: [[String]]) {
    print("")
    print(title: name)
    print(rows, alignments, isCut: false)
  }

  /// Prints lines after an empty one.
  func print(paragraph lines: [Message]) {
    print("")
    for line in lines { print(line) }
  }
}

extension Message {
  /// A session as a part of a title: `session 1 "Crit"`.
  static func session(_ number: Int, named name: String?) -> Message {
    "session \(number)\(name.map { " \($0.quoted)" } ?? "")"
  }
}

extension Duration {
  /// The time with nine decimals and its unit.
  var inSeconds: String { "\(decimalSeconds) s" }

  /// A sum: `10.000000000 + 2.500000000 = 12.500000000`.
  func equation(adding terms: Duration...) -> String {
    var (text, sum) = (decimalSeconds, self)
    for term in terms {
      text += "\(term < .zero ? " - " : " + ")\(term.magnitude.decimalSeconds)"
      sum += term
    }
    return "\(text) = \(sum.decimalSeconds)"
  }

  /// A difference without its result: `12.500000000 - 10.000000000`.
  func difference(to right: Duration) -> String {
    "\(decimalSeconds) \(right < .zero ? "+" : "-") \(right.magnitude.decimalSeconds)"
  }
}

extension Duration? {
  /// The size of a doubt.
  var doubtText: String { map { "±\($0.inSeconds)" } ?? "unknown" }
}

extension LocalTime {
  /// Returns date and time with nine decimals, such as `2026-11-21 11:00:28.250000000`.
  func exactText(of moment: Moment) -> String {
    let fraction = Duration.nanoseconds(moment.nanosecondOfSecond).decimalSeconds.dropFirst()
    return text(of: moment) + fraction
  }
}
