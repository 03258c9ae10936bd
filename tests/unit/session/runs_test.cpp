// Runs in the background, the transport, stops, the resolved selection.
#include <doctest/doctest.h>
#include <unistd.h>

#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;
using wb::test::GatedEngine;

namespace {

void run_tiny(Desk& desk) {
  desk.answer_all();
  desk.send(RunCardBlock{desk.block_of_run("tiny")});
  desk.settle();
}

}  // namespace

TEST_CASE("a run card runs its launch on every engine and shows the simulated one") {
  Desk desk;
  desk.answer_all();
  desk.send(RunCardBlock{desk.block_of_run("photo")});
  desk.settle();
  const RunSlot* slot = desk.session->slot("photo");
  REQUIRE(slot);
  REQUIRE(slot->result(EngineKind::simulated));
  CHECK(slot->result(EngineKind::simulated)->status == RunStatus::clean);
  CHECK(slot->result(EngineKind::loops)->status == RunStatus::absent);
  REQUIRE(desk.session->recording());
  CHECK(desk.session->selection().launch == "photo");
  CHECK(desk.session->selection().tick == desk.session->recording()->end());
  REQUIRE(slot->launch);
  REQUIRE(slot->show.size() == 2);
  CHECK(slot->show[0] == "image");
  CHECK(slot->layout[0] == "planar");
}

TEST_CASE("stops hold the transport until their question is answered") {
  Desk desk;
  run_tiny(desk);
  const int block = desk.block_of_run("tiny");
  REQUIRE(desk.session->held_stop());
  CHECK(desk.session->held_stop()->stop == 0);
  CHECK(desk.session->resolved().current_line == 6);
  CHECK(desk.session->selection().thread == ThreadRef{0, 15});
  const Tick held = desk.session->selection().tick;

  desk.send(Step{StepKind::line, Direction::forwards});
  CHECK(desk.session->selection().tick == held);
  desk.send(Seek{desk.session->recording()->end()});
  CHECK(desk.session->selection().tick == held);
  desk.send(Step{StepKind::line, Direction::backwards});
  CHECK(desk.session->selection().tick < held);
  CHECK_FALSE(desk.session->held_stop());
  desk.send(Step{StepKind::finish, Direction::forwards});
  CHECK(desk.session->selection().tick == held);

  desk.send(AnswerStop{block, 0, 0});
  CHECK(desk.session->stop_answer(block, 0).is_right);
  desk.send(Step{StepKind::finish, Direction::forwards});
  REQUIRE(desk.session->held_stop());
  CHECK(desk.session->held_stop()->stop == 1);
  CHECK(desk.session->resolved().current_line == 10);
  desk.send(AnswerStop{block, 1, 2});
  desk.send(Step{StepKind::finish, Direction::forwards});
  CHECK(desk.session->selection().tick == desk.session->recording()->end());
}

TEST_CASE("a run by a key or a command waits for the same questions as its card") {
  Desk desk;
  const int block = desk.block_of_run("tiny");
  REQUIRE(desk.session->is_locked(block));
  desk.send(RunLaunch{"tiny"});
  desk.settle();
  CHECK_FALSE(desk.session->slot("tiny"));
  REQUIRE(desk.session->question_before_run("tiny"));
  CHECK(desk.session->scroll_to_block() == *desk.session->question_before_run("tiny"));

  const int questions = static_cast<int>(desk.session->lesson()->blocks.size());
  for (int i = 0; i < questions; ++i) desk.send(AnswerPredict{i, -1, ""});
  desk.send(RunLaunch{"tiny"});
  desk.settle();
  REQUIRE(desk.session->held_stop());
  CHECK(desk.session->is_held_by_question());
  const Tick held = desk.session->selection().tick;
  desk.send(Step{StepKind::line, Direction::forwards});
  desk.send(Continue{Direction::forwards});
  desk.send(SetSchedule{Schedule::reverse, 0});
  desk.settle();
  REQUIRE(desk.session->held_stop());
  CHECK(desk.session->held_stop()->stop == 0);
  CHECK(desk.session->scroll_to_block() == block);
  desk.send(SetSchedule{Schedule::in_order, 0});
  desk.settle();
  CHECK(desk.session->selection().tick == held);
  int figure = block;
  const auto& blocks = desk.session->lesson()->blocks;
  while (figure < questions && !std::holds_alternative<ViewFigure>(blocks[static_cast<size_t>(figure)].content)) ++figure;
  REQUIRE(figure < questions);
  CHECK(desk.session->open_stops_before(figure) == block);
  desk.send(AnswerStop{block, 0, -1});
  CHECK_FALSE(desk.session->is_held_by_question());
  desk.send(AnswerStop{block, 1, -1});
  CHECK_FALSE(desk.session->open_stops_before(figure));
}

