#pragma once
// A program that runs beside this one, spoken to through pipes. It ends when this object does.
#include <memory>
#include <string>
#include <vector>

#include "cuda/protocol/result.h"

namespace wb {

struct ProcessEnd {
  bool has_ended = false;
  int code = 0;    // exit status
  int signal = 0;  // not 0: what killed it
};

class ChildProcess {
 public:
  // `command[0]` is looked for along PATH unless it has a slash. The error says why it could not be started.
  static protocol::Result<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& command);
  virtual ~ChildProcess() = default;

  virtual int output_fd() const = 0;  // what it prints
  virtual int input_fd() const = 0;   // what it reads
  virtual std::string last_words() = 0;  // the end of what it wrote to stderr, a few KiB at most
  virtual ProcessEnd wait(int timeout_ms) = 0;
  virtual void kill() = 0;            // at once, with the processes that it started
};

// The folder of this program's executable, without a slash at the end.
std::string executable_folder();
// The full path of a program on PATH, or an empty string.
std::string find_program(const std::string& name);

}  // namespace wb
