import EventLog
import Logbook
import Text
import Timing

/// Events as lines or rows, in any format.
struct EventList {
  /// The format; nil for lines of text.
  let format: TableFormat?
  let text: EventText
  private var links: EventLinks
  private var rows: any RowFormat
  private var isEmpty = true

  init(_ format: TableFormat?, _ text: EventText, _ links: EventLinks, _ rows: any RowFormat) {
    self.format = format
    self.text = text
    self.links = links
    self.rows = rows
  }

  mutating func begin(to output: inout [UInt8]) throws(RowFormatError) {
    switch format {
    case nil, .ndjson: break
    case .json: output.append("[")
    case .table, .markdown:
      try rows.begin(
        [
          Column("position", .right), Column("event", .left), Column("moment", .left),
          Column("kind", .left), Column("what", .left),
        ], to: &output)
    case .csv, .tsv:
      try rows.begin(Record.fields.map { Column($0) }, to: &output)
    }
  }

  mutating func append(_ logged: LoggedEvent, to output: inout [UInt8]) throws {
    switch format {
    case nil:
      output.append(text.line(logged, target: try links.target(of: logged)))
      output.append("\n")
    case .json, .ndjson:
      if format == .json, !isEmpty { output.append(",\n") }
      let uid = try links.uid(of: logged)
      var json = JSONWriter()
      json.object { logged.record.write(to: &$0, uid: uid) }
      output += json.bytes
      if format == .ndjson { output.append("\n") }
    case .table, .markdown:
      rows.integer(logged.position, to: &output)
      rows.text(text.number(of: logged), to: &output)
      rows.text(text.moment(of: logged), to: &output)
      rows.text(logged.kind, to: &output)
      rows.text(text.detail(of: logged, target: try links.target(of: logged)), to: &output)
      rows.endRow(to: &output)
    case .csv, .tsv: logged.record.write(to: &rows, uid: try links.uid(of: logged), &output)
    }
    isEmpty = false
  }

  /// Appends a derived event; formats with columns have none.
  mutating func append(_ change: PlacesChanged, to output: inout [UInt8]) throws {
    switch format {
    case nil: output.append(text.line(change) + "\n")
    case .ndjson:
      let uid = try links.uid(of: change.cause)
      var json = JSONWriter()
      json.object { change.write(to: &$0, uid: uid) }
      output += json.bytes
      output.append("\n")
    case .json, .table, .markdown, .csv, .tsv: break
    }
  }

  /// Writes the end; a table without events is empty.
  mutating func end(to output: inout [UInt8]) {
    switch format {
    case nil, .ndjson: break
    case .json: output.append("]\n")
    case .table where isEmpty: break
    case .table, .markdown, .csv, .tsv: rows.end(to: &output)
    }
  }
}

/// Looks up the session and the target of events.
struct EventLinks {
  private let log: Logbook
  private var uids: [Int: EventID] = [:]

  init(_ log: Logbook) {
    self.log = log
  }

  mutating func uid(of logged: LoggedEvent) throws -> EventID {
    if let uid = uids[logged.session] { return uid }
    let uid = logged.event.version == 1 ? logged.event.id : try log.uid(of: logged.session)
    // The cache is limited: a process that follows for months reads many sessions.
    if uids.count == 1000 { uids.removeAll() }
    uids[logged.session] = uid
    return uid
  }

  /// Returns the events that an event names, separated by spaces: `@7`, `@4:12` for event 12 of
  /// another session, the id of one that the log lacks; nil if the event names none.
  func target(of logged: LoggedEvent) throws -> String? {
    let targets = logged.event.kind.targets
    if targets.isEmpty { return nil }
    return try targets.map { id in
      guard let record = try log.record(id) else { return id.description }
      let session = record.session == logged.session ? "" : "\(record.session):"
      return "@\(session)\(record.version)"
    }
    .joined(separator: " ")
  }
}

extension Event.Kind {
  /// The events that it corrects, takes back, assigns or puts in order.
  fileprivate var targets: [EventID] {
    switch self {
    case .amended, .removed, .reverted: return [target].compactMap(\.self)
    case .race(let event):
      switch event {
      case .assigned(let crossing, _): return [crossing]
      case .ordered(let crossings): return crossings
      case .entered, .withdrawn, .waveStarted, .wavePlanned, .crossed, .linked, .ruled, .joined,
        .clocksCompared:
        return []
      }
    case .started, .stopped, .resumed, .lapped, .timestamped, .named, .tagged, .untagged,
      .identified, .planned, .discarded, .unknown:
      return []
    }
  }
}

extension Record {
  /// The names of its fields, in JSON and as columns.
  static let fields = [
    "position", "session", "uid", "version", "id", "kind", "kind_version", "at", "basis",
    "recorded_at", "ticks_ns", "clock", "source", "data",
  ]

  func write(to json: inout JSONWriter, uid: EventID) {
    json.field("position", position)
    json.field("session", session)
    json.field("uid", uid)
    json.field("version", version)
    json.field("id", id)
    json.field("kind", kind)
    json.field("kind_version", kindVersion)
    json.field("at", at)
    json.field("basis", basis.rawValue)
    json.field("recorded_at", recordedAt)
    json.field("ticks_ns", ticks)
    json.field("clock", clock.rawValue)
    json.field("source", source)
    json.field("data", json: data.harmlessJSON.utf8)
  }

  func write(to rows: inout any RowFormat, uid: EventID, _ output: inout [UInt8]) {
    rows.integer(position, to: &output)
    rows.integer(session, to: &output)
    rows.text(uid.description, to: &output)
    rows.integer(version, to: &output)
    rows.text(id.description, to: &output)
    rows.text(kind, to: &output)
    rows.integer(kindVersion, to: &output)
    rows.text(at.rfc3339, to: &output)
    rows.text(basis.rawValue, to: &output)
    rows.text(recordedAt.rfc3339, to: &output)
    rows.integer(ticks, to: &output)
    rows.integer(clock.rawValue, to: &output)
    rows.text(source, to: &output)
    rows.text(data, to: &output)
    rows.endRow(to: &output)
  }
}

extension String {
  /// The same JSON value without characters that control a terminal.
  ///
  /// In strings, such characters are replaced by escapes. Below U+0020 only white space between
  /// values can occur, which is replaced by a space.
  var harmlessJSON: String {
    guard !Harmless.isPrintableASCII(utf8Span.span) else { return self }
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      if scalar.value < 0x20 {
        bytes.append(" ")
      } else if Harmless.isObeyed(scalar) {
        bytes.append(#"\u"#)
        bytes.append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value >> 8))
        bytes.append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
