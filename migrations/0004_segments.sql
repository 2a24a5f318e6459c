-- The fold knows segments of courses, and corrections of any event with a moment. The state has one
-- number more: the last segment that was completed. No older session has one. A session with events
-- that an older fold ignored is folded again when it is needed.
UPDATE sessions SET state = '[4' || substr(state, 3, length(state) - 3) || ',0]'
WHERE substr(state, 1, 3) = '[3,' AND NOT EXISTS (
  SELECT 1 FROM events AS e
  WHERE e.session = sessions.session AND (e.kind = 'removed' OR e.kind_version > 1));
UPDATE fold SET
  fold_version = iif(fold_version = 3, 4, fold_version),
  oldest_version = iif(
    oldest_version = 3 AND NOT EXISTS (SELECT 1 FROM sessions WHERE substr(state, 1, 3) = '[3,'),
    4, oldest_version);
