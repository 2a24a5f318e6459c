#include <string.h>

#include "Baseline.h"

static const char *const scan =
    "SELECT id,version,kind,kind_version,at,basis,recorded_at,ticks_ns,clock,data,position,session "
    "FROM events ORDER BY session,version";

int64_t row_sum(sqlite3_stmt *row) {
  int64_t sum = 0;
  for (int column = 0; column < 12; column++) {
    switch (column) {
      case 0:
        sum += ((const unsigned char *)sqlite3_column_blob(row, column))[15];
        sum += sqlite3_column_bytes(row, column);
        break;
      case 2:
      case 5:
      case 9:
        sum += sqlite3_column_text(row, column)[0];
        sum += sqlite3_column_bytes(row, column);
        break;
      default: sum += sqlite3_column_int64(row, column);
    }
  }
  return sum;
}

int64_t baseline_scan(Baseline *log) {
  sqlite3_stmt *rows = prepared(log, scan);
  int64_t sum = 0;
  while (checked(log, sqlite3_step(rows)) == SQLITE_ROW) sum += row_sum(rows);
  sqlite3_finalize(rows);
  return sum;
}

int64_t baseline_rebuild(Baseline *log) {
  execute(
      log,
      "BEGIN IMMEDIATE;CREATE TEMP TABLE kept AS SELECT * FROM sessions;"
      "DELETE FROM laps;DELETE FROM timestamps;DELETE FROM sessions");
  sqlite3_stmt *rows = prepared(log, scan);
  sqlite3_stmt *lap = prepared(log, "INSERT INTO laps VALUES(?,?,?,?,?,?,NULL,'[]',?)");
  int64_t written = 0, number = 0, session = 0;
  while (checked(log, sqlite3_step(rows)) == SQLITE_ROW) {
    if (session != sqlite3_column_int64(rows, 11)) number = 0;
    session = sqlite3_column_int64(rows, 11);
    row_sum(rows);
    if (strcmp((const char *)sqlite3_column_text(rows, 2), "lapped") != 0) continue;
    int64_t place = sqlite3_column_int64(rows, 7);
    sqlite3_bind_int64(lap, 1, session);
    sqlite3_bind_int64(lap, 2, sqlite3_column_int64(rows, 1));
    sqlite3_bind_int64(lap, 3, ++number);
    sqlite3_bind_int64(lap, 4, place);
    sqlite3_bind_int64(lap, 5, place);
    sqlite3_bind_int64(lap, 6, sqlite3_column_int64(rows, 4));
    sqlite3_bind_int64(lap, 7, place);
    run(log, lap);
    written++;
  }
  sqlite3_finalize(rows);
  sqlite3_finalize(lap);
  execute(log, "INSERT INTO sessions SELECT * FROM kept;DROP TABLE kept;COMMIT");
  return written;
}
