-- The tables of races. The log's first race makes them: logs without one need not read them at
-- every start. Places are nanoseconds from the first event of the race's session. The columns of a
-- key come first: SQLite 3.40 checks NOT NULL of tables without rowid by that order.

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
  bunch_ns INTEGER,
  classified_permille INTEGER,
  end_lap INTEGER,  -- the lap that is the last one
  end_place INTEGER,  -- its first completion
  most_laps INTEGER NOT NULL,
  next_place INTEGER,  -- where a result changes without a further event
  has_photos INTEGER NOT NULL  -- whether a photo finish has decided between any
) STRICT;

CREATE INDEX waves_by_session ON waves (session, wave);

-- The crossings of the race's own session that stand, also those that do not count.
CREATE TABLE crossings (
  session INTEGER NOT NULL,
  stream INTEGER NOT NULL,  -- the session of the event: always the race's own
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

CREATE INDEX crossings_by_bib ON crossings (session, bib, place) WHERE bib IS NOT NULL;

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
  rank_photo INTEGER,
  rank_tie_ns INTEGER,
  bib_order TEXT NOT NULL,
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;

CREATE VIEW standings AS
WITH ordered AS (
  SELECT
    c.*, w.shares_places, w.by_laps, w.bunch_ns, w.classified_permille,
    row_number() OVER list AS line, first_value(c.laps) OVER list AS first_laps
  FROM competitors c JOIN waves w ON w.session = c.session AND w.wave IS c.wave
  WINDOW list AS (
    PARTITION BY c.session, c.wave
    ORDER BY c.rank, c.rank_first, c.rank_second, c.rank_ns NULLS LAST, c.rank_photo,
      c.rank_tie_ns NULLS LAST, c.bib_order, c.bib
  )
), classified AS (
  SELECT
    *,
    rank = 0 AND classified_permille IS NOT NULL
      AND laps < first_laps * classified_permille / 1000 AS is_short
  FROM ordered
), placed AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY session, wave ORDER BY rank, is_short, line) AS place,
    CASE WHEN rank = 0 AND NOT is_short THEN
      rank() OVER (
        PARTITION BY session, wave
        ORDER BY rank, is_short, rank_first, rank_second, rank_ns NULLS LAST,
          CASE WHEN shares_places THEN rank_tie_ns ELSE line END NULLS LAST
      )
    END AS position
  FROM classified
), bunched AS (
  SELECT
    *,
    CASE WHEN position IS NOT NULL AND laps = lag(laps) OVER list
      AND time_ns - lag(time_ns) OVER list < bunch_ns THEN 0 ELSE 1 END AS begins
  FROM placed
  WINDOW list AS (PARTITION BY session, wave ORDER BY place)
), grouped AS (
  SELECT *, sum(begins) OVER (PARTITION BY session, wave ORDER BY place) AS bunch
  FROM bunched
), timed AS (
  SELECT
    *,
    first_value(time_ns) OVER (PARTITION BY session, wave, bunch ORDER BY place) AS shown_ns
  FROM grouped
), compared AS (
  SELECT
    *,
    CASE WHEN position IS NOT NULL AND by_laps
      THEN max(0, first_value(laps) OVER list - laps) ELSE 0 END AS gap_laps,
    shown_ns - first_value(shown_ns) OVER list AS behind_ns,
    CASE WHEN place = 1 THEN shown_ns - shown_ns
      WHEN NOT by_laps OR laps = lag(laps) OVER list THEN shown_ns - lag(shown_ns) OVER list
    END AS interval_ns
  FROM timed
  WINDOW list AS (PARTITION BY session, wave ORDER BY place)
)
SELECT
  c.session, c.wave, c.place AS line, c.position, c.bib,
  coalesce(
    e.name, nullif(e.first, '') || ' ' || nullif(e.last, ''), nullif(e.first, ''),
    nullif(e.last, '')) AS name,
  e.team, e.category, c.status, c.laps, c.shown_ns AS time_ns,
  CASE WHEN c.position IS NOT NULL AND c.gap_laps = 0 THEN c.behind_ns END AS gap_ns, c.gap_laps,
  CASE WHEN c.position IS NOT NULL THEN c.interval_ns END AS interval_ns,
  c.last_ns, c.best_ns, c.penalty_ns, c.penalty_laps, c.last_stream, c.last_event,
  c.last_at,
  CASE
    WHEN NOT c.is_short THEN c.flags
    WHEN c.flags = '[]' THEN '["not_classified"]'
    ELSE substr(c.flags, 1, length(c.flags) - 1) || ',"not_classified"]'
  END AS flags
FROM compared c JOIN entries e ON e.session = c.session AND e.bib = c.bib
ORDER BY c.session, c.wave, c.place;
