#pragma once
#include "CFaultyDisk.h"

/// A file of the observed file system, with the usual one behind it.
struct faulty_file {
  sqlite3_file base;
  const struct faulty_observer *observer;
  const char *path;
  sqlite3_file *usual;
  /// The system's number for the newest write that was refused, if it had one; else 0.
  int number;
};

extern const sqlite3_io_methods faulty_methods;

/// Asks the observer; what is not SQLITE_OK is the answer.
int faulty_ask(const struct faulty_observer *observer, const struct faulty_call *call);

/// Tells the observer of a call that went well.
int faulty_tell(
    const struct faulty_observer *observer, const struct faulty_call *call, int code);
