import Arguments
import EventLog
import Host
import Logbook
import Racing
import Text
import Timing

/// The options on the comparison of an attempt with the past.
enum Against {
  static let option = Parameter.option(
    "against",
    .text("pb|best|average|median|latest|worst|session", completion: .listed(.comparisons)),
    help: "The comparison for an attempt at a course.", defaultText: "pb")
  static let asOf = Parameter.option(
    "as-of", .choice(AsOf.self, "when"),
    help: "With now, compare with all attempts, not only with those that ended before.")

  /// The moment of which a comparison is.
  enum AsOf: String, CaseIterable, Sendable {
    case now
  }
}

extension AttemptComparison {
  /// The end of a line, with the difference of a lap and what it is to; empty without one.
  func ending(of lap: Lap, _ times: StopwatchLabel) -> String {
    let difference = text(of: lap, times)
    // The other track has no time there if it skipped the segment.
    return difference.isEmpty ? "" : "  \(difference) to \(Harmless.text(other.name))"
  }

  /// The improvement of the attempt on the personal best; nil if there is none.
  func gain(_ times: StopwatchLabel) -> Duration? {
    own.total.flatMap { times.gain(of: $0, on: course.history.personalBest?.time) }
  }

  /// The lines on the course: what the attempt is compared with, and the least possible time at a
  /// running time.
  func lines(at time: Duration, _ times: StopwatchLabel) -> [Message] {
    // The track of a session is named after it.
    let session =
      other.session.map { "session \($0)" }.flatMap { session in
        session == other.name ? nil : "  (\(session))"
      } ?? ""
    let total = other.total.map(times.text(of:)) ?? "-"
    var lines: [Message] = ["\(Harmless.text(other.name).leftAligned(in: 14))  \(total)\(session)"]
    if let sum = course.sumOfBest { lines.append("sum of best     \(times.text(of: sum))") }
    if let possible = course.bestPossible(own.shown(times), at: times.truncated(time)) {
      lines.append("best possible   \(times.text(of: possible))")
    }
    return lines
  }
}

extension Context {
  /// Returns the course of a session, with the track to compare with; nil if it is no attempt at
  /// one.
  ///
  /// Throws an error if the user asked for a comparison that does not exist.
  func course(
    of session: Session, _ number: Int, in log: Logbook
  ) throws -> CourseComparison? {
    let word = values[Against.option]
    try resolveConfiguredComparison(in: log)
    guard let attempt = Attempt(session, number: number),
      let records = try log.courseRecords(for: attempt, asOfNow: values[Against.asOf] != nil)
    else {
      if word != nil { throw CommandError.noCourse(session: number) }
      return nil
    }
    let comparison = Comparison(word ?? configuration.against ?? "pb")
    let shown = isJSON ? nil : records.history.shown(times)
    let track: Track?
    if case .session(let name) = comparison {
      let other = try log.sessionNumber(comparing: name)
      let (folded, _) = try fold(other, in: log)
      guard let attempt = Attempt(folded, number: other) else {
        throw CommandError.noAttempt(session: other, comparedWith: number)
      }
      track = attempt.track(on: records.keys, name: "session \(other)")
    } else {
      track = comparison.track(of: records.history, shown: shown)
    }
    if track == nil, let word {
      let before = values[Against.asOf] == nil ? number : nil
      throw CommandError.noComparison(word, course: records.course, before: before)
    }
    return CourseComparison(records.history, with: track, shown: shown)
  }
}

extension Context {
  /// Finds the session that the configuration compares with, once, unless the command line names a
  /// comparison; one that does not exist is ignored with a note.
  func resolveConfiguredComparison(in log: Logbook) throws {
    guard !values.contains(Against.option), let word = configuration.against,
      let place = configuration.placeOfAgainst,
      case .session(let name) = Comparison(word)
    else { return }
    configuration.placeOfAgainst = nil
    do {
      let number = try log.sessionNumber(comparing: name)
      guard Attempt(try fold(number, in: log).session, number: number) != nil else {
        throw CommandError.noCourse(session: number)
      }
      configuration.against = "number:\(number)"
    } catch let error where error is CommandError || error is Rejection {
      configuration.against = nil
      note("\(place) is ignored: the value of 'against' is invalid: \(Failure(error).message)")
    }
  }
}

extension Logbook {
  /// Returns the number of a session to compare with; throws `CommandError.unknownComparison` for a
  /// word that is neither a session nor the name of a comparison.
  func sessionNumber(comparing word: String) throws -> Int {
    do {
      return try sessionNumber(named: word)
    } catch Rejection.unknownSession(_, let similar) {
      let names = Comparison.names + [similar].compactMap(\.self)
      throw CommandError.unknownComparison(
        word, suggestion: Spelling.nearest(to: word, among: names))
    }
  }
}

extension Difference.Tone {
  var style: Style {
    switch self {
    case .aheadGaining: .green
    case .aheadLosing: .lightGreen
    case .behindGaining: .lightRed
    case .behindLosing: .red
    case .bestSegment: .yellow
    }
  }
}
