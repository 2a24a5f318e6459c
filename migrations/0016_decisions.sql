-- Races have no table of decisions any more, which version 15 would read: each race is folded again when
-- it is needed. The times of a course are those of the table attempts; version 15 kept them in a second
-- table, course_histories, which the next attempt drops. All other sessions stay as they are.
UPDATE sessions SET state = '[16' || substr(state, 4)
WHERE substr(state, 1, 4) = '[15,'
  AND CASE WHEN json_valid(plan) THEN json_type(plan, '$.race') IS NULL ELSE plan IS NULL END;
UPDATE fold SET
  fold_version = iif(fold_version = 15, 16, fold_version),
  oldest_version = iif(
    oldest_version = 15 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 4) = '[15,'),
    16, oldest_version);
