-- The table of sessions that time a point of a race. The log's first one makes it: logs without one
-- need not read it at every start.

CREATE TABLE race_streams (
  session INTEGER PRIMARY KEY,
  race TEXT NOT NULL,  -- the uid of the race, which may be in another log
  point TEXT NOT NULL,
  priority INTEGER NOT NULL  -- the lowest counts of devices that read one passage
) STRICT;

CREATE INDEX race_streams_by_race ON race_streams (race, session);
