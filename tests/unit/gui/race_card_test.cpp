// The race card's words and places: the rule, the story's steps, the spread of many schedules. Data by hand.
#include <doctest.h>

#include <cmath>

#include "app/gui/panels/findings_model.h"
#include "app/gui/panels/race_rule.h"
#include "app/gui/panels/spread_model.h"
#include "app/gui/panels/story_model.h"

using namespace wb;

namespace {

const LaunchShape two_blocks{{2, 1, 1}, {64, 1, 1}};

FindingPlace place(AccessKind access, uint32_t block, uint32_t thread) {
  FindingPlace p;
  p.access = access;
  p.block = {block, 0, 0};
  p.thread = {thread, 0, 0};
  return p;
}

Finding race(FindingPlace a, FindingPlace b) {
  Finding f;
  f.kind = a.access == AccessKind::store && b.access == AccessKind::store ? FindingKind::race_waw : FindingKind::race_war;
  f.buffer = "count";
  f.element = {0};
  f.places = {a, b};
  return f;
}

std::vector<std::string> keys(const std::vector<Said>& said) {
  std::vector<std::string> all;
  for (const Said& s : said) all.push_back(s.key);
  return all;
}

StoryStep step(StoryStep::Kind kind, uint32_t party, uint32_t thread, uint64_t tick, std::string value = {}, std::string before = {}) {
  StoryStep s;
  s.kind = kind;
  s.party = party;
  s.thread = {thread, 0, 0};
  s.tick = tick;
  s.element = "count[0]";
  s.value = std::move(value);
  s.before = std::move(before);
  return s;
}

// Thread 3 reads, is held up; thread 5 reads and writes; thread 3 writes over it.
RaceStory lost_update() {
  using Kind = StoryStep::Kind;
  RaceStory story;
  story.bites = true;
  story.code = "why.update_lost";
  story.message = "one update is lost";
  story.steps = {step(Kind::reads, 0, 3, 10, "7"), step(Kind::stops, 0, 3, 12), step(Kind::reads, 1, 5, 13, "7"), step(Kind::writes, 1, 5, 15, "8", "7"), step(Kind::writes, 0, 3, 16, "8", "8")};
  story.schedule.holds.resize(1);
  story.effect = {true, 1, "count[0]", "8", "9"};
  return story;
}

ScheduleSpread::Element element(std::vector<ScheduleSpread::Value> values, std::string buffer = "count", uint64_t flat = 0) { return {std::move(buffer), flat, {flat}, std::move(values)}; }

ScheduleSpread spread(std::vector<ScheduleSpread::Element> elements, uint64_t runs) {
  ScheduleSpread s;
  s.runs = runs;
  s.differing = elements.size();
  s.elements = std::move(elements);
  s.results.resize(s.elements.empty() ? 1 : 2);
  s.results[0].runs = runs;
  return s;
}

}  // namespace

TEST_CASE("the rule names what fulfils each of its points") {
  const Finding f = race(place(AccessKind::load, 0, 0), place(AccessKind::store, 0, 33));
  const std::vector<Said> rule = race_rule(f, two_blocks);
  CHECK(keys(rule) == std::vector<std::string>{"rule.intro", "rule.same_bytes", "rule.two_threads", "rule.one_stores", "rule.no_order_block", "rule.luck"});
  CHECK(rule[1].arguments == std::vector<std::string>{"count[0]"});
  CHECK(rule[2].arguments == std::vector<std::string>{"thread 0", "thread 33"});
  CHECK(rule[3].arguments == std::vector<std::string>{"thread 33"});
}

