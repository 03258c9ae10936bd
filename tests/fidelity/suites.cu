// Kernels as benchmark suites write them: neural nets, graphs, dynamics, dense and sparse algebra, texts. No counter depends on the order of threads.
#include <cuda_runtime.h>

#include <memory>

constexpr int n = 1 << 14;
#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

// ---- structured grids, dynamics
__global__ void layer_forward(const float* input, const float* weights, float* partial, int hid) {
  __shared__ float node[16], product[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, by = blockIdx.x;
  if (tx == 0) node[ty] = input[by * 16 + ty];
  __syncthreads();
  product[ty][tx] = weights[(by * 16 + ty) * hid + tx] * node[ty];
  __syncthreads();
  for (int k = 1; k <= 4; ++k) {
    int power = 1 << k;
    if (ty % power == 0) product[ty][tx] += product[ty + power / 2][tx];
    __syncthreads();
  }
  if (ty == 0) partial[by * hid + tx] = product[0][tx];
}
__global__ void weights_adjusted(const float* delta, int hid, const float* ly, float* w, float* oldw) {
  int index = (hid + 1) * 16 * blockIdx.y + (hid + 1) * threadIdx.y + threadIdx.x + 1 + hid + 1;
  float change = 0.3f * delta[threadIdx.x + 1] * ly[16 * blockIdx.y + threadIdx.y + 1] + 0.3f * oldw[index];
  w[index] += change;
  oldw[index] = change;
}
__global__ void hotspot_of_layers(const float* p, const float* tIn, float* tOut, float sdc, int nx, int ny, int nz, float ce, float cw, float cn, float cs, float ct, float cb, float cc) {
  int i = blockDim.x * blockIdx.x + threadIdx.x, j = blockDim.y * blockIdx.y + threadIdx.y, c = i + j * nx, xy = nx * ny;
  int W = i == 0 ? c : c - 1, E = i == nx - 1 ? c : c + 1, N = j == 0 ? c : c - nx, S = j == ny - 1 ? c : c + nx;
  float temp1, temp2 = tIn[c], temp3 = tIn[c + xy];
  temp1 = temp2;
  tOut[c] = cc * temp2 + cw * tIn[W] + ce * tIn[E] + cs * tIn[S] + cn * tIn[N] + cb * temp1 + ct * temp3 + sdc * p[c] + ct * 80;
  c += xy, W += xy, E += xy, N += xy, S += xy;
  for (int k = 1; k < nz - 1; ++k) {
    temp1 = temp2, temp2 = temp3, temp3 = tIn[c + xy];
    tOut[c] = cc * temp2 + cw * tIn[W] + ce * tIn[E] + cs * tIn[S] + cn * tIn[N] + cb * temp1 + ct * temp3 + sdc * p[c] + ct * 80;
    c += xy, W += xy, E += xy, N += xy, S += xy;
  }
  temp1 = temp2, temp2 = temp3;
  tOut[c] = cc * temp2 + cw * tIn[W] + ce * tIn[E] + cs * tIn[S] + cn * tIn[N] + cb * temp1 + ct * temp3 + sdc * p[c] + ct * 80;
}
__global__ void paths_of_rows(int iteration, const int* wall, const int* src, int* results, int cols, int start, int border) {
  __shared__ int prev[128], result[128];
  int bx = blockIdx.x, tx = threadIdx.x, small = 128 - iteration * 2, blkX = small * bx - border, xidx = blkX + tx;
  int minimum = blkX < 0 ? -blkX : 0, maximum = blkX + 127 > cols - 1 ? 127 - (blkX + 127 - cols + 1) : 127;
  int W = max(tx - 1, minimum), E = min(tx + 1, maximum);
  bool valid = tx >= minimum && tx <= maximum, computed = false;
  if (xidx >= 0 && xidx <= cols - 1) prev[tx] = src[xidx];
  __syncthreads();
  for (int k = 0; k < iteration; ++k) {
    computed = false;
    if (tx >= k + 1 && tx <= 128 - k - 2 && valid) {
      computed = true;
      result[tx] = min(prev[W], min(prev[tx], prev[E])) + wall[cols * (start + k) + xidx];
    }
    __syncthreads();
    if (k == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) results[xidx] = result[tx];
}
__global__ void flux_of_elements(int nelr, const int* around, const float* normals, const float* variables, float* fluxes) {
  INDEX;
  float density = variables[i], mx = variables[i + nelr], my = variables[i + 2 * nelr], energy = variables[i + 3 * nelr] + 5;
  float vx = mx / density, vy = my / density, pressure = 0.4f * (energy - 0.5f * density * (vx * vx + vy * vy)), sound = sqrtf(fabsf(1.4f * pressure / density));
  float fd = 0, fx = 0, fy = 0, fe = 0;
#pragma unroll
  for (int j = 0; j < 4; ++j) {
    int nb = around[i + j * nelr];
    float nx = normals[i + (j * 2) * nelr], ny = normals[i + (j * 2 + 1) * nelr], length = sqrtf(nx * nx + ny * ny);
    if (nb >= 0) {
      float d = variables[nb], x = variables[nb + nelr], y = variables[nb + 2 * nelr], e = variables[nb + 3 * nelr] + 5;
      float factor = -length * 0.2f * 0.5f * (sqrtf(vx * vx + vy * vy) + sound);
      fd += factor * (density - d), fx += factor * (mx - x), fy += factor * (my - y), fe += factor * (energy - e);
      fd += 0.5f * nx * (x + mx) + 0.5f * ny * (y + my);
    } else if (nb == -1) fx += nx * pressure, fy += ny * pressure;
    else fd += 0.5f * nx, fe += 0.5f * ny * energy;
  }
  fluxes[i] = fd, fluxes[i + nelr] = fx, fluxes[i + 2 * nelr] = fy, fluxes[i + 3 * nelr] = fe;
}
__global__ void boxes_of_atoms(const int* near, const float4* rv, const float* qv, float4* fv, float a2, int neighbours) {
  __shared__ float4 home[32], other[32];
  __shared__ float charge[32];
  int first = blockIdx.x * 32, t = threadIdx.x;
  if (t < 32) home[t] = rv[first + t];
  __syncthreads();
  for (int k = 0; k < 1 + neighbours; ++k) {
    int box = k == 0 ? blockIdx.x : near[blockIdx.x * neighbours + k - 1];
    if (t < 32) other[t] = rv[box * 32 + t], charge[t] = qv[box * 32 + t];
    __syncthreads();
    if (t < 32) {
      float4 sum = k == 0 ? make_float4(0, 0, 0, 0) : fv[first + t];
      for (int j = 0; j < 32; ++j) {
        float r2 = home[t].w + other[j].w - (home[t].x * other[j].x + home[t].y * other[j].y + home[t].z * other[j].z);
        float vij = expf(-a2 * fabsf(r2)), fs = 2 * vij;
        sum.w += charge[j] * vij, sum.x += charge[j] * fs * (home[t].x - other[j].x), sum.y += charge[j] * fs * (home[t].y - other[j].y), sum.z += charge[j] * fs * (home[t].z - other[j].z);
      }
      fv[first + t] = sum;
    }
    __syncthreads();
  }
}
__global__ void update_of_srad(const float* c, const float* dE, const float* dS, float* J, int cols, int rows, float lambda) {
  __shared__ float south[16][16], east[16][16], own[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty, k = y * cols + x;
  own[ty][tx] = c[k], south[ty][tx] = c[min(y + 1, rows - 1) * cols + x], east[ty][tx] = c[y * cols + min(x + 1, cols - 1)];
  __syncthreads();
  float cc = own[ty][tx], cs = ty == 15 ? south[ty][tx] : own[ty + 1][tx], ce = tx == 15 ? east[ty][tx] : own[ty][tx + 1];
  J[k] += 0.25f * lambda * (cc * dE[k] + cs * dS[k] + ce * dE[k]);
}
__global__ void alignment_of_a_tile(const int* reference, int* itemsets, int cols, int penalty, int i, int block_width) {
  __shared__ int temp[17][17], ref[16][16];
  int bx = blockIdx.x, tx = threadIdx.x, b_x = bx, b_y = i - 1 - bx;
  int base = cols * 16 * b_y + 16 * b_x;
  if (b_x >= block_width || b_y < 0) return;
  if (tx == 0) temp[0][0] = itemsets[base];
  for (int ty = 0; ty < 16; ++ty) ref[ty][tx] = reference[base + cols * (ty + 1) + tx + 1];
  temp[tx + 1][0] = itemsets[base + cols * (tx + 1)];
  temp[0][tx + 1] = itemsets[base + tx + 1];
  __syncthreads();
  for (int m = 0; m < 16; ++m) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1] - penalty, temp[y - 1][x] - penalty));
    }
    __syncthreads();
  }
  for (int m = 14; m >= 0; --m) {
    if (tx <= m) {
      int x = tx + 16 - m, y = 16 - tx;
      temp[y][x] = max(temp[y - 1][x - 1] + ref[y - 1][x - 1], max(temp[y][x - 1] - penalty, temp[y - 1][x] - penalty));
    }
    __syncthreads();
  }
  for (int ty = 0; ty < 16; ++ty) itemsets[base + cols * (ty + 1) + tx + 1] = temp[ty + 1][tx + 1];
}

