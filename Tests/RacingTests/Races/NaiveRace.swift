import Racing
import Text
import Timing
import TimingTestSupport

/// The standings of a race a second time: from the definition alone, by sorting all crossings, with
/// nothing that is carried from one event to the next.
struct NaiveRace {
  let session: NaiveSession
  let now: Duration
  /// The place up to which crossings count.
  private let latest: Duration
  private let events: [NaiveRaceEvent]
  private let allCrossings: [NaiveStreams.Crossing]

  /// A row of the standings, as far as it is compared.
  struct Row: Hashable {
    var position: Int?
    var bib: String
    var status: String
    var laps: Int
    var time: Duration?
    var gap: Duration?
    var last: Duration?
    var best: Duration?
    var splits: [Duration]
    /// The number of crossings in whose places another device's count.
    var doubles = 0
    /// The doubt of the last lap's place; nil if it is unknown.
    var doubt: Duration? = .zero
  }

  private struct Entry {
    var bib: String
    var wave: String?
    var chips: [String] = []
    var chipsVersion = 0
  }

  private struct Crossing {
    var bib: String
    var place: Duration
    var id: EventID
    var point: String?
    var stream: Int
    var priority: Int
    var doubt: Duration?
  }

  /// The race of a session and those that joined it, at a place of its timeline.
  init(_ session: NaiveSession, _ others: [NaiveSession] = [], now: Duration) {
    self.session = session
    self.now = now
    events = session.raceEvents
    let crossings = NaiveStreams(session, others).crossings
    allCrossings = crossings
    // A view of the past has no crossings after it; the present has all.
    let isPast = now < Self.newestPlace(session, others)
    latest = isPast ? now : ([now] + crossings.map(\.place)).max() ?? now
  }

  /// The place of the newest reading, but of no stream whose distance from the race is unknown.
  static func newestPlace(_ session: NaiveSession, _ others: [NaiveSession]) -> Duration {
    let places = NaiveStreams(session, others).newestSurePlaces
    return ([session.newestPlace] + places).max() ?? .zero
  }

  // MARK: Who it was

  private var entries: [String: Entry] {
    var entries: [String: Entry] = [:]
    for event in events {
      switch event.event {
      case .withdrawn(let bib): entries[bib] = nil
      case .entered(let change):
        var entry = entries[change.bib] ?? Entry(bib: change.bib)
        switch change.wave {
        case .unchanged: break
        case .lifted: entry.wave = nil
        case .set(let wave): entry.wave = wave
        }
        switch change.chips {
        case .unchanged: break
        case .lifted: (entry.chips, entry.chipsVersion) = ([], event.version)
        case .set(let chips):
          entry.chips = chips.map(Self.plain)
          entry.chipsVersion = event.version
        }
        entries[change.bib] = entry
      default: break
      }
    }
    return entries
  }

  private static func plain(_ chip: String) -> String {
    chip.uppercased().filter { !$0.isWhitespace }
  }

