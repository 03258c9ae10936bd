// A saved run opens as it was, runs as it did, and a file that was tampered with is refused in words.
#include <doctest.h>

#include <cstring>
#include <limits>
#include <random>

#include "app/backends/engine.h"
#include "app/backends/trace_file.h"

using namespace wb;

namespace {

Launch sum_launch() {
  Launch launch;
  launch.lesson_id = "sums";
  launch.name = "small";
  launch.file_name = "sum.cu";
  launch.source = "#include \"step.h\"\nstruct Way { float scale; int* count; };\n"
                  "__global__ void sum(const float* in, float* out, int n, Way way, float gain) {\n"
                  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) {\n    out[i] = in[i] * way.scale * STEP * GAIN + gain;\n    atomicAdd(way.count, 1);\n  }\n}\n";
  launch.headers["step.h"] = "#define STEP 2\n";
  launch.defines = {{"GAIN", "3"}};
  launch.kernel = "sum";
  launch.values = {{"n", 60}};
  launch.device.grid = {2, 1, 1};
  launch.device.block = {32, 1, 1};
  DeviceBuffer in{.name = "in", .scalar = ScalarKind::float_, .shape = {60}};
  for (int i = 0; i < 60; ++i) {
    const float value = static_cast<float>(i) / 4;
    const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
    in.bytes.insert(in.bytes.end(), bytes, bytes + 4);
  }
  DeviceBuffer out{.name = "out", .scalar = ScalarKind::float_, .shape = {60}, .bytes = std::vector<uint8_t>(240, poison_byte), .is_poisoned = true};
  DeviceBuffer count{.name = "count", .scalar = ScalarKind::int_, .shape = {1}, .bytes = std::vector<uint8_t>(4)};
  launch.device.buffers = {in, out, count};
  RecordArgument way{std::vector<uint8_t>(16), {{8, 2}}};
  const float scale = 1.5f;
  std::memcpy(way.bytes.data(), &scale, 4);
  launch.device.arguments = {BufferArgument{0}, BufferArgument{1}, int64_t{60}, way, std::numeric_limits<double>::infinity()};
  launch.outputs = {1};
  launch.covered = {1};
  launch.schedule = Schedule::random;
  launch.seed = UINT64_MAX;
  return launch;
}

RunResult run(const Launch& launch) {
  Progress progress;
  return make_simulated_engine()->run(launch, progress, {});
}

Trace sum_trace() {
  const Launch launch = sum_launch();
  const RunResult result = run(launch);
  REQUIRE(result.ran());
  return {"warpbook 0", "07-sums", "Sums", {"n"}, launch, trace_results(result)};
}

// Another number where `name` stands in the header. Lengths are kept, so that the rest stays where it is.
std::string with(std::string bytes, const std::string& from, const std::string& to) {
  const size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(from.size() == to.size());
  return bytes.replace(at, from.size(), to);
}

std::string refusal(const std::string& bytes) {
  std::string why;
  CHECK(!parse_trace(bytes, why));
  return why;
}

}  // namespace

TEST_CASE("a saved run opens as it was, and runs as it did") {
  const Trace saved = sum_trace();
  std::string why;
  const std::string bytes = format_trace(saved);
  const auto opened = parse_trace(bytes, why);
  CHECK(why == "");
  REQUIRE(opened);
  const Launch &a = saved.launch, &b = opened->launch;
  CHECK(opened->lesson == "07-sums");
  CHECK(opened->title == "Sums");
  CHECK(opened->value_names == saved.value_names);
  CHECK(opened->results == saved.results);
  CHECK(a.source == b.source);
  CHECK(a.headers == b.headers);
  CHECK(a.defines == b.defines);
  CHECK(a.seed == b.seed);
  CHECK(a.schedule == b.schedule);
  CHECK(a.values == b.values);
  REQUIRE(b.device.buffers.size() == 3);
  CHECK(b.device.buffers[0].bytes == a.device.buffers[0].bytes);
  CHECK(b.device.buffers[1].bytes == a.device.buffers[1].bytes);
  CHECK(b.device.buffers[1].is_poisoned);
  CHECK(std::get<double>(b.device.arguments[4]) == std::numeric_limits<double>::infinity());
  CHECK(std::get<RecordArgument>(b.device.arguments[3]).pointers[0].buffer == 2);
  const RunResult again = run(b);
  CHECK(differences(opened->results, trace_results(again)).empty());
  CHECK(format_trace(*opened) == bytes);
}

