/*
 * What ISA-L does on this machine: its public ec_encode_data on one thread, over the same 8 MiB of
 * data as the Java benchmarks, and the bandwidth of memcpy. Prints "name k n MB/s" (10^6 bytes of
 * data per second); the best of several rounds, since others share the machine.
 */
#include <isa-l.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DATA = 8 << 20, MAX = 32, ROUNDS = 15 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static unsigned char *block(size_t size) {
  unsigned char *p = aligned_alloc(64, (size + 63) & ~(size_t)63);
  if (p == NULL) exit(1);
  for (size_t i = 0; i < size; i++) p[i] = (unsigned char)rand();
  return p;
}

static void report(const char *name, int k, int n, double seconds, int length) {
  printf("%s %d %d %.0f\n", name, k, n, (double)k * length / seconds / 1e6);
}

/* rows x k coefficients, applied to k blocks; the seconds of one pass over them. */
static double measure(int k, int rows, int length, unsigned char *matrix, unsigned char **in,
                      unsigned char **out) {
  unsigned char tables[MAX * MAX * 32];
  double best = 1e9;
  ec_init_tables(k, rows, matrix, tables);
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int i = 0; i < 5; i++) ec_encode_data(length, k, rows, tables, in, out);
    double seconds = (now() - start) / 5;
    if (seconds < best) best = seconds;
  }
  return best;
}

static void code(int k, int n) {
  int length = DATA / k, lost = n - k < k ? n - k : k;
  unsigned char matrix[MAX * MAX], survivors[MAX * MAX], inverse[MAX * MAX];
  unsigned char *in[MAX], *out[MAX];
  for (int i = 0; i < n; i++) {
    in[i] = block(length);
    out[i] = block(length);
  }
  gf_gen_cauchy1_matrix(matrix, n, k);
  report("encode", k, n, measure(k, n - k, length, matrix + k * k, in, out), length);
  /* the worst case: as many data blocks as possible are lost; the last k blocks remain */
  memcpy(survivors, matrix + (n - k) * k, (size_t)k * k);
  if (n - k < k) memcpy(survivors, matrix + lost * k, (size_t)k * k);
  if (gf_invert_matrix(survivors, inverse, k) != 0) exit(1);
  report("decode", k, n, measure(k, lost, length, inverse, in, out), length);
  for (int i = 0; i < n; i++) {
    free(in[i]);
    free(out[i]);
  }
}

static void copy(const char *name, size_t size) {
  unsigned char *from = block(size), *to = block(size);
  double best = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    memcpy(to, from, size);
    double seconds = now() - start;
    if (seconds < best) best = seconds;
  }
  printf("%s 0 0 %.0f\n", name, size / best / 1e6);
  free(from);
  free(to);
}

int main(void) {
  code(2, 4);
  code(3, 7);
  code(5, 13);
  copy("memcpy-8MiB", DATA);
  copy("memcpy-256MiB", (size_t)256 << 20);
  return 0;
}
