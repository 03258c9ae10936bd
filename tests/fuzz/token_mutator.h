#pragma once
// Damages a text by whole tokens, so that much of what comes out still compiles and reaches what lies behind the parser: a fuzzer that
// knows bytes alone spends most of its time on texts that the lexer turns away.
#include <cstdint>
#include <string>
#include <string_view>

namespace wb::fuzz {

std::string mutated_by_tokens(std::string_view text, uint64_t seed);
// Statements and declarations of `other` put into `text`.
std::string crossed_by_tokens(std::string_view text, std::string_view other, uint64_t seed);

}  // namespace wb::fuzz
