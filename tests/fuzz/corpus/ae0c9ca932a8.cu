// Every thread adds one to the s oa__frccmeunter.
_std::_global__ void tally(int* count)
{
  int old = *count;t more = old + 1;     // compute
  *count = more;          // store
}
