import EventLog
import Racing
import SQLite
import Text
import Timing

// The columns of each table of races, in the order of `migrations/tables/races.sql`.

extension EntryRow: RaceTableRow {
  static let table = RaceTable(
    "entries", columns: 10, key: [.text("bib")])
  var key: RaceRowKey { RaceRowKey(text: entry.bib) }
  static func key(of statement: Statement) -> RaceRowKey { RaceRowKey(text: statement.text(1)) }

  func give(to values: inout some RowValues) throws(DatabaseError) {
    try values.take(entry.bib)
    try values.take(entry.name)
    try values.take(entry.first)
    try values.take(entry.last)
    try values.take(entry.team)
    try values.take(entry.category)
    try values.take(entry.wave)
    try values.take(entry.chips.storedJSON)
    try values.take(event)
  }
}

extension ChipRow: RaceTableRow {
  static let table = RaceTable(
    "chips", columns: 5, key: [.text("chip"), .event])
  var key: RaceRowKey { RaceRowKey(text: chip, number: Int64(event)) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.text(1), number: statement.int(2))
  }

  func give(to values: inout some RowValues) throws(DatabaseError) {
    try values.take(chip)
    try values.take(event)
    try values.take(bib)
    try values.take(place)
  }
}

extension WaveRow: RaceTableRow {
  static let table = RaceTable(
    "waves", columns: 12,
    key: [.text("wave")])
  var key: RaceRowKey { RaceRowKey(text: name) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.optionalText(1))
  }

  func give(to values: inout some RowValues) throws(DatabaseError) {
    try values.take(name)
    try values.take(gun)
    try values.take(format.storedJSON)
    try values.take(format.sharesPlaces)
    try values.take(!format.isByBestLaps)
    try values.take(format.classified)
    try values.take(endLap)
    try values.take(endPlace)
    try values.take(mostLaps)
    try values.take(nextChange)
    try values.take(photos.rawValue)
  }
}

extension CrossingRow: RaceTableRow {
  static let table = RaceTable(
    "crossings", columns: 14,
    key: [.stream, .event])
  var key: RaceRowKey { Self.key(of: event) }
  static func key(of event: Event) -> RaceRowKey {
    RaceRowKey(stream: Int64(event.session), number: Int64(event.version))
  }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(stream: statement.int(1), number: statement.int(2))
  }

  func give(to values: inout some RowValues) throws(DatabaseError) {
    try values.take(event.session)
    try values.take(event.version)
    try values.take(bib)
    try values.take(crossing.chip)
    try values.take(crossing.point)
    try values.take(crossing.reader)
    try values.take(at)
    try values.take(runningTime)
    try values.take(passage?.number)
    try values.take(passage?.split)
    try values.take(passage?.lap)
    try values.take(flags.names.storedJSON)
    try values.take(place)
  }
}

extension CompetitorRow: RaceTableRow {
  static let table = RaceTable(
    "competitors", columns: 26,
    key: [.text("bib")])
  var key: RaceRowKey { RaceRowKey(text: bib) }
  static func key(of statement: Statement) -> RaceRowKey { RaceRowKey(text: statement.text(1)) }

  func give(to values: inout some RowValues) throws(DatabaseError) {
    try values.take(bib)
    try values.take(wave)
    try values.take(status.rawValue)
    try values.take(ruling?.rawValue)
    try values.take(laps)
    try values.take(time)
    try values.take(best)
    try values.take(last)
    try values.take(penaltyTime)
    try values.take(penaltyLaps)
    try values.take(lastEvent?.session)
    try values.take(lastEvent?.version)
    try values.take(lastAt)
    try values.take(flags.names.storedJSON)
    try values.take(start)
    try values.take(rank.rank)
    try values.take(rank.first)
    try values.take(rank.second)
    try values.take(rank.time)
    try values.take(rank.exact)
    try values.take(rank.photo)
    try values.take(rank.tie.place)
    try values.take(rank.tie.stream)
    try values.take(rank.tie.event)
    try values.take(bib.naturalSortKey)
  }
}
