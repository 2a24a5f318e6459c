#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/// Asks the observer before a call; any code but SQLITE_OK is the result of the call.
static int ask(const struct faulty_observer *observer, const struct faulty_call *call) {
  long long done = 0;
  return observer->before(observer->context, call, &done);
}

/// Notifies the observer of a successful call, and returns the code.
static int tell(
    const struct faulty_observer *observer, const struct faulty_call *call, int code) {
  if (code == SQLITE_OK) observer->after(observer->context, call);
  return code;
}

#define SELF struct faulty_file *self = (struct faulty_file *)file

/// Stores the `errno` of a failed call, like the default file system.
static int kept(struct faulty_file *self, int code) {
  self->number = errno;
  return code;
}

/// Asks the observer, calls the default method, and notifies the observer.
#define OBSERVED(call_, does)                                    \
  struct faulty_call call = call_;                               \
  int code = ask(self->observer, &call);                         \
  if (code != SQLITE_OK) return kept(self, code);                \
  return tell(self->observer, &call, does)

#define CALL(...) (struct faulty_call){.path = self->path, __VA_ARGS__}

static int close_(sqlite3_file *file) {
  SELF;
  return self->usual->pMethods->xClose(self->usual);
}

static int read_(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  SELF;
  struct faulty_call call = CALL(.operation = FAULTY_READ, .count = count, .offset = offset);
  int code = ask(self->observer, &call);
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
    return tell(self->observer, &call, code);
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
  ask(self->observer, &call);
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
  ask(self->observer, &call);
  return self->usual->pMethods->xUnfetch(self->usual, offset, at);
}

static const sqlite3_io_methods methods = {
    3,         close_,   read_,    write_,  truncate_, sync_,       size_,     lock_, unlock_,
    reserved_, control_, sector_,  device_, shm_map,   shm_lock,    shm_barrier,
    shm_unmap, fetch,    unfetch,
};

/// The default file system and its observer.
struct faulty_disk {
  struct faulty_observer observer;
  sqlite3_vfs *usual;
};

static struct faulty_disk *disk_of(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int open_(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *answer) {
  struct faulty_disk *disk = disk_of(vfs);
  if (!path) return disk->usual->xOpen(disk->usual, path, file, flags, answer);
  struct faulty_file *self = (struct faulty_file *)file;
  self->base.pMethods = NULL;
  self->observer = &disk->observer;
  self->path = path;
  self->usual = (sqlite3_file *)(self + 1);
  struct faulty_call call = {
      .operation = FAULTY_OPEN, .path = path, .flags = flags, .offset = access(path, F_OK) != 0};
  int code = ask(self->observer, &call);
  if (code != SQLITE_OK) return code;
  code = disk->usual->xOpen(disk->usual, path, self->usual, flags, answer);
  if (code == SQLITE_OK) self->base.pMethods = &methods;
  return tell(self->observer, &call, code);
}

static int delete_(sqlite3_vfs *vfs, const char *path, int syncs) {
  struct faulty_disk *disk = disk_of(vfs);
  struct faulty_call call = {.operation = FAULTY_DELETE, .path = path, .flags = syncs};
  int code = ask(&disk->observer, &call);
  if (code != SQLITE_OK) return code;
  return tell(
      &disk->observer, &call, disk->usual->xDelete(disk->usual, path, syncs));
}

static int access_(sqlite3_vfs *vfs, const char *path, int what, int *answer) {
  struct faulty_disk *disk = disk_of(vfs);
  struct faulty_call call = {.operation = FAULTY_ACCESS, .path = path, .flags = what};
  int code = ask(&disk->observer, &call);
  if (code != SQLITE_OK) return code;
  return disk->usual->xAccess(disk->usual, path, what, answer);
}

/// Does not sleep: the lock holder is on the same thread and cannot progress.
static int sleep_(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

int faulty_register(const char *name, struct faulty_observer observer) {
  sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
  struct faulty_disk *disk = calloc(1, sizeof *disk);
  sqlite3_vfs *vfs = malloc(sizeof *vfs);
  if (!usual || !disk || !vfs) return SQLITE_NOMEM;
  disk->observer = observer;
  disk->usual = usual;
  // The other methods are SQLite's own: full paths, randomness, the clock.
  *vfs = *usual;
  vfs->szOsFile = (int)sizeof(struct faulty_file) + usual->szOsFile;
  vfs->pNext = NULL;
  vfs->zName = strdup(name);
  vfs->pAppData = disk;
  vfs->xOpen = open_;
  vfs->xDelete = delete_;
  vfs->xAccess = access_;
  vfs->xSleep = sleep_;
  return sqlite3_vfs_register(vfs, 0);
}
