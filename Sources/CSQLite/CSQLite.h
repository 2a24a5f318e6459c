#include <sqlite3.h>

/// `sqlite3_db_config` takes a variable number of arguments, which Swift cannot call.
/// This is its form for an option that is on or off; a null `now` asks for no answer.
static inline int csqlite_db_config_flag(sqlite3 *db, int option, int on, int *now) {
  return sqlite3_db_config(db, option, on, now);
}

/// `SQLITE_TRANSIENT` is a cast of -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// The same for `sqlite3_config` and the count of the memory in use (SQLITE_CONFIG_MEMSTATUS).
static inline int csqlite_config_memory_status(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}
