#ifndef CBASELINE_H
#define CBASELINE_H

/// Baselines of the benchmarks: the SQL statements of laptimer in plain C, on the same tables.
///
/// They work on a log that laptimer created. A function that fails prints the error to standard
/// error and ends the process.

#include <stdint.h>

/// A connection to a log, with the pragmas of a one-shot command.
typedef struct Baseline Baseline;

/// Opens a log for appending to its newest session, which must be running.
Baseline *baseline_open(const char *path);
void baseline_close(Baseline *log);

/// Checkpoints after every 1,000 pages of write-ahead log, as a long-lived process does.
void baseline_live_long(Baseline *log);

/// Appends a lap in its own transaction, and returns when it is durable.
///
/// It reads the newest position, the clock, the first id and the row of the session. It writes the
/// event with its digest, the lap, and the changed columns of the session's row.
///
/// Returns the number of the lap.
int64_t baseline_lap(Baseline *log);

/// Appends laps in one transaction; reads and writes the session's row for each, as `record` does,
/// which answers each line.
void baseline_record(Baseline *log, int64_t count);

/// Appends laps in one transaction; writes the session's row once at the end, as an import does.
void baseline_import(Baseline *log, int64_t count);

/// Appends sessions of a start, laps and a stop, one second apart. Digests are correct; the tables
/// are unchanged and need a rebuild.
///
/// It creates large logs quickly, and syncs only at the end.
void baseline_add_history(Baseline *log, int64_t sessions, int64_t events_each);

/// Reads the columns that a fold needs of all events, ordered by session.
///
/// Returns a sum over the values, so that the compiler keeps the reads.
int64_t baseline_scan(Baseline *log);

/// Rebuilds the tables from a scan of the events, without a fold: a row for each lap, and one for
/// each session. Returns the number of rows written.
int64_t baseline_rebuild(Baseline *log);

/// Waits for rings of the bell of a log, reads the newest event at each, and stores the nanoseconds
/// from the COMMIT to the end of reading. It stops if a ring is not heard in 10 s.
///
/// `file` delivers the times at which the COMMITs returned, each a native int64_t.
///
/// Returns the number of rings that were heard.
int baseline_hear(const char *path, int file, int count, int64_t *latencies);

/// Appends laps at intervals of a few milliseconds, and rings the bell after each; writes the time of
/// CLOCK_MONOTONIC before the ring to `file`.
void baseline_ring(const char *path, int file, int count);

/// The nanoseconds of CLOCK_MONOTONIC.
int64_t baseline_now(void);

/// A server of streams on a free port of loopback.
typedef struct BaselineBoard BaselineBoard;

BaselineBoard *baseline_board_open(int readers, uint16_t *port);

/// Sends each reader a first message, and then `publications` of another one, each when `reports`
/// says that all have the one before; frees the board when the reports end.
///
/// `seconds` gets the time until all readers had the first message, and that of each publication.
void baseline_board_serve(
  BaselineBoard *board, int reports, const char *first, const char *message, int publications,
  double *seconds);

/// Reads streams; reports on standard output whenever all readers have got another message: the first
/// one has the text `first`, the others have `mark`.
///
/// A report is two doubles: the times of CLOCK_MONOTONIC at which one reader had the message, and all
/// of them; the second one of the first report is the seconds since they began to connect.
void baseline_read_boards(
  uint16_t port, int readers, const char *target, const char *first, const char *mark, int messages);

#endif
