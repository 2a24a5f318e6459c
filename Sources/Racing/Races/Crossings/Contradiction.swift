public import Text
public import Timing

/// Events of a race that do not fit together; nothing resolves them but a correction.
public struct Contradiction: Hashable, Sendable {
  /// The contradiction.
  public enum Kind: String, Hashable, Sendable {
    /// A crossing after the ruling that took the runner out of the race; any for `dns`.
    case crossingAfterStatus = "crossing_after_status"
    /// A runner is at two points within a second.
    case twoPlaces = "two_places"
    /// A later point was passed without this one.
    case missedPoint = "missed_point"
  }

  /// The contradiction.
  public var kind: Kind
  /// The runner.
  public var bib: String
  /// The events, in the order of their places: crossings, and the ruling first.
  public var events: [EventID] = []
  /// The status that was ruled.
  public var status: RaceEvent.Ruling.Status?
  /// The points: those passed at once, or the missed one.
  public var points: [String] = []
}

extension Race {
  /// Finds the contradictions as known today: those of each entry, in natural order of the bibs.
  ///
  /// `now` is the place on the timeline behind which crossings are left out; nil: none are.
  ///
  /// - Complexity: O(n log n) in the crossings and entries.
  package func contradictions(atPlace now: Duration? = nil) -> [Contradiction] {
    var present = RacePresent(self, at: now ?? newestPlace)
    if let now { present.latest = now }
    let numbers = runners.indices.filter { runners[$0].entry != nil }
      .sortedNaturally(by: bib(ofRunner:))
    let waves = numbersByWave.keys.reduce(into: [:]) { $0[$1] = wave($1) }
    return numbers.flatMap { number in
      let crossings = runners[number].crossings.filter { $0.place <= present.latest }
      let afterStatus = crossingsAfterStatus(number, crossings)
      guard let wave = waves[runners[number].entry?.wave] else { return afterStatus }
      return afterStatus + crossingsAtOnce(number, crossings, in: wave.format)
        + missedPoints(number, in: wave, at: present)
    }
  }

  private func crossingsAfterStatus(_ number: Int, _ crossings: [Crossing]) -> [Contradiction] {
    let runner = runners[number]
    guard let status = runner.status, status != .ok,
      let version = rulings(on: bib(ofRunner: number)).first(where: \.givesStatus)?.event,
      let ruling = session.raceEvent(version)
    else { return [] }
    let later = crossings.filter { status == .dns || $0.place > ruling.place }
    guard !later.isEmpty else { return [] }
    return [
      Contradiction(
        kind: .crossingAfterStatus, bib: bib(ofRunner: number),
        events: [ruling.id] + later.map(\.id), status: status)
    ]
  }

  /// Successive crossings at different points within a time in which nobody is at both.
  private func crossingsAtOnce(
    _ number: Int, _ crossings: [Crossing], in format: RaceFormat
  ) -> [Contradiction] {
    zip(crossings, crossings.dropFirst()).compactMap { one, other in
      let points = [one.point ?? format.finishPoint, other.point ?? format.finishPoint]
      guard other.place - one.place <= .seconds(1), points[0] != points[1] else { return nil }
      return Contradiction(
        kind: .twoPlaces, bib: bib(ofRunner: number), events: [one.id, other.id], points: points)
    }
  }

  /// The points of the format that were left out before a later one that counts.
  private func missedPoints(
    _ number: Int, in wave: Wave, at present: RacePresent
  ) -> [Contradiction] {
    guard case .points(let points) = wave.format.finish, let judge = WaveJudge(wave, at: present)
    else { return [] }
    let runner = runner(number, in: wave.format, through: present.latest)
    let result = judge.laps(of: runner, judge.ownStart(0), deadTime: nil)
    var passed = 0
    var missed: [Contradiction] = []
    for passage in result.laps {
      for point in result.missed(points, from: passed, before: passage.number - 1) {
        missed.append(
          Contradiction(
            kind: .missedPoint, bib: bib(ofRunner: number), events: [passage.crossing.id],
            points: [point]))
      }
      passed = passage.number
    }
    return missed
  }
}

extension Contradiction {
  /// The contradiction in a sentence.
  public var text: String {
    switch kind {
    case .crossingAfterStatus:
      let count = events.count - 1
      let crossings = count == 1 ? "1 crossing" : "\(count) crossings"
      return "\(bib) is \(status?.rawValue ?? "") and has \(crossings) afterwards."
    case .twoPlaces:
      return "\(bib) crossed \(points.joined(separator: " and ")) within 1 s."
    case .missedPoint: return "\(bib) missed \(points.joined(separator: ", "))."
    }
  }
}

extension Contradiction: JSONObject {
  package var object: JSONFields {
    [
      "kind": kind.rawValue, "bib": bib, "events": events, "status": IfAny(status?.rawValue),
      "points": IfAny(points.isEmpty ? nil : points),
    ]
  }
}

extension Standings.Passage {
  /// Whether it starts the runner's own clock.
  fileprivate var isStart: Bool { number == 0 && flags.isDisjoint(with: .notCounted) }
}

extension Standings.Wave {
  /// Returns the crossing of a runner at a point that counts, else the latest one, and the number of
  /// all there; nil without any.
  ///
  /// These include crossings at a point that counts no lap, but neither the own start nor those that
  /// the rules leave out for another reason.
  func crossing(
    of row: Standings.Row, at point: String
  ) -> (shown: Standings.Passage, count: Int)? {
    let passages = row.allPassages.filter {
      ($0.point ?? format.finishPoint) == point && $0.flags.isDisjoint(with: RaceFlags.leftOut)
        && !$0.isStart
    }
    guard let last = passages.last else { return nil }
    return (passages.last { $0.number > 0 } ?? last, passages.count)
  }

  /// The points of the format, or those that were crossed; the line is the last of these.
  var points: [String] {
    if case .points(let points) = format.finish { return points }
    let line = format.finishPoint
    let crossed = Set(rows.lazy.flatMap(\.allPassages).map { $0.point ?? line })
    return crossed.subtracting([line]).sorted { $0.precedesNaturally($1) } + [line]
  }
}
