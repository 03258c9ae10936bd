#include <doctest.h>

#include "app/gui/panels/palette_model.h"

using namespace wb;

namespace {

std::vector<PaletteEntry> entries() {
  using Kind = PaletteEntry::Kind;
  return {{Kind::action, "To the next divergence", "F7", {Step{StepKind::divergence, Direction::forwards}}},
          {Kind::action, "To the next barrier", "F4", {Step{StepKind::barrier, Direction::forwards}}},
          {Kind::action, "Run photo", "F5", {RunLaunch{"photo"}}},
          {Kind::lesson, "04 RGB to grey", "lesson", {OpenLesson{"rgb-to-grey"}}},
          {Kind::line, "int x = blockIdx.x * blockDim.x + threadIdx.x;", "line 3", {ShowLoops{false}, SelectLine{3}}},
          {Kind::line, "grey[i] = next;", "line 7", {ShowLoops{false}, SelectLine{7}}}};
}

std::vector<std::string> labels(std::string_view typed, size_t limit = 10) {
  const std::vector<PaletteEntry> all = entries();
  std::vector<std::string> out;
  for (size_t i : palette_matches(all, typed, limit)) out.push_back(all[i].label);
  return out;
}

}  // namespace

TEST_CASE("every typed word must fit; the better one stands first") {
  CHECK(labels("next bar") == std::vector<std::string>{"To the next barrier"});
  CHECK(labels("NEXT") == std::vector<std::string>{"To the next divergence", "To the next barrier", "grey[i] = next;"});
  CHECK(labels("next nothing").empty());
  CHECK(palette_fit("Run photo", "run") > palette_fit("Run photo", "photo"));
  CHECK(palette_fit("Run photo", "photo") > palette_fit("Run photo", "hot"));
  CHECK(palette_fit("To the next barrier", "bnt") == 0);
  CHECK(palette_fit("To the next barrier", "ttnb") > 0);
}

TEST_CASE("lines of code come last, and only when something is typed") {
  CHECK(labels("").size() == 4);
  CHECK(labels("   ").size() == 4);
  CHECK(labels("grey") == std::vector<std::string>{"04 RGB to grey", "grey[i] = next;"});
  CHECK(labels("blockidx") == std::vector<std::string>{"int x = blockIdx.x * blockDim.x + threadIdx.x;"});
}

TEST_CASE("a colon and a number go to that line") {
  CHECK(labels(":7") == std::vector<std::string>{"grey[i] = next;"});
  CHECK(labels(":4").empty());
  CHECK(labels(":").empty());
  CHECK(labels(":99999999999999").empty());
}

TEST_CASE("no more than asked for, and nothing from nothing") {
  CHECK(labels("e", 2).size() == 2);
  CHECK(palette_matches({}, "run", 5).empty());
  CHECK(palette_fit("", "x") == 0);
}
