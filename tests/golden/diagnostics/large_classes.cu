// A class without a word for the device is one of the host's if it cannot be read. One that is too large to be laid out says so where device code uses it.
struct Huge {
  int id;
  char bytes[1ull << 40];        // expect-error WB3063
};
struct Row { int cell[1 << 30]; };  // expect-error WB3063
struct Grid { int id; Row rows[4]; };
struct Archive { int id; char bytes[1ull << 40]; };  // of the host alone
Archive* archive;
struct Small { int id; char bytes[1 << 20]; };

__global__ void k(Huge* huge, Small* small)
{
  small->id = 1;
}
__global__ void l(int* out)
{
  Grid* grid = nullptr;
  out[0] = grid == nullptr;
}
