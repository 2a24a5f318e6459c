-- The places of the runners, which their results order: the same rows as those of the view before, in
-- fewer words, since each start of a program parses it. The log's first race makes it; the next fold
-- of a race replaces one of an older version.
CREATE VIEW standings AS
WITH ordered AS (
  SELECT
    c.*, shares_places, by_laps, bunch_ns, row_number() OVER list AS number,
    -- 0: has a position; 1: has too few laps for one; the others by their rank.
    rank * 2 + (
      rank = 0 AND c.laps < first_value(c.laps) OVER list * classified_permille / 1000 IS TRUE
    ) AS class
  FROM competitors c JOIN waves w ON w.session = c.session AND w.wave IS c.wave
  WINDOW list AS (
    PARTITION BY c.session, c.wave
    ORDER BY rank, rank_first, rank_second, rank_ns NULLS LAST, rank_photo,
      rank_tie_ns NULLS LAST, bib_order, bib
  )
), placed AS (
  SELECT
    *, row_number() OVER list AS line,
    CASE class WHEN 0 THEN
      rank() OVER (
        PARTITION BY session, wave
        ORDER BY class, rank_first, rank_second, rank_ns NULLS LAST,
          iif(shares_places, rank_tie_ns, number) NULLS LAST
      )
    END AS position,
    class = 0 AND rank_ns IS NOT NULL AND laps = lag(laps) OVER list
      AND time_ns - lag(time_ns) OVER list < bunch_ns IS TRUE AS is_bunched
  FROM ordered
  WINDOW list AS (PARTITION BY session, wave ORDER BY class, number)
), grouped AS (
  SELECT *, sum(NOT is_bunched) OVER (PARTITION BY session, wave ORDER BY line) AS bunch
  FROM placed
), timed AS (
  SELECT
    *,
    first_value(time_ns) OVER (PARTITION BY session, wave, bunch ORDER BY line) AS shown_ns
  FROM grouped
)
SELECT
  session, c.wave, line, position, bib,
  coalesce(
    e.name, nullif(e.first, '') || ' ' || nullif(e.last, ''), nullif(e.first, ''),
    nullif(e.last, '')) AS name,
  team, category, status, laps, shown_ns AS time_ns,
  CASE
    WHEN class <> 0 OR (by_laps AND laps < first_value(laps) OVER list) THEN NULL
    -- Without a time that ranks, a shared place has no gap, and other places have none in time.
    WHEN rank_ns IS NOT NULL THEN shown_ns - first_value(shown_ns) OVER list
    WHEN position = first_value(position) OVER list THEN shown_ns - shown_ns
  END AS gap_ns,
  iif(class = 0 AND by_laps, max(0, first_value(laps) OVER list - laps), 0) AS gap_laps,
  CASE
    WHEN class <> 0 THEN NULL
    WHEN line = 1 OR (rank_ns IS NULL AND position = lag(position) OVER list)
    THEN shown_ns - shown_ns
    WHEN rank_ns IS NOT NULL AND (NOT by_laps OR laps = lag(laps) OVER list)
    THEN shown_ns - lag(shown_ns) OVER list
  END AS interval_ns,
  last_ns, best_ns, penalty_ns, penalty_laps, last_stream, last_event, last_at,
  iif(class = 1, replace(rtrim(flags, ']') || ',"not_classified"]', '[,', '['), flags) AS flags
FROM timed c JOIN entries e USING (session, bib)
WINDOW list AS (PARTITION BY session, c.wave ORDER BY line)
ORDER BY session, c.wave, line;
