/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suites of clgroup-test: a row of main.c's table each. */
#ifndef EXEC_SUITES_H
#define EXEC_SUITES_H

/* argv[0] is how the program was started, with the suite's name; returns the exit status. */
int functions_main(int argc, char **argv);
int sub_groups_main(int argc, char **argv);
int scans_main(int argc, char **argv);
int groups_main(int argc, char **argv);
int random_main(int argc, char **argv);
int reference_main(int argc, char **argv);

#endif