// ---- data mining
__global__ void membership_of_points(const float* feature, int nfeatures, int npoints, int nclusters, int* membership, const float* clusters) {
  INDEX;
  if (i >= npoints) return;
  int index = -1;
  float least = 3.4e38f;
  for (int c = 0; c < nclusters; ++c) {
    float d = 0;
    for (int l = 0; l < nfeatures; ++l) d += (feature[i + l * npoints] - clusters[c * nfeatures + l]) * (feature[i + l * npoints] - clusters[c * nfeatures + l]);
    if (d < least) least = d, index = c;
  }
  membership[i] = index;
}
struct Place { float lat, lng; };
__global__ void distances_to_place(const Place* where, float* out, int records, float lat, float lng) {
  int at = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  if (at < records) out[at] = sqrtf((lat - where[at].lat) * (lat - where[at].lat) + (lng - where[at].lng) * (lng - where[at].lng));
}
__global__ void gain_of_centre(int num, int dim, long x, const float* weight, const float* cost, const int* assign, const float* coord, float* lower, int K, const int* table, bool* switched) {
  extern __shared__ float coordinate[];
  INDEX;
  if (threadIdx.x == 0)
    for (int k = 0; k < dim; ++k) coordinate[k] = coord[k * num + x];
  __syncthreads();
  if (i >= num) return;
  float sum = 0;
  for (int k = 0; k < dim; ++k) sum += (coord[k * num + i] - coordinate[k]) * (coord[k * num + i] - coordinate[k]);
  float x_cost = sum * weight[i];
  if (x_cost < cost[i]) {
    switched[i] = 1;
    lower[i * (K + 1) + K] += x_cost - cost[i];
  } else lower[i * (K + 1) + table[assign[i]]] += cost[i] - x_cost;
}
__global__ void keys_in_a_tree(long height, const int* knodes, const int* children, const int* wanted, int* out, int order) {
  __shared__ int node;
  int t = threadIdx.x, b = blockIdx.x;
  if (t == 0) node = 0;
  __syncthreads();
  for (int level = 0; level < height; ++level) {
    int at = node * (order + 1) + t;
    bool here = knodes[at] <= wanted[b] && knodes[at + 1] > wanted[b];
    __syncthreads();
    if (here) node = children[at];
    __syncthreads();
  }
  if (knodes[node * (order + 1) + t] == wanted[b]) out[b] = t;
}
__global__ void places_in_cumulative(const float* arrayX, const float* CDF, const float* u, float* xj, int particles) {
  INDEX;
  if (i < particles) {
    int index = -1;
    for (int x = 0; x < particles; ++x)
      if (CDF[x] >= u[i]) {
        index = x;
        break;
      }
    if (index == -1) index = particles - 1;
    xj[i] = arrayX[index];
  }
}

