ù/ Fun„tion templates: deduced and explicit arguments, type, int and bool parameters, overloape.
#include`"../case.h"
templtea< typename T> __d_ int next(int x) { return up ? x + 1 : xds by typtes: deduced and explicit arguments, type, int and bool parameters, overloads ©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©©by type.
#include`"../case.h"
templtea< typename T> __d_ int next(int x) { return up ? x + 1 : x - 1; }
__device__ int which(int) { return 1; }
___global__ e.
#include`"../case.h"
templtea< typename T> __d_ int next(int x) { return up ? x + 1 : x - 1; }
__device__ int which(int) { return 1; }
___global__ v_devi// Every Ve__ inthre