import Text
public import Timing

extension Race {
  /// Explains the place of a runner as of the present, or of the newest event after it; nil if nobody
  /// is entered with the bib, or the session is no race.
  ///
  /// - Complexity: O(n log n) in the events.
  public func placeExplanation(of bib: String, at now: Reading) -> PlaceExplanation? {
    guard let entry = entry(bib),
      let ranking = rankings(atPlace: present(at: now)).first(where: { $0.wave.name == entry.wave }
      ),
      let index = ranking.order.indices.first(where: { ranking.runner($0).entry?.bib == bib })
    else { return nil }
    return PlaceExplainer(race: self, ranking: ranking, now: now).explanation(index)
  }

  /// Returns why a crossing is its runner's; nil for another device's.
  fileprivate func claim(of crossing: Crossing) -> PlaceExplanation.Crossing.Claim? {
    if let assignment = assignment(of: crossing.id) { return .assigned(by: assignment.version) }
    guard crossing.source.stream == nil, let received = self.crossing(crossing.source) else {
      return nil
    }
    guard received.bib == nil, let chip = crossing.chip.map({ chips[$0] }) else { return .named }
    return chip.link(at: crossing.place).map { .linked(chip: chip.id, by: $0.version) }
      ?? .entered(chip: chip.id)
  }
}

/// Derives the explanations of the places of a wave.
struct PlaceExplainer {
  let race: Race
  let ranking: WaveRanking
  private let reader: SourceReader
  private let rows: [Standings.Row]
  private let orders: [(event: Int, ids: [EventID])]

  /// - Complexity: O(n) in the events.
  init(race: Race, ranking: WaveRanking, now: Reading) {
    self.race = race
    self.ranking = ranking
    rows = ranking.order.indices.map { ranking.row($0) }
    reader = SourceReader(race.session, now: now)
    orders = race.orders
  }

  private var format: RaceFormat { ranking.wave.format }

  func explanation(_ index: Int) -> PlaceExplanation {
    let row = rows[index]
    let crossings = crossings(of: index)
    return PlaceExplanation(
      row: row, format: format,
      rankedCount: rows.count { $0.position != nil }, raceGun: raceGun,
      gun: ranking.gun == nil ? nil : gun, origin: ranking.gun == nil ? nil : origin(of: index),
      start: ranking[index].start, shortestLap: shortestLap, crossings: crossings, finish: finish,
      lapOut: lapOut(index), rulings: race.rulings(on: row.bib), total: total(of: index),
      ahead: index > 0 ? neighbor(index - 1, of: index) : nil,
      behind: index + 1 < rows.count ? neighbor(index + 1, of: index) : nil,
      doubt: doubt(of: index))
  }

  private func lapOut(_ index: Int) -> Int? {
    guard case .elimination(let every) = format.finish else { return nil }
    // On each of these laps, one runner goes out.
    return ranking.results[ranking.order[index]].out.map { $0 * every }
  }

  private var shortestLap: Duration? {
    if case .points = format.finish { return nil }
    let runners = ranking.results.map { WaveJudge.Runner(crossings: $0.crossings.map(\.crossing)) }
    return WaveJudge(ranking.wave, at: ranking.rules.present)?.deadTime(runners)
      .map { .nanoseconds(Int64(($0 + 1999) / 2000)) }
  }

  private var raceGun: PlaceExplanation.Gun? {
    race.session.start.map { PlaceExplanation.Gun(event: $0.version, at: $0.at, place: $0.place) }
  }

  /// The first standing start of the wave; that of the race if it is the later one.
  private var gun: PlaceExplanation.Gun? {
    guard let name = ranking.wave.name, let raceGun, let own = race.session.start(ofWave: name),
      own.place > raceGun.place
    else { return raceGun }
    return PlaceExplanation.Gun(event: own.version, at: own.at, place: own.place)
  }

  /// The place from which the splits of a row count.
  private func origin(of index: Int) -> Duration {
    ranking.rules.origin(start: ranking[index].start)
  }

  private func crossings(of index: Int) -> [PlaceExplanation.Crossing] {
    let result = ranking.results[ranking.order[index]]
    return result.crossings.map { judged in
      let (crossing, isStart) = (judged.crossing, judged.crossing.id == result.startCrossing?.id)
      return PlaceExplanation.Crossing(
        passage: Standings.Passage(judged, from: origin(of: index)),
        event: version(of: crossing.id), at: race.standing(crossing.source)?.at,
        place: crossing.place, claim: race.claim(of: crossing), isStart: isStart)
    }
  }

