-- The shortest lap is that of the largest group of laps that are alike: of the same label, and on a
-- course none. The state has one number more: whether a lap that counts has a label. Sessions with
-- labels or a course are folded again when they are needed.
UPDATE sessions SET state = '[5' || substr(state, 3, length(state) - 3) || ',0]'
WHERE substr(state, 1, 3) = '[4,' AND ifnull(instr(plan, '"segments"'), 0) = 0
  AND NOT EXISTS (
    SELECT 1 FROM laps AS l WHERE l.session = sessions.session AND l.label IS NOT NULL);
UPDATE fold SET
  fold_version = iif(fold_version = 4, 5, fold_version),
  oldest_version = iif(
    oldest_version = 4 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[4,'),
    5, oldest_version);
