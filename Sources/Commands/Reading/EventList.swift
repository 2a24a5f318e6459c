import EventLog
import Logbook
import Timing
import Text

/// Events as lines or rows, in any format.
struct EventList {
  /// Nil for lines for people, which need no end.
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

  /// Begins, before the first event.
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

  /// Appends an event.
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

  /// Ends, after the last event; a table without events is nothing at all.
  mutating func end(to output: inout [UInt8]) {
    switch format {
    case nil, .ndjson: break
    case .json: output.append("]\n")
    case .table where isEmpty: break
    default: rows.end(to: &output)
    }
  }
}
