#pragma once

/// The number of allocations of this thread since it started.
unsigned long allocations_made(void);
