#include "simulator/loops/loops_program.h"

namespace wb::loops {
namespace {

// A function `run` beside the kernel's own that takes its arguments from a launch.
std::string run_function(const PrintedLoops& loops) {
  std::string arguments = "call.grid, call.block";
  for (size_t i = 0; i < loops.parameter_types.size(); ++i) arguments += ", warpbook_loops::argument<" + loops.parameter_types[i] + ">(call, " + std::to_string(i) + ")";
  if (loops.takes_shared_bytes) arguments += ", call.shared_bytes";
  return "static void run(const warpbook_loops::Call& call) { " + loops.function + "(" + arguments + "); }\n";
}

// A function `symbols` that lists the file's variables.
std::string symbols_function(const PrintedLoops& loops) {
  std::string text = "static const warpbook_loops::Symbol* symbols() {\n  static const warpbook_loops::Symbol all[] = {";
  for (const PrintedLoops::Symbol& symbol : loops.symbols) text += "{\"" + symbol.name + "\", (void*)&" + symbol.printed + ", sizeof " + symbol.printed + "}, ";
  return text + "{nullptr, nullptr, 0}};\n  return all;\n}\n";
}

std::string in_namespace(const std::string& name, const PrintedLoops& loops) {
  return "namespace " + name + " {\n" + loops.text.text + "\n" + run_function(loops) + symbols_function(loops) + "}\n";
}

std::string fits_condition(const PrintedLoops& loops) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name(1, "xyz"[axis]);
    if (!(loops.grid_axes >> axis & 1)) text += " && call.grid." + name + " == 1";
    if (!(loops.block_axes >> axis & 1)) text += " && call.block." + name + " == 1";
  }
  return text.empty() ? "true" : text.substr(4);
}

}  // namespace

std::string make_loops_kernel(const Module& module, FunctionId kernel, std::string key, LoopsKernel& out) {
  out.key = std::move(key);
  out.comment = module[kernel].display_name;
  out.readable = print(module, kernel, false);
  if (!out.readable.text.reason.empty()) return out.readable.text.reason;
  out.complete = print(module, kernel, true);
  return out.complete.text.reason;
}

std::string loops_program(const std::vector<LoopsKernel>& kernels) {
  std::string text = "// Made from kernels: explicit loops, one namespace each. See simulator/loops.\n#include \"warpbook_loops.h\"\n\nnamespace warpbook_loops {\n";
  std::string entries;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const LoopsKernel& kernel = kernels[i];
    const std::string name = "kernel_" + std::to_string(i);
    text += "\n// " + kernel.comment + "\n" + in_namespace(name, kernel.readable) + in_namespace(name + "_complete", kernel.complete);
    text += "static void run_" + std::to_string(i) + "(const Call& call) {\n  if (" + fits_condition(kernel.readable) + ") " + name +
            "::run(call);\n  else " + name + "_complete::run(call);\n}\n";
    text += "static const Symbol* symbols_" + std::to_string(i) + "(const Call& call) {\n  return " + fits_condition(kernel.readable) + " ? " + name + "::symbols() : " + name +
            "_complete::symbols();\n}\n";
    entries += "    {\"" + kernel.key + "\", run_" + std::to_string(i) + ", symbols_" + std::to_string(i) + "},\n";
  }
  text += "\nstatic const Entry entries[] = {\n" + entries + "    {nullptr, nullptr, nullptr}};\n\n}  // namespace warpbook_loops\n\n";
  text += "extern \"C\" const warpbook_loops::Table warpbook_loops_table;\n";
  text += "const warpbook_loops::Table warpbook_loops_table = {2, warpbook_loops::host_threads, " + std::to_string(kernels.size()) + ", warpbook_loops::entries};\n";
  return text;
}

}  // namespace wb::loops
