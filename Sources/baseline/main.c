#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CBaseline.h"

/// baseline lap LOG          appends a lap, and prints its number when it is durable
/// baseline ring LOG COUNT   appends laps and rings; writes the times to standard output
int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "lap") == 0) {
    Baseline *log = baseline_open(words[2]);
    printf("%lld)\n", (long long)baseline_lap(log));
    baseline_close(log);
    return 0;
  }
  if (count == 4 && strcmp(words[1], "ring") == 0) {
    baseline_ring(words[2], STDOUT_FILENO, atoi(words[3]));
    return 0;
  }
  fputs("usage: baseline lap LOG | ring LOG COUNT\n", stderr);
  return 2;
}
