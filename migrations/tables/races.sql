-- The tables of courses and races: a cache of the events. The log's first course, race or session that
-- times a point of a race makes them, so that logs without one need not read them at every start.

-- The sessions that are attempts at a course, started and not discarded.
CREATE TABLE attempts (
  session INTEGER PRIMARY KEY,
  uid TEXT NOT NULL,
  course TEXT NOT NULL,
  started_at INTEGER NOT NULL,  -- in nanoseconds since 1970
  ended_at INTEGER,  -- of the finish or the stop; null while it runs
  finished INTEGER NOT NULL,  -- whether it has passed the last segment
  segments TEXT NOT NULL,  -- a JSON array of names
  splits TEXT NOT NULL  -- a JSON array: the running time at each segment, or null
) STRICT;

CREATE INDEX attempts_by_end ON attempts (course, ended_at, uid);
CREATE INDEX attempts_by_session ON attempts (course, session);

-- The sessions that time a point of a race.
CREATE TABLE race_streams (
  session INTEGER PRIMARY KEY,
  race TEXT NOT NULL,  -- the uid of the race, which may be in another log
  point TEXT NOT NULL,
  priority INTEGER NOT NULL  -- the lowest counts of devices that read one passage
) STRICT;

CREATE INDEX race_streams_by_race ON race_streams (race, session);

-- Places in the tables of races are nanoseconds from the first event of the race's session. The columns
-- of a key come first: SQLite 3.40 checks NOT NULL of tables without rowid by that order.

-- The entries that stand.
CREATE TABLE entries (
  session INTEGER NOT NULL,
  bib TEXT NOT NULL,
  name TEXT,
  first TEXT,
  last TEXT,
  team TEXT,
  category TEXT,
  wave TEXT,  -- null: that of the race's own start
  chips TEXT NOT NULL,  -- a JSON array
  event INTEGER NOT NULL,  -- the latest event that changed it
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;

-- The chips of runners: by links, and by the latest entry that has it.
CREATE TABLE chips (
  session INTEGER NOT NULL,
  chip TEXT NOT NULL,  -- in upper case, without spaces
  event INTEGER NOT NULL,  -- the event that gave it
  bib TEXT NOT NULL,
  place INTEGER,  -- from where on; null for a chip of an entry
  PRIMARY KEY (session, chip, event)
) STRICT, WITHOUT ROWID;

-- The waves that have entries, with what a runner of them is judged by.
CREATE TABLE waves (
  session INTEGER NOT NULL,
  wave TEXT,  -- null: the race's own start
  gun_place INTEGER,  -- null before it
  format TEXT NOT NULL,  -- a JSON object with every rule
  shares_places INTEGER NOT NULL,  -- whether runners of equal results share a place
  by_laps INTEGER NOT NULL,  -- whether a gap in laps has no gap in time
  classified_permille INTEGER,
  end_lap INTEGER,  -- the lap that is the last one
  end_place INTEGER,  -- its first completion
  most_laps INTEGER NOT NULL,
  next_place INTEGER,  -- where a result changes without a further event
  has_photos INTEGER NOT NULL  -- whether crossings of the race were put in order
) STRICT;

CREATE INDEX waves_by_session ON waves (session, wave);

-- The crossings of all sessions of the race that stand, also those that do not count.
CREATE TABLE crossings (
  session INTEGER NOT NULL,
  stream INTEGER NOT NULL,  -- the session of the event: the race, or one that joined it
  event INTEGER NOT NULL,
  bib TEXT,  -- null where nobody has the chip, and where nobody was named
  chip TEXT,
  point TEXT,
  reader TEXT,
  at INTEGER NOT NULL,  -- nanoseconds since 1970
  running_time_ns INTEGER,
  number INTEGER,  -- the lap that it completes, or the number of its point
  split_ns INTEGER,
  lap_ns INTEGER,
  flags TEXT NOT NULL,  -- a JSON array
  place INTEGER NOT NULL,
  PRIMARY KEY (session, stream, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX crossings_by_bib ON crossings (session, bib, place);

-- The entered runners, with what orders the runners of a wave: their places are in the view below.
CREATE TABLE competitors (
  session INTEGER NOT NULL,
  bib TEXT NOT NULL,
  wave TEXT,
  status TEXT NOT NULL,
  ruling TEXT,  -- the status by a ruling
  laps INTEGER NOT NULL,  -- or points, less penalties
  time_ns INTEGER,  -- with penalties, rounded by the rules
  best_ns INTEGER,
  last_ns INTEGER,
  penalty_ns INTEGER NOT NULL,
  penalty_laps INTEGER NOT NULL,
  last_stream INTEGER,  -- the last crossing that counts
  last_event INTEGER,
  last_at INTEGER,  -- nanoseconds since 1970
  flags TEXT NOT NULL,  -- a JSON array
  start_place INTEGER,  -- the own start
  rank INTEGER NOT NULL,  -- smaller ones come first, also in the next columns
  rank_first INTEGER NOT NULL,
  rank_second INTEGER NOT NULL,
  rank_ns INTEGER,  -- null comes last
  rank_exact_ns INTEGER,  -- null comes last
  rank_photo INTEGER,
  rank_tie_ns INTEGER,  -- null comes last
  rank_stream TEXT NOT NULL,  -- '' for the race's own session
  rank_event INTEGER NOT NULL,
  bib_order TEXT NOT NULL,
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;

-- The places of the runners, which their results order.
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
    WHEN rank_ns IS NOT NULL THEN time_ns - first_value(time_ns) OVER list
    WHEN position = first_value(position) OVER list THEN time_ns - time_ns
  END AS gap_ns,
  iif(class = 0 AND by_laps, max(0, first_value(laps) OVER list - laps), 0) AS gap_laps,
  CASE
    WHEN class <> 0 THEN NULL
    WHEN line = 1 OR (rank_ns IS NULL AND position = lag(position) OVER list)
    THEN time_ns - time_ns
    WHEN rank_ns IS NOT NULL AND (NOT by_laps OR laps = lag(laps) OVER list)
    THEN time_ns - lag(time_ns) OVER list
  END AS interval_ns,
  last_ns, best_ns, penalty_ns, penalty_laps, last_stream, last_event, last_at,
  iif(class = 1, replace(rtrim(flags, ']') || ',"not_classified"]', '[,', '['), flags) AS flags
FROM placed c JOIN entries e USING (session, bib)
WINDOW list AS (PARTITION BY session, c.wave ORDER BY line)
ORDER BY session, c.wave, line;
