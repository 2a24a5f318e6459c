import Text

/// What a check of a log has found.
public struct CheckReport: Hashable, Sendable {
  /// How many events were looked at.
  public internal(set) var events = 0
  /// How many sessions they are of.
  public internal(set) var sessions = 0
  /// How many clocks their readings were taken from.
  public internal(set) var clocks = 0
  /// The number of sessions whose rows an older version wrote, and which were not compared.
  public internal(set) var outdatedSessions = 0
  /// Kinds of events that this version does not know, by name, with how many there are of each.
  public internal(set) var unknownKinds: [String: Int] = [:]
  /// What is not as it should be, the first hundred of it: first the file, then the log in its
  /// order, then the tables; what cannot be read, where it was met first.
  public private(set) var findings: [Finding] = []
  /// How many there were after the first hundred.
  public private(set) var furtherFindings = 0

  /// The tables that rebuilding repairs.
  let rebuiltTables: [String]

  init(rebuiltTables: [String] = []) {
    self.rebuiltTables = rebuiltTables
  }

  /// Whether all is as it should be.
  public var isSound: Bool { findings.isEmpty }

  /// Whether nothing but the tables is at fault, which `EventLog.rebuild()` mends.
  public var isMendedByRebuilding: Bool {
    !isSound && furtherFindings == 0
      && findings.allSatisfy {
        switch $0 {
        case .table: true
        case .fold(let version, let known): version.map { $0 < known } ?? true
        case .schema(_, let table): rebuiltTables.contains(table)
        case .file, .missing, .event, .clocks: false
        }
      }
  }

  mutating func add(_ finding: Finding) {
    if findings.count < 100 { findings.append(finding) } else { furtherFindings += 1 }
  }
}

/// Something in a log that is not as it should be.
public enum Finding: Hashable, Sendable {
  /// SQLite says this of the file.
  case file(String)
  /// A table, or a trigger or index of one, is not what this program makes; rebuilding mends it
  /// where the table is one that is kept of the log.
  case schema(name: String, table: String)
  /// There is no event at these positions, though there are later ones.
  case missing(positions: ClosedRange<Int>)
  /// An event is not what can have been appended.
  case event(BadEvent)
  /// The clocks are not numbered 1, 2, 3, …
  case clocks
  /// The rows that a table has of a session are not what its events tell; rebuilding mends it.
  case table(name: String, session: Int)
  /// The tables were written by another version of the fold, or none, and were not compared.
  case fold(version: Int?, known: Int)
}

/// An event that is not what can have been appended.
public struct BadEvent: Hashable, Sendable {
  /// Its number in the log.
  public var position: Int
  /// The number of its session.
  public var session: Int
  /// Its number in the session.
  public var version: Int
  /// The digest that stands by it.
  public var digest: [UInt8]
  /// The fault.
  public var flaw: EventFlaw
}

extension Finding: CustomStringConvertible {
  /// The finding in English.
  public var description: String {
    switch self {
    case .file(let words): return "the file: \(words)"
    case .schema(let name, _): return "the schema: \(name) is missing or was changed"
    case .missing(let positions):
      let some = "\(positions.lowerBound)…\(positions.upperBound)"
      return "there are no events at the positions \(some)"
    case .event(let event):
      var digest: [UInt8] = []
      for byte in event.digest { digest.append(hexadecimal: byte) }
      return """
        event \(event.version) of session \(event.session), at position \(event.position), digest \
        \(String(decoding: digest, as: UTF8.self)): \(event.flaw)
        """
    case .clocks: return "the clocks are not numbered consecutively"
    case .table(let name, let session):
      return "the table \(name) does not match the events of session \(session)"
    case .fold(let version?, let known):
      return "the tables have version \(version), this program writes \(known)"
    case .fold(nil, _): return "the tables have no version"
    }
  }
}
