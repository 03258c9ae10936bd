#include "simulator/host/host_mistakes.h"

#include <algorithm>
#include <cctype>

#include "simulator/machine/heap_marks.h"
#include "simulator/source/pointer_value.h"

namespace wb {
namespace {

constexpr uint64_t invalid_value = 1;  // cudaErrorInvalidValue
constexpr size_t longest_words = 40;
constexpr uint64_t pointer_bytes = 8;
constexpr uint64_t never_set = uint64_t{poison_byte} * 0x0101010101010101u;

std::string number(uint64_t n) { return std::to_string(n); }
std::string count_of_bytes(uint64_t n) { return number(n) + (n == 1 ? " byte" : " bytes"); }
std::string in_code(const std::string& text) { return "`" + text + "`"; }

// The names that the .cu file knows: those of its host part were written with a prefix.
std::string own_name(const std::string& name) {
  constexpr std::string_view prefix = "wb_of_file_";
  const size_t at = name.find(prefix);
  return at == std::string::npos ? name : name.substr(at + prefix.size());
}

// "h" of `float* h = (float*)malloc(n)`
std::string name_before_call(std::string_view statement) {
  const size_t equal = statement.find('='), call = statement.find("alloc(", equal);
  if (equal == std::string_view::npos || call == std::string_view::npos || statement.find("alloc(", call + 1) != std::string_view::npos)
    return "";
  size_t end = equal, begin;
  while (end > 0 && (statement[end - 1] == ' ' || statement[end - 1] == '\t')) --end;
  for (begin = end; begin > 0 && (std::isalnum(static_cast<unsigned char>(statement[begin - 1])) || statement[begin - 1] == '_');) --begin;
  return std::string(statement.substr(begin, end - begin));
}

bool names_device_library(std::string_view text) {
  return text.find("thrust") != text.npos || text.find("cub::") != text.npos || text.find("namespace cub") != text.npos ||
         text.find("curand") != text.npos;
}

const char* word_of(HostMistakes::Direction direction) {
  constexpr const char* words[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
  const auto i = static_cast<size_t>(direction);
  return i < std::size(words) ? words[i] : "cudaMemcpyDefault";
}

}  // namespace

HostMistakes::HostMistakes(Machine& machine, const HostMemory& memory, HostPlaces& places, const HostProgramText& program,
                           const std::string& text)
    : machine_(machine),
      memory_(memory),
      places_(places),
      managed_(program.managed),
      text_(text),
      has_device_library_(names_device_library(text)),
      is_in_doubt_(program.is_left_out) {}

// ---- what a pointer points to

HostMistakes::Ground HostMistakes::ground_of(uint64_t pointer) const {
  constexpr uint32_t never_a_pointer = 0xFFFFFFFFu;
  Ground ground;
  if (pointer == 0 || machine_.allocation_of(pointer) == never_a_pointer || pointer == never_set)
    return ground.kind = Ground::Kind::nothing, ground;
  const auto place = HostMemory::place_of(pointer);
  if (!place) return variable_at(pointer);
  ground.allocation = memory_.allocation_at(*place);
  if (ground.allocation < 0) return ground;
  const HostAllocation& a = memory_[ground.allocation];
  constexpr Ground::Kind kinds[] = {Ground::Kind::device, Ground::Kind::managed, Ground::Kind::pinned, Ground::Kind::host};
  const auto taking = taken_.find(ground.allocation);
  ground.kind = kinds[static_cast<size_t>(a.kind)];
  if (taking != taken_.end() && taking->second.is_registered) ground.kind = Ground::Kind::unknown;
  ground.is_freed = a.is_freed;
  ground.offset = *place - a.begin;
  ground.size = a.size;
  return ground;
}

HostMistakes::Ground HostMistakes::variable_at(uint64_t pointer) const {
  Ground ground;
  const uint32_t allocation = machine_.allocation_of(pointer);
  if (allocation >= machine_.allocations().size() || pointer_place(machine_.allocations()[allocation], pointer) < 0) return ground;
  const AllocationInfo& info = machine_.allocations()[allocation];
  const std::string name = own_name(info.name);
  const bool is_managed = std::any_of(managed_.begin(), managed_.end(), [&](const std::string& m) { return name.ends_with(m); });
  const auto offset = static_cast<uint64_t>(pointer_place(info, pointer));
  const uint32_t period = machine_.program().frame_bytes;  // 0: no function calls itself
  const bool is_beyond =
      !info.is_heap && offset >= info.bytes && period && offset % period < info.bytes;  // another call's, of such a function
  if (info.space == Space::shared || is_managed || is_beyond) return ground;
  ground.kind = Ground::Kind::variable;
  if (info.is_heap) return heap_at(pointer, ground);
  ground.offset = offset;
  ground.size = info.bytes;
  ground.name = name;
  return ground;
}

// What `new` has taken.
HostMistakes::Ground HostMistakes::heap_at(uint64_t pointer, Ground ground) const {
  const auto place = static_cast<uint64_t>(heap_place(heap_pointer_offset(pointer)));
  const HeapBlocks blocks = machine_.heap_blocks();
  const HeapBlock* block = blocks.at(place);
  if (!block || block->state != HeapBlock::State::live || place < block->begin || place - block->begin > block->bytes) return ground;
  ground.offset = place - block->begin;
  ground.size = block->bytes;
  return ground;
}

// `weights` of cudaMemcpy(weights, h, ...): of the device, and not what the host has under that name.
bool HostMistakes::is_device_variable(const Ground& ground, const std::string& argument) const {
  if (ground.kind != Ground::Kind::variable || ground.name.empty() || variable_in(argument) != ground.name) return false;
  const auto is_it = [&](const ProgramAllocation& a) {
    return !a.symbol.empty() && own_name(a.symbol) == ground.name && a.symbol == own_name(a.symbol);
  };
  return std::any_of(machine_.program().allocations.begin(), machine_.program().allocations.end(), is_it);
}

// ---- the call, and words for it

HostMistakes::Call HostMistakes::call_here(std::string_view function) const {
  const HostPlace place = places_.head_of(places_.here());
  Call call{place, std::string(function), {}};
  const std::vector<CallWords> calls = calls_of(places_.text_of(place), function);
  if (calls.size() != 1) return call;
  call.place = {place.begin + static_cast<uint32_t>(calls[0].begin), place.begin + static_cast<uint32_t>(calls[0].end)};
  call.function = calls[0].function;
  call.arguments.assign(calls[0].arguments.begin(), calls[0].arguments.end());
  return call;
}

// Of the call that took it: cudaMalloc(&d_a, ...), h = (float*)malloc(...). Empty where the statement takes more than one piece of memory.
std::string HostMistakes::name_of(int allocation) const {
  const auto taking = taken_.find(allocation);
  if (taking == taken_.end() || taking->second.stack.empty()) return "";
  const std::string_view statement = places_.text_of(places_.head_of(taking->second.stack.front()));
  for (const char* function : {"cudaMalloc", "cudaHostAlloc"})
    if (const std::vector<CallWords> calls = calls_of(statement, function); !calls.empty())
      return calls.size() == 1 && !calls[0].arguments.empty() ? variable_in(calls[0].arguments[0]) : "";
  return name_before_call(statement);
}

std::string HostMistakes::words_of(const Ground& ground, const std::string& argument) const {
  std::string words = argument.size() <= longest_words ? argument : variable_in(argument);
  if (words.empty()) words = ground.name;
  if (words.empty() && ground.allocation >= 0) words = name_of(ground.allocation);
  return words.empty() ? "memory" : in_code(words);
}

// "line 21, called at line 34,"
std::string HostMistakes::line_in_words(const std::vector<HostPlace>& stack) const {
  if (stack.empty()) return "the program";
  std::string words = "line " + number(places_.line_of(stack.front()));
  for (size_t i = 1; i < std::min(stack.size(), 1 + most_callers); ++i)
    words += std::string(i == 1 ? ", called" : " and") + " at line " + number(places_.line_of(stack[i]));
  return words + (stack.size() > 1 ? "," : "");
}
std::string HostMistakes::taken_in_words(int allocation) const {
  const auto taking = taken_.find(allocation);
  return taking == taken_.end() || taking->second.stack.empty()
             ? ""
             : " (taken at line " + number(places_.line_of(taking->second.stack.front())) + ")";
}
std::string HostMistakes::released_in_words(int allocation) const {
  const auto by = released_.find(allocation);
  return by == released_.end() ? "the program" : in_code(by->second.first) + " at " + line_in_words(by->second.second);
}
std::string HostMistakes::size_in_words(const Ground& ground) const {
  const std::string taken = taken_in_words(ground.allocation);
  if (ground.offset == 0) return "which has " + number(ground.size) + taken;
  if (ground.room() == 0) return "which lies behind its " + count_of_bytes(ground.size) + taken;
  return "where " + number(ground.room()) + " of its " + count_of_bytes(ground.size) + " are left" + taken;
}

// Which takes the memory.
std::string HostMistakes::statement_of(int allocation) const {
  const auto taking = taken_.find(allocation);
  return taking == taken_.end() || taking->second.stack.empty()
             ? ""
             : std::string(places_.text_of(places_.head_of(taking->second.stack.front())));
}

// What may be wrong with the two sizes. `bytes`: that the call wants.
std::string HostMistakes::size_hint(const Ground& ground, uint64_t bytes) const {
  const std::string statement = statement_of(ground.allocation);
  const uint64_t times = ground.size && ground.offset == 0 && bytes % ground.size == 0 ? bytes / ground.size : 0;
  const bool is_element = times == 2 || times == 4 || times == 8 || times == 12 || times == 16;
  if (ground.size == pointer_bytes && statement.find("sizeof") != std::string::npos)
    return number(pointer_bytes) +
           " bytes are the size of a pointer: `sizeof` of one does not say how much it points to; name the elements, `n * sizeof(*p)`";
  if (is_element && !statement.empty() && statement.find("lloc") != std::string::npos && statement.find("sizeof") == std::string::npos)
    return "sizes count bytes, not elements: the memory seems to be taken without `* sizeof(...)`, " + number(times) +
           " bytes for each element";
  return "give both the same size, in bytes: `n * sizeof(element)`, with the `n` of the smaller one";
}

// A program that asks for the error by its name expects it.
bool HostMistakes::names_error() const {
  for (const std::string_view error : {"cudaErrorInvalidValue", "cudaErrorInvalidDevicePointer", "cudaErrorInvalidHostPointer",
                                       "cudaErrorInvalidMemcpyDirection", "cudaErrorInvalidPitchValue"})
    if (asks_for(error)) return true;
  return false;
}
bool HostMistakes::asks_for(std::string_view error) const {
  for (size_t at = text_.find(error); at != std::string::npos; at = text_.find(error, at + 1)) {
    const size_t line = text_.rfind('\n', at) + 1;
    if (std::string_view(text_).substr(line, at - line).find("//") == std::string_view::npos) return true;
  }
  return false;
}

HostMistake& HostMistakes::note(std::string code, const HostPlace& place, const std::string& memory, std::vector<std::string> arguments) {
  const auto [known, is_new] = known_.try_emplace({code, place.begin, memory}, mistakes_.size());
  if (!is_new && known->second < mistakes_.size()) return ++mistakes_[known->second].count, mistakes_[known->second];
  if (mistakes_.size() >= most_mistakes || place.end <= place.begin)
    return known->second = mistakes_.size() + most_mistakes, left_over_ = {};
  HostMistake mistake;
  mistake.code = std::move(code);
  mistake.arguments = std::move(arguments);
  mistake.place = place;
  mistake.memory = memory.size() > 2 && memory.front() == '`' ? memory.substr(1, memory.size() - 2) : "";
  mistake.launch = launch_;
  mistakes_.push_back(std::move(mistake));
  return mistakes_.back();
}

std::vector<HostMistake> HostMistakes::mistakes(size_t launches) const {
  std::vector<HostMistake> told = mistakes_;
  for (HostMistake& m : told) m.launch = std::min(m.launch, std::max<size_t>(launches, 1) - 1);
  return told;
}

// ---- copies

HostMistakes::Answer HostMistakes::copied(const Copy& copy) {
  if (copy.direction == Direction::by_host || copy.direction == Direction::fill_by_host) return copied_by_host(copy);
  const bool is_fill = copy.direction == Direction::fill;
  const Call call = call_here(is_fill ? "cudaMemset" : "cudaMemcpy");
  const auto argument = [&](size_t i) { return i < call.arguments.size() ? call.arguments[i] : std::string(); };
  const bool has_record = call.function.find("3D") != std::string::npos,
             has_pitch = call.function.find("2D") != std::string::npos || call.function.find("Peer") != std::string::npos;
  const Ground to = ground_of(copy.to), from = is_fill ? Ground{} : ground_of(copy.from);
  const std::string to_text = has_record && !is_fill ? "" : argument(0), from_text = has_record ? "" : argument(has_pitch ? 2 : 1);
  copying_ = call.function, to_words_ = variable_in(to_text), from_words_ = variable_in(from_text);
  const Side target{to, words_of(to, to_text), copy.to_bytes, true},
      source{from, words_of(from, from_text), is_fill ? 0 : copy.from_bytes, false};
  const Answer answer = judge_sides(call, target, source, copy.direction);
  if (!is_fill && !has_record && !has_pitch && !answer.error && answer.bytes == all) tell_of_overlap(call, copy, target, source);
  return answer;
}

// Of bytes in a row. Onto itself is no harm.
void HostMistakes::tell_of_overlap(const Call& call, const Copy& copy, const Side& to, const Side& from) {
  const uint64_t apart = copy.to > copy.from ? copy.to - copy.from : copy.from - copy.to;
  const bool is_one = to.ground.allocation >= 0 && to.ground.allocation == from.ground.allocation;
  if (is_in_doubt_ || !is_one || apart == 0 || apart >= copy.to_bytes) return;
  HostMistake& m = note("host.copy.overlap", call.place, to.words,
                        {call.function, count_of_bytes(copy.to_bytes), from.words, to.words, count_of_bytes(copy.to_bytes - apart)});
  m.is_write = m.depends_on_sizes = true;
}

// The number of a variable's elements for that of its bytes: they end within an element, or nothing in the call speaks of sizes, and the
// other side has enough for all.
void HostMistakes::tell_of_few(const Call& call, const Ground& variable, const Ground& other, uint64_t bytes) {
  const uint64_t times = bytes && variable.offset == 0 && variable.size % bytes == 0 ? variable.size / bytes : 0;
  const bool is_element = times == 2 || times == 4 || times == 8;
  if (is_in_doubt_ || !is_element || call.arguments.size() < 3 || other.size == all || other.room() < variable.size) return;
  std::string words = call.arguments[2];
  std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool speaks_of_sizes = words.find("size") != std::string::npos || words.find("byte") != std::string::npos;
  if (bytes % times == 0 && speaks_of_sizes) return;
  HostMistake& m = note("host.copy.few", call.place, in_code(variable.name),
                        {call.function, count_of_bytes(bytes), in_code(variable.name), number(variable.size), number(times)});
  m.is_write = m.depends_on_sizes = true;
}

HostMistakes::Answer HostMistakes::judge_sides(const Call& call, const Side& to, const Side& from, Direction direction) {
  const bool is_fill = direction == Direction::fill;
  if (tell_of_nothing(call, to) || (!is_fill && tell_of_nothing(call, from))) return {invalid_value, 0};
  const bool is_wrong = tell_of_freed(call, to) || (!is_fill && tell_of_freed(call, from)) || tell_of_direction(call, to, from, direction);
  if (is_wrong) {
    const bool is_of_freed = to.ground.is_freed || from.ground.is_freed;
    const bool is_of_cuda = (to.ground.is_freed && to.ground.is_cuda()) || (from.ground.is_freed && from.ground.is_cuda());
    return {!is_of_freed || is_of_cuda ? invalid_value : 0, 0};
  }
  // Of the two, CUDA knows what is its own, and refuses to go past it; past the host's memory it goes.
  const auto is_too_small = [](const Side& side) { return side.bytes > side.ground.room(); };
  if (!is_too_small(to) && !is_too_small(from)) return {};
  tell_of_size(call, is_too_small(to) ? to : from);  // one size for both: told once
  const bool is_refused = (is_too_small(to) && to.ground.is_cuda()) || (is_too_small(from) && from.ground.is_cuda());
  return {is_refused ? invalid_value : 0, is_refused ? 0 : std::min(to.ground.room(), from.ground.room())};
}

bool HostMistakes::tell_of_nothing(const Call& call, const Side& side) {
  if (side.ground.kind != Ground::Kind::nothing || side.bytes == 0) return false;
  has_ended_ |= is_in_doubt_;
  if (is_in_doubt_) return true;
  HostMistake& m =
      note("host.copy.nothing", call.place, side.words, {call.function, side.is_target ? "writes to" : "reads from", side.words});
  m.is_write = side.is_target, m.depends_on_sizes = true, m.is_expected = names_error();
  return true;
}

bool HostMistakes::tell_of_freed(const Call& call, const Side& side) {
  if (!side.ground.is_freed || side.bytes == 0) return false;
  HostMistake& m = note(
      "host.copy.freed", call.place, side.words,
      {call.function, side.is_target ? "writes to" : "reads from", side.words, released_in_words(side.ground.allocation),
       side.ground.is_cuda() ? "the call gives `cudaErrorInvalidValue` and copies nothing" : "that memory may be somebody else's by now"});
  m.is_write = side.is_target, m.is_expected = side.ground.is_cuda() && names_error();
  return true;
}

// What the two are speaks against the direction that the call is told.
bool HostMistakes::tell_of_direction(const Call& call, const Side& to, const Side& from, Direction direction) {
  const bool wants_device_to =
      direction == Direction::host_to_device || direction == Direction::device_to_device || direction == Direction::fill;
  const bool wants_device_from = direction == Direction::device_to_host || direction == Direction::device_to_device;
  const bool is_to_wrong = wants_device_to && to.ground.is_host(), is_from_wrong = wants_device_from && from.ground.is_host();
  if ((!is_to_wrong && !is_from_wrong) || to.bytes == 0) return false;
  const Side& wrong = is_to_wrong ? to : from;
  const std::string argument = call.arguments.empty() ? ""
                               : is_to_wrong          ? call.arguments[0]
                                                      : call.arguments[std::min<size_t>(1, call.arguments.size() - 1)];
  const std::string refusal = direction == Direction::fill ? "the call gives `cudaErrorInvalidValue` and sets nothing"
                                                           : "the call gives `cudaErrorInvalidValue` and copies nothing";
  HostMistake* m;
  if (is_device_variable(wrong.ground, argument)) {
    const std::string right = direction == Direction::fill
                                  ? "cudaGetSymbolAddress((void**)&p, " + argument + ")` gives its address, for `cudaMemset(p, ...)"
                              : is_to_wrong ? "cudaMemcpyToSymbol(" + argument + ", source, bytes)"
                                            : "cudaMemcpyFromSymbol(destination, " + argument + ", bytes)";
    m = &note("host.copy.symbol", call.place, wrong.words, {call.function, wrong.words, refusal, right});
  } else if (direction == Direction::fill) {
    m = &note("host.copy.host", call.place, wrong.words, {call.function, wrong.words, refusal});
  } else {
    const bool are_swapped =
        is_to_wrong == wants_device_to && from.ground.is_device() == is_to_wrong && to.ground.is_device() == is_from_wrong;
    const Direction right = to.ground.is_host()     ? (from.ground.is_host() ? Direction::host_to_host : Direction::device_to_host)
                            : from.ground.is_host() ? Direction::host_to_device
                                                    : Direction::device_to_device;
    m = &note(are_swapped ? "host.copy.direction" : "host.copy.space", call.place, wrong.words,
              {call.function, word_of(direction), is_to_wrong ? "its destination" : "its source", wrong.words,
               taken_in_words(wrong.ground.allocation), refusal, word_of(right)});
  }
  m->is_write = is_to_wrong, m->is_expected = names_error();
  return true;
}

void HostMistakes::tell_of_size(const Call& call, const Side& side) {
  has_ended_ |= is_in_doubt_;  // what the program does then, nobody knows either
  if (is_in_doubt_) return;
  const bool is_fill = call.function.starts_with("cudaMemset");
  const std::string what_then = side.ground.is_cuda() ? is_fill ? "the call gives `cudaErrorInvalidValue` and sets nothing"
                                                                : "the call gives `cudaErrorInvalidValue` and copies nothing"
                                : side.is_target      ? "it writes over what stands behind that"
                                                      : "it copies what stands behind that, too, or ends the program";
  HostMistake& m = note(
      is_fill          ? "host.copy.fill"
      : side.is_target ? "host.copy.into"
                       : "host.copy.from",
      call.place, side.words,
      {call.function, count_of_bytes(side.bytes), side.words, size_in_words(side.ground), what_then, size_hint(side.ground, side.bytes)});
  m.is_write = side.is_target, m.depends_on_sizes = true, m.is_expected = side.ground.is_cuda() && names_error();
}

HostMistakes::Answer HostMistakes::variable_copied(std::string_view name, uint64_t variable_bytes, uint64_t offset, uint64_t bytes,
                                                   uint64_t other, bool goes_there) {
  const Call call = call_here("cudaMemcpy");
  const size_t other_argument = goes_there ? 1 : 0;
  Ground variable{.kind = Ground::Kind::device, .offset = offset, .size = variable_bytes, .name = std::string(name)};
  const Ground ground = ground_of(other);
  const std::string argument = other_argument < call.arguments.size() ? call.arguments[other_argument] : "";
  const Side own{variable, in_code(variable.name), bytes, goes_there}, its{ground, words_of(ground, argument), bytes, !goes_there};
  const Answer answer = judge_sides(call, goes_there ? own : its, goes_there ? its : own, Direction::any);
  if (!answer.error && answer.bytes == all) tell_of_few(call, variable, ground, bytes);
  return answer;
}

uint64_t HostMistakes::copied_with_bad_pitch(uint64_t width, uint64_t pitch, bool is_of_target) {
  constexpr uint64_t invalid_pitch = 12;  // cudaErrorInvalidPitchValue
  const Call call = call_here("cudaMemcpy");
  const size_t which = is_of_target ? 0 : 2;
  const std::string side = which < call.arguments.size() ? in_code(call.arguments[which]) : is_of_target ? "the destination" : "the source";
  if (is_in_doubt_) return invalid_pitch;
  HostMistake& m = note("host.copy.pitch", call.place, side, {call.function, count_of_bytes(width), side, count_of_bytes(pitch)});
  m.is_write = is_of_target, m.depends_on_sizes = true, m.is_expected = names_error();
  return invalid_pitch;
}

// By the C library's functions: as plain accesses of the program.
HostMistakes::Answer HostMistakes::copied_by_host(const Copy& copy) {
  const bool is_fill = copy.direction == Direction::fill_by_host;
  const Call call = call_here(is_fill ? "memset" : "mem");
  uint64_t bytes = all;
  for (const bool is_target : {true, false}) {
    if (has_ended_ || (is_fill && !is_target)) continue;
    const Ground ground = ground_of(is_target ? copy.to : copy.from);
    const size_t which = is_target ? 0 : 1;
    const std::string words = words_of(ground, which < call.arguments.size() ? call.arguments[which] : "");
    const uint64_t wanted = is_target ? copy.to_bytes : copy.from_bytes;
    const char* verb = is_target ? "writes" : "reads";
    if (wanted == 0 || ground.allocation < 0 || !taken_.contains(ground.allocation)) continue;
    if (ground.is_device() && !has_device_library_) {
      has_ended_ = true;
      note("host.memory.device", call.place, words, {verb, words, taken_in_words(ground.allocation)}).is_write = is_target;
    } else if (ground.is_freed) {
      note("host.memory.freed", call.place, words, {verb, words, released_in_words(ground.allocation)}).is_write = is_target;
    } else if (wanted > ground.room() && !is_in_doubt_) {
      HostMistake& m = note("host.memory.past", call.place, words,
                            {verb, count_of_bytes(wanted), words, count_of_bytes(ground.room()), taken_in_words(ground.allocation)});
      m.is_write = is_target, m.depends_on_sizes = true;
    }
    bytes = std::min(bytes, ground.is_freed || has_ended_ ? 0 : ground.room());
  }
  return {0, bytes};
}

// ---- taking and giving back

void HostMistakes::taken(uint64_t pointer) {
  const auto place = HostMemory::place_of(pointer);
  const int allocation = place ? memory_.allocation_at(*place) : -1;
  if (allocation >= 0) taken_[allocation] = {places_.stack()};
}
void HostMistakes::registered(uint64_t pointer) {
  const auto place = HostMemory::place_of(pointer);
  const int allocation = place ? memory_.allocation_at(*place) : -1;
  if (allocation >= 0) taken_[allocation].is_registered = true;
}

uint64_t HostMistakes::released(uint64_t pointer, Way by) {
  constexpr const char* names[] = {"cudaFree", "cudaFreeHost", "cudaFreeAsync", "free"};
  quiet_ = {};
  if (pointer == 0) return 0;
  const Call call = call_here(names[static_cast<size_t>(by)]);
  const Ground ground = ground_of(pointer);
  const std::string words = words_of(ground, call.arguments.empty() ? "" : call.arguments[0]);
  if (const uint64_t error = refuse_release(call, ground, words, by)) return error;
  if (ground.allocation >= 0) released_[ground.allocation] = {call.function, places_.stack()};
  return 0;
}

namespace {

// By which function memory of this kind is given back.
const char* release_of(HostAllocation::Kind kind) {
  switch (kind) {
    case HostAllocation::Kind::device:
    case HostAllocation::Kind::managed:
      return "cudaFree";
    case HostAllocation::Kind::pinned:
      return "cudaFreeHost";
    case HostAllocation::Kind::pageable:
      break;
  }
  return "free";
}
const char* kind_in_words(HostAllocation::Kind kind) {
  constexpr const char* words[] = {"memory of the device", "managed memory", "pinned memory of the host", "memory of the host's own heap"};
  return words[static_cast<size_t>(kind)];
}
bool gives_back(HostMistakes::Way by, HostAllocation::Kind kind) {
  const bool is_of_heap = by == HostMistakes::Way::free;
  return is_of_heap == (kind == HostAllocation::Kind::pageable) &&
         (kind != HostAllocation::Kind::pinned || by == HostMistakes::Way::cuda_free_host) &&
         (by != HostMistakes::Way::cuda_free_host || kind == HostAllocation::Kind::pinned);
}

}  // namespace

// An error of CUDA's, or of a program that ends there.
uint64_t HostMistakes::refuse_release(const Call& call, const Ground& ground, const std::string& words, Way by) {
  const bool is_of_cuda = by != Way::free;
  const std::string what_then = is_of_cuda ? "the call gives `cudaErrorInvalidValue`" : "that ends the program, or damages its heap";
  const auto refuse = [&](const char* code, std::vector<std::string> arguments) {
    HostMistake& m = note(code, call.place, words, std::move(arguments));
    m.is_expected = is_of_cuda && names_error();
    has_ended_ |= !is_of_cuda;
    return invalid_value;
  };
  if (ground.kind == Ground::Kind::variable && !ground.name.empty()) return refuse("host.free.none", {call.function, words, what_then});
  if (ground.allocation < 0 || ground.kind == Ground::Kind::unknown || !taken_.contains(ground.allocation)) return 0;
  const HostAllocation::Kind kind = memory_[ground.allocation].kind;
  if (ground.is_freed) return refuse("host.free.twice", {call.function, words, released_in_words(ground.allocation), what_then});
  if (!gives_back(by, kind))
    return refuse("host.free.other",
                  {call.function, words, kind_in_words(kind), taken_in_words(ground.allocation), what_then, release_of(kind)});
  if (ground.offset > 0)
    return refuse("host.free.middle", {call.function, words, count_of_bytes(ground.offset), taken_in_words(ground.allocation), what_then});
  return 0;
}

}  // namespace wb
