#include "app/cli/run_order.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>

#include "app/cli/occupancy_options.h"
#include "app/cli/terminal.h"
#include "app/workbook/kind_words.h"
#include "app/workbook/words.h"

namespace wb {
namespace {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool read_engines(const std::string& on, std::vector<EngineKind>& engines) {
  for (const std::string& word : split_list(on)) {
    bool all = word == "all", known = all;
    for (EngineKind kind : {EngineKind::simulated, EngineKind::loops, EngineKind::cuda})
      if (all || word == engine_key(kind)) {
        known = true;
        if (std::find(engines.begin(), engines.end(), kind) == engines.end()) engines.push_back(kind);
      }
    if (!known) {
      std::string hint = did_you_mean(word, {"sim", "loops", "gpu", "all"});
      return print_error("`" + word + "` is no engine", hint.empty() ? "--on takes sim, loops, gpu or all" : hint), false;
    }
  }
  std::sort(engines.begin(), engines.end());
  if (engines.empty()) return print_error("`--on` names no engine", "--on takes sim, loops, gpu or all"), false;
  return true;
}

bool read_values(const std::vector<std::string>& words, std::map<std::string, double>& values) {
  for (const std::string& word : words) {
    size_t equals = word.find('=');
    double value = 0;
    const char *begin = word.data() + equals + 1, *end = word.data() + word.size();
    bool ok = equals != std::string::npos && equals > 0;
    if (ok) {
      auto [rest, status] = std::from_chars(begin, end, value);
      ok = status == std::errc{} && rest == end && begin != end && std::isfinite(value);
    }
    if (!ok) return print_error("`--set " + word + "` is not of the form name=number"), false;
    values[word.substr(0, equals)] = value;
  }
  return true;
}

// What was said about a .cu file's launch.
bool read_wishes(const RunArguments& arguments, BareFileWishes& wishes) {
  wishes.kernel = arguments.kernel;
  wishes.grid = split_list(arguments.grid);
  wishes.block = split_list(arguments.block);
  wishes.shared_bytes = arguments.shared;
  for (const std::vector<std::string>* shape : {&wishes.grid, &wishes.block})
    if (shape->size() > 3) return print_error("a grid and a block have three axes at most"), false;
  for (const std::string& word : arguments.values) {
    size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) return print_error("`--arg " + word + "` is not of the form name=value", "a number; zeros, iota, random or poison with :COUNT behind it; or a .npy file"), false;
    wishes.arguments[word.substr(0, equals)] = word.substr(equals + 1);
  }
  if (arguments.command_line) {
    std::istringstream words(*arguments.command_line);
    wishes.command_line.emplace(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
  }
  wishes.header_folders.assign(arguments.source.header_folders.begin(), arguments.source.header_folders.end());
  return arguments.source.read_defines(wishes.defines);
}
bool has_wishes(const RunArguments& a) { return !a.source.empty() || !a.kernel.empty() || !a.grid.empty() || !a.block.empty() || !a.shared.empty() || !a.values.empty() || a.command_line; }

bool read_whole(const char* option, const std::string& text, uint64_t& value) {
  auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && status == std::errc{} && rest == text.data() + text.size()) return true;
  return print_error("`" + std::string(option) + " " + text + "` is no whole number from 0 to 2^64 - 1"), false;
}

// "all:100": so many schedules one after the other; anything else: 0.
bool read_schedule_count(const std::string& text, uint64_t& count) {
  if (text != "all" && !text.starts_with("all:")) return true;
  if (text == "all") return count = 32, true;
  if (!read_whole("--schedule", text.substr(4), count)) return false;
  if (count >= 2 && count <= limits::check_schedules) return true;
  return print_error("`--schedule " + text + "`: from 2 to " + std::to_string(limits::check_schedules) + " schedules can be tried"), false;
}

// "auto", "none" or a number: other schedules to look at.
bool read_other_schedules(const std::string& text, uint64_t& count) {
  if (text == "auto" || text == "none") return count = text == "none" ? 0 : Launch::where_it_matters, true;
  if (!read_whole("--schedules", text, count)) return false;
  if (count <= limits::check_schedules) return true;
  return print_error("`--schedules " + text + "`: at most " + std::to_string(limits::check_schedules) + " others can be tried"), false;
}

// "race,oob.write": groups of finding kinds. Findings outside them are not reported.
bool read_checks(const std::string& checks, std::vector<std::string>& only) {
  if (checks == "all" || checks == "none") return true;
  only = split_list(checks);
  for (const std::string& word : only) {
    std::vector<std::string> names = finding_names();
    bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return name == word || name.starts_with(word + "."); });
    if (known) continue;
    std::string hint = did_you_mean(word, names);
    return print_error("`" + word + "` is no kind of finding", hint.empty() ? "--checks takes all, none, or a list such as race,oob,uninit" : hint), false;
  }
  return true;
}

