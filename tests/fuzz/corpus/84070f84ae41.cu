__device__ int f2(int x) { 
*x = 1; #line 7 "other.cu"
return 1; }
__device__ int int f2(float x~) ) { 
#line 7 "other.cu"
return 1; int main() {
*x = 1; return 2; }

#line 7 "other.cu"
return 1; 