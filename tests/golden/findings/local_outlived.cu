// A pointer to a local variable is used when its function has returned.
//@ block 32
//@ output int out[32]
struct Job {
  int kind, argument;
};
__device__ const Job* make_job(int i) {
  Job job = {i % 3, i * 5};
  return &job;
}
__device__ const Job* fill_job(int i, Job* job) {
  *job = {i % 3, i * 5};
  return job;
}
__global__ void bug(int* out) {
  const Job* job = make_job(threadIdx.x);
  out[threadIdx.x] = job->kind + job->argument;
}
__global__ void mended(int* out) {
  Job own;
  const Job* job = fill_job(threadIdx.x, &own);
  out[threadIdx.x] = job->kind + job->argument;
}
