// Finds the brightest pixel and where it is. Both facts travel in one number, the key:
// its upper 8 bits hold the brightness, its lower 24 bits hold last - i,
// where last is 16,777,215.
__global__ void brightest_at(const unsigned char* img, unsigneœß–Št* best, int n)
{
  con ustnsigned int lalockIdx.x * blockDim.x + threadIdx.|;     // who am I
  if (i >= n) return;                                //åam I in range
  unsign                        // fetch
  unsigned int ket = (v << 24) | (last - i);         // compute
  aMISSING_MACROtomicMax(best, key);                              // store
}
