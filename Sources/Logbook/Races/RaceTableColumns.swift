import EventLog
import Racing
import SQLite
import Text
import Timing

// The columns of each table of races, in the order of `migrations/tables/races.sql`.

extension EntryRow: RaceTableRow {
  static let table = RaceTable("entries", columns: 10, key: [.text("bib")])
  var key: RaceRowKey { RaceRowKey(text: entry.bib) }
  static func key(of statement: Statement) -> RaceRowKey { RaceRowKey(text: statement.text(1)) }

  var values: [ColumnValue] {
    [
      .text(entry.bib), .text(entry.name), .text(entry.first), .text(entry.last), .text(entry.team),
      .text(entry.category), .text(entry.wave), .text(entry.chips.storedJSON), .number(event),
    ]
  }
}

extension ChipRow: RaceTableRow {
  static let table = RaceTable("chips", columns: 5, key: [.text("chip"), .event])
  var key: RaceRowKey { RaceRowKey(text: chip, number: Int64(event)) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.text(1), number: statement.int(2))
  }

  var values: [ColumnValue] {
    [.text(chip), .number(event), .text(bib), .span(place)]
  }
}

extension WaveRow: RaceTableRow {
  static let table = RaceTable("waves", columns: 12, key: [.text("wave")])
  var key: RaceRowKey { RaceRowKey(text: name) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.optionalText(1))
  }

  var values: [ColumnValue] {
    [
      .text(name), .span(gun), .text(format.storedJSON), .flag(format.sharesPlaces),
      .flag(!format.isByBestLaps), .number(format.classified), .number(endLap), .span(endPlace),
      .number(mostLaps), .span(nextChange), .number(photos.rawValue),
    ]
  }
}

extension CrossingRow: RaceTableRow {
  static let table = RaceTable("crossings", columns: 14, key: [.stream, .event])
  var key: RaceRowKey { Self.key(of: event) }
  static func key(of event: Event) -> RaceRowKey {
    RaceRowKey(stream: Int64(event.session), number: Int64(event.version))
  }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(stream: statement.int(1), number: statement.int(2))
  }

  var values: [ColumnValue] {
    [
      .number(event.session), .number(event.version), .text(bib), .text(crossing.chip),
      .text(crossing.point), .text(crossing.reader), .moment(at), .span(runningTime),
      .number(passage?.number), .span(passage?.split), .span(passage?.lap),
      .text(flags.names.storedJSON), .span(place),
    ]
  }
}

extension CompetitorRow: RaceTableRow {
  static let table = RaceTable("competitors", columns: 26, key: [.text("bib")])
  var key: RaceRowKey { RaceRowKey(text: bib) }
  static func key(of statement: Statement) -> RaceRowKey { RaceRowKey(text: statement.text(1)) }

  var values: [ColumnValue] {
    [
      .text(bib), .text(wave), .text(status.rawValue), .text(ruling?.rawValue), .number(laps),
      .span(time), .span(best), .span(last), .span(penaltyTime), .number(penaltyLaps),
      .number(lastEvent?.session), .number(lastEvent?.version), .moment(lastAt),
      .text(flags.names.storedJSON), .span(start), .number(rank.rank), .number(rank.first),
      .number(rank.second), .span(rank.time), .span(rank.exact), .number(rank.photo),
      .span(rank.tie.place), .text(rank.tie.stream), .number(rank.tie.event),
      .text(bib.naturalSortKey),
    ]
  }
}
