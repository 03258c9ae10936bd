#include "app/workbook/launch_builder.h"

#include <algorithm>

#include "app/backends/native_launch.h"
#include "app/backends/scalar_bytes.h"
#include "app/workbook/lesson_reader.h"
#include "app/workbook/npy.h"
#include "app/workbook/picture.h"
#include "doctest.h"
#include "lesson_folder.h"

using namespace wb;

namespace {

// A lesson around one kernel; the parts that differ from test to test are handed in.
std::string lesson_with(const std::string& launch) { return "+++\nid = \"row\"\ntitle = \"A row\"\n\n[[launch]]\nname = \"row\"\nsource = \"kernel.cu\"\n" + launch + "\n+++\n"; }

BuiltLaunch build(const std::string& launch, const std::string& kernel, std::map<std::string, double> set = {}) {
  test::LessonFolder folder(lesson_with(launch));
  folder.write("kernel.cu", kernel);
  ReadLesson read = read_lesson(folder.path);
  CAPTURE(test::lines_of(read.complaints));
  REQUIRE(read.lesson);
  REQUIRE(read.complaints.empty());
  LaunchRequest request;
  request.name = "row";
  request.set = std::move(set);
  return build_launch(*read.lesson, request);
}

// The numbers that a buffer starts from.
std::vector<double> numbers(const DeviceBuffer& buffer) {
  std::vector<double> values;
  uint64_t each = info(buffer.scalar).bytes;
  for (size_t at = 0; at < buffer.bytes.size(); at += each) values.push_back(load_scalar(buffer.scalar, &buffer.bytes[at]));
  return values;
}

constexpr const char* fill = "__global__ void fill(unsigned char* out, int n) { int i = threadIdx.x; if (i < n) out[i] = 7; }\n";

struct StartCase {
  const char* name;
  const char* buffer;
  const char* type;
  std::vector<double> starts;
};

}  // namespace

TEST_CASE("a launch is evaluated: sizes, values, grid, arguments") {
  BuiltLaunch built = build("grid = [\"ceil_div(n, 4)\", 2]\nblock = [4]\nshared_bytes = \"4 * n\"\narguments = [\"out\", \"n\"]\nvalues = { m = \"n / 2\", n = 10 }\n[launch.buffer.out]\ntype = \"uchar\"\nshape = [2, \"m\"]", fill);
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  const Launch& launch = *built.launch;
  CHECK(launch.kernel == "fill");
  CHECK(launch.device.grid == Index3{3, 2, 1});
  CHECK(launch.device.block == Index3{4, 1, 1});
  CHECK(launch.device.dynamic_shared_bytes == 40);
  CHECK(launch.values.at("m") == 5);
  CHECK(launch.device.buffers[0].shape == std::vector<uint64_t>{2, 5});
  CHECK(launch.device.buffers[0].is_poisoned);
  CHECK(launch.outputs == std::vector<int>{0});
  CHECK(launch.covered == std::vector<int>{0});
  CHECK(std::get<int64_t>(launch.device.arguments[1]) == 10);
}

TEST_CASE("buffers start as they are told to") {
  const StartCase cases[] = {
      {"zeros", "type = \"int\"\nshape = [3]\nfill = \"zeros\"", "int", {0, 0, 0}},
      {"iota", "type = \"short\"\nshape = [2, 2]\nfill = \"iota\"", "short", {0, 1, 2, 3}},
      {"iota wraps in bytes", "type = \"uchar\"\nshape = [258]\nfill = \"iota\"", "unsigned char", {}},
      {"a constant", "type = \"float\"\nshape = [2]\nfill = \"constant(n / 4.0)\"", "float", {2.5, 2.5}},
      {"data with their type", "data = [1, 2, 3]", "int", {1, 2, 3}},
      {"real data", "data = [1, 2.5]", "float", {1, 2.5}},
      {"nested data", "type = \"double\"\ndata = [[1, 2], [3, 4]]", "double", {1, 2, 3, 4}},
      {"truth values", "type = \"bool\"\ndata = [true, false]", "bool", {1, 0}},
  };
  for (const StartCase& c : cases) {
    CAPTURE(c.name);
    std::string type = c.type;
    BuiltLaunch built = build("grid = [1]\nblock = [1]\narguments = [\"a\"]\nvalues = { n = 10 }\n[launch.buffer.a]\n" + std::string(c.buffer), "__global__ void k(" + type + "* a) { a[0] = a[1]; }\n");
    CAPTURE(test::lines_of(built.complaints));
    REQUIRE(built.ok());
    auto found = numbers(built.launch->device.buffers[0]);
    if (!c.starts.empty()) CHECK(found == c.starts);
    else CHECK(found[257] == 1);
    CHECK(built.launch->covered.empty());  // filled: nothing has to be written
  }
}

