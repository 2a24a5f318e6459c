public import Text
public import Timing

/// The reason why a file is not one of entries.
public struct EntriesFileError: Error, Hashable, Sendable {
  /// A fault of a file.
  public enum Fault: Hashable, Sendable {
    /// It has more than ``EntriesFile/mostBytes``.
    case tooLarge
    /// It has more than ``EntriesFile/mostEntries``.
    case tooManyEntries
    /// A line has more than ``EntriesFile/mostColumns``.
    case tooManyColumns
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A quote is not closed before the end of the file.
    case quoteNotClosed
    /// A cell in quotes is followed by other text.
    case textAfterQuote
    /// There is no line with the names of the columns.
    case noHeader
    /// No column has the bibs; the column whose name is nearest.
    case noBibColumn(nearest: String?)
    /// Another column has the same field.
    case columnTwice(otherName: String)
    /// A cell has no column.
    case noColumn
    /// A line has no bib.
    case noBib
    /// A bib is not valid.
    case bib(BibError)
    /// A bib has a separator that is not that of the first line.
    case otherSeparator(UInt8, expected: UInt8)
    /// A text is not valid.
    case text(LabelError)
    /// A text has a character that controls a terminal or the reading order.
    case controlCharacter
    /// An entry has more than ``RaceEvent/Entry/mostChips``.
    case tooManyChips
    /// An earlier line has the same bib.
    case bibTwice(String, firstLine: Int)
    /// An earlier line has the same chip.
    case chipTwice(String, firstLine: Int)
  }

  /// The line, from 1.
  public var line: Int
  /// The number of the column, from 1; nil for a whole line.
  public var column: Int?
  /// The name of the column.
  public var name: String?
  /// The fault.
  public var fault: Fault

  init(line: Int, column: Int? = nil, named name: String? = nil, _ fault: Fault) {
    self.line = line
    self.column = column
    self.name = name
    self.fault = fault
  }

  init(_ error: CSVError) {
    let fault: Fault =
      switch error.fault {
      case .invalidUTF8: .invalidUTF8
      case .quoteNotClosed: .quoteNotClosed
      case .textAfterQuote: .textAfterQuote
      case .tooManyCells: .tooManyColumns
      }
    self.init(line: error.line, column: error.column, fault)
  }
}

extension EntriesFileError: CustomStringConvertible {
  /// The place and the reason in English, a clause without a full stop.
  public var description: String { "\(place): \(reason)" }

  private var place: String {
    guard let column else { return "line \(line)" }
    guard let name, !name.isEmpty else { return "line \(line), column \(column)" }
    return "line \(line), column '\(name.echoed)'"
  }

  private static func quoted(_ separator: UInt8) -> String {
    separator == UInt8(ascii: "\t") ? "a tab" : "'\(Character(Unicode.Scalar(separator)))'"
  }

  /// The reason in English, a clause without a full stop.
  public var reason: String {
    switch fault {
    case .tooLarge: "the file is larger than \(EntriesFile.mostBytes >> 20) MiB"
    case .tooManyEntries: "the file has more than 100,000 entries"
    case .tooManyColumns: "the line has more than 1,000 columns"
    case .invalidUTF8: "it is not valid UTF-8; save it as 'CSV UTF-8' in the spreadsheet"
    case .quoteNotClosed: "the quote is not closed"
    case .textAfterQuote: "a separator must follow the closing quote"
    case .noHeader: "the file is empty; its first line names the columns"
    case .noBibColumn(let nearest):
      "the first line names no column 'bib'"
        + (nearest.map { "; the nearest is '\($0.echoed)'" } ?? "")
    case .columnTwice(let other):
      other == name
        ? "the first line names it twice" : "column '\(other.echoed)' has the same field"
    case .noColumn: "the line has more cells than there are columns"
    case .noBib: "the bib is missing"
    case .bib(let error): "the bib is not valid: \(error)"
    case .otherSeparator(let found, let expected):
      "the bib has \(Self.quoted(found)), but the first line separates columns by "
        + Self.quoted(expected)
    case .text(let error): "the text is not valid: \(error)"
    case .controlCharacter: "it has a control character"
    case .tooManyChips: "an entry has at most \(RaceEvent.Entry.mostChips) chips"
    case .bibTwice(let bib, let line): "bib '\(bib.echoed)' is on line \(line), too"
    case .chipTwice(let chip, let line): "chip '\(chip.echoed)' is on line \(line), too"
    }
  }
}
