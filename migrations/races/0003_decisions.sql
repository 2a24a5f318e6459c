-- The decisions about runners and crossings that stand, of the race's own session. When one is taken
-- back, the others about the same runner or crossing count again.
CREATE TABLE race_decisions (
  session INTEGER NOT NULL,
  target TEXT NOT NULL,  -- a bib, or the id of a crossing or ruling
  event INTEGER NOT NULL,
  kind TEXT NOT NULL,  -- ruled, assigned, amended, removed or idle
  PRIMARY KEY (session, target, event)
) STRICT, WITHOUT ROWID;
