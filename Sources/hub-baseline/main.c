#include <libpq-fe.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "hub-baseline: %s\n", what);
  exit(1);
}

static void *checked(void *memory) {
  if (memory == NULL) fail("out of memory");
  return memory;
}

static PGconn *opened(const char *url) {
  PGconn *connection = PQconnectdb(url);
  if (PQstatus(connection) != CONNECTION_OK) fail(PQerrorMessage(connection));
  return connection;
}

/// Ends the process unless the statement has succeeded.
static PGresult *succeeded(PGconn *connection, PGresult *result) {
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(PQerrorMessage(connection));
  return result;
}

static void run(PGconn *connection, const char *sql) {
  PQclear(succeeded(connection, PQexec(connection, sql)));
}

/// Lines as the binary format of an array of texts.
typedef struct Lines {
  char *bytes;
  size_t length, room;
  int count;
} Lines;

static void put(Lines *lines, size_t at, uint32_t word) {
  for (int byte = 0; byte < 4; byte++) lines->bytes[at + (size_t)byte] = (char)(word >> (24 - 8 * byte));
}

/// Begins with "dimensions, flags, element type", and the length and lower bound of the dimension.
static void clear(Lines *lines) {
  if (lines->room < 20) lines->bytes = checked(realloc(lines->bytes, lines->room = 1 << 20));
  const uint32_t words[] = {1, 0, 25, 0, 1};
  for (size_t index = 0; index < 5; index++) put(lines, 4 * index, words[index]);
  lines->length = 20, lines->count = 0;
}

static void add(Lines *lines, const char *line, size_t length) {
  while (lines->length + 4 + length > lines->room)
    lines->bytes = checked(realloc(lines->bytes, lines->room *= 2));
  put(lines, lines->length, (uint32_t)length);
  memcpy(lines->bytes + lines->length + 4, line, length);
  lines->length += 4 + length;
  put(lines, 12, (uint32_t)++lines->count);
}

static const char *append_events =
  "SELECT outcome, version, reason FROM laptimer.append_events($1, $2, $3, $4)";

/// Sends lines as the events of a stream after a version, and does not wait for the answer.
static void send_lines(
  PGconn *connection, const char *group, const char *stream, long after, const Lines *lines) {
  char version[24];
  snprintf(version, sizeof version, "%ld", after);
  const char *values[] = {group, stream, version, lines->bytes};
  int lengths[] = {0, 0, 0, (int)lines->length}, formats[] = {0, 0, 0, 1};
  if (!PQsendQueryParams(connection, append_events, 4, NULL, values, lengths, formats, 0))
    fail(PQerrorMessage(connection));
}

/// Waits for the answer to sent lines, which must be `stored`.
static void finish_lines(PGconn *connection) {
  PGresult *result;
  while ((result = PQgetResult(connection)) != NULL) {
    succeeded(connection, result);
    if (PQntuples(result) != 1 || strcmp(PQgetvalue(result, 0, 0), "stored") != 0)
      fail("the lines were not stored");
    PQclear(result);
  }
}

/// Sends the lines of a file, 1,000 at a time.
static void push(const char *url, const char *group, const char *stream, const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) fail(path);
  PGconn *connection = opened(url);
  Lines lines = {0};
  char *line = NULL;
  size_t room = 0;
  long after = 0;
  for (int is_open = 1; is_open;) {
    clear(&lines);
    while (lines.count < 1000) {
      ssize_t length = getline(&line, &room, file);
      if (length <= 0) {
        is_open = 0;
        break;
      }
      add(&lines, line, (size_t)length - 1);
    }
    if (lines.count == 0) break;
    send_lines(connection, group, stream, after, &lines);
    finish_lines(connection);
    after += lines.count;
  }
  free(line);
  free(lines.bytes);
  fclose(file);
  PQfinish(connection);
}

/// Reads the events of a stream after a version; returns their number.
static int pull_after(PGconn *connection, const char *group, const char *stream, long version) {
  char held[64], number[32];
  snprintf(held, sizeof held, "{%s}", stream);
  snprintf(number, sizeof number, "{%ld}", version);
  const char *values[] = {group, held, number};
  PGresult *result = succeeded(
    connection, PQexecParams(
      connection, "SELECT stream, version, line FROM laptimer.pull_events($1, $2, $3, 2000)", 3,
      NULL, values, NULL, NULL, 0));
  int count = PQntuples(result);
  PQclear(result);
  return count;
}

/// Reads all events of a group of one stream.
static void pull(const char *url, const char *group) {
  PGconn *connection = opened(url);
  long version = 0;
  for (int count; (count = pull_after(connection, group, group, version)) > 0;) version += count;
  PQfinish(connection);
}

static void report(double seconds) {
  if (write(STDOUT_FILENO, &seconds, sizeof seconds) < 0) fail("the report");
}

/// Waits for a notification.
static void await(PGconn *connection) {
  PGnotify *notification;
  while ((notification = PQnotifies(connection)) == NULL) {
    struct pollfd waiting = {.fd = PQsocket(connection), .events = POLLIN};
    if (poll(&waiting, 1, 10000) <= 0 || !PQconsumeInput(connection)) fail("no notification");
  }
  PQfreemem(notification);
}

