import EventLog
import Racing
import SQLite
import Text
import Timing

// The columns of each table of races, in the order of `migrations/tables/races.sql`.

extension Race.Entry: RaceTableRow {
  static let table = RaceTable("entries", columns: 10, key: ["bib"])
  var key: RaceRowKey { RaceRowKey(text: bib) }
  static func key(of statement: Statement) -> RaceRowKey { RaceRowKey(text: statement.text(1)) }

  var values: [ColumnValue] {
    [
      .text(bib), .text(name), .text(first), .text(last), .text(team), .text(category), .text(wave),
      .text(chips.storedJSON), .number(event),
    ]
  }

  init(of row: Statement) throws {
    self.init(bib: row.text(1))
    (name, first, last) = (row.optionalText(2), row.optionalText(3), row.optionalText(4))
    (team, category, wave) = (row.optionalText(5), row.optionalText(6), row.optionalText(7))
    chips = try [String](storedJSON: row.text(8), column: "chips")
    event = Int(row.int(9))
  }
}

extension ChipRow: RaceTableRow {
  static let table = RaceTable("chips", columns: 5, key: ["chip", "event"])
  var key: RaceRowKey { RaceRowKey(text: chip, number: Int64(event)) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.text(1), number: statement.int(2))
  }

  var values: [ColumnValue] {
    [.text(chip), .number(event), .text(bib), .span(place)]
  }

  init(of row: Statement) {
    self.init(chip: row.text(1), bib: row.text(3), place: row.duration(4), event: Int(row.int(2)))
  }
}

extension WaveRow: RaceTableRow {
  static let table = RaceTable("waves", columns: 12, key: ["wave"])
  var key: RaceRowKey { RaceRowKey(text: wave.name) }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(text: statement.optionalText(1))
  }

  var values: [ColumnValue] {
    [
      .text(wave.name), .span(wave.gun), .text(wave.format.storedJSON),
      .flag(wave.format.sharesPlaces), .flag(!wave.format.isByBestLaps),
      .number(wave.format.classified), .number(end.lap), .span(end.place), .number(end.mostLaps),
      .span(nextChange), .flag(hasPhotos),
    ]
  }

  init?(of row: Statement) throws {
    let endLap = row.laps(7)
    guard let mostLaps = row.laps(9), endLap != nil || row.isNull(7) else { return nil }
    self.init(
      Race.Wave(
        name: row.optionalText(1), gun: row.duration(2),
        format: try .read(storedJSON: row.text(3), column: "format")))
    (end.lap, end.place, end.mostLaps) = (endLap, row.duration(8), mostLaps)
    (nextChange, hasPhotos) = (row.duration(10), row.int(11) != 0)
  }
}

extension CrossingRow: RaceTableRow {
  static let table = RaceTable("crossings", columns: 14, key: ["stream", "event"])
  var key: RaceRowKey { Self.key(of: event) }
  static func key(of event: Event) -> RaceRowKey {
    RaceRowKey(stream: Int64(event.session), number: Int64(event.version))
  }
  static func key(of statement: Statement) -> RaceRowKey {
    RaceRowKey(stream: statement.int(1), number: statement.int(2))
  }

  var values: [ColumnValue] {
    [
      .number(event.session), .number(event.version), .text(bib), .text(chip), .text(point),
      .text(reader), .moment(at), .span(runningTime),
      .number(number), .span(split), .span(lap), .text(flags.names.storedJSON), .span(place),
    ]
  }

  init?(of row: Statement) throws {
    let number = row.laps(9)
    guard number != nil || row.isNull(9) else { return nil }
    self.init(
      event: Event(session: Int(row.int(1)), version: Int(row.int(2))), bib: row.optionalText(3),
      chip: row.optionalText(4), point: row.optionalText(5), reader: row.optionalText(6),
      at: Moment(nanosecondsSince1970: row.int(7)), runningTime: row.duration(8),
      flags: try row.flags(12), place: .nanoseconds(row.int(13)))
    (self.number, split, lap) = (number, row.duration(10), row.duration(11))
  }
}

extension CompetitorRow: RaceTableRow {
  static let table = RaceTable("competitors", columns: 26, key: ["bib"])
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

  init?(of row: Statement) throws {
    guard let status = Standings.Status(rawValue: row.text(3)), let penaltyLaps = row.laps(10)
    else { return nil }
    self.init(bib: row.text(1))
    (wave, self.status) = (row.optionalText(2), status)
    ruling = row.optionalText(4).flatMap(RaceEvent.Ruling.Status.init)
    (laps, time) = (Int(row.int(5)), row.duration(6))
    (best, last) = (row.duration(7), row.duration(8))
    (penaltyTime, self.penaltyLaps) = (.nanoseconds(row.int(9)), penaltyLaps)
    if let stream = row.optionalInt(11), let event = row.optionalInt(12) {
      lastEvent = CrossingRow.Event(session: Int(stream), version: Int(event))
    }
    (lastAt, flags, start) = (row.moment(13), try row.flags(14), row.duration(15))
    (rank.rank, rank.first) = (Int(row.int(16)), Int(row.int(17)))
    (rank.second, rank.time) = (Int(row.int(18)), row.duration(19))
    (rank.exact, rank.photo) = (row.duration(20), row.optionalInt(21).map { Int($0) })
    (rank.tie.place, rank.tie.stream) = (row.duration(22), row.text(23))
    rank.tie.event = Int(row.int(24))
  }
}

extension Statement {
  func duration(_ column: Int) -> Duration? {
    optionalInt(column).map { .nanoseconds($0) }
  }

  /// Returns a number of laps; nil for null, and for one that no race has.
  fileprivate func laps(_ column: Int) -> Int? {
    optionalInt(column).flatMap { Int32(exactly: $0) }.map { Int($0) }
  }

  /// Reads flags, which most rows do not have.
  fileprivate func flags(_ column: Int) throws -> RaceFlags {
    if utf8(column).count == 2 { return [] }
    return RaceFlags(names: try [String](storedJSON: text(column), column: "flags"))
  }
}
