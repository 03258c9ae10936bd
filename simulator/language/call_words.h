#pragma once
// The words of a call as the file has them: which variable a program means by a stream or a buffer, for sentences about it.
//
//     CHECK(cudaMemcpyAsync(h_out + o, d_out[i], bytes, kind, streams[i]));    arguments: "h_out + o" "d_out[i]" "bytes" "kind"
//     "streams[i]" add<<<1, 64, 0, s.get()>>>(a, b);                                        shape: "1" "64" "0" "s.get()" (void**)&d_a
//     h_out + o    &rows[2][0]   s.get()                       variable: "d_a" "h_out" "rows" "s"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wb {

// A call as it stands in a statement.
struct CallWords {
  size_t begin = 0, end = 0;  // in the statement, its brackets too
  std::string_view function;
  std::vector<std::string_view> arguments;
};
// Those whose names begin with `function`, in order; what stands within one of them is none of its own.
std::vector<CallWords> calls_of(std::string_view statement, std::string_view function);
// Of the first call in the statement whose name begins with `function`; none: there is no such call.
std::vector<std::string_view> arguments_of_call(std::string_view statement, std::string_view function);
// What stands between <<< and >>>.
std::vector<std::string_view> shape_of_launch(std::string_view statement);
// "" where it is not one variable's.
std::string variable_in(std::string_view argument);
// With the index that it had: streams[i] and 2 are "streams[2]". `index`: one more than it; 0: it is not known, or there is none.
std::string variable_in(std::string_view argument, uint64_t index);
// Behind the bracket that is open at `at`, comments and texts passed over; npos: it is never closed.
size_t behind_bracket(std::string_view text, size_t at);

}  // namespace wb
