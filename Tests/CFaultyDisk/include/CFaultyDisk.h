#pragma once
#include <sqlite3.h>

/// A call of SQLite to its file system, with the used fields of `faulty_call`.
enum faulty_operation {
  FAULTY_OPEN,       ///< flags: SQLITE_OPEN_…; offset: 1 if the file did not exist
  FAULTY_DELETE,     ///< flags: nonzero to sync the folder, too
  FAULTY_ACCESS,
  FAULTY_READ,       ///< count, offset
  FAULTY_WRITE,      ///< bytes, count, offset
  FAULTY_TRUNCATE,   ///< offset: the new size
  FAULTY_SYNC,       ///< flags: SQLITE_SYNC_…
  FAULTY_SIZE,
  FAULTY_LOCK,       ///< flags: SQLITE_LOCK_…
  FAULTY_UNLOCK,     ///< flags: SQLITE_LOCK_…
  FAULTY_SHM_MAP,    ///< offset: the region
  FAULTY_SHM_LOCK,   ///< flags: SQLITE_SHM_…; offset: the first lock; count: the number of locks
  FAULTY_SHM_BARRIER,///< cannot fail
  FAULTY_UNFETCH,    ///< cannot fail
};

struct faulty_call {
  enum faulty_operation operation;
  const char *_Nonnull path;
  const void *_Nullable bytes;
  long long count;
  long long offset;
  int flags;
};

struct faulty_observer {
  void *_Nullable context;

  /// Called before each call: SQLITE_OK executes it, any other code is its result instead.
  /// `done` is the number of bytes that a failing write writes.
  int (*_Nonnull before)(
      void *_Nullable context, const struct faulty_call *_Nonnull call, long long *_Nonnull done);

  /// Called after each successful call, and after the written part of a failing write.
  void (*_Nonnull after)(void *_Nullable context, const struct faulty_call *_Nonnull call);
};

/// Registers SQLite's default virtual file system under another name, with an observer.
///
/// The registration is permanent. Files without a name are not observed.
int faulty_register(const char *_Nonnull name, struct faulty_observer observer);

/// Lets `faulty_fail_system_call` fail the system calls of SQLite's default file system.
///
/// It applies to the whole process; calls are passed on unless one is to fail.
void faulty_observe_system_calls(void);

/// Lets a later system call of SQLite on this thread fail with this `errno`, counted from 1.
///
/// `EMFILE` and `ENFILE` count only the calls that open a file. 0 lets no call fail.
void faulty_fail_system_call(int call, int number);

/// Returns the number of calls counted since the last `faulty_fail_system_call`.
int faulty_system_calls(void);
