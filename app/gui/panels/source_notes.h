#pragma once
// What a run has to say about lines of its source: the caption under the code, findings in the margin, lanes on a line. Pure.
#include <map>
#include <string>
#include <vector>

#include "app/backends/run_result.h"
#include "simulator/recording/recording.h"

namespace wb {

// "line 8, warp 3 of block (2, 1): 32 of 32 lanes"
std::string instruction_words(const Recording& recording, const Instruction& instruction, uint32_t line);

// "3 loads, 4 sectors each: 96 of 128 bytes used". Over the whole run; empty where the line touches no memory.
std::string line_traffic_words(const RunResult& result, uint32_t line);

// A variable under the pointer: "i = 19 in thread 3 (int)", "rgb points to the start of rgb, 72 bytes (const unsigned char*)".
std::string variable_words(const Recording& recording, const VariableView& variable, uint32_t thread);

// How many lanes of the instruction's warp stand on each line.
std::map<uint32_t, uint32_t> lanes_by_line(const Recording& recording, const std::vector<LaneView>& lanes, uint32_t warp);

struct LineFinding {
  int finding = -1;       // index
  int place = 0;          // 0: first party, 1: second
  Severity severity = Severity::error;
};
std::map<uint32_t, std::vector<LineFinding>> findings_by_line(const SourceMap& sources, const std::vector<Finding>& findings);

// The line of the main file that a span stands on, 0 for an included file.
uint32_t main_line(const SourceMap& sources, const Span& span);
// Of what works on the host's behalf, the line of its call: 13 of "`fill`, launched at line 13"; 0: it has none of its own.
uint32_t call_line(const FindingPlace& place);
// That line as it stands in the file, without indentation and comment.
std::string line_words(const SourceMap& sources, uint32_t line);

}  // namespace wb
