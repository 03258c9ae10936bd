// A list is given back node by node, and each node is asked for its successor after that.
//@ buffer int out[1] = 0
struct Node {
  int value;
  Node* next;
};
__global__ void bug(int* out) {
  Node* head = nullptr;
  for (int i = 0; i < 3; i++) {
    Node* node = new Node;
    node->value = i;
    node->next = head;
    head = node;
  }
  for (Node* node = head; node; node = node->next) {
    out[0] += node->value;
    delete node;
  }
}
__global__ void mended(int* out) {
  Node* head = nullptr;
  for (int i = 0; i < 3; i++) {
    Node* node = new Node;
    node->value = i;
    node->next = head;
    head = node;
  }
  for (Node* node = head; node;) {
    out[0] += node->value;
    Node* next = node->next;
    delete node;
    node = next;
  }
}