static void make_line(char line[512], const char *stream, const char *group, long version) {
  snprintf(
    line, 512,
    "{\"id\":\"%.24s%012lx\",\"uid\":\"%s\",\"version\":%ld,\"kind\":\"%s\",\"kind_version\":1,"
    "\"at\":\"2027-01-15T09:00:00.000000000Z\",\"basis\":\"measured\",\"recorded_at\":"
    "\"2027-01-15T09:00:00.000000000Z\",\"ticks_ns\":3600000000000,\"data\":{\"race\":\"%s\"},"
    "\"source\":\"cli\",\"digest\":\"%064lx\"}",
    stream, version == 1 ? strtol(stream + 24, NULL, 16) : version << 16, stream, version,
    version == 1 ? "joined" : "crossed", group, version);
}

/// Reports the seconds from before a notification until another connection has it, `count` times.
///
/// With a stream, an event is appended before, and the other connection reads it after.
static void follow(const char *sender_url, const char *url, const char *stream, int count) {
  PGconn *sender = opened(sender_url), *receiver = opened(url);
  run(receiver, "LISTEN laptimer");
  Lines lines = {0};
  for (long round = 0; round < count; round++) {
    struct timespec pause = {.tv_nsec = 5000000};
    nanosleep(&pause, NULL);
    double began = now();
    if (stream != NULL) {
      char line[512];
      make_line(line, stream, stream, round + 1);
      clear(&lines);
      add(&lines, line, strlen(line));
      send_lines(sender, stream, stream, round, &lines);
      finish_lines(sender);
    }
    if (!PQsendQuery(sender, "NOTIFY laptimer")) fail(PQerrorMessage(sender));
    await(receiver);
    if (stream != NULL && pull_after(receiver, stream, stream, round) != 1) fail("no event");
    report(now() - began);
    PGresult *result;
    while ((result = PQgetResult(sender)) != NULL) PQclear(succeeded(sender, result));
  }
  PQfinish(sender);
  PQfinish(receiver);
}

/// A device that appends to a stream of its own.
typedef struct Writer {
  PGconn *connection;
  char group[40], stream[40];
  long version;
  Lines lines;
} Writer;

static void send_batch(Writer *writer, int batch) {
  clear(&writer->lines);
  for (int index = 1; index <= batch; index++) {
    char line[512];
    make_line(line, writer->stream, writer->group, writer->version + index);
    add(&writer->lines, line, strlen(line));
  }
  send_lines(writer->connection, writer->group, writer->stream, writer->version, &writer->lines);
}

/// Reports the rate of 16 devices d1, d2, … that append to so many groups for some seconds.
///
/// The owner of the hub takes on the identities of the devices. `run` distinguishes ids.
static void counters(const char *url, int groups, int batch, double seconds, int run_number) {
  enum { count = 16 };
  Writer writers[count] = {0};
  struct pollfd waiting[count];
  for (int index = 0; index < count; index++) {
    Writer *writer = &writers[index];
    char sql[64];
    writer->connection = opened(url);
    snprintf(sql, sizeof sql, "SET SESSION AUTHORIZATION laptimer_d%d", index + 1);
    run(writer->connection, sql);
    snprintf(
      writer->group, 40, "%08x-0000-0000-8000-%012x", run_number, 1000 + index % groups);
    snprintf(writer->stream, 40, "%08x-0000-%04x-8000-%012x", run_number, index + 1, index + 1);
    waiting[index] = (struct pollfd){.fd = PQsocket(writer->connection), .events = POLLIN};
  }
  double began = now(), end = began + seconds;
  long stored = 0;
  for (int index = 0; index < count; index++) send_batch(&writers[index], batch);
  for (int left = count; left > 0;) {
    if (poll(waiting, count, 30000) <= 0) fail("no answer in 30 s");
    for (int index = 0; index < count; index++) {
      Writer *writer = &writers[index];
      if (waiting[index].revents == 0) continue;
      if (!PQconsumeInput(writer->connection)) fail(PQerrorMessage(writer->connection));
      if (PQisBusy(writer->connection)) continue;
      finish_lines(writer->connection);
      writer->version += batch, stored += batch;
      if (now() < end) {
        send_batch(writer, batch);
      } else {
        waiting[index].fd = -1, left--;
      }
    }
  }
  report((double)stored / (now() - began));
  for (int index = 0; index < count; index++) PQfinish(writers[index].connection);
}

/// hub-baseline push URL GROUP STREAM FILE            sends the lines of a file
/// hub-baseline pull URL GROUP                        reads the events of a group of one stream
/// hub-baseline notify URL URL COUNT                  reports the seconds of notifications
/// hub-baseline relay URL URL STREAM COUNT            and of events between two devices
/// hub-baseline counters URL GROUPS BATCH SECONDS RUN reports the events a second of 16 devices
int main(int count, char **words) {
  const char *command = count > 1 ? words[1] : "";
  if (count == 6 && strcmp(command, "push") == 0) {
    push(words[2], words[3], words[4], words[5]);
  } else if (count == 4 && strcmp(command, "pull") == 0) {
    pull(words[2], words[3]);
  } else if (count == 5 && strcmp(command, "notify") == 0) {
    follow(words[2], words[3], NULL, atoi(words[4]));
  } else if (count == 6 && strcmp(command, "relay") == 0) {
    follow(words[2], words[3], words[4], atoi(words[5]));
  } else if (count == 7 && strcmp(command, "counters") == 0) {
    counters(words[2], atoi(words[3]), atoi(words[4]), atof(words[5]), atoi(words[6]));
  } else {
    fputs("usage: hub-baseline push | pull | notify | relay | counters\n", stderr);
    return 2;
  }
  return 0;
}
