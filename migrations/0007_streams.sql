-- The rows of a race are those of all its streams. Sessions without a race stay as they are; races
-- are folded again when they are needed.
UPDATE sessions SET state = '[7' || substr(state, 3)
WHERE substr(state, 1, 3) = '[6,' AND ifnull(instr(plan, '"race"'), 0) = 0;
UPDATE fold SET
  fold_version = iif(fold_version = 6, 7, fold_version),
  oldest_version = iif(
    oldest_version = 6 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[6,'),
    7, oldest_version);
