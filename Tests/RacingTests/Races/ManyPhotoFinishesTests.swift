import Racing
import Testing
import Text
import Timing

/// Races whose events are many of the kinds that compare runners with one another.
struct ManyPhotoFinishesTests {
  /// Folds events at one moment.
  private static func race(_ kinds: [Event.Kind]) throws -> Standings {
    try #require(Race(kinds.map { ($0, 1) }).standingsAtNewestEvent())
  }

  @Test func `as many photo finishes as runners take no more than a sort`() throws {
    let count = 15_000
    var kinds: [Event.Kind] = [.started(Event.Start(plan: Plan(race: RaceFormat(.laps(1)))))]
    for bib in 1...count { kinds.append(.race(.entered(RaceEvent.Entry(bib: "\(bib)")))) }
    for bib in 1...count {
      kinds.append(.race(.crossed(RaceEvent.Crossing(bib: "\(bib)"))))
    }
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

  @Test func `as many waves as photo finishes take no more than the runners`() throws {
    let count = 2_000
    var kinds: [Event.Kind] = [.started(Event.Start(plan: Plan(race: RaceFormat(.laps(1)))))]
    for wave in 1...count {
      for bib in ["\(wave)a", "\(wave)b"] {
        var entry = RaceEvent.Entry(bib: bib)
        entry.wave = .set("\(wave)")
        kinds.append(.race(.entered(entry)))
      }
      kinds.append(.race(.waveStarted(wave: "\(wave)", race: nil)))
    }
    let first = kinds.count + 1
    for wave in 1...count {
      for bib in ["\(wave)a", "\(wave)b"] {
        kinds.append(.race(.crossed(RaceEvent.Crossing(bib: bib))))
      }
    }
    let all = (0..<2 * count).map { RaceExampleTests.id(first + $0) }
    kinds.append(.race(.ordered(all)))
    for wave in 0..<count {
      kinds.append(.race(.ordered([all[2 * wave + 1], all[2 * wave]])))
    }
    let waves = try Self.race(kinds).waves
    #expect(waves.count == count)
    #expect(waves.allSatisfy { $0.rows.map(\.bib) == ["\($0.name ?? "")b", "\($0.name ?? "")a"] })
  }
}
