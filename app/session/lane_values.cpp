#include "app/session/lane_values.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "simulator/source/render.h"

namespace wb {
namespace {

constexpr size_t kept_units = 12;
constexpr const char* kernel_name = "warpbook_values";
constexpr const char* indices[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

// Calls `visit(begin, end, is_member)` for every name of the expression; numbers and texts are passed over.
template <class Visit>
void each_name(std::string_view s, Visit visit) {
  char before = 0, before_that = 0;   // the last two characters that are not spaces
  for (size_t i = 0; i < s.size();) {
    size_t end = i + 1;
    if (begins_name(s[i])) {
      while (end < s.size() && continues_name(s[end])) ++end;
      visit(i, end, before == '.' || (before == '>' && before_that == '-'));
    } else if (is_digit(s[i])) {
      while (end < s.size() && (continues_name(s[end]) || s[end] == '.')) ++end;
    } else if (s[i] == '"' || s[i] == '\'') {
      while (end < s.size() && s[end] != s[i]) end += s[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, s.size());
    }
    if (s[i] != ' ') before_that = end - i > 1 ? 'x' : before, before = s[end - 1];
    i = end;
  }
}

std::string trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return std::string(s);
}

// ---- types, as the recording names them

struct TypeName {
  enum class Shape : uint8_t { scalar, vector, pointer, array, other } shape = Shape::other;
  std::string element;                 // "float", "uchar4": without const
  ScalarKind scalar = ScalarKind::void_;
  uint32_t components = 1;             // of a vector
  std::vector<uint64_t> extents;       // of an array
};

void remove_all(std::string& s, std::string_view what) {
  for (size_t at = s.find(what); at != std::string::npos; at = s.find(what, at)) s.erase(at, what.size());
}

// "float", "uchar4", "dim3"
bool read_element(TypeName& type) {
  for (size_t k = 1; k < static_cast<size_t>(ScalarKind::count); ++k)
    if (type.element == scalar_infos[k].spelling) {
      type.scalar = static_cast<ScalarKind>(k);
      return !is_half_like(type.scalar);
    }
  if (type.element == "dim3") type.element = "uint3";
  const std::string base = type.element.substr(0, type.element.size() - std::min<size_t>(1, type.element.size()));
  const char last = type.element.empty() ? ' ' : type.element.back();
  const std::optional<ScalarKind> kind = scalar_from_lesson_name(base);
  if (!kind || last < '1' || last > '4' || is_half_like(*kind) || *kind == ScalarKind::schar || *kind == ScalarKind::bool_) return false;
  type.scalar = *kind;
  type.components = static_cast<uint32_t>(last - '0');
  return true;
}

TypeName read_type(std::string name) {
  TypeName type;
  remove_all(name, "const ");
  remove_all(name, "volatile ");
  remove_all(name, " const");
  if (name.ends_with("&&")) name.resize(name.size() - 2);
  else if (name.ends_with('&')) name.pop_back();
  TypeName::Shape shape = TypeName::Shape::scalar;
  if (name.ends_with('*')) {
    shape = TypeName::Shape::pointer;
    name.pop_back();
  } else if (const size_t bracket = name.find('['); bracket != std::string::npos) {
    shape = TypeName::Shape::array;
    for (size_t at = bracket; at != std::string::npos; at = name.find('[', at + 1)) type.extents.push_back(std::strtoull(name.c_str() + at + 1, nullptr, 10));
    name.resize(bracket);
  }
  type.element = name;
  if (!read_element(type)) return type;
  type.shape = shape == TypeName::Shape::scalar && type.components > 1 ? TypeName::Shape::vector : shape;
  return type;
}

uint64_t bits_of(ScalarKind kind, const std::string& text) {
  if (kind == ScalarKind::bool_) return text == "true";
  if (kind == ScalarKind::float_) return std::bit_cast<uint32_t>(std::strtof(text.c_str(), nullptr));
  if (kind == ScalarKind::double_) return std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr));
  if (is_signed(kind)) return static_cast<uint64_t>(std::strtoll(text.c_str(), nullptr, 10));
  return std::strtoull(text.c_str(), nullptr, 10);
}

