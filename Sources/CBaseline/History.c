#include "Baseline.h"

enum { SECOND = 1000000000 };

void baseline_add_history(Baseline *log, int64_t sessions, int64_t events_each) {
  read_clock(log);
  State state = {0};
  sqlite3_stmt *newest = prepared(
      log,
      "SELECT (SELECT max(session) FROM events),max(position),"
      "min(recorded_at),min(ticks_ns) FROM(SELECT * FROM events ORDER BY position DESC LIMIT 1)");
  checked(log, sqlite3_step(newest));
  state.session = sqlite3_column_int64(newest, 0);
  state.position = sqlite3_column_int64(newest, 1);
  int64_t wall = sqlite3_column_int64(newest, 2), ticks = sqlite3_column_int64(newest, 3);
  sqlite3_finalize(newest);
  // The sessions end at the log's newest event, so that the next events can be of the present.
  int64_t events = sessions * events_each;
  wall -= events * SECOND;
  ticks -= events * SECOND;
  execute(log, "PRAGMA synchronous=OFF;BEGIN IMMEDIATE");
  for (int64_t session = 0; session < sessions; session++) {
    state.session += 1;
    for (state.version = 1; state.version <= events_each; state.version++) {
      state.position += 1;
      wall += SECOND;
      ticks += SECOND;
      const char *kind = state.version == 1             ? "started"
                         : state.version == events_each ? "stopped"
                                                        : "lapped";
      write_event(log, &state, (Draft){kind, wall, ticks});
    }
    // Checkpoints keep the write-ahead log small.
    if (session % 256 == 255) execute(log, "COMMIT;PRAGMA wal_checkpoint(TRUNCATE);BEGIN IMMEDIATE");
  }
  execute(log, "COMMIT;PRAGMA wal_checkpoint(TRUNCATE);PRAGMA synchronous=FULL");
}
