#pragma once
// A helper process and the conversation with it: one question at a time, heartbeats meanwhile, a limit, a way to stop. Whatever it does
// (crash, hang, talk nonsense) is an error in words, and the process is ended.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/backends/child_process.h"
#include "cuda/protocol/channel.h"
#include "cuda/protocol/messages.h"

namespace wb {

class HelperProcess {
 public:
  using ShouldStop = std::function<bool()>;

  static protocol::Result<std::unique_ptr<HelperProcess>> start(const std::vector<std::string>& command, int greeting_ms, const ShouldStop& should_stop);

  // Sends `question` and waits for its reply or error frame. After an error here the process is gone.
  protocol::Result<protocol::Frame> ask(protocol::Frame question, int time_limit_ms, const ShouldStop& should_stop,
                                        const std::function<void(double done)>& report = {});

  const protocol::Hello& greeting() const { return greeting_; }
  bool is_alive() const { return process_ != nullptr; }

 private:
  explicit HelperProcess(std::unique_ptr<ChildProcess> process);
  protocol::Error end_with(protocol::Error error);

  std::unique_ptr<ChildProcess> process_;
  std::unique_ptr<protocol::Channel> channel_;
  protocol::Hello greeting_;
  uint32_t next_request_ = 1;
};

}  // namespace wb