  /// The crossings that somebody has, in the order of their places.
  private var crossings: [Crossing] {
    let entries = entries
    var crossings: [Crossing] = []
    for event in allCrossings where event.place <= latest {
      let crossing = event.crossing
      var bib = crossing.bib
      if let chip = crossing.chip.map(Self.plain) {
        let links = events.filter {
          guard case .linked(let linked, _) = $0.event, Self.plain(linked) == chip else {
            return false
          }
          return $0.place <= event.place
        }
        let latest = links.max { ($0.place, $0.version) < ($1.place, $1.version) }
        if case .linked(_, let owner)? = latest?.event {
          bib = owner
        } else {
          bib =
            entries.values.filter { $0.chips.contains(chip) }
            .max { $0.chipsVersion < $1.chipsVersion }?.bib
        }
      }
      for later in events {
        if case .assigned(event.id, let assigned) = later.event { bib = assigned }
      }
      guard let bib, entries[bib] != nil else { continue }
      crossings.append(
        Crossing(
          bib: bib, place: event.place, id: event.id, point: crossing.point,
          stream: event.stream, priority: event.priority, doubt: event.doubt))
    }
    return crossings.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The crossings of a runner in whose places another device's count.
  private func doubles(_ crossings: [Crossing], _ format: RaceFormat) -> Set<EventID> {
    guard let span = format.doubles else { return [] }
    var finish = "finish"
    if case .points(let points) = format.finish { finish = points[points.count - 1] }
    var passages: [[Crossing]] = []
    for crossing in crossings {
      let index = passages.firstIndex { passage in
        (passage[0].point ?? finish) == (crossing.point ?? finish)
          && crossing.place <= passage[0].place + span
          && passage.allSatisfy { $0.stream != crossing.stream }
      }
      if let index { passages[index].append(crossing) } else { passages.append([crossing]) }
    }
    var doubles: Set<EventID> = []
    for passage in passages {
      let least = passage.map(\.priority).min()
      let counted = passage.first { $0.priority == least }?.id
      doubles.formUnion(passage.map(\.id).filter { $0 != counted })
    }
    return doubles
  }

  // MARK: Standings

  /// The rows of each wave, by name.
  func standings() -> [String: [Row]] {
    guard let format = session.profile.plan.race else { return [:] }
    let waves = Set(entries.values.map(\.wave))
    var rows: [String: [Row]] = [:]
    for wave in waves {
      var own = format
      var gun = session.raceClock.start
      if let wave {
        gun = nil
        for event in events {
          switch event.event {
          case .waveStarted(wave, let race):
            gun = gun ?? event.place
            own = race ?? own
          case .wavePlanned(wave, let race): own = race
          default: break
          }
        }
      }
      rows[wave ?? ""] = standings(of: wave, own, gun: gun)
    }
    return rows
  }

  private func standings(of wave: String?, _ format: RaceFormat, gun: Duration?) -> [Row] {
    let bibs = entries.values.filter { $0.wave == wave }.map(\.bib)
      .sorted { Self.isBefore($0, $1) }
    let (start, stop) = session.raceClock
    let isOver = stop.map { $0 <= now } ?? false
    let end = isOver ? stop ?? now : now
    guard let start, let wavesGun = gun, max(wavesGun, start) <= latest else {
      return finished(
        bibs.map { bib in
          let own = crossings.filter { $0.bib == bib }
          return Runner(bib: bib, seen: !own.isEmpty, doubles: doubles(own, format).count)
        },
        format, isOver: isOver)
    }
    let gun = max(wavesGun, start)
    let limitGun = format.limitFrom == .race ? start : gun
    var runners: [Runner] = []
    for (index, bib) in bibs.enumerated() {
      var runner = Runner(bib: bib)
      let own = crossings.filter { $0.bib == bib }
      runner.seen = !own.isEmpty
      let doubles = doubles(own, format)
      runner.doubles = doubles.count
      runner.crossings = own.filter {
        $0.place >= gun && $0.place <= (isOver ? end : latest) && !doubles.contains($0.id)
      }
      if case .timeTrial(let interval) = format.finish {
        runner.start = interval.map { gun + $0 * index }
      } else if format.first == .lap {
        runner.start = gun
      }
      runners.append(runner)
    }
    let dead = deadTime(runners, format, gun: gun)
    for index in runners.indices {
      runners[index].count(format, gun: gun, dead: dead)
      runners[index].origin = gun
      var isOwn = format.clock == .chip
      if case .timeTrial = format.finish { isOwn = true }
      if isOwn, let start = runners[index].start { runners[index].origin = start }
    }
    close(&runners, format, limitGun: limitGun, gun: gun, end: end)
    return finished(runners, format, isOver: isOver)
  }

  private struct Runner {
    var bib: String
    var seen = false
    var doubles = 0
    var crossings: [Crossing] = []
    /// The crossing that started the own clock.
    var starter: Crossing?
    var start: Duration?
    /// The places of the laps, or points, that count, with their numbers.
    var laps: [(place: Duration, number: Int, crossing: Crossing)] = []
    var origin = Duration.zero
    var isDone = false
    var out: Int?
    var wins = false

    init(bib: String, seen: Bool = false, doubles: Int = 0) {
      self.bib = bib
      self.seen = seen
      self.doubles = doubles
    }

    var lapTimes: [Duration] {
      laps.indices.compactMap { index in
        index > 0 ? laps[index].place - laps[index - 1].place : start.map { laps[0].place - $0 }
      }
    }

    mutating func count(_ format: RaceFormat, gun: Duration, dead: Double?) {
      var last = start
      for crossing in crossings {
        if let start, crossing.place < start { continue }
        var point = crossing.point ?? "finish"
        if case .points(let points) = format.finish {
          point = crossing.point ?? points[points.count - 1]
        }
        let time = crossing.place - gun
        if format.windows.contains(where: {
          $0.point == point && (time < $0.earliest ?? time || time > $0.latest ?? time)
        }) {
          continue
        }
        guard let before = last else {
          (start, last) = (crossing.place, crossing.place)
          starter = crossing
          continue
        }
        if case .points(let points) = format.finish {
          let number = points.firstIndex(of: point).map { $0 + 1 } ?? 0
          if number > laps.last?.number ?? 0 {
            laps.append((crossing.place, number, crossing))
          }
          continue
        }
        guard point == "finish" else { continue }
        let interval = crossing.place - before
        if let dead, Double(interval.nanoseconds) < dead { continue }
        if let shortest = format.minimumLap, interval < shortest { continue }
        laps.append((crossing.place, laps.count + 1, crossing))
        last = crossing.place
      }
    }
  }

  private func deadTime(_ runners: [Runner], _ format: RaceFormat, gun: Duration) -> Double? {
    guard let share = format.deadTime else { return nil }
    var intervals: [Int64] = []
    for runner in runners {
      var places = runner.crossings.filter { isLine($0, format) }.map(\.place)
      if let start = runner.start { places.insert(start, at: 0) }
      for (one, two) in zip(places, places.dropFirst())
      where two - one >= format.minimumLap ?? .zero {
        intervals.append((two - one).nanoseconds)
      }
    }
    if intervals.count < 5 { return nil }
    intervals.sort()
    let middle =
      intervals.count % 2 == 1
      ? Double(intervals[intervals.count / 2])
      : Double(intervals[intervals.count / 2 - 1] + intervals[intervals.count / 2]) / 2
    return middle * Double(share) / 1000
  }

  private func isLine(_ crossing: Crossing, _ format: RaceFormat) -> Bool {
    if case .points(let points) = format.finish {
      return crossing.point == nil || crossing.point == points[points.count - 1]
    }
    return crossing.point == nil || crossing.point == "finish"
  }

  /// Ends the race of each runner by the format.
  private func close(
    _ runners: inout [Runner], _ format: RaceFormat, limitGun: Duration, gun: Duration,
    end now: Duration
  ) {
    func keep(_ index: Int, _ isKept: (Duration, Int) -> Bool) {
      runners[index].laps = runners[index].laps.filter { isKept($0.place, $0.number) }
    }
    // Who was disqualified, or did not start, ends nobody's race.
    let leading = runners.filter { !["dsq", "dns"].contains(ruling($0.bib).status) }
    func finish(atLap lap: Int) {
      let first = leading.flatMap(\.laps).filter { $0.number == lap }.map(\.place).min()
      for index in runners.indices {
        if format.lapped == .continue {
          runners[index].isDone = runners[index].laps.count >= lap
          keep(index) { _, number in number <= lap }
        } else if let first, let last = runners[index].laps.first(where: { $0.place >= first }) {
          runners[index].isDone = true
          keep(index) { _, number in number <= last.number }
        }
      }
    }
    switch format.finish {
    case .laps(let laps): finish(atLap: laps)
    case .time(let limit, let further):
      let end = limitGun + limit
      guard let further else {
        for index in runners.indices {
          keep(index) { place, _ in place <= end }
          runners[index].isDone = now >= end
        }
        return
      }
      // Nobody ends a race whose time is not over.
      if self.now < end { return }
      // The crossings of all runners in order, until one of them completes a new lap after the time.
      var most = 0
      let all = leading.flatMap(\.laps).sorted {
        ($0.place, $0.crossing.id) < ($1.place, $1.crossing.id)
      }
      for lap in all where lap.number > most {
        if lap.place >= end { return finish(atLap: lap.number + further) }
        most = lap.number
      }
    case .bestLaps(_, let limit):
      for index in runners.indices {
        keep(index) { place, _ in place <= limitGun + limit }
        runners[index].isDone = now >= limitGun + limit
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
    case .elimination(let every): eliminate(&runners, every)
    case .backyard(let period): backyard(&runners, period, gun, end: now)
    }
  }

  private func eliminate(_ runners: inout [Runner], _ every: Int) {
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
      let behind = isIn.filter { runners[$0].laps.count < lap }
      if behind.count != 1 || ruling(runners[behind[0]].bib).status != "dsq" {
        isIn = isIn.filter {
          runners[$0].laps.count >= lap || ruling(runners[$0].bib).status == nil
        }
      }
      if isIn.count == 1 { continue }
      let order = isIn.sorted { one, two in
        let (a, b) = (place(runners[one], lap), place(runners[two], lap))
        if a != b { return a.map { a in b.map { a < $0 } ?? true } ?? false }
        return one < two
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

  private func place(_ runner: Runner, _ lap: Int) -> Duration? {
    runner.laps.count >= lap ? runner.laps[lap - 1].place : nil
  }

  private func backyard(
    _ runners: inout [Runner], _ period: Duration, _ gun: Duration, end now: Duration
  ) {
    for index in runners.indices {
      var laps: [(place: Duration, number: Int, crossing: Crossing)] = []
      for hour in 0... {
        let (begin, end) = (gun + period * hour, gun + period * (hour + 1))
        guard let lap = runners[index].laps.first(where: { $0.place > begin && $0.place <= end })
        else { break }
        laps.append((lap.place, hour + 1, lap.crossing))
      }
      runners[index].laps = laps
      runners[index].isDone =
        now > gun + period * (laps.count + 1) || ruling(runners[index].bib).status != nil
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
  }

  private func ruling(
    _ bib: String
  ) -> (status: String?, time: Duration, laps: Int) {
    var ruling: (status: String?, time: Duration, laps: Int) = (nil, .zero, 0)
    for event in events {
      guard case .ruled(let made) = event.event, made.bib == bib else { continue }
      switch made.decision {
      case .status(.ok): ruling.status = nil
      case .status(let status): ruling.status = status.rawValue
      case .time(let span): ruling.time += span
      case .laps(let laps): ruling.laps += laps
      }
    }
    return ruling
  }

  // MARK: Order

  private func finished(_ runners: [Runner], _ format: RaceFormat, isOver: Bool) -> [Row] {
    var rows:
      [(row: Row, keys: [Int64], isRanked: Bool, best: Int64, start: Int64, last: EventID?)] =
        []
    for runner in runners {
      let ruling = ruling(runner.bib)
      let laps = max(0, (runner.laps.last?.number ?? 0) - ruling.laps)
      var status = ruling.status
      if status == nil {
        if runner.isDone, runner.seen || runner.out != nil {
          status = "finished"
        } else if runner.isDone || isOver {
          status = runner.seen ? "dnf" : "dns"
        } else {
          status = "running"
        }
      }
      let times = runner.lapTimes
      var time = runner.laps.last.map { $0.place - runner.origin + ruling.time }
      var group: Int64 = 0
      var byTimeOnly = false
      switch format.finish {
      case .bestLaps(let count, _):
        byTimeOnly = true
        var best: Duration?
        if times.count >= count {
          for first in 0...(times.count - count) {
            let sum = times[first..<first + count].reduce(.zero, +)
            best = min(best ?? sum, sum)
          }
        }
        if let best { time = best + ruling.time } else { (group, byTimeOnly) = (1, false) }
      case .elimination: group = Int64(runner.out.map { Int.max - $0 } ?? 0)
      case .backyard: group = runner.wins ? 0 : 1
      default: break
      }
      let rank: Int64 =
        switch status {
        case "pulled": format.pulled == .unranked ? 2 : laps > 0 ? 0 : 1
        case "dnf": 3
        case "dsq": 4
        case "dns": 5
        default: laps > 0 || runner.out != nil ? 0 : 1
        }
      var keys = [rank, group, byTimeOnly ? 0 : Int64(-laps)]
      if case .backyard = format.finish {} else { keys.append(time?.nanoseconds ?? .max) }
      if case .elimination = format.finish { keys.swapAt(1, 2) }
      if case .bestLaps = format.finish, group == 1 { time = nil }
      var isOwnClock = format.clock == .chip
      if case .timeTrial = format.finish { isOwnClock = true }
      var doubt: Duration? = .zero
      if let last = runner.laps.last?.crossing {
        doubt = last.doubt
        if isOwnClock, let starter = runner.starter {
          doubt = starter.doubt.flatMap { one in last.doubt.map { one + $0 } }
          let isMoved = (starter.doubt ?? .zero) > .zero || (last.doubt ?? .zero) > .zero
          if starter.stream == last.stream, !isMoved { doubt = .zero }
        }
      }
      let row = Row(
        position: nil, bib: runner.bib, status: status ?? "", laps: laps, time: time,
        gap: nil, last: times.last, best: times.min(),
        splits: runner.laps.map { $0.place - runner.origin }, doubles: runner.doubles,
        doubt: doubt)
      rows.append(
        (
          row, keys, rank == 0, times.min()?.nanoseconds ?? .max,
          runner.start?.nanoseconds ?? .max, runner.laps.last?.crossing.id
        ))
    }
    func isEqual(_ one: Int, _ two: Int) -> Bool {
      guard rows[one].keys == rows[two].keys else { return false }
      if case .backyard = format.finish { return true }
      return format.ties != .bestLap || rows[one].best == rows[two].best
    }
    // Runners come in the order of their bibs, and the sort is stable.
    var isBackyard = false
    if case .backyard = format.finish { isBackyard = true }
    var order = rows.indices.sorted { one, two in
      if rows[one].keys != rows[two].keys {
        return rows[one].keys.lexicographicallyPrecedes(rows[two].keys)
      }
      if !isBackyard, format.ties == .bestLap, rows[one].best != rows[two].best {
        return rows[one].best < rows[two].best
      }
      if !isBackyard, format.ties == .line, rows[one].start != rows[two].start {
        return rows[one].start < rows[two].start
      }
      return one < two
    }
    if format.ties == .line {
      for event in events {
        guard case .ordered(let targets) = event.event else { continue }
        for index in order.indices {
          let tied = order.indices.filter {
            rows[order[$0]].keys == rows[order[index]].keys
              && rows[order[$0]].last.map(targets.contains) == true
          }
          guard tied.count > 1, tied.contains(index), tied[0] == index else { continue }
          let sorted = tied.map { order[$0] }.sorted {
            (targets.firstIndex { [last = rows[$0].last] in $0 == last } ?? 0)
              < (targets.firstIndex { [last = rows[$1].last] in $0 == last } ?? 0)
          }
          for (place, row) in zip(tied, sorted) { order[place] = row }
        }
      }
    }
    if let share = format.classified, let first = order.first, rows[first].isRanked {
      let least = rows[first].row.laps * share / 1000
      let ranked = order.filter { rows[$0].isRanked }
      for index in ranked where rows[index].row.laps < least { rows[index].isRanked = false }
      order =
        ranked.filter { rows[$0].isRanked } + ranked.filter { !rows[$0].isRanked }
        + order.dropFirst(ranked.count)
    }
    var result: [Row] = []
    let isShared = format.ties != .line || isBackyard
    for (offset, index) in order.enumerated() {
      var row = rows[index].row
      if rows[index].isRanked {
        row.position = offset + 1
        if isShared, offset > 0, isEqual(order[offset - 1], index) {
          row.position = result[offset - 1].position
        }
      }
      row.time = row.time.map { rounded($0, format) }
      result.append(row)
    }
    setGaps(&result, format)
    return result
  }

  private func rounded(_ time: Duration, _ format: RaceFormat) -> Duration {
    switch format.round {
    case nil: return time
    case .up(let unit):
      let rest = modulo(time.nanoseconds, unit.nanoseconds)
      return rest == 0 ? time : time - .nanoseconds(rest) + unit
    case .down(let unit): return time - .nanoseconds(modulo(time.nanoseconds, unit.nanoseconds))
    }
  }

  private func modulo(_ number: Int64, _ unit: Int64) -> Int64 {
    ((number % unit) + unit) % unit
  }

  private func setGaps(_ rows: inout [Row], _ format: RaceFormat) {
    var byTime = false
    if case .bestLaps = format.finish { byTime = true }
    let own = rows.map(\.time)
    if let bunch = format.bunch {
      for index in rows.indices.dropFirst() where rows[index].position != nil {
        guard rows[index].laps == rows[index - 1].laps, let time = own[index],
          let before = own[index - 1]
        else { continue }
        if time - before < bunch { rows[index].time = rows[index - 1].time }
      }
    }
    for index in rows.indices where rows[index].position != nil {
      guard byTime || rows[index].laps >= rows[0].laps, let time = rows[index].time,
        let first = rows[0].time
      else { continue }
      rows[index].gap = time - first
    }
  }

  /// The natural order of bibs that consist of letters and digits without leading zeros.
  private static func isBefore(_ one: String, _ two: String) -> Bool {
    if let a = Int(one), let b = Int(two), a != b { return a < b }
    return one.precedesNaturally(two)
  }
}
