// How calls follow one another. Each kernel reads small whole numbers, so that every sum is exact in every type, and
// writes columns of long. `uniform` holds a number per work-group that no compiler can know.

#define ARGUMENTS global const int *in, global long *out, uint items, global const uint *uniform
#define COLUMN(c) out[GUARD + (c) * items + item()]

KERNEL void same_type(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_scan_inclusive_add(x);
  int b = work_group_scan_inclusive_add(x + 1);
  int c = work_group_reduce_max(x);
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = c;
}

KERNEL void mixed_types(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_scan_inclusive_add(x);
  long b = work_group_scan_exclusive_add((long)x * 4000000000);
  float c = work_group_reduce_add((float)x);
  uint d = work_group_reduce_max((uint)(x + 100));
  ulong e = work_group_scan_inclusive_max((ulong)(x + 200) << 40);
  int f = work_group_scan_inclusive_min(x);
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = (long)c;
  COLUMN(3) = d;
  COLUMN(4) = (long)e;
  COLUMN(5) = f;
}

// The third call comes back to the half of scratch that the first one used.
KERNEL void third_call(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_reduce_max(x);
  long b = work_group_scan_exclusive_add((long)x * 4000000000);
  int c = work_group_reduce_add(x * 3);
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = c;
}

KERNEL void loop(ARGUMENTS) {
  int x = in[item()];
  long sum = 0;
  uint trips = uniform[group()];
  for (uint i = 0; i < trips; i++)
    sum = sum * 3 + work_group_reduce_add(x + (int)i);
  COLUMN(0) = sum;
}

// An odd number of calls in the body: whatever alternates between calls meets its other half in the next turn.
KERNEL void loop_of_three(ARGUMENTS) {
  int x = in[item()];
  long sum = 0;
  uint trips = uniform[group()];
  for (uint i = 0; i < trips; i++) {
    int a = work_group_scan_exclusive_add(x);
    long b = work_group_reduce_max((long)x << 33);
    float c = work_group_scan_inclusive_add((float)a);
    sum += a + (b >> 33) + (long)c;
    x = x / 2 + 1;
  }
  COLUMN(0) = sum;
}

KERNEL void loop_while_any(ARGUMENTS) {
  int x = in[item()];
  int turns = 0;
  while (work_group_any(x > 0)) {
    x--;
    turns++;
  }
  COLUMN(0) = turns;
}

KERNEL void loop_until_done(ARGUMENTS) {
  int x = in[item()];
  int turns = 0, most;
  do {
    most = work_group_reduce_max(x);
    if (x == most)
      x = x / 2;
    turns++;
  } while (most > 0 && turns < 40);
  COLUMN(0) = turns;
  COLUMN(1) = work_group_scan_inclusive_add(x);
}

KERNEL void loop_with_break(ARGUMENTS) {
  int x = in[item()];
  uint trips = uniform[group()];
  long sum = 0;
  for (int i = 0; i < 20; i++) {
    if (i % 3 == 1)
      continue;
    sum += work_group_scan_inclusive_add(x + i);
    if (i >= (int)trips)
      break;
    sum += work_group_reduce_min(x);
  }
  COLUMN(0) = sum;
}

KERNEL void branch(ARGUMENTS) {
  int x = in[item()], y;
  if (uniform[group()] & 1)
    y = work_group_scan_inclusive_add(x);
  else
    y = work_group_reduce_min(x);
  COLUMN(0) = y;
  COLUMN(1) = work_group_scan_exclusive_add(y);
}

KERNEL void branch_of_many(ARGUMENTS) {
  int x = in[item()];
  long y = 0;
  switch (uniform[group()]) {
  case 0:
    y = work_group_reduce_add(x);
    break;
  case 1:
    y = work_group_scan_exclusive_add((long)x);
    y += work_group_reduce_max(x);
    break;
  case 2:
    y = (long)work_group_scan_inclusive_add((float)x);
    break;
  }
  COLUMN(0) = y;
  COLUMN(1) = work_group_reduce_add(y);
}