TEST_CASE("random fills are the same on every machine, within their bounds") {
  auto fill_with = [](const std::string& what) {
    BuiltLaunch built = build("grid = [1]\nblock = [1]\narguments = [\"a\"]\n[launch.buffer.a]\ntype = \"int\"\nshape = [1000]\nfill = \"" + what + "\"", "__global__ void k(int* a) { a[0] = a[1]; }\n");
    REQUIRE(built.ok());
    return numbers(built.launch->device.buffers[0]);
  };
  auto values = fill_with("random(seed=1, min=-2, max=2)");
  CHECK(*std::min_element(values.begin(), values.end()) == -2);
  CHECK(*std::max_element(values.begin(), values.end()) == 2);
  CHECK(values == fill_with("random(seed=1, min=-2, max=2)"));
  CHECK(values != fill_with("random(seed=2, min=-2, max=2)"));
  CHECK(std::vector<double>(values.begin(), values.begin() + 6) == std::vector<double>{0, 1, 2, 0, 0, 1});
}

TEST_CASE("pictures are laid out as asked, cropped from the top left and repeated") {
  test::LessonFolder folder(lesson_with("grid = [1]\nblock = [1]\narguments = [\"p\"]\nvalues = { w = \"p.width\", h = \"p.height\", c = \"p.channels\" }\n[launch.buffer.p]\nimage = \"p.png\"\nchannels = 3\nlayout = \"planar\""));
  folder.write("kernel.cu", "__global__ void k(unsigned char* p) { p[0] = 1; }\n");
  REQUIRE(write_png(folder.path / "p.png", Picture{2, 1, 3, {1, 2, 3, 4, 5, 6}}));
  ReadLesson read = read_lesson(folder.path);
  REQUIRE(read.lesson);
  auto bytes_with = [&](std::map<std::string, double> set) {
    LaunchRequest request;
    request.name = "row";
    request.set = std::move(set);
    BuiltLaunch built = build_launch(*read.lesson, request);
    CAPTURE(test::lines_of(built.complaints));
    REQUIRE(built.ok());
    return built.launch->device.buffers[0];
  };
  CHECK(bytes_with({}).bytes == std::vector<uint8_t>{1, 4, 2, 5, 3, 6});
  CHECK(bytes_with({}).shape == std::vector<uint64_t>{3, 1, 2});
  CHECK(bytes_with({{"w", 1}}).bytes == std::vector<uint8_t>{1, 2, 3});
  CHECK(bytes_with({{"w", 3}, {"h", 2}}).bytes == std::vector<uint8_t>{1, 4, 1, 1, 4, 1, 2, 5, 2, 2, 5, 2, 3, 6, 3, 3, 6, 3});
  CHECK(evaluate_values(*read.lesson, "row", {{"w", 5}}).values.at("w") == 5);
}

struct ArgumentCase {
  const char* name;
  const char* kernel;
  const char* values;
  const char* complaint;  // empty: none
};

