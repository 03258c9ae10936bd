#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>

#include "app/backends/child_process.h"

namespace wb {
namespace {

constexpr size_t kept_words = 4096;

struct Pipe {
  int read_fd = -1, write_fd = -1;
  bool open() {
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return false;
    read_fd = fds[0], write_fd = fds[1];
    return true;
  }
  void close_read() { if (read_fd >= 0) ::close(std::exchange(read_fd, -1)); }
  void close_write() { if (write_fd >= 0) ::close(std::exchange(write_fd, -1)); }
  ~Pipe() { close_read(), close_write(); }
};

class PosixChild final : public ChildProcess {
 public:
  PosixChild(pid_t pid, Pipe& in, Pipe& out, Pipe& errors)
      : pid_(pid), in_(std::exchange(in.write_fd, -1)), out_(std::exchange(out.read_fd, -1)), errors_(std::exchange(errors.read_fd, -1)),
        listener_([this](std::stop_token stop) { listen(stop); }) {}

  ~PosixChild() override {
    ::close(in_);
    PosixChild::kill();
    listener_.request_stop();
    listener_.join();
    ::close(out_);
    ::close(errors_);
  }

  int output_fd() const override { return out_; }
  int input_fd() const override { return in_; }

  std::string last_words() override {
    const std::scoped_lock lock(mutex_);
    return words_;
  }

  ProcessEnd wait(int timeout_ms) override {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    while (!end_.has_ended) {
      int status = 0;
      if (waitpid(pid_, &status, WNOHANG) == pid_) {
        end_.has_ended = true;
        if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
        else end_.code = WEXITSTATUS(status);
      } else if (std::chrono::steady_clock::now() >= until) {
        break;
      } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      }
    }
    if (end_.has_ended) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // its last words are still in the pipe
    return end_;
  }

  void kill() override {
    if (end_.has_ended) return;
    ::kill(-pid_, SIGKILL);  // its process group
    ::kill(pid_, SIGKILL);
    wait(2000);
  }

 private:
  // Keeps the end of what the child writes to stderr, so that it never waits for a reader.
  void listen(const std::stop_token& stop) {
    char buffer[1024];
    while (!stop.stop_requested()) {
      pollfd entry{errors_, POLLIN, 0};
      if (poll(&entry, 1, 50) <= 0) continue;
      const ssize_t count = read(errors_, buffer, sizeof buffer);
      if (count <= 0) return;
      const std::scoped_lock lock(mutex_);
      words_.append(buffer, static_cast<size_t>(count));
      if (words_.size() > kept_words) words_.erase(0, words_.size() - kept_words);
    }
  }

  pid_t pid_;
  int in_, out_, errors_;
  ProcessEnd end_;
  std::mutex mutex_;
  std::string words_;
  std::jthread listener_;
};

// In the child, between fork and exec: only what is safe there.
[[noreturn]] void become(char* const* arguments, const Pipe& in, const Pipe& out, const Pipe& errors, int report_fd) {
  setpgid(0, 0);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(in.read_fd, 0) >= 0 && dup2(out.write_fd, 1) >= 0 && dup2(errors.write_fd, 2) >= 0) execvp(arguments[0], arguments);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report_fd, &error, sizeof error);
  _exit(127);
}

protocol::Error start_error(const std::string& program, int error) {
  const std::string why = error == ENOENT ? "it was not found" : std::strerror(error);
  return {protocol::Trouble::closed, "`" + program + "` could not be started: " + why};
}

}  // namespace

protocol::Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::vector<std::string>& command) {
  if (command.empty()) return protocol::Error{protocol::Trouble::closed, "there is no command to start"};
  Pipe in, out, errors, report;
  if (!in.open() || !out.open() || !errors.open() || !report.open()) return start_error(command[0], errno);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0) return start_error(command[0], errno);
  if (pid == 0) become(arguments.data(), in, out, errors, report.write_fd);
  setpgid(pid, pid);
  report.close_write();
  int error = 0;
  ssize_t count = 0;
  do count = read(report.read_fd, &error, sizeof error);
  while (count < 0 && errno == EINTR);
  if (count == sizeof error) {
    waitpid(pid, nullptr, 0);
    return start_error(command[0], error);
  }
  in.close_read(), out.close_write(), errors.close_write();
  return std::unique_ptr<ChildProcess>(std::make_unique<PosixChild>(pid, in, out, errors));
}

std::string executable_folder() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? "." : path.parent_path().string();
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const size_t colon = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, colon)) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

}  // namespace wb
