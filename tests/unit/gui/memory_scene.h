#pragma once
// A hand-made run for the tests of the Memory view: one block of one warp. `in` holds 64 ints, `out` 64 that nobody has written,
// `tile` is a shared array of 8 rows of 32 ints, `count` one int in global memory.
//
//   tick 0  line 1  lane l reads in[l]              4 sectors, all used
//   tick 1  line 2  (no memory)
//   tick 2  line 2  lane l writes tile[l / 4][l]     no conflict
//   tick 3  line 3  lanes 0 to 7 read tile[l][5]      one bank
//   tick 4  line 4  lanes 0 to 3 add to count[0]      a queue
//   tick 5  line 5  lanes 0 to 3 write out[8 l]        4 sectors, 16 of 128 bytes
#include <functional>

#include "simulator/recording/hand_made.h"

namespace wb::test {

enum : uint32_t { in_buffer, out_buffer, tile_array, count_buffer };

inline AllocationInfo ints(const char* name, Space space, std::vector<uint64_t> shape, bool is_defined) {
  AllocationInfo made;
  made.name = name;
  made.space = space;
  made.scalar = ScalarKind::int_;
  made.element_bytes = 4;
  made.shape = shape;
  made.bytes = 4;
  for (uint64_t n : shape) made.bytes *= n;
  made.starts_defined = is_defined;
  return made;
}

struct MemoryScene {
  std::shared_ptr<HandMadeRecording> made = std::make_shared<HandMadeRecording>();
  FileId file;

  MemoryScene() {
    made->launch_shape = {{1, 1, 1}, {32, 1, 1}};
    file = made->source_map.add("k.cu", "one\ntwo\nthree\nfour\nfive\n");
    made->allocation_list = {ints("in", Space::global, {64}, true), ints("out", Space::global, {64}, false), ints("tile", Space::shared, {8, 32}, false),
                             ints("count", Space::global, {1}, true)};
    MemoryView start;
    for (int i = 0; i < 64; ++i)
      for (int b = 0; b < 4; ++b) start.bytes.push_back(static_cast<uint8_t>((100 + i) >> 8 * b));
    made->memory_at_start[{in_buffer, 0}] = start;
    made->memory_at_start[{out_buffer, 0}] = {std::vector<uint8_t>(256, 0xCD), std::vector<bool>(256, false)};
    made->memory_at_start[{tile_array, 0}] = {std::vector<uint8_t>(1024, 0xCD), std::vector<bool>(1024, false)};
    made->memory_at_start[{count_buffer, 0}] = {std::vector<uint8_t>(4, 0), {}};
    add(0, 32, [](AccessRecord& a, uint32_t lane) { a = load(in_buffer, lane, 100 + lane); });
    add(4, 0, {});
    add(4, 32, [](AccessRecord& a, uint32_t lane) { a = store(tile_array, lane / 4 * 32 + lane, 100 + lane, 0xCDCDCDCD); });
    add(8, 8, [](AccessRecord& a, uint32_t lane) { a = load(tile_array, lane * 32 + 5, 7); });
    add(14, 4, [](AccessRecord& a, uint32_t lane) {
      a = store(count_buffer, 0, lane + 1, lane);
      a.kind = AccessKind::atomic;
    });
    add(19, 4, [](AccessRecord& a, uint32_t lane) { a = store(out_buffer, lane * 8, lane, 0xCDCDCDCD); });
  }

  static AccessRecord load(uint32_t allocation, uint64_t element, uint64_t value) {
    AccessRecord a;
    a.kind = AccessKind::load;
    a.allocation = allocation;
    a.offset = element * 4;
    a.bytes = 4;
    a.value = value;
    return a;
  }
  static AccessRecord store(uint32_t allocation, uint64_t element, uint64_t value, uint64_t old) {
    AccessRecord a = load(allocation, element, value);
    a.kind = AccessKind::store;
    a.old_value = old;
    return a;
  }
  void add(uint32_t at, uint32_t lanes, std::function<void(AccessRecord&, uint32_t lane)> fill) {
    HandMadeRecording::Step step;
    step.instruction = {0, 0, ~LaneMask{0}, {file, at, at + 3, 0}, "step"};
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      AccessRecord access;
      fill(access, lane);
      access.thread = {0, lane};
      step.accesses.push_back(access);
    }
    made->steps.push_back(step);
  }
};

}  // namespace wb::test
