#pragma once
// What is in order among the work that a host program gives to streams: vector clocks, one for each thread of the program and one for each stream.
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
// stands for what was in its stream when it was recorded. Each device has streams, default ones among them, of its own. What waits for more than CUDA promises is taken as waiting: a hazard must not be
// invented.
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace wb {

class StreamClocks {
 public:
  using Clock = std::vector<uint64_t>;  // by actor
  static constexpr uint32_t program = 0, default_stream = 1, per_thread_stream = 2;  // of the first thread, of the first device
  // A piece of work: who does it, the how manieth of those it is, and what is before it.
  struct Moment {
    uint32_t actor = program;
    uint64_t number = 0;
    Clock clock;
  };
  static bool is_before(const Moment& a, const Moment& b) { return a.number <= at(b.clock, a.actor); }

  // Streams go by the program's numbers: 0 the default stream, 1 the legacy and 2 the per-thread one, those of the device that is set, else what make_stream()
  // gave. One that nobody made is the default stream, which is the legacy one, unless the program is compiled to have one for each thread: that is a blocking
  // stream like others.
  explicit StreamClocks(bool has_per_thread_default = false) : default_(has_per_thread_default ? per_thread_stream : default_stream) {}
  uint64_t make_stream(bool is_blocking);
  uint64_t make_event() { return ++events_; }

  // Of the thread at work: what it asks for is asked of that device.
  void set_device(uint32_t device);
  uint32_t device() const { return device_; }

  // What follows is done by another thread, to its end; what it does is before nothing else until somebody waits for it.
  uint64_t begin_thread();
  void end_thread();
  void wait_for_thread(uint64_t thread);
  void wait_for_threads();  // those that have ended

  Moment enqueue(uint64_t stream);
  Moment now() const { return {thread_, at(clocks_[thread_], thread_), clocks_[thread_]}; }  // of what the program does itself
  uint32_t actor_of(uint64_t stream);
  bool is_waited_for(const Moment& work) const;  // by all threads that go on

  void wait_for(uint64_t stream);
  void wait_for(const Moment& work) { join(clocks_[thread_], work.clock); }
  void wait_for_all();           // of the device
  void wait_for_every_device();
  void wait_for_actor(uint32_t actor) { join(clocks_[thread_], clocks_[actor]); }
  void record(uint64_t event, uint64_t stream);
  void wait_for_event(uint64_t event);
  void stream_waits(uint64_t stream, uint64_t event);
  void stream_waits(Moment& work, const Moment& earlier);  // as if it had, for that work and what comes behind it
  // The default stream's next work is work of that device, too; what comes there is behind `work`.
  void default_waits_for_device(uint32_t device);
  void device_waits(uint32_t device, const Moment& work);

 private:
  static constexpr uint64_t first_stream = 16;  // of make_stream(): the runtime's own numbers lie below
  static constexpr size_t most_actors = 128;    // streams beyond that are the default stream
  static constexpr uint32_t most_devices = 16, no_device = ~0u;
  static uint64_t at(const Clock& clock, uint32_t actor) { return actor < clock.size() ? clock[actor] : 0; }
  static void join(Clock& into, const Clock& other);
  uint32_t add_actor(bool is_blocking, uint32_t device);
  uint32_t legacy_of(uint32_t device);      // its default stream
  uint32_t per_thread_of(uint32_t device);  // that of the thread at work
  bool is_legacy(uint32_t actor) const { return legacy_[devices_[actor] % most_devices] == actor; }
  Clock all_blocking(uint32_t device);

  const uint32_t default_;
  std::vector<Clock> clocks_{Clock{1}, Clock{}, Clock{}};  // by actor: as of its last work
  std::vector<bool> is_blocking_{false, false, true};
  std::vector<uint32_t> devices_{no_device, 0, 0};
  uint32_t legacy_[most_devices] = {default_stream};                                         // 0: there is none yet
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> per_thread_{{{0, program}, per_thread_stream}};  // by device and thread
  uint32_t thread_ = program, device_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> outer_threads_;  // that wait for one at work, with their devices
  std::vector<uint32_t> ended_threads_;
  std::map<uint64_t, Clock> recorded_;  // by event
  uint64_t events_ = 0;
};

}  // namespace wb
