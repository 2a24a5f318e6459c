#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "FaultyFile.h"

/// The default file system and its observer.
struct faulty_disk {
  struct faulty_observer observer;
  sqlite3_vfs *usual;
};

static struct faulty_disk *disk_of(sqlite3_vfs *vfs) { return vfs->pAppData; }

int faulty_ask(const struct faulty_observer *observer, const struct faulty_call *call) {
  long long done = 0;
  return observer->before(observer->context, call, &done);
}

int faulty_tell(
    const struct faulty_observer *observer, const struct faulty_call *call, int code) {
  if (code == SQLITE_OK) observer->after(observer->context, call);
  return code;
}

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
  int code = faulty_ask(self->observer, &call);
  if (code != SQLITE_OK) return code;
  code = disk->usual->xOpen(disk->usual, path, self->usual, flags, answer);
  if (code == SQLITE_OK) self->base.pMethods = &faulty_methods;
  return faulty_tell(self->observer, &call, code);
}

static int delete_(sqlite3_vfs *vfs, const char *path, int syncs) {
  struct faulty_disk *disk = disk_of(vfs);
  struct faulty_call call = {.operation = FAULTY_DELETE, .path = path, .flags = syncs};
  int code = faulty_ask(&disk->observer, &call);
  if (code != SQLITE_OK) return code;
  return faulty_tell(
      &disk->observer, &call, disk->usual->xDelete(disk->usual, path, syncs));
}

static int access_(sqlite3_vfs *vfs, const char *path, int what, int *answer) {
  struct faulty_disk *disk = disk_of(vfs);
  struct faulty_call call = {.operation = FAULTY_ACCESS, .path = path, .flags = what};
  int code = faulty_ask(&disk->observer, &call);
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