std::optional<double> number_of(const std::string& text) {
  if (text == "true" || text == "false") return text == "true" ? 1.0 : 0.0;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? std::nullopt : std::optional(value);
}

uint32_t lanes_of(const LaunchShape& shape, ThreadRef thread) {
  const uint32_t first = thread.thread / warp_size * warp_size;
  return std::min<uint32_t>(warp_size, shape.threads_per_block() - std::min(first, shape.threads_per_block()));
}

std::string index_value(const LaunchShape& shape, ThreadRef thread, size_t which, char axis) {
  const Index3 all[] = {shape.thread_index(thread.thread), shape.block_index(thread.block), shape.block, shape.grid};
  return std::to_string(axis == 'x' ? all[which].x : axis == 'y' ? all[which].y : all[which].z);
}

// Functions that hand a value of any scalar type over, with its type.
std::string put_functions() {
  std::string text;
  for (size_t k = 1; k < static_cast<size_t>(ScalarKind::count); ++k) {
    const ScalarKind kind = static_cast<ScalarKind>(k);
    if (is_half_like(kind)) continue;
    const std::string bits = kind == ScalarKind::float_    ? "__float_as_uint(v)"
                             : kind == ScalarKind::double_ ? "(unsigned long long)__double_as_longlong(v)"
                                                           : "(unsigned long long)v";
    text += std::string("__device__ void wb_put(unsigned long long* b, int* k, int i, ") + info(kind).spelling + " v) { b[i] = " + bits +
            "; k[i] = " + std::to_string(k) + "; }\n";
  }
  return text;
}

// A pointer to an array's elements: "float* tile", "float (*tile)[17]".
std::string pointer_to(const TypeName& type, const std::string& name) {
  std::string extents;
  for (size_t d = 1; d < type.extents.size(); ++d) extents += "[" + std::to_string(type.extents[d]) + "]";
  return extents.empty() ? type.element + "* " + name : type.element + " (*" + name + ")" + extents;
}

// A function of the source that might read the source's variables in device memory, whose values of that moment it would not find.
std::optional<std::string> risky_call(const Recording& recording, std::string_view source, std::string_view expression) {
  const auto allocations = recording.allocations();
  const bool has_globals = std::any_of(allocations.begin(), allocations.end(), [](const AllocationInfo& a) {
    return a.buffer_index < 0 && (a.space == Space::global || a.space == Space::constant);
  });
  if (!has_globals) return std::nullopt;
  const std::vector<std::string> own = names_of(source);
  for (const std::string& name : names_of(expression)) {
    const size_t after = expression.find_first_not_of(' ', expression.find(name) + name.size());
    const bool is_call = after != std::string_view::npos && expression[after] == '(';
    if (is_call && std::find(own.begin(), own.end(), name) != own.end() && source.find(name + "(") != std::string_view::npos) return name;
  }
  return std::nullopt;
}

const Diagnostic* first_error(const CompileResult& compiled) {
  for (const Diagnostic& d : compiled.diagnostics)
    if (d.severity == Severity::error) return &d;
  return nullptr;
}

}  // namespace

