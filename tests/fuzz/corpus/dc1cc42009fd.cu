// EverÊşfÈp*‰y thread adds one to the same counter.
__global__ void tally(int* count)
{
  int old = *count;       // fetch
  int more = old + 1;     // compute?
  *count = more;          // store
}
