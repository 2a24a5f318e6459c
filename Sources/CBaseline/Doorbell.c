#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

#include "Baseline.h"

static void bell_path(char *path, size_t size, const char *log) {
  snprintf(path, size, "%s-bell", log);
}

static int is_readable(int file, int timeout) {
  struct pollfd waiting = {.fd = file, .events = POLLIN};
  return poll(&waiting, 1, timeout) > 0;
}

int baseline_hear(const char *log, int file, int count, int64_t *latencies) {
  char path[4096];
  bell_path(path, sizeof path, log);
  int ear = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(ear, path, IN_OPEN);
  Baseline *reader = baseline_open(log);
  sqlite3_stmt *newest = prepared(
      reader,
      "SELECT id,version,kind,kind_version,at,basis,recorded_at,ticks_ns,clock,data,position,"
      "session FROM events ORDER BY position DESC LIMIT 1");
  int heard = 0;
  while (heard < count && is_readable(ear, 10000)) {
    char events[4096];
    if (read(ear, events, sizeof events) < 0) break;
    checked(reader, sqlite3_step(newest));
    row_sum(newest);
    int64_t now = baseline_now(), rung;
    checked(reader, sqlite3_reset(newest));
    // Rings that came before the first was heard are heard with it.
    do {
      if (read(file, &rung, sizeof rung) != sizeof rung) break;
      latencies[heard++] = now - rung;
    } while (heard < count && is_readable(file, 0) && !is_readable(ear, 0));
  }
  baseline_close(reader);
  close(ear);
  return heard;
}

void baseline_ring(const char *path, int file, int count) {
  char bell[4096];
  bell_path(bell, sizeof bell, path);
  Baseline *log = baseline_open(path);
  struct timespec first = {.tv_nsec = 200000000}, pause = {.tv_nsec = 3000000};
  nanosleep(&first, 0);
  for (int ring = 0; ring < count; ring++) {
    baseline_lap(log);
    int64_t committed = baseline_now();
    int opened = open(bell, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (opened >= 0) close(opened);
    if (write(file, &committed, sizeof committed) < 0) break;
    nanosleep(&pause, 0);
  }
  baseline_close(log);
}
