#include "random.h"

#include "text.h"

#include <stdio.h>

/* Each variant of each file. */
struct variants {
  struct clgroup_case *list[BED_CASES];
  struct judgement judgements[BED_CASES];
  unsigned count;
};

static bool read_files(struct bed *b, char *const *files, struct variants *v) {
  for (; *files; files++) {
    struct clgroup_case c;
    if (!case_read(&c, *files)) {
      b->counts[END_FAIL]++;
      continue;
    }
    for (unsigned i = 0; i < c.option_count && v->count < BED_CASES; i++) {
      struct clgroup_case *variant = v->list[v->count++] = allocate(sizeof c);
      *variant = c;
      variant->options[0] = c.options[i];
    }
  }
  return v->count < BED_CASES;
}

int replay(struct bed *b, char *const *files) {
  static struct variants v;
  if (!read_files(b, files, &v)) {
    fprintf(stderr, "clgroup-test: error: more than %u cases\n", BED_CASES - 1);
    return 2;
  }
  for (const struct way_in *w = ways_in; w->name; w++) {
    if (!bed_takes(b, w))
      continue;
    bed_judge(b, w, v.list, v.count, v.judgements);
    for (unsigned i = 0; i < v.count; i++)
      bed_tell(b, &v.judgements[i], w, v.list[i]);
  }
  return bed_report(b);
}
