#include <doctest.h>

#include "app/gui/panels/findings_model.h"

using namespace wb;

namespace {
Finding race() {
  Finding f;
  f.kind = FindingKind::race_war;
  f.count = 3660;
  f.buffer = "count";
  f.element = {0};
  f.message = "two threads touch `count[0]`";
  FindingPlace a, b;
  a.access = AccessKind::load;
  a.value = "7";
  a.tick = 41;
  b.access = AccessKind::store;
  b.thread = {33, 0, 0};
  b.value = "8";
  b.tick = 44;
  f.places = {a, b};
  return f;
}
}  // namespace

TEST_CASE("a race names both parties and what is missing") {
  const FindingWords w = finding_words(race(), 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}});
  CHECK(w.chip == "RACE, read and write");
  CHECK(w.title == "Threads 0 and 33 touch count[0] with nothing between them");
  Finding of_grids = race();
  of_grids.places[1].grid = 2;
  const FindingWords apart = finding_words(of_grids, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}});
  CHECK(apart.title == "Thread 0 and thread 33 of block 0 of child grid 2 touch count[0] with nothing between them");
  CHECK(apart.missing == "no order between grids: a kernel does not wait for those that it launches, nor do these for each other");
  Finding of_member = race();
  of_member.arguments = {"nodes[3].key"};
  CHECK(finding_words(of_member, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}}).title == "Threads 0 and 33 touch nodes[3].key with nothing between them");
  CHECK(w.kind == "Read and write");
  CHECK(w.count == "3,660 pairs on this line, the first one is shown");
  CHECK(w.missing == "no barrier, no atomic, different warps");
  REQUIRE(w.parties.size() == 2);
  CHECK(w.parties[1].lane == "warp 1, lane 1");
  CHECK(w.parties[1].where == "step 44");
  CHECK((w.parties[0].verb == "reads" && w.parties[1].verb == "writes" && w.parties[1].value == "8"));
}

TEST_CASE("parties of different blocks are named with them") {
  Finding f = race();
  f.places[1].block = {2, 0, 0};
  const FindingWords w = finding_words(f, 0, nullptr, nullptr, {{4, 1, 1}, {256, 1, 1}});
  CHECK(w.title == "Thread 0 of block 0 and thread 33 of block 2 touch count[0] with nothing between them");
  CHECK(w.missing == "no order between blocks: a barrier stops only its own block");
}

TEST_CASE("a variable is named as the sentence has it, and what a flag guards is not the flag") {
  Finding f = race();
  f.kind = FindingKind::memory_lifetime;
  f.element_name = "mine";
  CHECK(finding_words(f, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}}).parties.at(0).element == "mine");
  f.kind = FindingKind::fence_missing;
  f.element_name.clear();
  const FindingWords w = finding_words(f, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}});
  CHECK(w.parties.at(0).element == "count[0]");
  CHECK(w.parties.at(1).element == "what the flag guards");
}

TEST_CASE("a sentence that counts its elements is not counted again") {
  Finding missing;
  missing.kind = FindingKind::coverage_missing;
  missing.count = 232;
  missing.message = "232 of 1000 elements of `out` are never written; the first is `out[19][8]`";
  const FindingWords w = finding_words(missing, 0, nullptr, nullptr, {{3, 1, 1}, {256, 1, 1}});
  CHECK(w.short_count.empty());
  CHECK(w.count.empty());
  CHECK(w.icon == FindingIcon::coverage);
  CHECK(w.chip == "NOT EVERY ELEMENT WRITTEN");
  missing.kind = FindingKind::oob_write;   // its sentence tells of the first only
  CHECK(finding_words(missing, 0, nullptr, nullptr, {{3, 1, 1}, {256, 1, 1}}).short_count == "232 times");
}

TEST_CASE("other findings say their message, and one party") {
  Finding f;
  f.kind = FindingKind::oob_write;
  f.message = "thread 24 writes past the end of `out`. It has 24 elements.";
  f.hint = "guard the store";
  f.places.resize(1);
  const FindingWords w = finding_words(f, 2, nullptr, nullptr, {{1, 1, 1}, {32, 1, 1}});
  CHECK(w.title == "Thread 24 writes past the end of out.");
  CHECK(w.hint == "Guard the store.");
  CHECK(w.count.empty());
  CHECK(w.parties.size() == 1);
  Finding none;
  none.kind = FindingKind::launch_invalid;
  CHECK(finding_words(none, 0, nullptr, nullptr, {}).parties.empty());
}

namespace {

// "`name`, launched at line 11" or "the host program", at a place of the file that nobody knows.
FindingPlace on_host(std::string by, AccessKind access) {
  FindingPlace place;
  place.by = std::move(by);
  place.access = access;
  return place;
}

Finding not_waited_for(FindingPlace first, FindingPlace second) {
  Finding f;
  f.kind = FindingKind::host_async;
  f.buffer = "data";
  f.message = "what happened, in full";
  f.places = {std::move(first), std::move(second)};
  return f;
}

}  // namespace

TEST_CASE("two on the host are named without code marks and steps, with the lines of their calls") {
  const Finding f = not_waited_for(on_host("`fill`, launched at line 11", AccessKind::store), on_host("`twice`, launched at line 12", AccessKind::load));
  const FindingWords w = finding_words(f, 0, nullptr, nullptr, {{4, 1, 1}, {64, 1, 1}});
  CHECK(w.title == "Nothing puts fill, launched at line 11, and twice, launched at line 12, in order");
  CHECK(w.message == "What happened, in full.");
  CHECK(w.lines == "lines 11 and 12");
  REQUIRE(w.parties.size() == 2);
  CHECK((w.parties[0].who == "fill, launched at line 11" && w.parties[0].call_line == 11));
  CHECK((w.parties[0].step.empty() && w.parties[0].lane.empty() && w.parties[0].where.empty()));
  const FindingWords copies = finding_words(not_waited_for(on_host("the copy at line 9", AccessKind::store), on_host("`twice`, launched at line 12", AccessKind::load)), 0, nullptr, nullptr, {});
  CHECK(copies.title == "Nothing puts the copy at line 9 and twice, launched at line 12, in order");
}

TEST_CASE("where the host program does not wait, the title says so, or what it goes by instead") {
  SourceMap sources;
  const FileId file = sources.add("k.cu", "int flag;\nint data;\n");
  Finding f = not_waited_for(on_host("`fill`, launched at line 1", AccessKind::store), on_host("the host program", AccessKind::load));
  f.places[0].span = {file, 0, 3, 0};
  f.places[1].span = {file, 10, 13, 0};
  CHECK(finding_words(f, 0, nullptr, &sources, {{1, 1, 1}, {64, 1, 1}}).title == "Line 2 does not wait for fill, launched at line 1");
  f.code = "host.async.scope";
  CHECK(finding_words(f, 0, nullptr, &sources, {{1, 1, 1}, {64, 1, 1}}).title == "Line 2 goes by a flag that is for the device alone");
}

TEST_CASE("two threads of one block in a child grid name it once") {
  Finding f = race();
  f.places[0].grid = f.places[1].grid = 1826;
  CHECK(finding_words(f, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}}).title == "Thread 0 and thread 33 of block 0 of child grid 1826 touch count[0] with nothing between them");
  f.places[1].grid = 1827;
  CHECK(finding_words(f, 0, nullptr, nullptr, {{1, 1, 1}, {256, 1, 1}}).title.starts_with("Thread 0 of block 0 of child grid 1826 and thread 33 of block 0 of child grid 1827 touch"));
}
