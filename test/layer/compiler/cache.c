/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* mount, setgroups */
#include "cache/cache.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { MEBIBYTE = 1 << 20 };

static void put(struct clgroup_cache *cache, const char *key, const char *data) {
  clgroup_cache_put(cache, key, strlen(key), (const unsigned char *)data, strlen(data));
}

/* 1: a hit; 0: a miss; -1: wrong data. */
static int get(struct clgroup_cache *cache, const char *key, const char *data) {
  unsigned char *got;
  size_t size;
  if (!clgroup_cache_get(cache, key, strlen(key), &got, &size))
    return got || size ? -1 : 0;
  int result = size == strlen(data) && !memcmp(got, data, size) ? 1 : -1;
  free(got);
  return result;
}

/* The name of the only entry. */
static const char *only_entry(void) {
  static char name[64];
  FILE *list;
  char command[4200];
  snprintf(command, sizeof command, "cd '%s' && ls | tr -d '\\n'", in_folder("cache"));
  list = popen(command, "r");
  name[fread(name, 1, sizeof name - 1, list)] = 0;
  pclose(list);
  return name;
}

static void test_contents(void) {
  const mode_t mask = umask(0777);
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("new/folder/cache/"), 10 * MEBIBYTE);
  struct stat info;
  umask(mask);
  check(!stat(in_folder("new"), &info) && (info.st_mode & 0777) == 0700, "a umask");
  check(cache && !stat(in_folder("new/folder/cache"), &info) && (info.st_mode & 0777) == 0700, "a private folder");
  check(get(cache, "key", "data") == 0, "an empty cache");
  put(cache, "key", "data");
  check(get(cache, "key", "data") == 1 && get(cache, "kez", "data") == 0 && get(cache, "ke", "data") == 0, "an entry");
  put(cache, "key", "other data");
  check(get(cache, "key", "other data") == 1, "an entry that was replaced");
  put(cache, "empty", "");
  put(cache, "", "empty");
  check(get(cache, "empty", "") == 1 && get(cache, "", "empty") == 1, "nothing is something");

  unsigned char *big = calloc(1, 5 * MEBIBYTE), *got;
  size_t size;
  big[5 * MEBIBYTE - 1] = 1;
  clgroup_cache_put(cache, "a\0b", 3, big, 5 * MEBIBYTE);
  check(!clgroup_cache_get(cache, "a\0c", 3, &got, &size), "a key with a zero in it, another one");
  check(clgroup_cache_get(cache, "a\0b", 3, &got, &size) && size == 5 * MEBIBYTE && !memcmp(got, big, size),
        "5 MiB under a key with a zero in it");
  free(got);
  nanosleep(&(struct timespec){0, 20000000}, NULL); /* file systems' clocks are coarse */
  struct clgroup_cache *again = clgroup_cache_open(in_folder("new/folder/cache"), MEBIBYTE);
  check(get(again, "key", "other data") == 1, "what was put before it was opened");
  put(again, "x", "y");
  check(!clgroup_cache_get(again, "a\0b", 3, &got, &size) && get(again, "key", "other data") == 1,
        "a smaller limit holds for what is there");
  clgroup_cache_put(again, "big", 3, big, 5 * MEBIBYTE);
  check(!clgroup_cache_get(again, "big", 3, &got, &size) && get(again, "key", "other data") == 1,
        "what alone is over the limit");
  clgroup_cache_close(again);
  clgroup_cache_close(cache);
  free(big);
  check(get(NULL, "key", "data") == 0, "no cache");
  put(NULL, "key", "data");
  clgroup_cache_close(NULL);
}

/* An entry whose file was changed is a miss and is removed; storing it again works. */
static void try_damage(struct clgroup_cache *cache, const char *name, const char *bytes, size_t size, const char *what,
                       size_t where) {
  write_file(name, bytes, size);
  int got = get(cache, "a key", "some data");
  check(got == 0 && !is_there(name), "%s at %zu: %s", what, where, got ? "taken for good" : "still there");
}

