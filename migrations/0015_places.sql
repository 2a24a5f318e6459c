-- Version 14 gave no place to a runner from whom a ruling took the last lap, and one by best laps to a
-- runner without a lap. It flagged the point at which an own clock started as missed. A stop of a
-- backyard race made runners dnf who waited for the next loop, and of equal runners with ties=best_lap
-- the last one by the bib went out of an elimination. Races are folded again when they are needed. All
-- other sessions stay as they are, also those that joined a race.
UPDATE sessions SET state = '[15' || substr(state, 4)
WHERE substr(state, 1, 4) = '[14,'
  AND CASE WHEN json_valid(plan) THEN json_type(plan, '$.race') IS NULL ELSE plan IS NULL END;
UPDATE fold SET
  fold_version = iif(fold_version = 14, 15, fold_version),
  oldest_version = iif(
    oldest_version = 14 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[14,'),
    15, oldest_version);
