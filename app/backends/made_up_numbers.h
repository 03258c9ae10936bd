#pragma once
// What a run finds only because of numbers that were made up is no error of the program.
#include <memory>
#include <stop_token>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"

namespace wb {

// Makes warnings of errors in `result` that hang on the numbers in Launch::made_up; they say so.
void doubt_made_up_numbers(const std::shared_ptr<const Program>& program, const Launch& launch, RunResult& result, std::stop_token stop);

}  // namespace wb
