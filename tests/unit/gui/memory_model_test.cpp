#include "app/gui/panels/memory_model.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "memory_scene.h"
#include "simulator/analysis/element_members.h"
#include "simulator/analysis/sectors.h"
#include "simulator/source/pointer_value.h"

using namespace wb;
using namespace wb::test;

TEST_CASE("the step about to be made: the instruction's requests, and the further ones of its line") {
  MemoryScene scene;
  const auto first = requests_of_step(*scene.made, 0, {});
  REQUIRE(first.size() == 1);
  CHECK(first[0].allocation == in_buffer);
  CHECK(first[0].lanes == ~LaneMask{0});
  CHECK(first[0].offset[7] == 28);
  // Line 2 begins with an instruction that touches nothing.
  const auto second = requests_of_step(*scene.made, 1, {});
  REQUIRE(second.size() == 1);
  CHECK(second[0].tick == 2);
  CHECK(second[0].kind == AccessKind::store);
  CHECK(requests_of_step(*scene.made, 6, {}).empty());
}

TEST_CASE("sectors of a request, and how many of their bytes are used") {
  MemoryScene scene;
  const SectorUse row = sector_use(requests_of_step(*scene.made, 0, {})[0]);
  CHECK(row.sectors == std::vector<uint64_t>{0, 1, 2, 3});
  CHECK(row.useful == 128);
  CHECK(row.fetched() == 128);
  const SectorUse apart = sector_use(requests_of_step(*scene.made, 5, {})[0]);
  CHECK(apart.sectors == std::vector<uint64_t>{0, 1, 2, 3});
  CHECK(apart.useful == 16);
  CHECK(apart.fetched() == 128);
  const SectorUse one = sector_use(requests_of_step(*scene.made, 4, {})[0]);
  CHECK(one.useful == 4);
  CHECK(one.asked == 16);
}

TEST_CASE("the sectors are as many as the counters count") {
  for (uint32_t bytes : {1u, 2u, 4u, 8u, 16u})
    for (uint32_t stride : {0u, 1u, 3u, 8u, 33u}) {
      WarpRequest request;
      request.bytes = bytes;
      request.lanes = 0xF0F0FFFF;
      uint32_t offset[32];
      for (uint32_t lane = 0; lane < 32; ++lane) request.offset[lane] = offset[lane] = lane * stride * bytes;
      CHECK(sector_use(request).sectors.size() == count_sectors(offset, request.lanes, bytes));
    }
}

TEST_CASE("conflicting lanes stand in passes, bank by bank") {
  MemoryScene scene;
  const BankPicture column = bank_picture(requests_of_step(*scene.made, 3, {})[0]);
  CHECK(column.degree == 8);
  CHECK(column.deepest_bank == 5);
  CHECK(column.use.wavefronts == 8);
  REQUIRE(column.pass.size() == 8);
  for (uint32_t i = 0; i < 8; ++i) CHECK(column.pass[i] == i);
  const BankPicture row = bank_picture(requests_of_step(*scene.made, 2, {})[0]);
  CHECK(row.use.conflicts == 0);
  for (uint32_t pass : row.pass) CHECK(pass == 0);
}

TEST_CASE("the parts of a wide access stand one behind the other") {
  WarpRequest request;
  request.bytes = 8;
  request.lanes = ~LaneMask{0};
  request.space = Space::shared;
  for (uint32_t lane = 0; lane < 32; ++lane) request.offset[lane] = 16 * lane;   // stride of two: two passes in each half
  const BankPicture picture = bank_picture(request);
  CHECK(picture.use.wavefronts == 4);
  CHECK(*std::max_element(picture.pass.begin(), picture.pass.end()) == 3);
  for (size_t i = 0; i < picture.words.size(); ++i) CHECK(picture.pass[i] / 2 == picture.words[i].part);
}

TEST_CASE("lanes of an atomic at one address queue in the order of their turns") {
  MemoryScene scene;
  WarpRequest request = requests_of_step(*scene.made, 4, {})[0];
  auto queues = atomic_queues(request);
  REQUIRE(queues.size() == 1);
  CHECK(queues[0].lanes == std::vector<int>{0, 1, 2, 3});
  for (uint64_t lane = 0; lane < 4; ++lane) {   // the highest lane first
    request.old_value[lane] = 3 - lane;
    request.value[lane] = 4 - lane;
  }
  CHECK(atomic_queues(request)[0].lanes == std::vector<int>{3, 2, 1, 0});
  request.offset[3] = 4;
  queues = atomic_queues(request);
  REQUIRE(queues.size() == 2);
  CHECK(queues[0].lanes.size() == 3);
  CHECK(atomic_queues(requests_of_step(*scene.made, 0, {})[0]).empty());
}

