// Which bytes of the device's heap belong to whom.
#include <doctest.h>

#include "simulator/machine/heap_marks.h"
#include "simulator/simulator.h"

using namespace wb;

namespace {

constexpr uint32_t heap_bytes = 4096;

struct Heap {
  Memory memory;
  uint32_t heap = memory.add_zeros(heap_bytes), marks = memory.add_zeros(HeapMarks::bytes_for(heap_bytes));
  HeapMarks at{memory[heap], memory[marks]};
  int64_t open(uint32_t unit, uint32_t bytes, uint32_t thread = 0) { return at.open(unit, bytes, heap_number({HeapWay::array, ScalarKind::int_, 4}), {7, 1, thread}); }
  HeapMarks::Closing close(int64_t offset, HeapWay way = HeapWay::array) { return at.close(offset, way, {9, 2, 5}).how; }
};

using Closing = HeapMarks::Closing;
using State = HeapBlock::State;

}  // namespace

TEST_CASE("a block holds its own bytes, and not one beside them") {
  Heap heap;
  const int64_t p = heap.open(1, 20);
  CHECK(heap_place(p) == 48);
  struct Case {
    const char* name;
    int64_t from;
    uint32_t bytes;
    bool is_held;
  };
  constexpr Case cases[] = {{"the first bytes", 0, 4, true},      {"the last bytes", 16, 4, true},    {"one behind, in what is rounded up", 20, 4, false},
                            {"across the end", 16, 8, false},     {"one in front", -4, 4, false},     {"across the beginning", -2, 4, false},
                            {"far behind", 100000, 4, false},     {"far in front", -100000, 1, false}, {"behind the heap", 1 << 22, 4, false}};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(heap.at.holds(p + c.from, c.bytes) == c.is_held);
    CHECK(heap.at.meant_by(p + c.from).begin == 48);  // wherever it leads
    CHECK(heap.at.meant_by(p + c.from).bytes == 20);
  }
  CHECK(!heap.at.holds(heap.open(20, 0), 1));
}

TEST_CASE("a pointer of one block is not let into another one") {
  Heap heap;
  const int64_t a = heap.open(1, 32), b = heap.open(5, 32);
  const int64_t apart = heap_place(b) - heap_place(a);
  CHECK(heap.at.holds(a, 4));
  CHECK(heap.at.holds(b, 4));
  CHECK(!heap.at.holds(a + apart, 4));
  CHECK(!heap.at.holds(b - apart, 4));
  CHECK(heap.at.meant_by(a + apart).begin == heap_place(a));
  CHECK(heap.at.at(heap_place(a + apart)).begin == heap_place(b));
}

TEST_CASE("who took a block and who gave it back is kept") {
  Heap heap;
  const int64_t p = heap.open(1, 32, 3);
  HeapBlock block = heap.at.meant_by(p);
  CHECK(block.state == State::live);
  CHECK(block.taken == HeapMoment{7, 1, 3});
  CHECK(block.form == HeapForm{HeapWay::array, ScalarKind::int_, 4});
  CHECK(heap.close(p) == Closing::fine);
  block = heap.at.meant_by(p + 8);
  CHECK(block.state == State::given);
  CHECK(block.given == HeapMoment{9, 2, 5});
  CHECK(!heap.at.holds(p, 4));
}

TEST_CASE("only the beginning of a live block can be given back, and a wrong pointer changes nothing") {
  Heap heap;
  const int64_t p = heap.open(1, 32);
  CHECK(heap.close(p + 4) == Closing::middle);
  CHECK(heap.close(p - 16) == Closing::middle);
  CHECK(heap.close(heap_offset(99, 48)) == Closing::middle);
  CHECK(heap.at.holds(p, 4));
  CHECK(heap.at.close(p, HeapWay::array, {}).unit == 1);
  CHECK(heap.close(p) == Closing::again);
  CHECK(heap.at.close(p, HeapWay::array, {}).unit == 0);
  const int64_t q = heap.open(1, 32);
  CHECK(heap.close(p) == Closing::again);  // its memory is another's
  CHECK(heap.at.holds(q, 4));
  CHECK(heap.close(q, HeapWay::allocated) == Closing::other_way);
  CHECK(!heap.at.holds(q, 4));
}

