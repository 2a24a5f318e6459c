-- The table of courses. The log's first course makes it: logs without one need not read it at every
-- start.

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
