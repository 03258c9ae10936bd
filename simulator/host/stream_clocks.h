#pragma once
// What is in order among the work that a host program gives to streams: vector clocks, one for the program and one for each stream.
//
//     program   fill<<<..., s1>>>      add<<<..., s2>>>           cudaStreamSynchronize(s2)     reads
//                    |                      |                              ^
//     s1             +--[ fill ]--+         |                              |
//     s2                          |         +--[ add ]---------------------+                    nothing leads from fill to add, nor to the
//     read
//                                 e  cudaEventRecord(e, s1); cudaStreamWaitEvent(s2, e) would lead from fill to add
//
// Each piece of work has a number in its stream and the clock that its stream had then; of two pieces the first is before the second when
// the second's clock has its number. The program's own numbers count what it has given to streams, so that what it does behind a launch is
// not before that.
//
// The rules are those of the CUDA C++ Programming Guide, "Asynchronous Concurrent Execution", and of the runtime API's "Stream
// synchronization behavior": work in one stream is in order; the default stream waits for all blocking streams and they for it; an event
// stands for what was in its stream when it was recorded. What waits for more than CUDA promises is taken as waiting: a hazard must not be
// invented.
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace wb {

class StreamClocks {
 public:
  using Clock = std::vector<uint64_t>;  // by actor
  static constexpr uint32_t program = 0, default_stream = 1, per_thread_stream = 2;
  // A piece of work: who does it, the how manieth of those it is, and what is before it.
  struct Moment {
    uint32_t actor = program;
    uint64_t number = 0;
    Clock clock;
  };
  static bool is_before(const Moment& a, const Moment& b) { return a.number <= at(b.clock, a.actor); }

  // Streams go by the program's numbers: 0 the default stream, 1 the legacy and 2 the per-thread one, else what make_stream() gave. One
  // that nobody made is the default stream, which is the legacy one, unless the program is compiled to have one for each thread: that is a
  // blocking stream like others.
  explicit StreamClocks(bool has_per_thread_default = false) : default_(has_per_thread_default ? per_thread_stream : default_stream) {}
  uint64_t make_stream(bool is_blocking);
  uint64_t make_event() { return ++events_; }

  Moment enqueue(uint64_t stream);
  Moment now() const { return {program, at(clocks_[program], program), clocks_[program]}; }  // of what the program does itself
  uint32_t actor_of(uint64_t stream) const;

  void wait_for(uint64_t stream);
  void wait_for(const Moment& work) { join(clocks_[program], work.clock); }
  void wait_for_all();
  void wait_for_actor(uint32_t actor) { join(clocks_[program], clocks_[actor]); }
  void record(uint64_t event, uint64_t stream);
  void wait_for_event(uint64_t event);
  void stream_waits(uint64_t stream, uint64_t event);
  void stream_waits(Moment& work, const Moment& earlier);  // as if it had, for that work and what comes behind it

 private:
  static constexpr uint64_t first_stream = 16;  // of make_stream(): the runtime's own numbers lie below
  static constexpr size_t most_actors = 128;    // streams beyond that are the default stream
  static uint64_t at(const Clock& clock, uint32_t actor) { return actor < clock.size() ? clock[actor] : 0; }
  static void join(Clock& into, const Clock& other);
  bool is_blocking(uint32_t actor) const { return actor >= is_blocking_.size() || is_blocking_[actor]; }
  Clock all_blocking() const;

  const uint32_t default_;
  std::vector<Clock> clocks_{Clock{1}, Clock{}, Clock{}};  // by actor: as of its last work
  std::vector<bool> is_blocking_{false, true, true};
  std::map<uint64_t, Clock> recorded_;  // by event
  uint64_t events_ = 0;
};

}  // namespace wb
