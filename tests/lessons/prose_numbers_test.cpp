// Numbers that the lessons' prose states about their pictures and kernels, counted again in plain C++.
#include <doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

namespace {

struct Picture {
  int width = 0, height = 0, channels = 0;
  std::unique_ptr<stbi_uc, void (*)(void*)> bytes{nullptr, stbi_image_free};
  int at(int i, int channel = 0) const { return bytes.get()[i * channels + channel]; }
  int pixels() const { return width * height; }
};

Picture load(const std::string& path) {
  Picture p;
  p.bytes.reset(stbi_load((std::string(WB_SOURCE_DIR "/lessons/") + path).c_str(), &p.width, &p.height, &p.channels, 0));
  REQUIRE(p.bytes != nullptr);
  return p;
}

int as_byte(float value) { return static_cast<std::uint8_t>(value); }
// As nvcc contracts it.
float grey(float r, float g, float b) { return std::fma(0.1140f, b, std::fma(0.2989f, r, 0.5870f * g)); }

}  // namespace

TEST_CASE("lesson 02: what the wrong name does to 32 pixels, and that a square launch hides it") {
  const auto visits = [](int blocks, int threads, int stride) {
    std::vector<int> count(static_cast<size_t>(blocks * threads));
    for (int block = 0; block < blocks; ++block)
      for (int thread = 0; thread < threads; ++thread) ++count[static_cast<size_t>(block * stride + thread)];
    return count;
  };
  const std::vector<int> wrong = visits(4, 8, 4);
  for (size_t i = 0; i < wrong.size(); ++i) CHECK(wrong[i] == (i < 4 ? 1 : i < 16 ? 2 : i < 20 ? 1 : 0));
  CHECK(visits(8, 8, 8) == std::vector<int>(64, 1));
}

TEST_CASE("lesson 03: blocks needed, threads left over, and which additions round up") {
  const auto needed = [](int n, int t) { return n / t + (n % t != 0); };
  for (int n : {1, 255, 256, 257, 1000, 1024}) {
    CHECK((n + 255) / 256 == needed(n, 256));
    CHECK((n + 256) / 256 == n / 256 + 1);
  }
  CHECK((257 + 128) / 256 < needed(257, 256));
  CHECK(1000 - 1000 / 256 * 256 == 232);
  CHECK(needed(1000, 256) * 256 - 1000 == 24);
  CHECK(needed(1000, 320) * 320 - 1000 == 280);
  CHECK(needed(320, 256) * 256 - 320 == 192);
  const Picture tower = load("03-guard/tower.png");
  CHECK(tower.width == 40);
  CHECK(tower.height == 25);
  CHECK(tower.channels == 1);
}

TEST_CASE("lesson 05: tiles over the photo, and what a swapped axis leaves out") {
  const Picture photo = load("05-two-and-three-dimensions/photo.png");
  CHECK(photo.width == 216);
  CHECK(photo.height == 150);
  CHECK(photo.channels == 3);
  const auto needed = [](int n, int t) { return n / t + (n % t != 0); };
  const auto idle = [&](int bx, int by) { return needed(216, bx) * bx * needed(150, by) * by - photo.pixels(); };
  CHECK(needed(216, 16) == 14);
  CHECK(needed(150, 16) == 10);
  CHECK(idle(16, 16) == 3440);
  CHECK(needed(photo.pixels(), 256) == 127);
  CHECK(127 * 256 - photo.pixels() == 112);
  CHECK(idle(24, 10) == 0);
  int missing = 0;
  for (int row = 0; row < 150; ++row)
    for (int column = 0; column < 216; ++column) missing += row >= 14 * 16 || column >= 10 * 16;
  CHECK(missing == 8400);
}

TEST_CASE("lesson 04: the photo has the size and the white pixel that the text names") {
  const Picture photo = load("04-rgb-to-grey/photo.png");
  CHECK(photo.width == 768);
  CHECK(photo.height == 512);
  CHECK(photo.channels == 3);
  const int lamp = 78 * photo.width + 514;
  int white = 0;
  for (int i = 0; i < photo.pixels(); ++i) white += photo.at(i) == 255 && photo.at(i, 1) == 255 && photo.at(i, 2) == 255;
  CHECK(white == 6);
  for (int channel = 0; channel < 3; ++channel) CHECK(photo.at(lamp, channel) == 255);
}

TEST_CASE("lesson 04: of 256 greys 255 come out one level darker, and half a level more cures it") {
  int darker = 0, cured = 0;
  for (int level = 0; level < 256; ++level) {
    const auto v = static_cast<float>(level);
    darker += as_byte(grey(v, v, v)) == level - 1;
    cured += as_byte(grey(v, v, v) + 0.5f) == level;
  }
  CHECK(darker == 255);
  CHECK(cured == 256);
}

TEST_CASE("lesson 04: without the f 17 or 20 of all colours are stored differently, never by more than 1") {
  int fused = 0, separate = 0, most = 0;
  for (int colour = 0; colour < 1 << 24; ++colour) {
    const int r = colour & 255, g = colour >> 8 & 255, b = colour >> 16;
    const auto fr = static_cast<float>(r), fg = static_cast<float>(g), fb = static_cast<float>(b);
    const int wide_fused = as_byte(static_cast<float>(std::fma(0.1140, b, std::fma(0.2989, r, 0.5870 * g))));
    const int wide = as_byte(static_cast<float>(0.2989 * r + 0.5870 * g + 0.1140 * b));
    const int narrow_fused = as_byte(grey(fr, fg, fb)), narrow = as_byte(0.2989f * fr + 0.5870f * fg + 0.1140f * fb);
    fused += narrow_fused != wide_fused;
    separate += narrow != wide;
    most = std::max({most, std::abs(narrow_fused - wide_fused), std::abs(narrow - wide)});
  }
  CHECK(fused == 17);
  CHECK(separate == 20);
  CHECK(most == 1);
}

TEST_CASE("lesson 15: what the racy kernels find in the picture, in order and one thread at a time") {
  const Picture picture = load("15-races-and-atomics/grey.png");
  CHECK(picture.width == 384);
  CHECK(picture.height == 256);
  REQUIRE(picture.channels == 1);
  int best = 0, before_row_39 = 0, brightest = 0, bright = 0, bright_warps = 0;
  for (int first = 0; first < picture.pixels(); first += 32) {
    if (first == 39 * 384 + 256) before_row_39 = best;
    const int checked = best;  // all lanes of a warp check before the first one exchanges
    bool is_bright = false;
    for (int i = first; i < first + 32; ++i) {
      if (checked < picture.at(i)) best = picture.at(i);
      brightest = std::max(brightest, picture.at(i));
      bright += picture.at(i) > 150;
      is_bright = is_bright || picture.at(i) > 150;
    }
    bright_warps += is_bright;
  }
  CHECK(brightest == 253);
  CHECK(picture.at(39 * 384 + 264) == 253);
  CHECK(picture.at(39 * 384 + 271) == 247);
  CHECK(before_row_39 == 207);
  CHECK(best == 247);
  CHECK(bright == 9578);
  CHECK(bright_warps == 683);
}

TEST_CASE("lesson 15: a float has no room for 16,777,217") {
  volatile float large = 16'777'216.0f;
  volatile float first = large + 1.0f;
  CHECK(first + 1.0f == 16'777'216.0f);
  volatile float two = 1.0f + 1.0f;
  CHECK(two + large == 16'777'218.0f);
}
