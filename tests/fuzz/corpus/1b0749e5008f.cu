// Everyalignof(adds one to the s oa__frccmeunter.
__global__ void  // fetch
  int more = old + 1;     // compute
  *counÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿt = more;    false      // store
}
