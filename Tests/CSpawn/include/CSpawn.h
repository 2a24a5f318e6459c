// GNU functions of unistd.h and spawn.h that Swift's Glibc module lacks.

#ifndef CSPAWN_H
#define CSPAWN_H

#include <spawn.h>

/// pipe2(2) with O_CLOEXEC, so that children of other threads do not inherit the ends.
int spawn_pipe(int ends[2]);

/// posix_spawn_file_actions_addchdir_np(3).
int spawn_add_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// posix_spawn_file_actions_addclosefrom_np(3).
int spawn_close_from(posix_spawn_file_actions_t *actions, int file);

/// pidfd_open(2): a descriptor that is readable once a process has ended; -1 and errno on failure.
int spawn_open_pidfd(pid_t process);

#endif
