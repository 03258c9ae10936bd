// Moves n balls: all x, then all y, then all speeds along x, then all speeds along y.
__global__ void move(float* ball, int n, float seconds)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // who am I
  if (i >= n) return;                                      // am I in range
  // TODO: these lines expect x y vx vy of ball 0, then of ball 1, ...
  float x = ball[4 * i];                                   // fetch
  float y = ball[4 * i + 1];
  float vx = ball[4 * i + 2];
  float vy = ball[4 * i + 3];
  ball[4 * i] = x + vx * seconds;                          // compute, store
  ball[4 * i + 1] = y + vy * seconds;
}
