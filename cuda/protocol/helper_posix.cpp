#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "cuda/protocol/helper.h"

namespace wb::protocol {
namespace {

// Sends a heartbeat every half second until it is destroyed.
class Heartbeat {
 public:
  Heartbeat(Channel& channel, std::mutex& writing, uint32_t request, const HelperProgress& progress)
      : thread_([this, &channel, &writing, request, &progress](std::stop_token stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          while (!wake_.wait_for(lock, stop, std::chrono::milliseconds(heartbeat_ms), [&stop] { return stop.stop_requested(); })) {
            const std::scoped_lock one_writer(writing);
            if (stop.stop_requested()) return;
            if (!channel.send(heartbeat_frame(request, progress.done), Wait::for_ms(silence_ms))) _exit(0);
          }
        }) {}

 private:
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace

int serve(int read_fd, int write_fd, const Hello& hello, const Answer& answer) {
  Channel channel(read_fd, write_fd);
  if (!channel.send_hello(hello, Wait::for_ms(silence_ms))) return 0;
  if (auto greeting = channel.receive_hello({}); !greeting) {
    std::fprintf(stderr, "%s: %s\n", hello.program.c_str(), greeting.error().what.c_str());
    return greeting.error().trouble == Trouble::closed ? 0 : 2;
  }
  std::mutex writing;
  for (;;) {
    auto request = channel.receive({});
    if (!request) {
      if (request.error().trouble == Trouble::closed) return 0;
      std::fprintf(stderr, "%s: %s\n", hello.program.c_str(), request.error().what.c_str());
      return 2;
    }
    const uint32_t number = request->request;
    HelperProgress progress;
    Frame reply;
    {
      const Heartbeat heartbeat(channel, writing, number, progress);
      reply = answer(std::move(*request), progress);
    }
    reply.request = number;
    auto sent = channel.send(reply, {});
    if (!sent && sent.error().trouble == Trouble::too_large) sent = channel.send(to_frame(number, Refusal{"failed", sent.error().what, ""}), {});
    if (!sent) return 0;
  }
}

}  // namespace wb::protocol