TEST_CASE("touched rows: sectors rounded to rows, neighbours joined, cut at the end") {
  SectorUse use;
  use.sectors = {0, 1, 5};
  CHECK(touched_ranges(use, 32, 4096) == std::vector<ByteRange>{{0, 64}, {160, 32}});
  CHECK(touched_ranges(use, 128, 4096) == std::vector<ByteRange>{{0, 256}});
  CHECK(touched_ranges(use, 16, 170) == std::vector<ByteRange>{{0, 64}, {160, 10}});
  use.sectors = {9};
  CHECK(touched_ranges(use, 32, 100).empty());
}

TEST_CASE("only what is in sight is read") {
  MemoryScene scene;
  MemoryQuestion question{.recording = scene.made, .tick = 0, .follow = {}, .allocation = out_buffer, .seen = {64, 64}};
  MemoryAnswer answer = read_memory(question);
  CHECK(answer.allocation == out_buffer);
  CHECK(answer.request() == nullptr);   // the step does not touch it
  REQUIRE(answer.chunks.size() == 1);
  CHECK(answer.chunks[0].range == ByteRange{64, 64});
  CHECK(answer.is_known(64, 4));
  CHECK_FALSE(answer.is_known(60, 4));
  CHECK_FALSE(answer.is_known(126, 4));
  CHECK_FALSE(answer.is_defined(64, 4));
  CHECK(cell_text(answer, scene.made->allocation_list, scene.made->allocation_list[out_buffer], 64, false).empty());
  question.allocation = -1;
  question.seen = {0, 64};
  answer = read_memory(question);
  CHECK(answer.allocation == in_buffer);   // that of the step
  REQUIRE(answer.request() != nullptr);
  CHECK(cell_text(answer, scene.made->allocation_list, scene.made->allocation_list[in_buffer], 8, false) == "102");
  CHECK(cell_text(answer, scene.made->allocation_list, scene.made->allocation_list[in_buffer], 8, true) == "66");
  CHECK(cell_text(answer, scene.made->allocation_list, scene.made->allocation_list[in_buffer], 64, false).empty());
}

TEST_CASE("as a picture: all of the buffer in pixels, clear where nobody has written") {
  MemoryScene scene;
  const auto format = picture_format(ScalarKind::int_, 1, {8, 8}, "");
  REQUIRE(format);
  MemoryAnswer answer = read_memory({.recording = scene.made, .tick = 0, .follow = {}, .allocation = in_buffer, .picture = format});
  REQUIRE(answer.rgba.size() == 64 * 4);
  CHECK(answer.rgba[3] == 255);
  CHECK(answer.rgba[0] < answer.rgba[63 * 4]);   // 100 is darker than 163
  answer = read_memory({.recording = scene.made, .tick = 6, .follow = {}, .allocation = out_buffer, .picture = format});
  CHECK(answer.rgba[0 * 4 + 3] == 255);
  CHECK(answer.rgba[1 * 4 + 3] == 0);
}

TEST_CASE("touched rows alone, a chosen request, a followed thread, a launch without memory") {
  MemoryScene scene;
  MemoryAnswer answer = read_memory({.recording = scene.made, .tick = 5, .follow = {}, .touched_only = true, .row_bytes = 16});
  CHECK(answer.allocation == out_buffer);
  REQUIRE(answer.chunks.size() == 1);   // four sectors in a row
  CHECK(answer.chunks[0].range == ByteRange{0, 128});
  answer = read_memory({.recording = scene.made, .tick = 3, .follow = ThreadRef{0, 2}, .request = 9, .seen = {0, 8}});
  CHECK(answer.request() == nullptr);
  answer = read_memory({.recording = scene.made, .tick = 3, .follow = ThreadRef{0, 2}, .request = 0, .seen = {0, 8}});
  REQUIRE(answer.request() != nullptr);
  CHECK(answer.allocation == tile_array);
  CHECK(answer.thread == 2);
  CHECK(answer.is_defined(0, 4));        // tile[0][0] was written at tick 2
  CHECK_FALSE(answer.is_defined(16, 4));
  // A step without memory: what was looked at stays.
  CHECK(read_memory({.recording = scene.made, .tick = 6, .follow = {}, .otherwise = tile_array}).allocation == tile_array);
  scene.made->allocation_list.clear();
  CHECK(read_memory({.recording = scene.made}).is_empty);
}