KERNEL void early_exit(ARGUMENTS) {
  int x = in[item()];
  if (uniform[group()] % 3 == 0) {
    COLUMN(0) = -1;
    COLUMN(1) = -2;
    return;
  }
  int y = work_group_scan_inclusive_add(x);
  COLUMN(0) = y;
  if (uniform[group()] % 3 == 1) {
    COLUMN(1) = -3;
    return;
  }
  COLUMN(1) = work_group_reduce_max(y);
}

// One helper that calls work-group functions, called from two kernels and twice from one.
long helper(int x);
__attribute__((noinline)) long helper(int x) {
  int total = work_group_reduce_add(x);
  int before = work_group_scan_exclusive_add(x);
  return (long)total * 1000 + before;
}

KERNEL void helper_once(ARGUMENTS) {
  COLUMN(0) = helper(in[item()]);
}

KERNEL void helper_twice(ARGUMENTS) {
  int x = in[item()];
  long a = helper(x);
  long b = helper(x + 1);
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = work_group_scan_inclusive_max(x);
}

// A neighbour of kernels that use work-group functions, and uses none.
KERNEL void no_function(ARGUMENTS) {
  COLUMN(0) = in[item()] * 2;
}

KERNEL void own_local(ARGUMENTS, local int *given) {
  LOCAL int mine[MAX_SIZE];
  LOCAL long more[MAX_SIZE];
  int x = in[item()];
  uint r = rank(), n = get_local_size(0) * get_local_size(1) * get_local_size(2);
  mine[r] = x;
  given[r] = x * 2;
  more[r] = x * 3;
  int a = work_group_scan_inclusive_add(x);
  long b = work_group_reduce_add((long)x);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint next = (r + 1) % n;
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = mine[next];
  COLUMN(3) = given[next];
  COLUMN(4) = more[next];
}

// Results feed the next calls.
KERNEL void feeding(ARGUMENTS) {
  int x = in[item()];
  uint n = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int y = work_group_scan_exclusive_add(x);
  y = work_group_scan_inclusive_max(y);
  y = work_group_broadcast(y, (n / 2) % get_local_size(0), 0, 0) + x;
  y = work_group_reduce_add(y);
  y = work_group_scan_inclusive_add((y + x) & 7);
  COLUMN(0) = y;
}

KERNEL void nested(ARGUMENTS) {
  int x = in[item()];
  COLUMN(0) = work_group_scan_inclusive_add(work_group_reduce_max(x) - x);
  COLUMN(1) = work_group_reduce_add(x) + 2 * work_group_scan_exclusive_add(x + 1);
}

// The first results are used only after later calls have used their scratch again.
KERNEL void late_use(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_scan_inclusive_add(x);
  int b = work_group_reduce_add(x * 2);
  int c = work_group_scan_exclusive_add(x + 5);
  int d = work_group_reduce_min(x);
  barrier(CLK_GLOBAL_MEM_FENCE);
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = c;
  COLUMN(3) = d;
}

KERNEL void array_of_results(ARGUMENTS) {
  int x = in[item()], results[8];
  long sum = 0;
  for (int i = 0; i < 8; i++)
    results[i] = work_group_scan_inclusive_add(x * i);
  for (int i = 0; i < 8; i++)
    sum = sum * 2 + results[7 - i];
  COLUMN(0) = sum;
}

#define STEP(k)                                                                                                        \
  y = (work_group_scan_inclusive_add(y) ^ (k)) & 15;                                                                   \
  y = (work_group_reduce_add(y) + (k) + x) & 15;
#define STEPS_4(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3)
#define STEPS_16(k) STEPS_4(k) STEPS_4(k + 4) STEPS_4(k + 8) STEPS_4(k + 12)

KERNEL void sixty_four(ARGUMENTS) {
  int x = in[item()], y = x & 15;
  STEPS_16(0)
  STEPS_16(16)
  COLUMN(0) = y;
}

