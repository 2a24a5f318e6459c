-- The tables of sessions: a cache of the events, updated in the transaction of each append.

CREATE TABLE sessions (
  session INTEGER PRIMARY KEY,  -- 1, 2, 3, … in this log
  uid TEXT NOT NULL UNIQUE,  -- the id of its first event, the same in every log
  name TEXT,  -- its name
  phase TEXT NOT NULL,  -- the phase at its last event; phase(session) is as of now
  started_at INTEGER,  -- in ns since 1970; null if not started
  running_since INTEGER,  -- in ns since 1970; null before the start, once stopped or finished; kept
    -- once discarded
  running_time_ns INTEGER,  -- null while the clock runs, also if discarded; running_time(session)
    -- is as of now
  limit_at INTEGER,  -- when it reaches its limit if the clock keeps running, in ns since 1970
  lap_count INTEGER NOT NULL,  -- the number of laps that count
  best_ns INTEGER,  -- the shortest lap of the largest group of alike laps; null on a course
  tags TEXT NOT NULL,  -- a JSON array
  people TEXT NOT NULL,  -- a JSON array of objects: first, last, full
  plan TEXT,  -- its rules, a JSON object: laps, limit_ns, min_lap_ns, course, segments, race,
    -- joined; null if none
  events INTEGER NOT NULL,  -- the number of its events
  clock TEXT NOT NULL,  -- the worst quality of its times: exact, stated, stepped, …
  state TEXT NOT NULL  -- internal state of the program
) STRICT;

CREATE INDEX sessions_open ON sessions (session) WHERE phase IN ('running', 'countdown');
CREATE INDEX sessions_by_name ON sessions (name, session) WHERE name IS NOT NULL;

-- The newest reading of each clock of a session but the one read last.
CREATE TABLE anchors (
  session INTEGER NOT NULL,  -- the session's number
  clock INTEGER NOT NULL,  -- a clock of the session before its newest one
  recorded_at INTEGER NOT NULL,  -- the wall clock at that clock's newest reading
  ticks_ns INTEGER NOT NULL,  -- that clock at its newest reading
  place INTEGER NOT NULL,  -- ns after the session's first event
  is_sound INTEGER NOT NULL,  -- 1 if wall time is reliable from there
  PRIMARY KEY (session, clock)
) STRICT, WITHOUT ROWID;

CREATE TABLE laps (
  session INTEGER NOT NULL,  -- the session's number
  event INTEGER NOT NULL,  -- the version of its event
  number INTEGER,  -- 1, 2, 3, …; null for a lap that does not count
  split_ns INTEGER NOT NULL,  -- the running time at the lap
  lap_ns INTEGER NOT NULL,  -- this split minus that of the last lap that counts
  at INTEGER NOT NULL,  -- its time, in ns since 1970
  label TEXT,  -- its label
  flags TEXT NOT NULL,  -- a JSON array: short, after_finish, not_running, late, amended, stated,
    -- stepped, bridged, unknown, waited
  place INTEGER NOT NULL,  -- ns after the session's first event: the order of laps
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE timestamps (
  session INTEGER NOT NULL,  -- the session's number
  event INTEGER NOT NULL,  -- the version of its event
  label TEXT NOT NULL,  -- its label
  at INTEGER NOT NULL,  -- its time, in ns since 1970
  running_time_ns INTEGER,  -- negative before the start, null if not started
  place INTEGER NOT NULL,  -- ns after the session's first event
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;

-- Programs up to version 16 read this before they write, and refuse a number above their own:
--   fold_version INTEGER  -- for programs up to version 16, which must not write
--   oldest_version INTEGER  -- likewise
CREATE VIEW fold AS SELECT 17 AS fold_version, 17 AS oldest_version;
