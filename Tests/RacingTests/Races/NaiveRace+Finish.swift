import Text
import Timing
import TimingTestSupport

extension NaiveRace {
  func close(
    _ runners: inout [Runner], _ format: RaceFormat, limitGun: Duration, gun: Duration,
    end now: Duration
  ) {
    func keep(_ index: Int, _ isKept: (Duration, Int) -> Bool) {
      runners[index].laps = runners[index].laps.filter { isKept($0.place, $0.number) }
    }
    // A disqualified runner, or one who did not start, ends nobody's race.
    let leading = runners.filter { !["dsq", "dns"].contains(ruling($0.bib).status) }
    func finish(atLap lap: Int) {
      let first = leading.flatMap(\.laps).filter { $0.number == lap }.map(\.place).min()
      for index in runners.indices {
        if format.lapped == .continue {
          runners[index].isDone = runners[index].laps.count >= lap
          keep(index) { _, number in number <= lap }
        } else if let own = runners[index].laps.first(where: { $0.number == lap }),
          first.map({ own.place <= $0 }) ?? true
        {
          runners[index].isDone = true
          keep(index) { _, number in number <= lap }
        } else if let first, let last = runners[index].laps.first(where: { $0.place >= first }) {
          runners[index].isDone = true
          keep(index) { _, number in number <= last.number }
        }
      }
    }
    switch format.finish {
    case .laps(let laps): finish(atLap: laps)
    case .time(let limit, furtherLaps: nil), .bestLaps(_, within: let limit):
      for index in runners.indices {
        keep(index) { place, _ in place <= limitGun + limit }
        runners[index].isDone = now >= limitGun + limit
      }
    case .time(let limit, let further?):
      let end = limitGun + limit
      // Nobody ends a race whose time is not over.
      if self.now < end { return }
      // The crossings of all runners in order, until one of them completes a new lap after the
      // time.
      var most = 0
      let all = leading.flatMap(\.laps).sorted {
        ($0.place, $0.number) < ($1.place, $1.number)
      }
      for lap in all where lap.number > most {
        if lap.place >= end { return finish(atLap: lap.number + further) }
        most = lap.number
      }
    case .ownLap(after: let limit):
      for index in runners.indices {
        let last = runners[index].laps.first { $0.place >= limitGun + limit }
        guard let last else { continue }
        runners[index].isDone = true
        keep(index) { _, number in number <= last.number }
      }
    case .points(let points):
      for index in runners.indices {
        runners[index].isDone = runners[index].laps.last?.number == points.count
      }
    case .timeTrial:
      for index in runners.indices {
        keep(index) { _, number in number <= 1 }
        runners[index].isDone = !runners[index].laps.isEmpty
      }
    case .elimination(let every): eliminate(&runners, every, format)
    case .backyard(let period): backyard(&runners, period, gun, end: now)
    }
  }

