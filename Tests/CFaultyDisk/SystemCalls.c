#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CFaultyDisk.h"

/// The call to fail on this thread, counted from 1; 0: none.
static _Thread_local int failing;
static _Thread_local int failing_number;
static _Thread_local int calls;

/// Counts a call and returns whether it fails. Only `open` needs a descriptor.
static int fails(int opens) {
  if (!failing || (!opens && (failing_number == EMFILE || failing_number == ENFILE))) return 0;
  if (++calls != failing) return 0;
  errno = failing_number;
  return 1;
}

static int open_(const char *path, int flags, int mode) {
  return fails(1) ? -1 : open(path, flags, mode);
}

static int fcntl_(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return fails(0) ? -1 : fcntl(file, command, argument);
}

static int stat_(const char *path, struct stat *status) {
  return fails(0) ? -1 : stat(path, status);
}

static int lstat_(const char *path, struct stat *status) {
  return fails(0) ? -1 : lstat(path, status);
}

static int fstat_(int file, struct stat *status) { return fails(0) ? -1 : fstat(file, status); }

static int ftruncate_(int file, off_t size) { return fails(0) ? -1 : ftruncate(file, size); }

static ssize_t pread_(int file, void *bytes, size_t count, off_t offset) {
  return fails(0) ? -1 : pread(file, bytes, count, offset);
}

static ssize_t pwrite_(int file, const void *bytes, size_t count, off_t offset) {
  return fails(0) ? -1 : pwrite(file, bytes, count, offset);
}

static void *mmap_(void *at, size_t size, int access, int flags, int file, off_t offset) {
  return fails(0) ? MAP_FAILED : mmap(at, size, access, flags, file, offset);
}

static int unlink_(const char *path) { return fails(0) ? -1 : unlink(path); }

void faulty_observe_system_calls(void) {
  static const struct {
    const char *name;
    sqlite3_syscall_ptr function;
  } observed[] = {
      {"open", (sqlite3_syscall_ptr)open_},         {"fcntl", (sqlite3_syscall_ptr)fcntl_},
      {"stat", (sqlite3_syscall_ptr)stat_},         {"lstat", (sqlite3_syscall_ptr)lstat_},
      {"fstat", (sqlite3_syscall_ptr)fstat_},       {"ftruncate", (sqlite3_syscall_ptr)ftruncate_},
      {"pread", (sqlite3_syscall_ptr)pread_},       {"pread64", (sqlite3_syscall_ptr)pread_},
      {"pwrite", (sqlite3_syscall_ptr)pwrite_},     {"pwrite64", (sqlite3_syscall_ptr)pwrite_},
      {"mmap", (sqlite3_syscall_ptr)mmap_},         {"unlink", (sqlite3_syscall_ptr)unlink_},
  };
  sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
  for (unsigned long index = 0; usual && index < sizeof observed / sizeof *observed; index++)
    usual->xSetSystemCall(usual, observed[index].name, observed[index].function);
}

void faulty_fail_system_call(int call, int number) {
  failing = call;
  failing_number = number;
  calls = 0;
}

int faulty_system_calls(void) { return calls; }
