__global__ void k(int* out, int n) { , {float* d_x; 3, -1, 4}int unset; auto f = [=](virtualet) { return unset; int* c;
  return unset; }; out[0] = f(n); int* c;
  }