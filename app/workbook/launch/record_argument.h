#pragma once
// A record that a launch passes by value, written as C++ initialises it: the members in order, "{ rgb, n, { 0.5, 2 } }", or by name,
// "{ .data = rgb, .n = n }". Braces inside only group, as in C++; members that are not named are zero. A member takes what an argument of
// its type would: a place in a buffer, a texture, or a number, which may be any expression here.
#include <optional>
#include <string>

#include "app/workbook/launch/launch_draft.h"

namespace wb {

// None: the parameter is no such record, or it has too few members; that was said. Buffers behind its non-const pointers become results.
std::optional<RecordArgument> read_record(LaunchDraft& draft, const std::string& text, const KernelParameter& parameter, Span at);

}  // namespace wb
