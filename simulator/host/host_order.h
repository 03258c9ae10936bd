#pragma once
// What a host program that is run gives away and waits for, as it asks for it (library/include/host_machine.inc), and what it does itself meanwhile: told to
// AsyncWork with the bytes of the arena that each piece touches, and the statement of the file where it stands.
#include <map>
#include <string>
#include <vector>

#include "simulator/analysis/checks.h"
#include "simulator/host/async_work.h"
#include "simulator/host/host_memory.h"

namespace wb {

class HostOrder final : private RunWatcher {
 public:
  // As `order` asks: library/include/host_machine.inc has the same numbers.
  enum class Question : uint64_t { new_stream, new_event, record, stream_waits, wait_for_stream, wait_for_event, wait_for_all, begin_callback, end_callback };

  // `own_lines`: of the file, before the program's text. Follows nothing where the program has nothing to wait for.
  HostOrder(Machine& machine, const HostMemory& memory, const HostProgramText& program, uint32_t own_lines)
      : machine_(machine), memory_(memory), places_(program.places), symbols_(program.variables), own_lines_(own_lines), is_on_(program.has_async_work) {}
  bool is_on() const { return is_on_; }
  static constexpr uint64_t some_stream = ~uint64_t{0};  // of a launch: it is not known which, so the program waits before and behind it
  void watch(Checks& checks) { checks.watch(this); }  // of the machine

  uint64_t answer(Question what, uint64_t a, uint64_t b);
  // In a stream; `is_async`: the program goes on at once. `shown`: the last launch so far.
  void copied(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream, bool is_async, size_t shown);
  void filled(uint64_t to, uint64_t bytes, uint64_t stream, bool is_async, size_t shown);
  void copied_variable(uint64_t number, uint64_t pointer, uint64_t bytes, uint64_t offset, uint64_t stream, bool goes_there, size_t shown);  // asynchronous
  // A launch: its work so far; `given`: the memory's numbers of its allocations.
  AsyncWork::Work launched(const HostLaunchSeen& seen, const std::string& kernel, const CompileResult& of, const std::vector<int>& given, size_t shown);
  // Of its allocations where their bytes count.
  std::vector<uint64_t> begins_of(const KernelLaunch& launch, const Program& program);
  void has_run(AsyncWork::Work work, uint64_t stream) { add(std::move(work), stream == some_stream); }

  // The statement at which the program stands: the innermost one of its own.
  HostPlace here();
  std::vector<HostHazard> hazards() const { return work_.hazards(); }

 private:
  void access(const WarpAccess& access) override;  // of the program itself
  HostPlace place_at(const Span& span) const;
  HostPlace place_of_site(uint32_t site) const;
  const HostAllocation* allocation_of(uint64_t pointer) const;
  bool is_of_program(uint64_t pointer) const;
  bool is_on_host(uint64_t pointer) const;
  AsyncWork::Work new_work(HostHazard::Doer doer, uint64_t stream, HostPlace call, size_t shown);
  void touch(AsyncWork::Work& work, AccessKind kind, uint64_t pointer, uint64_t bytes) const;
  void add(AsyncWork::Work work, bool waits);
  uint64_t begin_of_variable(const std::string& name);

  Machine& machine_;
  const HostMemory& memory_;
  const std::map<size_t, HostPlace>& places_;
  const std::vector<std::string>& symbols_;
  const uint32_t own_lines_;
  const bool is_on_;
  AsyncWork work_;
  std::map<std::string, uint64_t> variables_;
  bool is_in_callback_ = false;  // of a stream: in its order
};

}  // namespace wb
