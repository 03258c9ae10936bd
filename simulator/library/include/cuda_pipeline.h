// <cuda_pipeline.h>: the copies of a thread to shared memory. They are done when the call returns, as CUDA allows (the wait promises the
// latest moment, nothing promises an earliest one); so there is nothing left for commit and wait.

#define WB_FN __device__ __forceinline__

WB_FN void __pipeline_memcpy_async(void* to, const void* from, unsigned long bytes, unsigned long zeros = 0) {
  __wb::copy_part((char*)to, (const char*)from, bytes - zeros, 0ul, 1ul);
  for (unsigned long i = bytes - zeros; i < bytes; i++) ((char*)to)[i] = 0;
}
WB_FN void __pipeline_commit() {}
WB_FN void __pipeline_wait_prior(unsigned long prior) {}
