#include "app/workbook/result_element.h"

#include "doctest.h"

using namespace wb;

namespace {

std::vector<DeviceBuffer> buffers() {
  DeviceBuffer out;
  out.name = "out";
  out.scalar = ScalarKind::uchar;
  out.shape = {2, 3};
  out.bytes = {10, 11, 12, 13, 14, 15};
  DeviceBuffer fresh = out;
  fresh.name = "fresh";
  fresh.is_poisoned = true;
  fresh.written = {true, false, false, false, false, false};
  DeviceBuffer pairs = out;
  pairs.name = "pairs";
  pairs.vector_lanes = 2;
  return {out, fresh, pairs};
}

std::string why_not(std::string_view wanted) {
  std::string why;
  const auto all = buffers();
  CHECK_FALSE(result_element(all, wanted, why));
  return why;
}

}  // namespace

TEST_CASE("an element of a result is named by its number, or by its place in the shape") {
  std::string why;
  const auto all = buffers();
  CHECK(result_element(all, "out[4]", why) == 14);
  CHECK(result_element(all, "out[1][1]", why) == 14);
  CHECK(result_element(all, "fresh[0]", why) == 10);
  CHECK(why.empty());
}

TEST_CASE("what is no element of a result is told by what is wrong with it") {
  CHECK(why_not("out") == "write it as buffer[3] or buffer[2][7]");
  CHECK(why_not("out[x]") == "write it as buffer[3] or buffer[2][7]");
  CHECK(why_not("out[3") == "write it as buffer[3] or buffer[2][7]");
  CHECK(why_not("in[0]") == "there is no buffer `in`");
  CHECK(why_not("out[6]") == "it lies outside of `out`");
  CHECK(why_not("out[1][3]") == "it lies outside of `out`");
  CHECK(why_not("out[1][1][1]") == "`out` has 2 dimensions");
  CHECK(why_not("fresh[1]") == "nobody writes it");
  CHECK(why_not("pairs[0]") == "an element of `pairs` is more than one number");
}