static void test_damage(void) {
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), MEBIBYTE);
  put(cache, "a key", "some data");
  char name[128];
  snprintf(name, sizeof name, "cache/%s", only_entry());
  size_t size;
  char *good = read_file(name, &size), *bad = malloc(size + 9);
  check(size > 14 && strlen(name) == 38, "an entry of %zu bytes, %s", size, name);
  memcpy(bad, good, size);
  memset(bad + size, 0, 9);
  for (size_t i = 0; i < size; i++)
    for (int bit = 0; bit < 8; bit++) {
      bad[i] ^= (char)(1 << bit);
      try_damage(cache, name, bad, size, "a flipped bit", 8 * i + (size_t)bit);
      bad[i] = good[i];
    }
  for (size_t i = 0; i < size; i++)
    try_damage(cache, name, good, i, "truncated", i);
  for (size_t i = 1; i < 10; i++)
    try_damage(cache, name, bad, size + i, "extended", i);
  memset(bad, 0, size);
  try_damage(cache, name, bad, size, "zeros", 0);
  put(cache, "a key", "some data");
  check(get(cache, "a key", "some data") == 1, "made again");

  /* Two keys with the same hash. */
  put(cache, "another key", "other data");
  unlink(in_folder(name));
  char other[128];
  snprintf(other, sizeof other, "cache/%s", only_entry());
  rename(in_folder(other), in_folder(name));
  check(get(cache, "a key", "some data") == 0, "another's key in the entry");

  unlink(in_folder(name));
  check(!mkfifo(in_folder(name), 0600) && get(cache, "a key", "some data") == 0, "a pipe in the entry's place");
  unlink(in_folder(name));
  check(!symlink("/dev/zero", in_folder(name)) && get(cache, "a key", "some data") == 0, "a link in its place");
  unlink(in_folder(name));
  check(!mkdir(in_folder(name), 0700) && get(cache, "a key", "some data") == 0, "a folder in its place");
  put(cache, "a key", "some data");
  check(get(cache, "a key", "some data") == 0 && !count_files(in_folder("cache"), "new-"), "and it stays");
  clgroup_cache_close(cache);
  free(good);
  free(bad);
}

static void test_limit(void) {
  empty_folder();
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), 20000);
  char key[16], data[1001];
  memset(data, 'x', 1000);
  data[1000] = 0;
  for (int i = 0; i < 100; i++) {
    snprintf(key, sizeof key, "%d", i);
    put(cache, key, data);
    nanosleep(&(struct timespec){0, 5000000}, NULL); /* file systems' clocks are coarse */
    if (get(cache, "0", data) != 1)
      check(false, "what is used all the time is gone after %d", i);
  }
  size_t count = count_files(in_folder("cache"), "");
  check(count >= 16 && count <= 19, "%zu entries of 1037 bytes under a limit of 20000", count);
  check(get(cache, "99", data) == 1 && get(cache, "90", data) == 1 && get(cache, "50", data) == 0, "the newest ones");
  go_to(in_folder("cache"));
  check(!system("touch -t 203701010000 *"), "files from a time when the clock was wrong");
  go_to(home);
  for (const char *late = "abcd"; *late; late++)
    put(cache, late, data);
  check(get(cache, "abcd", data) == 1 && get(cache, "d", data) == 1, "they go before what is used now");
  clgroup_cache_close(cache);
}

static const char *aged(const char *name) {
  utimensat(AT_FDCWD, in_folder(name), (struct timespec[]){{1000, 0}, {1000, 0}}, 0);
  return in_folder(name);
}

/* In a folder that others use too, only what a cache has written goes. */
static void test_marks(void) {
  static const char *const kept[] = {"cache/new-year-photos.tar", "cache/new-aaaaaa",
                                     "cache/0123456789abcdef0123456789abcdef", "cache/somebody's", "cache/lock"};
  empty_folder();
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), 20000);
  char name[128], data[15001];
  memset(data, 'x', 15000);
  data[15000] = 0;
  put(cache, "key", data);
  snprintf(name, sizeof name, "cache/%s", only_entry());
  size_t size;
  char *entry = read_file(name, &size);
  write_file("cache/new-cccccc", entry, size);
  write_file("cache/new-dddddd", entry, size);
  aged("cache/new-cccccc");
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    write_file(kept[i], data, 15000);
    aged(kept[i]);
  }
  /* An entry of another version, which has another first byte. */
  entry[7]++;
  write_file("cache/fedcba9876543210fedcba9876543210", entry, size);
  aged("cache/fedcba9876543210fedcba9876543210");
  put(cache, "kez", "data");
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check(is_there(kept[i]), "%s, which no cache has written, is gone", kept[i]);
  check(!is_there("cache/new-cccccc") && is_there("cache/new-dddddd"),
        "what a killed writer has left goes after an hour");
  check(!is_there("cache/fedcba9876543210fedcba9876543210") && get(cache, "key", data) == 1 &&
            get(cache, "kez", "data") == 1,
        "the entries are below the limit, and others' files do not count");
  free(entry);
  clgroup_cache_close(cache);
}

