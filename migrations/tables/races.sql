-- The tables of courses and races: a cache of the events. The log's first course, race or session that
-- times a point of a race makes them, so that logs without one need not read them at every start.

-- The sessions that are attempts at a course, started and not discarded.
CREATE TABLE attempts (
  session INTEGER PRIMARY KEY,  -- an attempt at a course; the log's first course makes this table
  uid TEXT NOT NULL,  -- the id of its first event
  course TEXT NOT NULL,  -- the course
  started_at INTEGER NOT NULL,  -- in ns since 1970
  ended_at INTEGER,  -- its finish or stop, in ns since 1970; null while it runs
  finished INTEGER NOT NULL,  -- 1 if it has passed the last segment
  segments TEXT NOT NULL,  -- a JSON array of names
  splits TEXT NOT NULL  -- a JSON array: the running time at each segment, or null; once it ended
) STRICT;

CREATE INDEX attempts_by_end ON attempts (course, ended_at, uid);
CREATE INDEX attempts_by_session ON attempts (course, session);

-- The sessions that time a point of a race.
CREATE TABLE race_streams (
  session INTEGER PRIMARY KEY,  -- a session that times a point of a race; the first joined session
    -- of the log makes this table
  race TEXT NOT NULL,  -- the uid of the race, which may be in another log
  point TEXT NOT NULL,  -- the point
  priority INTEGER NOT NULL  -- if several devices record one passage, the device with the lowest
    -- number counts
) STRICT;

CREATE INDEX race_streams_by_race ON race_streams (race, session);

-- Places in the tables of races are nanoseconds from the first event of the race's session. The columns
-- of a key come first: SQLite 3.40 checks NOT NULL of tables without rowid by that order.

