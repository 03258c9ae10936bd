#pragma once
// What a buffer holds where no host code says it, as lines of a lesson's front matter:
//
//     only written                      zeros
//     read                              random numbers; now and then one that the kernel asks for, `if (a[i] == 42)`
//     records                           a random number in each member
//     row[v] and row[v + 1] are read    places that rise: the first and last ones of something, as in graphs and sparse matrices
//     atomicCAS(&keys[i], EMPTY, key)   EMPTY in every place: a table that is filled from the start has none to give
//     a comment speaks of distinct keys each number once
//     allocated and filled by nobody    poison
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/element_words.h"
#include "app/workbook/launch_sizes.h"
#include "app/workbook/launch_writer.h"

namespace wb {

class AssumedData {
 public:
  // `counts`: of the elements of each parameter's buffer that the host code fixes; 0: it does not, or there is none. What is assumed is said in `out`.
  struct Count {
    std::string parameter;
    uint64_t elements = 0;
  };
  AssumedData(const LaunchToWrite& launch, const KernelUse& use, const LaunchSizes& sizes, std::vector<Count> counts, WrittenLaunch& out)
      : launch_(launch), use_(use), sizes_(sizes), counts_(std::move(counts)), out_(out) {}

  struct Buffer {
    const KernelParameter& parameter;
    const HostArgument* host;  // null: nothing is known
    Element element;
    uint64_t count;
    std::vector<bool> has_value{};  // by byte; empty: as `host` says
  };
  // `fill = "zeros"`, `data = [1, 2]` or `content = "..."`, which out.contents then has.
  std::string begin(const Buffer& buffer);
  // The numbers of a buffer's bytes, as many as fit into a lesson; empty: they cannot be written so.
  std::string numbers_of(const std::vector<uint8_t>& bytes, const Element& element);
  // `random` alone: reals from 0 to 1, and whole numbers of some variety. Bytes of a record are neither.
  static std::string random_of(const KernelParameter& p, const Element& e);

 private:
  std::string fill_of(const Buffer& buffer, bool is_distinct);
  std::string free_table(const Buffer& buffer, const FreePlace& place);
  bool are_distinct(const KernelParameter& p) const;
  bool holds_distinct(const Buffer& buffer) const;
  std::string distinct(const Buffer& buffer, ScalarKind scalar);
  std::string records(const Buffer& buffer);
  std::string rising(const Buffer& buffer);
  std::string with_wanted(const Buffer& buffer);
  std::vector<int64_t> wanted_by_kernel(const std::string& name) const;
  bool are_unknown_records(const Buffer& buffer) const;
  bool is_read_in_pairs(const std::string& name) const;
  uint64_t places_behind(const std::string& name) const;
  std::string content(const KernelParameter& p, GivenContent given);
  bool takes(const std::string& list);

  const LaunchToWrite& launch_;
  const KernelUse& use_;
  const LaunchSizes& sizes_;
  std::vector<Count> counts_;
  WrittenLaunch& out_;
  size_t bytes_left_ = 1u << 20;  // of numbers as text: a lesson has 2 MiB
};

}  // namespace wb