std::vector<std::string> names_of(std::string_view expression) {
  std::vector<std::string> names;
  each_name(expression, [&](size_t begin, size_t end, bool is_member) {
    const std::string name(expression.substr(begin, end - begin));
    if (!is_member && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  });
  return names;
}

bool changes_something(std::string_view s) {
  for (size_t i = 0; i < s.size(); ++i) {
    const char c = s[i], next = i + 1 < s.size() ? s[i + 1] : ' ';
    if (c == ';' || c == '{' || c == '}' || c == '#' || c == '\\' || c == '\n') return true;
    if ((c == '+' || c == '-') && next == c && (i + 2 >= s.size() || !is_digit(s[i + 2]))) return true;
    if (c != '=') continue;
    if (next == '=') {
      ++i;
      continue;
    }
    const char before = i > 0 ? s[i - 1] : ' ', before_that = i > 1 ? s[i - 2] : ' ';
    const bool is_comparison = before == '!' || ((before == '<' || before == '>') && before_that != before);
    if (!is_comparison) return true;
  }
  return false;
}

std::vector<std::string> flat_values(std::string_view text) {
  std::vector<std::string> values;
  std::string now;
  for (const char c : text) {
    if (c != '{' && c != '}' && c != ',' && c != ' ') {
      now += c;
      continue;
    }
    if (!now.empty()) values.push_back(std::move(now));
    now.clear();
  }
  if (!now.empty()) values.push_back(std::move(now));
  return values;
}

// ---- one evaluation: what the expression's names stand for, the kernel, and its runs

struct LaneEvaluator::Job {
  const Recording& recording;
  Tick tick;
  ThreadRef thread;
  LaneValues& out;
  std::vector<VariableView> variables{};
  LaneMask lanes = 0;              // that have a value for every name
  std::string parameters{}, body{};
  KernelLaunch launch{};
  std::vector<std::pair<size_t, size_t>> undefined{};   // buffer and byte: filled differently in a second run

  bool fail(const char* key, std::string detail = {}) {
    out.problem = key;
    out.problem_detail = std::move(detail);
    return false;
  }
  std::string add_buffer(ScalarKind kind, std::vector<uint8_t> bytes);
  bool bind(const std::string& name);
  bool bind_values(const std::string& name, const TypeName& type, const std::array<std::string, warp_size>& texts);
  bool bind_pointer(const std::string& name, const TypeName& type, const std::array<std::string, warp_size>& texts);
  bool bind_memory(const std::string& name, const TypeName& type, uint32_t allocation);
  std::string bind_memory_buffer(const TypeName& type, uint32_t allocation);
  std::string replace_indices(const std::string& expression);
  std::string own_part(const std::string& expression) const;
  void run(const std::shared_ptr<const Program>& program);
  std::optional<SimulationResult> run_lanes(const std::shared_ptr<const Program>& program, LaneMask which, uint8_t fill) const;
  void take(const SimulationResult& first, const SimulationResult* second);
};

std::string LaneEvaluator::Job::add_buffer(ScalarKind kind, std::vector<uint8_t> bytes) {
  DeviceBuffer buffer;
  const std::string name = "wb_" + std::to_string(launch.buffers.size());
  buffer.name = name;
  buffer.scalar = kind;
  buffer.shape = {bytes.size() / info(kind).bytes};
  buffer.bytes = std::move(bytes);
  launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(launch.buffers.size())});
  launch.buffers.push_back(std::move(buffer));
  parameters += std::string(", ") + info(kind).spelling + "* " + name;
  return name;
}

// What a lane's value holds, scalar by scalar, becomes a buffer; the kernel reads its own lane's part.
bool LaneEvaluator::Job::bind_values(const std::string& name, const TypeName& type, const std::array<std::string, warp_size>& texts) {
  uint64_t count = type.components;
  for (const uint64_t extent : type.extents) count *= extent;
  if (count == 0 || count > 64) return fail("warp.problem_array", name);
  const size_t bytes = info(type.scalar).bytes;
  std::vector<uint8_t> all(warp_size * count * bytes);
  const size_t buffer = launch.buffers.size();
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (texts[lane].empty()) {
      lanes &= ~(1u << lane);
      continue;
    }
    const std::vector<std::string> values = flat_values(texts[lane]);
    if (std::find(values.begin(), values.end(), "...") != values.end()) return fail("warp.problem_array", name);
    for (uint64_t i = 0; i < count; ++i) {
      const size_t at = (lane * count + i) * bytes;
      const bool is_known = i < values.size() && values[i] != "?";
      const uint64_t bits = is_known ? bits_of(type.scalar, values[i]) : 0;
      std::memcpy(all.data() + at, &bits, bytes);
      for (size_t b = 0; !is_known && b < bytes; ++b) undefined.push_back({buffer, at + b});
    }
  }
  const std::string from = add_buffer(type.scalar, std::move(all)), own = from + "[wb_lane * " + std::to_string(count);
  if (type.shape == TypeName::Shape::scalar) {
    body += "  " + type.element + " " + name + " = " + from + "[wb_lane];\n";
  } else if (type.shape == TypeName::Shape::vector) {
    body += "  " + type.element + " " + name + ";\n";
    for (uint32_t c = 0; c < type.components; ++c) body += "  " + name + "." + "xyzw"[c] + " = " + own + " + " + std::to_string(c) + "];\n";
  } else {
    if (type.components > 1) return fail("warp.problem_array", name);
    body += "  " + pointer_to(type, name) + " = (" + pointer_to(type, "") + ")(" + from + " + wb_lane * " + std::to_string(count) + ");\n";
  }
  return true;
}

