// An expression in all lanes of a warp: what the kernel's language says it is, from variables and memory of one moment.
#include <doctest.h>

#include <cstring>

#include "app/gui/panels/source_notes.h"
#include "app/session/lane_values.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// A block of 40 threads; `i` is three times the lane, `u` is unsigned, `half_known` is known in even lanes, `p` points into data[64].
struct Scope {
  HandMadeRecording made;

  explicit Scope(const char* source =
                     "constexpr int width = 16;\n#define TWICE(a) ((a) * 2)\nstruct Pair { int a, b; };\n__device__ int square(int a) { return a * a; }\n") {
    made.launch_shape = {{4, 2, 1}, {40, 1, 1}};
    const FileId file = made.source_map.add("k.cu", source);
    AllocationInfo data{.name = "data", .bytes = 256, .scalar = ScalarKind::int_, .element_bytes = 4, .shape = {64}};
    data.buffer_index = 0;
    AllocationInfo tile{.name = "tile", .space = Space::shared, .bytes = 32, .scalar = ScalarKind::float_, .element_bytes = 4, .shape = {2, 4}};
    made.allocation_list = {data, tile};
    MemoryView view{std::vector<uint8_t>(256), std::vector<bool>(256, true)};
    for (int32_t i = 0; i < 64; ++i) {
      const int32_t value = 100 + i;
      std::memcpy(view.bytes.data() + i * 4, &value, 4);
    }
    for (size_t b = 40; b < 44; ++b) view.defined[b] = false;   // data[10]
    made.memory_at_start[{0, 0}] = view;
    MemoryView shared{std::vector<uint8_t>(32), {}};
    const float quarter = 0.25f;
    std::memcpy(shared.bytes.data() + 5 * 4, &quarter, 4);      // tile[1][1]
    made.memory_at_start[{1, 5}] = shared;
    HandMadeRecording::Step step;
    step.instruction = {5, 1, 0xff, {file, 0, 5, 0}, "op"};
    made.steps = {step};
    for (uint32_t thread = 32; thread < 40; ++thread) {
      const uint32_t lane = thread - 32;
      add(thread, "i", "int", std::to_string(lane * 3));
      add(thread, "u", "unsigned int", "3");
      add(thread, "x", "const float", "0.5");
      add(thread, "v", "float4", "{1, 2.5, 3, " + std::to_string(lane) + "}");
      add(thread, "own", "int[3]", "{7, " + std::to_string(lane) + ", 9}");
      add(thread, "half_known", "int", lane % 2 ? "?" : "4");
      add(thread, "p", "const int*", lane ? "data + " + std::to_string(lane) : "data");
      add(thread, "tile", "float[2][4]", "{{0, 0, 0, 0}, {0, 0.25, 0, 0}}");
      add(thread, "pair", "Pair", "{1, 2}");
    }
  }
  void add(uint32_t thread, const char* name, const char* type, std::string value) {
    const bool is_poisoned = value == "?";
    made.variable_values.push_back({0, {5, thread}, {name, type, std::move(value), is_poisoned, false}});
  }
  LaneValues at(std::string_view expression) const { return LaneEvaluator().evaluate(made, 0, {5, 35}, expression); }
};

struct Row {
  const char* expression;
  const char* lane0;
  const char* lane5;
  const char* type;
};

}  // namespace

TEST_CASE("a variable under the pointer: a value, or what it points to") {
  Scope scope;
  const auto words = [&](std::string name, std::string type, std::string value, bool is_poisoned = false) {
    return variable_words(scope.made, {std::move(name), std::move(type), std::move(value), is_poisoned, false}, 15);
  };
  CHECK(words("i", "int", "19") == "i = 19 in thread 15 (int)");
  CHECK(words("i", "int", "?", true) == "i = not written yet in thread 15 (int)");
  CHECK(words("data", "const int*", "data") == "data points to the start of data, 256 bytes, in thread 15 (const int*)");
  CHECK(words("p", "int*", "data + 36") == "p points to 36 elements behind the start of data, 256 bytes, in thread 15 (int*)");
  CHECK(words("p", "int*", "data - 1") == "p points to 1 element before the start of data, 256 bytes, in thread 15 (int*)");
  CHECK(words("p", "char*", "data + 3 bytes") == "p points to 3 bytes behind the start of data, 256 bytes, in thread 15 (char*)");
  CHECK(words("p", "int*", "null") == "p points to null, in thread 15 (int*)");
  CHECK(words("p", "int*", "?") == "p = ? in thread 15 (int*)");
}

