#include <errno.h>

#include "FaultyFile.h"

#define SELF struct faulty_file *self = (struct faulty_file *)file

/// Stores the `errno` of a failed call, like the default file system.
static int kept(struct faulty_file *self, int code) {
  self->number = errno;
  return code;
}

/// Asks the observer, calls the default method, and notifies the observer.
#define OBSERVED(call_, does)                                    \
  struct faulty_call call = call_;                               \
  int code = faulty_ask(self->observer, &call);                  \
  if (code != SQLITE_OK) return kept(self, code);                \
  return faulty_tell(self->observer, &call, does)

#define CALL(...) (struct faulty_call){.path = self->path, __VA_ARGS__}

static int close_(sqlite3_file *file) {
  SELF;
  return self->usual->pMethods->xClose(self->usual);
}

static int read_(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  SELF;
  struct faulty_call call = CALL(.operation = FAULTY_READ, .count = count, .offset = offset);
  int code = faulty_ask(self->observer, &call);
  if (code != SQLITE_OK) return kept(self, code);
  return self->usual->pMethods->xRead(self->usual, bytes, count, offset);
}

static int write_(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  SELF;
  struct faulty_call call =
      CALL(.operation = FAULTY_WRITE, .bytes = bytes, .count = count, .offset = offset);
  long long done = 0;
  int code = self->observer->before(self->observer->context, &call, &done);
  if (code == SQLITE_OK) {
    code = self->usual->pMethods->xWrite(self->usual, bytes, count, offset);
    return faulty_tell(self->observer, &call, code);
  }
  self->number = errno;
  if (done > 0) {
    call.count = done;
    if (self->usual->pMethods->xWrite(self->usual, bytes, (int)done, offset) == SQLITE_OK)
      self->observer->after(self->observer->context, &call);
  }
  errno = self->number;
  return code;
}

static int truncate_(sqlite3_file *file, sqlite3_int64 size) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_TRUNCATE, .offset = size),
      self->usual->pMethods->xTruncate(self->usual, size));
}

static int sync_(sqlite3_file *file, int flags) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_SYNC, .flags = flags),
      self->usual->pMethods->xSync(self->usual, flags));
}

static int size_(sqlite3_file *file, sqlite3_int64 *size) {
  SELF;
  OBSERVED(CALL(.operation = FAULTY_SIZE), self->usual->pMethods->xFileSize(self->usual, size));
}

static int lock_(sqlite3_file *file, int level) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_LOCK, .flags = level),
      self->usual->pMethods->xLock(self->usual, level));
}

static int unlock_(sqlite3_file *file, int level) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_UNLOCK, .flags = level),
      self->usual->pMethods->xUnlock(self->usual, level));
}

static int reserved_(sqlite3_file *file, int *answer) {
  SELF;
  return self->usual->pMethods->xCheckReservedLock(self->usual, answer);
}

static int control_(sqlite3_file *file, int what, void *argument) {
  SELF;
  if (what == SQLITE_FCNTL_LAST_ERRNO && self->number) {
    *(int *)argument = self->number;
    return SQLITE_OK;
  }
  return self->usual->pMethods->xFileControl(self->usual, what, argument);
}

static int sector_(sqlite3_file *file) {
  SELF;
  return self->usual->pMethods->xSectorSize(self->usual);
}

static int device_(sqlite3_file *file) {
  SELF;
  return self->usual->pMethods->xDeviceCharacteristics(self->usual);
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **at) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_SHM_MAP, .offset = region),
      self->usual->pMethods->xShmMap(self->usual, region, size, extend, at));
}

static int shm_lock(sqlite3_file *file, int first, int count, int flags) {
  SELF;
  OBSERVED(
      CALL(.operation = FAULTY_SHM_LOCK, .offset = first, .count = count, .flags = flags),
      self->usual->pMethods->xShmLock(self->usual, first, count, flags));
}

static void shm_barrier(sqlite3_file *file) {
  SELF;
  self->usual->pMethods->xShmBarrier(self->usual);
  struct faulty_call call = CALL(.operation = FAULTY_SHM_BARRIER);
  faulty_ask(self->observer, &call);
}

static int shm_unmap(sqlite3_file *file, int removes) {
  SELF;
  return self->usual->pMethods->xShmUnmap(self->usual, removes);
}

static int fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **at) {
  SELF;
  return self->usual->pMethods->xFetch(self->usual, offset, count, at);
}

static int unfetch(sqlite3_file *file, sqlite3_int64 offset, void *at) {
  SELF;
  struct faulty_call call = CALL(.operation = FAULTY_UNFETCH, .offset = offset);
  faulty_ask(self->observer, &call);
  return self->usual->pMethods->xUnfetch(self->usual, offset, at);
}

const sqlite3_io_methods faulty_methods = {
    3,         close_,   read_,    write_,  truncate_, sync_,       size_,     lock_, unlock_,
    reserved_, control_, sector_,  device_, shm_map,   shm_lock,    shm_barrier,
    shm_unmap, fetch,    unfetch,
};
