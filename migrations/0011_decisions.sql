-- Races have a table of decisions: each race is folded again when it is needed. All other sessions
-- stay as they are.
UPDATE sessions SET state = '[11' || substr(state, 4)
WHERE substr(state, 1, 4) = '[10,' AND ifnull(instr(plan, '"race"'), 0) = 0;
UPDATE fold SET
  fold_version = iif(fold_version = 10, 11, fold_version),
  oldest_version = iif(
    oldest_version = 10 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[10,'),
    11, oldest_version);
