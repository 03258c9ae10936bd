#include <doctest.h>

#include "app/gui/panels/grid_model.h"
#include "app/gui/panels/results_model.h"
#include "simulator/recording/hand_made.h"

using namespace wb;

namespace {

// Two blocks of four threads add 1 to a strip of seven bytes; the eighth thread has nothing to do. One step reads, one stores.
struct Strip {
  std::shared_ptr<HandMadeRecording> made = std::make_shared<HandMadeRecording>();
  RunSlot slot;

  Strip() {
    made->launch_shape = {{2, 1, 1}, {4, 1, 1}};
    const FileId file = made->source_map.add("k.cu", "line one\nline two\n");
    AllocationInfo px;
    px.name = "px";
    px.bytes = 7;
    px.shape = {1, 7};
    px.buffer_index = 0;
    made->allocation_list = {px};
    made->memory_at_start[{0, 0}] = MemoryView{std::vector<uint8_t>(7, 10), {}};
    for (uint32_t block = 0; block < 2; ++block)
      for (AccessKind kind : {AccessKind::load, AccessKind::store}) {
        HandMadeRecording::Step step;
        const LaneMask mask = block == 0 ? 0b1111u : 0b0111u;
        step.instruction = {block, 0, mask, {file, 0, 8, 0}, "step"};
        for (uint32_t lane = 0; lane < 4; ++lane) {
          if (!(mask >> lane & 1)) continue;
          AccessRecord a;
          a.thread = {block, lane};
          a.kind = kind;
          a.offset = block * 4 + lane;
          a.bytes = 1;
          a.value = kind == AccessKind::load ? 10 : 11;
          a.old_value = 10;
          step.accesses.push_back(a);
        }
        made->steps.push_back(step);
      }
    auto launch = std::make_shared<Launch>();
    DeviceBuffer buffer;
    buffer.name = "px";
    buffer.scalar = ScalarKind::uchar;
    buffer.shape = {1, 7};
    buffer.bytes.assign(7, 10);
    launch->device.buffers = {buffer};
    launch->outputs = {0};
    slot.launch = launch;
    slot.show = {"image"};
    slot.layout = {""};
  }

  void add_result(EngineKind kind, uint8_t value) {
    auto result = std::make_shared<RunResult>();
    result->engine = kind;
    result->id = static_cast<uint64_t>(kind) + 1;
    result->buffers = slot.launch->device.buffers;
    result->buffers[0].bytes.assign(7, value);
    slot.engines[static_cast<size_t>(kind)] = {EngineRun::State::done, result->id, 1, 0, result};
  }
};

}  // namespace

TEST_CASE("the grid model places threads by what the recording says") {
  Strip strip;
  GridModel model;
  model.update(strip.slot, strip.made, 0);
  REQUIRE(model.is_ready());
  CHECK(model.layout().cell_of({1, 2}) == std::optional(Cell{6, 0}));
  CHECK(model.layout().overhang() == 1);   // thread 3 of block 1
  CHECK(model.has_picture());
  CHECK(model.value_text(0) == "10");
}

TEST_CASE("the grid model follows the tick, and keeps what did not change") {
  Strip strip;
  GridModel model;
  model.update(strip.slot, strip.made, 0);
  const uint64_t picture = model.picture_revision();
  model.update(strip.slot, strip.made, 0);
  CHECK(model.picture_revision() == picture);
  model.update(strip.slot, strip.made, 2);   // block 0 has stored, block 1 has not
  CHECK(model.picture_revision() != picture);
  CHECK(model.value_text(0) == "11");
  CHECK(model.value_text(4) == "10");
  CHECK(model.block_states().at(0) == LaneState::done);
  CHECK(model.lanes(1).at(0).state == LaneState::running);
  const std::array<uint32_t, 8> hues{0x112233, 0x445566, 0, 0, 0, 0, 0, 0};
  const auto tint = model.tint_rgba(hues);
  REQUIRE(tint.size() == model.layout().bounds().columns * model.layout().bounds().rows * 4u);
  CHECK(tint[0] == 0x33);
  CHECK(tint[3] == static_cast<uint8_t>(tint_of(LaneState::done) * 255));
  CHECK(tint[4 * 4] == 0x66);
}

TEST_CASE("the picture follows the tick, also backwards, in the memory it had") {
  Strip strip;
  GridModel model;
  model.update(strip.slot, strip.made, 2);   // block 0 has stored, block 1 has not
  const auto half = model.picture_rgba();
  const uint8_t* memory = half.data();
  REQUIRE(half.size() == model.layout().picture().elements() * 4);
  CHECK(half[0] == 11);
  CHECK(half[3] == 255);
  model.update(strip.slot, strip.made, 0);   // before everything
  const auto start = model.picture_rgba();
  CHECK(start.data() == memory);
  CHECK(start.size() == half.size());
  CHECK(start[0] == 10);
}

