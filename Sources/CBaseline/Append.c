#include <string.h>
#include <time.h>

#include "Baseline.h"

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static State newest_state(Baseline *log) {
  read_clock(log);
  if (!log->state) {
    log->state = prepared(
        log,
        "SELECT session,events,lap_count,last_split_ns,newest_place,newest_ticks_ns,"
        "(SELECT max(position) FROM events),"
        "(SELECT id FROM events WHERE session=s.session AND version=1) "
        "FROM sessions s WHERE phase IN('running','countdown')ORDER BY session DESC LIMIT 1");
  }
  State state = {0};
  if (checked(log, sqlite3_step(log->state)) == SQLITE_ROW) {
    state.session = sqlite3_column_int64(log->state, 0);
    state.version = sqlite3_column_int64(log->state, 1);
    state.laps = sqlite3_column_int64(log->state, 2);
    state.last_split = sqlite3_column_int64(log->state, 3);
    state.newest_place = sqlite3_column_int64(log->state, 4);
    state.newest_ticks = sqlite3_column_int64(log->state, 5);
    state.position = sqlite3_column_int64(log->state, 6);
    const void *uid = sqlite3_column_blob(log->state, 7);
    if (uid) memcpy(state.uid, uid, 16);
  }
  checked(log, sqlite3_reset(log->state));
  return state;
}

static void write_lap(Baseline *log, State *state) {
  Draft draft = {"lapped", nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_BOOTTIME)};
  int64_t place = state->newest_place + draft.ticks - state->newest_ticks;
  state->position += 1;
  state->version += 1;
  state->laps += 1;
  write_event(log, state, draft);
  if (!log->lap) log->lap = prepared(log, "INSERT INTO laps VALUES(?,?,?,?,?,?,?,?,?)");
  sqlite3_bind_int64(log->lap, 1, state->session);
  sqlite3_bind_int64(log->lap, 2, state->version);
  sqlite3_bind_int64(log->lap, 3, state->laps);
  sqlite3_bind_int64(log->lap, 4, place);
  sqlite3_bind_int64(log->lap, 5, place - state->last_split);
  sqlite3_bind_int64(log->lap, 6, draft.wall);
  sqlite3_bind_text(log->lap, 8, "[]", -1, SQLITE_STATIC);
  sqlite3_bind_int64(log->lap, 9, place);
  run(log, log->lap);
  state->last_split = place;
  state->newest_place = place;
  state->newest_ticks = draft.ticks;
}

static void write_session(Baseline *log, const State *state) {
  if (!log->session) {
    log->session = prepared(
        log,
        "UPDATE sessions SET lap_count=?2,best_ns=min(ifnull(best_ns,?3),?3),events=?4,last_lap=?4,"
        "last_split_ns=?3,latest_place=?3,newest_ticks_ns=?5,newest_place=?3,sound_ticks_ns=?5,"
        "sound_place=?3 WHERE session=?1");
  }
  sqlite3_bind_int64(log->session, 1, state->session);
  sqlite3_bind_int64(log->session, 2, state->laps);
  sqlite3_bind_int64(log->session, 3, state->last_split);
  sqlite3_bind_int64(log->session, 4, state->version);
  sqlite3_bind_int64(log->session, 5, state->newest_ticks);
  run(log, log->session);
}

static void begin(Baseline *log) {
  if (!log->begin) log->begin = prepared(log, "BEGIN IMMEDIATE");
  run(log, log->begin);
}

static void commit(Baseline *log) {
  if (!log->commit) log->commit = prepared(log, "COMMIT");
  run(log, log->commit);
}

int64_t baseline_lap(Baseline *log) {
  begin(log);
  State state = newest_state(log);
  write_lap(log, &state);
  write_session(log, &state);
  commit(log);
  return state.laps;
}

void baseline_record(Baseline *log, int64_t count) {
  begin(log);
  for (int64_t lap = 0; lap < count; lap++) {
    State state = newest_state(log);
    write_lap(log, &state);
    write_session(log, &state);
  }
  commit(log);
}

void baseline_import(Baseline *log, int64_t count) {
  begin(log);
  State state = newest_state(log);
  for (int64_t lap = 0; lap < count; lap++) write_lap(log, &state);
  write_session(log, &state);
  commit(log);
}
