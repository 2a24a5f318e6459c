-- What the fold makes of the log, kept in the transaction of each append, so that anyone can ask
-- for it in SQL and the next command need not read the past. It can be made anew at any time.

-- Which version of the fold wrote these tables: one row.
CREATE TABLE fold (
  fold_version INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  session INTEGER PRIMARY KEY,  -- 1, 2, 3, … in this log
  uid TEXT NOT NULL UNIQUE,  -- the id of its first event, the same in every log
  name TEXT,
  phase TEXT NOT NULL,  -- as of its last event
  started_at INTEGER,  -- nanoseconds since 1970
  running_since INTEGER,  -- nanoseconds since 1970; null while the clock stands
  running_time_ns INTEGER,  -- null while the clock runs
  limit_at INTEGER,  -- when the limit is reached if the clock runs on
  lap_count INTEGER NOT NULL,  -- laps that count
  best_ns INTEGER,  -- the shortest of them
  tags TEXT NOT NULL,  -- a JSON array
  people TEXT NOT NULL,  -- a JSON array of {"first":…,"last":…,"full":…}
  events INTEGER NOT NULL,  -- how many it has
  clock TEXT NOT NULL,  -- how well its times are known, at worst
  plan_laps INTEGER,
  plan_limit_ns INTEGER,
  plan_min_lap_ns INTEGER,
  -- What the fold goes on from. Places are nanoseconds from the session's first event.
  start_place INTEGER,
  start_is_ahead INTEGER NOT NULL,
  running_place INTEGER,
  elapsed_ns INTEGER NOT NULL,
  stop_place INTEGER,
  finish_place INTEGER,
  finish_ns INTEGER,
  finish_is_limit INTEGER,
  last_lap INTEGER,  -- the event of the last lap that counts
  last_split_ns INTEGER NOT NULL,
  latest_place INTEGER,
  timestamp_place INTEGER,
  reading_quality TEXT NOT NULL,
  has_stated INTEGER NOT NULL,
  newest_clock INTEGER NOT NULL,
  newest_recorded_at INTEGER NOT NULL,
  newest_ticks_ns INTEGER NOT NULL,
  newest_place INTEGER NOT NULL,
  newest_is_sound INTEGER NOT NULL,
  sound_clock INTEGER NOT NULL,
  sound_recorded_at INTEGER NOT NULL,
  sound_ticks_ns INTEGER NOT NULL,
  sound_place INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_open ON sessions (session) WHERE phase IN ('running', 'countdown');
CREATE INDEX sessions_by_name ON sessions (name, session) WHERE name IS NOT NULL;

-- The newest reading of each clock of a session but the one read last.
CREATE TABLE anchors (
  session INTEGER NOT NULL,
  clock INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  ticks_ns INTEGER NOT NULL,
  place INTEGER NOT NULL,
  is_sound INTEGER NOT NULL,
  PRIMARY KEY (session, clock)
) STRICT, WITHOUT ROWID;

CREATE TABLE laps (
  session INTEGER NOT NULL,
  event INTEGER NOT NULL,  -- the version of the event that made it
  number INTEGER,  -- null for a lap that does not count
  split_ns INTEGER NOT NULL,
  lap_ns INTEGER NOT NULL,
  at INTEGER NOT NULL,  -- nanoseconds since 1970
  label TEXT,
  flags TEXT NOT NULL,  -- a JSON array
  place INTEGER NOT NULL,  -- nanoseconds from the session's first event: the order of laps
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE timestamps (
  session INTEGER NOT NULL,
  event INTEGER NOT NULL,  -- the version of the event that made it
  label TEXT NOT NULL,
  at INTEGER NOT NULL,  -- nanoseconds since 1970
  running_time_ns INTEGER,  -- negative before the start, null while no start stands
  place INTEGER NOT NULL,
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;