TEST_CASE("memory that is taken again has no values, and old pointers to it stay old") {
  Heap heap;
  const int64_t p = heap.open(1, 32);
  Memory::Block& memory = heap.memory[heap.heap];
  memory.data[48] = 1;
  memory.written_bits[48 / 8] = 0xFF;
  heap.close(p);
  const int64_t q = heap.open(1, 24);
  CHECK(heap_place(q) == heap_place(p));
  CHECK(memory.written_bits[48 / 8] == 0);
  CHECK(memory.data[48] == poison_byte);
  CHECK(heap.at.holds(q, 4));
  CHECK(!heap.at.holds(p, 4));
  CHECK(heap.at.meant_by(p).state == State::given);
  CHECK(heap.at.meant_by(p).taken == HeapMoment{});  // no more is known of it
  CHECK(heap.at.blocks(100).blocks.size() == 1);
}

TEST_CASE("what no block ever gave is nobody's") {
  Heap heap;
  CHECK(heap.at.meant_by(0).state == State::none);
  CHECK(heap.at.meant_by(heap_offset(1, 48)).state == State::none);
  CHECK(heap.at.meant_by(-5).state == State::none);
  CHECK(!heap.at.holds(heap_offset(0, 0), 1));
}

TEST_CASE("blocks of one tag are told apart by their places") {
  Heap heap;
  const int64_t p = heap.open(1, 4);
  int64_t q = 0;
  for (uint32_t i = 0; i < heap_tags - 1; ++i) q = heap.open(40, 4);
  REQUIRE(heap_tag(p) == heap_tag(q));
  CHECK(heap.at.meant_by(p + 4).begin == heap_place(p));
  CHECK(heap.at.meant_by(q - 4).begin == heap_place(q));
}

TEST_CASE("a large heap costs what of it is touched, also where it is saved") {
  constexpr uint64_t large = 1ull << 30;
  Memory memory;
  const uint32_t bytes = memory.add_zeros(large), marks = memory.add_zeros(HeapMarks::bytes_for(large));
  HeapMarks heap(memory[bytes], memory[marks]);
  const int64_t p = heap.open(1, 32, 0, {}), q = heap.open((large / 16) - 100, 500, 0, {});
  CHECK(heap.holds(q + 496, 4));
  CHECK(!heap.holds(p + (heap_place(q) - heap_place(p)), 4));
  const MemoryImage image = memory.save();
  CHECK(image.bytes < 4u << 20);
  heap.close(q, HeapWay::allocated, {});
  const int64_t r = heap.open(1 << 20, 5000, 0, {});
  CHECK(memory.save().bytes < 4u << 20);
  heap.open(1 << 21, 5000, 0, {});
  memory.load(image);
  CHECK(heap.holds(q, 4));
  CHECK(!heap.holds(r, 4));
  CHECK(heap.at(heap_place(r)).state == State::none);
  CHECK(heap.at(int64_t{1} << 25).state == State::none);
  CHECK(memory[bytes].data[heap_place(r)] == 0);
}

TEST_CASE("a saved heap comes back") {
  Heap heap;
  const int64_t p = heap.open(1, 32);
  const MemoryImage image = heap.memory.save();
  heap.close(p);
  heap.open(10, 500);
  const MemoryImage later = heap.memory.save();
  heap.memory.load(image);
  CHECK(heap.at.holds(p, 4));
  CHECK(heap.at.blocks(100).blocks.size() == 1);
  heap.memory.load(later);
  CHECK(!heap.at.holds(p, 4));
  CHECK(heap.at.blocks(100).blocks.size() == 2);
}
