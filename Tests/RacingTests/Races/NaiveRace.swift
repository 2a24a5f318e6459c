import Text
import Timing
import TimingTestSupport

/// A naive implementation of standings, which sorts all crossings and keeps no state between
/// events.
struct NaiveRace {
  let session: NaiveSession
  let now: Duration
  /// The place up to which crossings count.
  let latest: Duration
  let events: [NaiveRaceEvent]
  let allCrossings: [NaiveStreams.Crossing]

  struct Row: Hashable {
    var position: Int?
    var bib: String
    var status: String
    var laps: Int
    var time: Duration?
    var gap: Duration?
    var gapLaps = 0
    var last: Duration?
    var best: Duration?
    var splits: [Duration]
    /// The number of crossings in whose places another device's count.
    var doubles = 0
    /// The doubt of the last lap's place; nil if it is unknown.
    var doubt: Duration? = .zero
    /// Whether a point was left out before a later one.
    var isPointMissed = false
  }

  struct Entry {
    var bib: String
    var wave: String?
    var chips: [String] = []
    var chipsVersion = 0
  }

  struct Crossing {
    var bib: String
    var place: Duration
    var id: EventID
    var point: String?
    var stream: Int
    var priority: Int
    var doubt: Duration?
    var recorded: [UInt64]

    /// The order among crossings at one moment: of the race's own stream, then by the priorities and the
    /// ages of the streams; within a stream as recorded.
    var order: [UInt64] {
      let key = stream == 0 ? [0, 0] : [UInt64(max(0, priority)) + 1, recorded[2] >> 16]
      return key + recorded.suffix(1) + [id.high, id.low]
    }

    /// Its point, which without a name is the line.
    func point(in format: RaceFormat) -> String { point ?? format.line }
  }

  /// The race of a session and those that joined it, at a place of its timeline.
  init(_ session: NaiveSession, _ others: [NaiveSession] = [], now: Duration) {
    (self.session, self.now) = (session, now)
    events = session.raceEvents
    let crossings = NaiveStreams(session, others).crossings
    allCrossings = crossings
    // A view of the past has no crossings after it; the present has all.
    let isPast = now < Self.newestPlace(session, others)
    latest = isPast ? now : ([now] + crossings.map(\.place)).max() ?? now
  }

  /// The place of the newest reading, but of no stream whose distance from the race is unknown.
  static func newestPlace(_ session: NaiveSession, _ others: [NaiveSession]) -> Duration {
    ([session.newestPlace] + NaiveStreams(session, others).newestSurePlaces).max() ?? .zero
  }

  // MARK: Runners of crossings

  var entries: [String: Entry] {
    var entries: [String: Entry] = [:]
    for event in events {
      switch event.event {
      case .withdrawn(let bib): entries[bib] = nil
      case .entered(let change):
        var entry = entries[change.bib] ?? Entry(bib: change.bib)
        entry.wave = change.wave.naivelyApplied(to: entry.wave)
        if change.chips != .unchanged {
          entry.chips = (change.chips.naivelyApplied(to: nil) ?? []).map(Self.plain)
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

  /// The crossings with a runner, ordered by place.
  var crossings: [Crossing] {
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
          bib: bib, place: event.place, id: event.id, point: crossing.point, stream: event.stream,
          priority: event.priority, doubt: event.doubt, recorded: event.recorded))
    }
    return crossings.sorted {
      $0.place == $1.place ? $0.order.lexicographicallyPrecedes($1.order) : $0.place < $1.place
    }
  }

  /// The crossings of a runner in whose places another device's count.
  func doubles(_ crossings: [Crossing], _ format: RaceFormat) -> Set<EventID> {
    guard let span = format.doubles else { return [] }
    var passages: [[Crossing]] = []
    for crossing in crossings {
      let index = passages.firstIndex { passage in
        passage[0].point(in: format) == crossing.point(in: format)
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

  func standings(of wave: String?, _ format: RaceFormat, gun: Duration?) -> [Row] {
    let bibs = entries.values.filter { $0.wave == wave }.map(\.bib).sorted { Self.isBefore($0, $1) }
    let (start, stop) = session.raceClock
    let isOver = stop.map { $0 <= now } ?? false
    let end = isOver ? stop ?? now : now
    var runners = bibs.map { bib in
      let own = crossings.filter { $0.bib == bib }
      let doubles = doubles(own, format)
      return Runner(
        bib: bib, seen: !own.isEmpty, doubles: doubles.count,
        crossings: own.filter { !doubles.contains($0.id) })
    }
    guard let start, let wavesGun = gun, max(wavesGun, start) <= latest else {
      return finished(runners, format, isOver: isOver)
    }
    let gun = max(wavesGun, start)
    let limitGun = format.limitFrom == .race ? start : gun
    for index in runners.indices {
      runners[index].crossings.removeAll { $0.place < gun || $0.place > (isOver ? end : latest) }
      if case .timeTrial(let interval) = format.finish {
        runners[index].start = interval.map { gun + $0 * index }
      } else if format.first == .lap {
        runners[index].start = gun
      }
    }
    let dead = deadTime(runners, format, gun: gun)
    for index in runners.indices {
      runners[index].count(format, gun: gun, dead: dead)
      runners[index].origin = format.hasOwnClocks ? runners[index].start ?? gun : gun
    }
    close(&runners, format, limitGun: limitGun, gun: gun, end: end)
    return finished(runners, format, isOver: isOver)
  }

  func deadTime(_ runners: [Runner], _ format: RaceFormat, gun: Duration) -> Double? {
    guard let share = format.deadTime else { return nil }
    var intervals: [Int64] = []
    for runner in runners {
      // The first crossing may be the own start, at any point.
      let counted = runner.crossings.enumerated().filter {
        $1.point(in: format) == format.line || $0 == 0 && runner.start == nil
      }
      var places = counted.map(\.element.place)
      if let start = runner.start { places = [start] + places.filter { $0 >= start } }
      for (one, two) in zip(places, places.dropFirst())
      where two - one >= format.minimumLap ?? .zero { intervals.append((two - one).nanoseconds) }
    }
    if intervals.count < 5 { return nil }
    intervals.sort()
    let middle =
      intervals.count % 2 == 1
      ? Double(intervals[intervals.count / 2])
      : Double(intervals[intervals.count / 2 - 1] + intervals[intervals.count / 2]) / 2
    return middle * Double(share) / 1000
  }
}

extension RaceFormat {
  /// The point at which a lap ends.
  var line: String {
    if case .points(let points) = finish { points[points.count - 1] } else { "finish" }
  }

  var hasOwnClocks: Bool { if case .timeTrial = finish { true } else { clock == .chip } }
}
