// The calls of Linux that Swift's Glibc module leaves out.
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

/// The type of the file system of `path`, `f_type` of statfs(2); 0 if it is not known.
static inline unsigned int clinux_file_system_kind(const char *path) {
  struct statfs about;
  return statfs(path, &about) == 0 ? (unsigned int)about.f_type : 0;
}

/// Renames, unless the new name is taken (renameat2(2), RENAME_NOREPLACE = 1): -1 and errno then.
static inline int clinux_rename_as_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, 1u);
}

/// Whether a signal is ignored, as those of a job in the background are.
static inline int clinux_ignores(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action) != 0) return 0;
  return !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

/// Blocks signals and gives a file that is readable when one has come: -1 and errno if there is none.
static inline int clinux_signal_file(const int *numbers, int count) {
  sigset_t signals;
  sigemptyset(&signals);
  for (int index = 0; index < count; index++) sigaddset(&signals, numbers[index]);
  int file = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (file >= 0) sigprocmask(SIG_BLOCK, &signals, NULL);
  return file;
}

/// A file in memory, without a name (memfd_create(2), MFD_CLOEXEC = 1): -1 and errno if there is none.
static inline int clinux_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "laptimer", 1u);
}
