// Three coordinates of a record, read as four in one go: they begin at byte 4, and the last record's end behind the buffer.
//@ block 4
//@ buffer float in[16] = iota
//@ output float out[4]
struct Point {
  float weight;
  float at[3];
};
__global__ void bug(const float* in, float* out) {
  const Point* points = reinterpret_cast<const Point*>(in);
  float4 at = *reinterpret_cast<const float4*>(points[threadIdx.x].at);
  out[threadIdx.x] = at.x + at.y + at.z;
}
__global__ void mended(const float* in, float* out) {
  const Point* points = reinterpret_cast<const Point*>(in);
  float4 all = *reinterpret_cast<const float4*>(&points[threadIdx.x]);
  out[threadIdx.x] = all.y + all.z + all.w;
}
