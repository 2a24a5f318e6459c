-- A session's row has columns for people, and one for the fold: its rules are one object, the state
-- from which the next event goes on is one array. Rows are converted, not folded again.

PRAGMA legacy_alter_table = ON;  -- views of others keep their text
ALTER TABLE sessions RENAME TO sessions_2;
PRAGMA legacy_alter_table = OFF;
DROP INDEX IF EXISTS sessions_open;
DROP INDEX IF EXISTS sessions_by_name;

CREATE TABLE sessions (
  session INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT,
  phase TEXT NOT NULL,
  started_at INTEGER,
  running_since INTEGER,
  running_time_ns INTEGER,
  limit_at INTEGER,
  lap_count INTEGER NOT NULL,
  best_ns INTEGER,
  tags TEXT NOT NULL,
  people TEXT NOT NULL,
  plan TEXT,
  events INTEGER NOT NULL,
  clock TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;

INSERT INTO sessions
SELECT
  session, uid, name, phase, started_at, running_since, running_time_ns, limit_at, lap_count,
  best_ns, tags, people,
  CASE
    WHEN plan_laps IS NULL AND plan_limit_ns IS NULL AND plan_min_lap_ns IS NULL THEN NULL
    ELSE json_object(
      'laps', plan_laps, 'limit_ns', plan_limit_ns, 'min_lap_ns', plan_min_lap_ns)
  END,
  events, clock,
  json_array(
    (SELECT iif(fold_version = 2, 3, fold_version) FROM fold), start_place, start_is_ahead, running_place, elapsed_ns,
    stop_place, finish_place, finish_ns, finish_is_limit, last_lap, last_split_ns, latest_place,
    timestamp_place,
    CASE reading_quality
      WHEN 'exact' THEN 0 WHEN 'stated' THEN 1 WHEN 'stepped' THEN 2 WHEN 'bridged' THEN 3 ELSE 4
    END,
    has_stated, newest_clock, newest_recorded_at, newest_ticks_ns, newest_place,
    newest_is_sound, sound_clock, sound_recorded_at, sound_ticks_ns, sound_place)
FROM sessions_2;

DROP TABLE sessions_2;
CREATE INDEX sessions_open ON sessions (session) WHERE phase IN ('running', 'countdown');
CREATE INDEX sessions_by_name ON sessions (name, session) WHERE name IS NOT NULL;

-- The rows of version 2 are those of version 3 in another form. Older ones are renewed one by one:
-- this is the oldest version that any row may have.
ALTER TABLE fold ADD COLUMN oldest_version INTEGER NOT NULL DEFAULT 0;
UPDATE fold SET fold_version = iif(fold_version = 2, 3, fold_version);
UPDATE fold SET oldest_version = fold_version;
