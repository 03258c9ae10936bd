// Occupancy: cases worked out by hand, and, where a CUDA toolkit is found, thousands of random ones against the toolkit's own calculator.
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <random>
#include <utility>

#include "simulator/analysis/occupancy.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define WB_HAS_CALCULATOR 1
#endif

using namespace wb;

namespace {

Occupancy of(const char* capability, uint32_t threads, std::optional<uint32_t> registers, uint64_t shared_bytes) {
  const SmLimits* sm = find_sm_limits(capability_from(capability).value());
  REQUIRE(sm);
  return occupancy(*sm, {threads, registers, shared_bytes, {}});
}
std::string limiters(const Occupancy& o) {
  std::string all;
  for (OccupancyLimit limit : o.limiters) all += (all.empty() ? "" : " ") + std::string(limit_name(limit));
  return all;
}

}  // namespace

TEST_CASE("capabilities are read and written") {
  CHECK(capability_from("9.0") == ComputeCapability{9, 0});
  CHECK(capability_from("12.1") == ComputeCapability{12, 1});
  for (const char* wrong : {"", "9", "9.", ".0", "9.0a", "sm_90", "-9.0"}) CHECK_FALSE(capability_from(wrong));
  CHECK(to_string({10, 3}) == "10.3");
  CHECK_FALSE(find_sm_limits({4, 0}));
  CHECK(sm_limits().size() == 20);
}

