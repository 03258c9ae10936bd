#include <fcntl.h>
#include <unistd.h>

#include <doctest.h>

#include <cstring>
#include <thread>

#include "cuda/protocol/buffer_addresses.h"
#include "cuda/protocol/channel.h"
#include "cuda/protocol/helper.h"
#include "cuda/protocol/messages.h"

namespace {

using namespace wb::protocol;

struct Pipe {
  int read_fd = -1, write_fd = -1;
  Pipe() {
    int fds[2];
    REQUIRE(pipe(fds) == 0);
    read_fd = fds[0], write_fd = fds[1];
  }
  ~Pipe() { close_read(), close_write(); }
  void close_read() { if (read_fd >= 0) close(std::exchange(read_fd, -1)); }
  void close_write() { if (write_fd >= 0) close(std::exchange(write_fd, -1)); }
  void write_text(std::string_view text) const { REQUIRE(write(write_fd, text.data(), text.size()) == static_cast<ssize_t>(text.size())); }
};

std::string as_text(const std::vector<uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

Frame example_frame() { return {MessageType::run, 7, R"({"a":1})", {{1, 2, 3}, {}, {255}}}; }

TEST_CASE("a frame comes back as it was sent") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  REQUIRE(channel.send(example_frame(), Wait::for_ms(1000)));
  auto frame = channel.receive(Wait::for_ms(1000));
  REQUIRE(frame);
  CHECK(*frame == example_frame());
}

TEST_CASE("a frame larger than the pipe's own buffer comes through whole") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  Frame big{MessageType::reply, 1, "{}", {Blob(3'000'000, 42)}};
  std::jthread writer([&] { CHECK(channel.send(big, Wait::for_ms(5000))); });
  auto frame = channel.receive(Wait::for_ms(5000));
  REQUIRE(frame);
  CHECK(*frame == big);
}

struct BadBytes {
  const char* name;
  std::string bytes;
  bool closes;
  Trouble trouble;
};

TEST_CASE("a bad peer is an error in words, never a hang") {
  const std::string good = as_text(*encode(example_frame()));
  std::string bad_type = good, huge = good, wrong_parts = good;
  bad_type[4] = 99;
  huge[3] = '\x7f';
  wrong_parts[frame_head_bytes] = '\x30';  // the header would end behind the payload
  const BadBytes cases[] = {
      {"nothing, then the end", "", true, Trouble::closed},
      {"silence", "", false, Trouble::timed_out},
      {"half a head, then silence", good.substr(0, 5), false, Trouble::timed_out},
      {"half a head, then the end", good.substr(0, 5), true, Trouble::malformed},
      {"half a payload, then the end", good.substr(0, good.size() - 2), true, Trouble::malformed},
      {"only a head, then the end", good.substr(0, frame_head_bytes), true, Trouble::malformed},
      {"an unknown type", bad_type, true, Trouble::malformed},
      {"a length beyond the cap", huge, true, Trouble::too_large},
      {"parts that do not add up", wrong_parts, true, Trouble::malformed},
  };
  for (const BadBytes& c : cases) {
    CAPTURE(c.name);
    Pipe pipe;
    Channel channel(pipe.read_fd, pipe.write_fd);
    pipe.write_text(c.bytes);
    if (c.closes) pipe.close_write();
    auto frame = channel.receive(Wait::for_ms(60));
    REQUIRE_FALSE(frame);
    CHECK(frame.error().trouble == c.trouble);
    CHECK_FALSE(frame.error().what.empty());
  }
}

TEST_CASE("waiting stops when asked to") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  std::atomic<bool> stop = false;
  std::jthread later([&] { stop = true; });
  auto frame = channel.receive({.should_stop = [&] { return stop.load(); }});
  REQUIRE_FALSE(frame);
  CHECK(frame.error().trouble == Trouble::stopped);
}

TEST_CASE("writing to a peer that is gone is an error, not a signal") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  pipe.close_read();
  auto sent = channel.send(example_frame(), Wait::for_ms(1000));
  REQUIRE_FALSE(sent);
  CHECK(sent.error().trouble == Trouble::closed);
}

