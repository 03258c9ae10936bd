#include "simulator/language/contract_macros.h"

#include <algorithm>
#include <initializer_list>

namespace wb {
namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> words) { return std::find(words.begin(), words.end(), name) != words.end(); }

// Left to the prover.
bool is_promise(std::string_view name) {
  return is_one_of(name, {"__requires", "__global_requires", "__ensures", "__global_ensures", "__function_wide_invariant", "__function_wide_candidate_invariant",
                          "__invariant", "__global_invariant", "__candidate_invariant", "__candidate_global_invariant", "__global_assume", "__barrier_invariant",
                          "__barrier_invariant_1", "__barrier_invariant_2", "__barrier_invariant_binary", "__non_temporal_loads_begin", "__non_temporal_loads_end",
                          "__requires_fresh_array", "__writes_to", "__reads_from", "__array_snapshot"});
}

// Hold while nothing has been recorded.
bool is_absence(std::string_view name) {
  return is_one_of(name, {"__no_read", "__no_write", "__read_implies", "__write_implies", "__atomic_implies", "__enabled", "__uniform_int", "__uniform_bool"});
}

// Of the record of a thread's reads and writes: empty.
bool is_record(std::string_view name) { return is_one_of(name, {"__read", "__write", "__atomic", "__accessed", "__read_offset_bytes", "__write_offset_bytes", "__atomic_offset_bytes"}); }

}  // namespace

ContractMacro contract_macro(std::string_view name) {
  if (!name.starts_with("__")) return {};
  if (is_promise(name)) return {"((void)0)"};
  if (is_one_of(name, {"__assert", "__global_assert"})) return {"__wb_assert((__VA_ARGS__), #__VA_ARGS__)"};
  if (name == "__ESBMC_assume") return {"__builtin_assume((__VA_ARGS__))"};  // of the host program, too: any_numbers.h
  if (is_absence(name)) return {"true"};
  if (is_record(name)) return {"0"};
  if (name == "__ESBMC_assert") return {"__wb_assert((p), #p)", true};  // and what to say
  if (name == "__implies") return {"(!(p) || (q))", true};
  return {};
}

}  // namespace wb
