-- Version 12 could leave a winner without a finish: a runner who completed the last lap by the second
-- of two crossings at the same moment. Races are folded again when they are needed. All other
-- sessions stay as they are, also those that joined a race: its rows belong to the race itself.
UPDATE sessions SET state = '[13' || substr(state, 4)
WHERE substr(state, 1, 4) = '[12,'
  AND CASE WHEN json_valid(plan) THEN json_type(plan, '$.race') IS NULL ELSE plan IS NULL END;
UPDATE fold SET
  fold_version = iif(fold_version = 12, 13, fold_version),
  oldest_version = iif(
    oldest_version = 12 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[12,'),
    13, oldest_version);
