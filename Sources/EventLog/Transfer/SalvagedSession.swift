import Timing

/// How far a session has come of which events are saved.
struct SalvagedSession {
  let uid: EventID
  private let version: Int
  private let position: Int

  init(uid: EventID, newest: LoggedEvent) {
    self.uid = uid
    version = newest.event.version
    position = newest.position
  }

  /// How many of its events are missing before the next one that was found.
  ///
  /// No digest proves a version, but there is no room for more events than positions.
  func missing(before next: LoggedEvent) -> Int {
    max(0, min(next.event.version - version, next.position - position) - 1)
  }
}
