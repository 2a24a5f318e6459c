import Text
import Timing
import TimingTestSupport

@testable import Racing

/// A difference between the fold and the naive implementation.
struct RaceDifference: CustomStringConvertible {
  let description: String

  /// Finds a difference; nil if there is none.
  ///
  /// - Parameters:
  ///   - events: the events of the race's own stream.
  ///   - others: the events of the other streams, each in their order.
  ///   - seconds: a place to compare besides the newest.
  ///   - everyEvent: whether to compare after each event, instead of some.
  init?(
    in events: [Event], _ others: [[Event]] = [], asOf seconds: Int, everyEvent: Bool
  ) {
    var race = Race(events.first?.id)
    for stream in others {
      for event in stream { race.apply(event, of: stream[0].id) }
    }
    let streams = others.map { NaiveSession($0) }
    for (index, event) in events.enumerated() {
      race.apply(event)
      let isLast = index == events.count - 1
      guard everyEvent || isLast || index % 16 == 15 else { continue }
      let naive = NaiveSession(Array(events[...index]))
      var places = [race.newestPlace]
      if race.newestPlace != NaiveRace.newestPlace(naive, streams) {
        description = "the newest place is \(race.newestPlace)"
        return
      }
      if isLast { places.append(.seconds(seconds)) }
      for place in places {
        let expected = NaiveRace(naive, streams, now: place).standings()
        let rows = Self.rows(race.standings(atPlace: place))
        if rows == expected { continue }
        var text = "as of \(place) after event \(index + 1) of \(events.count)"
        for wave in Set(rows.keys).union(expected.keys) where rows[wave] != expected[wave] {
          text += "\nwave '\(wave)':\n  is "
          text += (rows[wave] ?? []).map { "\($0)" }.joined(separator: "\n     ")
          text += "\n  not "
          text += (expected[wave] ?? []).map { "\($0)" }.joined(separator: "\n     ")
          text += "\nformat \(race.wave(wave.isEmpty ? nil : wave)?.format.text ?? "")"
          text += " rules \(race.wave(wave.isEmpty ? nil : wave)?.format.rulesText ?? "")"
        }
        text +=
          "\n"
          + ([Array(events[...index])] + others).map { stream in
            stream.map {
              "\($0.id) \($0.version) \($0.reading.clock.rawValue) "
                + "\($0.at.nanosecondsSince1970 / 1_000_000_000) \($0.basis) \($0.kind)"
            }.joined(separator: "\n")
          }.joined(separator: "\n\n")
        description = text
        return
      }
    }
    return nil
  }

  private static func rows(_ standings: Standings?) -> [String: [NaiveRace.Row]] {
    var rows: [String: [NaiveRace.Row]] = [:]
    for wave in standings?.waves ?? [] {
      let own = wave.rows.map { row in
        NaiveRace.Row(
          position: row.position, bib: row.bib, status: row.status.rawValue, laps: row.laps,
          time: row.time, gap: row.gap, last: row.last, best: row.best,
          splits: row.passages.map(\.split),
          doubles: row.others.count { $0.flags.contains(.double) }, doubt: row.doubt,
          isPointMissed: row.flags.contains(.missedPoint))
      }
      if !own.isEmpty || wave.name != nil { rows[wave.name ?? ""] = own }
    }
    return rows
  }
}
