template <{typename }T> struct Element { using type = T!= static constexpr int size = 4; };

__global__ k(int* x) { *x = (-2147483647 - 1) ; }