// Addresses in a launch's buffers: tables of rows, lists, variables that name a buffer.
#include "run_kernel.h"

using namespace wb;
using wb::test::Kernel;

namespace {

DeviceBuffer buffer(const std::string& name, ScalarKind scalar, uint64_t elements) {
  DeviceBuffer b{.name = name, .scalar = scalar, .shape = {elements}};
  b.bytes.resize(elements * b.element_bytes());
  return b;
}
// A table of `rows` rows of `columns` ints: buffer 0 is the table, buffer i + 1 row i.
Kernel& with_table(Kernel& k, uint32_t rows, uint64_t columns) {
  k.launch.buffers = {buffer("rows", ScalarKind::ulonglong, rows)};
  for (uint32_t i = 0; i < rows; ++i) {
    put_address(k.launch.buffers[0], 8 * i, BufferArgument{i + 1, 0});
    k.launch.buffers.push_back(buffer("rows[" + std::to_string(i) + "]", ScalarKind::int_, columns));
  }
  return k.value(BufferArgument{0});
}

}  // namespace

TEST_CASE("a kernel follows a table to its rows, and each row ends where it ends") {
  Kernel k("__global__ void k(int** rows, int n) { rows[blockIdx.x][threadIdx.x] = 10 * blockIdx.x + threadIdx.x; if (n) rows[1][n] = 0; }");
  with_table(k, 3, 32).value(int64_t{0}).shape({3, 1, 1}, {32, 1, 1}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<int32_t>(3)[5] == 25);
  CHECK(k.result.buffers[2].written[31]);
  k.launch.arguments[1] = int64_t{32};
  k.run();
  CHECK(k.kinds() == "oob.write");
  CHECK(k.result.findings[0].message.find("`rows[1][32]`") != std::string::npos);
}

TEST_CASE("one mistake in many rows is one finding, in few it is one each") {
  for (const uint32_t rows : {3u, 4u, 20u}) {
    CAPTURE(rows);
    Kernel k("__global__ void k(int** rows, int n) { rows[blockIdx.x][threadIdx.x + n] = 1; }");
    with_table(k, rows, 32).value(int64_t{1}).shape({rows, 1, 1}, {32, 1, 1}).run();
    REQUIRE(k.result.findings.size() == (rows == 3 ? 3 : 1));
    CHECK(k.result.findings[0].count == (rows == 3 ? 1 : rows));
    CHECK(k.result.findings[0].message.find("`rows[0][32]`") != std::string::npos);
  }
}

TEST_CASE("what a table leads to is raced for like any buffer") {
  Kernel k("__global__ void k(int** rows) { rows[0][0] += 1; }");
  with_table(k, 1, 1).shape({1, 1, 1}, {64, 1, 1}).run();
  CHECK(k.kinds().find("race.") != std::string::npos);
  Kernel apart("__global__ void k(int** rows) { rows[blockIdx.x][threadIdx.x] += 1; }");
  with_table(apart, 2, 64).shape({2, 1, 1}, {64, 1, 1}).run();
  CHECK(apart.kinds() == "");
}

TEST_CASE("members of records that are reached through memory have their names") {
  Kernel k("struct Node { int value; Node* next; }; __global__ void k(Node* head) { head->next->next->value = 1; head[threadIdx.x].next[1].value = 2; }");
  k.launch.buffers = {buffer("head", ScalarKind::uchar, 16), buffer("head->next", ScalarKind::uchar, 16), buffer("last", ScalarKind::uchar, 16)};
  put_address(k.launch.buffers[0], 8, BufferArgument{1, 0});
  put_address(k.launch.buffers[1], 8, BufferArgument{2, 0});
  k.value(BufferArgument{0}).shape({1, 1, 1}, {1, 1, 1}).run();
  CHECK(k.kinds() == "oob.write");
  CHECK(k.result.findings[0].message.find("`head->next[1].value`") != std::string::npos);
  CHECK(k.get<int32_t>(2)[0] == 1);
}

TEST_CASE("a variable of the file may hold the address of a buffer") {
  Kernel k("__device__ float* weights; __global__ void k(float* out) { out[threadIdx.x] = weights[threadIdx.x] + 1; }");
  k.launch.buffers = {buffer("out", ScalarKind::float_, 32), buffer("set_weights", ScalarKind::ulonglong, 1), buffer("weights", ScalarKind::float_, 32)};
  put_address(k.launch.buffers[1], 0, BufferArgument{2, 0});
  k.launch.symbols = {{"weights", 1}};
  k.value(BufferArgument{0}).shape({1, 1, 1}, {32, 1, 1}).run();
  CHECK(k.kinds() == "");
  CHECK(k.get<float>(0)[31] == 1);
}

TEST_CASE("an address that names nothing is an error where it is used, and only there") {
  Kernel k("__global__ void k(int** rows, int n) { rows[n][0] = 1; }");
  with_table(k, 1, 1).value(int64_t{0}).shape({1, 1, 1}, {1, 1, 1});
  k.launch.buffers[0].bytes.resize(16);
  k.launch.buffers[0].shape = {2};
  put_address(k.launch.buffers[0], 8, std::nullopt);
  k.run();
  CHECK(k.kinds() == "");
  k.launch.arguments[1] = int64_t{1};
  k.run();
  CHECK(k.kinds() == "memory.null");
}

TEST_CASE("pointers that do not fit their buffer are no launch") {
  Kernel k("__global__ void k(int** rows) { rows[0][0] = 1; }");
  with_table(k, 2, 1).shape({1, 1, 1}, {1, 1, 1});
  const auto complaint = [&](std::vector<uint64_t> pointers) {
    k.launch.buffers[0].pointers = std::move(pointers);
    k.run();
    return k.result.status == SimulationStatus::invalid_launch ? k.result.findings[0].message : "";
  };
  CHECK(complaint({0, 8}) == "");
  CHECK(complaint({0, 4}).find("byte 4 of buffer `rows` cannot hold an address") != std::string::npos);
  CHECK(complaint({8, 0}).find("byte 0 of buffer `rows`") != std::string::npos);
  CHECK(complaint({9}).find("byte 9 of buffer `rows`") != std::string::npos);
  CHECK(complaint({UINT64_MAX}).find("cannot hold an address") != std::string::npos);
  k.launch.buffers[0].bytes[0] = 77;
  CHECK(complaint({0}).find("names no place in the launch's buffers") != std::string::npos);
}
