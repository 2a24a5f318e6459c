#include "Allocations.h"

#include <stddef.h>

// These functions replace those of the C library in the program and all its libraries, and count
// the calls. free(3) is not replaced.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static __thread unsigned long made;

unsigned long allocations_made(void) { return made; }

void *malloc(size_t size) {
  made++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  made++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  made++;
  return __libc_realloc(memory, size);
}