TEST_CASE("addresses in buffers are kept, and those of a file that is no trace are looked at") {
  Trace trace = sum_trace();
  put_address(trace.launch.device.buffers[0], 16, BufferArgument{1, 8});
  std::string why;
  const auto opened = parse_trace(format_trace(trace), why);
  CHECK(why == "");
  REQUIRE(opened);
  CHECK(opened->launch.device.buffers[0].pointers == std::vector<uint64_t>{16});
  CHECK(opened->launch.device.buffers[0].bytes == trace.launch.device.buffers[0].bytes);
  trace.launch.device.buffers[0].pointers = {1000};
  const auto bad = parse_trace(format_trace(trace), why);
  REQUIRE(bad);
  CHECK_FALSE(run(bad->launch).ran());
}

TEST_CASE("what a launch finds in the device's heap is kept, in a format that programs without it refuse") {
  Trace trace = sum_trace();
  DeviceHeap heap;
  heap.blocks = {{1, 3, 16, 0, 1, true, {4, 0, 2}, {}}, {4, 4, 20, 2, 2, false, {5, 1, 0}, {9, 0, 3}}};
  heap.taken = 2;
  heap.bytes.resize(8 * 16);
  heap.written.resize(16, 0xFF);
  trace.launch.device.heap = heap_with(heap, [](DeviceBuffer& bytes) { put_address(bytes, 48, BufferArgument{1, 8}); });
  std::string why;
  const std::string bytes = format_trace(trace);
  const auto opened = parse_trace(bytes, why);
  CHECK(why == "");
  REQUIRE(opened);
  REQUIRE(opened->launch.device.heap);
  const DeviceHeap& again = *opened->launch.device.heap;
  CHECK(again.bytes == trace.launch.device.heap->bytes);
  CHECK(again.pointers == std::vector<uint64_t>{48});
  CHECK(again.blocks.size() == 2);
  CHECK(again.blocks[1].given.line == 9);
  CHECK(run(opened->launch).ran());
  CHECK(format_trace(*opened) == bytes);
  CHECK(bytes[8] == 4);
  std::string earlier = bytes;
  earlier[8] = 3;  // whose pointers into the heap were other numbers
  CHECK_FALSE(parse_trace(earlier, why));
  CHECK(why.find("version 3") != std::string::npos);
}

TEST_CASE("that a buffer goes on behind its beginning is kept") {
  Trace trace = sum_trace();
  trace.launch.device.buffers[0].whole_bytes = 3ull << 30;
  std::string why;
  const auto opened = parse_trace(format_trace(trace), why);
  REQUIRE(opened);
  CHECK(opened->launch.device.buffers[0].byte_count() == 3ull << 30);
  CHECK(run(opened->launch).ran());
}

TEST_CASE("the size of the device's heap is kept, where it is not the usual one") {
  Trace trace = sum_trace();
  CHECK(format_trace(trace).find("heap_bytes") == std::string::npos);
  trace.launch.device.heap_bytes = 128u << 20;
  std::string why;
  const auto opened = parse_trace(format_trace(trace), why);
  REQUIRE(opened);
  CHECK(opened->launch.device.heap_bytes == 128u << 20);
}

