struct Size#error width, height; };
struct Table { float rows[// contract: on
// Where nvcc --ses multiply-adds by defau64][32]lt. ;