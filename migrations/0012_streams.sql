-- Version 11 could leave runners without a finish in a race that sessions of other devices had joined.
-- Such a race is folded again when it is needed. All other sessions stay as they are.
UPDATE sessions SET state = '[12' || substr(state, 4)
WHERE substr(state, 1, 4) = '[11,' AND (
  ifnull(instr(plan, '"race"'), 0) = 0
  -- An unreadable event is null: then every race and stream is folded again.
  OR uid NOT IN (
    SELECT CASE WHEN json_valid(data) THEN lower(data ->> 'race') END
    FROM events WHERE kind = 'joined'));
UPDATE fold SET
  fold_version = iif(fold_version = 11, 12, fold_version),
  oldest_version = iif(
    oldest_version = 11 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[11,'),
    12, oldest_version);
