#pragma once
// How much memory a run's recording may take where nobody has said so: what the machine has to spare.
#include <cstdint>

namespace wb {

// At most a twelfth of `memory_bytes`: 512 MiB, 1024 from 12 GiB on, 2048 from 24 on. (Of 16 GiB a system reports somewhat less.)
uint32_t recording_mib_of(uint64_t memory_bytes);
// Of this machine's memory, or of what the process may have of it (cgroups, version 2); MiB. Where that cannot be told, the least.
uint32_t default_recording_mib();

}  // namespace wb
