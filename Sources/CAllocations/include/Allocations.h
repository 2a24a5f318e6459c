#pragma once

/// How often this thread has allocated memory since it started.
unsigned long allocations_made(void);
