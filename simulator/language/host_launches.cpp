#include "simulator/language/host_launches.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "simulator/language/host_reader.h"
#include "simulator/language/host_whole.h"
#include "simulator/language/preprocessor.h"

namespace wb {

namespace {

constexpr double most_assumed_threads = 1 << 18;
constexpr double most_assumed_bytes = 1 << 28;

// May the launch be simulated in a moment?
bool is_small(const HostLaunch& launch) {
  double threads = 1, bytes = 0;
  for (size_t axis = 0; axis < 3; ++axis) threads *= (launch.grid ? (*launch.grid)[axis] : 1.0) * (launch.block ? (*launch.block)[axis] : 1.0);
  for (const HostArgument& argument : launch.arguments) bytes += argument.bytes ? static_cast<double>(*argument.bytes) : 0;
  return threads <= most_assumed_threads && bytes <= most_assumed_bytes;
}

// Does the grid cover `size` along an axis with threads to spare, and cut it short along none?
bool is_rounded_up(const HostLaunch& launch, uint64_t size) {
  bool is_up = false;
  for (size_t axis = 0; axis < 3 && launch.grid && launch.block; ++axis) {
    const uint64_t block = (*launch.block)[axis], threads = (*launch.grid)[axis] * block;
    if (size % block == 0) continue;
    if (threads == size / block * block) return false;
    is_up |= threads == (size / block + 1) * block;
  }
  return is_up;
}

}  // namespace

// Sizes that nobody fixes are tried from large to small: 1024 suits a vector, 256 a picture, 64 a volume. In front of each a size that is no
// multiple of a block: where the grid is rounded up to it, a kernel that forgets to guard its last block shows.
HostLaunch HostReader::read(const LaunchLine& line, size_t name, size_t open, size_t close) {
  for (int64_t size : {1000, 1024, 250, 256, 60, 64}) {
    usual_size_ = size;
    unknowns_.clear();
    const HostLaunch launch = read_once(line, name, open, close);
    if (unknowns_.empty()) break;
    if (is_small(launch) && (size % 64 == 0 || is_rounded_up(launch, static_cast<uint64_t>(size)))) break;
  }
  unknowns_.clear();
  steps_ = 0;
  reads_content_ = true;
  HostLaunch launch = read_once(line, name, open, close);
  launch.unknowns = unknowns_;
  return launch;
}

HostLaunch HostReader::read_once(const LaunchLine& line, size_t name, size_t open, size_t close) {
  find_branch(name);
  HostLaunch launch{.line = line, .template_arguments = template_arguments(name, open)};
  std::vector<Range> shape = split({open + 2, close});
  said_ = &launch.assumed;
  if (shape.size() > 1) launch.block = extent(shape[1]);
  if (shape.size() > 0) launch.grid = extent(shape[0]);
  if (shape.size() > 2)
    if (auto bytes = number(shape[2]); bytes && bytes->value() >= 0) launch.shared_bytes = static_cast<uint64_t>(bytes->value());
  if (shape.size() > 4) launch.cluster = extent(shape[4]);
  said_ = nullptr;
  const size_t behind = close + 3;
  if (kind(behind) != Tok::left_paren) return launch;
  for (Range argument : split({behind + 1, close_of(behind)})) {
    launch.arguments.push_back(read_argument(argument));
    HostArgument& made = launch.arguments.back();
    if (reads_content_) read_content(made);
    const bool is_open = made.start == HostArgument::Start::unknown || (made.filled_bytes && !made.is_filled_whole);
    if (made.is_buffer && is_open && is_filled_before(name, argument)) made.start = HostArgument::Start::copied, made.is_filled_whole = true;
  }
  if (assumes_) read_members(launch);
  return launch;
}

std::optional<std::array<uint32_t, 3>> HostReader::extent(Range range) {
  if (range.empty() || depth_ >= most_depth) return std::nullopt;
  ++depth_;
  auto result = extent_inner(range);
  --depth_;
  return result;
}

std::optional<std::array<uint32_t, 3>> HostReader::extent_inner(Range range) {
  while (kind(range.begin) == Tok::left_paren && close_of(range.begin) == range.end - 1) ++range.begin, --range.end;
  const bool named = is(range.begin, "dim3") || is(range.begin, "make_uint3") || is(range.begin, "uint3");
  const size_t open = range.begin + (named ? 1 : 0);
  if ((named && kind(open) == Tok::left_paren) || kind(open) == Tok::left_brace)
    if (close_of(open) == range.end - 1) return axes(split({open + 1, range.end - 1}));
  if (range.end - range.begin == 1 && kind(range.begin) == Tok::identifier)
    if (auto shape = named_extent(range.begin)) return shape;
  auto value = number(range);
  return value ? axis_values({*value}) : std::nullopt;
}

// A variable: its declaration, then single axes that are set afterwards.
std::optional<std::array<uint32_t, 3>> HostReader::named_extent(size_t name) {
  std::optional<std::array<uint32_t, 3>> shape;
  const HostFunction* f = function_around(name);
  if (auto brackets = declaration_with_brackets(name)) shape = axes(split(*brackets));
  else if (auto made = initialiser(name)) shape = extent(*made);
  else if (auto argument = callers_argument(name)) shape = extent(*argument);
  else if (auto outside = declaration_outside(name)) shape = axes(split(*outside));
  if (!f) return shape;
  for (size_t i = f->body.begin; i + 3 < name; ++i) {
    if (text(i) != text(name) || kind(i + 1) != Tok::dot || kind(i + 3) != Tok::equal) continue;
    const size_t axis = is(i + 2, "x") ? 0 : is(i + 2, "y") ? 1 : is(i + 2, "z") ? 2 : 3;
    auto value = number(to_end_of_initialiser(i + 4));
    if (axis == 3 || !value || value->value() < 1 || value->value() > 4294967295.0) continue;
    if (!shape) shape = std::array<uint32_t, 3>{1, 1, 1};
    (*shape)[axis] = static_cast<uint32_t>(value->value());
  }
  return shape;
}

std::optional<std::array<uint32_t, 3>> HostReader::axes(const std::vector<Range>& parts) {
  std::vector<HostNumber> values;
  const bool was_flat = std::exchange(is_flat_, parts.size() < 2);
  for (Range part : parts)
    if (auto value = number(part)) values.push_back(*value);
  is_flat_ = was_flat;
  return values.size() == parts.size() ? axis_values(values) : std::nullopt;
}

std::optional<std::array<uint32_t, 3>> HostReader::axis_values(const std::vector<HostNumber>& values) {
  std::array<uint32_t, 3> shape{1, 1, 1};
  if (values.size() > 3) return std::nullopt;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!(values[i].value() >= 1) || values[i].value() > 4294967295.0) return std::nullopt;
    shape[i] = static_cast<uint32_t>(values[i].value());
  }
  return shape;
}

