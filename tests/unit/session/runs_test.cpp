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
  desk.send(RunLaunch{"tiny"});
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
  desk.send(RunLaunch{"tiny"});
  gate->wait_until_started(1);
  desk.send(RunLaunch{"tiny"});
  gate->wait_until_started(2);
  gate->let_go(2);
  desk.settle();
  REQUIRE(desk.session->slot("tiny")->result(EngineKind::loops));
  CHECK(desk.session->slot("tiny")->result(EngineKind::loops)->console == "run 2");
}

TEST_CASE("a finding leads to its moment and its thread") {
  Desk desk("15");
  desk.answer_all();
  desk.send(RunLaunch{"plain-add"});
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
  desk.send(RunLaunch{"plain-add"});
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