static bool opens(const char *name) {
  errno = 0;
  struct clgroup_cache *cache = clgroup_cache_open(in_folder(name), MEBIBYTE);
  put(cache, "key", "data");
  clgroup_cache_close(cache);
  return cache;
}

/* A folder that others can write, now or later, and links to one. */
static void test_others(void) {
  static const mode_t modes[] = {0777, 01777, 0770, 0722};
  empty_folder();
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    mkdir(in_folder("cache"), 0700);
    chmod(in_folder("cache"), modes[i]);
    check(!symlink(in_folder("made"), in_folder("cache/lock")), "a link");
    check(!opens("cache") && errno == EPERM && !is_there("made") && count_files(in_folder("cache"), "") == 1,
          "a folder of mode %o", modes[i]);
    empty_folder();
  }
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), MEBIBYTE);
  put(cache, "key", "data");
  chmod(in_folder("cache"), 0777);
  put(cache, "kez", "data");
  check(get(cache, "key", "data") == 0 && count_files(in_folder("cache"), "") == 1, "a mode that changes later");
  chmod(in_folder("cache"), 0755);
  check(get(cache, "key", "data") == 1 && !symlink(in_folder("cache"), in_folder("link")) && opens("link"),
        "a folder that others may read, and a link of one's own");
  clgroup_cache_close(cache);
  if (getuid()) {
    skip("another user's folder, file and link: needs root");
    return;
  }
  check(!lchown(in_folder("link"), 65534, 65534) && !opens("link") && !opens("link/"), "another user's link");
  check(!setenv("XDG_CACHE_HOME", in_folder("link"), 1) && !clgroup_cache_folder(), "XDG_CACHE_HOME by such a link");
  check(!chown(in_folder("cache"), 65534, 65534) && !opens("cache") && !opens("cache/"), "another user's folder");

  /* Its owner, whose own group may write, and another user by an access control list. */
  static const unsigned char list[] = {2,   0,   0,   0, /* version, then kind, rights and user: */
                                       1,   0,   7,   0,   255, 255, 255, 255, 2,   0,   7,   0,  1, 0,
                                       0,   0,   4,   0,   0,   0,   255, 255, 255, 255, 16,  0,  7, 0,
                                       255, 255, 255, 255, 32,  0,   0,   0,   255, 255, 255, 255};
  check(!chmod(folder, 0755) && !chmod(in_folder("cache"), 0770) && !seteuid(65534) && opens("cache"), "a group");
  if (setxattr(in_folder("cache"), "system.posix_acl_access", list, sizeof list, 0))
    skip("another user by a list: needs a file system with access control lists");
  else
    check(!opens("cache") && errno == EPERM, "another user by a list");
  check(!seteuid(0) && !chmod(folder, 0700), "root again");
}

/* What every process and thread does: stores and loads random ones of 30 keys, whose data follow from the key. */
static bool be_busy(struct clgroup_cache *cache, unsigned seed, int rounds) {
  static const size_t sizes[] = {0, 1, 100, 4096, 70000};
  unsigned char *want = malloc(70000), *got;
  bool good = want;
  for (int i = 0; good && i < rounds; i++) {
    unsigned key = rand_r(&seed) % 30;
    size_t size = sizes[key % 5], got_size;
    for (size_t k = 0; k < size; k++)
      want[k] = (unsigned char)(key * 31 + k);
    if (clgroup_cache_get(cache, &key, sizeof key, &got, &got_size)) {
      good = got_size == size && !memcmp(got, want, size);
      free(got);
    } else
      clgroup_cache_put(cache, &key, sizeof key, want, size);
  }
  free(want);
  return good;
}

