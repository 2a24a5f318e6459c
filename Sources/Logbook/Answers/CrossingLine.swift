package import Racing
package import Text
package import Timing

/// A crossing of an entered runner in one line: `17 Ada Lovelace: lap 3  12:04.2  lap 04:01.1`.
package struct CrossingLine {
  private let subject: String
  private let wave: String?
  /// The lap, or the number of the point; nil if the crossing does not count.
  private let number: Int?
  private let point: String?
  private let split: Duration
  private let lap: Duration
  private let flags: RaceFlags
  /// How the runner's race ended with it.
  private let end: StoredCrossing.End?
  private let format: RaceFormat

  private var isLap: Bool { number != nil && !format.isByPoints }

  /// A crossing of a runner of a fold, in a wave of a format.
  package init(_ row: Standings.Row, _ event: EventID, _ format: RaceFormat) {
    subject = row.subject
    wave = row.wave
    let counted = row.passages.last { $0.event == event }
    let passage = counted ?? row.others.last { $0.event == event }
    number = counted?.number
    point = passage?.point
    split = passage?.split ?? .zero
    lap = passage?.lap ?? .zero
    flags = passage?.flags ?? []
    self.format = format
    let isLast = counted != nil && row.passages.last?.event == event
    end = isLast ? StoredCrossing.End(row.status, row.flags) : nil
  }

  /// A crossing of the tables; nil if it is of nobody who is entered.
  init?(_ stored: StoredCrossing) {
    guard let bib = stored.bib, stored.isEntered, let format = stored.format else { return nil }
    subject = bib + (stored.name.map { " \($0)" } ?? "")
    wave = stored.wave
    number = stored.number
    point = stored.point
    split = stored.split
    lap = stored.lap ?? .zero
    flags = stored.flags
    self.format = format
    end = stored.end
  }

  /// The line; `reference` names the event of a crossing that does not count, if it is not named
  /// before the line.
  package func text(_ reference: String?, _ times: StopwatchLabel) -> Message {
    if number != nil {
      let title = format.title(ofPassage: number, point: point)
      let passage = (point == nil || isLap ? "" : "at ") + title
      let lap = times.text(of: times.shown(self.lap, endingAt: split))
      let end = end.map { "  (\($0.rawValue))" } ?? ""
      return "\(subject): \(passage)  \(times.text(of: split))  lap \(lap)\(end)"
    }
    // How the time is known is no reason.
    let reasons = flags.subtracting([.stated, .amended, .bridged, .compared])
    var reason = reasons.names.first ?? "start"
    if flags.contains(.otherPoint) {
      if case .points(let points) = format.finish {
        reason = Self.reason(point ?? points.last, points)
      } else if let point {
        reason = "\(point) is not the finish"
      }
    }
    if flags.contains(.beforeStart) {
      reason = wave.map { "before the start of wave \($0)" } ?? "before the start"
    }
    return """
      \(subject): \(times.text(of: split))  (\(reason))\(reference.map { "  \($0)" } ?? "")
      """
  }

  /// The reason why a point of a race by points does not count.
  private static func reason(_ point: String?, _ points: [String]) -> String {
    guard let point else { return "no point" }
    if points.contains(point) {
      return "passed \(point) \(point == points.last ? "" : "or a later point ")before"
    }
    let nearest = Spelling.nearest(to: point, among: points)
    return "\(point) is not a point of the race"
      + (nearest.map { ": did you mean \($0.shown)?" } ?? "")
  }

  /// The line as an answer, with advice after a second press; `session` is nil if it was not a
  /// press.
  func answer(_ reference: String, pressedIn session: Int?, _ times: StopwatchLabel) -> Message {
    let line = text(reference, times)
    guard let session, let number, number > 1, isLap, lap < Self.doublePress else { return line }
    let remove: Suggestion = "remove \(reference)"
    return "\(line)  (pressed twice? \(command: remove, session: session) takes it back)"
  }

  /// The lap time below which a crossing is probably a second press for the first one.
  private static let doublePress = Duration.seconds(3)
}

extension Standings.Row {
  /// The line on a crossing of the runner, with the place if it counts.
  package func line(on event: EventID, _ format: RaceFormat, _ times: StopwatchLabel) -> String {
    let counts = passages.contains { $0.event == event }
    let place = counts ? position.map { "  place \($0)" } ?? "" : ""
    return CrossingLine(self, event, format).text(nil, times).text + place
  }
}
