-- The tables of sessions: a cache of the events, updated in the transaction of each append.

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
  plan TEXT,  -- the rules, a JSON object
  events INTEGER NOT NULL,  -- how many it has
  clock TEXT NOT NULL,  -- the worst quality of its times
  state TEXT NOT NULL  -- the state from which the next event goes on, a JSON array
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

-- Programs up to version 16 read this before they write, and refuse a number above their own.
CREATE VIEW fold AS SELECT 17 AS fold_version, 17 AS oldest_version;