// ---- physics of suites
struct Sample { float x, y, z, value; };
__constant__ Sample kspace[64];
__global__ void image_of_samples(int samples, const float* x, const float* y, const float* z, float* Qr, float* Qi) {
  INDEX;
  float sx = x[i], sy = y[i], sz = z[i], r = Qr[i], m = Qi[i];
  int k = 0;
  if (samples % 2) {
    float a = 6.2831853f * (kspace[0].x * sx + kspace[0].y * sy + kspace[0].z * sz);
    r += kspace[0].value * __cosf(a), m += kspace[0].value * __sinf(a);
    k = 1;
  }
  for (; k < samples; k += 2) {
    float a = 6.2831853f * (kspace[k].x * sx + kspace[k].y * sy + kspace[k].z * sz), b = 6.2831853f * (kspace[k + 1].x * sx + kspace[k + 1].y * sy + kspace[k + 1].z * sz);
    r += kspace[k].value * __cosf(a) + kspace[k + 1].value * __cosf(b), m += kspace[k].value * __sinf(a) + kspace[k + 1].value * __sinf(b);
  }
  Qr[i] = r, Qi[i] = m;
}
__constant__ float4 atoms_held[64];
__global__ void potential_of_lattice(int atoms, float spacing, float z2, float* energy, int pitch) {
  int x = blockIdx.x * blockDim.x * 4 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float cy = spacing * y, cx = spacing * x, e1 = 0, e2 = 0, e3 = 0, e4 = 0, wide = spacing * blockDim.x;
  for (int k = 0; k < atoms; ++k) {
    float dy = cy - atoms_held[k].y, dyz2 = dy * dy + z2 + 0.01f, dx1 = cx - atoms_held[k].x, dx2 = dx1 + wide, dx3 = dx2 + wide, dx4 = dx3 + wide;
    e1 += atoms_held[k].w * rsqrtf(dx1 * dx1 + dyz2), e2 += atoms_held[k].w * rsqrtf(dx2 * dx2 + dyz2), e3 += atoms_held[k].w * rsqrtf(dx3 * dx3 + dyz2), e4 += atoms_held[k].w * rsqrtf(dx4 * dx4 + dyz2);
  }
  float* to = energy + y * pitch + x;
  to[0] += e1, to[blockDim.x] += e2, to[2 * blockDim.x] += e3, to[3 * blockDim.x] += e4;
}
__global__ void angles_between_points(const float* x, const float* y, const float* z, const float* binb, unsigned* histogram, int elements, int bins) {
  __shared__ unsigned counts[32];
  if (threadIdx.x < 32) counts[threadIdx.x] = 0;
  __syncthreads();
  INDEX;
  for (int j = 0; j < elements; ++j) {
    float dot = x[i] * x[j] + y[i] * y[j] + z[i] * z[j];
    int low = 0, high = bins;
    while (high > low + 1) {
      int middle = (low + high) / 2;
      if (dot >= binb[middle]) high = middle;
      else low = middle;
    }
    atomicAdd(&counts[low], 1u);
  }
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&histogram[threadIdx.x], counts[threadIdx.x]);
}
__global__ void differences_of_blocks(const unsigned short* now, const unsigned short* before, int* sads, int width, int range) {
  int bx = blockIdx.x * 8 + 8, by = blockIdx.y * 8 + 8, side = 2 * range + 1;
  for (int k = threadIdx.x; k < side * side; k += blockDim.x) {
    int dx = k % side - range, dy = k / side - range, sum = 0;
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 8; ++x) sum = __sad(now[(by + y) * width + bx + x], before[(by + y + dy) * width + bx + x + dx], sum);
    sads[(blockIdx.y * gridDim.x + blockIdx.x) * side * side + k] = sum;
  }
}
__global__ void spins_of_a_colour(signed char* lattice, const signed char* op_lattice, const float* randoms, float inv_temp, bool black, int nx, int ny) {
  INDEX;
  int row = i / ny, j = i % ny;
  if (row >= nx) return;
  int inn = row + 1 < nx ? row + 1 : 0, ipp = row - 1 >= 0 ? row - 1 : nx - 1, jnn = j + 1 < ny ? j + 1 : 0, jpp = j - 1 >= 0 ? j - 1 : ny - 1;
  int joff = black ? (row % 2 ? jnn : jpp) : (row % 2 ? jpp : jnn);
  int sum = op_lattice[inn * ny + j] + op_lattice[row * ny + j] + op_lattice[ipp * ny + j] + op_lattice[row * ny + joff];
  signed char mine = lattice[row * ny + j];
  if (randoms[row * ny + j] < expf(-2 * inv_temp * sum * mine)) lattice[row * ny + j] = -mine;
}
__global__ void cross_sections_looked_up(const double* energies, const double* sections, double* out, int points, int nuclides, unsigned long long seed) {
  INDEX;
  unsigned long long state = seed + i * 2862933555777941757ull;
  state = state * 2806196910506780709ull + 1;
  double e = (state >> 11) * (1.0 / 9007199254740992.0) * 500;
  int low = 0, high = points - 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (energies[middle] > e) high = middle;
    else low = middle;
  }
  double f = (energies[high] - e) / (energies[high] - energies[low]), sum = 0;
  for (int k = 0; k < nuclides; ++k) sum += sections[k * points + high] - f * (sections[k * points + high] - sections[k * points + low]);
  out[i] = sum;
}

