#pragma once
// How long a compilation takes: each file of the course, and a long file as a course's author might collect one.
#include <string>
#include <vector>

namespace wb::bench {

struct CompileTime {
  std::string name;   // path of the file, from the source folder
  size_t lines = 0;
  double ms = 0;      // median
  double target_ms = 0;
  bool compiles = true;
};

std::vector<CompileTime> compile_times(int rounds);
// About `lines` lines: records, device functions, templates and kernels that use them, with comments and a main().
std::string long_file(size_t lines);

}  // namespace wb::bench
