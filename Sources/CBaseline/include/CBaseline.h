#ifndef CBASELINE_H
#define CBASELINE_H

/// The raw neighbors of laptimer: the same statements on the same tables, and nothing round them.
///
/// All of them work on a log that laptimer made. A function that fails says why on standard error
/// and ends the process: this is a yardstick, not a library.

#include <stdint.h>

/// A connection to a log, with the pragmas of a process that does one thing.
typedef struct Baseline Baseline;

/// Opens a log to be appended to, the newest session of which is running.
Baseline *baseline_open(const char *path);
void baseline_close(Baseline *log);

/// Moves the write-ahead log into the file each time it has grown to 1,000 pages, as a process that
/// lives on does.
void baseline_live_long(Baseline *log);

/// Takes a lap in a transaction of its own, and answers once it is durable.
///
/// It reads the newest position, the clock, the first id and the row of the session. It writes the
/// event with its digest, the lap, and the changed columns of the session's row.
///
/// Returns the number of the lap.
int64_t baseline_lap(Baseline *log);

/// Takes so many laps in one transaction, reading and writing the session's row for each, as it
/// must be where each line gets its answer.
void baseline_record(Baseline *log, int64_t count);

/// Writes so many laps in one transaction, and the session's row once at the end, as an import
/// does.
void baseline_import(Baseline *log, int64_t count);

/// Adds so many sessions of so many events each, a second apart, at the end of the log: a start,
/// laps, a stop. Digests are right; the tables are unchanged and have to be rebuilt.
///
/// It is for making large logs fast, and is not durable before it returns.
void baseline_add_history(Baseline *log, int64_t sessions, int64_t events_each);

/// Steps over all events in the order of sessions, taking each of the columns that a fold reads.
///
/// Returns a sum over what was read, so that nothing of it can be left out.
int64_t baseline_scan(Baseline *log);

/// Rebuilds the tables from a scan of the events, without a fold: a row for each lap, and one for
/// each session. Returns the number of rows written.
int64_t baseline_rebuild(Baseline *log);

/// Waits for `count` rings of the bell of a log, each of which comes with the time at which its
/// ringer's COMMIT returned, as a native int64_t on `file`, and writes down the nanoseconds from
/// there until it has heard the ring.
void baseline_hear(const char *path, int file, int count, int64_t *latencies);

/// The same until the newest event has been read.
void baseline_listen(const char *path, int file, int count, int64_t *latencies);

/// Takes `count` laps, one each few milliseconds, and rings the bell after each; writes the time
/// of CLOCK_MONOTONIC before the ring to `file`.
void baseline_ring(const char *path, int file, int count);

/// A race in memory: the times of each runner, and the runners in order. Runners are numbered
/// from 0; a time is nanoseconds from the start.
typedef struct BaselineRace BaselineRace;

BaselineRace *baseline_race_new(int32_t runners);
void baseline_race_free(BaselineRace *race);

/// Adds a crossing, and moves the runner to the new place.
///
/// Returns the place, from 1.
int32_t baseline_race_cross(BaselineRace *race, int32_t runner, int64_t time);

/// Ranks all runners as they were at a time, from their crossings.
///
/// Returns a sum over the gaps, so that nothing of it can be left out.
int64_t baseline_race_standings(const BaselineRace *race, int64_t time);

/// The nanoseconds of CLOCK_MONOTONIC.
int64_t baseline_now(void);

#endif