std::string LaneEvaluator::Job::bind_memory_buffer(const TypeName& type, uint32_t allocation) {
  MemoryView memory = recording.memory(tick, allocation, thread.block);
  const size_t buffer = launch.buffers.size(), element = info(type.scalar).bytes;
  memory.bytes.resize((memory.bytes.size() + element - 1) / element * element);
  for (size_t b = 0; b < memory.defined.size(); ++b)
    if (!memory.defined[b]) undefined.push_back({buffer, b});
  return add_buffer(type.scalar, std::move(memory.bytes));
}

bool LaneEvaluator::Job::bind_pointer(const std::string& name, const TypeName& type, const std::array<std::string, warp_size>& texts) {
  const auto allocations = recording.allocations();
  std::optional<uint32_t> target;
  std::vector<uint8_t> offsets(warp_size * 8);
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    const std::string& text = texts[lane];
    if (text.empty() || text == "?" || text == "null" || text.ends_with("bytes")) {
      lanes &= ~(1u << lane);
      continue;
    }
    size_t sign = text.find(" + ");
    if (sign == std::string::npos) sign = text.find(" - ");
    const std::string base = text.substr(0, sign);
    const auto found = std::find_if(allocations.begin(), allocations.end(), [&](const AllocationInfo& a) { return a.name == base; });
    if (found == allocations.end() || found->space == Space::local) return fail("warp.problem_pointer", name);
    const uint32_t allocation = static_cast<uint32_t>(found - allocations.begin());
    if (target && *target != allocation) return fail("warp.problem_apart", name);
    target = allocation;
    int64_t offset = sign == std::string::npos ? 0 : std::strtoll(text.c_str() + sign + 3, nullptr, 10);
    if (sign != std::string::npos && text[sign + 1] == '-') offset = -offset;
    std::memcpy(offsets.data() + lane * 8, &offset, 8);
  }
  if (!target) return fail("warp.problem_nowhere", name);
  const std::string memory = bind_memory_buffer(type, *target), offset = add_buffer(ScalarKind::longlong, std::move(offsets));
  body += "  " + type.element + "* " + name + " = (" + type.element + "*)" + memory + " + " + offset + "[wb_lane];\n";
  return true;
}

// A shared array, or a variable in device memory, by its name.
bool LaneEvaluator::Job::bind_memory(const std::string& name, const TypeName& type, uint32_t allocation) {
  const std::string memory = bind_memory_buffer(type, allocation);
  if (type.extents.empty()) {
    body += "  " + type.element + " " + name + " = *(" + type.element + "*)" + memory + ";\n";
    return true;
  }
  body += "  " + pointer_to(type, name) + " = (" + pointer_to(type, "") + ")" + memory + ";\n";
  return true;
}

bool LaneEvaluator::Job::bind(const std::string& name) {
  const auto allocations = recording.allocations();
  const auto memory = std::find_if(allocations.begin(), allocations.end(), [&](const AllocationInfo& a) { return a.name == name && a.buffer_index < 0 && a.space != Space::local; });  // buffers have names of their own
  const auto variable = std::find_if(variables.rbegin(), variables.rend(), [&](const VariableView& v) { return v.name == name; });
  if (variable == variables.rend()) {
    if (memory == allocations.end()) return true;   // perhaps a function or a constant: the compiler knows
    TypeName type{TypeName::Shape::array, info(memory->scalar).spelling, memory->scalar, 1, memory->shape};
    return bind_memory(name, type, static_cast<uint32_t>(memory - allocations.begin()));
  }
  const TypeName type = read_type(variable->type);
  if (type.shape == TypeName::Shape::other) return fail("warp.problem_type", name + " (" + variable->type + ")");
  if (type.shape == TypeName::Shape::array && memory != allocations.end()) return bind_memory(name, type, static_cast<uint32_t>(memory - allocations.begin()));
  const std::array<std::string, warp_size> texts = recording.values(tick, thread, name);
  return type.shape == TypeName::Shape::pointer ? bind_pointer(name, type, texts) : bind_values(name, type, texts);
}

