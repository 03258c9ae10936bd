__device__ int f2(int __device__ ) { 

#include <cuda/std/utility>
#line 0 "other.cu"
return 1; }
__device__ int int f2(float __device__ ~) ) { 
#line 7 "other.cu"
return 1; int main() {

#include <cooperative_groups/reduce.h>
return 2; }

#line 7 "other.cu"
return 1; new int[3]; 