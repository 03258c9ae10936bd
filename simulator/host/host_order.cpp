#include "simulator/host/host_order.h"

#include <algorithm>
#include <optional>

namespace wb {

using Doer = HostHazard::Doer;

uint64_t HostOrder::answer(Question what, uint64_t a, uint64_t b) {
  if (!is_on_) return 0;
  StreamClocks& clocks = work_.clocks;
  switch (what) {
    case Question::new_stream: return clocks.make_stream(a != 0);
    case Question::new_event: return clocks.make_event();
    case Question::record: return clocks.record(a, b), 0;
    case Question::stream_waits: return clocks.stream_waits(a, b), 0;
    case Question::begin_callback: return is_in_callback_ = true, 0;
    case Question::end_callback: return is_in_callback_ = false, 0;
    case Question::wait_for_stream: clocks.wait_for(a); break;
    case Question::wait_for_event: clocks.wait_for_event(a); break;
    case Question::wait_for_all: clocks.wait_for_all(); break;
  }
  work_.let_go();
  return 0;
}

// ---- places

HostPlace HostOrder::here() {
  const std::optional<NextInstruction> next = machine_.next();
  const BlockState* block = machine_.resident(0);
  if (!is_on_ || !next || !block) return {};
  std::vector<Pc> at{next->pc};
  if (!block->warps[0].stacks.empty()) {
    const std::vector<Pc>& returns = block->warps[0].stacks[0].returns;
    for (size_t i = returns.size(); i-- > 0;) at.push_back(returns[i] - 1);
  }
  for (Pc pc : at)
    if (const HostPlace place = place_at(machine_.program().info[pc].span); place.end > place.begin) return place;
  return {};
}

HostPlace HostOrder::place_at(const Span& span) const {
  const SourceMap& sources = *machine_.program().module->sources;
  const Span seen = sources.outermost(span);
  if (seen.file.v != 0) return {};
  const uint32_t line = sources.start(seen).line;
  const auto found = line > own_lines_ ? places_.find(line - own_lines_) : places_.end();
  return found == places_.end() ? HostPlace{} : found->second;
}

HostPlace HostOrder::place_of_site(uint32_t site) const {
  const std::vector<InsInfo>& info = machine_.program().info;
  const auto found = std::find_if(info.begin(), info.end(), [&](const InsInfo& i) { return i.site == site; });
  return found == info.end() ? HostPlace{} : place_at(found->span);
}

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
uint64_t HostOrder::begin_of_variable(const std::string& name) { return 2 * HostMemory::arena_bytes * (1 + variables_.try_emplace(name, variables_.size()).first->second); }

std::vector<uint64_t> HostOrder::begins_of(const KernelLaunch& launch, const Program& program) {
  std::vector<uint64_t> begins(launch.buffers.size(), KernelFootprint::nowhere);
  begins[0] = 0;                   // the arena
  if (launch.heap) return begins;  // it stands among them
  for (const ProgramAllocation& own : program.allocations) begins.push_back(own.symbol.empty() ? KernelFootprint::nowhere : begin_of_variable(own.symbol));
  return begins;
}

// ---- work

AsyncWork::Work HostOrder::new_work(Doer doer, uint64_t stream, HostPlace call, size_t shown) {
  AsyncWork::Work work;
  work.doer = doer;
  work.call = call;
  work.moment = work_.clocks.enqueue(stream);
  work.launch = shown;
  return work;
}

void HostOrder::touch(AsyncWork::Work& work, AccessKind kind, uint64_t pointer, uint64_t bytes) const {
  if (!is_of_program(pointer)) work.footprint.add({no_site, kind}, *HostMemory::place_of(pointer), std::min(bytes, memory_.room_at(pointer)));
}

void HostOrder::add(AsyncWork::Work work, bool waits) {
  const StreamClocks::Moment moment = work.moment;
  work_.add(std::move(work));
  if (!waits) return;
  work_.clocks.wait_for(moment);
  work_.let_go();
}

void HostOrder::copied(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream, bool is_async, size_t shown) {
  if (!is_on_) return;
  AsyncWork::Work work = new_work(Doer::copy, stream, here(), shown);
  touch(work, AccessKind::load, from, bytes);
  touch(work, AccessKind::store, to, bytes);
  add(std::move(work), (!is_async && (is_on_host(from) || is_on_host(to))) || is_of_program(from) || is_of_program(to));
}

void HostOrder::filled(uint64_t to, uint64_t bytes, uint64_t stream, bool is_async, size_t shown) {
  if (!is_on_ || is_of_program(to)) return;
  AsyncWork::Work work = new_work(Doer::fill, stream, here(), shown);
  work.is_plain_fill = !is_async;
  touch(work, AccessKind::store, to, bytes);
  add(std::move(work), !is_async && is_on_host(to));
}

void HostOrder::copied_variable(uint64_t number, uint64_t pointer, uint64_t bytes, uint64_t offset, uint64_t stream, bool goes_there, size_t shown) {
  if (!is_on_ || number >= symbols_.size()) return;
  AsyncWork::Work work = new_work(Doer::copy, stream, here(), shown);
  const uint64_t begin = begin_of_variable(symbols_[number]);
  work.names.push_back({begin, begin + HostMemory::arena_bytes, symbols_[number], 0, 0});
  work.footprint.add({no_site, goes_there ? AccessKind::store : AccessKind::load}, begin + std::min(offset, HostMemory::arena_bytes), std::min(bytes, HostMemory::arena_bytes));
  touch(work, goes_there ? AccessKind::load : AccessKind::store, pointer, bytes);
  add(std::move(work), is_of_program(pointer));
}

AsyncWork::Work HostOrder::launched(const HostLaunchSeen& seen, const std::string& kernel, const CompileResult& of, const std::vector<int>& given, size_t shown) {
  if (seen.stream == some_stream) answer(Question::wait_for_all, 0, 0);
  AsyncWork::Work work = new_work(Doer::kernel, seen.stream, seen.call, shown);
  work.kernel = kernel;
  work.program = of.program;
  work.sources = of.sources;
  for (size_t i = 0; i < seen.arguments.size() && i < of.parameters.size(); ++i) {
    const HostValue& value = seen.arguments[i];
    if (value.kind != HostValue::Kind::pointer || value.allocation < 0) continue;
    const HostAllocation& a = memory_[given[static_cast<size_t>(value.allocation)]];
    work.names.push_back({a.begin, a.begin + a.size, of.parameters[i].name, std::max<uint64_t>(of.parameters[i].bytes, 1), value.offset});
  }
  for (const HostVariable& v : seen.variables) work.names.push_back({begin_of_variable(v.name), begin_of_variable(v.name) + v.bytes.size(), v.name, 0, 0});
  return work;
}

void HostOrder::access(const WarpAccess& access) {
  if (access.space != Space::global || access.allocation != 0 || is_in_callback_ || !work_.is_any_live()) return;
  const uint64_t place = access.offset[0];
  const int i = place < 8 * HostMemory::box_words ? -1 : memory_.allocation_at(place);
  if (i < 0 || (memory_[i].kind != HostAllocation::Kind::managed && memory_[i].kind != HostAllocation::Kind::pinned)) return;
  const bool is_write = access.kind == AccessKind::store;
  work_.touch(place, access.bytes, is_write, access.is_volatile || access.kind == AccessKind::atomic, [&] { return place_of_site(access.site); });
}

}  // namespace wb
