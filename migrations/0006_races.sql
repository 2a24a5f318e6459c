-- Races have tables, which their own rows bring. Sessions without a race stay as they are; races
-- are folded again when they are needed.
UPDATE sessions SET state = '[6' || substr(state, 3)
WHERE substr(state, 1, 3) = '[5,' AND ifnull(instr(plan, '"race"'), 0) = 0;
UPDATE fold SET
  fold_version = iif(fold_version = 5, 6, fold_version),
  oldest_version = iif(
    oldest_version = 5 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[5,'),
    6, oldest_version);
