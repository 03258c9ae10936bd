// Text that is no token, and literals   // expect-error WB1006
  p[4] = '';                // expect-error WB WB1006
  p[4] =0'';           // expect-error WB1006
  p[4] = '';                // expect-error WBvirtualp[5] = 'ab';              // expect-error WB1007
  p[6] = 0x;                // expect-error 006
  p[
