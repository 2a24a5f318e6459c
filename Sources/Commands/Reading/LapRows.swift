import EventLog
import Logbook
import Timing
import Text

/// The laps of a session as rows, for programs and documents.
enum LapRows {
  /// Writes the laps with the fields that they have in JSON.
  static func write(
    _ details: SessionDetails, _ times: StopwatchLabel, _ rows: inout any RowFormat,
    to output: inout [UInt8]
  ) throws(RowFormatError) {
    let names = [
      "number", "split_ns", "lap_ns", "split", "lap", "label", "at", "age", "event", "flags",
    ]
    try rows.begin(names.map { Column($0) }, to: &output)
    for lap in details.laps {
      rows.integer(lap.number, to: &output)
      rows.integer(lap.split.nanoseconds, to: &output)
      rows.integer(lap.lap.nanoseconds, to: &output)
      rows.text(times.text(of: lap.split), to: &output)
      rows.text(times.text(of: lap.lap), to: &output)
      rows.text(lap.label, to: &output)
      rows.text(lap.at.rfc3339, to: &output)
      rows.text(details.snapshot.ageText(of: lap.at), to: &output)
      rows.integer(lap.event, to: &output)
      rows.text(lap.flags.names.storedJSON, to: &output)
      rows.endRow(to: &output)
    }
    rows.end(to: &output)
  }

  /// Writes the laps for people who read a document.
  static func writeMarkdown(
    _ details: SessionDetails, _ times: StopwatchLabel, to output: inout [UInt8]
  ) {
    var rows = MarkdownRows()
    let columns = [
      Column("#", .right), Column("split", .right), Column("lap", .right),
      Column("to best", .right), Column("label", .left), Column("flags", .left),
    ]
    rows.begin(columns, to: &output)
    for lap in details.laps {
      rows.integer(lap.number, to: &output)
      rows.text(times.text(of: lap.split), to: &output)
      rows.text(times.text(of: lap.lap), to: &output)
      let best = lap.number == nil ? nil : details.statistics?.best
      rows.text(best.map { times.text(ofDifference: lap.lap - $0) }, to: &output)
      rows.text(lap.label, to: &output)
      rows.text(lap.flags.names.joined(separator: " "), to: &output)
      rows.endRow(to: &output)
    }
    rows.end(to: &output)
  }
}

extension Context {
  /// Prints the laps as JSON objects: one array of them, an object a line, or an object a line
  /// alone.
  func print(laps details: SessionDetails, isArray: Bool) {
    let objects = details.laps.map { lap in
      var json = JSONWriter()
      json.object { lap.write(to: &$0, now: details.snapshot.at, label: times) }
      return String(decoding: json.bytes, as: UTF8.self)
    }
    guard isArray else { return objects.forEach(print) }
    print("[" + objects.joined(separator: ",\n") + "]")
  }
}
