#pragma once
// What a host program does wrong with its memory, by itself and in any order: copies of more bytes than there are, in the wrong direction,
// from or to memory that was given back; memory given back twice, or by a function that did not take it; reads and writes of its own past
// its arrays or of the device's memory.
//
//     cudaMalloc(&d, n);                                          taken: 64 bytes, line 7, `d`
//     cudaMemcpy(d, h, n * sizeof(float), kind);                  copied: 256 of 64: it gives cudaErrorInvalidValue and copies nothing
//     d[0] = 1;                                                   access: the program ends there
//     cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);                moved: nobody has written d[16]
//     sum += h[16];                                               fault: a byte without a value is read (unset_reads.cpp)
//
// The program is answered as CUDA would. What is told is certain: where sizes may hang on something that nobody knows, nothing is
// (doubt()).
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "simulator/analysis/events.h"
#include "simulator/host/host_memory.h"
#include "simulator/host/host_places.h"
#include "simulator/host/memory_rows.h"
#include "simulator/language/call_words.h"

namespace wb {

class HostMistakes final : public RunWatcher {
 public:
  // As the questions have them: library/include/host_machine.inc has the same numbers. The first ones are cudaMemcpyKind's.
  enum class Direction : uint64_t { host_to_host, host_to_device, device_to_host, device_to_device, any, fill, by_host, fill_by_host };
  enum class Way : uint64_t { cuda_free, cuda_free_host, cuda_free_async, free };

  HostMistakes(Machine& machine, const HostMemory& memory, HostPlaces& places, const HostProgramText& program, const std::string& text);
  void follow(RunWatcher& other) { other_ = &other; }  // that is told of the program's accesses, too

  bool asks_for(std::string_view error) const;  // does the file name it, but in comments?
  // Launches that are shown so far: what is found goes with the next one.
  void have_shown(size_t launches) { launch_ = launches; }
  // From here on the program's numbers may be others than a real run's.
  void doubt() { is_in_doubt_ = true; }

  static constexpr uint64_t all = ~uint64_t{0};
  struct Copy {
    uint64_t to = 0, from = 0;              // pointers
    uint64_t to_bytes = 0, from_bytes = 0;  // from there on, up to the last one that is touched
    Direction direction = Direction::any;
  };
  struct Answer {
    uint64_t error = 0;    // of CUDA's numbers
    uint64_t bytes = all;  // that are copied
  };
  Answer copied(const Copy& copy);
  // A variable of the file; its bytes, and the pointer of the other side.
  Answer variable_copied(std::string_view name, uint64_t variable_bytes, uint64_t offset, uint64_t bytes, uint64_t other, bool goes_there);
  uint64_t copied_with_bad_pitch(uint64_t width, uint64_t pitch, bool is_of_target);  // the error that the call gives
  // Such a copy is made now. True: some of the bytes that it brings to the host have no value.
  bool moved(const MemoryRows& to, const MemoryRows& from);
  void taken(uint64_t pointer);                  // by a call of the program's
  void registered(uint64_t pointer);             // cudaHostRegister
  uint64_t released(uint64_t pointer, Way by);   // an error: it is not given back
  bool has_ended() const { return has_ended_; }  // as the real program would: a crash
  std::vector<HostMistake> mistakes(size_t launches) const;

 private:
  void tell_of_assertion(const WarpFault& fault);
  // What a pointer points to.
  struct Ground {
    enum class Kind : uint8_t {
      nothing,
      device,
      managed,
      pinned,
      host,
      variable,
      unknown
    } kind = Kind::unknown;  // variable: of the program, its stack too
    int allocation = -1;
    bool is_freed = false;
    uint64_t offset = 0, size = all;
    std::string name;  // of a variable
    uint64_t room() const { return size == all ? all : offset <= size ? size - offset : 0; }
    bool is_host() const { return kind == Kind::host || kind == Kind::variable; }
    bool is_device() const { return kind == Kind::device; }
    bool is_cuda() const { return kind == Kind::device || kind == Kind::managed || kind == Kind::pinned; }
  };
  // The call at which the program stands.
  struct Call {
    HostPlace place;
    std::string function;
    std::vector<std::string> arguments;  // as written
  };
  struct Side {
    const Ground& ground;
    std::string words;  // "`d_a`"
    uint64_t bytes = 0;
    bool is_target = false;
  };

