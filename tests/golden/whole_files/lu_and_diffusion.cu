// Decomposition in place, diffusion through index tables, nearest places. Kernels: lud_diagonal srad euclid
#include <cuda.h>
#include <stdio.h>
#define BLOCK_SIZE 16
#define fp float
typedef long long int64;
struct params_common { int rows, cols; fp q0sqr; char name[16]; };
struct __align__(16) latLong { float lat; float lng; };
typedef struct record { char recString[53]; float distance; } REC;
__constant__ struct params_common d_common;
__device__ void IndexF(fp *arrayIdx, int c) { arrayIdx[c] = c; }
__global__ void
lud_diagonal(float *m, int matrix_dim, int offset)
{
  int i,j;
  __shared__ float shadow[BLOCK_SIZE][BLOCK_SIZE];
  int array_offset = offset*matrix_dim+offset;
  for(i=0; i < BLOCK_SIZE; i++){
    shadow[i][threadIdx.x]=m[array_offset+threadIdx.x];
    array_offset += matrix_dim;
  }
  __syncthreads();
  for(i=0; i < BLOCK_SIZE-1; i++) {
    if (threadIdx.x>i){
      for(j=0; j < i; j++)
        shadow[threadIdx.x][i] -= shadow[threadIdx.x][j]*shadow[j][i];
      shadow[threadIdx.x][i] /= shadow[i][i];
    }
    __syncthreads();
    if (threadIdx.x>i){
      for(j=0; j < i+1; j++)
        shadow[i+1][threadIdx.x] -= shadow[i+1][j]*shadow[j][threadIdx.x];
    }
    __syncthreads();
  }
  array_offset = (offset+1)*matrix_dim+offset;
  for(i=1; i < BLOCK_SIZE; i++){
    m[array_offset+threadIdx.x]=shadow[i][threadIdx.x];
    array_offset += matrix_dim;
  }
}
// srad kernel
__global__ void srad(	fp d_lambda,
									int d_Nr,
									int d_Nc,
									long d_Ne,
									int *d_iN, int *d_iS, int *d_jE, int *d_jW,
									fp *d_dN, fp *d_dS, fp *d_dE, fp *d_dW,
									fp d_q0sqr,
									fp *d_c,
									fp *d_I){
    int bx = blockIdx.x;													// get current horizontal block index
	int tx = threadIdx.x;													// get current horizontal thread index
	int ei = bx*256+tx;											// more threads than actual elements !!!
	int row;																// column, x position
	int col;																// row, y position
	fp d_Jc;
	fp d_dN_loc, d_dS_loc, d_dW_loc, d_dE_loc;
	fp d_c_loc;
	fp d_G2,d_L,d_num,d_den,d_qsqr;
	row = (ei+1) % d_Nr - 1;													// (0-n) row
	col = (ei+1) / d_Nr + 1 - 1;												// (0-n) column
	if((ei+1) % d_Nr == 0){
		row = d_Nr - 1;
		col = col - 1;
	}
	if(ei<d_Ne){															// make sure that only threads matching jobs run
		d_Jc = d_I[ei];														// get value of the current element
		d_dN_loc = d_I[d_iN[row] + d_Nr*col] - d_Jc;						// north direction derivative
		d_dS_loc = d_I[d_iS[row] + d_Nr*col] - d_Jc;						// south direction derivative
		d_dW_loc = d_I[row + d_Nr*d_jW[col]] - d_Jc;						// west direction derivative
		d_dE_loc = d_I[row + d_Nr*d_jE[col]] - d_Jc;						// east direction derivative
		d_G2 = (d_dN_loc*d_dN_loc + d_dS_loc*d_dS_loc + d_dW_loc*d_dW_loc + d_dE_loc*d_dE_loc) / (d_Jc*d_Jc);
		d_L = (d_dN_loc + d_dS_loc + d_dW_loc + d_dE_loc) / d_Jc;
		d_num  = (0.5*d_G2) - ((1.0/16.0)*(d_L*d_L)) ;
		d_den  = 1 + (0.25*d_L);
		d_qsqr = d_num/(d_den*d_den);
		d_den = (d_qsqr-d_q0sqr) / (d_q0sqr * (1+d_q0sqr)) ;
		d_c_loc = 1.0 / (1.0+d_den) ;
		if (d_c_loc < 0){ d_c_loc = 0; }
		else if (d_c_loc > 1){ d_c_loc = 1; }
		d_dN[ei] = d_dN_loc;
		d_dS[ei] = d_dS_loc;
		d_dW[ei] = d_dW_loc;
		d_dE[ei] = d_dE_loc;
		d_c[ei] = d_c_loc;
	}
}
__global__ void euclid(latLong *d_locations, float *d_distances, int numRecords,float lat, float lng)
{
	//int globalId = gridDim.x * blockDim.x * blockIdx.y + blockDim.x * blockIdx.x + threadIdx.x;
	int globalId = blockDim.x * ( gridDim.x * blockIdx.y + blockIdx.x ) + threadIdx.x; // more efficient
    latLong *latLong = d_locations+globalId;
    if (globalId < numRecords) {
        float *dist=d_distances+globalId;
        *dist = (float)sqrt((lat-latLong->lat)*(lat-latLong->lat)+(lng-latLong->lng)*(lng-latLong->lng));
	}
}
void lud_cuda(float *m, int matrix_dim)
{
  int i=0;
  for (i=0; i < matrix_dim-BLOCK_SIZE; i += BLOCK_SIZE) {
      lud_diagonal<<<1, BLOCK_SIZE>>>(m, matrix_dim, i);
  }
  lud_diagonal<<<1,BLOCK_SIZE>>>(m, matrix_dim, i);
}
int main() {
  float *d_m; int matrix_dim = 32;
  float *m = (float*)malloc(matrix_dim*matrix_dim*sizeof(float));
  cudaMalloc((void**)&d_m, matrix_dim*matrix_dim*sizeof(float));
  cudaMemcpy(d_m, m, matrix_dim*matrix_dim*sizeof(float), cudaMemcpyHostToDevice);
  lud_cuda(d_m, matrix_dim);
  latLong *d_l; float *d_d; int numRecords = 1000;
  cudaMalloc(&d_l, sizeof(latLong)*numRecords); cudaMalloc(&d_d, sizeof(float)*numRecords);
  std::vector<latLong> locations; 
  cudaMemcpy( d_l, &locations[0], sizeof(latLong) * numRecords, cudaMemcpyHostToDevice);
  euclid<<< dim3(4,1), 256 >>>(d_l,d_d,numRecords,30.0f,90.0f);
}
