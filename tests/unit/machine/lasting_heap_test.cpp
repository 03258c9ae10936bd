// The device's heap from one launch to the next.
#include <doctest.h>

#include "simulator/machine/lasting_heap.h"
#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

const std::string text =
    "struct Node { int value; Node* next; __device__ virtual int twice() { return 2 * value; } __device__ virtual ~Node() {} };\n"
    "struct Odd : Node { __device__ int twice() override { return 3 * value; } };\n"
    "__device__ Node* root;\n"
    "__global__ void make(Node** rows) {\n"
    "  Node* n = threadIdx.x & 1 ? new Odd : new Node;\n"
    "  n->value = threadIdx.x;\n"
    "  n->next = nullptr;\n"
    "  rows[threadIdx.x] = n;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) n->next = rows[3], root = n;\n"
    "}\n"
    "__global__ void use(Node** rows, int* out) { out[threadIdx.x] = rows[threadIdx.x]->twice(); if (threadIdx.x == 0) out[4] = rows[0]->next->value; }\n"
    "__global__ void behind(Node** rows, int* out) { out[threadIdx.x] = *(int*)(rows[threadIdx.x] + 1); }\n"
    "__global__ void drop(Node** rows) { if (threadIdx.x < 2) delete rows[threadIdx.x]; }\n"
    "__global__ void again(Node** rows) { for (int i = 0; i < 3; i++) rows[4] = new Node; }\n"
    "__global__ void by_root(int* out) { out[0] = root->next->value; }\n";

// What `make` leaves: the heap, and four pointers into it.
struct Made {
  std::shared_ptr<const DeviceHeap> heap;
  DeviceBuffer rows;
};
Made with_pointers(const SimulationResult& result, size_t rows) {
  Made made{nullptr, result.buffers[rows]};
  DeviceHeap heap = *result.heap;
  heap.pointers = heap_pointers_in(heap.bytes, heap);
  made.rows.pointers = heap_pointers_in(made.rows.bytes, heap);
  made.rows.is_poisoned = false;
  made.heap = std::make_shared<const DeviceHeap>(std::move(heap));
  return made;
}
Made make() {
  Kernel k(text, "make");
  k.options.keep_heap = true;
  k.shape({1, 1, 1}, {4, 1, 1}).in<uint64_t>(std::vector<uint64_t>(5)).run();
  CHECK(k.kinds() == "");
  REQUIRE(k.result.heap);
  return with_pointers(k.result, 0);
}
Kernel next(const std::string& kernel, const Made& made, uint32_t threads = 4) {
  Kernel k(text, kernel);
  k.options.keep_heap = true;
  k.shape({1, 1, 1}, {threads, 1, 1}).in<uint64_t>({0}).launch.buffers[0] = made.rows;
  k.launch.heap = made.heap;
  return k;
}

}  // namespace

TEST_CASE("the next launch finds the objects that one has left, and calls their functions") {
  const Made made = make();
  CHECK(made.heap->blocks.size() == 4);
  CHECK(made.heap->blocks[0].is_live);
  CHECK(made.heap->blocks[0].taken.line == 5);
  CHECK(made.rows.pointers.size() == 4);
  for (const Schedule schedule : {Schedule::in_order, Schedule::random, Schedule::adversarial}) {
    Kernel k = next("use", made);
    k.options.record = true;
    k.in<int32_t>(std::vector<int32_t>(5)).run(schedule);
    CHECK(k.kinds() == "");
    CHECK(k.get<int32_t>(1) == std::vector<int32_t>{0, 3, 4, 9, 3});
    CHECK(k.result.recording != nullptr);
  }
}

TEST_CASE("an earlier launch's block has its size, and its end") {
  const Made made = make();
  Kernel over = next("behind", made);
  over.in<int32_t>(std::vector<int32_t>(4)).run();
  REQUIRE(over.kinds() == "oob.read");
  CHECK(over.result.findings[0].message.find("`heap block (line 5)") != std::string::npos);
  CHECK(over.result.findings[0].message.find("taken by an earlier launch") != std::string::npos);

  Kernel drop = next("drop", made);
  drop.run();
  CHECK(drop.kinds() == "");
  Kernel use = next("use", with_pointers(drop.result, 0), 1);
  use.in<int32_t>(std::vector<int32_t>(5)).run();
  REQUIRE(use.kinds().starts_with("memory.lifetime"));
  CHECK(use.result.findings[0].message.find("an earlier launch gave that block back at line 14") != std::string::npos);
  CHECK(use.result.findings[0].hint == "launch the kernel that gives the block back behind all that use it");
  Kernel twice = next("drop", with_pointers(drop.result, 0));
  twice.run();
  CHECK(twice.kinds().find("memory.") != std::string::npos);
}

TEST_CASE("memory that an earlier launch gave back is taken again when nothing fresh is left") {
  Kernel fill("__global__ void k(char** p) { for (int i = 0; i < 8; i++) p[i] = (char*)malloc(1000000); free(p[2]); }");
  fill.options.keep_heap = true;
  fill.shape({1, 1, 1}, {1, 1, 1}).in<uint64_t>(std::vector<uint64_t>(8)).run();
  REQUIRE(fill.result.heap);
  Kernel more("__global__ void k(int* got) { for (int i = 0; i < 2; i++) got[i] = malloc(1000000) != nullptr; }");
  more.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({7, 7}).launch.heap = fill.result.heap;
  more.run();
  CHECK(more.get<int32_t>(0) == std::vector<int32_t>{1, 0});
}

