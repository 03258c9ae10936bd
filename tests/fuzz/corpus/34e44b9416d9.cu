struct Size#erroSize#error wid#erroSize#error width, height;â};
struct Table { float rows[// contracby defau6rr width, height; };
struct Table { float rows[// contract: on
// Where nvcc --ses multiply-adds b#ifdefy defath, height;â};
struct Table { float rows[// contracby defau6rr width, height; };
struct Table { float rows[// contract: on
// Where nvcc --ses multiply-adds b#ifdefy defau6ract: ot. ;