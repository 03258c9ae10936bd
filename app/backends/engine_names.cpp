#include "app/backends/run_result.h"

namespace wb {

const char* engine_key(EngineKind kind) {
  switch (kind) {
    case EngineKind::simulated: return "sim";
    case EngineKind::loops: return "loops";
    case EngineKind::cuda: return "gpu";
  }
  return "?";
}

const char* status_name(RunStatus status) {
  switch (status) {
    case RunStatus::clean: return "clean";
    case RunStatus::findings: return "findings";
    case RunStatus::failed: return "failed";
    case RunStatus::absent: return "absent";
    case RunStatus::cancelled: return "cancelled";
  }
  return "?";
}

}  // namespace wb
