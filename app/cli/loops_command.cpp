// warpbook loops FILE.cu --kernel K: prints the kernel as explicit C++ loops.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"
#include "app/cli/source_options.h"
#include "app/cli/terminal.h"
#include "app/workbook/complaint.h"
#include "app/workbook/lesson_reader.h"
#include "app/workbook/limits.h"
#include "simulator/simulator.h"
#include "simulator/source/render.h"

namespace wb {

namespace {

namespace fs = std::filesystem;

int print_kernel_loops(const std::string& path, const std::string& kernel, const SourceOptions& how) {
  std::string why;
  auto text = read_named_file(path, limits::kernel_text_bytes, why);
  if (!text) return print_error(why), exit_bad_input;
  CompileOptions options;
  if (!how.read_defines(options.defines)) return exit_bad_input;
  options.read_include = read_headers_beside(path, {how.header_folders.begin(), how.header_folders.end()});
  CompileResult compiled = compile(path, *text, kernel, options);
  for (const Diagnostic& d : compiled.diagnostics) std::fputs(render(*compiled.sources, d, {.colour = is_terminal(stderr)}).c_str(), stderr);
  if (!compiled.module) {
    std::string base = kernel.substr(0, kernel.find('<'));
    const auto& there = compiled.kernels_in_file;
    if (!kernel.empty() && std::find(there.begin(), there.end(), base) == there.end())
      if (std::string hint = did_you_mean(base, there); !hint.empty()) std::fprintf(stderr, " hint: %s\n", hint.c_str());
    return exit_bad_input;
  }
  LoopsText loops = print_loops(*compiled.module, compiled.kernel);
  if (loops.text.empty()) {
    LineColumn at = compiled.sources->start(loops.reason_span);
    std::fprintf(stderr, "%s:%u:%u: error: this kernel cannot be written as loops: %s\n", path.c_str(), at.line, at.column, loops.reason.c_str());
    if (loops.reason_span.end > loops.reason_span.begin) std::fputs(render_excerpt(*compiled.sources, loops.reason_span, "", {.colour = is_terminal(stderr)}).c_str(), stderr);
    return exit_not_clean;
  }
  std::fputs(loops.text.c_str(), stdout);
  return exit_fine;
}

}  // namespace

void add_loops_command(CLI::App& app, CommandLine& line) {
  auto file = std::make_shared<std::string>(), kernel = std::make_shared<std::string>();
  auto how = std::make_shared<SourceOptions>();
  CLI::App* command = app.add_subcommand("loops", "Print a kernel as explicit C++ loops over blocks and threads");
  command->add_option("FILE", *file, "A .cu file")->required();
  command->add_option("--kernel", *kernel, "The kernel: rgb2grey, or matmul<16>; may be left out where the file has only one");
  add_source_options(*command, *how);
  command->callback([&line, file, kernel, how] { line.chosen = [file, kernel, how] { return print_kernel_loops(*file, *kernel, *how); }; });
}

}  // namespace wb
