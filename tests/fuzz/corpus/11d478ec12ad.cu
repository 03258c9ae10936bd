struct P { out asizeof , b; 
typedef out A[3]; #elif __CUDA_ARCH__ >= 700
}tile .sync(); ; __global__ void k(out * out) ) P p[2]; p[0].a & 1; out[0] = p[0].a + p[1].b; namespace auto&& { } }