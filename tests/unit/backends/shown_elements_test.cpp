// What results show of a buffer: numbers, addresses, records.
#include <doctest/doctest.h>

#include "app/backends/shown_elements.h"
#include "simulator/analysis/element_members.h"

using namespace wb;

TEST_CASE("an address is told as a place") {
  DeviceBuffer rows{.name = "rows", .scalar = ScalarKind::ulonglong, .shape = {3}, .bytes = std::vector<uint8_t>(24)};
  DeviceBuffer row{.name = "rows[0]", .scalar = ScalarKind::int_, .shape = {8}, .bytes = std::vector<uint8_t>(32)};
  CHECK_FALSE(holds_addresses(rows));
  put_address(rows, 0, BufferArgument{1, 12});
  CHECK(holds_addresses(rows));
  const std::vector<DeviceBuffer> all{rows, row};
  CHECK(format_address(buffer_address(1, 0), {all}) == "rows[0]");
  CHECK(format_address(buffer_address(1, 12), {all}) == "&rows[0][3]");
  CHECK(format_address(buffer_address(1, 13), {all}) == "&rows[0][3] + 1 byte");
  CHECK(format_address(0, {all}) == "nullptr");
  CHECK(format_address(77, {all}) == "0x4d");
}

TEST_CASE("records are shown by their members") {
  auto node = std::make_shared<ElementMembers>();
  node->type = "Node";
  node->stride = 16;
  node->members = {{"key", 0, 4, ScalarKind::int_, false}, {"next", 8, 8, ScalarKind::void_, true}};
  DeviceBuffer nodes{.name = "nodes", .scalar = ScalarKind::uchar, .shape = {32}, .bytes = std::vector<uint8_t>(32)};
  CHECK_FALSE(holds_records(nodes));
  nodes.members = node;
  nodes.bytes[16] = 7;
  put_address(nodes, 8, BufferArgument{0, 16});
  const std::vector<DeviceBuffer> all{nodes};
  CHECK(shown_type(nodes) == "Node[2]");
  CHECK(shown_count(nodes) == 2);
  CHECK(scalars_of_shown(nodes) == 2);
  CHECK(shown_element(nodes, 0, {all}) == "{key 0, next &nodes[1]}");
  CHECK(shown_element(nodes, 1, {all}) == "{key 7, next nullptr}");
  nodes.is_poisoned = true;
  nodes.written.assign(32, true);
  nodes.written[18] = false;
  CHECK(shown_element(nodes, 1, {all}) == "{key ?, next nullptr}");
}

TEST_CASE("numbers are shown as they were, vectors in parts") {
  DeviceBuffer pairs{.name = "pairs", .scalar = ScalarKind::int_, .vector_lanes = 2, .shape = {2}, .bytes = std::vector<uint8_t>(16)};
  pairs.bytes[8] = 5;
  pairs.is_poisoned = true;
  pairs.written = {false, true};
  CHECK(shown_type(pairs) == "int2[2]");
  CHECK(shown_count(pairs) == 4);
  CHECK(shown_element(pairs, 0, {{pairs}}) == "?");
  CHECK(shown_element(pairs, 2, {{pairs}}) == "5");
}
