// The headers of libevent define _GNU_SOURCE, with which fd_set has other members than in Swift's
// Glibc: the system's types come before them.
#include <sys/types.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