TEST_CASE("a run without a recording, and one without an output, leave the model empty but whole") {
  Strip strip;
  GridModel model;
  model.update(strip.slot, nullptr, 0);
  CHECK_FALSE(model.has_run());
  auto launch = std::make_shared<Launch>(*strip.slot.launch);
  launch->outputs.clear();
  strip.slot.launch = launch;
  model.update(strip.slot, strip.made, 1);
  CHECK(model.is_ready());
  CHECK_FALSE(model.has_picture());
  CHECK(model.layout().placement() == Placement::own);
}

TEST_CASE("tiles say what stands in them and how the engines agree") {
  Strip strip;
  strip.add_result(EngineKind::simulated, 11);
  strip.add_result(EngineKind::loops, 12);
  strip.slot.agreements = {{"px", EngineKind::simulated, EngineKind::loops, false, 1, 7, 7, std::nullopt}};
  const auto groups = picture_groups(strip.slot);
  REQUIRE(groups.size() == 1);
  const auto& tiles = groups[0].tiles;
  REQUIRE(tiles.size() == 4);
  CHECK(tiles[0].title == "Before");
  CHECK(tiles[1].title == "Simulated");
  CHECK(tiles[2].verdict == "differs in 7 elements");
  CHECK(tiles[2].tone == TileTone::bad);
  CHECK(tiles[3].state == TileState::empty);
  CHECK(tiles[3].caption == "not run yet");
  const auto pair = difference_pair(strip.slot, "px");
  REQUIRE(pair);
  CHECK_FALSE(pair->equal);
}

TEST_CASE("a buffer that is no picture becomes a table with the differing rows marked") {
  Strip strip;
  strip.slot.show = {"table"};
  strip.add_result(EngineKind::simulated, 8);
  strip.add_result(EngineKind::loops, 8);
  CHECK(picture_groups(strip.slot).empty());
  auto tables = value_tables(strip.slot);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].columns == std::vector<std::string>{"element", "start", "simulated", "explicit loops"});
  CHECK(tables[0].rows[3] == std::vector<std::string>{"px[0][3]", "10", "8", "8"});
  CHECK_FALSE(tables[0].differs[3]);
  strip.add_result(EngineKind::loops, 9);
  CHECK(value_tables(strip.slot)[0].differs[3]);
  CHECK(value_tables(strip.slot, 2)[0].left_out == 5);
}

TEST_CASE("a table that cannot show all begins where the run changed something") {
  Strip strip;
  strip.slot.show = {"table"};
  strip.add_result(EngineKind::simulated, 8);
  auto late = std::make_shared<RunResult>(*strip.slot.result(EngineKind::simulated));
  auto flat = std::make_shared<Launch>(*strip.slot.launch);   // a list: rows of a plane are left out as wholes
  flat->device.buffers[0].shape = {flat->device.buffers[0].element_count()};
  strip.slot.launch = flat;
  const auto& start = flat->device.buffers[0].bytes;
  late->buffers[0].bytes = start;
  CHECK(value_tables(strip.slot, 2)[0].first == 0);
  late->buffers[0].bytes[5] ^= 1;
  strip.slot.engines[0].result = late;
  const auto table = value_tables(strip.slot, 2)[0];
  CHECK(table.first == 5);
  CHECK(table.left_out == start.size() - 2);
  CHECK(table.rows.size() == 2);
}

TEST_CASE("a racy kernel's loops prove nothing, a clean one's say nothing of it") {
  Strip strip;
  strip.add_result(EngineKind::simulated, 8);
  strip.add_result(EngineKind::loops, 8);
  CHECK(loops_remark(strip.slot).empty());
  auto racy = std::make_shared<RunResult>(*strip.slot.result(EngineKind::simulated));
  racy->findings.resize(1);
  racy->findings[0].kind = FindingKind::race_raw;
  strip.slot.engines[0].result = racy;
  CHECK(loops_remark(strip.slot).find("races") != std::string::npos);
}

TEST_CASE("each output that is a picture has its pictures, the inputs stand before the first") {
  Strip strip;
  auto launch = std::make_shared<Launch>(*strip.slot.launch);
  DeviceBuffer mask = launch->device.buffers[0], in = mask;
  mask.name = "mask";
  mask.is_poisoned = true;
  in.name = "in";
  launch->device.buffers = {launch->device.buffers[0], mask, in};
  launch->outputs = {1, 0};
  strip.slot.launch = launch;
  strip.slot.layout = {"", "", ""};
  strip.slot.show = {"image", "image", "image"};
  const auto groups = picture_groups(strip.slot);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].output == main_buffer(strip.slot));
  CHECK(groups[0].tiles.front().title == "Input");
  CHECK(groups[0].tiles.size() == 4);
  CHECK(groups[1].output == 0);
  CHECK(groups[1].tiles.front().title == "Before");   // it is changed in place
  CHECK(value_tables(strip.slot).empty());

  SUBCASE("an output that is a table stays one") {
    strip.slot.show = {"table", "image", "hidden"};
    const auto one = picture_groups(strip.slot);
    REQUIRE(one.size() == 1);
    CHECK(one[0].output == 1);
    CHECK(value_tables(strip.slot).size() == 1);
  }
}
