#include "bench/results.h"
#include "bench/bench.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void plots_begin(const char *folder) {
  if (system("gnuplot --version >/dev/null 2>&1"))
    die("--plots needs gnuplot, which is not in PATH (on Debian: apt-get install gnuplot-nox)");
  if (mkdir(folder, 0777) && errno != EEXIST)
    die("cannot make the folder %s: %s", folder, strerror(errno));
}

/* A string in gnuplot's syntax. */
static void quoted(FILE *to, const char *text) {
  fputc('"', to);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', to);
    fputc(*text, to);
  }
  fputc('"', to);
}

/* A data block for each peer, with columns size and throughput; $s0p0 is for peer 0 and shape 0. */
static void write_data(FILE *to, const struct results *r, size_t first, size_t end, const struct peer *const *peers,
                       size_t peer_count, unsigned *points) {
  for (enum shape shape = 0; shape < SHAPES; shape++)
    for (size_t p = 0; p < peer_count; p++) {
      fprintf(to, "$s%up%zu << END\n", (unsigned)shape, p);
      for (size_t i = first; i < end; i++)
        if (r->rows[i].shape == shape && r->rows[i].peer == peers[p] && !r->rows[i].wrong) {
          fprintf(to, "%zu %.6g\n", r->rows[i].size, 1 / r->rows[i].ns.median);
          points[shape * MAX_PEERS + p]++;
        }
      fprintf(to, "END\n");
    }
}

static void write_shape(FILE *to, enum shape shape, const struct peer *const *peers, size_t peer_count,
                        const unsigned *points) {
  const char *separator = "plot";
  fprintf(to, "set title \"%s\"\n", shape_names[shape]);
  for (size_t p = 0; p < peer_count; p++) {
    if (!points[shape * MAX_PEERS + p])
      continue;
    fprintf(to, "%s $s%up%zu using 1:2 with linespoints linetype %zu title ", separator, (unsigned)shape, p, p + 1);
    quoted(to, peers[p]->name);
    separator = ",";
  }
  if (*separator == ',')
    fputc('\n', to);
}

static void write_script(FILE *to, const char *base, const struct device *device, const struct results *r, size_t first,
                         size_t end) {
  const struct peer *peers[MAX_PEERS];
  unsigned points[SHAPES * MAX_PEERS] = {0};
  size_t peer_count = 0;
  for (size_t i = first; i < end; i++) {
    size_t p = 0;
    while (p < peer_count && peers[p] != r->rows[i].peer)
      p++;
    if (p == peer_count)
      peers[peer_count++] = r->rows[i].peer;
  }
  unsigned shapes = 0;
  for (enum shape shape = 0; shape < SHAPES; shape++)
    for (size_t i = first; i < end; i++)
      if (r->rows[i].shape == shape) {
        shapes++;
        break;
      }
  write_data(to, r, first, end, peers, peer_count, points);
  for (int png = 0; png < 2; png++) {
    char path[4096], title[512];
    snprintf(path, sizeof path, "%s.%s", base, png ? "png" : "svg");
    snprintf(title, sizeof title, "%s. %s: %s, driver %s", work_name(&r->rows[first].work), device->platform,
             device->name, device->driver);
    fprintf(to, "set terminal %s size 1200,%d noenhanced\nset output ", png ? "pngcairo" : "svg",
            shapes > 2 ? 900 : 450);
    quoted(to, path);
    fprintf(to, "\nset multiplot layout %d,2 title ", shapes > 2 ? 2 : 1);
    quoted(to, title);
    fprintf(to, "\nset logscale x 2\nset logscale y\nset xtics (16, 64, 256, 1024, 4096, 16384)\nset xlabel "
                "\"work-items of a work-group\"\n"
                "set ylabel \"G items/s\"\nset key outside noenhanced\nset grid\n");
    for (enum shape shape = 0; shape < SHAPES; shape++)
      write_shape(to, shape, peers, peer_count, points);
    fprintf(to, "unset multiplot\nunset output\n");
  }
}

bool plots_write(const char *folder, const struct device *device, const struct results *r) {
  bool good = true;
  for (size_t first = 0, end; first < r->count; first = end) {
    const struct work *work = &r->rows[first].work;
    char base[3072];
    bool op = function_has_op(work->function);
    for (end = first; end < r->count && !memcmp(&r->rows[end].work, work, sizeof *work); end++)
      ;
    snprintf(base, sizeof base, "%s/%s%s%s-%s", folder, function_names[work->function], op ? "_" : "",
             op ? op_names[work->op] : "", type_names[work->type]);
    FILE *gnuplot = popen("gnuplot", "w");
    if (!gnuplot)
      die("cannot start gnuplot: %s", strerror(errno));
    write_script(gnuplot, base, device, r, first, end);
    if (pclose(gnuplot)) {
      printf("failed: gnuplot could not make %s.svg and .png\n", base);
      good = false;
    }
  }
  return good;
}
