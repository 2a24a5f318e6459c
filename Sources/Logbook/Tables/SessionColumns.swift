import EventLog
import SQLite
import Text
import Timing

/// A column of the table `sessions`.
///
/// The statements, the binding and the reading derive from the single list of columns.
struct SessionColumn: Sendable {
  let name: String
  let extent: Extent
  let value: @Sendable (SessionEntry) -> ColumnValue
  /// Reads the value at an index of a result; nil for a column that the fold does not need.
  let read: (@Sendable (inout SessionEntry, Statement, Int) throws -> Void)?

  /// The part of a row that an event changes; each extent includes the preceding ones.
  enum Extent: Int {
    /// The columns without an index.
    case state
    /// The phase and the name: an index is not updated if its columns are not written.
    case indexed
    /// The key, which never changes.
    case row
  }

  private init(
    _ name: String, _ extent: Extent,
    value: @escaping @Sendable (SessionEntry) -> ColumnValue,
    read: (@Sendable (inout SessionEntry, Statement, Int) throws -> Void)? = nil
  ) {
    self.name = name
    self.extent = extent
    self.value = value
    self.read = read
  }

  /// The columns of the table in `migrations/tables/sessions.sql`, in any order, but `state` after `plan`.
  static let all: [SessionColumn] = [
    SessionColumn("session", .row) {
      .number($0.number)
    } read: {
      $0.number = Int($1.int($2))
    },
    SessionColumn("uid", .row) {
      .text($0.uid.description)
    } read: {
      guard let uid = EventID($1.text($2)) else {
        throw LogError.inconsistent(.malformed(column: "uid"))
      }
      $0.uid = uid
    },
    SessionColumn("name", .indexed) {
      .text($0.summary.profile.name)
    } read: {
      $0.summary.profile.name = $1.optionalText($2)
    },
    SessionColumn("phase", .indexed) {
      .text($0.summary.storedPhase.rawValue)
    } read: {
      $0.summary.profile.isDiscarded = $1.text($2) == Phase.discarded.rawValue
    },
    SessionColumn("started_at", .state) {
      .moment($0.summary.startedAt)
    } read: {
      $0.summary.stopwatch.startedAt = $1.moment($2)
    },
    SessionColumn("running_since", .state) {
      .moment($0.summary.storedRunningTime == nil ? $0.summary.runningSince : nil)
    },
    SessionColumn("running_time_ns", .state) { .span($0.summary.storedRunningTime) },
    SessionColumn("limit_at", .state) { .moment($0.summary.limitAt) },
    SessionColumn("lap_count", .state) {
      .number($0.summary.lapCount)
    } read: {
      $0.summary.stopwatch.lapCount = try $1.count($2)
    },
    SessionColumn("best_ns", .state) { .span($0.summary.best) },
    SessionColumn("tags", .state) {
      .text($0.summary.profile.tags.storedJSON)
    } read: {
      $0.summary.profile.tags = try [String](storedJSON: $1.text($2), column: "tags")
    },
    SessionColumn("people", .state) {
      .text($0.summary.profile.people.storedJSON)
    } read: {
      $0.summary.profile.people = try [Person](storedJSON: $1.text($2), column: "people")
    },
    SessionColumn("plan", .state) {
      .text($0.summary.profile.storedRules)
    } read: {
      try $0.summary.profile.readRules($1.optionalText($2))
    },
    SessionColumn("events", .state) {
      .number($0.summary.version)
    } read: {
      $0.summary.version = try $1.count($2)
    },
    SessionColumn("clock", .state) { .text($0.summary.quality.rawValue) },
    SessionColumn("state", .state) {
      .text(StoredState.text(of: $0.summary))
    } read: {
      try StoredState.read($1.text($2), into: &$0.summary)
    },
  ]

  /// The beginning of a query for rows; a condition follows.
  static let select = "SELECT " + list { $0.read == nil ? nil : $0.name } + " FROM sessions WHERE "

  static let selectOne = select + "session = ?"

  private static let insert =
    "INSERT INTO sessions (" + list(\.name) + ") VALUES (" + list { _ in "?" } + ")"
  private static let updateState = update(.state)
  private static let updateIndexed = update(.indexed)

  private static func update(_ extent: Extent) -> String {
    "UPDATE sessions SET " + list { $0.extent.rawValue <= extent.rawValue ? $0.name + " = ?" : nil }
      + " WHERE session = ?"
  }

  /// Returns the statement that writes an extent.
  ///
  /// Its parameters are in the order of the columns; an update has the session's number after them.
  fileprivate static func sql(for extent: Extent) -> String {
    switch extent {
    case .state: updateState
    case .indexed: updateIndexed
    case .row: insert
    }
  }

  private static func list(_ text: (SessionColumn) -> String?) -> String {
    var list = ""
    for column in all {
      guard let text = text(column) else { continue }
      if !list.isEmpty { list += ", " }
      list += text
    }
    return list
  }

  /// Reads the row of a statement that begins with `select`.
  static func row(of statement: Statement) throws -> SessionEntry {
    var row = SessionEntry(number: 0, uid: .zero, summary: Summary())
    var index = 0
    for column in all {
      guard let read = column.read else { continue }
      try read(&row, statement, index)
      index += 1
    }
    return row
  }
}

extension Connection {
  /// Writes the changed part of a session's row, or the whole row if there was none.
  func write(
    _ summary: Summary, in before: Summary?, session: Int, uid: EventID
  ) throws(DatabaseError) {
    let row = SessionEntry(number: session, uid: uid, summary: summary)
    var extent = SessionColumn.Extent.row
    if let before {
      let keepsName = before.profile.name.hasSameBytes(as: summary.profile.name)
      extent = keepsName && before.storedPhase == summary.storedPhase ? .state : .indexed
    }
    let statement = try cached(SessionColumn.sql(for: extent))
    var index = 0
    for column in SessionColumn.all where column.extent.rawValue <= extent.rawValue {
      index += 1
      try statement.bind(column.value(row), at: index)
    }
    if extent != .row { try statement.bind(session, at: index + 1) }
    try statement.run()
  }
}

extension Summary {
  var storedPhase: Phase { phase(atPlace: newestPlace) }

  /// The running time at the newest event; nil while the clock runs.
  fileprivate var storedRunningTime: Duration? {
    stopwatch.phase(at: newestPlace).isOpen ? nil : runningTime(atPlace: newestPlace) ?? .zero
  }
}

extension Statement {
  func moment(_ column: Int) -> Moment? {
    optionalInt(column).map(Moment.init(nanosecondsSince1970:))
  }

  fileprivate func count(_ column: Int) throws(LogError) -> Int {
    try StoredState.count(int(column))
  }
}
