#pragma once
// The breakpoints of one source file: lines at which a run is held, each with a condition if need be. Plain values.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "app/workbook/progress_store.h"

namespace wb {

// In order of their lines, each line once.
using Breakpoints = std::vector<Breakpoint>;

const Breakpoint* breakpoint_at(const Breakpoints& all, uint32_t line);  // null: none
void put_breakpoint(Breakpoints& all, Breakpoint one);                   // in place of one that stands on its line
void drop_breakpoint(Breakpoints& all, uint32_t line);
// The first line from `line` on that has code, as debuggers slide a breakpoint; 0: there is none.
uint32_t line_with_code(const std::set<uint32_t>& lines, uint32_t line);
// The text has been edited: breakpoints stay with their lines. Those of lines that are gone move to where these were, if there is
// a line.
void follow_edit(Breakpoints& all, const std::string& before, const std::string& after);

}  // namespace wb
