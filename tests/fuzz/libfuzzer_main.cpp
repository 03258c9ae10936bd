// Coverage-guided rounds: built only with Clang's libFuzzer (-DWB_LIBFUZZER=ON), never part of the ordinary tests.
//   build/fuzz/wb_fuzz_kernel -max_total_time=600 CORPUS_FOLDER tests/fuzz/corpus lessons
#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return wb::fuzz::kernel(data, size); }
