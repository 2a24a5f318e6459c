import Text
public import Timing

/// The entries of a race in a CSV file.
///
/// The first line names the columns, in any order and case: `bib`, `name`, `first`, `last`, `team`,
/// `category`, `wave` and `chips`, or other usual names of these. Cells are separated by commas,
/// semicolons or tabs, as in the first line, unless a line `sep=;` before it names the separator.
/// An empty cell leaves its field unchanged. Several chips are separated by `,`, `;`, `|` or `/`, or
/// are in several columns; spaces are part of a chip.
public struct EntriesFile: Hashable, Sendable {
  /// The most bytes of a file.
  public static let mostBytes = 64 << 20
  /// The most entries of a file.
  public static let mostEntries = 100_000
  /// The most columns of a file.
  public static let mostColumns = 1000

  /// The entries in the order of the file.
  public private(set) var entries: [RaceEvent.Entry] = []
  /// The names of columns that are not used.
  public private(set) var ignoredColumns: [String] = []

  /// Reads a whole file; throws the first fault with its line.
  public init(_ bytes: [UInt8]) throws(EntriesFileError) {
    guard bytes.count <= Self.mostBytes else {
      throw EntriesFileError(line: 1, "the file is larger than \(Self.mostBytes >> 20) MiB")
    }
    var reader: CSVReader
    do throws(CSVError) { reader = try CSVReader(bytes) } catch { throw EntriesFileError(error) }
    guard let header = try Self.record(&reader), let line = header.first?.line else {
      throw EntriesFileError(line: 1, "the file is empty; its first line names the columns")
    }
    let columns = try Self.columns(header, line: line)
    ignoredColumns = zip(header, columns).filter { $1 == nil && !$0.text.isEmpty }.map(\.0.text)
    var lines: [String: Int] = [:]
    var linesOfChips: [String: Int] = [:]
    while let cells = try Self.record(&reader) {
      let line = cells.first?.line ?? 1
      let entry = try Self.entry(
        cells, line: line, header: header, columns, separator: reader.separator)
      if let first = lines.updateValue(line, forKey: entry.bib) {
        throw EntriesFileError(
          line: line, "bib '\(entry.bib.echoed)' is on line \(first), too")
      }
      guard entries.count < Self.mostEntries else {
        throw EntriesFileError(line: line, "the file has more than 100,000 entries")
      }
      if case .set(let chips) = entry.chips {
        for chip in chips {
          if let first = linesOfChips.updateValue(line, forKey: RaceEvent.comparable(chip: chip)) {
            throw EntriesFileError(line: line, "chip '\(chip.echoed)' is on line \(first), too")
          }
        }
      }
      entries.append(entry)
    }
  }

  private static func record(
    _ reader: inout CSVReader
  ) throws(EntriesFileError) -> [CSVReader.Cell]? {
    do throws(CSVError) {
      return try reader.record(atMost: mostColumns)
    } catch {
      throw EntriesFileError(error)
    }
  }

  private enum Field: Hashable {
    case bib, name, first, last, team, category, wave, chips
  }

  private typealias TextField = WritableKeyPath<RaceEvent.Entry, PlanChange.Rule<String>> & Sendable

  /// The fields that are texts of an entry.
  private static let texts: [Field: any TextField] = [
    .name: \.name, .first: \.first, .last: \.last, .team: \.team, .category: \.category,
    .wave: \.wave,
  ]

  /// The fields by the names of columns in lower case, without spaces and punctuation.
  private static let fields: [String: Field] = [
    "bib": .bib, "bibno": .bib, "bibnumber": .bib, "number": .bib, "no": .bib, "nr": .bib,
    "startnumber": .bib, "startno": .bib, "startnr": .bib, "racenumber": .bib, "name": .name,
    "fullname": .name, "first": .first, "firstname": .first, "givenname": .first, "last": .last,
    "lastname": .last, "surname": .last, "familyname": .last, "team": .team, "club": .team,
    "category": .category, "cat": .category, "class": .category, "wave": .wave, "chip": .chips,
    "chips": .chips, "chipid": .chips, "chipcode": .chips, "tag": .chips, "tags": .chips,
    "tagid": .chips, "transponder": .chips, "transponders": .chips, "transponderid": .chips,
  ]

