#pragma once
// The helper's side of the conversation (the GPU worker, the loops program): greet, answer one request after the other, send
// heartbeats while one is worked on, end when the workbook is gone.
#include <atomic>
#include <functional>

#include "cuda/protocol/channel.h"
#include "cuda/protocol/messages.h"

namespace wb::protocol {

struct HelperProgress {
  std::atomic<double> done{0};  // 0..1, sent with each heartbeat
};

// Answers one request with a frame. Must not throw.
using Answer = std::function<Frame(Frame request, HelperProgress& progress)>;

// Serves on two descriptors until the workbook closes its end; the process's exit status. A heartbeat that cannot be sent means that the
// workbook is gone: then the process ends at once, whatever it is doing.
int serve(int read_fd, int write_fd, const Hello& hello, const Answer& answer);

}  // namespace wb::protocol
