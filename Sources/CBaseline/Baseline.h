#include <sqlite3.h>

#include "CBaseline.h"

struct Baseline {
  sqlite3 *db;
  const char *path;
  sqlite3_stmt *begin, *commit, *state, *event, *lap, *session;
  // The clock that all events are read from.
  char boot_id[64], device[64];
  int64_t clock, offset;
};

/// The places of some numbers in the column `state` of a session's row.
enum {
  LAST_LAP = 9, LAST_SPLIT, LATEST,
  RECORDED = 16, TICKS, PLACE,
  SOUND_RECORDED = 21, SOUND_TICKS, SOUND_PLACE, LAST_SEGMENT, HAS_LABELS,
  STATE_COUNT
};

/// The state of a session before its next event.
typedef struct State {
  int64_t position, session, version, laps;
  /// The column `state`, and a bit for each null in it.
  int64_t numbers[STATE_COUNT];
  uint32_t nulls;
  unsigned char uid[16];
} State;

/// An event to be written, but for what all events of a run share.
typedef struct Draft {
  const char *kind;
  int64_t wall, ticks;
} Draft;

/// Ends the process unless `code` is SQLITE_OK, SQLITE_ROW or SQLITE_DONE.
int checked(Baseline *log, int code);
sqlite3_stmt *prepared(Baseline *log, const char *sql);
void execute(Baseline *log, const char *script);
void run(Baseline *log, sqlite3_stmt *statement);
/// Finds out which clock is the newest, unless that is known.
void read_clock(Baseline *log);

/// Takes all columns of a scanned row, texts and blobs by their address and length.
int64_t row_sum(sqlite3_stmt *row);

/// A new UUIDv7; each is greater than those before it.
void make_id(unsigned char id[16], int64_t wall);
/// Writes an event at the position and version of the state, with its digest.
void write_event(Baseline *log, State *state, Draft draft);
