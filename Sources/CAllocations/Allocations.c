#include "Allocations.h"

#include <stddef.h>

// The program's own malloc takes the place of the C library's in every library that it loads, and
// counts before it calls that one. What is given back is freed as ever.

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
