// Helper processes that misbehave: each is an error in words, in time. The helpers here are shell lines.
#include <doctest.h>

#include <chrono>

#include "app/backends/child_process.h"
#include "app/backends/helper_process.h"

namespace {

using namespace wb;
using protocol::Trouble;

protocol::Result<std::unique_ptr<HelperProcess>> start_shell(const std::string& line, int greeting_ms = 2000) {
  return HelperProcess::start({"sh", "-c", line}, greeting_ms, {});
}

TEST_CASE("a program that is not there is told by its name") {
  const auto process = ChildProcess::start({"no-such-program-here"});
  REQUIRE_FALSE(process);
  CHECK(process.error().what == "`no-such-program-here` could not be started: it was not found");
}

TEST_CASE("a process ends with its status, and its last words are kept") {
  auto process = ChildProcess::start({"sh", "-c", "echo first >&2; echo last words >&2; exit 3"});
  REQUIRE(process);
  const ProcessEnd end = (*process)->wait(2000);
  CHECK(end.has_ended);
  CHECK(end.code == 3);
  CHECK((*process)->last_words().find("last words") != std::string::npos);
}

TEST_CASE("ending a process ends what it started, too") {
  auto process = ChildProcess::start({"sh", "-c", "sleep 60 & wait"});
  REQUIRE(process);
  CHECK_FALSE((*process)->wait(20).has_ended);
  (*process)->kill();
  CHECK((*process)->wait(1000).signal == 9);
}

struct BadHelper {
  const char* name;
  const char* line;
  const char* said;
};

TEST_CASE("a helper that does not greet is refused with what it said") {
  const BadHelper cases[] = {
      {"it ends at once", "exit 5", "the process ended with status 5"},
      {"it complains and ends", "echo 'ssh: host unknown' >&2; exit 255", "ssh: host unknown"},
      {"it talks about something else", "echo hello there; sleep 20", "the other side did not greet in time: it said \"hello there\""},
      {"it is killed", "kill -SEGV $$", "the process was ended by the system: Segmentation fault"},
      {"it floods", "yes nonsense", "the other side does not speak this protocol: it said \"nonsense\""},
  };
  for (const BadHelper& c : cases) {
    CAPTURE(c.name);
    const auto helper = start_shell(c.line, 400);
    REQUIRE_FALSE(helper);
    CHECK(helper.error().what == c.said);
  }
}

// The 16 bytes of magic and an empty-looking hello frame, written by printf.
std::string greeting() {
  const std::string json = R"({"capabilities":[],"program":"shell","version":)" + std::to_string(protocol::version) + "}";
  const auto byte = [](size_t value) {
    char text[8];
    std::snprintf(text, sizeof text, "\\%03o", static_cast<unsigned>(value & 255));
    return std::string(text);
  };
  const auto number = [&](size_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += byte(value >> (8 * i));
    return text;
  };
  return "printf '\\001warpbook-frames" + number(json.size() + 8, 4) + number(1, 2) + number(0, 4) + number(json.size(), 4) + json + number(0, 4) + "'; ";
}

TEST_CASE("a helper that greets and then dies, hangs or babbles") {
  struct Case {
    const char *name, *line;
    Trouble trouble;
    const char* said;
  };
  const Case cases[] = {
      {"dies", "exit 4", Trouble::closed, "the process ended with status 4"},
      {"hangs", "sleep 20", Trouble::timed_out, "it took longer than its time limit of 300 ms"},
      {"babbles", "echo this is no frame; sleep 20", Trouble::malformed, "a message has the unknown type"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    auto helper = start_shell(greeting() + c.line);
    REQUIRE(helper);
    CHECK((*helper)->greeting().program == "shell");
    const auto frame = (*helper)->ask(protocol::facts_frame(0), 300, {});
    REQUIRE_FALSE(frame);
    CHECK(frame.error().what.starts_with(c.said));
    CHECK_FALSE((*helper)->is_alive());
  }
}

TEST_CASE("a question is given up at once when asked to stop") {
  auto helper = start_shell(greeting() + "sleep 20");
  REQUIRE(helper);
  const auto start = std::chrono::steady_clock::now();
  const auto frame = (*helper)->ask(protocol::facts_frame(0), 20'000, [] { return true; });
  REQUIRE_FALSE(frame);
  CHECK(frame.error().trouble == Trouble::stopped);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

}  // namespace
