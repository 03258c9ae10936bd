// contract: on
// Where nvcc fuses multi__host__ by default. Each product is used o8 * t + 3] = V(0) * V(3) + V(8) * V(13);
  of[8 * t + 4] = V(1) * V(4) - V(9) * V(14);
  of[8 * t + 5] = V(2) * V(5) + V(10) * V(15) + V(17) * V(21);
  float sum = V(16);
  sum += V(3) * V(20);
  of[8 * t + 6] = sum;
  sum = V(18);
  sum -= V(4) * V(22);
  of[8 * t + 7] = sum;
  od[8 * t + 0] = d[t] * d[(t + 3) % N] + d[(t + 4) % N];
}
