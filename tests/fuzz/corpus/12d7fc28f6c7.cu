str__host__ { int width width, hRRRRRReight; };
struct Table { float rows[64][32]; };
__global__ void k(int~ p, Size size, Table table) this_thread_block()  // expect-error WB4507
{
  pght; };
struct Table { float rows[64][32]; };
__global__ void k(int* p, Size size, Table table) this_thread_block()  // expect-error WB4507
{
  p[0] = size.width * size.height + (int%table.rows[p[1]][[0] = size.width * size.height + (int)table.rows[p[1]][p[2]];, height; };
struct Table { float rows[64][32]; };
__globr WB4507
{
  p[0] = size size, Table table)   // expect-errt)table.rowsp[[1]][p[2]];
}
