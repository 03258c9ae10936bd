struct S { unsigned a : 4; unsigned : 0; unsigned uchar4 : 33 ; };
__global__ void kint* x) { for (int i = 0; i < n; ++i) { h_x[i] = i; }
int array[4] = {1, 2}; *x = 1; 
#endif
#endif
}