#pragma once
#include <sqlite3.h>

/// What SQLite asks of a file, told to an observer before it is done and after it went well.
enum faulty_operation {
  FAULTY_OPEN,       ///< flags: SQLITE_OPEN_…; offset: 1 if there was no such file
  FAULTY_DELETE,     ///< flags: whether the folder is to be synced as well
  FAULTY_ACCESS,
  FAULTY_READ,       ///< count, offset
  FAULTY_WRITE,      ///< bytes, count, offset
  FAULTY_TRUNCATE,   ///< offset: the size to be
  FAULTY_SYNC,       ///< flags: SQLITE_SYNC_…
  FAULTY_SIZE,
  FAULTY_LOCK,       ///< flags: SQLITE_LOCK_…
  FAULTY_UNLOCK,     ///< flags: SQLITE_LOCK_…
  FAULTY_SHM_MAP,    ///< offset: the region
  FAULTY_SHM_LOCK,   ///< flags: SQLITE_SHM_…; offset: the first lock; count: how many
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

  /// Asked before each call: SQLITE_OK lets it happen, any other code is its answer instead.
  /// `done` is how many bytes of a write are written all the same.
  int (*_Nonnull before)(
      void *_Nullable context, const struct faulty_call *_Nonnull call, long long *_Nonnull done);

  /// Told after each call that went well, and of that part of a write that was done.
  void (*_Nonnull after)(void *_Nullable context, const struct faulty_call *_Nonnull call);
};

/// Registers SQLite's usual virtual file system under another name, with an observer.
///
/// It stays as long as the process. Files that SQLite gives no name are not observed.
int faulty_register(const char *_Nonnull name, struct faulty_observer observer);
