#pragma once
// Clocks for looking at the window's own cost.
#include <cstdint>

namespace wb {

double wall_ms();           // steady
double thread_cpu_ms();     // of the calling thread; where the system does not tell, the steady clock
uint64_t resident_bytes();  // of the process; 0: not known here

}  // namespace wb
