// Several arguments of a launch point into one buffer: to its start, into it, from within a record.
#include "run_kernel.h"

using namespace wb;
using wb::test::Kernel;

namespace {

std::vector<int32_t> counting(int32_t count) {
  std::vector<int32_t> values;
  for (int32_t i = 0; i < count; ++i) values.push_back(i);
  return values;
}

// One buffer `pool` of ints, given to each pointer at its own offset; then a number.
Kernel& on_pool(Kernel& k, int32_t elements, std::initializer_list<uint64_t> byte_offsets, int64_t n) {
  k.in(counting(elements));
  k.launch.buffers[0].name = "pool";
  k.launch.arguments.clear();
  for (const uint64_t offset : byte_offsets) k.value(BufferArgument{0, offset});
  return k.value(n);
}

const std::string copy = "__global__ void k(int* out, const int* in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }";

}  // namespace

TEST_CASE("one buffer for two parameters: both see its bytes, at their own places") {
  Kernel k(copy);
  on_pool(k, 64, {0, 128}, 32).shape({1, 1, 1}, {32, 1, 1}).run();
  CHECK(k.kinds() == "");
  const auto out = k.get<int32_t>(0);
  REQUIRE(out.size() == 64);
  CHECK(out[0] == 32);
  CHECK(out[31] == 63);
  CHECK(out[63] == 63);
  CHECK(k.result.buffers[0].written[31]);
  CHECK_FALSE(k.result.buffers[0].written[32]);
}

TEST_CASE("sectors follow the address that a pointer has") {
  struct Case {
    const char* name;
    uint64_t byte_offset, sectors;
  };
  for (const Case& c : {Case{"the start", 0, 4}, {"a sector on", 32, 4}, {"an element on", 4, 5}}) {
    CAPTURE(c.name);
    Kernel k(copy);
    on_pool(k, 128, {256, c.byte_offset}, 32).shape({1, 1, 1}, {32, 1, 1}).run();
    CHECK(k.result.counters.global_load_sectors == c.sectors);
    CHECK(k.result.counters.global_store_sectors == 4);
  }
}

TEST_CASE("bounds and alignment are the allocation's, not those of a parameter's part") {
  const std::string at = "__global__ void k(int* out, const int* in, int n) { out[0] = in[n]; }";
  struct Case {
    const char* name;
    uint64_t byte_offset;
    int64_t index;
    const char* kinds;
    const char* element;
  };
  for (const Case& c : {Case{"in front of the pointer", 64, -16, "", ""}, {"the last element", 64, 47, "", ""}, {"behind the buffer", 64, 48, "oob.read", "pool[64]"},
                        {"in front of the buffer", 64, -17, "oob.read", "pool[-1]"}, {"the end as a pointer", 256, -1, "", ""}, {"between elements", 62, 0, "memory.misaligned", ""}}) {
    CAPTURE(c.name);
    Kernel k(at);
    on_pool(k, 64, {0, c.byte_offset}, c.index).shape({1, 1, 1}, {1, 1, 1}).run();
    CHECK(k.kinds() == c.kinds);
    if (*c.element) CHECK(k.result.findings[0].message.find(std::string("`") + c.element + "`") != std::string::npos);
  }
}

TEST_CASE("a place outside of its buffer is no launch") {
  Kernel k(copy);
  on_pool(k, 64, {0, 257}, 1).shape({1, 1, 1}, {1, 1, 1}).run();
  CHECK(k.result.status == SimulationStatus::invalid_launch);
  CHECK(k.result.findings[0].message.find("starts at byte 257 of buffer `pool`, which has 256") != std::string::npos);
}

TEST_CASE("pointers in a record are places too") {
  Kernel k("struct Halves { int* low; int* high; }; __global__ void k(Halves h) { int i = threadIdx.x; h.low[i] = h.high[i] + 1; }");
  k.in(counting(64));
  k.launch.arguments = {RecordArgument{std::vector<uint8_t>(16), {{0, 0, 0}, {8, 0, 128}}}};
  k.shape({1, 1, 1}, {32, 1, 1}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(0)[5] == 38);
  std::get<RecordArgument>(k.launch.arguments[0]).pointers[1].byte_offset = 300;
  CHECK(k.run().result.status == SimulationStatus::invalid_launch);
}

TEST_CASE("in place: neighbours race, as one buffer or two overlapping parts of it, and disjoint parts do not") {
  const std::string shift = "__global__ void k(int* out, const int* in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i + 1]; }";
  struct Case {
    const char* name;
    uint64_t in;
    bool races;
  };
  for (const Case& c : {Case{"in place", 0, true}, {"overlapping", 4 * 200, true}, {"the other half", 4 * 256, false}})
    for (const Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::random}) {
      CAPTURE(c.name);
      Kernel k(shift);
      on_pool(k, 600, {0, c.in}, 256).shape({4, 1, 1}, {64, 1, 1}).run(schedule, 3);
      CHECK((k.kinds().find("race") != std::string::npos) == c.races);
    }
}

TEST_CASE("several host threads give what one gives, where sums and what is read share a buffer") {
  const std::string add = "__global__ void k(int* sum, const int* in, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(sum, in[i] & 3); }";
  for (const uint64_t in : {uint64_t{0}, uint64_t{1024}}) {
    Kernel one(add), many(add);
    on_pool(one, 70'000, {0, in}, 65'536).shape({256, 1, 1}, {256, 1, 1});
    on_pool(many, 70'000, {0, in}, 65'536).shape({256, 1, 1}, {256, 1, 1});
    one.options.host_threads = 1;
    many.options.host_threads = 4;
    one.run(), many.run();
    CHECK(one.result.buffers[0].bytes == many.result.buffers[0].bytes);
    CHECK(one.kinds() == many.kinds());
    CHECK(one.kinds().empty() == (in != 0));
  }
}

TEST_CASE("a recording replays them: memory, and where a parameter points to") {
  Kernel k(copy);
  k.options.record = true;
  on_pool(k, 64, {0, 128}, 32).shape({1, 1, 1}, {32, 1, 1}).run();
  REQUIRE(k.result.recording);
  const Recording& recording = *k.result.recording;
  CHECK(recording.memory(recording.end(), 0, 0).bytes == k.result.buffers[0].bytes);
  CHECK(recording.memory(0, 0, 0).bytes == k.launch.buffers[0].bytes);
  const auto wrote = recording.who_wrote({0, 0, 4}, recording.end());
  REQUIRE(wrote);
  std::string in;
  for (const VariableView& v : recording.variables(wrote->tick, {0, 0}))
    if (v.name == "in") in = v.value;
  CHECK(in == "pool + 32");
}

TEST_CASE("only the bytes that have a value may be read") {
  const std::string read = "__global__ void k(int* out, const int* in, int n) { out[0] = in[n]; }";
  for (int32_t element = 0; element < 64; ++element) {
    CAPTURE(element);
    Kernel k(read);
    k.out<int32_t>(1).in(counting(64)).value(int64_t{element}).shape({1, 1, 1}, {1, 1, 1});
    k.launch.buffers[1].is_poisoned = true;
    k.launch.buffers[1].filled = {{0, 4}, {12, 13}, {20, 140}, {200, 256}};  // element 3: one byte of four
    const bool has_value = element == 0 || (element >= 5 && element < 35) || element >= 50;
    CHECK(k.run().kinds() == (has_value ? "" : "uninit.global"));
  }
}
