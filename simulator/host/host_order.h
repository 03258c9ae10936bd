#pragma once
// What a host program that is run gives away and waits for, as it asks for it (library/include/host_machine.inc), and what it does itself
// meanwhile: told to AsyncWork with the bytes of the arena that each piece touches, and the statement of the file where it stands.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simulator/analysis/checks.h"
#include "simulator/host/async_work.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_places.h"
#include "simulator/host/memory_rows.h"

namespace wb {

class HostOrder final : public RunWatcher {
 public:
  // As `order` asks: library/include/host_machine.inc has the same numbers.
  enum class Question : uint64_t {
    new_stream,
    new_event,
    record,
    stream_waits,
    wait_for_stream,
    wait_for_event,
    wait_for_all,
    begin_callback,
    end_callback,
    wait_for_callbacks,
    take_in_stream,
    give_back_in_stream,
    set_device,
    begin_thread,
    end_thread,
    wait_for_thread,
    wait_for_every_device
  };

  // Follows nothing where the program has nothing to wait for.
  HostOrder(Machine& machine, const HostMemory& memory, HostPlaces& places, const HostProgramText& program, bool has_per_thread_default);
  bool is_on() const { return is_on_; }
  static constexpr uint64_t some_stream = ~uint64_t{0};  // of a launch: it is not known which, so the program waits before and behind it

  uint64_t answer(Question what, uint64_t a, uint64_t b);
  // Memory that the program has taken, of elements of that size (0: not known). Indexes here and in what follows: that of the variable that
  // the call is given, `streams[i]`, and one more than it; 0: there is none.
  void taken(uint64_t pointer, uint64_t element_bytes, uint64_t index);
  // A stream, where the call names one, and `is_async`: the program goes on at once. `shown`: the last launch so far.
  struct Call {
    uint64_t stream = 0;
    bool is_async = false;
    bool is_further = false;  // one more piece of the same copy
    uint64_t index = 0;
    size_t shown = 0;
    std::shared_ptr<const GraphOrder> graph{};  // a node of it
    size_t node = 0;
    uint64_t graph_launch = 0;
    uint64_t captured_in = 0;  // the stream that it was given to while that captured; 0: it was added by itself
    HostPlace place{};         // where it is not the statement at which the program stands
  };
  void copied(const MemoryRows& to, const MemoryRows& from, const Call& call);
  void filled(const MemoryRows& to, const Call& call);
  void copied_variable(uint64_t number, uint64_t pointer, uint64_t bytes, uint64_t offset, bool goes_there,
                       const Call& call);  // asynchronous
  // The program itself reads or writes these bytes, by a function of the library.
  void touched(uint64_t pointer, uint64_t bytes, bool is_write);
  // A launch: its work so far; `given`: the memory's numbers of its allocations.
  AsyncWork::Work launched(const HostLaunchSeen& seen, const std::string& kernel, const CompileResult& of, const std::vector<int>& given,
                           const Call& call);
  // Of its allocations where their bytes count: those of the arena, and behind them the variables of the file.
  std::vector<uint64_t> begins_of(const KernelLaunch& launch, const Program& program);
  uint64_t begin_of_variable(const std::string& name);
  void has_run(AsyncWork::Work work, uint64_t stream) { add(std::move(work), stream == some_stream); }

  // A function that the stream calls: what the program does until then is done by that.
  void begin_callback(const Call& call);
  void end_callback();

  // The statement at which the program stands: the innermost one of its own.
  HostPlace here() const;
  std::vector<HostHazard> hazards() const;

 private:
  // A variable of the program's.
  struct Named {
    std::string word;
    uint64_t element_bytes = 0;
  };
  void access(const WarpAccess& access) override;  // of the program itself
  std::string_view text_of(const HostPlace& place) const { return places_.text_of(place); }
  const HostAllocation* allocation_of(uint64_t pointer) const;
  bool is_of_program(uint64_t pointer) const;
  bool is_on_host(uint64_t pointer) const;
  bool is_shared(const HostAllocation& a) const;
  AsyncWork::Work new_work(HostHazard::Doer doer, const Call& call, std::string_view stream_argument);
  AsyncWork::Work new_work_of(HostHazard::Doer doer, std::string_view function, const Call& call);
  void touch(AsyncWork::Work& work, AccessKind kind, const MemoryRows& rows) const;
  std::vector<uint32_t> other_devices_of(uint64_t a, uint64_t b) const;
  void add(AsyncWork::Work work, bool waits);
  void name_memory(AsyncWork::Work& work, std::string_view argument, uint64_t pointer) const;
  AsyncWork::Name name_of(uint64_t place) const;
  std::string name_of_stream(uint64_t stream, const std::string& as_used) const;
  uint64_t make_stream(bool is_blocking, uint64_t index);
  void wait_for_callbacks();
  uint64_t place_of(const WarpAccess& access);

  Machine& machine_;
  const HostMemory& memory_;
  HostPlaces& places_;
  const std::vector<std::string>&symbols_, &managed_;
  const bool is_on_;
  AsyncWork work_;
  std::map<std::string, uint64_t> variables_;  // of the file: which of them each is
  std::map<int, Named> memory_names_;          // by allocation
  std::map<int, uint32_t> memory_devices_;     // of allocations beyond the first one's
  std::map<uint64_t, std::string> stream_names_;
  std::map<uint32_t, bool> ends_with_kernel_;  // by stream, as the clocks number them: nothing else has come behind its last kernel
  std::map<uint32_t, uint64_t> times_;  // that a statement was come to, by where it begins
  std::unordered_map<uint32_t, uint64_t> managed_begins_;  // by the machine's allocation; nowhere: another one
  std::optional<AsyncWork::Work> callback_;                // that a stream calls, while it is called
  std::vector<StreamClocks::Moment> callbacks_;            // that have been called
};

}  // namespace wb
