#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "Baseline.h"

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/// Reads a JSON array of integers and nulls.
static void read_numbers(State *state, const char *text) {
  for (int index = 0; index < STATE_COUNT && text && *text && *text != ']'; index++) {
    text++;
    if (strncmp(text, "null", 4) == 0) {
      state->nulls |= 1ull << index;
      text += 4;
    } else {
      char *end;
      state->numbers[index] = strtoll(text, &end, 10);
      text = end;
    }
  }
}

static int write_numbers(const State *state, char *text, size_t size) {
  int length = 0;
  for (int index = 0; index < STATE_COUNT; index++) {
    const char *comma = index ? "," : "[";
    if (state->nulls >> index & 1) {
      length += snprintf(text + length, size - length, "%snull", comma);
    } else {
      length += snprintf(text + length, size - length, "%s%lld", comma, (long long)state->numbers[index]);
    }
  }
  return length + snprintf(text + length, size - length, "]");
}

static void set_number(State *state, int index, int64_t number) {
  state->numbers[index] = number;
  state->nulls &= ~(1ull << index);
}

/// Updates the shortest lap as shown with 0 to 9 decimal places.
static void set_bests(State *state, int64_t place) {
  int64_t unit = 1000000000;
  for (int index = BESTS; index < STATE_COUNT; index++, unit /= 10) {
    int64_t lap = (place / unit - state->numbers[LAST_SPLIT] / unit) * unit;
    if (state->laps == 1 || lap < state->numbers[index]) set_number(state, index, lap);
  }
}

static State newest_state(Baseline *log) {
  read_clock(log);
  if (!log->state) {
    log->state = prepared(
        log,
        "SELECT session,events,lap_count,state,"
        "(SELECT max(position) FROM events),"
        "(SELECT id FROM events WHERE session=s.session AND version=1) "
        "FROM sessions s WHERE phase IN('running','countdown')ORDER BY session DESC LIMIT 1");
  }
  State state = {0};
  if (checked(log, sqlite3_step(log->state)) == SQLITE_ROW) {
    state.session = sqlite3_column_int64(log->state, 0);
    state.version = sqlite3_column_int64(log->state, 1);
    state.laps = sqlite3_column_int64(log->state, 2);
    read_numbers(&state, (const char *)sqlite3_column_text(log->state, 3));
    state.position = sqlite3_column_int64(log->state, 4);
    const void *uid = sqlite3_column_blob(log->state, 5);
    if (uid) memcpy(state.uid, uid, 16);
  }
  checked(log, sqlite3_reset(log->state));
  return state;
}

static void write_lap(Baseline *log, State *state) {
  Draft draft = {"lapped", nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_BOOTTIME)};
  int64_t place = state->numbers[PLACE] + draft.ticks - state->numbers[TICKS];
  state->position += 1;
  state->version += 1;
  state->laps += 1;
  write_event(log, state, draft);
  if (!log->lap) log->lap = prepared(log, "INSERT INTO laps VALUES(?,?,?,?,?,?,?,?,?)");
  sqlite3_bind_int64(log->lap, 1, state->session);
  sqlite3_bind_int64(log->lap, 2, state->version);
  sqlite3_bind_int64(log->lap, 3, state->laps);
  sqlite3_bind_int64(log->lap, 4, place);
  sqlite3_bind_int64(log->lap, 5, place - state->numbers[LAST_SPLIT]);
  sqlite3_bind_int64(log->lap, 6, draft.wall);
  sqlite3_bind_text(log->lap, 8, "[]", -1, SQLITE_STATIC);
  sqlite3_bind_int64(log->lap, 9, place);
  run(log, log->lap);
  set_bests(state, place);
  set_number(state, LAST_LAP, state->version);
  set_number(state, LAST_SPLIT, place);
  set_number(state, LATEST, place);
  set_number(state, RECORDED, draft.wall);
  set_number(state, TICKS, draft.ticks);
  set_number(state, PLACE, place);
  set_number(state, SOUND_RECORDED, draft.wall);
  set_number(state, SOUND_TICKS, draft.ticks);
  set_number(state, SOUND_PLACE, place);
}

static void write_session(Baseline *log, const State *state) {
  if (!log->session) {
    log->session = prepared(
        log,
        "UPDATE sessions SET lap_count=?2,best_ns=?3,events=?4,state=?5 WHERE session=?1");
  }
  char text[STATE_COUNT * 22 + 2];
  int length = write_numbers(state, text, sizeof text);
  sqlite3_bind_int64(log->session, 1, state->session);
  sqlite3_bind_int64(log->session, 2, state->laps);
  sqlite3_bind_int64(log->session, 3, state->numbers[BEST]);
  sqlite3_bind_int64(log->session, 4, state->version);
  sqlite3_bind_text(log->session, 5, text, length, SQLITE_TRANSIENT);
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
