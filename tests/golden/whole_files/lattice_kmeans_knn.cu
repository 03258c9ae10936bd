// Records in records, boxes of particles, a lattice with macros for its indices. Kernels: kernel_gpu_cuda performStreamCollide_kernel
#include "stdio.h"
#include "stdlib.h"
#include <stddef.h>
#ifdef WIN
	#include <windows.h>
#else
	#include <pthread.h>
	#include <sys/time.h>
#endif
#define NUMBER_PAR_PER_BOX 100
#define fp float
#define DOT(A,B) ((A.x)*(B.x)+(A.y)*(B.y)+(A.z)*(B.z))
#define Is_positive(a) ((a) >= 0 ? 1 : 0)
typedef struct { fp x, y, z; } THREE_VECTOR;
typedef struct { fp v, x, y, z; } FOUR_VECTOR;
typedef struct nei_str { int x, y, z; int number; long offset; } nei_str;
typedef struct box_str { int x, y, z; int number; long offset; int nn; nei_str nei[26]; } box_str;
typedef struct par_str { fp alpha; } par_str;
typedef struct dim_str { int cur_arg; int boxes1d_arg; long number_boxes; long box_mem; long space_elem; } dim_str;
__global__ void kernel_gpu_cuda(par_str d_par_gpu, dim_str d_dim_gpu, box_str* d_box_gpu, FOUR_VECTOR* d_rv_gpu, fp* d_qv_gpu, FOUR_VECTOR* d_fv_gpu)
{
	int bx = blockIdx.x;
	int tx = threadIdx.x;
	int wtx = tx;
	if(bx<d_dim_gpu.number_boxes){
		fp a2 = 2.0*d_par_gpu.alpha*d_par_gpu.alpha;
		int first_i;
		FOUR_VECTOR* rA;
		FOUR_VECTOR* fA;
		__shared__ FOUR_VECTOR rA_shared[100];
		int pointer;
		int k = 0;
		int first_j;
		FOUR_VECTOR* rB;
		fp* qB;
		int j = 0;
		__shared__ FOUR_VECTOR rB_shared[100];
		__shared__ double qB_shared[100];
		fp r2, u2, vij, fs, fxij, fyij, fzij;
		THREE_VECTOR d;
		first_i = d_box_gpu[bx].offset;
		rA = &d_rv_gpu[first_i];
		fA = &d_fv_gpu[first_i];
		while(wtx<NUMBER_PAR_PER_BOX){
			rA_shared[wtx] = rA[wtx];
			wtx = wtx + blockDim.x;
		}
		wtx = tx;
		__syncthreads();
		for (k=0; k<(1+d_box_gpu[bx].nn); k++){
			if(k==0){ pointer = bx; }
			else{ pointer = d_box_gpu[bx].nei[k-1].number; }
			first_j = d_box_gpu[pointer].offset;
			rB = &d_rv_gpu[first_j];
			qB = &d_qv_gpu[first_j];
			while(wtx<NUMBER_PAR_PER_BOX){
				rB_shared[wtx] = rB[wtx];
				qB_shared[wtx] = qB[wtx];
				wtx = wtx + blockDim.x;
			}
			wtx = tx;
			__syncthreads();
			while(wtx<NUMBER_PAR_PER_BOX){
				for (j=0; j<NUMBER_PAR_PER_BOX; j++){
					r2 = (fp)rA_shared[wtx].v + (fp)rB_shared[j].v - DOT((fp)rA_shared[wtx],(fp)rB_shared[j]);
					u2 = a2*r2;
					vij= exp(-u2);
					fs = 2*vij;
					d.x = (fp)rA_shared[wtx].x  - (fp)rB_shared[j].x;
					fxij=fs*d.x;
					d.y = (fp)rA_shared[wtx].y  - (fp)rB_shared[j].y;
					fyij=fs*d.y;
					d.z = (fp)rA_shared[wtx].z  - (fp)rB_shared[j].z;
					fzij=fs*d.z;
					fA[wtx].v +=  (double)((fp)qB_shared[j]*vij);
					fA[wtx].x +=  (double)((fp)qB_shared[j]*fxij);
					fA[wtx].y +=  (double)((fp)qB_shared[j]*fyij);
					fA[wtx].z +=  (double)((fp)qB_shared[j]*fzij);
				}
				wtx = wtx + blockDim.x;
			}
			wtx = tx;
			__syncthreads();
		}
	}
}
#define N_CELL 19
struct Lbm { enum Dir { C = 0, N, S, E, W, COUNT }; };
#define CALC_INDEX(x,y,z,e) ((e)+N_CELL*((x)+(y)*8+(z)*64))
#define SRC(g,x,y,e) (g)[CALC_INDEX((x),(y),0,(e))]
#define DFL1 (1.0/ 3.0)
__global__ void performStreamCollide_kernel( float* srcGrid, float* dstGrid )
{
	#define SWEEP_X  threadIdx.x
	#define SWEEP_Y  blockIdx.x
	float tempN, tempS, temp_swp, rho, ux;
	tempN = SRC(srcGrid, SWEEP_X, SWEEP_Y, Lbm::N);
	tempS = SRC(srcGrid, SWEEP_X, SWEEP_Y, Lbm::S);
	if (*(unsigned*)(void*)&tempN & 1u) {
		temp_swp = tempN ; tempN = tempS ; tempS = temp_swp ;
	} else {
		rho = + tempN + tempS;
		ux = (+ tempN - tempS) / (rho == 0 ? 1 : rho);
		tempN = DFL1*rho + ux; tempS = DFL1*rho - ux;
	}
	SRC(dstGrid, SWEEP_X, SWEEP_Y, Lbm::N) = tempN;
	SRC(dstGrid, SWEEP_X, SWEEP_Y, Lbm::S) = tempS;
	#undef SWEEP_X
}
int main(int argc, char *argv[])
{
	par_str par_cpu; dim_str dim_cpu; box_str *d_box; FOUR_VECTOR *rv, *fv; fp *qv;
	cudaMalloc((void**)&d_box, 8 * sizeof(box_str)); cudaMalloc((void**)&rv, 800 * sizeof(FOUR_VECTOR)); cudaMalloc((void**)&fv, 800 * sizeof(FOUR_VECTOR)); cudaMalloc((void**)&qv, 800 * sizeof(fp));
	cudaMemset(d_box, 0, 8 * sizeof(box_str)); cudaMemset(fv, 0, 800 * sizeof(FOUR_VECTOR));
	cudaMemcpy(rv, argv, 800 * sizeof(FOUR_VECTOR), cudaMemcpyHostToDevice); cudaMemcpy(qv, argv, 800 * sizeof(fp), cudaMemcpyHostToDevice);
	dim3 threads; dim3 blocks; blocks.x = 8; blocks.y = 1; threads.x = 128; threads.y = 1;
	kernel_gpu_cuda<<<blocks, threads>>>(par_cpu, dim_cpu, d_box, rv, qv, fv);
}