// Each function behind each, with nothing between them: what one leaves to be read, the next must not overwrite too early.
// Each keeps what it had: otherwise a broadcast would replace the wrong value that it made others read.
#define NEXT(call) y = ((call) + x + y) & 15;
#define REDUCE NEXT(work_group_reduce_add(y))
#define INCLUSIVE NEXT(work_group_scan_inclusive_add(y))
#define EXCLUSIVE NEXT(work_group_scan_exclusive_add(y))
#define BROADCAST NEXT(work_group_broadcast(y, get_local_size(0) / 2, 0, 0))
#define LONG_BROADCAST NEXT((int)work_group_broadcast((long)y, get_local_size(0) / 2, 0, 0))
#define ALL NEXT(work_group_all(y < 15))
#define ANY NEXT(work_group_any(y == 15))
KERNEL void each_behind_each(ARGUMENTS) {
  int x = in[item()], y = x & 15;
  REDUCE REDUCE INCLUSIVE REDUCE EXCLUSIVE REDUCE BROADCAST REDUCE ALL REDUCE ANY
  INCLUSIVE INCLUSIVE EXCLUSIVE INCLUSIVE BROADCAST INCLUSIVE ALL INCLUSIVE ANY
  EXCLUSIVE EXCLUSIVE BROADCAST EXCLUSIVE ALL EXCLUSIVE ANY
  BROADCAST BROADCAST ALL BROADCAST ANY
  ALL ALL ANY
  ANY REDUCE
  COLUMN(0) = y;
}

// A broadcast in a loop may go another way than one outside: between each of the others, and behind itself.
KERNEL void broadcast_between(ARGUMENTS) {
  int x = in[item()], y = x & 15;
  BROADCAST
  for (uint i = 0; i < uniform[group()] + 2; i++) {
    BROADCAST REDUCE BROADCAST BROADCAST INCLUSIVE BROADCAST EXCLUSIVE BROADCAST ALL BROADCAST ANY BROADCAST LONG_BROADCAST
    BROADCAST
  }
  BROADCAST LONG_BROADCAST INCLUSIVE
  COLUMN(0) = y;
}

// Ten calls of mixed types, ten times.
KERNEL void hundred(ARGUMENTS) {
  int x = in[item()];
  uint turns = uniform[group()] + 4;
  long sum = 0;
  for (uint i = 0; i < turns; i++) {
    sum += work_group_reduce_add(x);
    sum += work_group_scan_inclusive_max((long)x << 34) >> 34;
    sum += (long)work_group_scan_exclusive_add((float)x);
    sum += work_group_reduce_min((uint)(x + 50));
    sum += work_group_all(x < 8);
    sum += work_group_scan_inclusive_add((long)x);
    sum += work_group_any(x > 7);
    sum += work_group_scan_inclusive_min(x);
    sum += work_group_broadcast(x, 0, 0, 0);
    sum += (long)work_group_reduce_max((ulong)(x + 60));
    x = (x * 5 + 3) % 9;
  }
  COLUMN(0) = sum;
}

KERNEL void broadcast_loop(ARGUMENTS) {
  int x = in[item()];
  uint n = get_local_size(0);
  long sum = 0;
  for (uint i = 0; i < n && i < 40; i++)
    sum = sum * 2 + work_group_broadcast(x, i, 0, 0);
  COLUMN(0) = sum;
}

// Sources come first and change: who loads late must not see the next call's value.
KERNEL void broadcast_changing(ARGUMENTS) {
  int x = in[item()];
  uint n = get_local_size(0);
  long sum = 0;
  for (uint i = 0; i < 12; i++) {
    sum = sum * 2 + work_group_broadcast(x, i % 3 % n, 0, 0);
    x = (x * 5 + (int)i + 1) & 15;
  }
  COLUMN(0) = sum;
}

