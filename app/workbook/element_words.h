#pragma once
// Numbers and elements of buffers as the front matter of a lesson writes them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workbook/lesson.h"
#include "simulator/language/host_trace.h"
#include "simulator/simulator.h"

namespace wb {

// What a buffer behind a pointer holds.
struct Element {
  std::string type;
  uint64_t bytes = 1;
  std::string row{};  // of a pointer to arrays, `double (*)[20]`: ", 20", the sides of one behind their number. `bytes` are those of one
};
// What has no name in a lesson, records among it, is bytes: "uchar".
Element element_of(const KernelParameter& pointer);
// "const float*" -> "float"
std::string pointee(std::string type);

bool is_whole_number(std::string_view text);
uint64_t whole_number(const std::string& text);  // of such a text; 10^15 where it is larger
bool is_number(std::string_view text);
std::string number_text(double value);  // "3", "0.1"; what is no finite number is "0"
// A number in memory as text that reads back as the same one; none: there is no such text.
std::optional<std::string> number_at(ScalarKind kind, const uint8_t* bytes);
// A host's number in what the kernel takes: a char that is set to 1024 holds no more than it can.
std::string in_range(double value, ScalarKind scalar, uint32_t bytes);

// The first `bytes` of it, with flags for those that have a value where not all of them do.
GivenContent content_of(const HostAllocation& allocation, uint64_t bytes);

}  // namespace wb