TEST_CASE("places in buffers, and the parts of a buffer that have values, are kept") {
  Trace trace = sum_trace();
  DeviceBuffer& in = trace.launch.device.buffers[0];
  in.is_poisoned = true;
  for (const size_t parts : {size_t{3}, size_t{60}, size_t{120}}) {  // in the header, and as a blob
    CAPTURE(parts);
    in.filled.clear();
    for (size_t i = 0; i < parts; ++i) in.filled.push_back({2 * i, 2 * i + 1});
    trace.launch.device.arguments[1] = BufferArgument{1, 8};
    std::get<RecordArgument>(trace.launch.device.arguments[3]).pointers = {{8, 2, 4}};
    std::string why;
    const auto opened = parse_trace(format_trace(trace), why);
    CHECK(why == "");
    REQUIRE(opened);
    CHECK(opened->launch.device.buffers[0].filled == in.filled);
    CHECK(std::get<BufferArgument>(opened->launch.device.arguments[1]).byte_offset == 8);
    CHECK(std::get<BufferArgument>(opened->launch.device.arguments[0]).byte_offset == 0);
    CHECK(std::get<RecordArgument>(opened->launch.device.arguments[3]).pointers[0].byte_offset == 4);
  }
  trace.launch.device.arguments[1] = BufferArgument{1, 1000};
  std::string why;
  const auto opened = parse_trace(format_trace(trace), why);
  REQUIRE(opened);
  CHECK_FALSE(run(opened->launch).ran());
}

TEST_CASE("what variables start from is kept, in a format that programs without it refuse") {
  Trace trace = sum_trace();
  CHECK(format_trace(trace)[8] == 1);
  trace.launch.device.symbols = {{"filters::weights", 1, 8}};
  std::string bytes = format_trace(trace), why;
  CHECK(bytes[8] == 2);
  const auto opened = parse_trace(bytes, why);
  REQUIRE(opened);
  REQUIRE(opened->launch.device.symbols.size() == 1);
  CHECK(opened->launch.device.symbols[0].name == "filters::weights");
  CHECK(opened->launch.device.symbols[0].buffer == 1);
  CHECK(opened->launch.device.symbols[0].byte_offset == 8);
  trace.launch.device.symbols[0].buffer = 7;
  CHECK_FALSE(parse_trace(format_trace(trace), why));
  CHECK(why == "a variable of it starts from no buffer");
}

TEST_CASE("what the host program does without waiting is kept, and told again when the run is opened") {
  Trace trace = sum_trace();
  const auto place = [&](const std::string& text) {
    const auto at = static_cast<uint32_t>(trace.launch.source.find(text));
    return HostPlace{at, at + static_cast<uint32_t>(text.size())};
  };
  HostHazard hazard;
  hazard.first = {HostHazard::Doer::kernel, "sum", place("int i"), place("out[i]"), true, false, 2, "stream `s`", 3};
  hazard.second = {HostHazard::Doer::program, "", place("int n"), place("float gain"), false, false};
  hazard.memory = "out[3]";
  hazard.others = {{false, true, "out[0]"}};
  hazard.count = 2;
  hazard.is_in_graph = true;
  trace.launch.hazards = {hazard};
  const RunResult told = run(trace.launch);
  trace.results = trace_results(told);
  const std::string bytes = format_trace(trace);
  std::string why;
  const auto opened = parse_trace(bytes, why);
  CHECK(why == "");
  REQUIRE(opened);
  const RunResult again = run(opened->launch);
  CHECK(differences(opened->results, trace_results(again)).empty());
  const auto of_host = [](const RunResult& result) {
    std::vector<std::string> all;
    for (const Finding& f : result.findings)
      if (f.kind == FindingKind::host_async) all.push_back(f.message + " " + f.places[0].by + " " + std::to_string(f.places[1].span.begin) + " " + std::to_string(f.count));
    return all;
  };
  REQUIRE(of_host(told).size() == 1);
  CHECK(of_host(again) == of_host(told));
  CHECK(format_trace(*opened) == bytes);

  const Trace silent = sum_trace();
  CHECK(format_trace(silent).find("hazards") == std::string::npos);
  CHECK(of_host(run(parse_trace(format_trace(silent), why)->launch)).empty());
}

