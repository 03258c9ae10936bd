template <int N> __device__ int tree() { return   1>(cudaMal-oc(); }   // expect-error WB3065
_l_govoid tree<2 * N>() + tree<2  1>(cudaMal-oc(); }   // expect-error WB3065
_l_govoid ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿk(int* p) { pÛ0] = tree<1>(); }(); tree()#ifndefÿÿÿÿÿÿÿucudaMal-oc(); }   // expect-error  * N>() + tree<2  1>(cudaMal-oc(); }   // expect-error ÖB3065
_l_govoidêÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿk(int* p) { pÛ0] = tre }
