#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "CBaseline.h"

static void require(int holds, const char *what) {
  if (holds) return;
  perror(what);
  exit(1);
}

static double seconds_now(void) { return (double)baseline_now() / 1e9; }

struct BaselineBoard {
  struct event_base *base;
  struct evconnlistener *listener;
  struct bufferevent **readers;
  int count, room;
  int reports, publications, done;
  double published, *seconds;
  const char *first, *message;
};

/// Sends at once what the reader takes; the rest waits.
static void send_to(struct bufferevent *reader, const char *bytes) {
  size_t length = strlen(bytes);
  ssize_t sent = 0;
  if (evbuffer_get_length(bufferevent_get_output(reader)) == 0)
    sent = send(bufferevent_getfd(reader), bytes, length, MSG_NOSIGNAL);
  if (sent < 0) sent = 0;
  if ((size_t)sent < length) bufferevent_write(reader, bytes + sent, length - (size_t)sent);
}

static void on_request(struct bufferevent *reader, void *context) {
  struct BaselineBoard *board = context;
  struct evbuffer *input = bufferevent_get_input(reader);
  if (evbuffer_search(input, "\r\n\r\n", 4, NULL).pos < 0) return;
  evbuffer_drain(input, evbuffer_get_length(input));
  send_to(reader, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
  send_to(reader, board->first);
}

static void on_connection(
  struct evconnlistener *listener, evutil_socket_t file, struct sockaddr *address, int length,
  void *context) {
  (void)listener, (void)address, (void)length;
  struct BaselineBoard *board = context;
  int yes = 1;
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct bufferevent *reader = bufferevent_socket_new(board->base, file, BEV_OPT_CLOSE_ON_FREE);
  require(reader != NULL && board->count < board->room, "a reader of the baseline");
  board->readers[board->count++] = reader;
  bufferevent_setcb(reader, on_request, NULL, NULL, board);
  bufferevent_enable(reader, EV_READ | EV_WRITE);
}

/// All readers have the message before: sends the next one.
static void on_report(evutil_socket_t file, short what, void *context) {
  (void)what;
  struct BaselineBoard *board = context;
  double report[2];
  if (read(file, report, sizeof report) != sizeof report) {
    event_base_loopbreak(board->base);
    return;
  }
  board->seconds[board->done] = board->done == 0 ? report[1] : report[1] - board->published;
  if (board->done++ == board->publications) return;
  board->published = seconds_now();
  for (int index = 0; index < board->count; index++)
    send_to(board->readers[index], board->message);
}

BaselineBoard *baseline_board_open(int readers, uint16_t *port) {
  struct BaselineBoard *board = calloc(1, sizeof *board);
  require(board != NULL, "calloc");
  board->room = readers;
  board->readers = calloc((size_t)readers, sizeof *board->readers);
  board->base = event_base_new();
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  board->listener = evconnlistener_new_bind(
    board->base, on_connection, board, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 4096,
    (struct sockaddr *)&address, sizeof address);
  require(board->listener != NULL && board->readers != NULL, "evconnlistener_new_bind");
  socklen_t length = sizeof address;
  getsockname(evconnlistener_get_fd(board->listener), (struct sockaddr *)&address, &length);
  *port = ntohs(address.sin_port);
  return board;
}

void baseline_board_serve(
  BaselineBoard *board, int reports, const char *first, const char *message, int publications,
  double *seconds) {
  board->first = first, board->message = message;
  board->publications = publications, board->seconds = seconds;
  struct event *event = event_new(board->base, reports, EV_READ | EV_PERSIST, on_report, board);
  event_add(event, NULL);
  event_base_dispatch(board->base);
  event_free(event);
  for (int index = 0; index < board->count; index++) bufferevent_free(board->readers[index]);
  evconnlistener_free(board->listener);
  event_base_free(board->base);
  free(board->readers);
  free(board);
}

void baseline_read_boards(
  uint16_t port, int readers, const char *target, const char *first, const char *mark,
  int messages) {
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  char request[256], buffer[65536];
  int length = snprintf(
    request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", target, port);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  double began = seconds_now();
  for (int index = 0; index < readers; index++) {
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    require(file >= 0, "socket");
    require(connect(file, (struct sockaddr *)&address, sizeof address) == 0, "connect");
    require(write(file, request, (size_t)length) == length, "write");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
    require(epoll_ctl(epoll, EPOLL_CTL_ADD, file, &event) == 0, "epoll_ctl");
  }
  struct epoll_event events[256];
  int64_t marks = 0;
  for (int64_t message = 0; message < messages; message++) {
    const char *text = message == 0 ? first : mark;
    double report[2] = {0, 0};
    while (marks < (message + 1) * readers) {
      int ready = epoll_wait(epoll, events, 256, 30000);
      require(ready > 0 || errno == EINTR, "30 s without a message");
      for (int index = 0; index < ready; index++) {
        ssize_t count = read(events[index].data.fd, buffer, sizeof buffer);
        require(count > 0, "the server has closed");
        // A server writes a message at once: it is never cut in its first bytes.
        const char *place = buffer, *end = buffer + count;
        while ((place = memmem(place, (size_t)(end - place), text, strlen(text))) != NULL) {
          place++;
          if (marks++ == message * readers) report[0] = seconds_now();
        }
      }
    }
    report[1] = seconds_now();
    if (message == 0) report[1] -= began;
    require(write(1, report, sizeof report) == sizeof report, "report");
  }
}