// k<BLOCK, float>: names of constants become their values, and a template's own parameters what they stand for, so that the text means
// the same outside of its function.
std::string HostReader::template_arguments(size_t name, size_t open) {
  if (kind(name + 1) != Tok::less || name + 2 >= open) return "";
  std::string out;
  for (Range part : split_template({name + 2, open - 1})) {
    out += out.empty() ? "" : ", ";
    bool is_qualified = false;  // an enumerator, perhaps of a class
    for (size_t i = part.begin; i < part.end; ++i) is_qualified |= kind(i) == Tok::scope;
    auto value = is_qualified || type_in(part) ? std::nullopt : number(part);
    out += value && value->is_whole ? std::to_string(value->whole) : without_parameters(part);
  }
  return out;
}

// The words, with `float` for a type and 16 for a number that nobody gives.
std::string HostReader::without_parameters(Range range) {
  std::string out;
  for (size_t i = range.begin; i < range.end; ++i) {
    out += i > range.begin && tokens_[i].space_before ? " " : "";
    TemplateMeaning meaning = kind(i) == Tok::identifier && depth_ < most_depth ? template_meaning(i) : TemplateMeaning{};
    ++depth_;
    if (!meaning.is_parameter) out += text(i);
    else if (meaning.argument.empty()) out += meaning.is_type ? "float" : "16";
    else out += without_parameters(meaning.argument);
    --depth_;
  }
  return out;
}

