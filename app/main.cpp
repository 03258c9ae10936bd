// No subcommand: the window. Else the command line.
#include "app/cli/cli.h"

#ifdef WB_HAS_GUI
#include "app/gui/window.h"
#endif

namespace {

wb::Window make_window() {
  wb::Window window;
#ifdef WB_HAS_GUI
  window.has_display = [](std::string* why) { return wb::has_display(why); };
  window.run = [](const wb::WindowArguments& arguments) {
    wb::WindowOptions options;
    for (const auto& course : arguments.courses) options.session.course_dirs.push_back(course.string());
    options.session.lesson = arguments.file.string();
    options.script = arguments.script;
    return wb::run_window(options);
  };
#endif
  return window;
}

}  // namespace

int main(int argc, char** argv) { return wb::run_command_line(argc, argv, make_window()); }
