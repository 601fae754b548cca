#define _GNU_SOURCE /* memmem */
#include "layer/decide/scan-text.h"

#include "names/names.h"

#include <string.h>

static const char stem[] = "work_group_";
enum { GROUP = sizeof stem - 1, WORK = 4 /* of `work` */ };

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static bool is_newline(char c) {
  return c == '\n' || c == '\r';
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool equals(const char *text, size_t length, const char *word) {
  return length == strlen(word) && !memcmp(text, word, length);
}

/* Like memchr, but returns `end` if the character is not found. */
static const char *find(const char *at, const char *end, char c) {
  const char *found = memchr(at, c, (size_t)(end - at));
  return found ? found : end;
}

/* The end of the backslash-newline at `at`, or `at`. As clang has it, blanks may stand between the two. */
static const char *joint(const char *at, const char *end) {
  const char *to = at + 1;
  while (to < end && is_blank(*to))
    to++;
  if (to == end || !is_newline(*to))
    return at;
  return to + 1 < end && is_newline(to[1]) && to[1] != to[0] ? to + 2 : to + 1;
}

size_t clgroup_scan_join_lines(char *text, size_t length) {
  const char *at = text, *end = text + length;
  char *to = text;
  while (at < end) {
    const char *next;
    if (*at == '\\' && (next = joint(at, end)) != at) {
      at = next;
      continue;
    }
    next = find(at + 1, end, '\\');
    memmove(to, at, (size_t)(next - at));
    to += next - at;
    at = next;
  }
  return (size_t)(to - text);
}

static const char *line_end(const char *at, const char *end) {
  while (at < end && !is_newline(*at))
    at++;
  return at;
}

static bool is_comment(const char *at, const char *end) {
  return end - at >= 2 && at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

/* Behind the comment that begins at `at`; a newline is not part of it. */
static const char *skip_comment(const char *at, const char *end) {
  if (at[1] == '/')
    return line_end(at, end);
  for (at += 2; (at = find(at, end, '*')) < end; at++)
    if (end - at >= 2 && at[1] == '/')
      return at + 2;
  return end;
}

/* In a file clang takes a zero byte for a blank, but not in a backslash-newline. */
static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (is_blank(*at) || !*at || is_comment(at, end)))
    at = is_comment(at, end) ? skip_comment(at, end) : at + 1;
  return at;
}

static const char *word_end(const char *at, const char *end) {
  while (at < end && is_word(*at))
    at++;
  return at;
}

static bool is_include(const char *text, size_t length) {
  return equals(text, length, "include") || equals(text, length, "import") || equals(text, length, "include_next");
}

/* Trigraphs, which some drivers' compilers read, and which nobody writes, are not followed. */
static bool has_trigraph(const char *text, const char *end) {
  for (const char *at = text; (at = find(at, end, '?')) < end; at++)
    if (end - at >= 3 && at[1] == '?' && (at[2] == '=' || at[2] == '/'))
      return true;
  return false;
}

/* The same for %:, which is another way to write #. */
static bool has_digraph(const char *text, const char *end) {
  for (const char *at = text; (at = find(at, end, '%')) < end; at++)
    if (end - at >= 2 && at[1] == ':')
      return true;
  return false;
}

bool clgroup_scan_matters(const struct clgroup_scan_facts *f, const char *text, size_t length) {
  const char *end = text + length;
  bool pastes = f->pastes, work = f->work || f->prefixes;
  if (f->result->seeks_sub_groups && (memmem(text, length, "sub_group", 9) || memmem(text, length, "subgroup", 8)))
    return true;
  for (const char *at = text; (at = find(at, end, 'w')) < end; at++) {
    if (end - at < WORK || memcmp(at, stem, WORK))
      continue;
    work = true;
    if (end - at >= GROUP && !memcmp(at, stem, GROUP))
      return true;
  }
  for (const char *at = text; (at = find(at, end, '#')) < end;) {
    at++;
    pastes |= at < end && *at == '#';
    while (at < end && (is_blank(*at) || !*at))
      at++;
    /* What is a comment here may be none, in a literal say. */
    if (is_comment(at, end) || is_include(at, (size_t)(word_end(at, end) - at)))
      return true;
  }
  return (pastes && work) || has_digraph(text, end) || has_trigraph(text, end);
}

static bool begins(const char *text, size_t length, const char *beginning) {
  return length >= strlen(beginning) && !memcmp(text, beginning, strlen(beginning));
}