KERNEL void votes_between(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_all(x > -8) != 0;
  int b = work_group_reduce_add(x);
  int c = work_group_any(x == 8) != 0;
  int d = work_group_all(x < 8) != 0;
  COLUMN(0) = a;
  COLUMN(1) = b;
  COLUMN(2) = c;
  COLUMN(3) = d;
}

// Variables that are set in the work-items alone whose values decide, as a leader's is. The branches are theirs alone.
KERNEL void unset(ARGUMENTS) {
  const int x = in[item()];
  const uint leader = uniform[group()] % (uint)get_local_size(0);
  const int low = -0x7fffffff - 1 + (int)(uniform[group()] >> 3); // no compiler knows that it adds 0
  int led, least, yes, no, some, branches = 0;
  long led_long;
  if (rank() == leader) {
    led = x;
    branches |= 1;
  }
  led = work_group_broadcast(led, leader, 0, 0);
  if (rank() == leader) {
    led_long = (long)x << 33;
    branches |= 2;
  }
  led_long = work_group_broadcast(led_long, leader, 0, 0);
  if (rank() == leader) {
    least = low;
    branches |= 4;
  }
  least = work_group_reduce_min(least);
  if (rank() == leader) {
    yes = x | 1;
    branches |= 8;
  }
  yes = work_group_any(yes) != 0;
  if (rank() == leader) {
    no = (int)(uniform[group()] >> 3);
    branches |= 16;
  }
  no = work_group_all(no) != 0;
  if (rank() <= leader) {
    some = x;
    branches |= 32;
  }
  const int through = work_group_scan_inclusive_add(some), before = work_group_scan_exclusive_add(some);
  COLUMN(0) = led;
  COLUMN(1) = led_long;
  COLUMN(2) = least;
  COLUMN(3) = yes;
  COLUMN(4) = no;
  COLUMN(5) = rank() <= leader ? through : 0;
  COLUMN(6) = rank() <= leader ? before : 0;
  COLUMN(7) = branches;
}

// What compaction does: where each kept item goes, and how many there are.
KERNEL void compaction(ARGUMENTS) {
  int keep = in[item()] > 0;
  int place = work_group_scan_exclusive_add(keep);
  int count = work_group_reduce_add(keep);
  COLUMN(0) = keep ? place : -1;
  COLUMN(1) = count;
}

// Scratch for the size that is asked for, whatever limit the compiler was given.
KERNEL __attribute__((reqd_work_group_size(33, 1, 1))) void required_size(ARGUMENTS) {
  int x = in[item()];
  COLUMN(0) = work_group_scan_inclusive_add(x);
  COLUMN(1) = work_group_scan_exclusive_add(x);
  COLUMN(2) = work_group_reduce_add((long)x);
}

#ifdef HAVE_DOUBLE
KERNEL void with_double(ARGUMENTS) {
  int x = in[item()];
  int a = work_group_reduce_add(x);
  double b = work_group_scan_inclusive_add((double)x);
  int c = work_group_scan_exclusive_add(x);
  double d = work_group_reduce_max((double)x);
  COLUMN(0) = a;
  COLUMN(1) = (long)b;
  COLUMN(2) = c;
  COLUMN(3) = (long)d;
}
#endif

#ifdef HAVE_HALF
KERNEL void with_half(ARGUMENTS) {
  int x = in[item()];
  half a = work_group_reduce_max((half)x);
  long b = work_group_scan_inclusive_add((long)x);
  half c = work_group_scan_inclusive_min((half)x);
  int d = work_group_reduce_add(x);
  half e = work_group_scan_inclusive_max((half)x);
  COLUMN(0) = (long)a;
  COLUMN(1) = b;
  COLUMN(2) = (long)c;
  COLUMN(3) = d;
  COLUMN(4) = (long)e;
}
#endif

// In place, on int.
KERNEL void in_place(global int *p, uint items, global const uint *unused) {
  p += GUARD + item();
  *p = work_group_scan_inclusive_add(*p);
  *p = work_group_reduce_add(*p) & 0xffff;
  *p = work_group_scan_exclusive_add(*p);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
