#include "CArguments.h"

#include <features.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef __GLIBC__
#error "Only glibc passes the arguments of main to constructors."
#endif

static int count;
static char **words;

/// Keeps the arguments of `main`.
///
/// Swift's `CommandLine` reads them from /proc/self/cmdline, which needs a file descriptor and a
/// mounted /proc, and finds none where either is missing. `main` itself belongs to Swift. glibc
/// calls each constructor with the arguments of `main` (`call_init` in csu/libc-start.c and in
/// elf/dl-init.c), in a static program too.
__attribute__((constructor)) static void keep(int given, char **arguments, char **environment) {
  (void)environment;
  count = given;
  words = arguments;
}

/// Names a root for Swift's runtime where /proc does not tell the path of the program.
///
/// A static program's runtime looks for its backtracer by that path at every start, also if no trace
/// is wanted, and aborts without one. Constructors with a priority run before those of the runtime.
__attribute__((constructor(101))) static void name_root(void) {
  if (access("/proc/self/exe", F_OK) != 0) setenv("SWIFT_ROOT", "/", 0);
}

int carguments_count(void) { return count; }

char **carguments_words(void) { return words; }

// The functions of Swift's runtime in CommandLine.cpp. A static program that has them here does not
// link that file, which searches the stack for the arguments at every start, by the addresses in
// /proc/self/maps: a fortieth of the instructions of a lap.

char **_swift_stdlib_getUnsafeArgvArgc(int *given) {
  *given = count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int given) {
  words = arguments;
  count = given;
}