static bool is_of_sub_groups(const char *text, size_t length) {
  static const char *const beginnings[] = {"sub_group_", "get_sub_group_", "get_max_sub_group_", "get_num_sub_groups",
                                           "get_enqueued_num_sub_groups"};
  for (unsigned i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (begins(text, length, beginnings[i]))
      return true;
  return equals(text, length, "cl_khr_subgroups") || equals(text, length, "__opencl_c_subgroups");
}

static void take_identifier(struct clgroup_scan_facts *f, const char *text, size_t length) {
  f->result->feature |= equals(text, length, "__opencl_c_work_group_collective_functions");
  f->result->extension |= equals(text, length, "cl_khr_work_group_uniform_arithmetic");
  f->result->sub_groups |= f->result->seeks_sub_groups && is_of_sub_groups(text, length);
  if (equals(text, length, "work"))
    f->work = true;
  else if (length > WORK && !memcmp(text, stem, WORK)) {
    f->result->names |= clgroup_name_find(text, length);
    f->prefixes |= clgroup_names_beginning(text, length);
  }
  /* group and _group... are what `work` and `work_` can be pasted to. */
  char whole[80] = "work_";
  size_t bar = *text == '_', rest = length - bar;
  if (rest >= strlen("group") && rest < sizeof whole - 5 && text[bar] == 'g') {
    memcpy(whole + 5, text + bar, rest);
    f->suffixes |= clgroup_names_beginning(whole, 5 + rest);
  }
}

/* Behind the string or character literal that begins at `at`. One that is not closed ends with its line. */
static const char *skip_literal(const char *at, const char *end) {
  char quote = *at++;
  for (; at < end && !is_newline(*at); at++) {
    if (*at == quote)
      return at + 1;
    if (*at == '\\' && at + 1 < end && !is_newline(at[1]))
      at++;
  }
  return at;
}

struct reader {
  struct clgroup_scan_facts *facts;
  const char *text, *end;
  const char *error_end; /* of the last line with an #error, or the text */
  clgroup_scan_include *include;
  void *context;
};

static void give_up(struct reader *r) {
  r->facts->result->unknown = true;
}

/* The rest of an #include, or of what looks like one, which leaves `at` behind its name. */
static int take_include(struct reader *r, const char **at) {
  const char *name = skip_blanks(*at, r->end);
  *at = name;
  if (name < r->end && (*name == '"' || *name == '<')) {
    char close = *name == '<' ? '>' : '"';
    do
      ++*at;
    while (*at < r->end && **at != close && !is_newline(**at));
    if (*at < r->end && **at == close)
      return r->include(r->context, name + 1, (size_t)((*at)++ - name - 1));
  }
  give_up(r);
  return 0;
}

/* At a #, which may begin a directive: the rest of it, as far as it is not read like other text. */
static int take_hash(struct reader *r, const char **at) {
  if (r->end - ++*at >= 1 && **at == '#') {
    r->facts->pastes = true;
    ++*at;
    return 0;
  }
  const char *name = skip_blanks(*at, r->end), *to = word_end(name, r->end);
  size_t length = (size_t)(to - name);
  if (is_include(name, length)) {
    *at = to;
    return take_include(r, at);
  }
  if (equals(name, length, "define")) {
    name = skip_blanks(to, r->end);
    r->facts->result->defines |= clgroup_name_find(name, (size_t)(word_end(name, r->end) - name)) != 0;
  } else if (name >= r->error_end && (equals(name, length, "error") || equals(name, length, "warning"))) {
    r->error_end = line_end(to, r->end);
  }
  return 0;
}

static const char *take_comment(struct reader *r, const char *at) {
  /* In an #error it is none, but where #if leaves that out. */
  if (at[1] == '*' && at < r->error_end)
    give_up(r);
  return skip_comment(at, r->end);
}

/* The start of the word that the character before `at` belongs to, or `at`. */
static const char *word_start(const char *at, const char *text) {
  while (at > text && is_word(at[-1]))
    at--;
  return at;
}

/* At a letter with which a part of an identifier may begin that matters. Returns what is behind the identifier or the
 * letter. */
static const char *take_word(struct reader *r, const char *at) {
  const char *part = *at == 'w' ? "work" : "group";
  if ((size_t)(r->end - at) < strlen(part) || memcmp(at, part, strlen(part)))
    return at + 1;
  const char *from = word_start(at, r->text), *to = word_end(at, r->end);
  take_identifier(r->facts, from, (size_t)(to - from));
  return to;
}

static const char *take_literal(struct reader *r, const char *at) {
  const char *before = word_start(at, at - r->text > 4 ? at - 4 : r->text);
  /* R"x(...)x" and 1'000 are C++, and end elsewhere. */
  if (*at == '"' ? at > before && at - before < 4 && at[-1] == 'R' : is_digit(*word_start(at, r->text)))
    give_up(r);
  return skip_literal(at, r->end);
}

int clgroup_scan_text(struct clgroup_scan_facts *facts, const char *text, size_t length, clgroup_scan_include *include,
                      void *context) {
  static const bool stops[256] = {['w'] = 1, ['g'] = 1, ['"'] = 1, ['\''] = 1, ['/'] = 1, ['#'] = 1, ['%'] = 1};
  struct reader r = {facts, text, text + length, text, include, context};
  const char *at = text;
  int error = 0;
  facts->result->unknown |= has_trigraph(text, r.end);
  while (!error) {
    while (at < r.end && !stops[(unsigned char)*at])
      at++;
    if (at == r.end)
      break;
    switch (*at) {
    case 'w':
    case 'g':
      at = take_word(&r, at);
      break;
    case '"':
    case '\'':
      at = take_literal(&r, at);
      break;
    case '/':
      at = is_comment(at, r.end) ? take_comment(&r, at) : at + 1;
      break;
    case '#':
      error = take_hash(&r, &at);
      break;
    default:
      if (r.end - at >= 2 && at[1] == ':')
        give_up(&r);
      at++;
    }
  }
  return error;
}

void clgroup_scan_words(struct clgroup_scan_facts *f, const char *text) {
  const char *at = text, *end = text + strlen(text), *from;
  f->result->unknown |= has_trigraph(at, end) || has_digraph(at, end);
  while (at < end) {
    f->pastes |= end - at >= 2 && at[0] == '#' && at[1] == '#';
    from = at;
    at = word_end(at, end);
    if (at > from)
      take_identifier(f, from, (size_t)(at - from));
    else
      at++;
  }
}

void clgroup_scan_definition(struct clgroup_scan_facts *f, const char *text) {
  f->result->defines |= clgroup_name_find(text, (size_t)(word_end(text, text + strlen(text)) - text)) != 0;
  clgroup_scan_words(f, text);
}

void clgroup_scan_paste(struct clgroup_scan_facts *f) {
  if (f->pastes)
    f->result->names |= f->prefixes | (f->work ? f->suffixes : 0);
}
