//@ grid 2
//@ block 33
//@ buffer int out[1] = 0

// A list that threads push to: the values that race are addresses, told by the places that they lead to.
struct Node {
  int key;
  Node* next;
};
__device__ Node pool[66];
__device__ Node* head;

__global__ void bug(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  pool[i].next = head;
  head = &pool[i];
  if (i == 0) out[0] = 1;
}

__global__ void mended(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  pool[i].next = (Node*)atomicExch((unsigned long long*)&head, (unsigned long long)&pool[i]);
  if (i == 0) out[0] = 1;
}
