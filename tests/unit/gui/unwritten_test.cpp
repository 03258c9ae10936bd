// What nobody has written is told from what was, in the results of every engine.
#include <doctest/doctest.h>

#include "app/gui/panels/results_model.h"
#include "app/gui/panels/unwritten.h"

using namespace wb;

namespace {

DeviceBuffer bytes(std::vector<uint8_t> values, std::vector<bool> written = {}) {
  DeviceBuffer b;
  b.name = "out";
  b.scalar = ScalarKind::uchar;
  b.shape = {values.size()};
  b.bytes = std::move(values);
  b.written = std::move(written);
  return b;
}

DeviceBuffer poisoned() {
  DeviceBuffer b = bytes({171, 171, 171, 171});
  b.is_poisoned = true;
  return b;
}

}  // namespace

TEST_CASE("the simulator's own marks say what was written, whatever the value") {
  const DeviceBuffer sim = bytes({1, 171, 171, 171}, {true, true, false, false});
  const Unwritten found = unwritten_elements(poisoned(), sim, &sim);
  CHECK(found.count == 2);
  CHECK(found.defined == std::vector<bool>{true, true, false, false});
}

TEST_CASE("of another engine counts what neither wrote") {
  const DeviceBuffer sim = bytes({1, 2, 171, 171}, {true, true, false, false});
  CHECK(unwritten_elements(poisoned(), bytes({1, 2, 171, 171}), &sim).count == 2);
  CHECK(unwritten_elements(poisoned(), bytes({1, 2, 9, 171}), &sim).defined == std::vector<bool>{true, true, true, false});
  CHECK(unwritten_elements(poisoned(), bytes({1, 2, 171, 171}), nullptr).count == 0);   // nobody knows
}

TEST_CASE("what had values before is not unwritten") {
  const DeviceBuffer start = bytes({5, 5}), sim = bytes({5, 6}, {false, true});
  CHECK(unwritten_elements(start, sim, &sim).count == 0);
  const DeviceBuffer all = bytes({1, 2, 3, 4}, {true, true, true, true});
  CHECK(unwritten_elements(poisoned(), all, &all).defined.empty());
}

TEST_CASE("elements of several bytes are told as a whole") {
  DeviceBuffer start = poisoned();
  start.scalar = ScalarKind::short_;
  start.shape = {2};
  DeviceBuffer sim = start;
  sim.written = {false, true};
  CHECK(unwritten_elements(start, sim, &sim).defined == std::vector<bool>{false, false, true, true});
}

TEST_CASE("the difference leaves out what neither has written, and says so") {
  const PictureFormat format = *picture_format(ScalarKind::uchar, 1, {4}, "");
  const std::vector<bool> half{true, true, false, false};
  const PictureDifference same = difference(format, {1, 2, 171, 171}, {1, 2, 171, 171}, half, half);
  CHECK(same.compared == 2);
  CHECK(same.left_out == 2);
  CHECK(difference_words(same, "out", {4}) == "None: all 2 elements that were written are equal; 2 never were.");
  const PictureDifference one = difference(format, {1, 2, 171, 171}, {1, 2, 9, 171}, half, {true, true, true, false});
  CHECK(one.differing == 1);   // one of the two wrote it
  CHECK(one.left_out == 1);
  const PictureDifference whole = difference(format, {1, 2, 3, 4}, {1, 2, 3, 4});
  CHECK(difference_words(whole, "out", {4}) == "None: all 4 elements are equal.");
}
