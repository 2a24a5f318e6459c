#include <sodium.h>
#include <string.h>
#include <sys/random.h>

#include "Baseline.h"

void make_id(unsigned char id[16], int64_t wall) {
  static unsigned char random[4096];
  static size_t used = sizeof random;
  if (used + 16 > sizeof random) {
    // "requests of up to 256 bytes will always return as many bytes as requested" (getrandom(2)).
    for (size_t at = 0; at < sizeof random; at += 256) {
      if (getrandom(random + at, 256, 0) != 256) return;
    }
    used = 0;
  }
  memcpy(id, random + used, 16);
  used += 16;
  // Units of 1/4,096 ms; each time is used once.
  static int64_t newest;
  int64_t fine = wall / 1000000 * 4096 + wall % 1000000 * 4096 / 1000000;
  newest = fine > newest ? fine : newest + 1;
  int64_t milliseconds = newest / 4096, rest = newest % 4096;
  for (int byte = 0; byte < 6; byte++) id[byte] = (unsigned char)(milliseconds >> (40 - 8 * byte));
  id[6] = (unsigned char)(0x70 | rest >> 8);
  id[7] = (unsigned char)rest;
  id[8] = (id[8] & 0x3f) | 0x80;
}

void read_clock(Baseline *log) {
  if (log->clock) return;
  sqlite3_stmt *clock = prepared(
      log, "SELECT clock,boot_id,device,\"offset\" FROM clocks ORDER BY clock DESC LIMIT 1");
  if (checked(log, sqlite3_step(clock)) == SQLITE_ROW) {
    log->clock = sqlite3_column_int64(clock, 0);
    strncpy(log->boot_id, (const char *)sqlite3_column_text(clock, 1), sizeof log->boot_id - 1);
    strncpy(log->device, (const char *)sqlite3_column_text(clock, 2), sizeof log->device - 1);
    log->offset = sqlite3_column_int64(clock, 3);
  }
  sqlite3_finalize(clock);
}

/// The message of a digest: each field after its length in eight bytes.
typedef struct Encoding {
  unsigned char bytes[1024];
  size_t count;
} Encoding;

static void add(Encoding *encoding, const void *bytes, uint64_t count) {
  memcpy(encoding->bytes + encoding->count, &count, 8);
  memcpy(encoding->bytes + encoding->count + 8, bytes, count);
  encoding->count += 8 + count;
}

static void add_text(Encoding *encoding, const char *text) { add(encoding, text, strlen(text)); }

static void add_number(Encoding *encoding, int64_t number) { add(encoding, &number, 8); }

void write_event(Baseline *log, State *state, Draft draft) {
  if (!log->event) {
    log->event = prepared(log, "INSERT INTO events VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  }
  unsigned char id[16], digest[32];
  make_id(id, draft.wall);
  if (state->version == 1) memcpy(state->uid, id, 16);
  Encoding encoding = {.count = 0};
  add_text(&encoding, "laptimer event 1");
  add(&encoding, id, 16);
  add(&encoding, state->uid, 16);
  add_text(&encoding, draft.kind);
  add_number(&encoding, 1);
  add_number(&encoding, draft.wall);
  add_text(&encoding, "measured");
  add_number(&encoding, draft.wall);
  add_number(&encoding, draft.ticks);
  add_text(&encoding, log->boot_id);
  add_text(&encoding, log->device);
  add_number(&encoding, log->offset);
  add_text(&encoding, "cli");
  add_text(&encoding, "{}");
  crypto_generichash(digest, sizeof digest, encoding.bytes, encoding.count, 0, 0);
  sqlite3_stmt *event = log->event;
  sqlite3_bind_int64(event, 1, state->position);
  sqlite3_bind_blob(event, 2, id, 16, SQLITE_STATIC);
  sqlite3_bind_int64(event, 3, state->session);
  sqlite3_bind_int64(event, 4, state->version);
  sqlite3_bind_text(event, 5, draft.kind, -1, SQLITE_STATIC);
  sqlite3_bind_int64(event, 6, 1);
  sqlite3_bind_int64(event, 7, draft.wall);
  sqlite3_bind_text(event, 8, "measured", -1, SQLITE_STATIC);
  sqlite3_bind_int64(event, 9, draft.wall);
  sqlite3_bind_int64(event, 10, draft.ticks);
  sqlite3_bind_int64(event, 11, log->clock);
  sqlite3_bind_text(event, 12, "cli", -1, SQLITE_STATIC);
  sqlite3_bind_text(event, 13, "{}", -1, SQLITE_STATIC);
  sqlite3_bind_blob(event, 14, digest, 32, SQLITE_STATIC);
  run(log, event);
}