TEST_CASE("what the pointer is over goes before what is pinned, and an element leads to its thread") {
  Desk desk;
  run_tiny(desk);
  const Recording& recording = *desk.session->recording();
  uint32_t out = 0;
  for (uint32_t i = 0; i < recording.allocations().size(); ++i)
    if (recording.allocations()[i].name == "out") out = i;
  Selection::Hover hover;
  hover.element = ElementRef{out, 20, 0};
  desk.send(SetHover{hover});
  REQUIRE(desk.session->resolved().thread);
  CHECK(desk.session->resolved().thread == ThreadRef{0, 20});
  CHECK(desk.session->resolved().lane == 20);
  CHECK(desk.session->resolved().thread_accesses.size() == 4);
  desk.send(SetHover{});
  CHECK(desk.session->resolved().thread == ThreadRef{0, 15});
  REQUIRE(desk.session->resolved().element);
  CHECK(desk.session->resolved().element->element == 15);
  hover.element = ElementRef{out, 999999, 0};  // out of range: as if nothing were there
  desk.send(SetHover{hover});
  CHECK(desk.session->resolved().thread == ThreadRef{0, 15});
}

TEST_CASE("an engine that takes its time never blocks the window, and stops when asked") {
  Desk desk;
  auto gate = std::make_shared<GatedEngine>();
  desk.loops = gate;
  desk.open();
  desk.answer_all();
  desk.run("tiny");
  gate->wait_until_started(1);
  CHECK(desk.session->is_busy());
  desk.session->poll();
  CHECK(desk.session->slot("tiny")->engine(EngineKind::loops).state == EngineRun::State::running);
  desk.send(StopRun{});
  desk.settle();
  CHECK(desk.session->slot("tiny")->engine(EngineKind::loops).state == EngineRun::State::done);
  CHECK(desk.session->slot("tiny")->result(EngineKind::loops)->status == RunStatus::cancelled);
}

TEST_CASE("only the newest run of an engine counts") {
  Desk desk;
  auto gate = std::make_shared<GatedEngine>();
  desk.loops = gate;
  desk.open();
  desk.run("tiny");
  gate->wait_until_started(1);
  desk.run("tiny");
  gate->wait_until_started(2);
  gate->let_go(2);
  desk.settle();
  REQUIRE(desk.session->slot("tiny")->result(EngineKind::loops));
  CHECK(desk.session->slot("tiny")->result(EngineKind::loops)->console == "run 2");
}

TEST_CASE("a finding leads to its moment and its thread") {
  Desk desk("15");
  desk.answer_all();
  desk.run("plain-add");
  desk.settle();
  REQUIRE(desk.session->recording());
  REQUIRE(desk.session->recording()->findings().size() == 2);
  desk.send(SelectFinding{1});
  CHECK(desk.session->selection().finding == 1);
  CHECK(desk.session->selection().tick == desk.session->recording()->findings()[1].tick);
  CHECK(desk.session->selection().thread);
}

TEST_CASE("another schedule runs the shown launch again") {
  Desk desk("15");
  desk.run("plain-add");
  desk.settle();
  desk.send(SetSchedule{Schedule::adversarial, 3});
  desk.settle();
  CHECK(desk.session->slot("plain-add")->result(EngineKind::simulated)->schedule == Schedule::adversarial);
}

