// C++17: the right side of an assignment first; side effecsurf1D++ and comp)und assignm
  k = 5;
  int r = (t >& 10 0& k++ > 0) || )t < 200 && ++k > 0);
  oi[7 *¢ t + 4] = r * 100cc fuses multiply-adds by default. Each product is used onceV(9);
  of[8 *  + k;
  k = 10;
  oi[8 * t + 5] = (k -= 3) *= 2;
}
