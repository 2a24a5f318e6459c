// What Swift's Glibc module leaves out of unistd.h and spawn.h: GNU's own.

#ifndef CSPAWN_H
#define CSPAWN_H

#include <spawn.h>

/// pipe2(2) with O_CLOEXEC: no child that another thread starts meanwhile gets the ends.
int spawn_pipe(int ends[2]);

/// posix_spawn_file_actions_addchdir_np(3).
int spawn_add_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// posix_spawn_file_actions_addclosefrom_np(3).
int spawn_close_from(posix_spawn_file_actions_t *actions, int file);

/// pidfd_open(2): a file that is readable when a process has ended; -1 and errno if there is none.
int spawn_end_file(pid_t process);

#endif