// "threadIdx.x" of the recorded thread, not of the small kernel's: becomes a variable of its own.
std::string LaneEvaluator::Job::replace_indices(const std::string& expression) {
  std::string text;
  size_t copied = 0;
  std::vector<std::string> bound;
  each_name(expression, [&](size_t begin, size_t end, bool is_member) {
    const auto which = std::find(std::begin(indices), std::end(indices), expression.substr(begin, end - begin));
    if (is_member || which == std::end(indices) || end + 1 >= expression.size() || expression[end] != '.' || begin < copied) return;
    const char axis = expression[end + 1];
    if (axis < 'x' || axis > 'z' || (end + 2 < expression.size() && continues_name(expression[end + 2]))) return;
    const std::string name = std::string("wb_") + *which + "_" + axis;
    text += expression.substr(copied, begin - copied) + name;
    copied = end + 2;
    if (std::find(bound.begin(), bound.end(), name) != bound.end()) return;
    bound.push_back(name);
    std::array<std::string, warp_size> texts;
    const uint32_t first = thread.thread / warp_size * warp_size;
    for (uint32_t lane = 0; lane < lanes_of(recording.shape(), thread); ++lane)
      texts[lane] = index_value(recording.shape(), {thread.block, first + lane}, static_cast<size_t>(which - std::begin(indices)), axis);
    bind_values(name, {TypeName::Shape::scalar, "unsigned int", ScalarKind::uint, 1, {}}, texts);
  });
  return text + expression.substr(copied);
}

std::string LaneEvaluator::Job::own_part(const std::string& expression) const {
  return put_functions() + "__global__ void " + kernel_name + "(unsigned long long* wb_bits, int* wb_kind, unsigned int wb_lanes" + parameters + ") {\n" +
         "  int wb_lane = threadIdx.x;\n  if (!(wb_lanes >> wb_lane & 1)) return;\n" + body + "  wb_put(wb_bits, wb_kind, wb_lane, (\n" + expression +
         "\n));\n}\n";
}

std::optional<SimulationResult> LaneEvaluator::Job::run_lanes(const std::shared_ptr<const Program>& program, LaneMask which, uint8_t fill) const {
  KernelLaunch now = launch;
  for (const auto& [buffer, byte] : undefined) now.buffers[buffer].bytes[byte] = fill;
  now.arguments[2] = uint64_t{which};
  RunOptions options;
  options.instruction_budget = 200'000;
  options.host_threads = 1;
  SimulationResult result = simulate(program, now, options);
  if (result.status != SimulationStatus::finished) return std::nullopt;
  return result;
}

void LaneEvaluator::Job::take(const SimulationResult& first, const SimulationResult* second) {
  for (uint32_t lane = 0; lane < warp_size; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    uint64_t bits = 0, other = 0;
    int32_t kind = 0;
    std::memcpy(&bits, first.buffers[0].bytes.data() + lane * 8, 8);
    std::memcpy(&kind, first.buffers[1].bytes.data() + lane * 4, 4);
    if (second) std::memcpy(&other, second->buffers[0].bytes.data() + lane * 8, 8);
    if (kind <= 0 || kind >= static_cast<int32_t>(ScalarKind::count)) continue;
    const ScalarKind scalar = static_cast<ScalarKind>(kind);
    out.type = info(scalar).spelling;
    out.text[lane] = second && other != bits ? "?" : format_scalar(scalar, bits);
    out.number[lane] = number_of(out.text[lane]);
  }
}

