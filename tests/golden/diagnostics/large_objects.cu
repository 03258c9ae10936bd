struct Table { int v[100000]; };
__global__ void k(Table* a, Table* b)
{
  a[0] = b[0];                               // expect-error WB4509
}
