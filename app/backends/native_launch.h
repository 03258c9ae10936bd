#pragma once
// What the two engines with a process of their own share: a launch as a request, an answer as a result.
#include <string>

#include "app/backends/launch.h"
#include "app/backends/run_result.h"
#include "cuda/protocol/messages.h"

namespace wb {

// Compiles with the front end: types of the parameters, display name, diagnostics.
CompileResult compile_launch(const Launch& launch);

// Fills in shape, arguments and buffers. Not empty: why this launch cannot be run natively.
std::string fill_request(const Launch& launch, const CompileResult& compiled, protocol::RunRequest& request);

// Buffers and timings of an answer.
std::string take_reply(const Launch& launch, protocol::RunReply reply, RunResult& result);

Timing timing_of(const protocol::TimingValue& value);

// Marks the result; "stopped" becomes cancelled.
void fail(RunResult& result, const protocol::Error& error);
void fail(RunResult& result, RunStatus status, std::string reason);

}  // namespace wb
