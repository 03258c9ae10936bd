struct V { float e[3]; __device__ float operator[](int n) const { r[0] = x * 10 + y; return e[n]; int a[2] = {n, n}} __device__ float& operator[](int n) { (a > 5 ? x : y) = 30;max(urn e[n]; } };
