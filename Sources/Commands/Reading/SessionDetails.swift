import EventLog
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns a session in full, with the comparison of an attempt at a course.
  func details(
    _ session: Session, _ snapshot: Snapshot, _ number: Int, _ uid: EventID, in log: Logbook
  ) throws -> SessionDetails {
    var details = SessionDetails(session, snapshot, number: number, uid: uid, times)
    details.against = try AttemptComparison(session.laps, course(of: session, number, in: log))
    return details
  }

  /// Prints a value as a JSON document on one line.
  func print(json value: some JSONValue) {
    print { $0.element(value) }
  }
}

extension TimingPoint {
  /// `times A of Crit`, with the priority if it is not 0.
  func text(race: String) -> String {
    "times \(Harmless.text(point)) of \(race)" + (priority == 0 ? "" : ", priority \(priority)")
  }
}

extension Logbook {
  /// The point and its race: `finish of Crit`; harmless.
  func text(of point: TimingPoint) throws -> String {
    "\(Harmless.text(point.point)) of \(try name(ofRace: point.race))"
  }

  /// The name of a race, its number, or its uid if this log does not have it; harmless.
  func name(ofRace race: EventID) throws -> String {
    guard let number = try number(ofSession: race) else { return "race \(race)" }
    return try entry(number)?.summary.profile.name.map(Harmless.text) ?? "session \(number)"
  }
}