TEST_CASE("arguments fit the kernel's parameters, or are refused with their place") {
  constexpr ArgumentCase cases[] = {
      {"a whole number for a float", "__global__ void k(int* a, float n) { a[0] = n; }", "n = 3", ""},
      {"a real number for an int", "__global__ void k(int* a, int n) { a[0] = n; }", "n = 2.5", "takes a whole number"},
      {"a negative number for an unsigned", "__global__ void k(int* a, unsigned n) { a[0] = n; }", "n = -1", "does not fit"},
      {"a large number for a byte", "__global__ void k(int* a, unsigned char n) { a[0] = n; }", "n = 256", "does not fit"},
      {"the largest byte", "__global__ void k(int* a, unsigned char n) { a[0] = n; }", "n = 255", ""},
      {"a pointer for a number", "__global__ void k(int* a, int* n) { a[0] = n[0]; }", "n = 1", "takes a buffer"},
      {"an unsigned buffer for a signed one", "__global__ void k(unsigned* a, int n) { a[0] = n; }", "n = 1", "holds int"},
      {"too many", "__global__ void k(int* a) { a[0] = 1; }", "n = 1", "takes 1 argument, the launch passes 2"},
  };
  for (const ArgumentCase& c : cases) {
    CAPTURE(c.name);
    BuiltLaunch built = build("grid = [1]\nblock = [1]\narguments = [\"a\", \"n\"]\nvalues = { " + std::string(c.values) + " }\n[launch.buffer.a]\ntype = \"int\"\nshape = [4]", std::string(c.kernel) + "\n");
    std::string complaints = test::lines_of(built.complaints);
    CAPTURE(complaints);
    CHECK(built.ok() == (c.complaint[0] == '\0'));
    CHECK(complaints.find(c.complaint) != std::string::npos);
    if (!built.ok()) CHECK(complaints.find("lesson.md:10:") != std::string::npos);
  }
}

TEST_CASE("a record is given in braces: values, buffers that its pointers point to, members by name") {
  const char* kernel = "struct Point { short x, y; }; struct View { unsigned char* data; int n; float scale[2]; Point at; bool on; };\n"
                       "__global__ void fill(View v) { int i = threadIdx.x; if (i < v.n) v.data[i] = 7; }\n";
  const std::string rest = "\ngrid = [1]\nblock = [4]\nvalues = { n = 10 }\n[launch.buffer.out]\ntype = \"uchar\"\nshape = [10]";
  BuiltLaunch built = build("arguments = [\"{ out, n * 2, { 0.5, 2 }, { -3, 4 }, 1 }\"]" + rest, kernel);
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  const auto* record = std::get_if<RecordArgument>(&built.launch->device.arguments[0]);
  REQUIRE(record);
  REQUIRE(record->bytes.size() == 32);
  REQUIRE(record->pointers.size() == 1);
  CHECK(record->pointers[0].offset == 0);
  CHECK(load_scalar(ScalarKind::int_, &record->bytes[8]) == 20);
  CHECK(load_scalar(ScalarKind::float_, &record->bytes[16]) == 2);
  CHECK(load_scalar(ScalarKind::short_, &record->bytes[20]) == -3);
  CHECK(record->bytes[24] == 1);
  CHECK(built.launch->outputs == std::vector<int>{0});

  built = build("arguments = [\"{ .n = n, .at.y = 5, .data = out }\"]" + rest, kernel);
  REQUIRE(built.ok());
  record = std::get_if<RecordArgument>(&built.launch->device.arguments[0]);
  CHECK(load_scalar(ScalarKind::short_, &record->bytes[22]) == 5);
  for (const char* wrong : {"{ n }", "{ out, 0.5 }", "{ out, 1, 2, 3, 4, 5, 6, 7 }", "{ .none = 1 }", "{ out, missing }", "{ out, 1, 1, 1, 70000 }"})
    CHECK(!build("arguments = [\"" + std::string(wrong) + "\"]" + rest, kernel).ok());
  CHECK(!build("arguments = [\"n\"]" + rest, kernel).ok());
}