TEST_CASE("what the host program does wrong with its memory is kept, and told again when the run is opened") {
  Trace trace = sum_trace();
  HostMistake mistake;
  mistake.code = "host.free.twice";
  mistake.arguments = {"cudaFree", "`d`", "`cudaFree` at line 9", "the call gives `cudaErrorInvalidValue`"};
  mistake.place = {3, 9};
  mistake.memory = "d";
  mistake.is_expected = true;
  mistake.count = 2;
  trace.launch.mistakes = {mistake};
  trace.results = trace_results(run(trace.launch));
  const std::string bytes = format_trace(trace);
  std::string why;
  const auto opened = parse_trace(bytes, why);
  CHECK(why == "");
  REQUIRE(opened);
  const RunResult again = run(opened->launch);
  CHECK(differences(opened->results, trace_results(again)).empty());
  REQUIRE(!again.findings.empty());
  const Finding& found = again.findings.back();
  CHECK(found.kind == FindingKind::host_free);
  CHECK(found.severity == Severity::warning);
  CHECK(found.count == 2);
  CHECK(found.message == "`cudaFree` is given `d`, which `cudaFree` at line 9 has given back already; the call gives `cudaErrorInvalidValue`");
  CHECK(format_trace(*opened) == bytes);
  trace.launch.mistakes[0].place.end = static_cast<uint32_t>(trace.launch.source.size()) + 1;
  CHECK(refusal(format_trace(trace)).find("`place` in its header is") == 0);
}

TEST_CASE("places of the host program beyond the text, and unknown kinds of work, are refused") {
  Trace trace = sum_trace();
  HostHazard hazard;
  const auto refused = [&] { return refusal(format_trace((trace.launch.hazards = {hazard}, trace))); };
  std::string why;
  CHECK(parse_trace(format_trace(trace), why));
  hazard.first.access = {0, static_cast<uint32_t>(trace.launch.source.size()) + 1};
  CHECK(refused().find("`access` in its header is") == 0);
  hazard.first.access = {9, 8};
  CHECK(refused().find("`access` in its header is") == 0);
  hazard.first.access = {};
  hazard.second.doer = static_cast<HostHazard::Doer>(9);
  CHECK(refused().find("`doer` in its header is") == 0);
}

TEST_CASE("a poisoned buffer takes no room in the file") {
  Trace trace = sum_trace();
  const size_t before = format_trace(trace).size();
  trace.launch.device.buffers[1].bytes.assign(4'000'000, poison_byte);
  trace.launch.device.buffers[1].shape = {1'000'000};
  CHECK(format_trace(trace).size() < before + 20);
}

TEST_CASE("what differs is said by name") {
  const Trace saved = sum_trace();
  Launch other = saved.launch;
  other.device.arguments[4] = 1.0;
  const auto words = differences(saved.results, trace_results(run(other)));
  REQUIRE(words.size() == 1);
  CHECK(words[0] == "the buffer out is another one");
  CHECK(differences(saved.results, saved.results).empty());
  TraceResults fewer = saved.results;
  fewer.hashes.erase("console");
  fewer.warp_instructions++;
  CHECK(differences(saved.results, fewer).size() == 2);
}

TEST_CASE("a file that is no whole trace is refused, and why is said") {
  const std::string bytes = format_trace(sum_trace());
  CHECK(refusal("") == "it is no trace of a run");
  CHECK(refusal("wbtrack\n" + bytes.substr(8)) == "it is no trace of a run");
  CHECK(refusal(bytes.substr(0, 12)) == "it ends too early");
  CHECK(refusal(bytes.substr(0, 500)) == "it ends too early");
  CHECK(refusal(bytes.substr(0, bytes.size() - 1)) == "it ends too early");
  CHECK(refusal(bytes + "x") == "it goes on behind its end");
  std::string newer = bytes;
  newer[8] = 5;
  CHECK(refusal(newer).starts_with("its format is version 5"));
  std::string long_header = bytes;
  long_header[19] = 1;
  CHECK(refusal(long_header).find("is the limit") != std::string::npos);
  std::string flipped = bytes;
  flipped.back() ^= 1;
  CHECK(refusal(flipped).starts_with("it is damaged"));
}