TEST_CASE("what would order the two depends on how far they are apart, and what makes it a race on what they do") {
  const auto points = [](AccessKind a, AccessKind b, uint32_t block, uint32_t thread) {
    const std::vector<std::string> all = keys(race_rule(race(place(a, 0, 0), place(b, block, thread)), two_blocks));
    return all[3] + " " + all[4];
  };
  CHECK(points(AccessKind::store, AccessKind::store, 0, 1) == "rule.both_store rule.no_order_warp");
  CHECK(points(AccessKind::store, AccessKind::load, 0, 40) == "rule.one_stores rule.no_order_block");
  CHECK(points(AccessKind::atomic, AccessKind::store, 1, 0) == "rule.store_and_atomic rule.no_order_grid");
  CHECK(points(AccessKind::load, AccessKind::atomic, 1, 0) == "rule.read_and_atomic rule.no_order_grid");
  CHECK(points(AccessKind::atomic, AccessKind::atomic, 1, 0) == "rule.scope rule.no_order_grid");
  LaunchShape cluster = two_blocks;
  cluster.cluster = {2, 1, 1};
  CHECK(keys(race_rule(race(place(AccessKind::store, 0, 0), place(AccessKind::load, 1, 0)), cluster))[4] == "rule.no_order_cluster");
  Finding one = race(place(AccessKind::store, 0, 0), place(AccessKind::store, 0, 1));
  one.places.pop_back();
  CHECK(race_rule(one, two_blocks).empty());
  CHECK_FALSE(is_race(one));
}

TEST_CASE("parties in different grids have no order, whatever blocks they are in") {
  Finding f = race(place(AccessKind::load, 0, 0), place(AccessKind::store, 0, 1));
  f.places[1].grid = 2;
  const std::vector<Said> rule = race_rule(f, two_blocks);
  CHECK(rule[2].arguments == std::vector<std::string>{"thread 0 of block 0", "thread 1 of block 0 of child grid 2"});
  CHECK(rule[4].key == "rule.no_order_grids");
}

TEST_CASE("a party says its step and the text of its line, without indentation and comment") {
  SourceMap sources;
  const std::string text = "__global__ void k(int* count) {\n    *count = *count + 1;  // not safe\n}\n";
  const FileId file = sources.add("k.cu", text);
  Finding f = race(place(AccessKind::load, 0, 0), place(AccessKind::store, 0, 33));
  const auto begin = static_cast<uint32_t>(text.find("*count = "));
  f.places[0].span = {file, begin, begin + 6, 0};
  f.places[0].tick = 1041;
  const FindingWords words = finding_words(f, 0, nullptr, &sources, two_blocks);
  CHECK(words.parties[0].source == "*count = *count + 1;");
  CHECK(words.parties[0].line == 2);
  CHECK(words.parties[0].step == "step 1,041");
}

TEST_CASE("a story is told in steps, with what it comes to") {
  const StoryWords words = story_words(lost_update(), nullptr, two_blocks);
  CHECK(words.bites);
  CHECK(words.lead == Said{"story.lead_one"});
  REQUIRE(words.rows.size() == 5);
  CHECK(words.rows[0].words == Said{"story.reads", {"thread 3", "7", "count[0]"}});
  CHECK(words.rows[1].words == Said{"story.stops", {"thread 3"}});
  CHECK(words.rows[1].is_stop);
  CHECK(words.rows[3].party == 1);
  CHECK(words.rows[4].words == Said{"story.writes", {"thread 3", "8", "count[0]", "8"}});
  CHECK(words.message == "One update is lost.");
  CHECK(words.effect == Said{"story.effect", {"count[0]", "8", "9"}});
  CHECK_FALSE(words.first_blocks);
  CHECK_FALSE(words.left_out);
}

