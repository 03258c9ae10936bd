// Local arrays and addresses of locals in functions that call themselves; sorting and a tree.
#include "../case.h"
struct Node { int value; int left, right; };
struct Tree {
  const Node* nodes;
  __device__ int sum(int at) const { return at < 0 ? 0 : nodes[at].value + sum(nodes[at].left) + sum(nodes[at].right); }
  __device__ int depth(int at) const { if (at < 0) return 0; int l = depth(nodes[at].left), r = depth(nodes[at].right); return 1 + (l > r ? l : r); }
};
__device__ void quicksort(int* v, int low, int high) {
  if (low >= high) return;
  int pivot = v[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (v[i] < pivot) i++;
    while (v[j] > pivot) j--;
    if (i <= j) { int x = v[i]; v[i] = v[j]; v[j] = x; i++; j--; }
  }
  quicksort(v, low, j);
  quicksort(v, i, high);
}
__device__ int chain(const int* above, int n) {
  int own[3];
  own[0] = n;
  own[1] = above ? above[0] : 0;
  own[2] = own[0] * 10 + own[1];
  if (n == 0) return own[2];
  int below = chain(own, n - 1);
  return below * 3 + own[2] + own[1];
}
__device__ void hanoi(int n, int from, int to, int via, int& moves) {
  if (n == 0) return;
  hanoi(n - 1, from, via, to, moves);
  moves = moves * 3 + from - to;
  hanoi(n - 1, via, to, from, moves);
}
__device__ int permutations(int* v, int n, int at) {
  if (at == n) return v[0] * 100 + v[1] * 10 + v[2];
  int sum = 0;
  for (int i = at; i < n; i++) {
    int x = v[at]; v[at] = v[i]; v[i] = x;
    sum = sum * 7 + permutations(v, n, at + 1);
    x = v[at]; v[at] = v[i]; v[i] = x;
  }
  return sum;
}
KERNEL {
  int v[16];
  for (int i = 0; i < 16; i++) v[i] = a[(t * 3 + i * 5) % N] % 1000;
  quicksort(v, 0, 15);
  long long h = 0;
  for (int i = 0; i < 16; i++) h = h * 31 + v[i];
  oi[8 * t + 0] = h;
  oi[8 * t + 1] = chain(0, t % 9);
  int moves = 0;
  hanoi(t % 6, 0, 1, 2, moves);
  oi[8 * t + 2] = moves;
  Node nodes[7];
  for (int i = 0; i < 7; i++) { nodes[i].value = i + t; nodes[i].left = 2 * i + 1 < 7 ? 2 * i + 1 : -1; nodes[i].right = 2 * i + 2 < 7 ? 2 * i + 2 : -1; }
  Tree tree = {nodes};
  oi[8 * t + 3] = tree.sum(t % 7);
  oi[8 * t + 4] = tree.depth(t % 7);
  int p[4] = {t % 4, 1, 2, 3};
  oi[8 * t + 5] = permutations(p, 4, 0);
}
