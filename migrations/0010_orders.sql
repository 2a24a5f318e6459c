-- The row of a wave also records photo finishes that decide no place at present. Races with one are
-- folded again when they are needed; all other sessions stay as they are.
UPDATE sessions SET state = '[10' || substr(state, 3)
WHERE substr(state, 1, 3) = '[9,' AND (
  ifnull(instr(plan, '"race"'), 0) = 0
  OR session NOT IN (SELECT session FROM events WHERE kind = 'ordered'));
UPDATE fold SET
  fold_version = iif(fold_version = 9, 10, fold_version),
  oldest_version = iif(
    oldest_version = 9 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[9,'),
    10, oldest_version);