static void test_processes(void) {
  empty_folder();
  pid_t pids[16];
  fflush(NULL);
  for (unsigned i = 0; i < 16; i++)
    if (!(pids[i] = fork())) {
      struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), 200000);
      bool good = cache && be_busy(cache, i, 400);
      clgroup_cache_close(cache);
      _exit(good ? 0 : 1);
    }
  int status, bad = 0;
  for (int i = 0; i < 16; i++)
    bad += waitpid(pids[i], &status, 0) != pids[i] || status;
  check(!bad, "16 processes at once: %d saw what they should not", bad);

  /* Writers are killed while writing. */
  bad = 0;
  for (int i = 0; i < 100; i++) {
    pid_t pid = fork();
    if (!pid) {
      be_busy(clgroup_cache_open(in_folder("cache"), 200000), (unsigned)i, 1 << 30);
      _exit(1); /* only with wrong data */
    }
    nanosleep(&(struct timespec){0, 2000000 + 37 * i}, NULL);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    bad += WIFEXITED(status);
  }
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), 200000);
  check(!bad && be_busy(cache, 1, 400), "100 writers killed in the midst of it, %d of them had seen wrong data", bad);
  clgroup_cache_close(cache);
}

static void *be_busy_thread(void *cache) {
  return be_busy(cache, (unsigned)(size_t)pthread_self(), 300) ? cache : NULL;
}

static void test_threads(void) {
  empty_folder();
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), 200000);
  pthread_t threads[8];
  int bad = 0;
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, be_busy_thread, cache);
  for (int i = 0; i < 8; i++) {
    void *result;
    pthread_join(threads[i], &result);
    bad += !result;
  }
  check(!bad, "8 threads at once: %d saw what they should not", bad);
  clgroup_cache_close(cache);
}

/* On a full disk entries are complete or absent. */
static void test_full_disk(void) {
  empty_folder();
  mkdir(in_folder("small"), 0700);
  if (mount("tmpfs", in_folder("small"), "tmpfs", 0, "size=64k")) {
    skip("a full disk: needs to mount a tmpfs");
    return;
  }
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("small/cache"), MEBIBYTE);
  check(cache && be_busy(cache, 3, 500), "a disk of 64 KiB, and entries of up to 70");
  size_t count = count_files(in_folder("small/cache"), "");
  for (unsigned key = 0; key < 30; key++) {
    unsigned char *got;
    size_t size;
    if (clgroup_cache_get(cache, &key, sizeof key, &got, &size))
      free(got);
  }
  check(!count_files(in_folder("small/cache"), "new-") && count == count_files(in_folder("small/cache"), ""),
        "half-written entries on a full disk");
  for (int i = 0; i < 64; i++) {
    char name[32], block[4096] = "";
    snprintf(name, sizeof name, "small/fill%d", i);
    FILE *file = fopen(in_folder(name), "w");
    if (file) {
      fwrite(block, 1, sizeof block, file);
      fclose(file);
    }
  }
  put(cache, "key", "data");
  check(get(cache, "key", "data") >= 0 && !count_files(in_folder("small/cache"), "new-"), "a disk that is full");
  clgroup_cache_close(cache);
  umount(in_folder("small"));
}

static bool without_rights(void *unused) {
  (void)unused;
  if (!getuid() && (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
    return false;
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("locked"), MEBIBYTE);
  put(cache, "key", "data");
  put(cache, "kez", "data");
  bool good = get(cache, "key", "data") >= 0 && get(cache, "kez", "data") == 0;
  clgroup_cache_close(cache);
  return good && !clgroup_cache_open(in_folder("locked/deeper"), MEBIBYTE);
}

/* An application whose files may not be as large as an entry. */
static bool with_small_files(void *unused) {
  (void)unused;
  const struct rlimit few = {20, 20};
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), MEBIBYTE);
  const bool limited = !setrlimit(RLIMIT_FSIZE, &few);
  put(cache, "key", "data");
  const bool good = limited && get(cache, "key", "data") == 0;
  clgroup_cache_close(cache);
  return good;
}