// ---- dense algebra
__global__ void gauss_multipliers(float* m, const float* a, int size, int t) {
  INDEX;
  if (i >= size - 1 - t) return;
  m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}
__global__ void gauss_subtracted(const float* m, float* a, float* b, int size, int j1, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - t || y >= size - t) return;
  if (x + 1 + t != t) {
    a[size * (x + 1 + t) + y + t] -= m[size * (x + 1 + t) + t] * a[size * t + y + t];
    if (y == 0) b[x + 1 + t] -= m[size * (x + 1 + t) + t] * b[t];
  }
}
__global__ void gramschmidt_projected(int ni, int nj, float* a, float* r, const float* q, int k) {
  INDEX;
  int j = i;
  if (j > k && j < nj) {
    float sum = 0;
    for (int row = 0; row < ni; ++row) sum += q[row * nj + k] * a[row * nj + j];
    r[k * nj + j] = sum;
    for (int row = 0; row < ni; ++row) a[row * nj + j] -= q[row * nj + k] * sum;
  }
}
__global__ void mean_and_deviation(const float* data, float* mean, float* deviation, int m, int rows) {
  INDEX;
  if (i >= m) return;
  float sum = 0, squares = 0;
  for (int k = 0; k < rows; ++k) sum += data[k * m + i];
  sum /= rows, mean[i] = sum;
  for (int k = 0; k < rows; ++k) squares += (data[k * m + i] - sum) * (data[k * m + i] - sum);
  squares = sqrtf(squares / rows);
  deviation[i] = squares <= 0.005f ? 1 : squares;
}
__global__ void doitgen_step(int nr, int nq, int np, const float* C4, const float* A, float* sum, int r) {
  int p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y;
  if (p < np && q < nq) {
    float v = 0;
    for (int s = 0; s < np; ++s) v += A[r * nq * np + q * np + s] * C4[s * np + p];
    sum[r * nq * np + q * np + p] = v;
  }
}
__global__ void adi_sweep(int size, const float* A, float* B, float* X) {
  int i1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (i1 < size)
    for (int i2 = 1; i2 < size; ++i2) {
      X[i1 * size + i2] -= X[i1 * size + i2 - 1] * A[i1 * size + i2] / B[i1 * size + i2 - 1];
      B[i1 * size + i2] -= A[i1 * size + i2] * A[i1 * size + i2] / B[i1 * size + i2 - 1];
    }
}
__global__ void cholesky_column(const float* a, float* l, int size) {
  __shared__ float m[32][33];
  const float* from = a + blockIdx.x * size * size;
  int t = threadIdx.x;
  for (int r = 0; r < size; ++r) m[r][t] = t < size ? from[r * size + t] + (r == t ? 40.0f : 0) : 0;
  __syncthreads();
  for (int k = 0; k < size; ++k) {
    if (t == k) m[k][k] = sqrtf(fabsf(m[k][k]));
    __syncthreads();
    if (t > k && t < size) m[t][k] /= m[k][k];
    __syncthreads();
    if (t > k && t < size)
      for (int j = k + 1; j <= t; ++j) m[t][j] -= m[t][k] * m[j][k];
    __syncthreads();
  }
  for (int r = 0; r < size; ++r)
    if (t <= r) l[(blockIdx.x * size + r) * size + t] = m[r][t];
}
__global__ void shortest_of_pairs(int* d, const int* before, int nodes, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nodes || y >= nodes) return;
  int through = before[y * nodes + k] + before[k * nodes + x], old = before[y * nodes + x];
  d[y * nodes + x] = through < old ? through : old;
}

