// Counters by name: each has a definition, and the page that people read has the same ones.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "app/workbook/counter_names.h"

using namespace wb;

TEST_CASE("every counter has a name of its own, a value and a meaning") {
  std::set<std::string_view> seen;
  for (const CounterDefinition& d : counter_definitions()) {
    CAPTURE(d.name);
    CHECK(seen.insert(d.name).second);
    CHECK(counter_by_name(d.name, Counters{}, 1).has_value());
    CHECK_FALSE(d.meaning.empty());
    CHECK(d.meaning.back() != '.');
  }
  CHECK(counter_names().size() == counter_definitions().size());
  CHECK_FALSE(counter_by_name("global.load.seconds", Counters{}, 1));
}

TEST_CASE("docs/counters.md has the table of the code") {
  std::ifstream file(std::string(WB_SOURCE_DIR) + "/docs/counters.md");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  for (const CounterDefinition& d : counter_definitions()) {
    const std::string metric = d.hardware.empty() ? "" : "`" + std::string(d.hardware) + "`";
    const std::string row = "| `" + std::string(d.name) + "` | " + std::string(d.meaning) + " | " + metric + " | " + (d.is_model ? "model" : "exact") + " |\n";
    CAPTURE(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("ratios of what was counted, and of nothing") {
  Counters c;
  c.global_load_requests = 2;
  c.global_load_sectors = 8;
  c.global_load_bytes = 128;
  CHECK(counter_by_name("global.load.sectors_per_request", c, 1) == 4.0);
  CHECK(counter_by_name("global.load.efficiency", c, 1) == 0.5);
  CHECK(counter_by_name("global.store.efficiency", c, 1) == 0.0);
  CHECK(counter_by_name("lane_efficiency", c, 1) == 1.0);
}
