#include <doctest.h>

#include "app/backends/native_key.h"

namespace {

using namespace wb;

TEST_CASE("SHA-256 of the standard's examples") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("every part of what is compiled is part of the key") {
  const std::string key = native_key("text", {{"a.h", "x"}}, {}, "k", true);
  CHECK(key == native_key("text", {{"a.h", "x"}}, {}, "k", true));
  CHECK(key != native_key("text ", {{"a.h", "x"}}, {}, "k", true));
  CHECK(key != native_key("text", {{"a.h", "y"}}, {}, "k", true));
  CHECK(key != native_key("text", {{"b.h", "x"}}, {}, "k", true));
  CHECK(key != native_key("text", {{"a.h", "x"}}, {}, "k<2>", true));
  CHECK(key != native_key("text", {{"a.h", "x"}}, {}, "k", false));
  CHECK(key != native_key("text", {{"a.h", "x"}}, {{"TILE", "16"}}, "k", true));
}

TEST_CASE("a timing also depends on shape, values and buffer sizes, not on the pixels") {
  Launch launch;
  launch.source = "text";
  launch.device.arguments = {BufferArgument{0}, int64_t{5}};
  launch.device.buffers = {{.name = "p", .shape = {4}, .bytes = std::vector<uint8_t>(16, 1)}};
  const std::string key = timing_key(launch, "k");
  Launch other = launch;
  other.device.buffers[0].bytes[3] = 9;
  CHECK(timing_key(other, "k") == key);
  other = launch;
  other.device.grid.x = 2;
  CHECK(timing_key(other, "k") != key);
  other = launch;
  other.device.arguments[1] = int64_t{6};
  CHECK(timing_key(other, "k") != key);
  other = launch;
  other.device.arguments[0] = BufferArgument{0, 4};
  CHECK(timing_key(other, "k") != key);
  other = launch;
  other.device.buffers[0].shape = {2, 2};
  CHECK(timing_key(other, "k") != key);
  other = launch;
  other.device.symbols = {{"weights", 0}};
  CHECK(timing_key(other, "k") != key);
}

}  // namespace
