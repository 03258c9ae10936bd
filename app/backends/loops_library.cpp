#include "app/backends/loops_library.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/backends/child_process.h"
#include "app/backends/native_key.h"
#include "simulator/language/typed_tree.h"
#include "simulator/loops/loops_program.h"

namespace wb {
namespace {

namespace fs = std::filesystem;
using protocol::Error;
using protocol::Trouble;

constexpr int compile_limit_ms = 60'000;

// Fused multiply-adds and vectors: x86-64-v3 has them in hardware.
const char* processor_level() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "v3";
#endif
  return "base";
}

fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) return fs::path(cache) / "warpbook/loops";
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache/warpbook/loops";
  return {};
}

std::vector<std::string> compiler_command(const std::string& compiler, bool parallel) {
  std::vector<std::string> command = {compiler, "-std=c++20", "-O2", "-w", "-fPIC", "-shared", "-ffp-contract=off", "-fwrapv", "-fno-strict-aliasing",
                                      "-fsigned-char", "-Wno-narrowing"};
  if (std::string_view(processor_level()) == "v3") command.push_back("-march=x86-64-v3");
  if (parallel) command.insert(command.end(), {"-fopenmp", "-DWB_LOOPS_PARALLEL=1"});
  return command;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + "\n";
  return text;
}

bool write_text(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  return out.good();
}

// Runs the compiler; the error holds its first complaint.
protocol::Status run_compiler(std::vector<std::string> command, const fs::path& folder, const fs::path& out, const std::function<bool()>& should_stop) {
  command.insert(command.end(), {"-I" + folder.string(), (folder / "loops.cpp").string(), "-o", out.string()});
  auto process = ChildProcess::start(command);
  if (!process) return process.error();
  for (int waited = 0; waited < compile_limit_ms; waited += 20) {
    const ProcessEnd end = (*process)->wait(20);
    if (should_stop && should_stop()) return Error{Trouble::stopped, "stopped"};
    if (!end.has_ended) continue;
    if (end.code == 0 && end.signal == 0) return protocol::Done{};
    const std::string words = (*process)->last_words();
    const size_t at = words.find("error:");
    return Error{Trouble::refused, at == std::string::npos ? "the C++ compiler failed" : words.substr(at + 7, words.find('\n', at) - at - 7)};
  }
  return Error{Trouble::timed_out, "the C++ compiler took longer than its time limit of 60 s"};
}

// A file made in one step: nobody ever opens half a library.
protocol::Status build(const std::vector<std::string>& command, const fs::path& folder, const fs::path& target, const std::function<bool()>& should_stop) {
  std::error_code error;
  if (fs::exists(target, error)) return protocol::Done{};
  fs::path unfinished = target;
  unfinished += "." + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
  if (auto status = run_compiler(command, folder, unfinished, should_stop); !status) {
    fs::remove(unfinished, error);
    return status;
  }
  fs::rename(unfinished, target, error);
  if (error) return Error{Trouble::refused, "the compiled loops cannot be kept in " + folder.string() + ": " + error.message()};
  return protocol::Done{};
}

}  // namespace

std::string find_cpp_compiler() {
  for (const char* name : {"c++", "g++", "clang++"})
    if (std::string path = find_program(name); !path.empty()) return path;
  return {};
}

std::optional<LoopsLibrary> find_shipped_loops(const std::string& key) {
  const fs::path folder = fs::path(executable_folder()) / "loops";
  std::ifstream keys(folder / "shipped.keys");
  for (std::string line; std::getline(keys, line);) {
    if (!line.starts_with(key + " ")) continue;
    const auto library = [&](const char* kind) {
      const fs::path path = folder / (std::string("libshipped_") + kind + "_" + processor_level() + ".so");
      return fs::exists(path) ? path.string() : std::string{};
    };
    LoopsLibrary found{library("serial"), library("parallel"), key};
    if (!found.serial.empty()) return found;
  }
  return std::nullopt;
}

protocol::Result<LoopsLibrary> compile_loops(const Module& module, const std::string& kernel, const std::string& key, const std::function<bool()>& should_stop) {
  const std::string compiler = find_cpp_compiler();
  if (compiler.empty()) return Error{Trouble::refused, "this machine has no C++ compiler"};
  const fs::path cache = cache_folder();
  if (cache.empty()) return Error{Trouble::refused, "there is no folder to keep compiled loops in (HOME is not set)"};
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    if (!module.functions[i].is_kernel || module.functions[i].display_name != kernel) continue;
    loops::LoopsKernel printed;
    if (std::string why = loops::make_loops_kernel(module, {i}, key, printed); !why.empty()) return Error{Trouble::refused, why};
    const std::string text = loops::loops_program({printed});
    const auto serial = compiler_command(compiler, false), parallel = compiler_command(compiler, true);
    // The whole text that is compiled and how: another printer or another compiler makes another folder.
    const fs::path folder = cache / sha256_hex(text + std::string(loops::loops_header()) + joined(serial));
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !write_text(folder / "loops.cpp", text) || !write_text(folder / "warpbook_loops.h", loops::loops_header()))
      return Error{Trouble::refused, "compiled loops cannot be kept in " + folder.string()};
    LoopsLibrary library{(folder / "serial.so").string(), (folder / "parallel.so").string(), key};
    if (auto status = build(serial, folder, library.serial, should_stop); !status) return status.error();
    if (auto status = build(parallel, folder, library.parallel, should_stop); !status) {
      if (status.error().trouble == Trouble::stopped) return status.error();
      library.parallel.clear();  // no OpenMP here: one core it is
    }
    return library;
  }
  return Error{Trouble::refused, "there is no kernel `" + kernel + "`"};
}

}  // namespace wb