void LaneEvaluator::Job::run(const std::shared_ptr<const Program>& program) {
  const auto is_wrong = [](const SimulationResult& r) {
    return std::any_of(r.findings.begin(), r.findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
  };
  std::optional<SimulationResult> first = run_lanes(program, lanes, 0xA5);
  if (!first) return void(fail("warp.problem_run"));
  if (is_wrong(*first)) {
    for (LaneMask rest = lanes; rest; rest &= rest - 1) {   // whose fault it is: each alone
      const std::optional<SimulationResult> alone = run_lanes(program, rest & (0u - rest), 0xA5);
      if (!alone || is_wrong(*alone)) out.outside |= rest & (0u - rest);
    }
  }
  std::optional<SimulationResult> second;
  if (!undefined.empty()) second = run_lanes(program, lanes, 0x5A);
  take(*first, second ? &*second : nullptr);
  for (uint32_t lane = 0; lane < warp_size; ++lane)
    if (out.outside >> lane & 1) out.text[lane] = "!", out.number[lane].reset();
}

const CompileResult& LaneEvaluator::compiled(const std::string& unit) {
  const auto known = std::find_if(units_.begin(), units_.end(), [&](const auto& u) { return u.first == unit; });
  if (known != units_.end()) {
    std::rotate(known, known + 1, units_.end());
    return units_.back().second;
  }
  if (units_.size() >= kept_units) units_.erase(units_.begin());
  units_.emplace_back(unit, compile("expression.cu", unit, kernel_name));
  return units_.back().second;
}

LaneValues LaneEvaluator::evaluate(const Recording& recording, Tick tick, ThreadRef thread, std::string_view given) {
  const LaunchShape& shape = recording.shape();
  const bool is_thread = thread.block < shape.block_count() && thread.thread < shape.threads_per_block();
  return evaluate(recording, tick, thread, given, is_thread ? recording.variables(tick, thread) : std::vector<VariableView>());
}

LaneValues LaneEvaluator::evaluate(const Recording& recording, Tick tick, ThreadRef thread, std::string_view given, std::vector<VariableView> scope) {
  LaneValues out;
  out.expression = trimmed(given);
  const LaunchShape& shape = recording.shape();
  if (out.expression.empty() || thread.block >= shape.block_count() || thread.thread >= shape.threads_per_block()) return out;
  Job job{.recording = recording, .tick = tick, .thread = thread, .out = out};
  job.variables = std::move(scope);
  const uint32_t count = lanes_of(shape, thread);
  // A variable: the recording says it as it is, whatever its type.
  const auto variable = std::find_if(job.variables.rbegin(), job.variables.rend(), [&](const VariableView& v) { return v.name == out.expression; });
  if (variable != job.variables.rend()) {
    out.text = recording.values(tick, thread, out.expression);
    out.type = variable->type;
    for (uint32_t lane = 0; lane < count; ++lane) out.number[lane] = number_of(out.text[lane]);
    return out;
  }
  if (changes_something(out.expression)) {
    job.fail("warp.problem_changes");
    return out;
  }
  job.lanes = count == warp_size ? ~0u : (1u << count) - 1;
  job.launch.block = {warp_size, 1, 1};
  for (const size_t bytes : {size_t{8}, size_t{4}}) {
    DeviceBuffer result;
    result.name = bytes == 8 ? "wb_bits" : "wb_kind";
    result.scalar = bytes == 8 ? ScalarKind::ulonglong : ScalarKind::int_;
    result.shape = {warp_size};
    result.bytes.assign(warp_size * bytes, 0);
    job.launch.arguments.push_back(BufferArgument{static_cast<uint32_t>(job.launch.buffers.size())});
    job.launch.buffers.push_back(std::move(result));
  }
  job.launch.arguments.push_back(uint64_t{0});
  const std::string expression = job.replace_indices(out.expression);
  for (const std::string& name : names_of(expression))
    if (out.problem.empty() && !name.starts_with("wb_")) job.bind(name);
  if (!out.problem.empty()) return out;
  if (job.lanes == 0) {
    job.fail("warp.problem_none");
    return out;
  }
  const std::string source = recording.sources().file_count() > 0 ? std::string(recording.sources().text(FileId{0})) + "\n" : "";
  if (const auto call = risky_call(recording, source, out.expression)) {
    job.fail("warp.problem_call", *call);
    return out;
  }
  const std::string own = job.own_part(expression);
  const CompileResult* compiled_unit = &compiled(source + own);
  const Diagnostic* error = first_error(*compiled_unit);
  if (error && (error->span.file.v != 0 || error->span.begin < source.size())) {   // the source does not stand alone: without it
    compiled_unit = &compiled(own);
    error = first_error(*compiled_unit);
  }
  if (error) job.fail("warp.problem_compile", message_of(*error));
  else if (compiled_unit->ok()) job.run(compiled_unit->program);
  return out;
}

}  // namespace wb
