// What a host program does not wait for: its findings lead to lines of the file, and the run stays where it is.
#include <doctest/doctest.h>

#include "tests/unit/session/session_fixture.h"

using namespace wb;
using wb::test::Desk;

namespace {

constexpr const char* streams_file = WB_SOURCE_DIR "/tests/gui/streams.cu";

int launched_pair(const Session& session) {
  const auto all = session.findings();
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].kind == FindingKind::host_async && all[i].places[0].by.find("fill") != std::string::npos) return static_cast<int>(i);
  return -1;
}

}  // namespace

TEST_CASE("a finding on the host leads to its lines, not to a step or a thread") {
  Desk desk(streams_file);
  desk.settle();
  desk.run("twice");
  desk.settle();
  Session& s = *desk.session;
  REQUIRE(s.recording());
  const int index = launched_pair(s);
  REQUIRE(index >= 0);
  const Tick tick = s.selection().tick;
  desk.send(ShowLoops{true});
  desk.send(SelectFinding{index});
  CHECK((s.selection().finding == index && s.selection().tick == tick && s.selection().line == 10));
  CHECK_FALSE(s.parties()[0]);
  CHECK_FALSE(s.parties()[1]);
  desk.send(SelectParty{index, 0});
  CHECK((s.selection().line == 5 && s.selection().tick == tick && !s.shows_loops()));
  desk.send(SelectParty{index, 0});
  CHECK(s.selection().line == 5);   // a jump does not take the mark away
  desk.send(SelectLine{22, true});
  CHECK(s.selection().line == 22);
  desk.send(SelectFinding{-1});
  CHECK(s.selection().line == 0);
}