TEST_CASE("an expression means what it means in the kernel") {
  const Scope scope;
  constexpr Row rows[] = {
      {"i", "0", "15", "int"},                               // a variable, as the recording says it
      {"i * width + 1", "1", "241", "int"},                  // a constant of the source
      {"TWICE(i)", "0", "30", "int"},
      {"square(i)", "0", "225", "int"},
      {"i % 2 == 1", "false", "true", "bool"},
      {"u - 4", "4294967295", "4294967295", "unsigned int"}, // wraps, as unsigned does
      {"i / 2", "0", "7", "int"},
      {"x * i", "0", "7.5", "float"},
      {"v.y + v.w", "2.5", "7.5", "float"},
      {"own[1] + own[2]", "9", "14", "int"},
      {"p[1]", "101", "106", "int"},
      {"*p + p[-0]", "200", "210", "int"},
      {"tile[1][1] * 2", "0.5", "0.5", "float"},
      {"threadIdx.x", "32", "37", "unsigned int"},
      {"blockIdx.y * gridDim.x + blockIdx.x", "5", "5", "unsigned int"},
      {"(unsigned char)(i * 100)", "0", "220", "unsigned char"},
      {"i > 3 ? 1.0 : 2.0", "2", "1", "double"},
      {"max(i, 4)", "4", "15", "int"},
      {" i<=3 ", "true", "false", "bool"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.expression);
    const LaneValues values = scope.at(row.expression);
    CAPTURE(values.problem);
    CAPTURE(values.problem_detail);
    CHECK(values.text[0] == row.lane0);
    CHECK(values.text[5] == row.lane5);
    CHECK(values.type == row.type);
    CHECK(values.text[8] == "");    // the block has 40 threads
    CHECK(values.outside == 0);
  }
}

TEST_CASE("what hangs on unwritten bytes is not known, and only that") {
  const Scope scope;
  const LaneValues sum = scope.at("half_known + 1");
  CHECK(sum.text[0] == "5");
  CHECK(sum.text[1] == "?");
  CHECK_FALSE(sum.number[1]);
  const LaneValues unused = scope.at("half_known * 0 + 3");
  CHECK(unused.text[1] == "3");
  const LaneValues memory = scope.at("data_of[0]");
  CHECK(memory.problem == "warp.problem_compile");
  const LaneValues element = scope.at("p[7]");    // lane 3: data[10]
  CHECK(element.text[2] == "109");
  CHECK(element.text[3] == "?");
}

TEST_CASE("lanes that would read outside are named, the others keep their value") {
  const Scope scope;
  const LaneValues values = scope.at("p[58]");    // lane 6 and on: data[64] and beyond
  CHECK(values.outside == 0b11000000);
  CHECK(values.text[5] == "163");
  CHECK(values.text[6] == "!");
}

TEST_CASE("what cannot be worked out is said") {
  const Scope scope;
  constexpr std::pair<const char*, const char*> rows[] = {{"i = 3", "warp.problem_changes"},
                                                          {"i++", "warp.problem_changes"},
                                                          {"i; u", "warp.problem_changes"},
                                                          {"unknown_name + 1", "warp.problem_compile"},
                                                          {"i +", "warp.problem_compile"},
                                                          {"pair.a", "warp.problem_type"},
                                                          {"p", ""},
                                                          {"pair", ""},
                                                          {"", ""}};
  for (const auto& [expression, problem] : rows) {
    CAPTURE(expression);
    CHECK(scope.at(expression).problem == problem);
  }
  CHECK(scope.at("unknown_name + 1").problem_detail.find("unknown_name") != std::string::npos);
}

TEST_CASE("a source that does not stand alone does not stand in the way") {
  const Scope scope("#include \"not_here.h\"\nline two\n");
  CHECK(scope.at("i + 1").text[5] == "16");
}

TEST_CASE("names, changes and values are read off texts") {
  CHECK(names_of("a[i].x + 0x1f * f(b->c) - 1.5e3f") == std::vector<std::string>{"a", "i", "f", "b"});
  CHECK(changes_something("a = b"));
  CHECK(changes_something("a <<= 1"));
  CHECK(changes_something("--a"));
  for (const char* quiet : {"a == b", "a <= b", "a >= b", "a != b", "a << 1", "a - -1", "a"}) {
    CAPTURE(quiet);
    CHECK_FALSE(changes_something(quiet));
  }
  CHECK(flat_values("{1, {2.5, -3}}") == std::vector<std::string>{"1", "2.5", "-3"});
}
