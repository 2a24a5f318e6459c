-- The number after the newest reading of a session is 2 if the wall clock ran forwards from each of
-- its events to the next. A row that is damaged is folded again when it is needed.
UPDATE sessions SET state = json_set(
  state, '$[0]', 9, '$[19]', iif(
    session IN (
      SELECT session FROM (
        SELECT session,
          recorded_at < lag(recorded_at) OVER (PARTITION BY session ORDER BY version) AS is_back
        FROM events)
      WHERE is_back),
    json_extract(state, '$[19]'), 2))
WHERE substr(state, 1, 3) = '[8,'
  AND CASE WHEN json_valid(state) THEN json_array_length(state) = 26 ELSE 0 END;
UPDATE fold SET
  fold_version = iif(fold_version = 8, 9, fold_version),
  oldest_version = iif(
    oldest_version = 8 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[8,'),
    9, oldest_version);
