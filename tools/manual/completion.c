/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "manual/page.h"

#include <string.h>

/* "spv, bc or ll" as words for the shell: "spv bc ll". */
static void print_words(const char *words, FILE *out) {
  if (*words == '!') {
    fprintf(out, "\"$(%s)\"", words + 1);
    return;
  }
  putc('\'', out);
  for (const char *c = words; *c; c++)
    if (!strncmp(c, " or ", 4)) {
      putc(' ', out);
      c += 3;
    } else if (*c != ',')
      putc(*c, out);
  putc('\'', out);
}

/* The function's name: bash functions' names have no '-'. */
static void print_function(const struct page *page, FILE *out) {
  putc('_', out);
  for (const char *c = page->name; *c; c++)
    putc(*c == '-' ? '_' : *c, out);
}

/* Completes an option's value: with its words, with folders, or, by bash's default, with files. */
static void print_values(const struct page *page, FILE *out) {
  fputs("  case $before in\n", out);
  for (size_t i = 0; i < page->option_count; i++) {
    const struct page_option *o = &page->options[i];
    if (!o->name || !o->value || o->shape == PREFIX)
      continue;
    fprintf(out, "    %s) ", o->name);
    if (o->words) {
      fputs("mapfile -t COMPREPLY < <(compgen -W ", out);
      print_words(o->words, out);
      fputs(" -- \"$word\"); ", out);
    } else if (!strcmp(o->value, "DIR"))
      fputs("compopt -o dirnames +o default; ", out);
    fputs("return ;;\n", out);
  }
  fputs("  esac\n", out);
}

void print_completion(const struct page *page, FILE *out) {
  fprintf(out, "# bash completion for %s. Made from tools/%s/page.c.\n", page->name, page->name);
  print_function(page, out);
  fputs("() {\n"
        "  COMPREPLY=()\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "  # For bash '=' is a word of its own.\n"
        "  if [[ $word == '=' ]]; then\n"
        "    before+='=' word=''\n"
        "  elif [[ $before == '=' && $COMP_CWORD -gt 1 ]]; then\n"
        "    before=${COMP_WORDS[COMP_CWORD - 2]}=\n"
        "  fi\n",
        out);
  print_values(page, out);
  fputs("  if [[ $word == -* ]]; then\n"
        "    mapfile -t COMPREPLY < <(compgen -W '",
        out);
  for (size_t i = 0; i < page->option_count; i++)
    if (page->options[i].name)
      fprintf(out, "\n      %s", page->options[i].name);
  fputs("' -- \"$word\")\n"
        "    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n",
        out);
  if (page->arguments_are_commands)
    fputs("  elif [[ $COMP_CWORD == 1 ]]; then\n"
          "    mapfile -t COMPREPLY < <(compgen -c -- \"$word\")\n",
          out);
  fputs("  fi\n"
        "  return 0\n"
        "}\n"
        "complete -o default -F ",
        out);
  print_function(page, out);
  fprintf(out, " %s\n", page->name);
}