TEST_CASE("a slider that rests runs the launch again with its value") {
  Desk desk("01");
  desk.answer_all();
  desk.send(RunCardBlock{desk.block_of_run("brighten")});
  desk.settle();
  CHECK(desk.session->value("brighten", "add") == 40);
  desk.send(SetValue{"brighten", "add", 120});
  CHECK(desk.session->value("brighten", "add") == 120);
  CHECK(desk.session->slot("brighten")->is_stale);
  desk.settle();
  CHECK_FALSE(desk.session->slot("brighten")->is_stale);
  CHECK(desk.session->slot("brighten")->launch->values.at("add") == 120);
}

namespace {

// The cards that run this launch, in the order of the page.
std::vector<int> cards_of(const Session& session, const std::string& launch) {
  std::vector<int> cards;
  const auto& blocks = session.lesson()->blocks;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (auto* card = std::get_if<RunCard>(&blocks[i].content); card && card->launch == launch) cards.push_back(static_cast<int>(i));
  return cards;
}

}  // namespace

TEST_CASE("two cards of one launch have settings and outcomes of their own") {
  Desk desk("03");   // its second card of `picture` says threads=320
  desk.answer_all();
  const std::vector<int> cards = cards_of(*desk.session, "picture");
  REQUIRE(cards.size() == 2);
  CHECK(desk.session->value("picture", "threads", cards[0]) == 256);
  CHECK(desk.session->value("picture", "threads", cards[1]) == 320);
  desk.send(RunCardBlock{cards[0]});
  desk.settle();
  CHECK(desk.session->is_run_of("picture", cards[0]));
  CHECK_FALSE(desk.session->is_run_of("picture", cards[1]));
  const uint64_t steps = desk.session->slot("picture")->result(EngineKind::simulated)->recording->end();
  desk.send(RunCardBlock{cards[1]});
  desk.settle();
  CHECK(desk.session->slot("picture")->launch->values.at("threads") == 320);
  CHECK(desk.session->is_run_of("picture", cards[1]));
  REQUIRE(desk.session->outcome(cards[0]));
  CHECK(desk.session->outcome(cards[0])->steps == steps);
  CHECK(desk.session->outcome(cards[0])->status == RunStatus::clean);
  CHECK_FALSE(desk.session->outcome(cards[1]));   // its run is the slot's

  SUBCASE("a slider moves its own card's value, and runs that card again") {
    desk.send(SetValue{"picture", "threads", 96, cards[0]});
    CHECK(desk.session->outcome(cards[0])->is_stale);
    CHECK_FALSE(desk.session->slot("picture")->is_stale);
    CHECK(desk.session->value("picture", "threads", cards[1]) == 320);
    desk.settle();
    CHECK(desk.session->is_run_of("picture", cards[0]));
    CHECK(desk.session->slot("picture")->launch->values.at("threads") == 96);
  }
  SUBCASE("another schedule, or a key, runs what was run last") {
    desk.send(SetSchedule{Schedule::reverse, 0});
    desk.settle();
    CHECK(desk.session->is_run_of("picture", cards[1]));
    desk.run("picture");
    desk.settle();
    CHECK(desk.session->slot("picture")->launch->values.at("threads") == 320);
  }
  SUBCASE("a card that has not run yet only takes note of its slider") {
    desk.open();
    desk.answer_all();
    desk.send(RunCardBlock{cards[0]});
    desk.settle();
    desk.send(SetValue{"picture", "threads", 64, cards[1]});
    desk.settle();
    CHECK(desk.session->is_run_of("picture", cards[0]));
    CHECK(desk.session->value("picture", "threads", cards[1]) == 64);
  }
}

TEST_CASE("a bug's card has its sliders, and its check runs with them") {
  Desk desk("03");
  desk.answer_all();
  const auto& blocks = desk.session->lesson()->blocks;
  const auto found = std::find_if(blocks.begin(), blocks.end(), [](const Block& b) { return std::holds_alternative<BugCard>(b.content) && std::get<BugCard>(b.content).bug == "no-guard"; });
  REQUIRE(found != blocks.end());
  const int card = static_cast<int>(found - blocks.begin());
  CHECK(desk.session->value("no-guard", "threads", card) == 256);
  desk.send(SetValue{"no-guard", "threads", 512, card});
  desk.run("no-guard", card);
  desk.settle();
  CHECK(desk.session->is_run_of("no-guard", card));
  CHECK(desk.session->slot("no-guard")->launch->values.at("threads") == 512);
}