TEST_CASE("a greeting is understood behind a login banner") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  pipe.write_text("Welcome to gpuhost\nLast login: today\n\x01warp not yet\n");
  REQUIRE(channel.send_hello({.program = "warpbook-gpu 1", .capabilities = {"run"}}, Wait::for_ms(1000)));
  REQUIRE(channel.send(example_frame(), Wait::for_ms(1000)));
  auto hello = channel.receive_hello(Wait::for_ms(1000));
  REQUIRE(hello);
  CHECK(hello->program == "warpbook-gpu 1");
  CHECK(hello->capabilities == std::vector<std::string>{"run"});
  CHECK(*channel.receive(Wait::for_ms(1000)) == example_frame());
}

TEST_CASE("a greeting that never comes is told with what came instead") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  pipe.write_text("bash: warpbook-gpu: command not found\n");
  SUBCASE("then the end") { pipe.close_write(); }
  SUBCASE("then silence") {}
  auto hello = channel.receive_hello(Wait::for_ms(60));
  REQUIRE_FALSE(hello);
  CHECK(hello.error().what.find("bash: warpbook-gpu: command not found") != std::string::npos);
}

TEST_CASE("a peer of another version is refused with both versions") {
  Pipe pipe;
  Channel channel(pipe.read_fd, pipe.write_fd);
  REQUIRE(channel.send_hello({.version = 99, .program = "warpbook-gpu 9"}, Wait::for_ms(1000)));
  auto hello = channel.receive_hello(Wait::for_ms(1000));
  REQUIRE_FALSE(hello);
  CHECK(hello.error().what == "the other side (warpbook-gpu 9) speaks version 99 of the protocol, this program version " + std::to_string(version));
}

TEST_CASE("a run request keeps all of its fields") {
  RunRequest request;
  request.key = "abc";
  request.source = {"k.cu", "__global__ void k() {}\xff", {{"a.h", "int x;"}}, "k", false, {"TILE=16", "TYPE=unsigned char"}};
  request.grid = {1, 2, 3};
  request.block = {4, 5, 6};
  request.shared_bytes = 8;
  request.cluster = {2, 1, 3};
  request.is_cooperative = true;
  request.arguments = {{0, {}, {}, 2}, {-1, {1, 0, 0, 0}, {}}, {-1, Blob(16), {{8, 0, 3}}}};
  request.buffer_names = {"out"};
  request.buffers = {{9, 8, 7}};
  request.timed_runs = 3;
  auto back = run_request_from(to_frame(5, request));
  REQUIRE(back);
  CHECK(back->key == "abc");
  CHECK(back->source.headers.at("a.h") == "int x;");
  CHECK_FALSE(back->source.contract);
  CHECK(back->source.defines == request.source.defines);
  CHECK(back->grid == request.grid);
  CHECK(back->block == request.block);
  CHECK(back->shared_bytes == 8);
  CHECK(back->cluster == request.cluster);
  CHECK(back->is_cooperative);
  REQUIRE(back->arguments.size() == 3);
  CHECK(back->arguments[0].buffer == 0);
  CHECK(back->arguments[0].byte_offset == 2);
  REQUIRE(back->arguments[2].pointers.size() == 1);
  CHECK(back->arguments[2].pointers[0].offset == 8);
  CHECK(back->arguments[2].pointers[0].byte_offset == 3);
  CHECK(back->arguments[1].bytes == Blob{1, 0, 0, 0});
  CHECK(back->buffers == request.buffers);
  CHECK(back->timed_runs == 3);
  CHECK(back->symbols.empty());
  request.symbols = {{"filters::weights", 0, 8}};
  const auto with_symbol = run_request_from(to_frame(5, request));
  REQUIRE(with_symbol);
  REQUIRE(with_symbol->symbols.size() == 1);
  CHECK(with_symbol->symbols[0].name == "filters::weights");
  CHECK(with_symbol->symbols[0].byte_offset == 8);
  request.symbols[0].buffer = static_cast<int>(request.buffers.size());
  CHECK_FALSE(run_request_from(to_frame(5, request)));
  request.symbols.clear();
  request.arguments[0].byte_offset = 4;  // of a buffer of 3 bytes
  CHECK_FALSE(run_request_from(to_frame(5, request)));
  request.arguments[0].byte_offset = 0;
  request.arguments[2].pointers[0].byte_offset = 4;
  CHECK_FALSE(run_request_from(to_frame(5, request)));
}

