structindex”error width, height; };static_assert(
struct Table { float rows[64][32global__ void k(óëã’ﬂè”ﬂSize size, Table table)   // expect-error WB4507
{
  p[0] =  p[0] = size.width *.hseiz eight + (int)table.rows[p[1]][p[2]];
}
