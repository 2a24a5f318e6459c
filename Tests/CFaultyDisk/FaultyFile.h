#pragma once
#include "CFaultyDisk.h"

/// An open file, followed in memory by that of the default file system.
struct faulty_file {
  sqlite3_file base;
  const struct faulty_observer *observer;
  const char *path;
  sqlite3_file *usual;
  /// The `errno` of the newest failed call, or 0.
  int number;
};

extern const sqlite3_io_methods faulty_methods;

/// Asks the observer before a call; any code but SQLITE_OK is the result of the call.
int faulty_ask(const struct faulty_observer *observer, const struct faulty_call *call);

/// Notifies the observer of a successful call, and returns the code.
int faulty_tell(
    const struct faulty_observer *observer, const struct faulty_call *call, int code);
