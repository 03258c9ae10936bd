#include "app/gui/panels/memory_words.h"

#include <doctest/doctest.h>

#include "app/gui/embedded_assets.h"
#include "memory_scene.h"

using namespace wb;
using namespace wb::test;

namespace {

Catalogue english() {
  Catalogue catalogue;
  catalogue.load("en", embedded::text_en_toml);
  return catalogue;
}

}  // namespace

TEST_CASE("what a step does to memory, and what it costs, in words") {
  MemoryScene scene;
  const Catalogue say = english();
  const auto sentence = [&](Tick tick) { return request_sentence(say, *scene.made, requests_of_step(*scene.made, tick, {})[0]); };
  const auto cost = [&](Tick tick) { return cost_sentence(say, *scene.made, requests_of_step(*scene.made, tick, {})[0]); };
  CHECK(sentence(0) == "Line 1: 32 lanes of warp 0 in block 0 read in[0 ... 31].");
  CHECK(cost(0) == "4 sectors of 32 bytes move: 128 of 128 bytes are used.");
  CHECK(cost(5) == "4 sectors of 32 bytes move: 16 of 128 bytes are used.");
  CHECK(cost(2) == "No bank conflict: one pass through the 32 banks serves every lane.");
  CHECK(sentence(3) == "Line 3: 8 lanes of warp 0 in block 0 read tile[0][5] ... [7][5].");
  WarpRequest in_cluster = requests_of_step(*scene.made, 3, {})[0];
  CHECK(in_cluster.owner == in_cluster.block);
  in_cluster.owner = 2;
  scene.made->launch_shape.grid.x = 4;
  CHECK(request_sentence(say, *scene.made, in_cluster) == "Line 3: 8 lanes of warp 0 in block 0 read tile[0][5] ... [7][5] of block 2.");
  CHECK(cost(3) == "8-way bank conflict: bank 5 hands out 8 words, one after another. 8 passes in place of one.");
  CHECK(sentence(4) == "Line 4: 4 lanes of warp 0 in block 0 update count[0] atomically.");
  CHECK(cost(4) == "4 lanes meet at count[0]: they take turns, one after another.");
}

TEST_CASE("the table says lane by lane what the drawing shows") {
  MemoryScene scene;
  const Catalogue say = english();
  const auto rows = request_rows(say, *scene.made, requests_of_step(*scene.made, 3, {})[0]);
  REQUIRE(rows.size() == 8);
  CHECK(rows[2].who == "lane 2");
  CHECK(rows[2].does == "reads");
  CHECK(rows[2].element == "tile[2][5]");
  CHECK(rows[2].value == "7");
  CHECK(rows[2].where == "bank 5, pass 3");
  CHECK(request_rows(say, *scene.made, requests_of_step(*scene.made, 4, {})[0])[1].where == "turn 2 of 4");
  CHECK(request_rows(say, *scene.made, requests_of_step(*scene.made, 5, {})[0])[3].where == "sector 3");
}

TEST_CASE("the past of an element in words; lanes and pieces by name") {
  MemoryScene scene;
  const Catalogue say = english();
  const auto past = read_history({scene.made, {count_buffer, 0, 0}, 0, 6, 6});
  REQUIRE_FALSE(past.accesses.empty());
  CHECK(history_sentence(say, *scene.made, past.accesses[0]) == "step 4: thread 3 of block 0 makes 3 into 4, line 4");
  CHECK(lanes_words(say, 1u << 5) == "lane 5");
  CHECK(lanes_words(say, ~LaneMask{0}) == "lanes 0 to 31");
  CHECK(lanes_words(say, 0b1011) == "lanes 0, 1, 3");
  CHECK(lanes_words(say, 0x55555555) == "lanes 0, 2, 4, 6 and 12 more");
  CHECK(piece_label(say, scene.made->allocation_list[tile_array]) == "tile · shared, 32 x 8");
  CHECK(piece_label(say, scene.made->allocation_list[in_buffer]) == "in · global, 64 numbers");
  CHECK(whose_sentence(say, *scene.made, scene.made->allocation_list[tile_array], 0, 0) == "Shared memory of block 0.");
}
