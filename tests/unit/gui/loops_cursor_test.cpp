#include "app/gui/panels/loops_cursor.h"

#include <doctest/doctest.h>

#include "app/gui/embedded_assets.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// Three blocks of 2 x 20 threads (two warps, the second of 8 lanes). Block 0 has done its one line; block 1 works on line 2 with the
// lower half of its first warp; block 2 waits.
struct Scene {
  std::shared_ptr<HandMadeRecording> made = std::make_shared<HandMadeRecording>();
  LoopsText loops;

  Scene() {
    made->launch_shape = {{3, 1, 1}, {20, 2, 1}};
    const FileId file = made->source_map.add("k.cu", "one\ntwo\nthree\n");
    const auto add = [&](uint32_t block, uint32_t warp, LaneMask lanes, uint32_t at) {
      HandMadeRecording::Step step;
      step.instruction = {block, warp, lanes, {file, at, at + 3, 0}, "step"};
      made->steps.push_back(step);
    };
    add(0, 0, ~LaneMask{0}, 0);
    add(0, 1, 0xFF, 0);
    add(1, 0, 0xFFFF, 4);
    add(1, 0, 0xFFFF0000, 8);
    add(1, 1, 0xFF, 4);
    add(2, 0, ~LaneMask{0}, 4);
    for (uint32_t lane = 0; lane < 16; ++lane) made->variable_values.push_back({2, {1, lane}, {"k", "int", lane < 8 ? "3" : "12"}});
    //   1 for bx   2 for ty   3 for tx   4 for k   5 body   6 }   7 }   8 }
    loops.source_line = {0, 0, 0, 0, 2, 2, 0, 0, 0};
    loops.is_repeated.assign(9, false);
    loops.heads = {{LoopHead::Over::blocks, 0, "bx", 1, 8}, {LoopHead::Over::threads, 1, "ty", 2, 7}, {LoopHead::Over::threads, 0, "tx", 3, 7}, {LoopHead::Over::own, 0, "k", 4, 6}};
  }
  LoopMoment moment(Tick tick, Follow follow, uint32_t line) const { return read_loop_moment({made, tick, follow, line, {"k"}}); }
};

Catalogue english() {
  Catalogue catalogue;
  catalogue.load("en", embedded::text_en_toml);
  return catalogue;
}

}  // namespace

TEST_CASE("a moment of the grid is a pass of each loop") {
  Scene scene;
  const LaunchShape& shape = scene.made->launch_shape;
  const LoopMoment moment = scene.moment(2, ThreadRef{1, 5}, 2);
  CHECK(moment.here == 0xFFFF);
  CHECK(moment.lanes == ~LaneMask{0});
  CHECK(moment.threads_here == 24);   // the lower half of warp 0, and warp 1
  using Notes = std::map<uint32_t, std::string>;
  CHECK(loop_notes(scene.loops, 5, shape, moment, LoopScope::thread) == Notes{{1, "blockIdx.x = 1"}, {2, "threadIdx.y = 0"}, {3, "threadIdx.x = 5"}, {4, "k = 3"}});
  CHECK(loop_notes(scene.loops, 5, shape, moment, LoopScope::warp) == Notes{{1, "blockIdx.x = 1"}, {2, "threadIdx.y = 0 ... 1"}, {3, "threadIdx.x = 0 ... 19"}, {4, "k = 3 ... 12"}});
  CHECK(loop_notes(scene.loops, 5, shape, moment, LoopScope::all)[3] == "threadIdx.x = 0 ... 19");
  CHECK(loop_notes(scene.loops, 0, shape, moment, LoopScope::all).empty());
}

TEST_CASE("nobody is followed: the loops stand where the instruction at work stands") {
  Scene scene;
  const LoopMoment moment = scene.moment(3, {}, 3);
  CHECK(moment.thread == ThreadRef{1, 16});
  CHECK(moment.here == 0xFFFF0000);
}

TEST_CASE("how much of the loops is at work, in words") {
  Scene scene;
  const Catalogue say = english();
  const LaunchShape& shape = scene.made->launch_shape;
  const LoopMoment moment = scene.moment(2, ThreadRef{1, 5}, 2);
  CHECK(loop_sentence(say, shape, moment, LoopScope::thread) == "One thread at a time: this is the pass of thread (5, 0) in block 1, number 46 of 120.");
  CHECK(loop_sentence(say, shape, moment, LoopScope::warp) ==
        "One warp at a time: 32 passes of warp 0 in block 1 are made at once; 16 of them stand on this line, the others wait for their turn or are done.");
  CHECK(loop_sentence(say, shape, moment, LoopScope::all) ==
        "All at once: of the blocks, 1 done, 1 at work, 1 to come. In block 1, 24 of 40 threads stand on this line.");
  CHECK(loop_sentence(say, shape, scene.moment(6, {}, 0), LoopScope::warp) == "The run is over: all 120 passes of the innermost loop are done.");
}
