#include "app/cli/cli.h"

#include <cctype>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/terminal.h"
#include "app/workbook/complaint.h"

namespace wb {

namespace {

// No subcommand: the window, or what can be said without one.
int open_window(const Window& window, const CommandLine& line, const std::string& file, const std::string& script) {
  std::error_code error;
  if (!file.empty() && !std::filesystem::exists(file, error)) {
    std::string hint = did_you_mean(file, {"run", "check", "list", "loops", "occupancy", "devices", "version"});
    print_error("`" + file + "` is neither a subcommand nor a file or folder", hint.empty() ? "`warpbook --help` lists the subcommands" : hint);
    return exit_bad_input;
  }
  if (!script.empty() && !std::filesystem::exists(script, error)) return print_error("there is no script `" + script + "`"), exit_bad_input;
  for (const std::string& course : line.courses)
    if (!std::filesystem::is_directory(course, error)) return print_error("there is no folder `" + course + "`"), exit_bad_input;
  std::string why;
  if (!window.run) why = "this build has no window";
  else if (window.has_display && !window.has_display(&why) && why.empty()) why = "there is no display";
  if (why.empty()) {
    WindowArguments arguments{{}, file, script};
    arguments.courses.assign(line.courses.begin(), line.courses.end());
    return window.run(arguments);
  }
  if (!script.empty()) return print_error(why + ", and a script drives the window"), exit_bad_input;
  if (!file.empty()) return print_error(why, "`warpbook run LESSON` runs a lesson in the terminal"), exit_bad_input;
  why[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(why[0])));
  return run_first_lesson(line, why);
}

}  // namespace

int run_command_line(int argc, char** argv, const Window& window) {
  CLI::App app("Warpbook teaches CUDA: one kernel simulated thread by thread, as explicit loops, and on a GPU.\nWithout a subcommand it opens its window.", "warpbook");
  CommandLine line;
  std::string file, script;
  app.set_version_flag("--version", version_text());
  app.add_option("--course", line.courses, "A folder of lessons; may be given several times. Default: the shipped course")->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--script", script, "A script that drives the window");
  app.add_option("OPEN", file, "A .cu file, a saved run (.wbtrace) or a lesson's folder to open in the window");
  app.require_subcommand(0, 1);
  app.fallthrough();
  add_run_command(app, line);
  add_trace_command(app, line);
  add_check_command(app, line);
  add_list_command(app, line);
  add_loops_command(app, line);
  add_occupancy_command(app, line);
  add_devices_command(app, line);
  add_version_command(app, line);
  add_record_timings_command(app, line);
  add_reference_command(app, line);
  app.footer("Exit status: 0 fine; 1 a verdict was reached and it is not clean; 2 usage, unreadable or malformed input, compile error, invalid launch.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    print_error(e.what(), "`warpbook --help` and `warpbook SUBCOMMAND --help` list what there is");
    return exit_bad_input;
  }
  if (!line.chosen) return open_window(window, line, file, script);
  if (!file.empty()) {
    print_error("`" + file + "` is one argument too many", app.got_subcommand("run") ? "the words that a .cu file's own program is called with: `--argv \"" + file + "\"`" : "");
    return exit_bad_input;
  }
  if (!script.empty()) return print_error("`--script` drives the window and takes no subcommand"), exit_bad_input;
  return line.chosen();
}

}  // namespace wb
