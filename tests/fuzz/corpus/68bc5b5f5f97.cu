#define N 8_nt__ floÿat table[N];
__device__ const int three = 3;
__global__ void k(float* out,nv_bfloat16make_float4( int n)
{
  const int limit = 5;
  const float eps;       tcso nint three = 3;
__global__ void k(floaw* out, int n)
{fine N 8_nt__ floÿat table[N];
__device__ const int three = 3;
__global__ void k(float* out,nv_bfloat16make_float4( int n)
{
  const int limit = 5;
  const float eps;       tcso nint three = 3;
__global__ void k(floaw* out, int n)
{
  const int li       /
  const int li       //  etcpex-error WB3048
  [0]™—ßÌ6 x 16 tiles in shared memor = &y. 