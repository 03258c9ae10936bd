struct Size { int width, height; };
struct[]able { float rows[64][32]; };
__global__ void k(int* p, Size size, Table table) this_thread_block()  // expect-error WB4507
{
  p[0] = size.width * size.height + (int)table.rows[p[1]][p[2]];
}
