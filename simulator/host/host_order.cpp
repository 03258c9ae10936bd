#include "simulator/host/host_order.h"

#include <algorithm>
#include <utility>

#include "simulator/language/call_words.h"

namespace wb {
namespace {

using Doer = HostHazard::Doer;

constexpr uint64_t nowhere = KernelFootprint::nowhere;
constexpr size_t most_callbacks = 4096;  // that are waited for by other means than CUDA's

// "weights" and "filters::weights" are the same one where they end alike.
bool ends_alike(const std::string& a, const std::string& b) {
  const std::string &shorter = a.size() < b.size() ? a : b, &longer = a.size() < b.size() ? b : a;
  return longer == shorter || (longer.ends_with(shorter) && longer[longer.size() - shorter.size() - 1] == ':');
}

// cudaMemcpy2D(to, pitch, from, ...), cudaMemcpy2DToArray(to, x, y, from, ...), cudaMemcpyPeer(to, device, from, ...): where the source stands.
size_t argument_of_source(std::string_view statement) {
  const auto names = [&](std::string_view word) { return statement.find(word) != std::string_view::npos; };
  return names("ToArray") ? 3 : names("cudaMemcpy2D") || names("cudaMemcpyPeer") ? 2 : 1;
}

}  // namespace

HostOrder::HostOrder(Machine& machine, const HostMemory& memory, HostPlaces& places, const HostProgramText& program,
                     bool has_per_thread_default)
    : machine_(machine),
      memory_(memory),
      places_(places),
      symbols_(program.variables),
      managed_(program.managed),
      is_on_(program.has_async_work),
      work_([this](uint64_t place) { return name_of(place); }, has_per_thread_default) {}

uint64_t HostOrder::answer(Question what, uint64_t a, uint64_t b) {
  if (!is_on_) return 0;
  StreamClocks& clocks = work_.clocks;
  switch (what) {
    case Question::new_stream:
      return make_stream(a != 0, b);
    case Question::new_event:
      return clocks.make_event();
    case Question::record:
      ends_with_kernel_[clocks.actor_of(b)] = false;
      return clocks.record(a, b), 0;
    case Question::stream_waits:
      ends_with_kernel_[clocks.actor_of(a)] = false;
      return clocks.stream_waits(a, b), 0;
    case Question::begin_callback:
      return begin_callback({.stream = a, .is_async = true}), 0;
    case Question::end_callback:
      return end_callback(), 0;
    case Question::wait_for_callbacks:
      wait_for_callbacks();
      break;
    case Question::take_in_stream:
    case Question::give_back_in_stream: {
      const bool is_taken = what == Question::take_in_stream;
      AsyncWork::Work work = new_work_of(is_taken ? Doer::allocation : Doer::release, is_taken ? "cudaMalloc" : "cudaFreeAsync",
                                         {.stream = b, .is_async = true});
      touch(work, AccessKind::store, {a, 0, memory_.room_at(a)});
      return add(std::move(work), false), 0;
    }
    case Question::wait_for_stream:
      clocks.wait_for(a);
      break;
    case Question::wait_for_event:
      clocks.wait_for_event(a);
      break;
    case Question::wait_for_all:
      clocks.wait_for_all();
      break;
    case Question::wait_for_every_device:
      clocks.wait_for_every_device();
      break;
    case Question::set_device:
      return clocks.set_device(static_cast<uint32_t>(std::min<uint64_t>(a, UINT32_MAX))), 0;
    case Question::begin_thread:
      return clocks.begin_thread();
    case Question::end_thread:
      return clocks.end_thread(), 0;
    case Question::wait_for_thread:
      clocks.wait_for_thread(a);
      break;
  }
  work_.let_go();
  return 0;
}

// ---- places

HostPlace HostOrder::here() const { return is_on_ ? places_.here() : HostPlace{}; }

// ---- memory

const HostAllocation* HostOrder::allocation_of(uint64_t pointer) const {
  const auto place = HostMemory::place_of(pointer);
  const int i = place ? memory_.allocation_at(*place) : -1;
  return i < 0 ? nullptr : &memory_[i];
}
// Memory of the program's alone, the stack too: a copy from or to there is over before the program goes on.
bool HostOrder::is_of_program(uint64_t pointer) const {
  const HostAllocation* a = allocation_of(pointer);
  return !a || a->kind == HostAllocation::Kind::pageable;
}
bool HostOrder::is_on_host(uint64_t pointer) const {
  const HostAllocation* a = allocation_of(pointer);
  return !a || a->kind != HostAllocation::Kind::device;
}
// Where footprints count a variable's bytes: behind the arena's.
uint64_t HostOrder::begin_of_variable(const std::string& name) {
  const auto known = std::find_if(variables_.begin(), variables_.end(), [&](const auto& v) { return ends_alike(v.first, name); });
  const uint64_t number = known == variables_.end() ? variables_.try_emplace(name, variables_.size()).first->second : known->second;
  return 2 * HostMemory::arena_bytes * (1 + number);
}

std::vector<uint64_t> HostOrder::begins_of(const KernelLaunch& launch, const Program& program) {
  std::vector<uint64_t> begins(launch.buffers.size(), KernelFootprint::nowhere);
  begins[0] = 0;                   // the arena
  if (launch.heap) return begins;  // it stands among them
  for (const ProgramAllocation& own : program.allocations)
    begins.push_back(own.symbol.empty() ? KernelFootprint::nowhere : begin_of_variable(own.symbol));
  return begins;
}

// ---- names

void HostOrder::taken(uint64_t pointer, uint64_t element_bytes, uint64_t index) {
  const auto place = HostMemory::place_of(pointer);
  const int allocation = place ? memory_.allocation_at(*place) : -1;
  if (!is_on_ || allocation < 0 || memory_[allocation].kind == HostAllocation::Kind::pageable) return;
  if (work_.clocks.device() && memory_[allocation].kind == HostAllocation::Kind::device) memory_devices_[allocation] = work_.clocks.device();
  const std::string_view statement = text_of(here());
  std::vector<std::string_view> given = arguments_of_call(statement, "cudaMalloc");
  if (given.empty()) given = arguments_of_call(statement, "cudaHostAlloc");
  if (!given.empty()) memory_names_[allocation] = {variable_in(given[0], index), element_bytes};
}

// As its allocation's call says; a word that stands for several pieces of memory says nothing.
AsyncWork::Name HostOrder::name_of(uint64_t place) const {
  for (const auto& [name, number] : variables_)
    if (const uint64_t begin = 2 * HostMemory::arena_bytes * (1 + number); place >= begin && place < begin + 2 * HostMemory::arena_bytes)
      return {begin, begin + HostMemory::arena_bytes, name, 0, 0, true};
  const int allocation = memory_.allocation_at(place);
  const auto own = memory_names_.find(allocation);
  if (own == memory_names_.end()) return {};
  const auto is_other = [&](const auto& other) {
    return other.first != allocation && other.second.word == own->second.word && !memory_[other.first].is_freed;
  };
  const HostAllocation& a = memory_[allocation];
  const bool is_one = !own->second.word.empty() && std::none_of(memory_names_.begin(), memory_names_.end(), is_other);
  return {a.begin, a.begin + a.size, is_one ? own->second.word : "", own->second.element_bytes, 0, false};
}

// Where name_of() has none: as a call names it.
void HostOrder::name_memory(AsyncWork::Work& work, std::string_view argument, uint64_t pointer) const {
  const HostAllocation* a = allocation_of(pointer);
  const std::string word = variable_in(argument);
  if (a && !word.empty()) work.names.push_back({a->begin, a->begin + a->size, word, 0, 0, false});
}

std::string HostOrder::name_of_stream(uint64_t stream, const std::string& as_used) const {
  if (stream == some_stream) return "";
  const uint32_t device = work_.clocks.device();
  if (stream <= StreamClocks::default_stream) return "the default stream" + (device ? " of device " + std::to_string(device) : "");
  if (stream == StreamClocks::per_thread_stream) return "the thread's default stream";
  const auto made = stream_names_.find(stream);
  const std::string word = made == stream_names_.end() ? "" : made->second;
  const bool is_one = !word.empty() && std::count_if(stream_names_.begin(), stream_names_.end(),
                                                     [&](const auto& other) { return other.second == word; }) == 1;
  const std::string& name = is_one || as_used.empty() ? word : as_used;
  return name.empty() ? "" : "stream `" + name + "`";
}

uint64_t HostOrder::make_stream(bool is_blocking, uint64_t index) {
  const uint64_t stream = work_.clocks.make_stream(is_blocking);
  const std::vector<std::string_view> given = arguments_of_call(text_of(here()), "cudaStreamCreate");
  if (stream && !given.empty()) stream_names_[stream] = variable_in(given[0], index);
  return stream;
}

// Two streams of one name are told apart by when they were made.
std::vector<HostHazard> HostOrder::hazards() const {
  std::vector<HostHazard> all = work_.hazards();
  for (HostHazard& h : all) {
    if (h.first.stream == h.second.stream || h.first.stream_name != h.second.stream_name || !stream_names_.contains(h.first.stream) ||
        !stream_names_.contains(h.second.stream))
      continue;
    for (HostHazard::Party* party : {&h.first, &h.second}) {
      const auto number = std::distance(stream_names_.begin(), stream_names_.find(party->stream)) + 1;
      party->stream_name += (party->stream_name.empty() ? "stream number " : " (number ") + std::to_string(number) +
                            (party->stream_name.empty() ? "" : ")") + " of those that the program makes";
    }
  }
  return all;
}

// ---- work

AsyncWork::Work HostOrder::new_work(Doer doer, const Call& call, std::string_view stream_argument) {
  AsyncWork::Work work;
  work.doer = doer;
  work.call = call.place.end > call.place.begin ? call.place : here();
  work.moment = work_.clocks.enqueue(call.stream);
  work.is_right_behind_kernel = std::exchange(ends_with_kernel_[work.moment.actor], doer == Doer::kernel);
  work.stream = call.stream;
  const std::string as_used = variable_in(stream_argument, call.index);
  work.stream_name = name_of_stream(call.stream, call.graph ? "" : as_used);
  if (call.captured_in) work.captured_in = name_of_stream(call.captured_in, as_used);
  work.time = times_[work.call.begin] += call.is_further ? 0 : 1;
  work.launch = call.shown;
  work.graph = call.graph;
  work.node = call.node;
  work.graph_launch = call.graph_launch;
  return work;
}
// Of a call whose last argument may be the stream.
AsyncWork::Work HostOrder::new_work_of(Doer doer, std::string_view function, const Call& call) {
  const std::vector<std::string_view> given = arguments_of_call(text_of(call.place.end > call.place.begin ? call.place : here()), function);
  return new_work(doer, call, given.empty() ? std::string_view() : given.back());
}

void HostOrder::touch(AsyncWork::Work& work, AccessKind kind, const MemoryRows& rows) const {
  for (uint64_t i = 0; i < rows.count; ++i)
    if (!is_of_program(rows[i])) work.footprint.add({no_site, kind}, *HostMemory::place_of(rows[i]), std::min(rows.width, memory_.room_at(rows[i])));
}

void HostOrder::add(AsyncWork::Work work, bool waits) {
  const StreamClocks::Moment moment = work.moment;
  work_.add(std::move(work));
  if (!waits) return;
  work_.clocks.wait_for(moment);
  work_.let_go();
}

// Those that own the memory, besides the one that is set.
std::vector<uint32_t> HostOrder::other_devices_of(uint64_t a, uint64_t b) const {
  std::vector<uint32_t> all;
  for (uint64_t pointer : {a, b}) {
    const auto place = HostMemory::place_of(pointer);
    const int allocation = place ? memory_.allocation_at(*place) : -1;
    const auto found = memory_devices_.find(allocation);
    const bool is_device = allocation >= 0 && memory_[allocation].kind == HostAllocation::Kind::device;
    const uint32_t device = found == memory_devices_.end() ? 0 : found->second;
    if (is_device && device != work_.clocks.device()) all.push_back(device);
  }
  return all;
}

void HostOrder::copied(const MemoryRows& to, const MemoryRows& from, const Call& call) {
  if (!is_on_) return;
  const std::vector<uint32_t> others = call.is_async ? std::vector<uint32_t>() : other_devices_of(to.first, from.first);
  for (uint32_t device : others) work_.clocks.default_waits_for_device(device);
  AsyncWork::Work work = new_work_of(Doer::copy, "cudaMemcpy", call);
  const std::string_view statement = text_of(work.call);
  if (const std::vector<std::string_view> given = arguments_of_call(statement, "cudaMemcpy"); given.size() > 2) {
    name_memory(work, given[0], to.first);
    name_memory(work, given[std::min(argument_of_source(statement), given.size() - 1)], from.first);
  }
  touch(work, AccessKind::load, from);
  touch(work, AccessKind::store, to);
  for (uint32_t device : others) work_.clocks.device_waits(device, work.moment);
  add(std::move(work), (!call.is_async && (is_on_host(from.first) || is_on_host(to.first))) || is_of_program(from.first) || is_of_program(to.first));
}

void HostOrder::filled(const MemoryRows& to, const Call& call) {
  if (!is_on_ || is_of_program(to.first)) return;
  AsyncWork::Work work = new_work_of(Doer::fill, "cudaMemset", call);
  if (const std::vector<std::string_view> given = arguments_of_call(text_of(work.call), "cudaMemset"); !given.empty())
    name_memory(work, given[0], to.first);
  work.is_plain_fill = !call.is_async;
  touch(work, AccessKind::store, to);
  add(std::move(work), !call.is_async && is_on_host(to.first));
}

void HostOrder::copied_variable(uint64_t number, uint64_t pointer, uint64_t bytes, uint64_t offset, bool goes_there, const Call& call) {
  if (!is_on_ || number >= symbols_.size()) return;
  AsyncWork::Work work = new_work_of(Doer::copy, "cudaMemcpy", call);
  const uint64_t begin = begin_of_variable(symbols_[number]);
  work.footprint.add({no_site, goes_there ? AccessKind::store : AccessKind::load}, begin + std::min(offset, HostMemory::arena_bytes),
                     std::min(bytes, HostMemory::arena_bytes));
  touch(work, goes_there ? AccessKind::load : AccessKind::store, {pointer, 0, bytes});
  add(std::move(work), is_of_program(pointer));
}

AsyncWork::Work HostOrder::launched(const HostLaunchSeen& seen, const std::string& kernel, const CompileResult& of,
                                    const std::vector<int>& given, const Call& call) {
  if (seen.stream == some_stream) answer(Question::wait_for_all, 0, 0);
  const std::vector<std::string_view> shape = shape_of_launch(text_of(seen.call));
  AsyncWork::Work work = new_work(Doer::kernel, call, shape.size() > 3 ? shape[3] : std::string_view());
  work.kernel = kernel;
  work.parts.may_begin_early = seen.begins_early;
  work.program = of.program;
  work.sources = of.sources;
  for (size_t i = 0; i < seen.arguments.size() && i < of.parameters.size(); ++i) {
    const HostValue& value = seen.arguments[i];
    if (value.kind != HostValue::Kind::pointer || value.allocation < 0) continue;
    const HostAllocation& a = memory_[given[static_cast<size_t>(value.allocation)]];
    work.names.push_back(
        {a.begin, a.begin + a.size, of.parameters[i].name, std::max<uint64_t>(of.parameters[i].bytes, 1), value.offset, false});
  }
  return work;
}

// ---- functions that a stream calls

void HostOrder::begin_callback(const Call& call) {
  if (!is_on_) return;
  const std::string_view statement = text_of(call.place.end > call.place.begin ? call.place : here());
  std::vector<std::string_view> given = arguments_of_call(statement, "cudaLaunchHostFunc");
  if (given.empty()) given = arguments_of_call(statement, "cudaStreamAddCallback");
  callback_ = new_work(Doer::host_function, call, given.empty() ? std::string_view() : given[0]);
  if (given.size() > 1) callback_->kernel = given[1].size() < 40 ? std::string(given[1]) : "";
}
void HostOrder::end_callback() {
  if (!callback_) return;
  if (callbacks_.size() < most_callbacks) callbacks_.push_back(callback_->moment);
  add(std::move(*callback_), false);
  callback_.reset();
}
// A lock that both take, a future: the program goes on when they, and threads that began earlier, have run.
void HostOrder::wait_for_callbacks() {
  if (callback_) return;
  for (const StreamClocks::Moment& moment : callbacks_) work_.clocks.wait_for(moment);
  callbacks_.clear();
  work_.clocks.wait_for_threads();
}

// ---- what the program itself does

bool HostOrder::is_shared(const HostAllocation& a) const {
  return a.kind == HostAllocation::Kind::managed || a.kind == HostAllocation::Kind::pinned ||
         (a.kind == HostAllocation::Kind::pageable && (callback_ || !callbacks_.empty()));
}
// Of what others may reach, too; else nowhere.
uint64_t HostOrder::place_of(const WarpAccess& access) {
  const uint64_t offset = access.offset[0];
  if (access.allocation == 0) {
    const int i = offset < 8 * HostMemory::box_words ? -1 : memory_.allocation_at(offset);
    return i >= 0 && is_shared(memory_[i]) ? offset : nowhere;
  }
  if (managed_.empty()) return nowhere;
  const auto [begin, is_new] = managed_begins_.try_emplace(access.allocation, nowhere);
  if (is_new && access.allocation < machine_.allocations().size()) {
    const std::string& name = machine_.allocations()[access.allocation].name;
    if (std::any_of(managed_.begin(), managed_.end(), [&](const std::string& m) { return ends_alike(m, name); }))
      begin->second = begin_of_variable(name);
  }
  return begin->second == nowhere ? nowhere : begin->second + offset;
}

void HostOrder::touched(uint64_t pointer, uint64_t bytes, bool is_write) {
  const HostAllocation* a = allocation_of(pointer);
  if (!is_on_ || !a || !is_shared(*a) || bytes == 0 || (!callback_ && !work_.is_any_live())) return;
  const uint64_t place = *HostMemory::place_of(pointer);
  if (!callback_) return work_.touch(place, bytes, is_write, false, [&] { return here(); });
  callback_->footprint.add({no_site, is_write ? AccessKind::store : AccessKind::load}, place, bytes);
}

void HostOrder::access(const WarpAccess& access) {
  if (access.space != Space::global || (!callback_ && !work_.is_any_live())) return;
  const uint64_t place = place_of(access);
  if (place == nowhere) return;
  if (callback_) {
    callback_->footprint.add({access.site, access.kind}, place, access.bytes);
    return void(callback_->places.try_emplace(access.site, places_.of_site(access.site)));
  }
  const bool is_write = access.kind == AccessKind::store;
  work_.touch(place, access.bytes, is_write, access.is_volatile || access.kind == AccessKind::atomic,
              [&] { return places_.of_access(access.site); });
}

}  // namespace wb
