// A fractal, with the line ends of another system. Kernels: mandel
#include <stdio.h>
#include <math.h>
#define WIDTH  96
#define HEIGHT 64
#define MAX_ITER \
    64
typedef struct
{
	unsigned char r, g, b, a;
} Pixel;
__device__ __inline__ int escape(double cr, double ci, int maxiter)
{
	register double zr = 0.0, zi = 0.0;
	register int k;
	for (k = 0; k < maxiter && zr * zr + zi * zi <= 4.0; k++)
	{
		const double t = zr * zr - zi * zi + cr;
		zi = 2.0 * zr * zi + ci;
		zr = t;
	}
	return k;
}
/* one thread
   per pixel */
__global__ void mandel(Pixel *image, int w, int h, double x0, double y0, double dx, double dy, int maxiter)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px < w && py < h)
	{
		int k = escape(x0 + px * dx, y0 + py * dy, maxiter);
		Pixel p = { (unsigned char)(k * 4), (unsigned char)(255 - k), 0, 255 };
		image[py * w + px] = p;
	}
}
int main(int argc, char **argv)
{
	Pixel *d_image;
	Pixel *h_image = (Pixel *)malloc(WIDTH * HEIGHT * sizeof(Pixel));
	cudaMalloc((void **)&d_image, WIDTH * HEIGHT * sizeof(Pixel));
	dim3 block(16, 16);
	dim3 grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
	mandel<<<grid, block>>>(d_image, WIDTH, HEIGHT, -2.0, -1.2, 3.0 / WIDTH, 2.4 / HEIGHT, MAX_ITER);
	cudaMemcpy(h_image, d_image, WIDTH * HEIGHT * sizeof(Pixel), cudaMemcpyDeviceToHost);
	return 0;
}
