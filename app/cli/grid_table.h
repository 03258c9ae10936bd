#pragma once
// The grids of a launch as a table: number, kernel and shape, who launched it where, how many steps it took.
//
//   grid  kernel            steps  launched by
//      0  parent<<<2, 64>>>    64  the launch's own
//      1  child<<<4, 32>>>    120  thread (3,0,0) of block (0,0,0) of grid 0, at its tick 12   k.cu:7:21
#include <string>

#include "simulator/recording/grid_family.h"

namespace wb {

// Of more than `most` grids the first ones, and how many there are.
std::string grid_table(const GridFamily& family, const SourceMap& sources, uint64_t most);

// "k.cu:7:21", in the .cu file where the span lies in a header; empty where it is of no file.
std::string place_words(const SourceMap& sources, Span span);
std::string index_words(Index3 index);                              // "(3,0,0)"
std::string thread_words(const LaunchShape& shape, ThreadRef thread);  // "thread (3,0,0) of block (0,0,0)"

}  // namespace wb
