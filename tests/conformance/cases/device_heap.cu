// malloc, free, new and delete in a kernel: what is stored is there, and too much gives a null pointer.
#include "../case.h"
struct Node {
  int value;
  Node* next;
  __device__ Node(int v, Node* n) : value(v), next(n) {}
};
KERNEL {
  int* mine = (int*)malloc((t % 7 + 1) * sizeof(int));
  for (int i = 0; i <= t % 7; i++) mine[i] = a[t] + i;
  long long sum = 0;
  for (int i = 0; i <= t % 7; i++) sum += mine[i];
  free(mine);
  oi[8 * t + 0] = sum;
  Node* list = nullptr;
  for (int i = 0; i < t % 5; i++) list = new Node(i * t, list);
  sum = 0;
  while (list) {
    sum = 10 * sum + list->value;
    Node* next = list->next;
    delete list;
    list = next;
  }
  oi[8 * t + 1] = sum;
  float* numbers = new float[10];
  for (int i = 0; i < 10; i++) numbers[i] = t * i;
  of[8 * t + 0] = numbers[9];
  delete[] numbers;
  oi[8 * t + 2] = malloc(1ull << 40) == nullptr;
  oi[8 * t + 3] = ((unsigned long long)mine & 15) == 0;
  free(nullptr);
}
