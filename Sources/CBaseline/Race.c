#include <stdlib.h>
#include <string.h>

#include "CBaseline.h"

typedef struct {
  int64_t *times;
  int32_t count;
  int32_t capacity;
} Runner;

typedef struct {
  int64_t last;
  int32_t laps;
  int32_t runner;
} Rank;

struct BaselineRace {
  Runner *runners;
  /// The runners in order: by laps, then by the time of the last crossing, then by number.
  Rank *order;
  int32_t count;
};

static void *allocated(void *memory, size_t size) {
  void *bytes = realloc(memory, size);
  if (bytes == NULL) abort();
  return bytes;
}

static int compared(const void *left, const void *right) {
  const Rank *one = left, *two = right;
  if (one->laps != two->laps) return one->laps > two->laps ? -1 : 1;
  if (one->last != two->last) return one->last < two->last ? -1 : 1;
  return one->runner < two->runner ? -1 : one->runner > two->runner;
}

/// Finds the first index whose rank is not before the given one.
static int32_t place(const Rank *order, int32_t count, const Rank *rank) {
  int32_t low = 0, high = count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (compared(&order[middle], rank) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

BaselineRace *baseline_race_new(int32_t runners) {
  BaselineRace *race = allocated(NULL, sizeof *race);
  race->count = runners;
  race->runners = allocated(NULL, sizeof(Runner) * (size_t)runners);
  race->order = allocated(NULL, sizeof(Rank) * (size_t)runners);
  memset(race->runners, 0, sizeof(Runner) * (size_t)runners);
  for (int32_t runner = 0; runner < runners; runner++) {
    race->order[runner] = (Rank){.last = 0, .laps = 0, .runner = runner};
  }
  return race;
}

int32_t baseline_race_cross(BaselineRace *race, int32_t number, int64_t time) {
  Runner *runner = &race->runners[number];
  Rank rank = {
      .last = runner->count > 0 ? runner->times[runner->count - 1] : 0,
      .laps = runner->count,
      .runner = number};
  int32_t before = place(race->order, race->count, &rank);
  if (runner->count == runner->capacity) {
    runner->capacity = runner->capacity > 0 ? runner->capacity * 2 : 4;
    runner->times = allocated(runner->times, sizeof(int64_t) * (size_t)runner->capacity);
  }
  int32_t index = runner->count;
  while (index > 0 && runner->times[index - 1] > time) index--;
  memmove(
      &runner->times[index + 1], &runner->times[index],
      sizeof(int64_t) * (size_t)(runner->count - index));
  runner->times[index] = time;
  runner->count++;
  rank.last = runner->times[runner->count - 1];
  rank.laps = runner->count;
  int32_t after = place(race->order, before, &rank);
  memmove(&race->order[after + 1], &race->order[after], sizeof(Rank) * (size_t)(before - after));
  race->order[after] = rank;
  return after + 1;
}

int64_t baseline_race_standings(const BaselineRace *race, int64_t time) {
  Rank *order = allocated(NULL, sizeof(Rank) * (size_t)race->count);
  for (int32_t number = 0; number < race->count; number++) {
    const Runner *runner = &race->runners[number];
    int32_t laps = 0, high = runner->count;
    while (laps < high) {
      int32_t middle = laps + (high - laps) / 2;
      if (runner->times[middle] <= time) {
        laps = middle + 1;
      } else {
        high = middle;
      }
    }
    order[number] = (Rank){
        .last = laps > 0 ? runner->times[laps - 1] : 0, .laps = laps, .runner = number};
  }
  qsort(order, (size_t)race->count, sizeof(Rank), compared);
  int64_t gaps = 0;
  for (int32_t index = 0; index < race->count; index++) gaps += order[index].last - order[0].last;
  free(order);
  return gaps;
}

void baseline_race_free(BaselineRace *race) {
  for (int32_t number = 0; number < race->count; number++) free(race->runners[number].times);
  free(race->runners);
  free(race->order);
  free(race);
}
