#pragma once
// The CUDA driver, opened at run time. libcuda is never linked.
#include <cuda.h>

#include <memory>
#include <string>

#include "cuda/protocol/result.h"

#define WB_DRIVER_FUNCTIONS(F)                                                                                            \
  F(cuInit) F(cuDriverGetVersion) F(cuDeviceGetCount) F(cuDeviceGet) F(cuDeviceGetName) F(cuDeviceGetAttribute)           \
  F(cuDeviceTotalMem) F(cuDevicePrimaryCtxRetain) F(cuCtxSetCurrent) F(cuCtxSynchronize) F(cuModuleLoadData) F(cuModuleUnload) \
  F(cuModuleGetFunction) F(cuModuleGetGlobal) F(cuFuncSetAttribute) F(cuFuncGetAttribute) F(cuMemGetInfo) F(cuMemAlloc)   \
  F(cuMemFree) F(cuMemcpyHtoD) F(cuMemcpyDtoH) F(cuMemcpyDtoD) F(cuMemsetD8) F(cuLaunchKernelEx) F(cuEventCreate) F(cuEventRecord)       \
  F(cuEventSynchronize) F(cuEventElapsedTime) F(cuEventDestroy) F(cuGetErrorName) F(cuGetErrorString)

namespace wb::worker {

struct DriverApi {
#define WB_DECLARE(name) decltype(&::name) name = nullptr;
  WB_DRIVER_FUNCTIONS(WB_DECLARE)
#undef WB_DECLARE

  // Opens the driver and asks it to start. The error says in words why there is no GPU.
  static protocol::Result<DriverApi> load();
  // "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered"
  std::string describe(CUresult result) const;
};

}  // namespace wb::worker
