#include "app/backends/helper_process.h"

#include <csignal>
#include <cstring>

namespace wb {
namespace {

using protocol::Error;
using protocol::Frame;
using protocol::Trouble;
using protocol::Wait;
using Clock = std::chrono::steady_clock;

std::string last_line(std::string words) {
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == ' ')) words.pop_back();
  const size_t newline = words.rfind('\n');
  return newline == std::string::npos ? words : words.substr(newline + 1);
}

std::string seconds(int milliseconds) {
  return milliseconds % 1000 ? std::to_string(milliseconds) + " ms" : std::to_string(milliseconds / 1000) + " s";
}

}  // namespace

HelperProcess::HelperProcess(std::unique_ptr<ChildProcess> process)
    : process_(std::move(process)), channel_(std::make_unique<protocol::Channel>(process_->output_fd(), process_->input_fd())) {}

protocol::Result<std::unique_ptr<HelperProcess>> HelperProcess::start(const std::vector<std::string>& command, int greeting_ms,
                                                                      const ShouldStop& should_stop) {
  auto process = ChildProcess::start(command);
  if (!process) return process.error();
  std::unique_ptr<HelperProcess> helper(new HelperProcess(std::move(*process)));
  const Wait wait = Wait::for_ms(greeting_ms, should_stop);
  protocol::Hello own;
  own.program = "warpbook";
  // A program that has already ended cannot be written to; what it said before is the better reason.
  (void)helper->channel_->send_hello(own, wait);
  auto greeting = helper->channel_->receive_hello(wait);
  if (!greeting) return helper->end_with(greeting.error());
  helper->greeting_ = *greeting;
  return helper;
}

protocol::Result<Frame> HelperProcess::ask(Frame question, int time_limit_ms, const ShouldStop& should_stop,
                                           const std::function<void(double)>& report) {
  if (!process_) return Error{Trouble::closed, "the process has ended"};
  const auto limit = Clock::now() + std::chrono::milliseconds(time_limit_ms);
  question.request = next_request_++;
  if (auto sent = channel_->send(question, {limit, should_stop}); !sent) {
    if (sent.error().trouble == Trouble::too_large) return sent.error();  // nothing was sent: it still listens
    return end_with(sent.error());
  }
  for (;;) {
    const auto silent = Clock::now() + std::chrono::milliseconds(protocol::silence_ms);
    auto frame = channel_->receive({std::min(limit, silent), should_stop});
    if (!frame) {
      Error error = frame.error();
      if (error.trouble == Trouble::timed_out && Clock::now() >= limit) error.what = "it took longer than its time limit of " + seconds(time_limit_ms);
      return end_with(error);
    }
    if (frame->request != question.request) continue;  // late, of an earlier question
    if (frame->type == protocol::MessageType::reply || frame->type == protocol::MessageType::error) return frame;
    if (report) report(protocol::heartbeat_done(*frame));
  }
}

// Ends the process; for one that ended by itself, finds out how.
Error HelperProcess::end_with(Error error) {
  if (error.trouble == Trouble::closed || error.trouble == Trouble::malformed) {
    const ProcessEnd end = process_->wait(300);
    const std::string words = last_line(process_->last_words());
    if (!words.empty()) error.what = words;
    else if (end.signal) error.what = std::string("the process was ended by the system: ") + strsignal(end.signal);
    else if (end.has_ended && end.code && error.what.find("it said") == std::string::npos) error.what = "the process ended with status " + std::to_string(end.code);
  }
  channel_.reset();
  process_.reset();
  return error;
}

}  // namespace wb
