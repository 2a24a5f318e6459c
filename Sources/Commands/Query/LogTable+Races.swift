import Racing

/// The tables of races, which the log's first race makes.
extension LogTable {
  static let races = [
    entries, chips, waves, crossings, competitors, standings,
  ]

  private static let entries = LogTable(
    "entries",
    [
      ("session", "INTEGER", "the race; the log's first race makes this table"),
      ("bib", "TEXT", "the number worn"),
      ("name", "TEXT", "the full name, if it was stated"),
      ("first", "TEXT", "the first name"),
      ("last", "TEXT", "the last name"),
      ("team", "TEXT", "the team"),
      ("category", "TEXT", "the category"),
      ("wave", "TEXT", "the wave; null: that of the race's own start"),
      ("chips", "TEXT", "a JSON array, in upper case and without spaces"),
      ("event", "INTEGER", "the version of the event that changed it last"),
    ])

  private static let chips = LogTable(
    "chips",
    [
      ("session", "INTEGER", "the race"),
      ("chip", "TEXT", "the chip, in upper case and without spaces"),
      ("event", "INTEGER", "the version of the event that gave it"),
      ("bib", "TEXT", "the runner that has it"),
      ("place", "INTEGER", "from where on, in ns after the first event; null for an entry's chip"),
    ])

  private static let waves = LogTable(
    "waves",
    [
      ("session", "INTEGER", "the race"),
      ("wave", "TEXT", "a wave with entries; null: the race's own start"),
      ("gun_place", "INTEGER", "its start, in ns after the first event; null before it"),
      ("format", "TEXT", "a JSON object with every rule"),
      ("shares_places", "INTEGER", "1 if runners of equal results share a place"),
      ("by_laps", "INTEGER", "1 if there is no gap in time where laps are missing"),
      ("classified_permille", "INTEGER", "the share of the first one's laps that ranks"),
      ("end_lap", "INTEGER", "the last lap, once it is known; in elimination the next one"),
      ("end_place", "INTEGER", "its first completion, in ns after the first event"),
      (
        "most_laps", "INTEGER",
        "the most laps of a runner while the end depends on them; in elimination, the number of "
          + "runners still to complete end_lap; else 0"
      ),
      ("next_place", "INTEGER", "where results change without a crossing"),
      ("has_photos", "INTEGER", "1 if crossings of the race were put in order"),
    ])

  private static let crossings = LogTable(
    "crossings",
    [
      ("session", "INTEGER", "the race"),
      (
        "stream", "INTEGER",
        "the session of its event: the race, or a session that joined it"
      ),
      ("event", "INTEGER", "the version of its event in that session"),
      ("bib", "TEXT", "the runner; null if nobody has the chip, or nobody was named"),
      ("chip", "TEXT", "the chip as it was read"),
      ("point", "TEXT", "the point, or that of its session; null: the finish line"),
      ("reader", "TEXT", "the reader"),
      ("at", "INTEGER", "its time, in ns since 1970"),
      ("running_time_ns", "INTEGER", "of the race; negative before the start"),
      ("number", "INTEGER", "the lap that it completes, or the number of its point; null if none"),
      ("split_ns", "INTEGER", "the runner's time since the gun, or the own start"),
      ("lap_ns", "INTEGER", "the time since the last one that counts"),
      ("flags", "TEXT", "a JSON array: " + RaceFlags.ofCrossings.list),
      ("place", "INTEGER", "ns after the race's first event: the order of crossings"),
    ])

  private static let competitors = LogTable(
    "competitors",
    [
      ("session", "INTEGER", "the race"),
      ("bib", "TEXT", "an entered runner"),
      ("wave", "TEXT", "the wave; null: that of the race's own start"),
      (
        "status", "TEXT",
        """
        running, finished, pulled, dnf, dsq or dns, at the race's newest event, but for those of \
        sessions that only the wall clock relates to the race
        """
      ),
      ("ruling", "TEXT", "the status that a ruling gave"),
      ("laps", "INTEGER", "the laps, or the points passed, less penalties"),
      ("time_ns", "INTEGER", "the time that ranks, with penalties, rounded by the rules"),
      ("best_ns", "INTEGER", "the best lap"),
      ("last_ns", "INTEGER", "the last lap"),
      ("penalty_ns", "INTEGER", "the time added by rulings"),
      ("penalty_laps", "INTEGER", "the laps taken by rulings"),
      ("last_stream", "INTEGER", "the session of the last crossing that counts"),
      ("last_event", "INTEGER", "the version of its event"),
      ("last_at", "INTEGER", "its time, in ns since 1970"),
      (
        "flags", "TEXT",
        """
        a JSON array: those of the last crossing, and \
        \(RaceFlags.ofResults.subtracting(.notClassified).list)
        """
      ),
      ("start_place", "INTEGER", "the own start, in ns after the first event"),
      ("rank", "INTEGER", "the order of the status; 0 for ranked runners"),
      ("rank_first", "INTEGER", "then this, smaller first: it depends on the format"),
      ("rank_second", "INTEGER", "then this, such as the laps with a minus"),
      ("rank_ns", "INTEGER", "then this time, null last"),
      ("rank_exact_ns", "INTEGER", "then the exact own time in a bunch, null last"),
      ("rank_photo", "INTEGER", "then the order of a photo finish"),
      ("rank_tie_ns", "INTEGER", "then the moment of the deciding crossing, or the best lap"),
      ("rank_stream", "TEXT", "then its session, by priority; empty for the race"),
      ("rank_event", "INTEGER", "then the version of its event"),
      ("bib_order", "TEXT", "then the bib, with its numbers as numbers"),
    ])

  private static let standings = LogTable(
    "standings",
    [
      (
        "session", "INTEGER",
        "the race; a view of the results at the newest event of the race"
      ),
      ("wave", "TEXT", "the wave, which is ranked for itself; null: the race's own start"),
      ("line", "INTEGER", "1, 2, 3, … in the list of the wave"),
      ("position", "INTEGER", "the place; null for runners who are not ranked"),
      ("bib", "TEXT", "the number worn"),
      ("name", "TEXT", "the name"),
      ("team", "TEXT", "the team"),
      ("category", "TEXT", "the category"),
      ("status", "TEXT", "running, finished, pulled, dnf, dsq or dns"),
      ("laps", "INTEGER", "the laps, or the points passed, less penalties"),
      ("time_ns", "INTEGER", "the time that ranks, with penalties"),
      ("gap_ns", "INTEGER", "behind the first; null where laps are missing, or times do not rank"),
      ("gap_laps", "INTEGER", "the laps behind the first"),
      ("interval_ns", "INTEGER", "behind the runner ahead; null as for gap_ns"),
      ("last_ns", "INTEGER", "the last lap"),
      ("best_ns", "INTEGER", "the best lap"),
      ("penalty_ns", "INTEGER", "the time added by rulings"),
      ("penalty_laps", "INTEGER", "the laps taken by rulings"),
      ("last_stream", "INTEGER", "the session of the last crossing that counts"),
      ("last_event", "INTEGER", "the version of its event"),
      ("last_at", "INTEGER", "its time, in ns since 1970"),
      (
        "flags", "TEXT",
        "a JSON array: those of the last crossing, and \(RaceFlags.ofResults.list)"
      ),
    ])
}

extension RaceFlags {
  fileprivate var list: String { names.joined(separator: ", ") }
}
