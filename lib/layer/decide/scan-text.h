/* One text of a scan: a lexer that knows identifiers, #include and #define, and what to skip. */
#ifndef CLGROUP_LAYER_SCAN_TEXT_H
#define CLGROUP_LAYER_SCAN_TEXT_H

#include "layer/decide/scan.h"

/* What the texts of a scan say together. */
struct clgroup_scan_facts {
  struct clgroup_scan *result;
  bool pastes;       /* ## */
  bool work;         /* the identifier `work` */
  uint64_t prefixes; /* names that begin with an identifier which goes on after `work` */
  uint64_t suffixes; /* names that an identifier, put behind `work` or `work_`, begins or is */
};

/* An #include's name, which has no zero behind it. */
typedef int clgroup_scan_include(void *context, const char *name, size_t length);

/* Removes each backslash-newline from the text, in place, and returns the new length. */
size_t clgroup_scan_join_lines(char *text, size_t length);

/* A fast test, which rejects most texts: may this one name a function? It has no backslash-newlines, and is all that
 * there is besides the options' definitions. */
bool clgroup_scan_matters(const struct clgroup_scan_facts *facts, const char *text, size_t length);

/* Reads a text without backslash-newlines. `include` is called for each #include; what it returns, unless 0, ends the
 * reading and is returned. */
int clgroup_scan_text(struct clgroup_scan_facts *facts, const char *text, size_t length, clgroup_scan_include *include,
                      void *context);

/* Read "NAME=VALUE" of an option, and other words: literals and comments count too, since drivers take quotes away in
 * more than one way. */
void clgroup_scan_definition(struct clgroup_scan_facts *facts, const char *text);
void clgroup_scan_words(struct clgroup_scan_facts *facts, const char *text);

/* Adds the names that ## may make of the parts that were found. */
void clgroup_scan_paste(struct clgroup_scan_facts *facts);

#endif
