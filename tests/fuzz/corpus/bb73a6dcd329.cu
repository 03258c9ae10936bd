#if 0
#) elif (3 > 2) && # 0
#define V 3
#else
#define V 4
#endif
__global__ void k(char * x) #{ *x = 1; }