// warpbook devices: what this machine can run kernels on.
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/backends/devices.h"
#include "app/cli/commands.h"
#include "app/cli/terminal.h"

namespace wb {

namespace {

void row(const char* what, const std::string& text) { std::printf("  %-11s %s\n", what, text.c_str()); }

nlohmann::ordered_json devices_json(const Devices& d) {
  nlohmann::ordered_json gpu = nullptr;
  if (d.has_gpu) {
    gpu = {{"device", d.gpu.device}, {"driver", d.gpu.driver}, {"toolkit", d.gpu.toolkit}};
    for (const auto& [key, value] : d.gpu_more) gpu[key] = value;
  }
  return {{"format", 1}, {"processor", d.processor}, {"cores", d.cores}, {"compiler", d.compiler}, {"gpu", gpu}, {"why_no_gpu", d.has_gpu ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(d.why_no_gpu)}};
}

int print_devices(const std::string& report) {
  Devices d = find_devices();
  if (report == "json") {
    std::printf("%s\n", devices_json(d).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return exit_fine;
  }
  row("simulator", "on this processor" + (d.processor.empty() ? std::string() : ": " + d.processor));
  row("loops", "one core, and all " + std::to_string(d.cores) + "; " + (d.compiler.empty() ? "no C++ compiler for new kernels: shipped ones only" : "new kernels are compiled with " + d.compiler));
  if (!d.has_gpu) {
    row("gpu", "not here: " + d.why_no_gpu);
    return exit_fine;
  }
  row("gpu", d.gpu.device + ", driver " + d.gpu.driver + ", toolkit " + d.gpu.toolkit);
  for (const auto& [key, value] : d.gpu_more) row("", key + ": " + value);
  return exit_fine;
}

}  // namespace

void add_devices_command(CLI::App& app, CommandLine& line) {
  auto report = std::make_shared<std::string>("text");
  CLI::App* command = app.add_subcommand("devices", "Say what this machine can run kernels on");
  command->add_option("--report", *report, "text or json")->capture_default_str()->check(CLI::IsMember({"text", "json"}));
  command->callback([&line, report] { line.chosen = [report] { return print_devices(*report); }; });
}

}  // namespace wb
