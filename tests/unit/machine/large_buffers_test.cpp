// Buffers of which a launch holds the beginning alone (DeviceBuffer::whole_bytes).
#include "simulator/machine/memory.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

constexpr uint64_t large = 3ull << 30;

// Touches a few elements, far apart.
Kernel far_apart(const std::string& body, uint64_t whole_bytes = large) {
  Kernel k("__global__ void k(unsigned char* p, int* out) {\n  size_t far = 3000000000ull + threadIdx.x;\n" + body + "\n}\n");
  k.shape({1, 1, 1}, {32, 1, 1}).in<uint8_t>(std::vector<uint8_t>(64), true).in<int32_t>(std::vector<int32_t>(32));
  k.launch.buffers[0].whole_bytes = whole_bytes;
  return k;
}

}  // namespace

TEST_CASE("what lies behind the beginning can be written and read") {
  for (const Schedule schedule : {Schedule::in_order, Schedule::random, Schedule::adversarial}) {
    Kernel k = far_apart("  p[far] = threadIdx.x; p[threadIdx.x] = 7;\n  out[threadIdx.x] = p[far] + p[threadIdx.x];");
    k.options.record = true;
    k.run(schedule);
    CHECK(k.kinds() == "");
    CHECK(k.get<int32_t>(1)[31] == 38);
    CHECK(k.result.buffers[0].bytes.size() == 64);  // the beginning
    CHECK(k.result.buffers[0].bytes[31] == 7);
    CHECK(k.result.buffers[0].whole_bytes == large);
    REQUIRE(k.result.recording);
  }
}

TEST_CASE("findings far behind the beginning are those of any buffer") {
  struct Case {
    const char* body;
    const char* kinds;
  };
  constexpr Case cases[] = {{"  out[threadIdx.x] = p[far];", "uninit.global"},
                            {"  p[far + 300000000] = 1;", "oob.write"},
                            {"  out[threadIdx.x] = p[far + 300000000];", "oob.read"},
                            {"  p[3000000000ull] = threadIdx.x;", "race.waw"},
                            {"  if (threadIdx.x == 0) p[3000000000ull] = 1; __syncthreads(); out[threadIdx.x] = p[3000000000ull];", ""}};
  for (const Case& c : cases) {
    CAPTURE(c.body);
    Kernel k = far_apart(c.body);
    k.run();
    CHECK(k.kinds() == c.kinds);
  }
}

TEST_CASE("more than accesses can count is refused") {
  Kernel k = far_apart("", 5ull << 30);
  k.run();
  CHECK(k.kinds() == "launch.invalid");
}

TEST_CASE("parts of memory are saved and loaded without what stands beside them") {
  for (const bool is_zeros : {false, true}) {
    CAPTURE(is_zeros);
    Memory memory;
    const std::vector<uint8_t> bytes(100 * page_bytes, 1);
    const uint32_t other = memory.add(bytes, true), buffer = is_zeros ? memory.add_zeros(bytes.size(), bytes) : memory.add(bytes, true);
    const auto at_page = [&](size_t page) -> uint8_t& { return memory[buffer].data[page * page_bytes + 7]; };
    const auto set = [&](size_t page, uint8_t value) { at_page(page) = value, memory[buffer].dirty[page] = 1; };
    const MemoryImage whole = memory.save();
    for (const size_t page : {3, 5, 40, 50, 99}) set(page, 2);
    memory[other].data[0] = 2, memory[other].dirty[0] = 1;
    // Whole runs of pages, parts of some, and the end.
    const std::vector<Memory::Part> parts{{buffer, 5 * page_bytes, 6 * page_bytes}, {buffer, 32 * page_bytes, 64 * page_bytes}, {buffer, 99 * page_bytes, 1000 * page_bytes}};
    const MemoryImage later = memory.save(parts);
    memory.load(whole, parts);
    CHECK(at_page(3) == 2);
    CHECK(at_page(5) == 1);
    CHECK(at_page(40) == 1);
    CHECK(at_page(50) == 1);
    CHECK(at_page(99) == 1);
    CHECK(memory[other].data[0] == 2);
    set(50, 3);
    memory.load(later, parts);
    for (const size_t page : {5, 40, 50, 99}) CHECK(at_page(page) == 2);
    // What was loaded in part is known to differ from what it was saved as.
    memory.load(whole);
    for (const size_t page : {3, 5, 40, 50, 99}) CHECK(at_page(page) == 1);
    CHECK(memory[other].data[0] == 1);
  }
}

TEST_CASE("zeros that nobody has touched cost a snapshot nothing") {
  Memory memory;
  const std::vector<uint8_t> beginning(1000, 5);
  const uint32_t zeros = memory.add_zeros(large, beginning);
  const MemoryImage first = memory.save();
  CHECK(first.bytes < 100'000);
  memory[zeros].data[2'900'000'000] = 1;
  memory[zeros].dirty[2'900'000'000 >> page_shift] = 1;
  const MemoryImage second = memory.save();
  memory.load(first);
  CHECK(memory[zeros].data[2'900'000'000] == 0);
  CHECK(memory[zeros].data[999] == 5);
  memory.load(second);
  CHECK(memory[zeros].data[2'900'000'000] == 1);
}