TEST_CASE("blocks are named where they differ; late writes, atomics and what nobody wrote have words of their own") {
  using Kind = StoryStep::Kind;
  RaceStory story = lost_update();
  story.steps[2].block = {1, 0, 0};
  story.steps[3].is_late = true;
  story.steps.push_back(step(Kind::arrives, 1, 5, 20, "8"));
  story.steps.push_back(step(Kind::changes, 0, 3, 21, "9", "8"));
  story.steps.push_back(step(Kind::reads, 0, 3, 22));
  story.steps.back().is_undefined = true;
  story.schedule.first_blocks = {0, 1};
  story.left_out = 4;
  story.effect.elements = 3;
  const StoryWords words = story_words(story, nullptr, two_blocks);
  CHECK(words.lead == Said{"story.lead_late"});
  CHECK(words.first_blocks == Said{"story.first_blocks"});
  CHECK(words.rows[0].words.arguments[0] == "thread 3 of block 0");
  CHECK(words.rows[2].words.arguments[0] == "thread 5 of block 1");
  CHECK(words.rows[3].words.key == "story.writes_late");
  CHECK(words.rows[5].words.key == "story.arrives");
  CHECK(words.rows[6].words == Said{"story.changes", {"thread 3 of block 0", "8", "9", "count[0]"}});
  CHECK(words.rows[7].words.key == "story.reads_nothing");
  CHECK(words.left_out == Said{"story.left_out", {"4"}});
  CHECK(words.effect == Said{"story.effect_more", {"count[0]", "8", "9", "2"}});
}

TEST_CASE("where no order breaks it, there is a sentence and no step") {
  RaceStory story;
  story.code = "why.none";
  story.message = "no order of the two that was tried (4 runs) changes what comes of `c[0]`";
  const StoryWords words = story_words(story, nullptr, two_blocks);
  CHECK_FALSE(words.bites);
  CHECK(words.rows.empty());
  CHECK(words.message == "No order of the two that was tried (4 runs) changes what comes of `c[0]`.");
}

TEST_CASE("a moment of the story's run belongs to the last step that is not still to come") {
  const RaceStory story = lost_update();
  CHECK(step_at(story, 0, -1) == -1);
  CHECK(step_at(story, 10, 0) == 0);
  CHECK(step_at(story, 11, 0) == 0);
  CHECK(step_at(story, 14, 0) == 2);
  CHECK(step_at(story, 99, 0) == 4);
  RaceStory same_moment = story;
  same_moment.steps[1].tick = 10;  // two lanes of one warp
  CHECK(step_at(same_moment, 10, 0) == 0);
  CHECK(step_at(same_moment, 10, 1) == 1);
}

TEST_CASE("values stand in the order of numbers, and the sentence says what was measured") {
  const ScheduleSpread s = spread({element({{"8", 97, {}}, {"10", 2, {Schedule::random, 4}}, {"5", 1, {Schedule::adversarial, 7}}})}, 100);
  const SpreadChart chart = spread_chart(s, 0, std::nullopt, 100);
  CHECK(chart.element == "count[0]");
  REQUIRE(chart.bars.size() == 3);
  CHECK(chart.bars[0].label == "5");
  CHECK(chart.bars[1].label == "8");
  CHECK(chart.bars[2].label == "10");
  CHECK(chart.bars[2].first.seed == 4);
  CHECK(chart.most == 97);
  CHECK(chart.sentence == Said{"spread.few", {"97", "100", "8", "count[0]", "5, 10"}});
  CHECK(chart.remarks.empty());
  CHECK_FALSE(chart.has_reference);
  const SpreadChart two = spread_chart(spread({element({{"8", 60, {}}, {"7", 40, {}}})}, 100), 0, std::nullopt, 100);
  CHECK(two.sentence == Said{"spread.two", {"60", "100", "8", "count[0]", "40", "7"}});
}

TEST_CASE("what one thread after the other gives is marked, and stands there even where no schedule ends so") {
  const ScheduleSpread s = spread({element({{"8", 97, {}}, {"32", 3, {}}})}, 100);
  const SpreadChart found = spread_chart(s, 0, "32", 100);
  CHECK(found.bars[1].is_reference);
  CHECK(found.remarks.at(0) == Said{"spread.reference", {"32", "3", "100"}});
  const SpreadChart never = spread_chart(s, 0, "64", 100);
  REQUIRE(never.bars.size() == 3);
  CHECK(never.bars[2].label == "64");
  CHECK(never.bars[2].runs == 0);
  CHECK(never.bars[2].is_reference);
  CHECK(never.remarks.at(0) == Said{"spread.reference_never", {"64", "0", "100"}});
}

