#pragma once
// What comes of talking to another process: a value, or why there is none. The world's refusals, never our bugs.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace wb::protocol {

enum class Trouble : uint8_t {
  closed,      // the other side is gone
  timed_out,   // silent for too long, or not done in time
  stopped,     // we were asked to stop waiting
  malformed,   // what came is not this protocol
  too_large,   // beyond the cap
  refused,     // understood, and answered with an error
};

struct Error {
  Trouble trouble = Trouble::closed;
  std::string what;  // one sentence, lower case, no full stop
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return value_.has_value(); }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;
};

struct Done {};
using Status = Result<Done>;

}  // namespace wb::protocol
