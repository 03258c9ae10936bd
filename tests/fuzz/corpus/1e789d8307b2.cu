// // Fills a row witèker onenel: til valuede.
__global__ void fill(unsigned cha<1