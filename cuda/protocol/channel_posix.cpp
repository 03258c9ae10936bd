#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cuda/protocol/channel.h"
#include "cuda/protocol/messages.h"

namespace wb::protocol {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int poll_ms = 20;

void make_non_blocking(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags >= 0) fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

// A write to a pipe whose reader is gone raises SIGPIPE, which would end the workbook. Holds it back for this thread and takes it away.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    if (!was_pending_) pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipeSignal() {
    if (was_pending_) return;
    const timespec now{};
    while (sigtimedwait(&pipe_, nullptr, &now) == SIGPIPE) {}
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
  bool was_pending_ = false;
};

// Waits until `fd` is ready for `events`.
Status wait_ready(int fd, short events, const Wait& wait) {
  for (;;) {
    if (wait.should_stop && wait.should_stop()) return Error{Trouble::stopped, "stopped"};
    const auto now = Clock::now();
    if (now >= wait.until) return Error{Trouble::timed_out, "the other side has been silent for too long"};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(wait.until - now).count() + 1;
    pollfd entry{fd, events, 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::min<int64_t>(left, poll_ms)));
    if (ready > 0) return Done{};  // readable, writable, or gone: the next read or write says which
    if (ready < 0 && errno != EINTR) return Error{Trouble::closed, std::string("waiting failed: ") + std::strerror(errno)};
  }
}

// The first line of what came, fit to print.
std::string printable_line(std::string_view text) {
  std::string line;
  for (char c : text) {
    if (c == '\n' && !line.empty()) break;
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && line.size() < 120) line += c;
  }
  return line;
}

}  // namespace

Wait Wait::for_ms(int64_t ms, std::function<bool()> should_stop) {
  return {Clock::now() + std::chrono::milliseconds(ms), std::move(should_stop)};
}

Channel::Channel(int read_fd, int write_fd) : read_fd_(read_fd), write_fd_(write_fd) {
  make_non_blocking(read_fd);
  make_non_blocking(write_fd);
}

Status Channel::write_all(std::span<const uint8_t> bytes, const Wait& wait) {
  const NoBrokenPipeSignal guard;
  while (!bytes.empty()) {
    const ssize_t count = write(write_fd_, bytes.data(), bytes.size());
    if (count > 0) {
      bytes = bytes.subspan(static_cast<size_t>(count));
    } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (Status ready = wait_ready(write_fd_, POLLOUT, wait); !ready) return ready;
    } else if (count < 0 && errno != EINTR) {
      return Error{Trouble::closed, "the other side has ended"};
    }
  }
  return Done{};
}

Result<size_t> Channel::read_some(std::span<uint8_t> into, const Wait& wait) {
  for (;;) {
    const ssize_t count = read(read_fd_, into.data(), into.size());
    if (count > 0) return static_cast<size_t>(count);
    if (count == 0) return Error{Trouble::closed, "the other side has ended"};
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (Status ready = wait_ready(read_fd_, POLLIN, wait); !ready) return ready.error();
    } else if (errno != EINTR) {
      return Error{Trouble::closed, std::string("reading failed: ") + std::strerror(errno)};
    }
  }
}

Status Channel::read_exactly(std::span<uint8_t> into, const Wait& wait, const char* what) {
  bool started = false;
  while (!into.empty()) {
    auto count = read_some(into, wait);
    if (!count && count.error().trouble == Trouble::closed && started)
      return Error{Trouble::malformed, std::string("the other side ended in the middle of ") + what};
    if (!count) return count.error();
    started = true;
    into = into.subspan(*count);
  }
  return Done{};
}

Status Channel::send(const Frame& frame, const Wait& wait) {
  auto bytes = encode(frame);
  if (!bytes) return bytes.error();
  return write_all(*bytes, wait);
}

Result<Frame> Channel::receive(const Wait& wait) {
  std::array<uint8_t, frame_head_bytes> bytes;
  if (Status read = read_exactly(bytes, wait, "a message"); !read) return read.error();
  auto head = decode_head(bytes);
  if (!head) return head.error();
  // Grows with what really comes, so that a false length costs no memory.
  std::vector<uint8_t> payload;
  while (payload.size() < head->length) {
    const size_t begin = payload.size();
    payload.resize(std::min<size_t>(head->length, begin + (size_t{1} << 20)));
    if (Status read = read_exactly(std::span(payload).subspan(begin), wait, "a message"); !read) {
      if (read.error().trouble == Trouble::closed) return Error{Trouble::malformed, "the other side ended in the middle of a message"};
      return read.error();
    }
  }
  return decode(*head, payload);
}

Status Channel::send_hello(const Hello& hello, const Wait& wait) {
  const auto* first = reinterpret_cast<const uint8_t*>(magic.data());
  if (Status sent = write_all({first, magic.size()}, wait); !sent) return sent;
  return send(to_frame(hello), wait);
}

Result<Hello> Channel::receive_hello(const Wait& wait) {
  std::string seen;  // byte by byte: what stands after the magic belongs to the first frame
  while (!seen.ends_with(magic)) {
    uint8_t byte = 0;
    auto count = read_some({&byte, 1}, wait);
    const bool is_flooded = seen.size() > max_banner_bytes;
    if (count && !is_flooded) {
      seen += static_cast<char>(byte);
      continue;
    }
    if (!count && count.error().trouble == Trouble::stopped) return count.error();
    const std::string line = printable_line(seen);
    const std::string said = line.empty() ? "" : ": it said \"" + line + "\"";
    if (is_flooded) return Error{Trouble::malformed, "the other side does not speak this protocol" + said};
    if (count.error().trouble == Trouble::timed_out) return Error{Trouble::timed_out, "the other side did not greet in time" + said};
    return Error{seen.empty() ? Trouble::closed : Trouble::malformed, "the other side ended before it greeted" + said};
  }
  auto frame = receive(wait);
  if (!frame) return frame.error();
  return hello_from(*frame);
}

}  // namespace wb::protocol