TEST_CASE("the past of an element, and the moments at which its value changes") {
  MemoryScene scene;
  const ElementRef count{count_buffer, 0, 0};
  HistoryAnswer past = read_history({scene.made, count, 0, 6, 6});
  REQUIRE(past.accesses.size() == 4);
  CHECK(past.accesses[0].value == 4);   // the newest first
  REQUIRE(past.writer);
  CHECK(past.writer->thread == ThreadRef{0, 3});
  past = read_history({scene.made, count, 0, 6, 4}, 3);
  CHECK(past.accesses.size() == 3);
  CHECK(past.has_more);
  CHECK_FALSE(past.writer);   // at tick 4 nobody has written it
  CHECK(read_history({scene.made, count, 0, 4, 4}).accesses.empty());
  CHECK(read_history({scene.made, {77, 0, 0}, 0, 4, 4}).accesses.empty());

  const MemoryPlace place = scene.made->place_of(count);
  const auto next = find_change({scene.made, place, 0, Direction::forwards, 0});
  REQUIRE(next);
  CHECK(next->tick == 4);
  CHECK_FALSE(find_change({scene.made, place, 5, Direction::forwards, 0}));
  CHECK_FALSE(find_change({scene.made, place, 5, Direction::backwards, 0}));   // it shows now: the one before it is meant
  CHECK(find_change({scene.made, place, 6, Direction::backwards, 0})->tick == 4);
  CHECK_FALSE(find_change({scene.made, place, 0, Direction::backwards, 0}));
}

TEST_CASE("names of cells: elements, rows and columns, parts of a wide element") {
  MemoryScene scene;
  CHECK(cell_name(scene.made->allocation_list[in_buffer], 12) == "in[3]");
  CHECK(cell_name(scene.made->allocation_list[tile_array], 4 * 33) == "tile[1][1]");
  AllocationInfo wide = scene.made->allocation_list[in_buffer];
  wide.element_bytes = 12;
  CHECK(cell_bytes(wide, false) == 4);
  CHECK(cell_name(wide, 16) == "in[1] + 4 bytes");
  CHECK(cell_bytes(wide, true) == 1);
}

TEST_CASE("cells of records: members, wide ones in several cells, padding") {
  auto node = std::make_shared<ElementMembers>();
  node->type = "Node";
  node->stride = 16;
  node->members = {{"key", 0, 4, ScalarKind::int_, false}, {"next", 8, 8, ScalarKind::void_, true}};
  AllocationInfo nodes{.name = "nodes", .bytes = 64, .scalar = ScalarKind::uchar, .element_bytes = 1, .shape = {64}};
  CHECK(record_of(nodes) == nullptr);
  nodes.members = node;
  CHECK(record_of(nodes) == node.get());
  CHECK(cell_bytes(nodes, false) == 4);
  CHECK(cell_bytes(nodes, true) == 1);
  CHECK(cell_name(nodes, 28) == "nodes[1].next");
  CHECK(cell_name(nodes, 20) == "nodes[1]");   // padding
  CHECK(value_at(nodes, 28) == ByteRange{24, 8});
  CHECK(value_at(nodes, 18) == ByteRange{16, 4});
  CHECK(value_at(nodes, 20) == ByteRange{20, 1});

  MemoryAnswer answer;
  answer.chunks.push_back({{0, 64}, {std::vector<uint8_t>(64), {}}});
  const uint64_t second = make_pointer(0, 16);
  std::memcpy(&answer.chunks[0].memory.bytes[8], &second, 8);
  answer.chunks[0].memory.bytes[16] = 7;
  const std::vector<AllocationInfo> all{nodes};
  CHECK(cell_text(answer, all, nodes, 8, false) == "&nodes[1]");
  CHECK(cell_text(answer, all, nodes, 12, false) == "&nodes[1]");
  CHECK(cell_text(answer, all, nodes, 16, false) == "7");
  CHECK(cell_text(answer, all, nodes, 24, false) == "nullptr");
  CHECK(cell_text(answer, all, nodes, 20, false).empty());
  CHECK(cell_text(answer, all, nodes, 16, true) == "07");
}
