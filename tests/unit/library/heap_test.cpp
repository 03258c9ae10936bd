// malloc, free, new and delete in a kernel.
#include <doctest.h>

#include <algorithm>

#include "tests/unit/machine/run_kernel.h"

using namespace wb;
using namespace wb::test;

namespace {

std::vector<int32_t> run(const std::string& before, const std::string& body, Index3 grid = {1, 1, 1}, Index3 block = {64, 1, 1}) {
  Kernel k(before + "__global__ void k(int* r) { int t = blockIdx.x * blockDim.x + threadIdx.x; " + body + " }");
  if (!k.compiled.ok()) return {};
  k.shape(grid, block).out<int32_t>(grid.x * block.x).run();
  CHECK(k.kinds() == "");
  return k.get<int32_t>(0);
}

}  // namespace

TEST_CASE("every thread's memory is its own, and given back it is used again") {
  const auto r = run("", "int s = 0; for (int i = 1; i < 6; i++) { int* p = (int*)malloc(i * 4); for (int j = 0; j < i; j++) p[j] = t + j; for (int j = 0; j < i; j++) s += p[j]; free(p); } r[t] = s;",
                     {3, 1, 1});
  REQUIRE(r.size() == 192);
  for (int t = 0; t < 192; ++t) CHECK(r[static_cast<size_t>(t)] == 15 * t + 20);
}