TEST_CASE("the scarcest of the four decides") {
  struct Case {
    const char *name, *capability;
    uint32_t threads, registers;
    uint64_t shared_bytes;
    uint32_t blocks, warps;
    const char* limiters;
  };
  constexpr Case cases[] = {
      {"8 blocks of 8 warps fill 64 places", "9.0", 256, 32, 0, 8, 64, "warps registers"},
      {"one register more: 40 x 32 = 1,280 a warp, 12 warps a quarter, 48 in all", "9.0", 256, 33, 0, 6, 48, "registers"},
      {"small blocks run out of places for blocks", "9.0", 32, 16, 0, 32, 32, "blocks"},
      {"... of which Turing has 16", "7.5", 32, 16, 0, 16, 16, "blocks"},
      {"a tile of 32 KiB and the system's 1 KiB: 6 times into 228 KiB", "9.0", 128, 16, 32 * 1024, 6, 24, "shared_memory"},
      {"without the system's share: 3 into 96 KiB", "7.0", 128, 16, 32 * 1024, 3, 12, "shared_memory"},
      {"a block of 1,000 threads takes 32 places", "8.6", 1000, 32, 0, 1, 32, "warps"},
      {"48 places are no two times 32", "8.9", 1024, 32, 0, 1, 32, "warps"},
      {"255 registers: two warps a quarter", "8.0", 64, 255, 0, 4, 8, "registers"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Occupancy o = of(c.capability, c.threads, c.registers, c.shared_bytes);
    CHECK(o.refusal == "");
    CHECK(o.blocks == c.blocks);
    CHECK(o.warps == c.warps);
    CHECK(limiters(o) == c.limiters);
  }
  CHECK(of("9.0", 256, 33, 0).share() == doctest::Approx(0.75));
}

TEST_CASE("what is not known does not limit, and is said to be unknown") {
  const Occupancy o = of("9.0", 256, std::nullopt, 0);
  CHECK(o.warps == 64);
  CHECK(limiters(o) == "warps");
  CHECK_FALSE(o.registers_known);
  CHECK(o.blocks_by[static_cast<size_t>(OccupancyLimit::registers)] == Occupancy::open);
}

TEST_CASE("a launch that no block of can start says which limit it breaks") {
  CHECK(of("9.0", 0, 32, 0).refusal == "a block has no threads");
  CHECK(of("9.0", 1056, 32, 0).refusal == "a block has 1056 threads, more than 1024");
  CHECK(of("9.0", 256, 256, 0).refusal == "a thread takes 256 registers, more than 255");
  CHECK(of("9.0", 1024, 65, 0).refusal == "a block of 1024 threads with 65 registers each needs more registers than the 65536 that one can have on compute capability 9.0");
  CHECK(of("8.6", 128, 32, 100 * 1024).refusal == "a block asks for 102400 bytes of shared memory, more than the 101376 that one can have on compute capability 8.6");
  const Occupancy o = of("6.1", 128, 32, 48 * 1024 + 1);
  CHECK(o.blocks == 0);
  CHECK(o.limiters.empty());
  CHECK_FALSE(o.refusal.empty());
  CHECK(of("8.6", 128, 32, 99 * 1024).refusal == "");
  CHECK(of("8.6", 128, 32, 99 * 1024).needs_opt_in);
  CHECK_FALSE(of("8.6", 128, 32, 48 * 1024).needs_opt_in);
}

TEST_CASE("a smaller share of the memory is rounded up to a size that there is, and to what one block needs") {
  const SmLimits& sm = *find_sm_limits({9, 0});
  CHECK(occupancy(sm, {128, 16, 31 * 1024, 50}).shared_bytes_of_sm == 132 * 1024);   // 114 KiB are wanted
  CHECK(occupancy(sm, {128, 16, 31 * 1024, 50}).blocks == 4);
  CHECK(occupancy(sm, {128, 16, 31 * 1024, 0}).shared_bytes_of_sm == 32 * 1024);
  CHECK(occupancy(sm, {128, 16, 31 * 1024, 0}).blocks == 1);
  CHECK(occupancy(*find_sm_limits({6, 1}), {128, 16, 31 * 1024, 0}).shared_bytes_of_sm == 96 * 1024);  // nothing to choose
}

TEST_CASE("curves say what another block size, other registers, other shared memory would give") {
  const BlockNeeds needs{256, 40, 8192, {}};
  for (const SmLimits& sm : sm_limits()) {
    const std::vector<OccupancyCurve> curves = occupancy_curves(sm, needs);
    REQUIRE(curves.size() == 3);
    CHECK(curves[0].warps.size() == 32);
    CHECK(curves[1].warps.size() == 240);
    CHECK(curves[2].warps.size() == sm.shared_bytes_per_block / 1024 + 1);
    CHECK(curves[0].value(7) == 256);
    CHECK(curves[0].warps[7] == occupancy(sm, needs).warps);
    CHECK(curves[1].warps[40 - 16] == occupancy(sm, needs).warps);
    CHECK(curves[2].warps[8] == occupancy(sm, needs).warps);
    CHECK(std::is_sorted(curves[1].warps.rbegin(), curves[1].warps.rend()));  // more registers never make more warps
    CHECK(std::is_sorted(curves[2].warps.rbegin(), curves[2].warps.rend()));
  }
}

#ifdef WB_HAS_CALCULATOR
namespace {

cudaOccDeviceProp device_of(const SmLimits& sm) {
  cudaOccDeviceProp d;
  d.computeMajor = static_cast<int>(sm.capability.major);
  d.computeMinor = static_cast<int>(sm.capability.minor);
  d.maxThreadsPerBlock = SmLimits::threads_per_block;
  d.maxThreadsPerMultiprocessor = static_cast<int>(sm.warps * SmLimits::warp_lanes);
  d.regsPerBlock = static_cast<int>(sm.registers_per_block);
  d.regsPerMultiprocessor = static_cast<int>(sm.registers);
  d.warpSize = SmLimits::warp_lanes;
  d.sharedMemPerBlock = SmLimits::unasked_shared_bytes;
  d.sharedMemPerMultiprocessor = sm.shared_bytes;
  d.numSms = 1;
  d.sharedMemPerBlockOptin = sm.shared_bytes_per_block;
  d.reservedSharedMemPerBlock = sm.reserved_shared_bytes;
  return d;
}

uint32_t limit_of(int blocks) { return blocks == INT_MAX ? Occupancy::open : static_cast<uint32_t>(blocks); }

void compare(const SmLimits& sm, const BlockNeeds& needs, uint64_t static_bytes) {
  const cudaOccDeviceProp device = device_of(sm);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = static_cast<int>(needs.registers.value_or(0));
  kernel.sharedSizeBytes = static_bytes;
  kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = sm.shared_bytes_per_block - static_bytes;
  kernel.numBlockBarriers = 1;
  cudaOccDeviceState state;
  state.carveoutConfig = needs.carveout_percent ? static_cast<int>(*needs.carveout_percent) : SHAREDMEM_CARVEOUT_DEFAULT;
  cudaOccResult theirs;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(&theirs, &device, &kernel, &state, static_cast<int>(needs.threads), needs.shared_bytes - static_bytes);
  const Occupancy ours = occupancy(sm, needs);
  CAPTURE(to_string(sm.capability));
  CAPTURE(needs.threads);
  CAPTURE(needs.registers.value_or(0));
  CAPTURE(needs.shared_bytes);
  CAPTURE(needs.carveout_percent.value_or(101));
  REQUIRE(error == CUDA_OCC_SUCCESS);
  CHECK(ours.blocks == static_cast<uint32_t>(theirs.activeBlocksPerMultiprocessor));
  CHECK((ours.blocks == 0) == !ours.refusal.empty());
  if (!ours.refusal.empty()) return;
  const uint32_t by[4] = {limit_of(theirs.blockLimitWarps), limit_of(theirs.blockLimitBlocks), limit_of(theirs.blockLimitRegs), limit_of(theirs.blockLimitSharedMem)};
  for (size_t i = 0; i < 4; ++i) CHECK(ours.blocks_by[i] == by[i]);
  CHECK(ours.allocated_registers == static_cast<uint32_t>(theirs.allocatedRegistersPerBlock));
  CHECK(ours.allocated_shared_bytes == theirs.allocatedSharedMemPerBlock);
  constexpr unsigned bits[] = {OCC_LIMIT_WARPS, OCC_LIMIT_BLOCKS, OCC_LIMIT_REGISTERS, OCC_LIMIT_SHARED_MEMORY};
  unsigned limiting = 0;
  for (OccupancyLimit limit : ours.limiters) limiting |= bits[static_cast<size_t>(limit)];
  CHECK(limiting == (theirs.limitingFactors & 0xFu));
}

}  // namespace

TEST_CASE("random launches on every capability have the toolkit's own occupancy") {
  std::mt19937_64 random(20260101);
  const auto below = [&](uint64_t n) { return n ? random() % n : 0; };
  for (const SmLimits& sm : sm_limits()) {
    if (std::pair(sm.capability.major, sm.capability.minor) > std::pair(__CUDA_OCC_MAJOR__ + 0u, __CUDA_OCC_MINOR__ + 0u)) continue;  // an older toolkit
    for (int i = 0; i < 2000; ++i) {
      BlockNeeds needs;
      needs.threads = 1 + static_cast<uint32_t>(below(i % 8 ? 1024 : 1200));
      if (i % 3 == 0) needs.threads = (needs.threads + 31) / 32 * 32;
      if (i % 7) needs.registers = static_cast<uint32_t>(1 + below(255));
      const uint64_t most = sm.shared_bytes_per_block + (i % 16 ? 0 : 2048);
      if (i % 5) needs.shared_bytes = below(1 + (i % 2 ? most : most / 8));
      if (i % 4 == 0) needs.carveout_percent = static_cast<uint32_t>(below(101));
      compare(sm, needs, below(1 + std::min<uint64_t>(needs.shared_bytes, SmLimits::unasked_shared_bytes)));
    }
  }
}
#endif