  func eliminate(_ runners: inout [Runner], _ every: Int, _ format: RaceFormat) {
    var isIn = Array(runners.indices)
    var lap = every
    var out = 0
    while true {
      if isIn.count == 1 {
        if runners[isIn[0]].laps.isEmpty { return }
        runners[isIn[0]].isDone = true
        if out > 0 { runners[isIn[0]].laps = Array(runners[isIn[0]].laps.prefix(lap - every)) }
        return
      }
      // Those who leave without the lap do so one after the other, while others are behind them.
      let completed = isIn.compactMap { place(runners[$0], lap) }.max() ?? .zero
      let behind = isIn.filter { runners[$0].laps.count < lap }
      let gone = behind.filter { ruling(runners[$0].bib).status != nil }
        .map { index -> (place: Duration, index: Int) in
          let ruling = ruling(runners[index].bib)
          return (ruling.status == "dsq" ? ruling.place : .nanoseconds(.min), index)
        }
      for runner in gone
      where runner.place <= completed
        || behind.contains(where: { other in
          other != runner.index
            && (gone.first { $0.index == other }.map { $0.place >= runner.place } ?? true)
        })
      {
        isIn.removeAll { $0 == runner.index }
      }
      if isIn.count == 1 { continue }
      var order = isIn.sorted { one, two in
        let (a, b) = (place(runners[one], lap), place(runners[two], lap))
        if a != b { return a.map { a in b.map { a < $0 } ?? true } ?? false }
        if format.ties == .line, place(runners[one], lap) != nil {
          return runners[one].laps[lap - 1].crossing.recorded
            .lexicographicallyPrecedes(runners[two].laps[lap - 1].crossing.recorded)
        }
        if format.ties == .bestLap {
          let bests = [one, two].compactMap { runners[$0].lapTimes.prefix(lap).min() }
          if bests.count == 2, bests[0] != bests[1] { return bests[0] < bests[1] }
        }
        return one < two
      }
      for event in events where format.ties == .line {
        guard case .ordered(let targets) = event.event, let last = order.last,
          let end = place(runners[last], lap)
        else { continue }
        func number(_ index: Int) -> Int? {
          targets.firstIndex(of: runners[index].laps[lap - 1].crossing.id)
        }
        let tied = order.indices.filter {
          place(runners[order[$0]], lap) == end && number(order[$0]) != nil
        }
        let sorted = tied.map { order[$0] }.sorted { (number($0) ?? 0) < (number($1) ?? 0) }
        for (place, index) in zip(tied, sorted) { order[place] = index }
      }
      guard order.count > 1, place(runners[order[order.count - 2]], lap) != nil,
        let last = order.last
      else { return }
      out += 1
      runners[last].out = out
      runners[last].isDone = true
      runners[last].laps = Array(runners[last].laps.prefix(lap))
      isIn.removeAll { $0 == last }
      lap += every
    }
  }

  func place(_ runner: Runner, _ lap: Int) -> Duration? {
    runner.laps.count >= lap ? runner.laps[lap - 1].place : nil
  }

  func backyard(_ runners: inout [Runner], _ period: Duration, _ gun: Duration, end now: Duration) {
    let stop = session.raceClock.stop.flatMap { $0 <= self.now ? $0 : nil }
    for index in runners.indices {
      let laps = runners[index].laps
      runners[index].isDone =
        now > gun + period * (laps.count + 1) || ruling(runners[index].bib).status != nil
      // At a stop, each loop that has begun was completed in time or missed.
      if let stop, stop == gun + period * (laps.count + 1) { runners[index].isDone = true }
    }
    let most = runners.map(\.laps.count).max() ?? 0
    let leaders = runners.indices.filter { runners[$0].laps.count == most }
    if most > 0, leaders.count == 1, runners.count > 1,
      ruling(runners[leaders[0]].bib).status == nil,
      runners.indices.allSatisfy({ $0 == leaders[0] || runners[$0].isDone })
    {
      runners[leaders[0]].wins = true
      runners[leaders[0]].isDone = true
      let others = runners.indices.filter { $0 != leaders[0] }.map { runners[$0].laps.count }
      runners[leaders[0]].laps = Array(runners[leaders[0]].laps.prefix((others.max() ?? 0) + 1))
    }
    // Those who wait for the next loop are not on the course.
    for index in runners.indices where !runners[index].laps.isEmpty {
      let begun = (0...).first { gun + period * $0 >= stop ?? .zero } ?? 0
      if stop != nil, runners[index].laps.count >= begun { runners[index].isDone = true }
    }
  }

  func ruling(_ bib: String) -> (status: String?, place: Duration, time: Duration, laps: Int) {
    var ruling: (status: String?, place: Duration, time: Duration, laps: Int)
    ruling = (nil, .zero, .zero, 0)
    for event in events {
      guard case .ruled(let made) = event.event, made.bib == bib else { continue }
      switch made.decision {
      case .status(.ok): ruling.status = nil
      case .status(let status): (ruling.status, ruling.place) = (status.rawValue, event.place)
      case .time(let span): ruling.time += span
      case .laps(let laps): ruling.laps += laps
      }
    }
    return ruling
  }
}
