-- The row of a wave has other facts in elimination, and after a time with further laps. Sessions
-- without a race stay as they are; races are folded again when they are needed.
UPDATE sessions SET state = '[8' || substr(state, 3)
WHERE substr(state, 1, 3) = '[7,' AND ifnull(instr(plan, '"race"'), 0) = 0;
UPDATE fold SET
  fold_version = iif(fold_version = 7, 8, fold_version),
  oldest_version = iif(
    oldest_version = 7 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[7,'),
    8, oldest_version);
