-- The tables of courses. The log's first course makes them: logs without one need not read them at
-- every start.

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

-- What the attempts at a course had reached when each of them ended.
CREATE TABLE course_histories (
  course TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  uid TEXT NOT NULL,
  session INTEGER NOT NULL,
  history TEXT NOT NULL,  -- what the next attempt goes on from: its form may change
  PRIMARY KEY (course, ended_at, uid)
) STRICT, WITHOUT ROWID;

CREATE INDEX course_histories_by_session ON course_histories (session);
