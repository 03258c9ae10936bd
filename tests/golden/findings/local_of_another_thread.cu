// The leader hands on the address of its own local variable: everybody else comes to one of their own.
//@ block 64
//@ output int out[64]
struct Job {
  int kind, argument;
};
__global__ void bug(int* out) {
  __shared__ Job* job;
  Job mine = {1, (int)threadIdx.x};
  if (threadIdx.x == 0) job = &mine;
  __syncthreads();
  out[threadIdx.x] = job->kind * 100 + job->argument;
  __syncthreads();
}
__global__ void mended(int* out) {
  __shared__ Job job;
  if (threadIdx.x == 0) job = Job{1, (int)threadIdx.x};
  __syncthreads();
  Job mine = {2, (int)threadIdx.x};
  __shared__ Job* kept[64];
  kept[threadIdx.x] = &mine;  // its own again: nobody else reads it
  __syncthreads();
  out[threadIdx.x] = job.kind * 100 + kept[threadIdx.x]->argument;
}