// ---- graphs, tables, texts
struct GraphNode { int start, edges; };
__global__ void bfs_of_masks(const GraphNode* nodes, const int* edges, const bool* mask, bool* updating, const bool* visited, int* cost, int count) {
  INDEX;
  if (i < count && mask[i]) {
    for (int k = nodes[i].start; k < nodes[i].start + nodes[i].edges; ++k) {
      int id = edges[k];
      if (!visited[id]) {
        atomicExch(&cost[id], 5);
        atomicOr((unsigned*)updating + id, 1u);
      }
    }
  }
}
__global__ void roots_found(const int* parent, int* root, int count) {
  INDEX;
  if (i >= count) return;
  int at = i;
  while (parent[at] != at) at = parent[at];
  root[i] = at;
}
__global__ void pointers_jumped(const int* parent, int* next, int rounds, int count) {
  __shared__ int p[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  p[t] = min(max(parent[min(base + t, count - 1)], 0), base + t) % 256;
  __syncthreads();
  for (int k = 0; k < rounds; ++k) {
    int to = p[p[t]];
    __syncthreads();
    p[t] = to;
    __syncthreads();
  }
  if (base + t < count) next[base + t] = p[t] + base;
}
__global__ void table_looked_up(const unsigned* table, const unsigned* keys, unsigned* out, unsigned mask, int size) {
  INDEX;
  if (i >= size) return;
  unsigned key = keys[i], h = key;
  h ^= h >> 16, h *= 0x85ebca6b, h ^= h >> 13;
  unsigned slot = h & mask;
  for (unsigned probe = 0; probe < 32; ++probe) {
    unsigned there = table[slot];
    if (there == key) break;
    if (there % 11 == 0) {
      slot = ~0u;
      break;
    }
    slot = (slot + probe + 1) & mask;
  }
  out[i] = slot;
}
__global__ void patterns_found_plainly(const char* text, int length, const char* pattern, int m, int* hits) {
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at + m <= length; at += blockDim.x * gridDim.x) {
    int k = 0;
    while (k < m && text[at + k] == pattern[k]) ++k;
    if (k == m) atomicAdd(hits, 1);
  }
}
__global__ void patterns_by_rolling_hash(const char* text, int each, int length, unsigned wanted, unsigned power, int m, int* hits) {
  INDEX;
  int first = i * each;
  if (first + m > length) return;
  unsigned h = 0;
  int found = 0;
  for (int k = 0; k < m; ++k) h = h * 31 + text[first + k];
  for (int k = first; k < first + each && k + m < length; ++k) {
    found += (h & 1023) == (wanted & 1023);
    h = (h - text[k] * power) * 31 + text[k + m];
  }
  hits[i] = found;
}
__global__ void common_letters(const char* a, const char* b, int* out, int la, int lb) {
  extern __shared__ int rows3[];
  int t = threadIdx.x, wide = lb + 1;
  for (int k = t; k < 3 * wide; k += blockDim.x) rows3[k] = 0;
  __syncthreads();
  for (int d = 2; d <= la + lb; ++d) {
    int *now = rows3 + d % 3 * wide, *last = rows3 + (d + 2) % 3 * wide, *older = rows3 + (d + 1) % 3 * wide;
    for (int j = t + 1; j <= lb; j += blockDim.x) {
      int i = d - j;
      if (i >= 1 && i <= la) now[j] = a[blockIdx.x * 16 + i - 1] == b[j - 1] ? older[j - 1] + 1 : max(last[j], last[j - 1]);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = rows3[(la + lb) % 3 * wide + lb];
}
__global__ void knapsack_of_row(const int* before, int* now, int weight, int profit, int capacity) {
  INDEX;
  if (i > capacity) return;
  int best = before[i];
  if (i >= weight && before[i - weight] + profit > best) best = before[i - weight] + profit;
  now[i] = best;
}
__global__ void queens_counted(int size, int* out) {
  __shared__ unsigned stack[64][12], left[64][12], right[64][12], todo[64][12];
  INDEX;
  int t = threadIdx.x, found = 0, depth = 0;
  unsigned full = (1u << size) - 1, first = 1u << i % size;
  stack[t][0] = first, left[t][0] = first << 1, right[t][0] = first >> 1, todo[t][0] = full & ~(first | first << 1 | first >> 1);
  while (depth >= 0) {
    unsigned open = todo[t][depth];
    if (!open) {
      --depth;
      continue;
    }
    unsigned bit = open & -open;
    todo[t][depth] = open ^ bit;
    unsigned used = stack[t][depth] | bit, l = (left[t][depth] | bit) << 1, r = (right[t][depth] | bit) >> 1;
    if (used == full) {
      ++found;
      continue;
    }
    ++depth;
    stack[t][depth] = used, left[t][depth] = l, right[t][depth] = r, todo[t][depth] = full & ~(used | l | r);
  }
  out[i] = found;
}

template <class T, class F> T* filled(int count, F f) {
  std::unique_ptr<T[]> v(new T[count]);
  for (int i = 0; i < count; ++i) v[i] = f(i);
  T* p;
  cudaMalloc(&p, count * sizeof(T));
  cudaMemcpy(p, v.get(), count * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  float* f = filled<float>(n * 4, [](int i) { return i * 37 % 101 / 32.0f - 1.5f; });
  float* g = filled<float>(n * 4, [](int i) { return i * 53 % 97 / 32.0f + 0.125f; });
  float* w = filled<float>(n * 4, [](int i) { return i * 11 % 103 / 64.0f + 0.25f; });
  float* rising = filled<float>(n, [](int i) { return i * 0.01f; });
  float* falling = filled<float>(n, [](int i) { return 9 - i * 0.75f; });
  float* o = filled<float>(n * 16, [](int) { return 0.0f; });
  double* energies = filled<double>(n, [](int i) { return i * 0.6; });
  int* numbers = filled<int>(n * 4, [](int i) { return i * 41 % 1013 % 97; });
  int* columns = filled<int>(n * 4, [](int i) { return i * 37 % 509; });
  int* near = filled<int>(n, [](int i) { return i * 7 % 13 == 0 ? -1 - i % 2 : i * 29 % 480; });
  int* boxes = filled<int>(n, [](int i) { return i * 5 % 8; });
  int* parents = filled<int>(n, [](int i) { return i % 17 == 0 ? i : i - i % 5 % 3 - 1 < 0 ? 0 : i - i % 5 % 3 - 1; });
  int* knodes = filled<int>(n, [](int i) { return i % 33 == 32 ? 1 << 20 : i % 33 * 9 + i / 33 % 3 * (i % 33 > 0); });
  int* children = filled<int>(n, [](int i) { return i % 40 + 1; });
  GraphNode* nodes = filled<GraphNode>(n, [](int i) { return GraphNode{i * 3, i % 7}; });
  bool* masks = filled<bool>(n, [](int i) { return i % 3 != 1; });
  unsigned* keys = filled<unsigned>(n * 4, [](int i) { return i * 2654435761u >> 20; });
  unsigned short* shorts = filled<unsigned short>(n, [](int i) { return (unsigned short)(i * 77 % 1021); });
  signed char* spins = filled<signed char>(n, [](int i) { return (signed char)(i * 7 % 5 < 2 ? 1 : -1); });
  signed char* spins2 = filled<signed char>(n, [](int i) { return (signed char)(i * 11 % 7 < 3 ? 1 : -1); });
  char* text = filled<char>(n, [](int i) { return (char)('a' + i * i % 31 % 3); });
  Sample samples[64];
  float4 held[64];
  for (int i = 0; i < 64; ++i) samples[i] = {i * 0.01f, i * 0.02f, 0.3f, i * 0.5f}, held[i] = make_float4(i % 9, i % 7, 0, i % 3);
  cudaMemcpyToSymbol(kspace, samples, sizeof samples), cudaMemcpyToSymbol(atoms_held, held, sizeof held);
  int* io = (int*)o;
  unsigned* uo = (unsigned*)o;
  layer_forward<<<16, dim3(16, 16)>>>(f, g, o, 16);
  weights_adjusted<<<dim3(1, 8), dim3(16, 16)>>>(f, 16, g, o, o + n);
  hotspot_of_layers<<<dim3(2, 8), dim3(32, 4)>>>(f, g, o, 0.1f, 64, 32, 6, 0.1f, 0.1f, 0.1f, 0.1f, 0.05f, 0.05f, 0.5f);
  paths_of_rows<<<8, 128>>>(5, numbers, columns, io, 900, 2, 5);
  flux_of_elements<<<8, 60>>>(480, near, f, w, o);
  boxes_of_atoms<<<8, 64>>>(boxes, (float4*)f, g, (float4*)o, 0.5f, 5);
  cudaMemset(o, 0, n * 64);
  update_of_srad<<<dim3(4, 4), dim3(16, 16)>>>(f, g, w, o, 64, 64, 0.5f);
  cudaMemset(o, 0, n * 64);
  alignment_of_a_tile<<<5, 16>>>(numbers, io, 97, 10, 5, 6);
  membership_of_points<<<8, 128>>>(f, 6, 1000, 7, io, g);
  distances_to_place<<<dim3(4, 2), 128>>>((Place*)f, o, 1000, 0.3f, 0.4f);
  cudaMemset(o, 0, n * 64);
  gain_of_centre<<<8, 128, 64>>>(1000, 9, 77, w, g, boxes, f, o, 8, boxes, (bool*)(o + n));
  keys_in_a_tree<<<16, 32>>>(3, knodes, children, numbers, io, 32);
  places_in_cumulative<<<4, 128>>>(f, rising, g, o, 500);
  cudaMemset(o, 0, n * 64);
  image_of_samples<<<8, 64>>>(37, f, g, w, o, o + n);
  potential_of_lattice<<<dim3(2, 4), dim3(8, 8)>>>(40, 0.5f, 0.3f, o, 64);
  cudaMemset(o, 0, n * 64);
  angles_between_points<<<4, 64>>>(f, g, w, falling, uo, 90, 24);
  differences_of_blocks<<<dim3(4, 4), 32>>>(shorts, shorts + 128, io, 64, 4);
  spins_of_a_colour<<<8, 128>>>(spins, spins2, w, 0.4f, true, 30, 32);
  cross_sections_looked_up<<<8, 64>>>(energies, energies, (double*)o, 900, 12, 5);
  gauss_multipliers<<<2, 32>>>(o, w, 60, 7);
  cudaMemset(o, 0, n * 64);
  gauss_subtracted<<<dim3(4, 4), dim3(16, 16)>>>(w, o, o + n, 60, 0, 7);
  gramschmidt_projected<<<2, 32>>>(40, 50, o, o + n, f, 3);
  mean_and_deviation<<<4, 32>>>(f, o, o + n, 100, 60);
  doitgen_step<<<dim3(2, 5), dim3(16, 4)>>>(4, 18, 30, f, g, o, 2);
  cudaMemcpy(o, w, n * 16, cudaMemcpyDeviceToDevice);
  adi_sweep<<<2, 32>>>(50, f, o, o + n);
  cholesky_column<<<6, 32>>>(g, o, 27);
  shortest_of_pairs<<<dim3(4, 8), dim3(16, 8)>>>(io, numbers, 61, 20);
  cudaMemset(o, 0, n * 64);
  bfs_of_masks<<<8, 64>>>(nodes, columns, masks, (bool*)(o + n), masks + 5000, io, 500);
  roots_found<<<8, 128>>>(parents, io, 1000);
  pointers_jumped<<<4, 256>>>(parents, io, 5, 1000);
  table_looked_up<<<8, 128>>>(keys, keys + 500, uo, 1023, 1000);
  patterns_found_plainly<<<8, 128>>>(text, 5000, text + 301, 7, io);
  patterns_by_rolling_hash<<<4, 64>>>(text, 12, 3000, 77, 31 * 31 * 31 * 31, 5, io);
  common_letters<<<8, 32, 3 * 41 * 4>>>(text, text + 3000, io, 33, 40);
  knapsack_of_row<<<8, 128>>>(numbers, io, 37, 12, 1000);
  queens_counted<<<4, 64>>>(7, io);
  return cudaDeviceSynchronize();
}