  // A copy to the host that brought bytes without values.
  struct UnsetCopy {
    HostPlace place;
    MemoryRows to, from;
    std::string to_words, from_words;            // "`h`"
    int source = -1, target = -1;                // allocations; target -1: none of the arena
    uint64_t bytes = 0, unset = 0, longest = 0;  // longest: bytes in a row
    size_t mistake = SIZE_MAX;                   // that was told at the copy
    bool is_told = false;
  };
  // The copy to the host's memory that came last.
  struct Filling {
    HostPlace place;
    std::string words;  // as the copy names its target
    uint64_t offset = 0, bytes = 0;
  };

  void access(const WarpAccess& access) override;
  void fault(const WarpFault& fault) override;
  void note_work(uint64_t word);
  void judge(const WarpAccess& access, uint64_t place);
  void tell_of_past(const HostPlace& at, int allocation, int64_t offset, uint32_t bytes, bool is_write);
  HostPlace place_of(uint32_t site);
  // unset_reads.cpp
  void count_unset(UnsetCopy& copy) const;
  uint64_t source_of(const UnsetCopy& copy, uint32_t allocation, uint64_t place) const;
  void tell_of_unset(const WarpFault& fault);
  void tell_of_copied(UnsetCopy& copy, const HostPlace& at, const WarpFault& fault, uint64_t from);
  void tell_of_unwritten(int allocation, const HostPlace& at, uint64_t place, uint32_t bytes);
  void tell_of_array(const WarpFault& fault, const HostPlace& at);
  static std::string filling_hint(const Filling& filling, uint64_t size, uint64_t element_bytes);
  std::string statement_of(int allocation) const;

  Ground ground_of(uint64_t pointer) const;
  Ground variable_at(uint64_t pointer) const;
  Ground heap_at(uint64_t pointer, Ground ground) const;
  Call call_here(std::string_view function) const;
  bool is_device_variable(const Ground& ground, const std::string& argument) const;

  Answer judge_sides(const Call& call, const Side& to, const Side& from, Direction direction);
  void tell_of_overlap(const Call& call, const Copy& copy, const Side& to, const Side& from);
  void tell_of_few(const Call& call, const Ground& variable, const Ground& other, uint64_t bytes);
  bool tell_of_nothing(const Call& call, const Side& side);
  bool tell_of_freed(const Call& call, const Side& side);
  bool tell_of_direction(const Call& call, const Side& to, const Side& from, Direction direction);
  void tell_of_size(const Call& call, const Side& side);
  Answer copied_by_host(const Copy& copy);
  uint64_t refuse_release(const Call& call, const Ground& ground, const std::string& words, Way by);

  std::string words_of(const Ground& ground, const std::string& argument) const;
  std::string name_of(int allocation) const;
  std::string taken_in_words(int allocation) const;
  std::string released_in_words(int allocation) const;
  std::string size_in_words(const Ground& ground) const;
  std::string size_hint(const Ground& ground, uint64_t bytes) const;
  std::string line_in_words(const std::vector<HostPlace>& stack) const;
  bool names_error() const;
  HostMistake& note(std::string code, const HostPlace& place, const std::string& memory, std::vector<std::string> arguments);

  static constexpr size_t most_mistakes = 64, most_unset_copies = 256;
  static constexpr size_t most_callers = 2;

  Machine& machine_;
  const HostMemory& memory_;
  HostPlaces& places_;
  const std::vector<std::string>& managed_;
  const std::string& text_;
  const bool has_device_library_;  // thrust, cub or cuRAND, whose functions run on memory of the device here
  RunWatcher* other_ = nullptr;
  size_t launch_ = 0;
  bool is_in_doubt_, has_ended_ = false, is_cuda_at_work_ = false;
  struct Taking {
    std::vector<HostPlace> stack;
    bool is_registered = false;  // it is pinned later
  };
  std::map<int, Taking> taken_;                                             // by allocation: those that calls of the program have taken
  std::map<int, std::pair<std::string, std::vector<HostPlace>>> released_;  // by whom, and where
  std::string to_words_, from_words_;                                       // of the copy that was asked for last
  std::string copying_;                                                     // its function
  std::vector<UnsetCopy> unset_copies_;
  std::map<int, Filling> fillings_;  // by allocation
  std::map<uint32_t, Filling> array_fillings_;  // of arrays on the stack, as the machine numbers them; told: no longer there
  std::set<int> told_unwritten_;
  std::vector<HostMistake> mistakes_;
  HostMistake left_over_;  // more than are told, or nowhere
  std::map<std::tuple<std::string, uint32_t, std::string>, size_t> known_;
  // Where accesses are in order: of the last few allocations.
  struct Quiet {
    uint64_t begin = 0, end = 0;
  };
  std::array<Quiet, 4> quiet_{};
  size_t next_quiet_ = 0;
};

}  // namespace wb
