/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A random program as a tree: functions of statements of expressions, which the printer, the interpreter and the
 * reducer walk. */
#ifndef CLGROUP_RANDOM_TREE_H
#define CLGROUP_RANDOM_TREE_H

#include "generate.h"
#include "pile.h"

enum work_group_function { REDUCE, SCAN_INCLUSIVE, SCAN_EXCLUSIVE, ALL, ANY, BROADCAST, WORK_GROUP_FUNCTIONS };
/* The reference's. */
enum operator{
  ADD = REF_ADD,
  MIN = REF_MIN,
  MAX = REF_MAX,
  MUL = REF_MUL,
  AND = REF_AND,
  OR = REF_OR,
  XOR = REF_XOR,
  LOGICAL_AND = REF_LOGICAL_AND,
  LOGICAL_OR = REF_LOGICAL_OR,
  LOGICAL_XOR = REF_LOGICAL_XOR,
  OPERATORS = REF_OPS
};

#define BINARY(name, ...) name,
enum {
#include "nodes.inc"
  BINARIES
};
#define EXPRESSION(kind, ...) kind,
enum expression_kind {
#include "nodes.inc"
  EXPRESSIONS
};
#define STATEMENT(kind, ...) kind,
enum statement_kind {
#include "nodes.inc"
  STATEMENTS
};

/* Who takes part in an operator's call, and with how many items. */
enum scope {
  OVER_TILE,
  OVER_GROUP,
  OVER_ITEMS,
  OVER_ITEMS_FROM,  /* the last operand, which is uniform, goes in front */
  OVER_ITEMS_AFTER, /* what a callback makes of it and the sum does */
  OVER_ACTIVE,
  OVER_SUB_GROUP,
  OVER_NON_UNIFORM, /* the active lanes, by OpenCL C's functions */
  SCOPES
};

enum { MOST_OPERANDS = 4, MOST_CASES = 4, ELEMENTS = 4, MOST_ELEMENTS = 16, MOST_MEMBERS = 4, STRUCTURES = 2 };
/* A loop is run, and a switch chooses, by these bits of its expression. */
enum { LOOP_MASK = 3, SWITCH_MASK = 3 };

/* The shape of a variable, or of an expression that is not a scalar. */
enum shape_kind { SCALAR, ARRAY, VECTOR, STRUCT, LOCAL_ARRAY };
struct shape {
  enum shape_kind kind;
  enum ref_type type; /* of its elements, but for a struct's */
  unsigned count;     /* of elements; of a scalar also 0 */
  unsigned structure;
};

struct expression {
  enum expression_kind kind;
  enum ref_type type;
  struct shape shape; /* SCALAR except for whole vectors and structs */
  bool uniform;       /* all work-items of a work-group have the same value */
  bool calls;         /* it has work-group calls somewhere */
  unsigned what, by, index, style;
  uint64_t value;
  double most; /* of a float: no value is farther from 0 */
  struct expression *operands[MOST_OPERANDS];
  unsigned count;
};

struct block {
  struct statement **statements;
  unsigned count;
};

struct statement {
  enum statement_kind kind;
  unsigned index, style;
  uint64_t value;
  struct expression *expressions[2];
  struct block blocks[MOST_CASES];
  unsigned block_count;
  bool falls[MOST_CASES]; /* a switch's block runs into the next */
  bool has_default;       /* the last block is it */
};

struct variable {
  struct shape is;
  bool uniform, counter;
  bool parameter; /* of a helper; of a kernel: a local array */
};

struct function {
  bool is_kernel, calls, removed;
  bool divergent;    /* it has calls of lanes in divergent control flow */
  struct shape type; /* of a helper's result */
  unsigned style, parameter_count;
  bool required_size;
  struct variable *variables;
  unsigned variable_count;
  struct block body;
  struct expression *result;
  unsigned slots[CASE_TYPES];
  bool updates;
  /* The launch. */
  unsigned dimensions;
  size_t local[3], groups[3], missing[3], offset[3];
  uint64_t scalars[3];
  uint64_t seed; /* of its inputs */
};

struct structure {
  unsigned count;
  enum ref_type members[MOST_MEMBERS];
  bool nested; /* members 2 and on are in a struct of its own */
};

struct program {
  struct pile pile;
  uint64_t seed;
  struct generate_limits limits;
  size_t *cuts; /* program_reduce()'s, in order */
  unsigned cut_count;
  struct function *functions; /* helpers first */
  unsigned function_count;
  struct structure structures[STRUCTURES];
  unsigned style; /* how it names what it calls */
  unsigned options;
  unsigned features; /* enum feature */
  bool extension;
  bool extended;  /* it uses <clgroup/operator.h> */
  bool divergent; /* calls of lanes are in divergent control flow, so that it has no plain text */
  bool both;      /* some of its calls of the work-group's functions are of the sub-group's, which give the same */
  bool typedefs;  /* its types have names of its own */
};

enum { LESS, LESS_EQUAL, EQUAL, UNEQUAL, COMPARISONS };

bool type_is_signed(enum ref_type type);
unsigned type_bits(enum ref_type type);
struct shape shape_scalar(enum ref_type type);
unsigned shape_count(struct shape s);
enum ref_type shape_element(const struct program *p, struct shape s, unsigned at);
bool shape_same(struct shape a, struct shape b);

/* Zeroed memory of the program, which ends with it. */
void *program_add(struct program *p, size_t size);
void block_add(struct program *p, struct block *b, struct statement *s);
/* Calls the functions that are not NULL: `expression` for each one of the tree, operands first; `statement` for each
 * one before what is in it. */
typedef void visit_expression(const struct expression *e, void *data);
typedef void visit_statement(const struct statement *s, void *data);
void expression_visit(const struct expression *e, visit_expression *expression, void *data);
void block_visit(const struct block *b, visit_statement *statement, visit_expression *expression, void *data);
/* In each function that is not removed, and its result. */
void program_visit(const struct program *p, visit_statement *statement, visit_expression *expression, void *data);
/* Whether a function of the program calls function `which`. */
bool program_calls(const struct program *p, unsigned which);
bool block_calls(const struct block *b);
size_t function_items(const struct function *f);

/* evaluate-operator.c: the row of OWN_ROWS, and the counter of ALL_COUNTERS, that an update is of. */
unsigned counter_row(const struct expression *e);
unsigned counter_of_all(const struct expression *e);

/* print.c: for free(). */
char *program_print(const struct program *p, bool plain);
/* interpret.c: the arguments of a kernel's launch, with their values after it. */
void function_run(const struct program *p, const struct function *kernel, struct case_launch *launch);
/* The kernel's buffers, in the order of its parameters. */
enum { INPUT_INTS, INPUT_LONGS, SCALARS, UPDATED = SCALARS + 3, OUTPUTS };
/* Behind the outputs, of extended programs: counters of the members of a call, a row of the launch's work-items for
 * each width and kind of call, and the counters of all. */
enum { OWN_ROWS = 13, ALL_COUNTERS = 14, COUNTER_BUFFERS = 2, COUNTER_START = 1000 };

#endif