  /// The number of an event within the race's own session; nil for another device's.
  private func version(of id: EventID) -> Int? { race.session.event(id)?.version }

  private var finish: PlaceExplanation.Finish? {
    let (ending, lap) = (format.ending, ranking.end.lap)
    guard let judge = WaveJudge(ranking.wave, at: ranking.rules.present),
      ending.lap != nil || ending.limit != nil
    else { return nil }
    let newLap = ending.furtherLaps.flatMap { further in lap.map { $0 - further } }
    return PlaceExplanation.Finish(
      limit: ending.limit.map(judge.limitPlace), newLap: newLap.flatMap(completion),
      deciding: lap.flatMap(completion))
  }

  /// The first completion of a lap; nil if nobody has completed it.
  private func completion(of lap: Int) -> PlaceExplanation.Completion? {
    var first: PlaceExplanation.Completion?
    for (row, index) in zip(rows, ranking.order) {
      let result = ranking.results[index]
      guard result.isInRace, result.laps.indices.contains(lap - 1) else { continue }
      let crossing = result.laps[lap - 1].crossing
      if let first, first.place <= crossing.place { continue }
      first = PlaceExplanation.Completion(
        lap: lap, bib: row.bib, event: version(of: crossing.id), place: crossing.place)
    }
    return first
  }

  private func total(of index: Int) -> PlaceExplanation.Total? {
    let (row, ranked) = (rows[index], ranking[index])
    guard let time = ranked.time else { return nil }
    let exact = ranked.key.exact
    var total = PlaceExplanation.Total(
      base: exact ?? time - row.penaltyTime,
      bunched: exact == nil ? nil : time - row.penaltyTime, penalty: row.penaltyTime,
      rounded: ranking.rules.rounded(time))
    if case .bestLaps(let count, _) = format.finish, ranked.key.first == 0,
      let end = row.passages.last(where: { $0.event == ranked.deciding })?.number
    {
      total.laps = end + 1 - count...end
    }
    return total
  }

  private func neighbor(_ other: Int, of index: Int) -> PlaceExplanation.Neighbor {
    PlaceExplanation.Neighbor(
      row: rows[other], time: ranking[other].time,
      separation: separation(min(other, index)),
      event: lastEvent(other),
      doubt: lastEvent(other).flatMap { one in
        lastEvent(index).map { reader.doubt(from: one, to: $0) }
      })
  }

  /// The rule that ranks a row before the next one.
  func separation(_ first: Int) -> PlaceExplanation.Separation {
    let (left, right) = (ranking[first], ranking[first + 1])
    let separation = format.separation(left, right)
    guard left.key.precedes(right.key) == nil, left.isUnclassified == right.isUnclassified,
      !format.sharesPlaces, let one = left.deciding, let other = right.deciding
    else { return separation }
    let order = orders.last { $0.ids.contains(one) && $0.ids.contains(other) }
    if let order, let before = order.ids.firstIndex(of: one),
      let after = order.ids.firstIndex(of: other), before < after
    {
      return .order(event: order.event)
    }
    var key = left.key
    key.photo = nil
    let isBefore =
      key.comesBefore(right.key) ?? (ranking.order[first] < ranking.order[first + 1])
    guard !isBefore else { return separation }
    // An order changes the places of the crossings that it names, and leaves those in between.
    let others = orders.filter { $0.ids.contains(one) || $0.ids.contains(other) }
    return others.count == 1 ? .orderOfOthers(event: others[0].event) : .order(event: nil)
  }

  private func lastEvent(_ index: Int) -> Int? {
    rows[index].event.flatMap(version(of:))
  }

  private func doubt(of index: Int) -> Explanation.Doubt? {
    guard let last = lastEvent(index), ranking.gun != nil else { return nil }
    let start = ranking.results[ranking.order[index]].startCrossing
    guard let start, start.place == origin(of: index) else {
      return gun.map { reader.doubt(from: $0.event, to: last) }
    }
    // An own start of another device's is not known to this session's clocks.
    return version(of: start.id).map { reader.doubt(from: $0, to: last) }
  }
}
