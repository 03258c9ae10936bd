#include "cuda/worker/driver_api.h"

#include "cuda/worker/shared_library.h"

// cuda.h renames functions (cuMemAlloc is cuMemAlloc_v2): the name to look up is what the macro makes of it.
#define WB_TEXT_OF(name) #name
#define WB_TEXT(name) WB_TEXT_OF(name)

namespace wb::worker {
namespace {

using protocol::Error;
using protocol::Trouble;

Error absent(std::string why) { return {Trouble::refused, std::move(why)}; }

}  // namespace

protocol::Result<DriverApi> DriverApi::load() {
  void* library = open_library({"libcuda.so.1", "libcuda.so"});
  if (!library) return absent("no CUDA driver on this machine");
  DriverApi api;
#define WB_LOAD(name) \
  if (!find_symbol(library, WB_TEXT(name), api.name)) return absent("the CUDA driver is too old: it has no " WB_TEXT(name));
  WB_DRIVER_FUNCTIONS(WB_LOAD)
#undef WB_LOAD
  const CUresult started = api.cuInit(0);
  if (started == CUDA_ERROR_NO_DEVICE) return absent("there is a CUDA driver on this machine, but it finds no GPU");
  if (started == CUDA_ERROR_STUB_LIBRARY) return absent("no CUDA driver on this machine, only a stub of one");
  if (started != CUDA_SUCCESS) return absent("the CUDA driver does not start: " + api.describe(started));
  int count = 0;
  if (api.cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0) return absent("there is a CUDA driver on this machine, but it finds no GPU");
  return api;
}

std::string DriverApi::describe(CUresult result) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(result, &name) != CUDA_SUCCESS || !name) return "error " + std::to_string(static_cast<int>(result));
  cuGetErrorString(result, &text);
  return std::string(name) + (text ? std::string(": ") + text : "");
}

}  // namespace wb::worker
