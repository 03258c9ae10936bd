// Coverage-guided rounds: built only with Clang's libFuzzer (-DWB_LIBFUZZER=ON), never part of the ordinary tests (docs/fuzzing.md).
//   WB_FUZZ_TARGET=whole_file build/libfuzz/wb_fuzz -max_total_time=600 CORPUS_FOLDER tests/golden/whole_files
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/fuzz/targets.h"
#include "tests/fuzz/token_mutator.h"

namespace {

wb::fuzz::Target target = wb::fuzz::kernel;

size_t fitted(const std::string& text, uint8_t* data, size_t room) {
  const size_t size = std::min(text.size(), room);
  std::memcpy(data, text.data(), size);
  return size;
}

std::string_view text_of(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("WB_FUZZ_TARGET");
  if (name) target = wb::fuzz::target_named(name);
  if (!target) std::fprintf(stderr, "WB_FUZZ_TARGET is kernel, whole_file or lesson\n"), std::exit(2);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return target(data, size); }

// A quarter of the changes are of bytes, for the lexer's sake; a lesson's page is no C++, so there three quarters are.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  const bool of_bytes = (seed % 4 == 0) != (target == wb::fuzz::lesson);
  if (of_bytes) return LLVMFuzzerMutate(data, size, max_size);
  return fitted(wb::fuzz::mutated_by_tokens(text_of(data, size), seed), data, max_size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t a_size, const uint8_t* b, size_t b_size, uint8_t* out, size_t room, unsigned seed) {
  return fitted(wb::fuzz::crossed_by_tokens(text_of(a, a_size), text_of(b, b_size), seed), out, room);
}
