// warpbook occupancy: how many warps of a launch are resident on an SM, what limits them, and what would change it.
#include <charconv>
#include <cmath>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/occupancy_json.h"
#include "app/cli/occupancy_options.h"
#include "app/cli/terminal.h"
#include "app/workbook/occupancy_words.h"
#include "app/workbook/words.h"

namespace wb {

namespace {

struct OccupancyArguments {
  std::string capability = to_string(default_capability), block = "256", registers, shared = "0", carveout, report = "text";
  bool curves = false;
};

void print_limits(const SmLimits& sm, const BlockNeeds& needs, const Occupancy& o) {
  const auto row = [&](OccupancyLimit limit, const std::string& why) {
    const uint32_t blocks = o.blocks_by[static_cast<size_t>(limit)];
    std::printf("  %-22s %7s  %s\n", limit_words(limit).c_str(), blocks == Occupancy::open ? "-" : grouped(blocks).c_str(), why.c_str());
  };
  std::printf("\n  %-22s %7s\n", "limit", "blocks");
  row(OccupancyLimit::warps, grouped(sm.warps) + " on an SM, " + grouped(o.warps_per_block) + " for a block");
  row(OccupancyLimit::blocks, grouped(sm.blocks) + " on an SM");
  row(OccupancyLimit::registers, needs.registers ? grouped(sm.registers) + " on an SM, " + grouped(o.allocated_registers) + " for a block" : "not known; --registers N");
  std::string shared = grouped(o.shared_bytes_of_sm) + " bytes on an SM, " + grouped(o.allocated_shared_bytes) + " for a block";
  if (sm.reserved_shared_bytes) shared += ", of which the system takes " + grouped(sm.reserved_shared_bytes);
  row(OccupancyLimit::shared_memory, shared);
}

void print_curves(const SmLimits& sm, const BlockNeeds& needs) {
  for (const OccupancyCurve& curve : occupancy_curves(sm, needs)) {
    std::printf("\n  warps on an SM, by %s\n", curve.of == "block_size" ? "threads a block" : curve.of == "registers" ? "registers a thread" : "bytes of shared memory a block");
    for (const CurvePart& part : parts_of(curve)) {
      const std::string range = grouped(part.first) + (part.last > part.first ? " to " + grouped(part.last) : "");
      std::printf("    %20s  %3u  %s\n", range.c_str(), part.warps, std::string(part.warps / 2, '#').c_str());
    }
  }
}

void print_text(const SmLimits& sm, const BlockNeeds& needs, bool with_curves) {
  const Occupancy o = occupancy(sm, needs);
  std::string what = counted(needs.threads, "thread", "threads") + " a block";
  if (needs.registers) what += ", " + counted(*needs.registers, "register", "registers") + " a thread";
  std::printf("%s, %s bytes of shared memory; compute capability %s\n\n", what.c_str(), grouped(needs.shared_bytes).c_str(), to_string(sm.capability).c_str());
  std::printf("  %s\n", occupancy_sentence(o).c_str());
  if (const std::string remark = occupancy_remark(o); !remark.empty()) std::printf("  %s\n", remark.c_str());
  if (o.refusal.empty()) print_limits(sm, needs, o);
  const std::vector<std::string> ways = ways_to_more_warps(sm, needs);
  if (!ways.empty()) std::printf("\n");
  for (const std::string& way : ways) std::printf("  %s\n", way.c_str());
  if (with_curves) print_curves(sm, needs);
}

int run_occupancy(const OccupancyArguments& arguments) {
  BlockNeeds needs;
  const SmLimits* sm = read_capability(arguments.capability);
  if (!sm || !read_block_threads(arguments.block, needs.threads) || !read_registers(arguments.registers, needs.registers)) return exit_bad_input;
  if (!read_count("--shared", arguments.shared, 1u << 30, needs.shared_bytes)) return exit_bad_input;
  if (!arguments.carveout.empty()) {
    uint64_t percent = 0;
    if (!read_count("--carveout", arguments.carveout, 100, percent)) return exit_bad_input;
    needs.carveout_percent = static_cast<uint32_t>(percent);
  }
  // From here on there is an answer, if only that it does not launch.
  const bool launches = occupancy(*sm, needs).refusal.empty();
  if (arguments.report == "json") {
    nlohmann::ordered_json json{{"format", 1}};
    json.update(occupancy_json(*sm, needs));
    json["limits"] = sm_limits_json(*sm);
    if (arguments.curves) json["curves"] = occupancy_curves_json(*sm, needs);
    std::printf("%s\n", json.dump(2).c_str());
  } else {
    print_text(*sm, needs, arguments.curves);
  }
  return launches ? exit_fine : exit_not_clean;
}

}  // namespace

void add_occupancy_command(CLI::App& app, CommandLine& line) {
  auto arguments = std::make_shared<OccupancyArguments>();
  CLI::App* command = app.add_subcommand("occupancy", "Say how many warps of a launch are resident on an SM, and what limits them");
  command->add_option("--cc", arguments->capability, "Compute capability, such as 8.6")->capture_default_str();
  command->add_option("--block", arguments->block, "Threads of a block: 256, or 16,16")->capture_default_str();
  command->add_option("--registers", arguments->registers, "Registers of a thread, as nvcc -Xptxas -v prints them; else that limit is left open");
  command->add_option("--shared", arguments->shared, "Bytes of shared memory of a block, static and dynamic")->capture_default_str();
  command->add_option("--carveout", arguments->carveout, "Percent of the SM's memory wanted as shared memory; else as much as there can be");
  command->add_flag("--curves", arguments->curves, "Also for other block sizes, registers and shared memory");
  command->add_option("--report", arguments->report, "text or json")->capture_default_str()->check(CLI::IsMember({"text", "json"}));
  command->callback([&line, arguments] { line.chosen = [arguments] { return run_occupancy(*arguments); }; });
}

}  // namespace wb