namespace {

// What a run of the program has shown goes before what was read of it.
void take_over(HostArgument& argument, HostValue& value, const HostLaunch& launch) {
  argument.assumed.clear();
  argument.record = std::move(value.record);
  argument.pointers = std::move(value.pointers);
  if (value.kind == HostValue::Kind::whole || value.kind == HostValue::Kind::real) argument.number = HostNumber{value.kind == HostValue::Kind::whole, value.whole, value.real};
  if (value.kind != HostValue::Kind::pointer) return;
  const bool is_known = value.allocation < 0 || launch.allocations[static_cast<size_t>(value.allocation)].is_known;
  const HostArgument seen = launch.pointer_to(value.allocation, value.offset);
  argument.number.reset();
  argument.is_buffer = seen.is_buffer;
  argument.allocation = seen.allocation;
  argument.offset = seen.offset;
  argument.bytes = seen.bytes;
  if (!is_known) return;  // what was read of its contents
  argument.content.clear();
  argument.filled_bytes.reset();
  argument.is_untouched = seen.is_untouched;
}

std::string joined(const std::vector<std::string>& words) {
  if (words.empty()) return "nothing";
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "`" : " ") + word;
  return all + "`";
}

// "200, 40, 5 and 61 more"
std::string some_of(const std::vector<int64_t>& numbers) {
  constexpr size_t most = 6;
  std::string all;
  for (size_t i = 0; i < std::min(most, numbers.size()); ++i) all += (i ? ", " : "") + std::to_string(numbers[i]);
  return all + (numbers.size() > most ? " and " + std::to_string(numbers.size() - most) + " more" : "");
}

void take_over(HostLaunch& launch, HostLaunchSeen seen) {
  const auto fits = [](const std::array<uint64_t, 3>& shape) { return std::all_of(shape.begin(), shape.end(), [](uint64_t n) { return n <= UINT32_MAX; }); };
  if (!fits(seen.grid) || !fits(seen.block)) return;
  launch.arguments.resize(seen.arguments.size());  // where reading the program gave up, there are none
  launch.is_seen = true;
  launch.occurrence = seen.occurrence;
  launch.has_error = seen.has_error;
  if (!seen.kernel.empty()) launch.line.kernel = seen.kernel;
  if (!seen.template_arguments.empty()) launch.template_arguments = seen.template_arguments;
  launch.assumed.clear();
  launch.unknowns.clear();
  launch.grid.emplace();
  launch.block.emplace();
  for (size_t axis = 0; axis < 3; ++axis) (*launch.grid)[axis] = static_cast<uint32_t>(seen.grid[axis]), (*launch.block)[axis] = static_cast<uint32_t>(seen.block[axis]);
  launch.shared_bytes = seen.shared_bytes;
  launch.cluster.reset();
  if (fits(seen.cluster) && seen.cluster[0]) launch.cluster = {static_cast<uint32_t>(seen.cluster[0]), static_cast<uint32_t>(seen.cluster[1]), static_cast<uint32_t>(seen.cluster[2])};
  launch.allocations = std::move(seen.allocations);
  launch.variables = std::move(seen.variables);
  launch.textures = std::move(seen.textures);
  launch.heap = std::move(seen.heap);
  launch.heap_pointers = std::move(seen.heap_pointers);
  launch.heap_bytes = seen.heap_bytes;
  launch.host_stores = std::move(seen.host_stores);
  for (size_t i = 0; i < seen.arguments.size(); ++i) take_over(launch.arguments[i], seen.arguments[i], launch);
}

// Empty: the program is understood.
std::string words_of(const HostNotUnderstood& refused, const SourceMap& sources) {
  if (refused.place.end <= refused.place.begin) return "";
  const std::string line = std::to_string(sources.start({FileId{0}, refused.place.begin, refused.place.end}).line);
  return "its program cannot be run, since line " + line + " of it is not understood" + (refused.message.empty() ? "" : ": " + refused.message);
}

