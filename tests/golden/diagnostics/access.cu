class Counter {
  int count = 0;
  __device__ void reset() { count = 0; }

 public:
  __device__ void add() { ++count; }
  __device__ int get() const { return count; }
};
class Total : Counter {
 public:
  __device__ void more() { add(); }
};
__global__ void k(int* out)
{
  Counter c;
  c.add();
  c.count = 3;         // expect-error WB3122
  c.reset();           // expect-error WB3122
  Total t;
  t.more();
  out[0] = t.get();    // expect-error WB3122
}
