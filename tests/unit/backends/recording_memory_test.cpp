#include "app/backends/recording_memory.h"

#include <doctest.h>

using namespace wb;

TEST_CASE("a recording may take a twelfth of the machine's memory, within bounds") {
  constexpr uint64_t gib = 1ull << 30;
  CHECK(recording_mib_of(0) == 512);
  CHECK(recording_mib_of(4 * gib) == 512);
  CHECK(recording_mib_of(12 * gib - (1 << 20)) == 512);
  CHECK(recording_mib_of(12 * gib) == 1024);
  CHECK(recording_mib_of(16 * gib) == 1024);
  CHECK(recording_mib_of(24 * gib) == 2048);
  CHECK(recording_mib_of(UINT64_MAX) == 2048);
  const uint32_t here = default_recording_mib();
  CHECK((here == 512 || here == 1024 || here == 2048));
}
