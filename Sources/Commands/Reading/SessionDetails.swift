import EventLog
import Logbook
import Racing
import Text
import Timing

extension Context {
  /// Returns a session in full, with the comparison of an attempt at a course.
  func details(
    _ session: Session, _ snapshot: Snapshot, through last: Duration? = nil, _ number: Int,
    _ uid: EventID, in log: Logbook
  ) throws -> SessionDetails {
    var details = SessionDetails(
      session, snapshot, through: last, number: number, uid: uid, times)
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