bool read_schedule(const RunArguments& arguments, RunOrder& order) {
  if (!read_schedule_count(arguments.schedule, order.schedules) || !read_other_schedules(arguments.schedules, order.request.other_schedules)) return false;
  if (!arguments.trace.empty() && (order.schedules || std::find(order.engines.begin(), order.engines.end(), EngineKind::simulated) == order.engines.end()))
    return print_error("`--trace` saves one run of the simulator", order.schedules ? "name one schedule" : "--on sim"), false;
  const auto schedule = order.schedules ? Schedule::in_order : schedule_from_name(arguments.schedule);
  if (schedule) return order.request.schedule = *schedule, true;
  const std::string hint = did_you_mean(arguments.schedule, {"in-order", "reverse", "round-robin", "random", "adversarial"});
  return print_error("`" + arguments.schedule + "` is no schedule", hint.empty() ? "there are in-order, reverse, round-robin, random, adversarial, and all:N for N of them" : hint), false;
}

}  // namespace

std::optional<RunOrder> read_order(const RunArguments& arguments) {
  RunOrder order;
  LaunchRequest& request = order.request;
  if (!read_engines(arguments.on, order.engines) || !read_values(arguments.set, request.set) || !read_checks(arguments.checks, order.only)) return std::nullopt;
  if (!read_whole("--seed", arguments.seed, request.seed)) return std::nullopt;
  if (!arguments.budget.empty() && !read_whole("--budget", arguments.budget, request.instruction_budget.emplace())) return std::nullopt;
  if (!read_whole("--threads", arguments.threads, request.host_threads)) return std::nullopt;
  order.sm = read_capability(arguments.capability);
  if (!order.sm || !read_registers(arguments.registers, order.registers) || !read_schedule(arguments, order) || !read_wishes(arguments, order.wishes)) return std::nullopt;
  order.has_wishes = has_wishes(arguments);
  order.is_of_one_launch = !arguments.grid.empty() || !arguments.block.empty() || !arguments.shared.empty() || !arguments.values.empty() || !arguments.trace.empty();
  request.checks = arguments.checks != "none";
  request.numbers = std::any_of(order.only.begin(), order.only.end(), [](const std::string& word) { return word == "num" || word.starts_with("num."); });
  return order;
}

// "warps,time": what is counted beyond the launch and its accesses.
bool read_counters(const RunArguments& arguments, Launch& launch) {
  for (const std::string& word : split_list(arguments.counters)) {
    if (word == "warps") launch.count_by_warp = true;
    else if (word == "time") launch.count_over_time = true;
    else return print_error("`--counters " + word + "` is nothing that is counted", "--counters takes warps, time, or both with a comma"), false;
  }
  if (!arguments.counters.empty() && !launch.checks) return print_error("`--counters` needs the checks, and `--checks none` turns them off"), false;
  return true;
}

}  // namespace wb