TEST_CASE("a header that lies is refused") {
  const std::string bytes = format_trace(sum_trace());
  CHECK(refusal(with(bytes, "\"bytes\": 240", "\"bytes\": 244")) == "the shape of a buffer of it does not fit its bytes");
  CHECK(refusal(with(bytes, "\"lanes\": 1", "\"lanes\": 0")) == "a buffer of it has no lanes");
  CHECK(refusal(with(bytes, "\"random\"", "\"rundum\"")) == "its schedule is unknown");
  CHECK(refusal(with(bytes, "\"checks\": true", "\"checks\": 1234")) == "`checks` in its header is neither true nor false");
  CHECK(refusal(with(bytes, "\"kernel\"", "\"colonel")) != "");
  CHECK(refusal(with(bytes, "\"kernel\"", "\"cernel\"")) == "its header lacks `kernel`");
  CHECK(refusal(with(bytes, "\"outputs\": [\n   1", "\"outputs\": [\n   7")) == "`outputs` in its header names no buffer");
  std::string deep("wbtrace\n\1\0\0\0\x64\0\0\0\0\0\0\0", 20);
  CHECK(refusal(deep + std::string(100, '[')) == "its header is nested too deep");
}

TEST_CASE("a buffer of more memory than the limit is refused before memory is taken") {
  Trace trace = sum_trace();
  std::string bytes = format_trace(trace);
  const std::string huge = std::to_string(limits::trace_memory_bytes + 1);
  // As long as what it replaces, and the header's length is put right.
  const size_t at = bytes.find("\"bytes\": 240");
  REQUIRE(at != std::string::npos);
  bytes.replace(at, 12, "\"bytes\": " + huge);
  bytes[12] = static_cast<char>(static_cast<uint8_t>(bytes[12]) + huge.size() - 3);
  CHECK(refusal(bytes).find("is the limit") != std::string::npos);
}

TEST_CASE("files changed at random are refused or opened, and what opens runs or is refused") {
  const std::string bytes = format_trace(sum_trace());
  std::mt19937 random(5);
  const auto pick = [&](size_t n) { return static_cast<size_t>(random() % n); };
  size_t opened = 0;
  for (int example = 0; example < 3000; ++example) {
    std::string changed = bytes;
    for (size_t change = 1 + pick(3); change > 0; --change) switch (pick(6)) {
        case 0: changed[pick(changed.size())] = static_cast<char>(random()); break;
        case 1: changed.resize(pick(changed.size()) + 1); break;
        case 2: changed.insert(pick(changed.size()), 1 + pick(4), static_cast<char>('0' + pick(10))); break;
        case 3: changed.erase(pick(changed.size()), 1 + pick(8)); break;
        case 4: changed[std::min(8 + pick(12), changed.size() - 1)] = static_cast<char>(random()); break;
        case 5: {  // another digit somewhere in the header: a length, an index, a size
          const size_t at = changed.find_first_of("0123456789", 20 + pick(std::max<size_t>(changed.size(), 22) - 21));
          if (at != std::string::npos) changed[at] = static_cast<char>('0' + pick(10));
          break;
        }
      }
    if (changed.empty()) continue;
    std::string why;
    auto trace = parse_trace(changed, why);
    CHECK(trace.has_value() == why.empty());
    if (!trace) continue;
    ++opened;
    trace->launch.instruction_budget = 10'000;
    trace->launch.host_threads = 1;
    run(trace->launch);
  }
  CHECK(opened > 0);
}
