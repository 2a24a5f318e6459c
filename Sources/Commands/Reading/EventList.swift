import EventLog
import Logbook
import Text
import Timing

/// Events as lines or rows, in any format.
struct EventList {
  /// The format; nil for lines of text.
  private let format: TableFormat?
  private let text: EventText
  private var links: EventLinks
  private var reports: RecordList<EventReport>
  private var rows: RecordList<[String]>

  init(_ format: TableFormat?, _ text: EventText, _ links: EventLinks, _ rows: any RowFormat) {
    self.format = format
    self.text = text
    self.links = links
    reports = RecordList(format ?? .ndjson, rows, EventReport.fields)
    self.rows = RecordList(format ?? .table, rows, Self.columns)
  }

  private static let columns: [Field<[String]>] = [
    Field("position", .right) { $0[0] }, Field("event", .left) { $0[1] },
    Field("moment", .left) { $0[2] }, Field("kind", .left) { $0[3] },
    Field("what", .left) { $0[4] },
  ]

  mutating func begin(to output: inout [UInt8]) throws(RowFormatError) {
    guard let format else { return }
    if format.isForPeople { try rows.begin(to: &output) } else { try reports.begin(to: &output) }
  }

  mutating func append(_ logged: LoggedEvent, to output: inout [UInt8]) throws {
    if let format, !format.isForPeople {
      reports.append(EventReport(logged.record, uid: try links.uid(of: logged)), to: &output)
      return
    }
    let columns = text.columns(of: logged, target: try links.target(of: logged))
    if format == nil {
      output.append(text.line(columns) + "\n")
    } else {
      rows.append(columns, to: &output)
    }
  }

  /// Appends a derived event; formats with columns have none.
  mutating func append(_ change: PlacesChanged, to output: inout [UInt8]) throws {
    if format == nil {
      output.append(text.line(text.columns(of: change)) + "\n")
    } else if format == .ndjson {
      output.append(JSONWriter.text(change.object(try links.uid(of: change.cause))) + "\n")
    }
  }

  mutating func end(to output: inout [UInt8]) {
    guard let format else { return }
    if format.isForPeople { rows.end(to: &output) } else { reports.end(to: &output) }
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