TEST_CASE("an argument is a place in a buffer, and several may be in one") {
  struct Case {
    const char* name;
    const char* argument;
    int64_t byte_offset;     // of what it points to; -1: refused
    const char* complaint;
  };
  constexpr Case cases[] = {
      {"the same buffer again", "pool", 0, ""},
      {"behind its start", "pool + n / 2", 20, ""},
      {"less", "pool + n - 2 * 3", 16, ""},
      {"an element's address", "&pool[n - 1]", 36, ""},
      {"in parentheses", "(pool + 1)", 4, ""},
      {"the end", "pool + pool.length", 48, ""},
      {"a cast to the type that it has", "(int*)(pool + 2)", 8, ""},
      {"before the start", "pool - 4", -1, "`pool - 4` starts 4 elements before `pool`"},
      {"behind the end", "&pool[2 * n]", -1, "`&pool[2 * n]` starts at element 20 of `pool`, which has 12"},
      {"a cast to another type", "(float*)pool", -1, "is a pointer to float, but the kernel's parameter is `int* out`"},
      {"half an element", "pool + n / 4.0", -1, "which is no whole number"},
      {"an unknown value", "pool + m", -1, "`m` is no value of this launch"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    BuiltLaunch built = build("grid = [1]\nblock = [4]\narguments = [\"pool\", \"" + std::string(c.argument) + "\", \"n\"]\nvalues = { n = 10 }\n[launch.buffer.pool]\ntype = \"int\"\nshape = [12]\nfill = \"iota\"",
                              "__global__ void k(const int* in, int* out, int n) { if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x]; }\n");
    const std::string complaints = test::lines_of(built.complaints);
    CAPTURE(complaints);
    REQUIRE(built.ok() == (c.byte_offset >= 0));
    CHECK(complaints.find(c.complaint) != std::string::npos);
    if (!built.ok()) CHECK(complaints.find("lesson.md:10:") != std::string::npos);
    if (!built.ok()) continue;
    CHECK(built.launch->device.buffers.size() == 1);
    CHECK(built.launch->outputs == std::vector<int>{0});
    const auto* place = std::get_if<BufferArgument>(&built.launch->device.arguments[1]);
    REQUIRE(place);
    CHECK(place->index == 0);
    CHECK(place->byte_offset == static_cast<uint64_t>(c.byte_offset));
  }
}

TEST_CASE("a table of addresses points to other buffers of the launch") {
  const auto with = [](const std::string& places) {
    return "grid = [1]\nblock = [4]\narguments = [\"rows\", \"n\"]\nvalues = { n = 2 }\n[launch.buffer.a]\ntype = \"int\"\nshape = [4]\n[launch.buffer.b]\ntype = \"int\"\nshape = [4]\n[launch.buffer.rows]\npoints_to = " + places;
  };
  const char* kernel = "__global__ void k(int** rows, int n) { if (threadIdx.x == 0) rows[1][0] = n; }\n";
  BuiltLaunch built = build(with(R"(["a", "b + n", "nullptr"])"), kernel);
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  const DeviceBuffer& rows = built.launch->device.buffers[2];
  CHECK(rows.shape == std::vector<uint64_t>{3});
  CHECK(rows.pointers == std::vector<uint64_t>{0, 8});
  CHECK(std::all_of(rows.bytes.begin() + 16, rows.bytes.end(), [](uint8_t byte) { return byte == 0; }));
  const SimulationResult result = simulate(wb::compile_launch(*built.launch).program, built.launch->device);
  CHECK(result.findings.empty());
  CHECK(load_scalar(ScalarKind::int_, &result.buffers[1].bytes[8]) == 2);
  CHECK(built.launch->outputs == std::vector<int>{0, 1, 2});

  built = build(with(R"(["b + 5"])"), kernel);
  CHECK(test::lines_of(built.complaints).find("error: `b + 5` starts at element 5 of `b`, which has 4") != std::string::npos);
  struct Case {
    const char *name, *places, *complaint;
  };
  for (const Case& c : {Case{"no such buffer", R"(["a", "bb"])", "`rows` points to `bb`, which is no buffer of this launch (did you mean `b`?)"}, {"no place", "[3]", "`rows` points to `3`"},
                        {"a type beside it", "[\"a\"]\ntype = \"float\"", "buffer `rows` holds addresses"}, {"another start", "[\"a\"]\nfill = \"zeros\"", "starts from both"}}) {
    CAPTURE(c.name);
    test::LessonFolder folder(lesson_with(with(c.places)));
    folder.write("kernel.cu", kernel);
    CHECK(test::lines_of(read_lesson(folder.path).complaints).find(c.complaint) != std::string::npos);
  }
}

TEST_CASE("a cast gives a kernel the bytes of a buffer as another type, and a record's pointers are places too") {
  const std::string rest = "\ngrid = [1]\nblock = [4]\n[launch.buffer.pool]\ntype = \"uchar\"\nshape = [64]\nfill = \"zeros\"";
  BuiltLaunch built = build("arguments = [\"(float*)(pool + 16)\"]" + rest, "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n");
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  CHECK(std::get<BufferArgument>(built.launch->device.arguments[0]).byte_offset == 16);

  built = build("arguments = [\"{ pool, &pool[32] }\"]" + rest, "struct Halves { unsigned char *a, *b; };\n__global__ void k(Halves h) { h.b[threadIdx.x] = h.a[threadIdx.x]; }\n");
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  const auto& record = std::get<RecordArgument>(built.launch->device.arguments[0]);
  REQUIRE(record.pointers.size() == 2);
  CHECK(record.pointers[1].byte_offset == 32);
}

TEST_CASE("a buffer starts from bytes that were given with the lesson, with values only where they have them") {
  test::LessonFolder folder(lesson_with("grid = [1]\nblock = [1]\narguments = [\"a\"]\n[launch.buffer.a]\ntype = \"short\"\nshape = [4]\ncontent = \"host:3\""));
  folder.write("kernel.cu", "__global__ void k(short* a) { a[0] = a[1]; }\n");
  Lesson lesson = *read_lesson(folder.path).lesson;
  LaunchRequest request;
  request.name = "row";
  CHECK(test::lines_of(build_launch(lesson, request).complaints).find("lesson.md:14:11: error: no content `host:3` was given with this text") != std::string::npos);

  using Ranges = std::vector<DeviceBuffer::ByteRange>;
  struct Case {
    const char* name;
    std::vector<bool> has_value;
    Ranges ranges;
  };
  const Case cases[] = {
      {"no flags: all of them", {}, {}},
      {"all of them", {true, true, true, true}, {}},
      {"elements", {true, false, true, true}, {{0, 2}, {4, 8}}},
      {"bytes", {false, true, true, true, true, false, false, false}, {{1, 5}}},
      {"none", {false, false}, {}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    lesson.contents["host:3"] = {{1, 2, 3, 4, 5, 6, 7, 8}, c.has_value};
    BuiltLaunch built = build_launch(lesson, request);
    REQUIRE(built.ok());
    const DeviceBuffer& buffer = built.launch->device.buffers[0];
    CHECK(buffer.filled == c.ranges);
    const bool is_whole = c.has_value.empty() || std::find(c.has_value.begin(), c.has_value.end(), false) == c.has_value.end();
    CHECK(buffer.is_poisoned == !is_whole);
    for (size_t i = 0; i < 8; ++i) {
      const bool has_value = is_whole || std::any_of(c.ranges.begin(), c.ranges.end(), [&](const auto& range) { return i >= range.begin && i < range.end; });
      CHECK(buffer.bytes[i] == (has_value ? i + 1 : poison_byte));
    }
  }
  lesson.contents["host:3"] = {{1, 2, 3}, {}};
  CHECK(test::lines_of(build_launch(lesson, request).complaints).find("its content has 3 bytes, but the shape needs 8") != std::string::npos);
}

TEST_CASE("a student's text takes the place of the file's, mistakes and all") {
  test::LessonFolder folder(lesson_with("grid = [1]\nblock = [1]\narguments = [\"out\", \"n\"]\nvalues = { n = 1 }\n[launch.buffer.out]\ntype = \"uchar\"\nshape = [4]"));
  folder.write("kernel.cu", fill);
  Lesson lesson = *read_lesson(folder.path).lesson;
  LaunchRequest request;
  request.name = "row";
  request.source_text = "__global__ void fill(unsigned char* out, int n) { out[0] = 9; }\n";
  CHECK(build_launch(lesson, request).launch->source == *request.source_text);
  request.source_text = "__global__ void fill(unsigned char* out, int n) { out[0] = nine; }\n";
  BuiltLaunch broken = build_launch(lesson, request);
  CHECK(!broken.ok());
  CHECK(broken.complaints.empty());
  REQUIRE(!broken.diagnostics.empty());
  CHECK(broken.sources->start(broken.diagnostics[0].span).column == 60);
}

TEST_CASE("values that are defined through long chains end in a complaint") {
  std::string values = "values = { n = 1, v0 = \"n\"";
  for (int i = 1; i < 200; ++i) values += ", v" + std::to_string(i) + " = \"" + std::string(20, '(') + "v" + std::to_string(i - 1) + std::string(20, ')') + "\"";
  // The last one first, so that it is reached through all the others.
  BuiltLaunch built = build("grid = [\"v199\"]\nblock = [4]\narguments = [\"out\", \"n\"]\n" + values + " }\n[launch.buffer.out]\ntype = \"uchar\"\nshape = [\"v199\"]", fill);
  CHECK(built.ok());  // in the order of the file each is known when the next one asks
  std::string backwards = "values = { n = 1";
  for (int i = 199; i > 0; --i) backwards += ", v" + std::to_string(i) + " = \"" + std::string(20, '(') + "v" + std::to_string(i - 1) + std::string(20, ')') + "\"";
  built = build("grid = [1]\nblock = [4]\narguments = [\"out\", \"n\"]\n" + backwards + ", v0 = \"n\" }\n[launch.buffer.out]\ntype = \"uchar\"\nshape = [4]", fill);
  CHECK(test::lines_of(built.complaints).find("through more than 16 other values") != std::string::npos);
}

TEST_CASE("an .npy file of a vector type has one dimension more") {
  test::LessonFolder folder(lesson_with("grid = [1]\nblock = [1]\narguments = [\"a\"]\n[launch.buffer.a]\ntype = \"float2\"\nfile = \"a.npy\""));
  folder.write("kernel.cu", "__global__ void k(float2* a) { a[0].x = a[1].y; }\n");
  const float values[] = {1, 2, 3, 4, 5, 6};
  folder.write("a.npy", format_npy(ScalarKind::float_, {3, 2}, reinterpret_cast<const uint8_t*>(values), sizeof values));
  LaunchRequest request;
  request.name = "row";
  BuiltLaunch built = build_launch(*read_lesson(folder.path).lesson, request);
  std::string complaints = test::lines_of(built.complaints);
  CAPTURE(complaints);
  REQUIRE(built.ok());
  CHECK(built.launch->device.buffers[0].shape == std::vector<uint64_t>{3});
  CHECK(built.launch->device.buffers[0].vector_lanes == 2);
  folder.write("a.npy", format_npy(ScalarKind::float_, {2, 3}, reinterpret_cast<const uint8_t*>(values), sizeof values));
  CHECK(!build_launch(*read_lesson(folder.path).lesson, request).ok());
}

TEST_CASE("a launch's macros reach the kernel, and wrong ones are named") {
  constexpr const char* tiled = "__global__ void k(int* out) { __shared__ TYPE tile[TILE]; tile[threadIdx.x] = 1; out[threadIdx.x] = tile[threadIdx.x]; }\n";
  const std::string rest = "grid = [1]\nblock = [8]\narguments = [\"out\"]\n";
  const std::string buffer = "\n[launch.buffer.out]\ntype = \"int\"\nshape = [8]";
  BuiltLaunch built = build(rest + "defines = { TILE = 8, TYPE = \"unsigned char\" }" + buffer, tiled);
  REQUIRE(built.ok());
  CHECK(built.launch->defines == std::vector<std::pair<std::string, std::string>>{{"TILE", "8"}, {"TYPE", "unsigned char"}});
  CHECK_FALSE(build(rest + buffer, tiled).ok());

  for (const char* wrong : {"{ \"8x\" = 1 }", "{ TILE = 1.5 }", "{ TILE = \"1\\n2\" }"}) {
    CAPTURE(wrong);
    test::LessonFolder folder(lesson_with(rest + "defines = " + wrong + buffer));
    folder.write("kernel.cu", tiled);
    CHECK(read_lesson(folder.path).complaints.size() == 1);
  }
}

TEST_CASE("headers in folders include what lies beside them") {
  test::LessonFolder folder(lesson_with("grid = [1]\nblock = [4]\narguments = [\"out\"]\n[launch.buffer.out]\ntype = \"int\"\nshape = [4]"));
  std::filesystem::create_directories(folder.path / "own");
  folder.write("kernel.cu", "#include \"own/a.h\"\n__global__ void k(int* out) { out[threadIdx.x] = A; }\n");
  folder.write("own/a.h", "#include \"b.h\"\n#define A (B + 1)\n");
  folder.write("own/b.h", "#define B 2\n");
  LaunchRequest request;
  request.name = "row";
  BuiltLaunch built = build_launch(*read_lesson(folder.path).lesson, request);
  REQUIRE(built.ok());
  CHECK(built.launch->headers.contains("own/b.h"));
}

namespace {

constexpr const char* weighted =
    "namespace filters { __constant__ float weights[4] = {1, 2, 3, 4}; }\n__device__ int calls = 3;\n__constant__ int unused;\n"
    "__global__ void k(float* out) { out[threadIdx.x] = filters::weights[threadIdx.x]; atomicAdd(&calls, 1); }\n";

std::string weighted_launch(const std::string& buffers) {
  return "grid = [1]\nblock = [4]\narguments = [\"out\"]\n[launch.buffer.out]\ntype = \"float\"\nshape = [4]\n" + buffers;
}

}  // namespace

TEST_CASE("a buffer may be what a variable of the file starts from") {
  const BuiltLaunch built = build(weighted_launch("[launch.buffer.w]\ntype = \"float\"\ndata = [5, 6]\nmemory = \"symbol:filters::weights\"\n"
                                                  "[launch.buffer.calls]\ntype = \"int\"\nshape = [1]\nmemory = \"symbol:calls\"\n"
                                                  "[launch.buffer.unused]\ntype = \"int\"\nshape = [1]\nmemory = \"constant\""), weighted);
  CHECK(test::lines_of(built.complaints) == "");
  REQUIRE(built.ok());
  const KernelLaunch& device = built.launch->device;
  REQUIRE(device.symbols.size() == 2);  // a kernel need not use every variable
  CHECK(device.symbols[0].name == "filters::weights");
  CHECK(device.symbols[0].buffer == 1);
  CHECK(device.symbols[1].name == "calls");
  CHECK(numbers(device.buffers[1]) == std::vector<double>{5, 6});
  CHECK(numbers(device.buffers[2]) == std::vector<double>{3});  // no start is said: the variable's own
  CHECK_FALSE(device.buffers[2].is_poisoned);
  CHECK(built.launch->outputs == std::vector<int>{0, 2});
  CHECK(built.launch->covered == std::vector<int>{0});

  const CompileResult compiled = compile("kernel.cu", weighted, "");
  const SimulationResult result = simulate(compiled.program, device);
  CHECK(numbers(result.buffers[0]) == std::vector<double>{5, 6, 3, 4});
  CHECK(numbers(result.buffers[2]) == std::vector<double>{7});
}

TEST_CASE("a variable that cannot be set is named at its line, with what was meant") {
  struct Case {
    const char *buffer, *says, *hint;
  };
  for (const Case& c : {Case{"type = \"int\"\nshape = [1]\nmemory = \"symbol:call\"", "has no variable `call`", "calls"},
                        {"type = \"float\"\nshape = [4]\nmemory = \"symbol:weights\"", "has no variable `weights`", "it is `filters::weights`"},
                        {"type = \"float\"\nshape = [5]\nmemory = \"symbol:filters::weights\"", "has 20 bytes, and `filters::weights` has 16", "smaller"},
                        {"type = \"int\"\nshape = [4]\nmemory = \"symbol:filters::weights\"", "is made of float", "that type"}}) {
    CAPTURE(c.says);
    const BuiltLaunch built = build(weighted_launch("[launch.buffer.b]\n" + std::string(c.buffer)), weighted);
    REQUIRE(built.complaints.size() == 1);
    CHECK(built.complaints[0].message.find(c.says) != std::string::npos);
    CHECK(built.complaints[0].hint.find(c.hint) != std::string::npos);
    CHECK(built.complaints[0].line == 17);  // that of `memory`
  }
  BuiltLaunch built = build(weighted_launch("[launch.buffer.calls]\ntype = \"int\"\nshape = [1]\nmemory = \"constant\""), weighted);
  REQUIRE(built.complaints.size() == 1);
  CHECK(built.complaints[0].message == "`calls` is a `__device__` variable");
  built = build("grid = [1]\nblock = [4]\narguments = [\"w\"]\n[launch.buffer.w]\ntype = \"float\"\nshape = [4]\nmemory = \"symbol:filters::weights\"", weighted);
  CHECK(test::lines_of(built.complaints).find("the kernel names the variable itself") != std::string::npos);
}