TEST_CASE("addresses in buffers go out and come back as places") {
  RunRequest request;
  request.buffers = {Blob(24), Blob(40)};
  request.pointers = {{0, 8, 1, 16}, {0, 16, 0, 24}};
  auto there = run_request_from(to_frame(5, request));
  REQUIRE(there);
  REQUIRE(there->pointers.size() == 2);
  put_addresses(*there, {1000, 5000});
  uint64_t address = 0;
  std::memcpy(&address, there->buffers[0].data() + 8, 8);
  CHECK(address == 5016);
  std::vector<Blob> results = there->buffers;
  address = 5040;  // a kernel moves one to the end, and puts another where none was
  std::memcpy(results[0].data() + 8, &address, 8);
  address = 1001;
  std::memcpy(results[0].data(), &address, 8);
  std::memcpy(results[1].data(), &address, 8);  // held none: numbers
  const std::vector<BufferPointer> found = find_addresses(*there, results, {1000, 5000});
  REQUIRE(found.size() == 3);
  CHECK((found[0].at == 0 && found[0].buffer == 0 && found[0].byte_offset == 1));
  CHECK((found[1].at == 8 && found[1].buffer == 1 && found[1].byte_offset == 40));
  CHECK((found[2].at == 16 && found[2].buffer == 0 && found[2].byte_offset == 24));
  for (const BufferPointer& bad : {BufferPointer{2, 0, 0, 0}, {0, 17, 0, 0}, {-1, 0, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 25}}) {
    request.pointers = {bad};
    CHECK_FALSE(run_request_from(to_frame(5, request)));
  }
  RunReply reply;
  reply.buffers = {Blob(8)};
  reply.pointers = {{0, 0, 0, 3}};
  CHECK(run_reply_from(to_frame(5, reply)));
  reply.pointers = {{0, 1, 0, 3}};
  CHECK_FALSE(run_reply_from(to_frame(5, reply)));
}

TEST_CASE("headers that are not what they should be are malformed") {
  CHECK_FALSE(run_request_from({MessageType::run, 1, "not json", {}}));
  CHECK_FALSE(run_request_from({MessageType::run, 1, "{}", {}}));
  CHECK_FALSE(run_request_from({MessageType::run, 1, "[1,2]", {}}));
  CHECK_FALSE(facts_from({MessageType::heartbeat, 1, "{}", {}}));
  RunRequest request;
  request.arguments = {{3, {}}};
  CHECK_FALSE(run_request_from(to_frame(1, request)));
}

TEST_CASE("median, smallest and largest of measured times") {
  const TimingValue odd = summarize("kernel", {3, 1, 2});
  CHECK(odd.median_ms == 2);
  CHECK(odd.min_ms == 1);
  CHECK(odd.max_ms == 3);
  CHECK(odd.runs == 3);
  CHECK(summarize("kernel", {4, 1}).median_ms == 2.5);
  CHECK(summarize("kernel", {}).runs == 0);
}

TEST_CASE("a helper greets, answers each request by its number, beats while it works, and ends with its workbook") {
  Pipe to_helper, from_helper;
  int status = -1;
  std::jthread helper([&] {
    status = serve(to_helper.read_fd, from_helper.write_fd, {.program = "helper"}, [](Frame frame, HelperProgress& progress) {
      progress.done = 0.5;
      if (frame.type == MessageType::compile) std::this_thread::sleep_for(std::chrono::milliseconds(heartbeat_ms + 200));
      return to_frame(0, Facts{.device = "toy"});
    });
  });
  Channel workbook(from_helper.read_fd, to_helper.write_fd);
  REQUIRE(workbook.send_hello({.program = "workbook"}, Wait::for_ms(1000)));
  REQUIRE(workbook.receive_hello(Wait::for_ms(1000)));
  REQUIRE(workbook.send(facts_frame(41), Wait::for_ms(1000)));
  auto facts = workbook.receive(Wait::for_ms(2000));
  REQUIRE(facts);
  CHECK(facts->request == 41);
  CHECK(facts_from(*facts)->device == "toy");
  REQUIRE(workbook.send(to_frame(42, CompileRequest{}), Wait::for_ms(1000)));
  auto beat = workbook.receive(Wait::for_ms(5000));
  REQUIRE(beat);
  CHECK(beat->type == MessageType::heartbeat);
  CHECK(heartbeat_done(*beat) == 0.5);
  CHECK(workbook.receive(Wait::for_ms(5000))->type == MessageType::reply);
  to_helper.close_write();
  helper.join();
  CHECK(status == 0);
}

}  // namespace