TEST_CASE("many values share bars, and the reference keeps its own") {
  std::vector<ScheduleSpread::Value> values;
  for (int i = 0; i < 90; ++i) values.push_back({std::to_string(i), static_cast<uint64_t>(i == 0 ? 11 : 1), {}});
  const SpreadChart chart = spread_chart(spread({element(values)}, 100), 0, "200", 100);
  CHECK(chart.has_ranges);
  CHECK(chart.bars.size() <= most_bars);
  uint64_t runs = 0;
  for (const SpreadBar& bar : chart.bars) runs += bar.runs;
  CHECK(runs == 100);
  CHECK(chart.bars[0].values == "0 to 3");
  CHECK(chart.bars.back().values == "200");
  CHECK(chart.sentence.key == "spread.many");
  CHECK(chart.sentence.arguments == std::vector<std::string>{"11", "100", "0", "count[0]", "89", "1", "89"});
}

TEST_CASE("one result, several elements, runs without an end, and a stop are said") {
  const SpreadChart same = spread_chart(spread({}, 100), 0, std::nullopt, 100);
  CHECK(same.sentence == Said{"spread.same", {"100"}});
  CHECK(same.bars.empty());
  ScheduleSpread s = spread({element({{"1", 30, {}}, {"2", 20, {}}}), element({{"(1, 2)", 49, {}}, {"(0, 0)", 1, {}}}, "out", 7)}, 50);
  s.results.push_back({{}, 2, "deadlock: no warp can move"});
  const SpreadChart chart = spread_chart(s, 1, std::nullopt, 100);
  CHECK(chart.element == "out[7]");
  CHECK(chart.elements == 2);
  CHECK(chart.bars[0].label == "(1, 2)");  // no numbers: the most frequent first
  CHECK(chart.remarks == std::vector<Said>{{"spread.more_elements", {"2"}}, {"spread.unfinished", {"2", "Deadlock: no warp can move."}}, {"spread.stopped", {"50", "100"}}});
  CHECK(spread_chart({}, 0, std::nullopt, 100).sentence == Said{"spread.none"});
  Finding f;
  f.buffer = "out";
  f.flat_element = 7;
  CHECK(element_of_finding(s, f) == 1);
  f.flat_element = 8;
  CHECK(element_of_finding(s, f) == 0);
}

TEST_CASE("bars stand on the ground, the largest as high as the area, and labels that would touch are left out") {
  const SpreadChart chart = spread_chart(spread({element({{"8", 100, {}}, {"5", 50, {}}, {"6", 1, {}}})}, 151), 0, "9", 151);
  const Rect area{10, 20, 300, 100};
  const SpreadGeometry wide = spread_geometry(chart, area, 40, 30);
  REQUIRE(wide.bars.size() == 4);
  CHECK(wide.columns[1].x == doctest::Approx(50));
  CHECK(wide.bars[2].height == doctest::Approx(100));
  CHECK(wide.bars[0].height == doctest::Approx(50));
  CHECK(wide.bars[1].height == doctest::Approx(2));  // one of 100 is seen
  CHECK(wide.bars[3].height == 0);
  for (const Rect& bar : wide.bars) CHECK(bar.bottom() == doctest::Approx(area.bottom()));
  CHECK(wide.label_every == 1);
  const SpreadGeometry narrow = spread_geometry(chart, {0, 0, 80, 100}, 40, 30);
  CHECK(narrow.columns[3].right() == doctest::Approx(80));
  CHECK(narrow.label_every == 2);
  CHECK(spread_geometry({}, area, 40, 30).bars.empty());
}

TEST_CASE("a schedule is named with its seed where it has one") {
  CHECK(pick_words({Schedule::in_order, 0}) == "in order");
  CHECK(pick_words({Schedule::random, 6}) == "random, seed 6");
}
