// Everything written tightly; kernels made by macros. Kernels: relu_kernel gelu_kernel sigmoid_kernel k2 k3 k4 k5 k6 k8
// Größen, naïve Kommentare: µ, ±, 行列 — and odd layout
#include<iostream>
#include<cuda.h>
#include<stdio.h>
#include <string>
#include <cuda_fp16.h>
using namespace std;
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort=true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr,"GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}
#define FOR(i,n) for(int i=0;i<(n);i++)
#define IDX2C(i,j,ld) (((j)*(ld))+(i))
#define SWAP(T,a,b) do{T _t=(a);(a)=(b);(b)=_t;}while(0)
#define CAT_(a,b) a##b
#define CAT(a,b) CAT_(a,b)
#define STR(x) #x
#define DEFINE_UNARY(NAME, EXPR) \
  __device__ __forceinline__ float NAME##_op(float x) { return (EXPR); } \
  __global__ void NAME##_kernel(const float* __restrict__ in, float* __restrict__ out, int n) { \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) \
      out[i] = NAME##_op(in[i]); \
  }
DEFINE_UNARY(relu, x > 0.f ? x : 0.f)
DEFINE_UNARY(gelu, 0.5f * x * (1.f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))))
DEFINE_UNARY(sigmoid, 1.f / (1.f + expf(-x)))
#undef DEFINE_UNARY
const string banner = u8"Größe";
const wchar_t *wide = L"wide";
static const char* kSource = R"delim(
__global__ void not_a_kernel(int x) { if (x << 3) y <<<1,1>>> (); }
)delim";
unsigned long long int bigcount;
typedef unsigned char BYTE;typedef float real_t;
__host__ __device__ static inline unsigned rotl(unsigned x,int k){return(x<<k)|(x>>(32-k));}
__device__ inline bool operator<(const int2&a,const int2&b){return a.x<b.x||(a.x==b.x&&a.y<b.y);}
__global__ void k1(int*a,int n){int i=threadIdx.x;if(i<n)a[i]=rotl(a[i],i&31)^0x9E3779B9u;}
__global__ void
k2 (int2 *v, int n)
{
  int i = threadIdx.x ;
  for ( int p = 0 ; p < n ; ++ p )
    {
      int j = 2 * i + ( p & 1 ) ;
      if ( j + 1 < n && v [ j + 1 ] < v [ j ] )
        SWAP( int2 , v [ j ] , v [ j + 1 ] ) ;
      __syncthreads ( ) ;
    }
}
__global__ void k3(unsigned char*img,int w,int h,BYTE t){
	int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y*blockDim.y+threadIdx.y;
	if(!(x<w&&y<h))goto done;
	{BYTE&p=img[y*w+x];p=p>t?255:0;}
done:;
}
__global__ void k4(float*a,float*b,int n,int op){
  int i=blockIdx.x*blockDim.x+threadIdx.x;if(i>=n)return;
  switch(op){case 0:a[i]+=b[i];break;case 1:{float q=a[i];a[i]=q*b[i];}break;case'm':case'M':a[i]=fmaxf(a[i],b[i]);break;default:a[i]=a[i]?b[i]/a[i]:0;}
  do{a[i]*=.5f;}while(a[i]>1e3f);
  a[i]=(a[i],+a[i]);
  unsigned u=__float_as_uint(a[i]);u=(u&0x80000000)?~u:u|0x80000000;b[i]=__uint_as_float(u);
}
__global__ void k5(const __half* x, __half* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2half(a * __half2float(x[i]) + __half2float(y[i]));
}
__global__ void __launch_bounds__(256, 2) k6(double (*m)[8], double* __restrict__ const out, const unsigned long long int n = 8ULL) {
  double acc = 0.;
  FOR(r, 8) acc += m[r][threadIdx.x & 7] * (r % 2 == 0 ? 1. : -1.);
  out[threadIdx.x] = acc + n + sizeof(m[0]) + sizeof m[0][0] + __LINE__ * 0 + alignof(double);
}
__global__ void k8(long *o, short s, signed char c, unsigned char uc) { o[threadIdx.x] = s * c + uc + 'a' + "xyz"[threadIdx.x % 3] + 1'000'000 + 0b1010 + 017 + (long)-1 / 3; }
int main(int argc,char**argv){
  cout<<"Größe "<<STR(CAT(a,b))<<endl;
  int n=1000;
  float *x,*y;gpuErrchk(cudaMalloc(&x,n*sizeof(float)));gpuErrchk(cudaMalloc(&y,n*sizeof(float)));
  float*h=new float[n];for(auto i=0;i<n;++i)h[i]=i;
  gpuErrchk(cudaMemcpy(x,h,n*sizeof(float),cudaMemcpyHostToDevice));gpuErrchk(cudaMemcpy(y,h,n*sizeof(float),cudaMemcpyHostToDevice));
  cudaStream_t st;cudaStreamCreate(&st);
  relu_kernel<<<(n+255)/256,256,0,st>>>(x,y,n);gelu_kernel<<<dim3((n+127)/128),dim3(128),0,st>>>(x,y,n);sigmoid_kernel<<<4,256>>>(x,y,n);
  int*a;cudaMalloc((void**)&a,sizeof(int)*64);cudaMemset(a,1,sizeof(int)*64);k1<<<1,64>>>(a,64);
  int2*v;cudaMalloc((void**)&v,sizeof(int2)*64);cudaMemcpy(v,h,sizeof(int2)*64,cudaMemcpyHostToDevice);k2<<<1,32>>>(v,64);
  BYTE*img;int w=100,hh=50;cudaMalloc(&img,w*hh);cudaMemcpy(img,h,w*hh,cudaMemcpyHostToDevice);dim3 b{16,16},g{unsigned((w+15)/16),unsigned((hh+15)/16)};k3<<<g,b>>>(img,w,hh,128);
  k4<<<4,256>>>(x,y,n,'m');
  void*args[]={&x,&y,&n};cudaLaunchKernel((void*)relu_kernel,dim3(4),dim3(256),args,0,st);
  long*o;cudaMalloc(&o,sizeof(long)*32);k8<<<1,32>>>(o,-3,'\x05',250);
  __half *hx,*hy;cudaMalloc(&hx,n*sizeof(__half));cudaMalloc(&hy,n*sizeof(__half));cudaMemcpy(hx,h,n*sizeof(__half),cudaMemcpyHostToDevice);cudaMemcpy(hy,h,n*sizeof(__half),cudaMemcpyHostToDevice);
  k5<<<4,256>>>(hx,hy,2.0f,n);
  return 0;}
