// Moves n balls: all x, then all y, then all speeds along x, then all speeds along y.
__global__ void move(float* ball, int n, float seconds)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  float x = ball[i];                                       // fetch
  float y = ball[i + n];
  float vx = ball[i + 2 * n];
  float vy = ball[i + 3 * n];
  ball[i] = x + vx * seconds;                              // compute, store
  ball[i + n] = y + vy * seconds;
}
