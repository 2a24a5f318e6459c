#include <sqlite3.h>

#include "CBaseline.h"

struct Baseline {
  sqlite3 *db;
  const char *path;
  sqlite3_stmt *begin, *commit, *state, *event, *lap, *session;
  // The clock of all events.
  char boot_id[64], device[64];
  int64_t clock, offset;
};

/// Indices in the column `state` of a session's row.
enum {
  LAST_LAP = 8, LAST_SPLIT, LATEST,
  RECORDED = 15, TICKS, PLACE,
  SOUND_RECORDED = 20, SOUND_TICKS, SOUND_PLACE,
  BESTS = 26,
  STATE_COUNT = BESTS + 10,
  // The best lap with all digits.
  BEST = STATE_COUNT - 1
};

/// The state of a session before its next event.
typedef struct State {
  int64_t position, session, version, laps;
  /// The column `state`, with a bit for each null.
  int64_t numbers[STATE_COUNT];
  uint64_t nulls;
  unsigned char uid[16];
} State;

/// The values of a new event that differ between the events of a run.
typedef struct Draft {
  const char *kind;
  int64_t wall, ticks;
} Draft;

/// Ends the process unless `code` is SQLITE_OK, SQLITE_ROW or SQLITE_DONE.
int checked(Baseline *log, int code);
sqlite3_stmt *prepared(Baseline *log, const char *sql);
void execute(Baseline *log, const char *script);
void run(Baseline *log, sqlite3_stmt *statement);
/// Reads the newest clock, unless it is known.
void read_clock(Baseline *log);

/// Sums up the columns of a row: numbers, and addresses and lengths of texts and blobs.
int64_t row_sum(sqlite3_stmt *row);

/// Creates a UUIDv7 that is greater than all before it.
void make_id(unsigned char id[16], int64_t wall);
/// Inserts an event with its digest at the position and version of the state.
void write_event(Baseline *log, State *state, Draft draft);
