#pragma once
// The numbers of a launch: its values, and how large its buffers are. Each may be made from the others,
//
//     [launch.values]                  [launch.buffer]
//     n = "rgb.width * rgb.height"     rgb  = { image = "photo.png" }
//                                      grey = { type = "uchar", shape = ["n"] }
//
// so each is evaluated when it is asked for, and kept. One that is asked for while it is being evaluated goes in a circle.
//
// What has no number is complained about once, where it goes wrong; whoever asks for it gets none and need not say anything.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/expression.h"
#include "app/workbook/launch/launch_files.h"

namespace wb {

struct BufferSize {
  std::vector<uint64_t> shape;
  uint64_t elements = 0;
};

class LaunchNumbers {
 public:
  // `set`: values that are given these numbers in place of their own.
  LaunchNumbers(const Lesson& lesson, const LaunchSpec& stage, const std::map<std::string, double>& set, ComplaintSink& complaints);

  std::map<std::string, double> values();  // those that have a number
  std::optional<Number> value_of(const ValueSpec& value);
  std::optional<Number> number_of(const Expression& expression);
  // Checked against the limits before anything of that size is made.
  std::optional<BufferSize> size_of(const BufferSpec& buffer);
  ScalarKind scalar_of(const BufferSpec& buffer) const;
  const BufferFile* file_of(const BufferSpec& buffer) const { return files_.of(buffer); }
  // It starts without values, or as zeros: a large one does not have to be held (DeviceBuffer::whole_bytes).
  static bool may_go_on(const BufferSpec& buffer);
  const GivenContent* content_of(const BufferSpec& buffer) const;  // null: it does not start from any, or that was not given

 private:
  void set_value(const std::string& name, double number);
  std::optional<Number> number_of_name(std::string_view name, std::string& why);
  std::optional<Number> number_of_buffer(std::string_view name, std::string_view side, std::string& why);
  std::vector<std::string> known_names() const;

  bool declared_shape(const BufferSpec& buffer, std::vector<uint64_t>& shape);
  std::vector<uint64_t> shape_of_content(const BufferSpec& buffer) const;
  bool evaluate_shape(const BufferSpec& buffer, std::vector<uint64_t>& shape);
  bool count_elements(const BufferSpec& buffer, BufferSize& size);

  const Lesson& lesson_;
  const LaunchSpec& stage_;
  ComplaintSink& complaints_;
  LaunchFiles files_;
  std::map<std::string, Number> set_;
  std::map<std::string, std::optional<Number>> values_;  // evaluated; none: there is no number
  std::map<std::string, BufferSize> sizes_;
  std::set<std::string> without_size_;  // buffers
  std::set<std::string> in_progress_;   // values; buffers with a blank behind the name, which no value has
  std::string unknown_name_;            // in the expression that is being evaluated
};

}  // namespace wb
