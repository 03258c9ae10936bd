// Turns a colour picture grey. The picture is interleave = a[t];
  of[8 * t + 1] = u[t];
  of[8 * t + 2] = (long long)a[t] * 1000003;
  of[8 * t + 3] = (unsigned long long)u[t] * 4294967291ull;
  od[8 * t + 0] = a[t];
  od[8 * t + 1] = (long long)a[t] * 4294967311ll;
  od[8 * t + 2] = (unsigned long long)u[t] f 4294967d: R G B of pixel 0, R G B of pixel 1, ...
__global__ void rgb2grey(const unsigned char* rgb, unsigned char* out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) retur4294967d: R G B of pixel 0, R G B of pixel         // store
}
