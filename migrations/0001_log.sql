-- The log: what happened, in the order in which it was told. Nothing in it is ever changed.

-- The clocks that readings were taken from: a boot of a device, in a time namespace.
CREATE TABLE clocks (
  clock INTEGER PRIMARY KEY,  -- 1, 2, 3, … in this log
  boot_id TEXT NOT NULL,  -- the kernel's id of the boot
  device TEXT NOT NULL,  -- the machine
  "offset" INTEGER NOT NULL,  -- the offset of its time namespace, in ns
  UNIQUE (boot_id, device, "offset")
) STRICT;

CREATE TABLE events (
  position INTEGER PRIMARY KEY,  -- 1, 2, 3, … in the log
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),  -- a UUID, the same in every log
  session INTEGER NOT NULL,  -- the session's number in this log
  version INTEGER NOT NULL,  -- 1, 2, 3, … in the session
  kind TEXT NOT NULL,  -- started, stopped, lapped, …
  kind_version INTEGER NOT NULL,  -- the version of the kind's data
  at INTEGER NOT NULL,  -- the time of the event, in ns since 1970
  basis TEXT NOT NULL CHECK (basis IN ('measured', 'ago', 'stated')),  -- the source of that time:
    -- measured, ago or stated
  recorded_at INTEGER NOT NULL,  -- the wall clock at the start of its command, in ns since 1970
  ticks_ns INTEGER NOT NULL,  -- the boot clock at that instant
  clock INTEGER NOT NULL REFERENCES clocks,  -- the number of that boot clock
  source TEXT NOT NULL,  -- the program part that appended it: cli, record, …
  data TEXT NOT NULL,  -- a JSON object with the fields of the kind
  digest BLOB NOT NULL CHECK (length(digest) = 32),  -- BLAKE2b over all fields that are not local
    -- to this log
  UNIQUE (session, version)
) STRICT;

-- INSERT OR REPLACE would delete a row without asking the DELETE trigger ("delete triggers fire if
-- and only if recursive triggers are enabled", lang_conflict.html): so an insert itself must be
-- the next one, in the log and in its session, under an id that is new.
CREATE TRIGGER events_are_appended BEFORE INSERT ON events
WHEN NEW.position IS NOT (SELECT ifnull(max(position), 0) + 1 FROM events)
  OR NEW.version IS NOT
    (SELECT ifnull(max(version), 0) + 1 FROM events WHERE session = NEW.session)
  OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events come in order, and once');
END;

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events are never changed');
END;

CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events are never deleted');
END;

CREATE TRIGGER clocks_are_appended BEFORE INSERT ON clocks
WHEN NEW.clock IS NOT (SELECT ifnull(max(clock), 0) + 1 FROM clocks)
  OR EXISTS (
    SELECT 1 FROM clocks
    WHERE boot_id = NEW.boot_id AND device = NEW.device AND "offset" = NEW."offset")
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks come in order, and once');
END;

CREATE TRIGGER clocks_are_not_changed BEFORE UPDATE ON clocks
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks are never changed');
END;

CREATE TRIGGER clocks_are_not_deleted BEFORE DELETE ON clocks
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks are never deleted');
END;
