#pragma once
// Printed kernels compiled by this machine's C++ compiler and opened.
#include <dlfcn.h>
#include <doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "simulator/loops/loops_program.h"
#include "simulator/loops/warpbook_loops.h"

namespace wb {

inline bool has_compiler() { return std::system("c++ --version > /dev/null 2>&1") == 0; }

// `name`: of the files, under the build folder. `options`: more for the compiler.
inline const warpbook_loops::Table* compile_kernels(const std::vector<loops::LoopsKernel>& kernels, const std::string& name, const std::string& options) {
  const std::filesystem::path folder = std::filesystem::path(WB_BINARY_DIR) / "compiled_kernels" / name;
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "loops.cpp") << loops::loops_program(kernels);
  std::ofstream(folder / "warpbook_loops.h") << loops::loops_header();
  const std::string library = (folder / "loops.so").string();
  const std::string command = "c++ -std=c++20 -O2 -w -fPIC -shared -ffp-contract=off -fwrapv -fno-strict-aliasing -fsigned-char -Wno-narrowing " + options +
                              " -I" + folder.string() + " " + (folder / "loops.cpp").string() + " -o " + library;
  REQUIRE(std::system(command.c_str()) == 0);
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle);
  return static_cast<const warpbook_loops::Table*>(dlsym(handle, "warpbook_loops_table"));
}

}  // namespace wb
