-- The decisions about runners and crossings that stand, of the race's own session: what is taken back
-- leaves what the others say.
CREATE TABLE race_decisions (
  session INTEGER NOT NULL,
  target TEXT NOT NULL,  -- a bib, or the id of a crossing or ruling
  event INTEGER NOT NULL,
  kind TEXT NOT NULL,  -- ruled, assigned, amended or removed
  PRIMARY KEY (session, target, event)
) STRICT, WITHOUT ROWID;