-- The entries that stand.
CREATE TABLE entries (
  session INTEGER NOT NULL,  -- the race; the log's first race makes this table
  bib TEXT NOT NULL,  -- the number worn
  name TEXT,  -- the full name, if it was stated
  first TEXT,  -- the first name
  last TEXT,  -- the last name
  team TEXT,  -- the team
  category TEXT,  -- the category
  wave TEXT,  -- the wave; null: that of the race's own start
  chips TEXT NOT NULL,  -- a JSON array, in upper case and without spaces
  event INTEGER NOT NULL,  -- the version of the event that changed it last
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;

-- The chips of runners: by links, and by the latest entry that has it.
CREATE TABLE chips (
  session INTEGER NOT NULL,  -- the race
  chip TEXT NOT NULL,  -- the chip, in upper case and without spaces
  event INTEGER NOT NULL,  -- the version of the event that gave it
  bib TEXT NOT NULL,  -- the runner that has it
  place INTEGER,  -- from where on, in ns after the first event; null for an entry's chip
  PRIMARY KEY (session, chip, event)
) STRICT, WITHOUT ROWID;

-- The waves that have entries, with what a runner of them is judged by.
CREATE TABLE waves (
  session INTEGER NOT NULL,  -- the race
  wave TEXT,  -- a wave with entries; null: the race's own start
  gun_place INTEGER,  -- its start, in ns after the first event; null before it
  format TEXT NOT NULL,  -- a JSON object with every rule
  shares_places INTEGER NOT NULL,  -- 1 if runners of equal results share a place
  by_laps INTEGER NOT NULL,  -- 1 if there is no gap in time where laps are missing
  classified_permille INTEGER,  -- the share of the first one's laps that ranks
  end_lap INTEGER,  -- the last lap, once it is known; in elimination the next one
  end_place INTEGER,  -- its first completion, in ns after the first event
  most_laps INTEGER NOT NULL,  -- the most laps of a runner while the end depends on them; in
    -- elimination, the number of runners still to complete end_lap; else 0
  next_place INTEGER,  -- where results change without a crossing
  has_photos INTEGER NOT NULL  -- 1 if crossings of the race were put in order
) STRICT;

CREATE INDEX waves_by_session ON waves (session, wave);

-- The crossings of all sessions of the race that stand, also those that do not count.
CREATE TABLE crossings (
  session INTEGER NOT NULL,  -- the race
  stream INTEGER NOT NULL,  -- the session of its event: the race, or a session that joined it
  event INTEGER NOT NULL,  -- the version of its event in that session
  bib TEXT,  -- the runner; null if nobody has the chip, or nobody was named
  chip TEXT,  -- the chip as it was read
  point TEXT,  -- the point, or that of its session; null: the finish line
  reader TEXT,  -- the reader
  at INTEGER NOT NULL,  -- its time, in ns since 1970
  running_time_ns INTEGER,  -- of the race; negative before the start
  number INTEGER,  -- the lap that it completes, or the number of its point; null if none
  split_ns INTEGER,  -- the runner's time since the gun, or the own start
  lap_ns INTEGER,  -- the time since the last one that counts
  flags TEXT NOT NULL,  -- a JSON array: before_start, after_finish, short, reread, double,
    -- outside_window, missed_point, other_point, amended, stated, bridged, compared
  place INTEGER NOT NULL,  -- ns after the race's first event: the order of crossings
  PRIMARY KEY (session, stream, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX crossings_by_bib ON crossings (session, bib, place);

-- The entered runners, with what orders the runners of a wave: their places are in the view below.
CREATE TABLE competitors (
  session INTEGER NOT NULL,  -- the race
  bib TEXT NOT NULL,  -- an entered runner
  wave TEXT,  -- the wave; null: that of the race's own start
  status TEXT NOT NULL,  -- running, finished, pulled, dnf, dsq or dns, at the race's newest event,
    -- but for those of sessions that only the wall clock relates to the race
  ruling TEXT,  -- the status that a ruling gave
  laps INTEGER NOT NULL,  -- the laps, or the points passed, less penalties
  time_ns INTEGER,  -- the time that ranks, with penalties, rounded by the rules
  best_ns INTEGER,  -- the best lap
  last_ns INTEGER,  -- the last lap
  penalty_ns INTEGER NOT NULL,  -- the time added by rulings
  penalty_laps INTEGER NOT NULL,  -- the laps taken by rulings
  last_stream INTEGER,  -- the session of the last crossing that counts
  last_event INTEGER,  -- the version of its event
  last_at INTEGER,  -- its time, in ns since 1970
  flags TEXT NOT NULL,  -- a JSON array: those of the last crossing, and not_seen, eliminated,
    -- photo_finish
  start_place INTEGER,  -- the own start, in ns after the first event
  rank INTEGER NOT NULL,  -- the order of the status; 0 for ranked runners
  rank_first INTEGER NOT NULL,  -- then this, smaller first: it depends on the format
  rank_second INTEGER NOT NULL,  -- then this, such as the laps with a minus
  rank_ns INTEGER,  -- then this time, null last
  rank_exact_ns INTEGER,  -- then the exact own time in a bunch, null last
  rank_photo INTEGER,  -- then the order of a photo finish
  rank_tie_ns INTEGER,  -- then the moment of the deciding crossing, or the best lap
  rank_stream TEXT NOT NULL,  -- then its session, by priority; empty for the race
  rank_event INTEGER NOT NULL,  -- then the version of its event
  bib_order TEXT NOT NULL,  -- then the bib, with its numbers as numbers
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;

-- The places of the runners, which their results order:
--   session INTEGER  -- the race; a view of the results at the newest event of the race
--   wave TEXT  -- the wave, which is ranked for itself; null: the race's own start
--   line INTEGER  -- 1, 2, 3, … in the list of the wave
--   position INTEGER  -- the place; null for runners who are not ranked
--   bib TEXT  -- the number worn
--   name TEXT  -- the name
--   team TEXT  -- the team
--   category TEXT  -- the category
--   status TEXT  -- running, finished, pulled, dnf, dsq or dns
--   laps INTEGER  -- the laps, or the points passed, less penalties
--   time_ns INTEGER  -- the time that ranks, with penalties
--   gap_ns INTEGER  -- behind the first; null where laps are missing, or times do not rank
--   gap_laps INTEGER  -- the laps behind the first
--   interval_ns INTEGER  -- behind the runner ahead; null as for gap_ns
--   last_ns INTEGER  -- the last lap
--   best_ns INTEGER  -- the best lap
--   penalty_ns INTEGER  -- the time added by rulings
--   penalty_laps INTEGER  -- the laps taken by rulings
--   last_stream INTEGER  -- the session of the last crossing that counts
--   last_event INTEGER  -- the version of its event
--   last_at INTEGER  -- its time, in ns since 1970
--   flags TEXT  -- a JSON array: those of the last crossing, and not_seen, eliminated,
--     -- not_classified, photo_finish
CREATE VIEW standings AS
WITH ordered AS (
  SELECT
    c.*, shares_places, by_laps, row_number() OVER list AS number,
    -- 0: has a position; 1: has too few laps for one; the others by their rank.
    rank * 2 + (
      rank = 0 AND c.laps < first_value(c.laps) OVER list * classified_permille / 1000 IS TRUE
    ) AS class
  FROM competitors c JOIN waves w ON w.session = c.session AND w.wave IS c.wave
  WINDOW list AS (
    PARTITION BY c.session, c.wave
    ORDER BY rank, rank_first, rank_second, rank_ns NULLS LAST, rank_exact_ns NULLS LAST,
      rank_photo, rank_tie_ns NULLS LAST, rank_stream, rank_event, bib_order, bib
  )
), placed AS (
  SELECT
    *, row_number() OVER list AS line,
    CASE class WHEN 0 THEN
      rank() OVER (
        PARTITION BY session, wave
        ORDER BY class, rank_first, rank_second, rank_ns NULLS LAST, rank_exact_ns NULLS LAST,
          iif(shares_places, rank_tie_ns, number) NULLS LAST
      )
    END AS position
  FROM ordered
  WINDOW list AS (PARTITION BY session, wave ORDER BY class, number)
)
SELECT
  session, c.wave, line, position, bib,
  coalesce(
    e.name, nullif(e.first, '') || ' ' || nullif(e.last, ''), nullif(e.first, ''),
    nullif(e.last, '')) AS name,
  team, category, status, laps, time_ns,
  CASE
    WHEN class <> 0 OR (by_laps AND laps < first_value(laps) OVER list) THEN NULL
    -- Without a time that ranks, a shared place has no gap, and other places have none in time.
    -- Times do not rank those of an elimination: no one is behind a larger time.
    WHEN rank_ns IS NOT NULL
    THEN iif(time_ns >= first_value(time_ns) OVER list, time_ns - first_value(time_ns) OVER list, NULL)
    WHEN position = first_value(position) OVER list THEN time_ns - time_ns
  END AS gap_ns,
  iif(class = 0 AND by_laps, max(0, first_value(laps) OVER list - laps), 0) AS gap_laps,
  CASE
    WHEN class <> 0 THEN NULL
    WHEN line = 1 OR (rank_ns IS NULL AND position = lag(position) OVER list)
    THEN time_ns - time_ns
    WHEN rank_ns IS NOT NULL AND (NOT by_laps OR laps = lag(laps) OVER list)
    THEN iif(time_ns >= lag(time_ns) OVER list, time_ns - lag(time_ns) OVER list, NULL)
  END AS interval_ns,
  last_ns, best_ns, penalty_ns, penalty_laps, last_stream, last_event, last_at,
  iif(class = 1, replace(rtrim(flags, ']') || ',"not_classified"]', '[,', '['), flags) AS flags
FROM placed c JOIN entries e USING (session, bib)
WINDOW list AS (PARTITION BY session, c.wave ORDER BY line)
ORDER BY session, c.wave, line;
