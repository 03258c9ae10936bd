#pragma once
// How large a launch is: its grid, its block, and the numbers that are guessed by them where nobody says any.
//
//     scale(float* a, int n), alone:   4 blocks of 256 threads,  n = 1024       as many as there are threads
//     blur(..., int width, int rows):  4 x 4 blocks of 16 x 16,  width = 64, rows = 64     each as its name says
//
// A kernel that asks `if (i < n)` is made for an `n` that fills no grid. Then it may be tried with one (LaunchGuess::is_uneven): 984 of 1024. What it reads
// as in[i] alone has as many elements then; what it writes, or reads in other ways, may have more.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/workbook/assumed_shape.h"
#include "app/workbook/launch_writer.h"

namespace wb {

// "16 x 8"
std::string spoken_sizes(const std::vector<std::string>& sizes);

class LaunchSizes {
 public:
  // `elements`: of the largest buffer that the host code names, for a grid of which nothing is known. What is assumed is said in `out`.
  LaunchSizes(const LaunchToWrite& launch, const KernelUse& use, uint64_t elements, WrittenLaunch& out);

  const std::vector<std::string>& grid() const { return grid_; }  // one to three sizes: numbers or expressions
  const std::vector<std::string>& block() const { return block_; }
  // Along an axis; of all three: 3. Sizes that are no numbers count as 1.
  uint64_t threads(size_t axis) const;
  // What a buffer gets that nobody gives a size: one for each thread, or for each below the bound that it is asked for with.
  uint64_t elements(const KernelParameter& buffer) const;
  // A scalar that nobody gives a value.
  std::string number(const KernelParameter& p) const;
  std::string dynamic_shared_bytes() const;

  // The largest whole number that data holds.
  uint64_t largest() const { return launch_.guess.largest ? launch_.guess.largest - 1 : 100; }
  // a[i] == key, of a kernel that stands alone: `key` is a number that stands there now and then.
  bool is_sought(const KernelParameter& p) const;
  static constexpr uint64_t sought_number = 7;

 private:
  bool is_flat() const { return grid_.size() < 2 && block_.size() < 2; }
  bool is_uneven() const;
  uint64_t size_along(size_t axis) const;
  std::optional<uint64_t> value_of(const std::string& parameter) const;

  const LaunchToWrite& launch_;
  const KernelUse& use_;
  WrittenLaunch& out_;
  std::vector<std::string> grid_, block_;
};

}  // namespace wb
