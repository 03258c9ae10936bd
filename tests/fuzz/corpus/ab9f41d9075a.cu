__device__ float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); if (j > 40) raw = raw >> (j - 20);
    }