TEST_CASE("a variable of the file may lead into the heap") {
  Kernel k(text, "make");
  k.options.keep_heap = true;
  k.shape({1, 1, 1}, {4, 1, 1}).in<uint64_t>(std::vector<uint64_t>(5));
  k.launch.buffers.push_back({.name = "root", .scalar = ScalarKind::ulonglong, .shape = {1}, .bytes = std::vector<uint8_t>(8)});
  k.launch.symbols = {{"root", 1}};
  k.run();
  REQUIRE(k.result.heap);
  const Made made = with_pointers(k.result, 1);
  CHECK(made.rows.pointers == std::vector<uint64_t>{0});
  Kernel use(text, "by_root");
  use.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({7}).launch.buffers.push_back(made.rows);
  use.launch.symbols = {{"root", 1}};
  use.launch.heap = made.heap;
  use.run();
  CHECK(use.kinds() == "");
  CHECK(use.get<int32_t>(0) == std::vector<int32_t>{3});
}

TEST_CASE("a heap that no launch can have left is refused") {
  const Made made = make();
  struct Case {
    const char* name;
    void (*break_it)(DeviceHeap&);
  };
  const Case cases[] = {
      {"a gap", [](DeviceHeap& h) { h.blocks[1].unit += 1; }},
      {"a length that is none of its size", [](DeviceHeap& h) { h.blocks[0].units += 1; }},
      {"more bytes than its room", [](DeviceHeap& h) { h.blocks[0].bytes = 1 << 22; }},
      {"no tag", [](DeviceHeap& h) { h.blocks[2].tag = 0; }},
      {"a tag that is too large", [](DeviceHeap& h) { h.blocks[2].tag = heap_tags; }},
      {"bytes that lack", [](DeviceHeap& h) { h.bytes.resize(8); }},
      {"values that lack", [](DeviceHeap& h) { h.written.pop_back(); }},
      {"a pointer behind the end", [](DeviceHeap& h) { h.pointers = {h.bytes.size() - 4}; }},
      {"a pointer to no buffer", [](DeviceHeap& h) { const uint64_t a = buffer_address(9, 0); std::memcpy(h.bytes.data() + 48, &a, 8); h.pointers = {48}; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Kernel k = next("use", made);
    DeviceHeap heap = *made.heap;
    c.break_it(heap);
    k.launch.heap = std::make_shared<const DeviceHeap>(std::move(heap));
    k.in<int32_t>(std::vector<int32_t>(5)).run();
    CHECK(k.result.status == SimulationStatus::invalid_launch);
  }
  Kernel none = next("use", made);
  none.launch.heap = nullptr;
  none.in<int32_t>(std::vector<int32_t>(5)).run();
  CHECK(none.result.status == SimulationStatus::invalid_launch);
}

TEST_CASE("a heap has the size that the launch says, and no more") {
  const std::string text =
      "__global__ void k(int* got, int n, unsigned long long bytes) {\n"
      "  for (int i = 0; i < n; i++) {\n"
      "    char* p = (char*)malloc(bytes);\n"
      "    got[i] = p != nullptr;\n"
      "    if (p) p[bytes - 1] = 1;\n"
      "  }\n"
      "}\n";
  struct Case {
    const char* name;
    uint64_t heap_bytes, bytes;
    std::vector<int32_t> got;
  };
  const Case cases[] = {{"the usual one", 8u << 20, 3u << 20, {1, 1, 0, 0}},
                        {"a smaller one", 4u << 20, 3u << 20, {1, 0, 0, 0}},
                        {"a larger one", 64u << 20, 14u << 20, {1, 1, 1, 1}},  // as an H200 has it
                        {"nearly all of it", 64u << 20, 60'000'000, {1, 0, 0, 0}},
                        {"most of it at once", 256u << 20, 150u << 20, {1, 0, 0, 0}},
                        {"more than there is", 1u << 30, 3ull << 30, {0, 0, 0, 0}},
                        {"more than there can be", 1u << 30, 1ull << 62, {0, 0, 0, 0}}};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Kernel k(text);
    k.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({7, 7, 7, 7}).launch.heap_bytes = c.heap_bytes;
    k.launch.arguments.push_back(int64_t{4});
    k.launch.arguments.push_back(c.bytes);
    k.run();
    CHECK(k.kinds() == "");
    CHECK(k.get<int32_t>(0) == c.got);
  }
}

TEST_CASE("blocks of a large heap are told apart wherever they lie") {
  Kernel k("__global__ void k(int* out, int which) {\n"
           "  int* first = new int[4];\n"
           "  char* wide = (char*)malloc(100 << 20);\n"
           "  int* last = new int[4];\n"
           "  first[0] = last[0] = 1;\n"
           "  if (which == 0) out[0] = first[last - first];\n"
           "  if (which == 1) wide[100 << 20] = 1;\n"
           "  if (which == 2) delete[] last, out[0] = last[0];\n"
           "  if (which == 3) out[0] = first[0] + last[0] + wide[5];\n"
           "}\n");
  const char* const kinds[] = {"oob.read", "oob.write", "memory.lifetime", "uninit.global"};
  for (int which = 0; which < 4; ++which) {
    CAPTURE(which);
    Kernel one = k;
    one.options.record = which == 0;
    one.shape({1, 1, 1}, {1, 1, 1}).in<int32_t>({7}).launch.heap_bytes = 512u << 20;
    one.launch.arguments.push_back(int64_t{which});
    one.run();
    CHECK(one.kinds() == kinds[which]);
  }
}
