-- Version 13 put the wrong one of several runners out who completed an elimination lap at the same
-- moment, without regard to the given order and the own starts. It also included crossings before the
-- own start of a time trial in the median interval. Races are folded again when they are needed. All
-- other sessions stay as they are, also those that joined a race.
UPDATE sessions SET state = '[14' || substr(state, 4)
WHERE substr(state, 1, 4) = '[13,'
  AND CASE WHEN json_valid(plan) THEN json_type(plan, '$.race') IS NULL ELSE plan IS NULL END;
UPDATE fold SET
  fold_version = iif(fold_version = 13, 14, fold_version),
  oldest_version = iif(
    oldest_version = 13 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[13,'),
    14, oldest_version);
