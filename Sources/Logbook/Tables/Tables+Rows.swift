import Timing
import Text
import SQLite

extension Tables {
  /// Writes a lap, in place of what was known of it.
  func put(_ lap: Lap, _ session: Int) throws(DatabaseError) {
    let statement = try connection.cached(
      """
      INSERT INTO laps (session, event, number, split_ns, lap_ns, at, label, flags, place) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) \
      ON CONFLICT (session, event) DO UPDATE SET number = excluded.number, \
      split_ns = excluded.split_ns, lap_ns = excluded.lap_ns, at = excluded.at, \
      label = excluded.label, flags = excluded.flags, place = excluded.place
      """)
    try statement.bind(
      session, lap.event, lap.number, lap.split.nanoseconds, lap.lap.nanoseconds,
      lap.at.nanosecondsSince1970, lap.label, lap.flags.names.storedJSON, lap.place.nanoseconds
    ).run()
  }

  /// Writes a timestamp, in place of what was known of it.
  func put(_ timestamp: Timestamp, _ session: Int) throws(DatabaseError) {
    let statement = try connection.cached(
      """
      INSERT INTO timestamps (session, event, label, at, running_time_ns, place) \
      VALUES (?, ?, ?, ?, ?, ?) \
      ON CONFLICT (session, event) DO UPDATE SET label = excluded.label, at = excluded.at, \
      running_time_ns = excluded.running_time_ns, place = excluded.place
      """)
    try statement.bind(
      session, timestamp.event, timestamp.label, timestamp.at.nanosecondsSince1970,
      timestamp.runningTime?.nanoseconds, timestamp.place.nanoseconds
    ).run()
  }

  /// Writes a session's own row, and the anchors that have changed.
  func put(
    _ summary: Summary, from before: Summary?, _ session: Int, _ uid: EventID
  ) throws(DatabaseError) {
    try connection.write(summary, in: before, session: session, uid: uid)
    let old = before?.timeline?.others ?? [:]
    let new = summary.timeline?.others ?? [:]
    // Few sessions see more than one clock.
    if old == new { return }
    for clock in old.keys where new[clock] == nil {
      try connection.cached("DELETE FROM anchors WHERE session = ? AND clock = ?")
        .bind(session, clock.rawValue).run()
    }
    for (clock, anchor) in new where old[clock] != anchor {
      try connection.cached(
        """
        INSERT INTO anchors (session, clock, recorded_at, ticks_ns, place, is_sound) \
        VALUES (?, ?, ?, ?, ?, ?) \
        ON CONFLICT (session, clock) DO UPDATE SET recorded_at = excluded.recorded_at, \
        ticks_ns = excluded.ticks_ns, place = excluded.place, is_sound = excluded.is_sound
        """
      ).bind(
        session, clock.rawValue, anchor.reading.recordedAt.nanosecondsSince1970,
        anchor.reading.ticks.nanoseconds, anchor.place.nanoseconds, anchor.isSound ? 1 : 0
      ).run()
    }
  }

  /// Adds the newest readings of a session's other clocks; for a reading of its newest clock, none
  /// of them is asked, and none changes.
  func addAnchors(
    to summary: inout Summary, of session: Int, for reading: Reading?
  ) throws(DatabaseError) {
    if let reading, reading.clock == summary.timeline?.newest.reading.clock { return }
    summary.timeline?.others = try anchors(of: session)
  }

  /// The newest readings of a session's other clocks.
  func anchors(of session: Int) throws(DatabaseError) -> [ClockID: Anchor] {
    let statement = try connection.cached(
      "SELECT clock, recorded_at, ticks_ns, place, is_sound FROM anchors WHERE session = ?")
    try statement.bind(session)
    var anchors: [ClockID: Anchor] = [:]
    while try statement.step() {
      let clock = ClockID(rawValue: statement.int(0))
      anchors[clock] = Anchor(
        reading: Reading(
          clock: clock, ticks: .nanoseconds(statement.int(2)),
          recordedAt: Moment(nanosecondsSince1970: statement.int(1))),
        place: .nanoseconds(statement.int(3)), isSound: statement.int(4) != 0)
    }
    return anchors
  }
}