  /// The field of each column; nil for columns that are not used.
  private static func columns(
    _ header: [CSVReader.Cell], line: Int
  ) throws(EntriesFileError) -> [Field?] {
    var columns: [Field?] = []
    for (index, cell) in header.enumerated() {
      let field = field(named: cell.text)
      if let field, field != .chips, let first = columns.firstIndex(of: field) {
        let other = header[first].text
        throw EntriesFileError(
          line: cell.line, column: index + 1, named: cell.text,
          other == cell.text
            ? "the first line names it twice" : "column '\(other.echoed)' has the same field")
      }
      columns.append(field)
    }
    guard columns.contains(.bib) else {
      throw EntriesFileError(line: line, "the first line names no column 'bib'")
    }
    return columns
  }

  private static func field(named name: String) -> Field? {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if let field = fields[letters] { return field }
    // Chips are often in several columns: chip1, chip2.
    var base = letters[...]
    while base.last?.isNumber == true { base.removeLast() }
    return fields[String(base)] == .chips ? .chips : nil
  }

  private static func entry(
    _ cells: [CSVReader.Cell], line: Int, header: [CSVReader.Cell], _ columns: [Field?],
    separator: UInt8
  ) throws(EntriesFileError) -> RaceEvent.Entry {
    var entry = RaceEvent.Entry(bib: "")
    var chips: [String] = []
    for (index, cell) in cells.enumerated() where !cell.text.isEmpty {
      func fault(_ reason: String) -> EntriesFileError {
        let name = index < header.count ? header[index].text : ""
        return EntriesFileError(line: cell.line, column: index + 1, named: name, reason)
      }
      guard index < columns.count else {
        throw fault("the line has more cells than there are columns")
      }
      guard let field = columns[index] else { continue }
      if field == .bib {
        do throws(BibError) {
          entry.bib = try Bib.checkedRunner(cell.text)
        } catch { throw fault("the bib is not valid: \(error)") }
        // Such a line would enter a runner whose bib is the whole line.
        if let other = CSVReader.separators.first(where: {
          $0 != separator && entry.bib.utf8.contains($0)
        }) {
          throw fault(
            "the bib has \(Self.quoted(other)), but the first line separates columns by "
              + Self.quoted(separator))
        }
      } else if field == .chips {
        // A chip may have spaces within it, as some readers print it.
        chips += cell.text.split { ",;|/".contains($0) || $0.isNewline }.map { String($0.trimmed) }
          .filter { !$0.isEmpty }
        guard chips.count <= RaceEvent.Entry.mostChips else {
          throw fault("an entry has at most \(RaceEvent.Entry.mostChips) chips")
        }
        for chip in chips { _ = try checked(chip, fault) }
      } else if let property = texts[field] {
        let text = try checked(cell.text, fault)
        let isHarmless = !text.unicodeScalars.contains(where: Harmless.isObeyed)
        guard isHarmless || [.name, .first, .last].contains(field) else {
          throw fault("it has a control character")
        }
        entry[keyPath: property] = .set(text)
      }
    }
    guard !entry.bib.isEmpty else { throw EntriesFileError(line: line, "the bib is missing") }
    if !chips.isEmpty { entry.chips = .set(chips.withoutEqualChips) }
    return entry
  }

  private static func checked(
    _ text: String, _ fault: (String) -> EntriesFileError
  ) throws(EntriesFileError) -> String {
    do throws(LabelError) {
      return try Label.checked(text)
    } catch { throw fault("the text is not valid: \(error)") }
  }

  private static func quoted(_ separator: UInt8) -> String {
    if separator == UInt8(ascii: "\t") { return "a tab" }
    return "'\(Harmless.text(String(Unicode.Scalar(separator))))'"
  }
}

/// The reason why a file is not one of entries.
public struct EntriesFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The place and the reason in English, a clause without a full stop.
  public let description: String

  /// Creates an error at a line, or at a column of it, from 1, which may have a name.
  init(line: Int, column: Int? = nil, named name: String = "", _ reason: String) {
    self.line = line
    let place = column.map { name.isEmpty ? ", column \($0)" : ", column '\(name.echoed)'" }
    description = "line \(line)\(place ?? ""): \(reason)"
  }

  init(_ error: CSVError) {
    let reason =
      switch error.fault {
      case .invalidUTF8: "it is not valid UTF-8; save it as 'CSV UTF-8' in the spreadsheet"
      case .quoteNotClosed: "the quote is not closed"
      case .textAfterQuote: "a separator must follow the closing quote"
      case .tooManyCells: "the line has more than 1,000 columns"
      }
    self.init(line: error.line, column: error.column, reason)
  }
}