TEST_CASE("one who frees goes on for ever, one who does not is told so") {
  CHECK(run("", "int n = 0; for (int i = 0; i < 40; i++) { char* p = (char*)malloc(1000000); if (p) n++; free(p); } r[t] = n;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{40});
  CHECK(run("", "int n = 0; for (int i = 0; i < 40; i++) n += malloc(1000000) != nullptr; r[t] = n;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{8});
  CHECK(run("", "r[t] = malloc(1ull << 40) == nullptr; free(nullptr);", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{1});
}

TEST_CASE("objects are made and destroyed") {
  const std::string node = "__device__ int alive; struct Node { int v; Node* next; __device__ Node(int a = 3, Node* n = nullptr) : v(a), next(n) { atomicAdd(&alive, 1); } __device__ ~Node() { atomicAdd(&alive, -1); } };\n";
  CHECK(run(node, "Node* a = new Node(5, new Node); r[t] = 10 * a->v + a->next->v + 100 * alive; delete a->next; delete a; if (alive) r[t] = -1;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{253});
  CHECK(run(node, "Node* a = new Node[4]; r[t] = a[0].v + a[3].v + 10 * alive; delete[] a; if (alive) r[t] = -1;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{46});
  CHECK(run("", "int* a = new int[3](); float* b = new float(2.5f); long* c = new long[2]; c[1] = 4; r[t] = a[0] + a[2] + (int)(2 * *b) + (int)c[1]; delete[] a; delete b; delete[] c; ::delete (int*)nullptr;",
            {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{9});
  CHECK(run("", "int* a = new int[4]{1, 20, t + 300}; float* b = new float[]{2.5f, 1}; r[t] = a[0] + a[1] + a[2] + a[3] + (int)(2 * b[0] + b[1]); delete[] a; delete[] b;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{327});
  CHECK(run(node, "Node* a = new Node[3]{Node(5), Node(7)}; r[t] = 100 * a[0].v + 10 * a[1].v + a[2].v; delete[] a;", {1, 1, 1}, {1, 1, 1}) == std::vector<int32_t>{573});
}

// Each of these is right, and nothing may be found in it, under whatever schedule.
TEST_CASE("what keeps to its blocks is clean") {
  struct Case {
    const char* name;
    const char* text;
    Index3 grid, block;
    int32_t first;
  };
  const Case cases[] = {
      {"a list of each thread",
       "struct Node { int value; Node* next; };\n"
       "__global__ void k(int* r) { Node* head = nullptr; for (int i = 1; i <= 5; i++) head = new Node{i, head}; int sum = 0;\n"
       "  while (head) { sum = 10 * sum + head->value; Node* next = head->next; delete head; head = next; } r[blockIdx.x * blockDim.x + threadIdx.x] = sum; }",
       {2, 1, 1}, {64, 1, 1}, 54321},
      {"a queue that one thread fills and empties",
       "struct Item { int value; Item* next; };\n"
       "struct Queue { Item *head, *tail; __device__ void push(int v) { Item* i = (Item*)malloc(sizeof(Item)); i->value = v; i->next = nullptr; if (tail) tail->next = i; else head = i; tail = i; }\n"
       "  __device__ int pop() { Item* i = head; head = i->next; if (!head) tail = nullptr; int v = i->value; free(i); return v; } };\n"
       "__global__ void k(int* r) { Queue* q = new Queue{nullptr, nullptr}; int n = 0; for (int i = 1; i < 4; i++) q->push(i); n = q->pop(); q->push(4); while (q->head) n = 10 * n + q->pop(); delete q; r[threadIdx.x] = n; }",
       {1, 1, 1}, {32, 1, 1}, 1234},
      {"rows that an array on the heap points to, of objects with constructors and destructors",
       "__device__ int alive; struct Row { float* values; int n; __device__ Row() : values(nullptr), n(0) { atomicAdd(&alive, 1); }\n"
       "  __device__ void take(int m) { n = m; values = new float[m]; for (int i = 0; i < m; i++) values[i] = i; } __device__ ~Row() { delete[] values; atomicAdd(&alive, -1); } };\n"
       "__global__ void k(int* r) { Row* rows = new Row[4]; Row** order = new Row*[4]; float sum = 0; for (int i = 0; i < 4; i++) { order[3 - i] = &rows[i]; rows[i].take(i + 1); }\n"
       "  for (int i = 0; i < 4; i++) sum += order[i]->values[order[i]->n - 1]; delete[] order; delete[] rows; r[threadIdx.x] = (int)sum + 100 * atomicAdd(&alive, 0); }",
       {1, 1, 1}, {1, 1, 1}, 6},
      {"blocks that are passed on behind a barrier, and given back by another thread",
       "__global__ void k(int* r) { __shared__ int* at[64]; int t = threadIdx.x; at[t] = new int[3]; for (int i = 0; i < 3; i++) at[t][i] = t + i; __syncthreads();\n"
       "  int* other = at[(t + 17) % 64]; r[t] = other[0] + other[2]; delete[] other; }",
       {1, 1, 1}, {64, 1, 1}, 36},
      {"bytes, words and vectors in one block, and its last ones",
       "__global__ void k(int* r) { char* p = (char*)malloc(37); for (int i = 0; i < 37; i++) p[i] = i; int4* v = (int4*)p; short* s = (short*)(p + 34); r[threadIdx.x] = v[1].x + s[0] + p[36]; free(p); }",
       {1, 1, 1}, {32, 1, 1}, 0x13121110 + 0x2322 + 36},
      {"a pointer that goes one behind the end and back",
       "__global__ void k(int* r) { int* p = new int[8]; int* end = p + 8; for (int* q = p; q != end; q++) *q = 2; int sum = 0; while (end != p) sum += *--end; r[threadIdx.x] = sum + (int)(end - p); delete[] p; }",
       {1, 1, 1}, {32, 1, 1}, 16},
      {"a pointer kept as a number",
       "__global__ void k(int* r) { unsigned long long n = (unsigned long long)new int(7); int* p = (int*)n; r[threadIdx.x] = *p + ((n & 3) == 0); delete p; }", {1, 1, 1}, {32, 1, 1}, 8},
  };
  for (const Case& c : cases)
    for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
      CAPTURE(c.name);
      CAPTURE(schedule_name(schedule));
      Kernel k(c.text);
      REQUIRE(k.compiled.ok());
      k.shape(c.grid, c.block).out<int32_t>(c.grid.x * c.block.x).run(schedule, 3);
      CHECK(k.kinds() == "");
      CHECK(k.get<int32_t>(0)[0] == c.first);
    }
}

TEST_CASE("a pointer that a buffer keeps is good for the blocks that come later, in one launch") {
  Kernel k("__global__ void k(unsigned long long* at, int* r) { if (threadIdx.x == 0) { int* p = new int; *p = blockIdx.x; __threadfence(); atomicExch(&at[blockIdx.x], (unsigned long long)p); }\n"
           "  if (threadIdx.x == 0 && blockIdx.x == 1) { unsigned long long p; while ((p = atomicAdd(&at[0], 0ull)) == 0) {} r[0] = *(int*)p + 5; delete (int*)p; } }");
  REQUIRE(k.compiled.ok());
  k.shape({2, 1, 1}, {32, 1, 1}).in(std::vector<uint64_t>(2)).in(std::vector<int32_t>(1)).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(1)[0] == 5);
}

TEST_CASE("memory that goes from one thread to the next when the heap is full is in order") {
  for (Schedule schedule : {Schedule::in_order, Schedule::random, Schedule::adversarial}) {
    CAPTURE(schedule_name(schedule));
    Kernel k("__global__ void k(int* r) { int n = 0; for (int i = 0; i < 3; i++) { int* p = (int*)malloc(1000000); if (!p) continue; for (int j = 0; j < 4; j++) p[j] = threadIdx.x; n += p[3] == threadIdx.x; free(p); }\n"
             "  r[threadIdx.x] = n; }");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {96, 1, 1}).out<int32_t>(96).run(schedule, 1);
    CHECK(k.kinds() == "");
    int32_t sum = 0;
    for (int32_t n : k.get<int32_t>(0)) sum += n;
    CHECK(sum > 8);  // more than fit at once
  }
}

TEST_CASE("as many blocks are given out as fit, in whatever order they are asked for") {
  for (Schedule schedule : {Schedule::in_order, Schedule::reverse, Schedule::round_robin, Schedule::random, Schedule::adversarial}) {
    CAPTURE(schedule_name(schedule));
    Kernel k("__global__ void k(int* r) { int t = blockIdx.x * blockDim.x + threadIdx.x; char* p = (char*)malloc(t % 2 ? 65536 - 32 : 262144 - 32); if (p) p[0] = 1; r[t] = p != nullptr; }");
    REQUIRE(k.compiled.ok());
    k.shape({4, 1, 1}, {64, 1, 1}).out<int32_t>(256).run(schedule, 5);
    CHECK(k.kinds() == "");
    int64_t units = 0, least_refused = 1 << 20;  // of 16 KiB
    const std::vector<int32_t> got = k.get<int32_t>(0);
    for (size_t t = 0; t < got.size(); ++t) {
      const int64_t wants = t % 2 ? 4 : 16;
      if (got[t]) units += wants;
      else least_refused = std::min(least_refused, wants);
    }
    CHECK(units < 512);  // the first 16 bytes of the 8 MiB are nobody's
    CHECK(units + least_refused >= 512);
  }
}

TEST_CASE("thousands who take and give back at once don't wait for each other") {
  const auto instructions_of_a_warp = [](uint32_t blocks) {
    Kernel k("__global__ void k(int* r) { if (threadIdx.x % 32 == 0) for (int i = 0; i < 3; i++) { int* p = new int(i); delete p; } }");
    k.shape({blocks, 1, 1}, {128, 1, 1}).out<int32_t>(1).run(Schedule::adversarial, 7);
    return static_cast<double>(k.result.counters.warp_instructions) / (4 * blocks);
  };
  CHECK(instructions_of_a_warp(128) < 1.1 * instructions_of_a_warp(4));  // 1.7 times as many where each tries until nobody comes between
}

TEST_CASE("a recorded run of the heap is replayed forwards and backwards") {
  Kernel k("struct Node { int value; Node* next; };\n"
           "__global__ void k(int* r) { Node* head = nullptr; for (int i = 0; i < 40; i++) { head = new Node{i, head}; if (i % 3 == 2) { Node* old = head->next; head->next = old->next; delete old; } } int n = 0;\n"
           "  while (head) { n += head->value; Node* next = head->next; delete head; head = next; } r[threadIdx.x] = n; }");
  REQUIRE(k.compiled.ok());
  k.options.record = true;
  k.shape({1, 1, 1}, {40, 1, 1}).out<int32_t>(40).run();
  CHECK(k.kinds() == "");
  REQUIRE(k.result.recording);
  const Recording& r = *k.result.recording;
  uint32_t heap = 0;
  while (heap < r.allocations().size() && !r.allocations()[heap].is_heap) ++heap;
  REQUIRE(heap < r.allocations().size());
  CHECK(r.allocations()[heap].bytes == 8388608);
  const auto begin_of_heap = [&](Tick tick) { return r.bytes(tick, {.allocation = heap, .offset = 0, .bytes = 1 << 16}).bytes; };
  std::vector<std::pair<Tick, std::vector<uint8_t>>> seen;
  for (Tick tick = 0; tick < r.end(); tick += 97) seen.emplace_back(tick, begin_of_heap(tick));
  CHECK(seen.front().second != seen.back().second);
  for (auto at = seen.rbegin(); at != seen.rend(); ++at) CHECK(begin_of_heap(at->first) == at->second);
}

TEST_CASE("findings tell which block was meant, and by whom it was taken and given back") {
  const auto message = [](const std::string& body) {
    Kernel k("struct Pair { int a; float b; };\n__global__ void k(int* r) {\n" + body + "\n}");
    REQUIRE(k.compiled.ok());
    k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(4)).run();
    return k.result.findings.empty() ? std::string() : k.result.findings[0].message;
  };
  CHECK(message("int* p = new int[3]{1, 2, 3};\np[3] = 1;").find("`heap block (line 3)[3]`, but that block, taken by thread 0 of block 0, has 3 elements") != std::string::npos);
  CHECK(message("int* p = new int[10];\np[10] = 1;") == "thread 0 of block 0 writes `heap block (line 3)[10]`, but that block, taken by thread 0 of block 0, has 10 elements (40 bytes)");
  CHECK(message("char* p = (char*)malloc(7);\nr[0] = p[-1];") == "thread 0 of block 0 reads `heap block (line 3)[-1]`, but that block, taken by thread 0 of block 0, has 7 bytes");
  CHECK(message("Pair* p = (Pair*)malloc(3 * sizeof(Pair));\np[3].a = 1;") == "thread 0 of block 0 writes `heap block (line 3)[3]`, but that block, taken by thread 0 of block 0, has 3 elements (24 bytes)");
  CHECK(message("void* p = malloc(10);\n((int*)p)[2] = 1;") == "thread 0 of block 0 writes `heap block (line 3), byte 8`, but that block, taken by thread 0 of block 0, has 10 bytes");
  CHECK(message("Pair* p = new Pair;\n(p + 1)->b = 1;") == "thread 0 of block 0 writes `heap block (line 3), byte 12`, but that block, taken by thread 0 of block 0, has 1 element (8 bytes)");
  CHECK(message("Pair* p = new Pair;\nr[0] = (int)p->b;") == "thread 0 of block 0 reads `heap block (line 3), byte 4`, which nobody has written since the block was taken; memory of the heap does not start as zeros");
  CHECK(message("int* p = (int*)malloc(0);\n*p = 1;") == "thread 0 of block 0 writes `heap block (line 3)[0]`, but that block, taken by thread 0 of block 0, has 0 bytes");
  CHECK(message("int* p = new int(3);\ndelete p;\nr[0] = *p;") == "thread 0 of block 0 reads `heap block (line 3)`, but thread 0 of block 0 gave that block back at line 4");
  CHECK(message("double* p = (double*)malloc(16);\n*(double*)((char*)p + 4) = 1;") ==
        "thread 0 of block 0 reaches for 8 bytes at byte 4 of `heap block (line 3)`, which is not a multiple of 8");
}

TEST_CASE("a null pointer beside the heap is a null pointer") {
  Kernel k("__global__ void k() { int* p = (int*)malloc(8); int* q = nullptr; *p = 1; *q = *p; free(p); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).run();
  CHECK(k.kinds() == "memory.null");
}

TEST_CASE("a heap pointer in printf ends with its block") {
  Kernel k("__global__ void k() { char* p = (char*)malloc(4); char* q = (char*)malloc(4); for (int i = 0; i < 4; i++) { p[i] = 'a' + i; q[i] = 'x'; } printf(\"%s|\", p); p[2] = 0; printf(\"%s|\", p); free(p); printf(\"%s\", p); free(q); }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).run();
  CHECK(k.result.console == "abcd|ab|");
}

TEST_CASE("a wrong pointer that is given back corrupts nothing") {
  Kernel k("struct Part { int v; __device__ ~Part() { v = -1; } };\n"
           "__global__ void k(int* r) { int* p = new int[4]; int* q = new int[4]; for (int i = 0; i < 4; i++) p[i] = q[i] = i; delete[] p; delete[] p; delete[] (q + 1); free(r);\n"
           "  Part* parts = new Part[2]; parts[1].v = 5; delete[] (parts + 1); r[0] = q[1] + q[3] + parts[1].v; delete[] parts; delete[] q; }");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(1)).run();
  CHECK(k.kinds() == "memory.free memory.free memory.free memory.free");
  CHECK(k.get<int32_t>(0)[0] == 9);
}

TEST_CASE("a wrong pointer that a recursive destructor gives back is found where the user wrote delete") {
  Kernel k("struct Tree {\n  Tree* left = nullptr;\n  __device__ ~Tree() {\n    delete left;\n  }\n};\n"
           "__global__ void k(int* r) { Tree* a = new Tree; a->left = new Tree; Tree* b = a->left;\n  delete a;\n  r[0] = 1;\n  delete b;\n}");
  REQUIRE(k.compiled.ok());
  k.shape({1, 1, 1}, {1, 1, 1}).in(std::vector<int32_t>(1)).run();
  REQUIRE(k.kinds() == "memory.free");
  const Finding& f = k.result.findings[0];
  REQUIRE(f.places.size() == 1);
  CHECK(k.compiled.sources->start(f.places[0].span).line == 10);
  CHECK(f.places[0].span.file.v == 0);
  CHECK(f.message.find("of block 0 gave that block back at line 4") != std::string::npos);
}
