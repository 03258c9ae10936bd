#include <doctest.h>

#include <cstring>

#include "app/gui/panels/image_pixels.h"

using namespace wb;

TEST_CASE("shapes and layouts become pictures") {
  const auto grey = picture_format(ScalarKind::uchar, 1, {4, 6}, "");
  REQUIRE(grey);
  CHECK((grey->width == 6 && grey->height == 4 && grey->channels == 1));
  const auto planar = picture_format(ScalarKind::uchar, 1, {3, 4, 6}, "planar");
  REQUIRE(planar);
  CHECK((planar->is_planar && planar->channels == 3 && planar->element(15, 1) == 39));
  const auto interleaved = picture_format(ScalarKind::uchar, 1, {4, 6, 3}, "interleaved");
  REQUIRE(interleaved);
  CHECK(interleaved->element(15, 1) == 46);
  CHECK(interleaved->pixel_of(46) == 15);
  CHECK_FALSE(picture_format(ScalarKind::uchar, 1, {4, 6, 2}, "interleaved"));
  CHECK_FALSE(picture_format(ScalarKind::uchar, 1, {}, ""));
  CHECK_FALSE(picture_format(ScalarKind::uchar, 1, {0, 5}, ""));
}

TEST_CASE("bytes become pixels, and poison stays clear") {
  const PictureFormat format = *picture_format(ScalarKind::uchar, 1, {1, 3}, "");
  const auto rgba = to_rgba(format, {0, 128, 255}, {true, true, false}, {0, 255});
  CHECK(rgba[0] == 0);
  CHECK(rgba[3] == 255);
  CHECK(rgba[4] == 128);
  CHECK(rgba[11] == 0);   // never written
  CHECK(to_rgba(format, {1}, {}, {0, 255}).size() == 12);   // too few bytes: the rest is clear
}

TEST_CASE("a picture made in memory that was used before leaves nothing of what stood there") {
  const PictureFormat bytes = *picture_format(ScalarKind::uchar, 1, {1, 3}, ""), colours = *picture_format(ScalarKind::uchar, 1, {1, 3, 3}, "interleaved");
  std::vector<uint8_t> kept(40, 0xee);
  to_rgba(bytes, {7, 8}, {false, true}, {0, 255}, false, kept);   // poison, a value, and a byte that is missing
  CHECK(kept == std::vector<uint8_t>{0, 0, 0, 0, 8, 8, 8, 255, 0, 0, 0, 0});
  kept.assign(4, 0xee);
  to_rgba(colours, {1, 2, 3, 4, 5, 6}, {true, true, true, true, false, true}, {0, 255}, false, kept);
  CHECK(kept == std::vector<uint8_t>{1, 2, 3, 255, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("floats are scaled by what they are") {
  const PictureFormat format = *picture_format(ScalarKind::float_, 1, {1, 2}, "");
  const float values[2] = {-2, 6};
  std::vector<uint8_t> bytes(8);
  std::memcpy(bytes.data(), values, 8);
  const ValueRange range = value_range(format, bytes);
  CHECK(range.low == -2);
  CHECK(range.high == 6);
  CHECK(pixel_text(format, bytes, 1) == "6");
}

TEST_CASE("the largest difference and where it is") {
  const PictureFormat format = *picture_format(ScalarKind::uchar, 1, {2, 2}, "");
  const auto d = difference(format, {1, 2, 3, 4}, {1, 3, 3, 9});
  CHECK(d.differing == 2);
  CHECK(d.largest == 5);
  CHECK(d.largest_element == 3);
  CHECK((d.first == "4" && d.second == "9"));
  CHECK(d.rgba[3] == 0);
  CHECK(d.rgba[7] == 255);
  CHECK(difference(format, {1, 2, 3, 4}, {1, 2, 3, 4}).differing == 0);
}
