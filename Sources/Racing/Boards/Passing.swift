package import Text
package import Timing

/// A crossing on a board, with the runner who has it.
package struct Passing: Sendable {
  /// The event.
  package var event: EventID
  /// The place on the timeline.
  package var place: Duration
  /// The bib; nil for a chip that nobody has, and for a crossing of nobody yet.
  package var bib: String?
  /// The result of the runner, without a place and gaps, with the format of the wave; nil for a
  /// runner who is not entered.
  package var result: (row: Standings.Row, format: RaceFormat)?
}

extension RaceBoard {
  /// Returns the newest crossings of the race of which the last board was, the newest first.
  ///
  /// - Complexity: O(n) in the events of each stream after those, and in the laps of their runners.
  package func passings(of race: Race, most: Int) -> [Passing] {
    var found: [(order: RankKey.Tie, id: EventID, runner: Int)] = []
    let sessions =
      [(nil as Int?, "", race.session)]
      + race.streams.indices.map { ($0, race.streams[$0].order, race.streams[$0].session) }
    for (stream, order, session) in sessions {
      var rest = most
      for event in session.events.reversed() {
        guard rest > 0 else { break }
        guard case .race(.crossed) = event.kind,
          let held = race.held[Race.Source(stream: stream, version: event.version)]
        else { continue }
        let tie = RankKey.Tie(place: held.place, stream: order, event: event.version)
        found.append((tie, event.id, held.runner))
        rest -= 1
      }
    }
    found.sort { $1.order.precedes($0.order) ?? false }
    return found.prefix(most).map { order, id, runner in
      Passing(
        event: id, place: order.place ?? .zero, bib: race.runners[runner].key.bib,
        result: race.result(ofCrossing: id, judged))
    }
  }
}

extension Board {
  /// Returns the groups with the runners that a filter of the standings leaves, in its order.
  ///
  /// Their rows have no gained places, which are counted among all runners of a wave.
  package func groups(filteredBy filter: (Standings) -> Standings) -> [Group] {
    var standings = Standings(format: groups.first?.format ?? RaceFormat(.laps(1)))
    standings.waves = groups.map { group in
      Standings.Wave(
        name: group.name, format: group.format ?? standings.format,
        rows: group.rows.map(\.result), isStarted: group.gun != nil)
    }
    return zip(groups, filter(standings).waves).map { group, wave in
      let began = Dictionary(group.rows.lazy.map { ($0.bib, $0.began) }) { first, _ in first }
      var filtered = group
      filtered.rows = Rows(wave.rows.map { Row(result: $0, began: began[$0.bib] ?? nil) })
      filtered.best = wave.rows.lazy.compactMap(\.best).min()
      return filtered
    }
  }
}

extension Race {
  /// The entries, in no particular order.
  package var entries: some Sequence<Entry> { runners.lazy.compactMap(\.entry) }
}
