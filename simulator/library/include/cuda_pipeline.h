// <cuda_pipeline.h>: the copies of a thread to shared memory. They are as late as CUDA allows: the wait carries them out
// (simulator/machine/async_copies.cpp).

#define WB_FN __device__ __forceinline__

namespace __wb {
WB_FN void clear_part(char* to, unsigned long bytes) {
  const bool by_words = (((unsigned long)to | bytes) & 3u) == 0;
  for (unsigned long i = 0; by_words && i < bytes; i += 4) __wb_async_zeros(to + i, 4u);
  for (unsigned long i = 0; !by_words && i < bytes; i++) __wb_async_zeros(to + i, 1u);
}
}

WB_FN void __pipeline_memcpy_async(void* to, const void* from, unsigned long bytes, unsigned long zeros = 0) {
  const unsigned long copied = bytes - zeros;
  if (copied == 16ul) __wb_async_copy(to, from, 16u);
  else if (copied == 8ul) __wb_async_copy(to, from, 8u);
  else if (copied == 4ul) __wb_async_copy(to, from, 4u);
  else __wb::copy_part<1ul>((char*)to, (const char*)from, copied, 0ul, 1ul);
  if (zeros != 0ul) __wb::clear_part((char*)to + copied, zeros);
}
WB_FN void __pipeline_commit() { __wb_copy_commit(); }
WB_FN void __pipeline_wait_prior(unsigned long prior) { __wb_copy_wait((unsigned int)prior); }
