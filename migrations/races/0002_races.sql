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