// What the run shows of each line: one launch, or one for each kernel that the line launches.
std::vector<HostLaunch> seen_launches(const std::vector<HostLaunch>& lines, const std::vector<Parser::LaunchPlace>& places, HostTrace& trace) {
  std::vector<HostLaunch> all;
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t before = all.size();
    for (HostLaunchSeen& seen : trace.launches) {
      if (seen.site != places[i].name) continue;
      HostLaunch launch = lines[i];
      take_over(launch, std::move(seen));
      const size_t number = static_cast<size_t>(&seen - trace.launches.data());
      std::copy_if(trace.hazards.begin(), trace.hazards.end(), std::back_inserter(launch.hazards), [&](const HostHazard& h) { return h.launch == number; });
      std::copy_if(trace.mistakes.begin(), trace.mistakes.end(), std::back_inserter(launch.mistakes), [&](const HostMistake& m) { return m.launch == number; });
      launch.has_error |= !launch.hazards.empty() || !launch.mistakes.empty();
      if (launch.is_seen || all.size() == before) all.push_back(std::move(launch));
    }
    if (all.size() == before) all.push_back(lines[i]);
    for (size_t k = before; k < all.size(); ++k) {
      for (const std::string& file : trace.made_up)
        if (all[k].is_seen) all[k].assumed.push_back("its program reads `" + file + "`, which is not there, as numbers that are made up");
      if (all[k].is_seen && !trace.words.empty()) all[k].assumed.push_back("its program is called with " + joined(trace.words));
      if (all[k].is_seen && !trace.any_numbers.empty()) all[k].assumed.push_back("where its program takes any number, it gets " + some_of(trace.any_numbers));
      all[k].is_refused = !all[k].is_seen && trace.refused.contains(places[i].name);
      all[k].is_passed_by = !all[k].is_seen && (trace.is_whole || all[k].is_refused);
      all[k].cut = trace.cut;
      const bool is_missed = !all[k].is_seen && !all[k].is_refused && !trace.cut.empty();
      if (is_missed && !trace.no_room.empty()) all[k].assumed.push_back(trace.no_room);
      else if (is_missed) all[k].assumed.push_back("a run of its program was cut " + trace.cut + ", before it came here");
    }
  }
  return all;
}

}  // namespace

HostArgument HostLaunch::pointer_to(int allocation, uint64_t offset) const {
  HostArgument argument;
  if (allocation < 0) return argument;
  const HostAllocation& of = allocations[static_cast<size_t>(allocation)];
  argument.is_buffer = true;
  argument.allocation = allocation;
  argument.offset = offset;
  argument.bytes = of.size;
  argument.is_untouched = of.is_known && of.filled.empty();
  return argument;
}

std::vector<HostLaunch> read_host_launches(std::shared_ptr<SourceMap> sources, FileId main, const FrontEndOptions& options, HostUnknowns unknowns, const HostRun& run, const HostProgram& program) {
  DiagSink ignored(std::numeric_limits<size_t>::max());  // names of CUDA's libraries are not known here: however many there are, what stands behind them counts
  Parser parser(sources, main, options, ignored);
  parser.tokens = Preprocessor(*sources, options, parser.arena, ignored).run(main);
  parser.read_launches();
  parser.parse_file();
  std::optional<HostReader> reader;
  std::vector<HostLaunch> launches;
  std::map<std::string, HostNumber> assumed;
  for (size_t i = 0; i < parser.launches.size(); ++i) {
    constexpr size_t launches_of_a_file = 64;  // as many have a budget of steps each; beyond them one is shared
    if (i <= launches_of_a_file) reader.emplace(parser, unknowns, run);
    const Parser::LaunchPlace& place = parser.launch_places[i];
    launches.push_back(reader->read(parser.launches[i], place.name, place.open, place.close));
    launches.back().allows_large_clusters = reader->allows_large_clusters(launches.back().line.kernel);
    launches.back().shared_opt_in = reader->shared_opt_in(launches.back().line.kernel);
    launches.back().heap_bytes = reader->heap_bytes();
    assumed.insert(launches.back().unknowns.begin(), launches.back().unknowns.end());
  }
  HostReader whole(parser, unknowns, run);
  HostTrace trace = trace_of_program(whole, program.run, program.words ? HostCall{*program.words} : HostCall{whole.command_line_guesses(assumed), true});
  for (HostLaunch& launch : launches)
    if (trace.launches.empty() && program.words) launch.assumed.push_back("a run of its program, called with " + joined(*program.words) + ", comes to no launch");
  for (HostLaunch& launch : launches)
    if (trace.launches.empty() && !trace.no_room.empty()) launch.assumed.push_back(trace.no_room);
  const std::string refusal = trace.launches.empty() ? words_of(trace.not_understood, *sources) : "";
  for (HostLaunch& launch : launches)
    if (!refusal.empty()) launch.assumed.push_back(refusal);
  if (trace.launches.empty() && !launches.empty()) launches.front().mistakes = trace.mistakes;
  return trace.launches.empty() ? launches : seen_launches(launches, parser.launch_places, trace);
}

}  // namespace wb
