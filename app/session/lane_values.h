#pragma once
// The value of an expression of the kernel's language in all 32 lanes of a warp, at one moment of a recorded run.
//
// A variable's values are asked of the recording. Any other expression is compiled by the simulator's own front end, as a small kernel
// behind the student's source (so that its constants, macros and types are known), and run by the simulator with one thread for each
// lane: the lane's variables and the memory of that moment are handed to it. So an expression means what it means in the kernel.
//
//     expression  ->  kernel: variables in, expression, value and its type out  ->  32 values
//
// What hangs on bytes that nobody has written is found by running twice, with these bytes filled differently. Reads outside of an
// allocation are found by the simulator's checks. Nothing is written back: an expression that would change something is refused.
// Not covered: records other than CUDA's vectors, half precision, pointers to pointers, local arrays longer than the recording shows,
// and calls of the source's functions where the source has variables in device memory (their values of that moment are not handed over).
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/recording/recording.h"
#include "simulator/simulator.h"

namespace wb {

struct LaneValues {
  std::string expression;
  std::string type;                                      // "int"; empty where it is not known
  std::array<std::string, warp_size> text;               // "": the lane has none (no such thread, done, out of scope); "?": not written yet
  std::array<std::optional<double>, warp_size> number;   // of texts that are numbers
  // Why there is no value: a sentence's key in the catalogue, and what fills its {0}. Empty: fine.
  std::string problem, problem_detail;
  LaneMask outside = 0;                                  // lanes whose expression reads outside of an allocation; their text is "!"
  bool has_value() const { return problem.empty() && !expression.empty(); }
};

class LaneEvaluator {
 public:
  LaneValues evaluate(const Recording& recording, Tick tick, ThreadRef thread, std::string_view expression);
  // The same, with the variables that are in scope there: who evaluates at one place again and again need not ask for their names and types anew.
  LaneValues evaluate(const Recording& recording, Tick tick, ThreadRef thread, std::string_view expression, std::vector<VariableView> scope);

 private:
  struct Job;
  const CompileResult& compiled(const std::string& unit);
  std::vector<std::pair<std::string, CompileResult>> units_;   // compiled last at the end
};

// Names in an expression that stand for something of their own: not members, not numbers. "a[i].x + 0x1f" -> a, i.
std::vector<std::string> names_of(std::string_view expression);
// Does it assign, count up or down, or hold more than one expression?
bool changes_something(std::string_view expression);
// The numbers of a value as the recording writes it: "{1, {2, 3}}" -> 1, 2, 3.
std::vector<std::string> flat_values(std::string_view text);

}  // namespace wb
