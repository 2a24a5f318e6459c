import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct ListDifferenceTests {
  @Test func `any list of laps can be replaced by any other`() throws {
    for number in 0..<300 as Range<UInt64> {
      var seed = Seed(number)
      let connection = try Connection.made(.laptimer)
      let tables = Tables(connection: connection)
      let before = Self.laps(&seed, of: [])
      for lap in before { try tables.put(lap, 1) }
      let after = Self.laps(&seed, of: before)
      try tables.replace(before, after[...], 1)
      let found = try Self.rows(connection)
      for lap in before { try tables.put(lap, 1) }
      try SessionProjection().remove(1, from: connection)
      for lap in after { try tables.put(lap, 1) }
      #expect(try found == Self.rows(connection), "\(seed)")
    }
  }

  /// A changed list of laps: some removed, moved or new, in order and renumbered.
  private static func laps(_ seed: inout Seed, of before: [Lap]) -> [Lap] {
    var laps = before
    if laps.isEmpty {
      laps = (1...400).map { event in
        Lap(
          event: event, number: nil, split: .seconds(event), lap: .seconds(1),
          at: Moment(nanosecondsSince1970: 0), label: nil, flags: [],
          place: .seconds(seed.chance(10) ? event - 1 : event))
      }
    } else {
      for _ in 0..<seed.below(6) where !laps.isEmpty {
        let index = seed.below(laps.count)
        switch seed.below(5) {
        case 0: laps.remove(at: index)
        case 1: laps[index].place += seed.signed(seed.span())
        case 2: laps[index].flags = .short
        case 3:
          let span = seed.signed(seed.span())
          for later in index..<laps.count { laps[later].split += span }
        default:
          var lap = laps[index]
          lap.event = 1_000 + laps.count
          laps.append(lap)
        }
      }
    }
    laps.sort { ($0.place, $0.event) < ($1.place, $1.event) }
    var count = 0
    for index in laps.indices {
      laps[index].number = nil
      if laps[index].flags.contains(.short) { continue }
      count += 1
      laps[index].number = count
    }
    return laps
  }

  private static func rows(_ connection: Connection) throws -> [[String]] {
    let statement = try connection.prepare("SELECT * FROM laps ORDER BY event")
    var rows: [[String]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.text($0) })
    }
    return rows
  }
}
