import Racing
import Testing
import Timing

/// A chip that a reader sees all the time, such as that of a bicycle left at the line.
struct ManyCrossingsTests {
  private static let count = 50_000
  private var race = Race()
  private var version = 0

  init() throws {
    let format = try RaceFormat(text: "45m", rules: "min_lap=1m")
    for kind: Event.Kind in [.start(format), .enter("17"), .cross("17")] { append(kind) }
    for _ in 0..<Self.count { append(.race(.crossed(RaceEvent.Crossing(chip: "0a1b")))) }
  }

  /// Appends an event, 10 ms after the one before.
  private mutating func append(_ kind: Event.Kind) {
    version += 1
    race.apply(.measured(version, kind, at: .milliseconds(10 * version)))
  }

  @Test func `the crossings of an unknown chip are one line, however many they are`() throws {
    let unknown = try #require(race.standings()).unknown
    #expect(unknown.map(\.chip) == ["0A1B"])
    #expect(unknown.map(\.crossings) == [Self.count])
  }

  @Test mutating func `an entry claims all at once, and its withdrawal gives them back`() throws {
    append(.race(.entered(RaceEvent.Entry("4") { $0.chips = .set(["0A1B"]) })))
    var standings = try #require(race.standings())
    #expect(standings.unknown == [])
    let row = try #require(standings.waves.first?.rows.first { $0.bib == "4" })
    // A lap each minute; the others are too short.
    #expect(row.laps == 8)
    #expect(row.laps + row.others.count == Self.count)
    append(.race(.linked(chip: "0A1B", bib: "17")))
    append(.race(.withdrawn(bib: "4")))
    standings = try #require(race.standings())
    #expect(standings.unknown.map(\.crossings) == [Self.count])
  }
}

/// Races whose events are many of the kinds that compare runners with one another.
struct ManyPhotoFinishesTests {
  private static func race(_ kinds: [Event.Kind]) throws -> Standings {
    try #require(Race(kinds.map { ($0, 1) }).standings())
  }

  /// The start and the entries of a race of one lap, and a crossing of each runner.
  private static func kinds(_ bibs: [String]) -> [Event.Kind] {
    let start = Event.Kind.start(RaceFormat(.laps(1)))
    return [start] + bibs.map { Event.Kind.enter($0) } + bibs.map(Event.Kind.cross)
  }

  @Test func `as many photo finishes as runners take no more than a sort`() throws {
    let count = 15_000
    var kinds = Self.kinds((1...count).map { "\($0)" })
    // All cross at one moment; each photo puts the next runner in front of the first one.
    let first = count + 2
    for bib in 1..<count {
      kinds.append(
        .race(.ordered([RaceExampleTests.id(first + bib), RaceExampleTests.id(first + bib - 1)])))
    }
    let rows = try Self.race(kinds).waves[0].rows
    #expect(rows.map(\.bib) == ["\(count)"] + (1..<count).map { "\($0)" })
    #expect(rows.allSatisfy { $0.flags.contains(.photoFinish) })
  }

  @Test func `an order that names a crossing twice has no effect`() throws {
    let bibs = ["1", "2", "3"]
    let order = Event.Kind.race(.ordered([7, 5, 5].map { RaceExampleTests.id($0) }))
    #expect(try Self.race(Self.kinds(bibs) + [order]).waves[0].rows.map(\.bib) == bibs)
  }

  @Test func `photo finishes of many waves decide in each of them`() throws {
    let count = 100
    var kinds = Self.kinds([])
    for wave in (1...count).map({ "\($0)" }) {
      for bib in [wave + "a", wave + "b"] { kinds.append(.enter(bib, wave: wave)) }
      kinds.append(.race(.waveStarted(wave: wave, race: nil)))
    }
    let first = kinds.count + 1
    for wave in 1...count { kinds += [.cross("\(wave)a"), .cross("\(wave)b")] }
    let all = (0..<2 * count).map { RaceExampleTests.id(first + $0) }
    kinds.append(.race(.ordered(all)))
    for wave in 0..<count { kinds.append(.race(.ordered([all[2 * wave + 1], all[2 * wave]]))) }
    let waves = try Self.race(kinds).waves
    #expect(waves.count == count)
    #expect(waves.allSatisfy { $0.rows.map(\.bib) == ["\($0.name ?? "")b", "\($0.name ?? "")a"] })
  }
}
