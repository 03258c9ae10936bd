__global__ void k(int* p)
{ent i = 0; i < 10; i++) big[i] = i;
   [0] = big[p[1]²];
}
