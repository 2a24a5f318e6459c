import Text

/// The results of a check of a log.
public struct CheckReport: Hashable, Sendable {
  /// The number of events checked.
  public internal(set) var events = 0
  /// The number of their sessions.
  public internal(set) var sessions = 0
  /// The number of clocks.
  public internal(set) var clocks = 0
  /// Whether an older version wrote the tables; these were not compared.
  public internal(set) var isOutdated = false
  /// The number of events of each kind that this version does not know, by name.
  public internal(set) var unknownKinds: [String: Int] = [:]
  /// The first hundred findings: of the file, then of the log in its order, then of the tables.
  ///
  /// Unreadable data is listed where it was first met.
  public private(set) var findings: [Finding] = []
  /// The number of findings after the first hundred.
  public private(set) var furtherFindings = 0

  /// Whether there are no findings.
  public var isSound: Bool { findings.isEmpty }

  /// Whether only the tables are at fault, which `EventLog.rebuild()` repairs.
  public var isMendedByRebuilding: Bool {
    !isSound && furtherFindings == 0
      && findings.allSatisfy {
        switch $0 {
        case .table, .index: true
        case .schema(let name, let table): SchemaFlaw(name: name, table: table).isDerived
        case .file, .missing, .event, .clocks: false
        }
      }
  }

  mutating func add(_ finding: Finding) {
    if findings.count < 100 { findings.append(finding) } else { furtherFindings += 1 }
  }
}

/// A fault in a log.
public enum Finding: Hashable, Sendable {
  /// SQLite reports this about the file.
  case file(String)
  /// SQLite reports this about an index, and nothing about the tables; rebuilding repairs it.
  ///
  /// An append finds a known id only by the index of the ids. It does not notice a wrong entry, and
  /// may append the event of that id again: verifying the index requires reading all of it.
  case index(String)
  /// A table, or a trigger or index of one, differs from the one that this program creates.
  ///
  /// Rebuilding repairs it if the table is derived from the log.
  case schema(name: String, table: String)
  /// There are no events at these positions, but at later ones.
  case missing(positions: ClosedRange<Int>)
  /// An event cannot be an appended one.
  case event(BadEvent)
  /// The clocks are not numbered 1, 2, 3, …
  case clocks
  /// The rows of a session in a table do not match its events; rebuilding repairs it.
  case table(name: String, session: Int)
}

/// An event that cannot be an appended one.
public struct BadEvent: Hashable, Sendable {
  /// Its number in the log.
  public var position: Int
  /// The number of its session.
  public var session: Int
  /// Its number in the session.
  public var version: Int
  /// The stored digest.
  public var digest: [UInt8]
  /// The fault.
  public var flaw: LogFlaw
}

extension Finding: CustomStringConvertible {
  /// The finding in English.
  public var description: String {
    switch self {
    case .file(let words), .index(let words): return "the file: \(words)"
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
    }
  }
}
