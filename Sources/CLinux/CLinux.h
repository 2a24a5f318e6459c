// The calls of Linux that Swift's Glibc module leaves out.
#include <stdio.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The kind of file system that `path` lies on, `f_type` of statfs(2); 0 if it is not known.
static inline unsigned int clinux_file_system_kind(const char *path) {
  struct statfs about;
  return statfs(path, &about) == 0 ? (unsigned int)about.f_type : 0;
}

/// Renames, unless the new name is taken (renameat2(2), RENAME_NOREPLACE = 1): -1 and errno then.
static inline int clinux_rename_as_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, 1u);
}
