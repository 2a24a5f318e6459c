-- The places of the runners, which their results order. The log's first race makes this view; the
-- next fold of a race replaces one of an older version.
CREATE VIEW standings AS
WITH ordered AS (
  SELECT
    c.*, w.shares_places, w.by_laps, w.bunch_ns, w.classified_permille,
    row_number() OVER list AS line, first_value(c.laps) OVER list AS first_laps
  FROM competitors c JOIN waves w ON w.session = c.session AND w.wave IS c.wave
  WINDOW list AS (
    PARTITION BY c.session, c.wave
    ORDER BY c.rank, c.rank_first, c.rank_second, c.rank_ns NULLS LAST, c.rank_photo,
      c.rank_tie_ns NULLS LAST, c.bib_order, c.bib
  )
), classified AS (
  SELECT
    *,
    rank = 0 AND classified_permille IS NOT NULL
      AND laps < first_laps * classified_permille / 1000 AS is_short
  FROM ordered
), placed AS (
  SELECT
    *,
    row_number() OVER (PARTITION BY session, wave ORDER BY rank, is_short, line) AS place,
    CASE WHEN rank = 0 AND NOT is_short THEN
      rank() OVER (
        PARTITION BY session, wave
        ORDER BY rank, is_short, rank_first, rank_second, rank_ns NULLS LAST,
          CASE WHEN shares_places THEN rank_tie_ns ELSE line END NULLS LAST
      )
    END AS position
  FROM classified
), bunched AS (
  SELECT
    *,
    CASE WHEN position IS NOT NULL AND rank_ns IS NOT NULL AND laps = lag(laps) OVER list
      AND time_ns - lag(time_ns) OVER list < bunch_ns THEN 0 ELSE 1 END AS begins
  FROM placed
  WINDOW list AS (PARTITION BY session, wave ORDER BY place)
), grouped AS (
  SELECT *, sum(begins) OVER (PARTITION BY session, wave ORDER BY place) AS bunch
  FROM bunched
), timed AS (
  SELECT
    *,
    first_value(time_ns) OVER (PARTITION BY session, wave, bunch ORDER BY place) AS shown_ns
  FROM grouped
), compared AS (
  SELECT
    *,
    CASE WHEN position IS NOT NULL AND by_laps
      THEN max(0, first_value(laps) OVER list - laps) ELSE 0 END AS gap_laps,
    -- Without a time that ranks, a shared place has no gap, and other places have none in time.
    CASE WHEN rank_ns IS NOT NULL THEN shown_ns - first_value(shown_ns) OVER list
      WHEN position = first_value(position) OVER list THEN shown_ns - shown_ns
    END AS behind_ns,
    CASE WHEN place = 1 THEN shown_ns - shown_ns
      WHEN rank_ns IS NULL THEN
        CASE WHEN position = lag(position) OVER list THEN shown_ns - shown_ns END
      WHEN NOT by_laps OR laps = lag(laps) OVER list THEN shown_ns - lag(shown_ns) OVER list
    END AS interval_ns
  FROM timed
  WINDOW list AS (PARTITION BY session, wave ORDER BY place)
)
SELECT
  c.session, c.wave, c.place AS line, c.position, c.bib,
  coalesce(
    e.name, nullif(e.first, '') || ' ' || nullif(e.last, ''), nullif(e.first, ''),
    nullif(e.last, '')) AS name,
  e.team, e.category, c.status, c.laps, c.shown_ns AS time_ns,
  CASE WHEN c.position IS NOT NULL AND c.gap_laps = 0 THEN c.behind_ns END AS gap_ns, c.gap_laps,
  CASE WHEN c.position IS NOT NULL THEN c.interval_ns END AS interval_ns,
  c.last_ns, c.best_ns, c.penalty_ns, c.penalty_laps, c.last_stream, c.last_event,
  c.last_at,
  CASE
    WHEN NOT c.is_short THEN c.flags
    WHEN c.flags = '[]' THEN '["not_classified"]'
    ELSE substr(c.flags, 1, length(c.flags) - 1) || ',"not_classified"]'
  END AS flags
FROM compared c JOIN entries e ON e.session = c.session AND e.bib = c.bib
ORDER BY c.session, c.wave, c.place;
