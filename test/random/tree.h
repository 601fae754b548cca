/* A random program as a tree: functions of statements of expressions, which the printer, the interpreter and the
 * reducer walk. */
#ifndef CLGROUP_RANDOM_TREE_H
#define CLGROUP_RANDOM_TREE_H

#include "generate.h"

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

enum expression_kind {
  CONSTANT,        /* value */
  VARIABLE,        /* index */
  RANK,            /* the linear local id */
  SIZE,            /* work-items of the work-group */
  GROUP,           /* the linear id of the work-group */
  LOCAL_ID,        /* index: the dimension */
  LOCAL_SIZE,      /* index: the dimension */
  GLOBAL_ID,       /* index: the dimension */
  GLOBAL_OFFSET,   /* index: the dimension */
  ARGUMENT,        /* index: a scalar argument of the kernel */
  LOAD,            /* of an input at the work-item's own place, or value places further */
  LOAD_UPDATED,    /* of `io` at the work-item's own place */
  LOAD_UNIFORM,    /* of an input at operand 0, which is uniform */
  ELEMENT,         /* of the array, vector or struct index, at operand 0 or value */
  WHOLE,           /* the vector or struct index */
  COMPOUND,        /* a vector or struct of the operands, in order */
  LITERAL,         /* element operand 0 of an array of `value` elements, the other operands and then their numbers */
  BINARY,          /* what: a symbol of binary_symbols; also of vectors of integers */
  COMPARISON,      /* an int of 0 or 1 */
  CONDITIONAL,     /* operand 0 ? 1 : 2 */
  CAST,            /* integers to integers, floats to integers */
  SMALL_FLOAT,     /* (type)(operand 0 & value) */
  UNIT_FLOAT,      /* -1, 1 or 2, so few 2s that a product of a work-group stays exact */
  CLAMP,           /* of a float to -value ... value */
  CALL,            /* of the function index; where it returns a vector or struct: all of it, or element value */
  WORK_GROUP_CALL, /* what, by an operator; a broadcast's further operands are coordinates */
  OPERATOR_CALL    /* of <clgroup/operator.h>, or of the sub-group's functions: what over the scope `index`, by the row
                      `by` of operators.h; value: a tile's width, or the number of items; style: which part of the result,
                      and twice the number of the item, or the number of items for the sum of all */
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

enum statement_kind {
  ASSIGN,      /* variable index = expression 0 */
  ASSIGN_PART, /* an element of the array, vector or struct index, at expression 0, = expression 1 */
  CALL_KERNEL, /* the kernel index, with the own arguments */
  STORE,       /* to slot index of the output of expression 0's type */
  UPDATE,      /* of the input and output `io` at the work-item's own place */
  EXCHANGE, /* through a local array of the kernel: variable index = what the work-item value places further stored */
  COPY_IN,  /* the input to the local array `style`, by all: variable index = what lies value places further there */
  COPY_OUT, /* expression 0, from the local array `style`, to slot index of the output, by all */
  PRINT,    /* expression 0, by the work-items of rank up to value */
  IF,       /* expression 0; blocks 0 and 1 */
  LOOP,     /* expression 0 times, with the counter index; block 0 */
  SWITCH,   /* by expression 0; blocks */
  BREAK,    /* out of the loop, if expression 0 */
  CONTINUE, /* if expression 0 */
  RETURN,   /* if expression 0; a helper returns expression 1 */
  IF_TILE,  /* each tile of 2^value by its number, as changed by expression 0, which is uniform; blocks 0 and 1 */
  FETCH, /* variable index, or with style 1 slot index of the output, = the update of a counter that the members alone
            use, by the operator's call 0 */
  ADD_UP /* the same of one that all work-groups use, whose results are judged by what they add up to */
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
  uint64_t seed;
  struct function *functions; /* helpers first */
  unsigned function_count;
  struct structure structures[STRUCTURES];
  unsigned style; /* how it names what it calls */
  unsigned options;
  unsigned features; /* enum feature */
  bool extension;
  bool extended;  /* it uses <clgroup/operator.h> */
  bool divergent; /* calls of lanes are in divergent control flow, so that it has no plain text */
  struct lanes lanes;
  bool typedefs; /* its types have names of its own */
};

extern const char *const binary_symbols[];
enum {
  PLUS,
  MINUS,
  TIMES,
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  DIVIDE,
  REMAINDER,
  LEAST,
  GREATEST,
  BINARIES
};
extern const char *const comparison_symbols[];
enum { LESS, LESS_EQUAL, EQUAL, UNEQUAL, COMPARISONS };

bool type_is_signed(enum ref_type type);
unsigned type_bits(enum ref_type type);
struct shape shape_scalar(enum ref_type type);
unsigned shape_count(struct shape s);
enum ref_type shape_element(const struct program *p, struct shape s, unsigned at);
bool shape_same(struct shape a, struct shape b);

struct expression *expression_copy(const struct expression *e);
void expression_free(struct expression *e);
struct statement *statement_copy(const struct statement *s);
void statement_free(struct statement *s);
void block_add(struct block *b, struct statement *s);
struct block block_copy(const struct block *b);
void block_free(struct block *b);
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
struct program *program_copy(const struct program *p);
bool block_calls(const struct block *b);
size_t function_items(const struct function *f);
void *need(void *memory); /* or ends the program */

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