static bool without_streams(void *unused) {
  unsigned char *data = calloc(1, MEBIBYTE), *got;
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("streams"), 200 * MEBIBYTE);
  bool good = !unused && data && cache;
  for (int i = 0; good && i < 100; i++) {
    size_t size;
    clgroup_cache_put(cache, &i, sizeof i, data, MEBIBYTE);
    good = clgroup_cache_get(cache, &i, sizeof i, &got, &size) && size == MEBIBYTE;
    free(got);
  }
  clgroup_cache_close(cache);
  free(data);
  return good;
}

static void test_unwritable(void) {
  empty_folder();
  check(in_child(with_small_files, NULL), "a limit on the size of files");
  check(in_child_without_streams(without_streams), "an application without standard streams");
  struct clgroup_cache *cache = clgroup_cache_open(in_folder("locked"), MEBIBYTE);
  put(cache, "key", "data");
  clgroup_cache_close(cache);
  chmod(folder, 0755);
  chmod(in_folder("locked"), 0555);
  check(in_child(without_rights, NULL), "a folder that cannot be written");
  chmod(in_folder("locked"), 0700);
  chmod(folder, 0700);
  write_file("file", "", 0);
  check(!clgroup_cache_open(in_folder("file"), 1) && !clgroup_cache_open(in_folder("file/cache"), 1) &&
            !clgroup_cache_open("", 1),
        "no folder");

  /* CLGROUP_CACHE_DIR may be a relative path, and the application may go elsewhere. */
  go_to(folder);
  cache = clgroup_cache_open("relative", MEBIBYTE);
  go_to(home);
  put(cache, "key", "data");
  check(get(cache, "key", "data") == 1, "a relative path");
  clgroup_cache_close(cache);

  /* The folder is removed while the cache is open. */
  cache = clgroup_cache_open(in_folder("gone"), MEBIBYTE);
  rmdir(in_folder("gone"));
  put(cache, "key", "data");
  check(get(cache, "key", "data") == 0, "a folder that was removed");
  clgroup_cache_close(cache);
}

static void is_folder(const char *want, const char *what) {
  char *got = clgroup_cache_folder();
  check(want ? got && !strcmp(got, want) : !got, "the folder with %s is %s", what, got ? got : "not known");
  free(got);
}

static void test_folder(void) {
  setenv("XDG_CACHE_HOME", "/x/y", 1);
  setenv("HOME", "/home/z", 1);
  is_folder("/x/y/clgroup", "XDG_CACHE_HOME");
  setenv("XDG_CACHE_HOME", "x/y", 1);
  is_folder("/home/z/.cache/clgroup", "a relative XDG_CACHE_HOME");
  unsetenv("XDG_CACHE_HOME");
  is_folder("/home/z/.cache/clgroup", "HOME");
  setenv("HOME", in_folder("home"), 1);
  mkdir(in_folder("home"), 0700);
  if (!geteuid() && !chown(in_folder("home"), 65534, 65534)) {
    is_folder(NULL, "another user's HOME");
    setenv("XDG_CACHE_HOME", in_folder("home"), 1);
    is_folder(NULL, "another user's XDG_CACHE_HOME");
    setenv("XDG_CACHE_HOME", in_folder("home/.cache"), 1);
    is_folder(NULL, "an XDG_CACHE_HOME that would be made in another user's folder");
    unsetenv("XDG_CACHE_HOME");
  }
  rmdir(in_folder("home"));
  setenv("HOME", "", 1);
  is_folder(NULL, "an empty HOME");
  unsetenv("HOME");
  is_folder(NULL, "no HOME");
}

static void test_memory(void) {
  empty_folder();
  bool out = true;
  for (long n = 1; out; n++) {
    fail_allocation(n);
    struct clgroup_cache *cache = clgroup_cache_open(in_folder("cache"), MEBIBYTE);
    put(cache, "key", "data");
    int got = get(cache, "key", "data");
    clgroup_cache_close(cache);
    out = allocation_failed();
    fail_allocation(0);
    check(out ? got >= 0 : got == 1, "without the memory of allocation %ld", n);
  }
}

void test_cache(void) {
  test_contents();
  test_damage();
  test_limit();
  test_marks();
  test_others();
  test_processes();
  test_threads();
  test_full_disk();
  test_unwritable();
  test_folder();
  test_memory();
}
