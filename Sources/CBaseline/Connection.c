#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "Baseline.h"

int checked(Baseline *log, int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return code;
  fprintf(stderr, "baseline: %s: %s\n", log->path, sqlite3_errmsg(log->db));
  exit(1);
}

sqlite3_stmt *prepared(Baseline *log, const char *sql) {
  sqlite3_stmt *statement;
  checked(log, sqlite3_prepare_v3(log->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0));
  return statement;
}

void execute(Baseline *log, const char *script) {
  checked(log, sqlite3_exec(log->db, script, 0, 0, 0));
}

void run(Baseline *log, sqlite3_stmt *statement) {
  checked(log, sqlite3_step(statement));
  checked(log, sqlite3_reset(statement));
}

Baseline *baseline_open(const char *path) {
  Baseline *log = calloc(1, sizeof *log);
  if (!log) abort();
  log->path = path;
  checked(log, sqlite3_open_v2(path, &log->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0));
  sqlite3_db_config(log->db, SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
  sqlite3_db_config(log->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 0);
  sqlite3_db_config(log->db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, 0);
  sqlite3_db_config(log->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, 0);
  checked(log, sqlite3_wal_autocheckpoint(log->db, 0));
  checked(log, sqlite3_busy_timeout(log->db, 5000));
  execute(
      log,
      "PRAGMA synchronous=FULL;PRAGMA recursive_triggers=ON;PRAGMA ignore_check_constraints=ON");
  return log;
}

void baseline_live_long(Baseline *log) {
  checked(log, sqlite3_wal_autocheckpoint(log->db, 1000));
}

void baseline_close(Baseline *log) {
  sqlite3_stmt *statement;
  while ((statement = sqlite3_next_stmt(log->db, 0))) sqlite3_finalize(statement);
  sqlite3_close(log->db);
  free(log);
}

int64_t baseline_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
