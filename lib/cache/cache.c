/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An entry is a file, named by the hash of its key:
 *
 *   head, key, data
 *
 * It is written under another name and renamed, so that a reader finds it complete or not at all; the checksum over the
 * whole file detects damage by a faulty disk or a crash of the machine. There is no index: the folder is the list of
 * entries, and a file's modification time is the time of its last use. A user may name any folder: to make room, only
 * files that begin with the mark are removed.
 *
 * Each function opens the folder and checks it, and works in what it has opened. None is kept open, since applications
 * close descriptors that they do not know. */
#define _GNU_SOURCE /* O_NOFOLLOW */
#define XXH_INLINE_ALL
#include "cache/cache.h"

#include "base/files.h"
#include "base/places.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

struct clgroup_cache {
  uint64_t limit;
  char *folder; /* its absolute path: the application may change the current folder */
};

/* In this machine's byte order: in the other one the magic number differs. */
struct head {
  uint64_t magic;
  uint64_t key_size, data_size;
  uint64_t checksum; /* of everything before and after it */
};

static const uint64_t magic =
    0x31656863a8676c63; /* the highest byte changes with the format; the others are the mark */
static const char temporary[] = "new-";
enum { HASH_DIGITS = 32, NAME_ROOM = HASH_DIGITS + 1, STALE = 60 * 60, DAY = 24 * STALE, TRIES = 8 };

/* mkdir -p, whatever the umask: the folders outlive this process. */
static bool make_folders(char *path, size_t length) {
  for (size_t i = 1; i <= length; i++)
    if (path[i] == '/' || i == length) {
      char end = path[i];
      path[i] = 0;
      int error = mkdir(path, 0700) ? errno : 0;
      bool good = (!error && !fchmodat(AT_FDCWD, path, 0700, AT_SYMLINK_NOFOLLOW)) || !access(path, F_OK);
      path[i] = end;
      if (!good) {
        errno = error;
        return false;
      }
    }
  return true;
}

static int open_folder(const struct clgroup_cache *cache) {
  return cache ? clgroup_own_folder_open(cache->folder) : -1;
}

struct clgroup_cache *clgroup_cache_open(const char *folder, uint64_t limit) {
  struct clgroup_cache *cache = malloc(sizeof *cache);
  char *path = cache ? clgroup_absolute(folder) : NULL;
  size_t length = path ? strlen(path) : 0;
  while (length > 1 && path[length - 1] == '/') /* a trailing slash would hide a link */
    path[--length] = 0;
  if (cache)
    *cache = (struct clgroup_cache){limit, path};
  int fd = path && make_folders(path, length) ? open_folder(cache) : -1, error = errno;
  if (fd >= 0) {
    close(fd);
    return cache;
  }
  clgroup_cache_close(cache);
  errno = error;
  return NULL;
}

void clgroup_cache_close(struct clgroup_cache *cache) {
  if (cache)
    free(cache->folder);
  free(cache);
}

static char *join(const char *folder, const char *name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char *path = malloc(size);
  if (path)
    snprintf(path, size, "%s/%s", folder, name);
  return path;
}

/* Does the nearest folder on the path that is there, or a link on the way to it, belong to another user than root? */
static bool is_others(const char *path) {
  struct stat info;
  char *place = strdup(path);
  bool others = !place, found = false;
  for (char *slash; place && (slash = strrchr(place, '/')); *slash = 0) {
    others |= !lstat(place, &info) && S_ISLNK(info.st_mode) && info.st_uid;
    others |= !found && (found = !stat(place, &info)) && info.st_uid;
  }
  free(place);
  return others;
}

char *clgroup_cache_folder(void) {
  /* The XDG base directory specification says that paths that are not absolute must be ignored. */
  const char *caches = getenv("XDG_CACHE_HOME");
  const bool named = caches && caches[0] == '/';
  const char *folder = named ? caches : getenv("HOME");
  char *path = folder && folder[0] == '/' ? join(folder, named ? "clgroup" : ".cache/clgroup") : NULL;
  /* root makes nothing in another user's folder, where that user could not use it. */
  if (!path || geteuid() || !is_others(path))
    return path;
  free(path);
  return NULL;
}

static void name_entry(char name[static NAME_ROOM], const void *key, size_t key_size) {
  XXH128_hash_t hash = XXH3_128bits(key, key_size);
  snprintf(name, NAME_ROOM, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

char *clgroup_cache_file(struct clgroup_cache *cache, const void *key, size_t key_size) {
  char name[NAME_ROOM];
  name_entry(name, key, key_size);
  char *path = cache ? join(cache->folder, name) : NULL;
  if (path && !access(path, F_OK))
    return path;
  free(path);
  return NULL;
}

static uint64_t checksum(const struct head *head, const void *key, const void *data) {
  uint64_t sum = XXH3_64bits(head, offsetof(struct head, checksum));
  sum = XXH3_64bits_withSeed(key, head->key_size, sum);
  return XXH3_64bits_withSeed(data, head->data_size, sum);
}

static bool read_whole(int fd, unsigned char *bytes, size_t size) {
  while (size) {
    ssize_t got = read(fd, bytes, size);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    if (got > 0) {
      bytes += got;
      size -= (size_t)got;
    }
  }
  return true;
}

static bool is_own(const struct stat *info) {
  return info->st_uid == geteuid() && S_ISREG(info->st_mode);
}

static int open_entry(int folder, const char *name) {
  return openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

/* The key and data of an entry's file, in memory for free(). NULL: not the user's own file, damaged, or out of memory;
 * *damaged says whether it is damaged. */
static unsigned char *read_entry(int fd, struct head *head, bool *damaged) {
  struct stat info;
  if (fstat(fd, &info) || !is_own(&info))
    return NULL;
  *damaged = true;
  if (!read_whole(fd, (unsigned char *)head, sizeof *head) || head->magic != magic)
    return NULL;
  size_t size = (size_t)info.st_size - sizeof *head;
  if (head->key_size > size || head->data_size != size - head->key_size)
    return NULL;
  unsigned char *content = malloc(size + 1);
  *damaged = content != NULL;
  if (!content)
    return NULL;
  if (read_whole(fd, content, size) && checksum(head, content, content + head->key_size) == head->checksum) {
    *damaged = false;
    return content;
  }
  free(content);
  return NULL;
}

bool clgroup_cache_get(struct clgroup_cache *cache, const void *key, size_t key_size, unsigned char **data,
                       size_t *size) {
  *data = NULL;
  *size = 0;
  char name[NAME_ROOM];
  name_entry(name, key, key_size);
  int folder = open_folder(cache), fd = folder >= 0 ? open_entry(folder, name) : -1;
  if (fd >= 0) {
    struct head head;
    bool damaged = false;
    unsigned char *content = read_entry(fd, &head, &damaged);
    if (damaged)
      unlinkat(folder, name, 0);
    if (content && head.key_size == key_size && !memcmp(content, key, key_size)) {
      memmove(content, content + key_size, head.data_size);
      *data = content;
      *size = head.data_size;
      futimens(fd, NULL);
    } else
      free(content);
    close(fd);
  }
  if (folder >= 0)
    close(folder);
  return *data != NULL;
}

struct listed {
  struct timespec used;
  uint64_t size;
  char name[NAME_ROOM];
};

static int by_use(const void *left, const void *right) {
  const struct timespec *a = &((const struct listed *)left)->used, *b = &((const struct listed *)right)->used;
  if (a->tv_sec != b->tv_sec)
    return a->tv_sec < b->tv_sec ? -1 : 1;
  return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

/* Was this file written by a cache, of this version or another? */
static bool has_mark(int folder, const char *name) {
  uint64_t mark;
  int fd = open_entry(folder, name);
  bool has = fd >= 0 && read_whole(fd, (unsigned char *)&mark, sizeof mark) && (mark ^ magic) << 8 == 0;
  if (fd >= 0)
    close(fd);
  return has;
}

/* The files with entries' names, and the sum of their sizes. Removes files of writers that were killed. NULL: none, or
 * out of memory. A file of a later day was used while the clock was wrong: that counts less than any other use. */
static struct listed *list(DIR *folder, size_t *count, uint64_t *total) {
  struct listed *entries = NULL;
  size_t room = 0;
  const time_t now = time(NULL);
  *count = 0;
  *total = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct stat info;
    bool unfinished = !strncmp(entry->d_name, temporary, sizeof temporary - 1);
    bool whole = strspn(entry->d_name, "0123456789abcdef") == HASH_DIGITS && !entry->d_name[HASH_DIGITS];
    if ((!unfinished && !whole) || fstatat(dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) || !is_own(&info))
      continue;
    if (info.st_mtim.tv_sec - DAY > now)
      info.st_mtim = (struct timespec){0};
    if (unfinished && now - info.st_mtim.tv_sec > STALE && has_mark(dirfd(folder), entry->d_name))
      unlinkat(dirfd(folder), entry->d_name, 0);
    if (!whole)
      continue;
    if (*count == room) {
      room = room ? 2 * room : 64;
      struct listed *more = realloc(entries, room * sizeof *more);
      if (!more) {
        free(entries);
        return NULL;
      }
      entries = more;
    }
    struct listed *e = &entries[(*count)++];
    *e = (struct listed){.used = info.st_mtim, .size = (uint64_t)info.st_size};
    memcpy(e->name, entry->d_name, sizeof e->name);
    *total += e->size;
  }
  return entries;
}

/* Drops files that have the names of entries and are none. */
static void keep_marked(int folder, struct listed *entries, size_t *count, uint64_t *total) {
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (has_mark(folder, entries[i].name))
      entries[kept++] = entries[i];
    else
      *total -= entries[i].size;
  *count = kept;
}

/* Removes entries down to seven eighths of the limit, so that not every new entry has to remove another. Processes that
 * do this at the same time remove the same ones. */
static void shrink(const struct clgroup_cache *cache) {
  int fd = open_folder(cache);
  DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
  if (!folder) {
    if (fd >= 0)
      close(fd);
    return;
  }
  size_t count;
  uint64_t total;
  struct listed *entries = list(folder, &count, &total);
  if (entries && total > cache->limit)
    keep_marked(fd, entries, &count, &total);
  if (entries && total > cache->limit) {
    qsort(entries, count, sizeof *entries, by_use);
    for (size_t i = 0; i < count && total > cache->limit - cache->limit / 8; i++)
      if (!unlinkat(fd, entries[i].name, 0) || errno == ENOENT)
        total -= entries[i].size;
  }
  free(entries);
  closedir(folder);
}

/* A new file with a unique name. */
static int make_file(int folder, char name[static NAME_ROOM]) {
  int fd = -1;
  for (int i = 0; fd < 0 && i < TRIES; i++) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(name, NAME_ROOM, "%s%lx-%lx", temporary, (long)getpid(), now.tv_nsec + i);
    fd = clgroup_open(folder, name, O_WRONLY | O_CREAT | O_EXCL);
    if (fd < 0 && errno != EEXIST)
      break;
  }
  return fd;
}

void clgroup_cache_put(struct clgroup_cache *cache, const void *key, size_t key_size, const unsigned char *data,
                       size_t size) {
  if (!cache || size > cache->limit || key_size > cache->limit - size ||
      sizeof(struct head) > cache->limit - size - key_size)
    return;
  struct head head = {.magic = magic, .key_size = key_size, .data_size = size};
  head.checksum = checksum(&head, key, data);
  char name[NAME_ROOM], new_name[NAME_ROOM];
  name_entry(name, key, key_size);
  int folder = open_folder(cache), fd = folder >= 0 ? make_file(folder, new_name) : -1;
  if (fd >= 0) {
    bool good = clgroup_write_whole(fd, &head, sizeof head) && clgroup_write_whole(fd, key, key_size) &&
                clgroup_write_whole(fd, data, size);
    if (close(fd) || !good || renameat(folder, new_name, folder, name))
      unlinkat(folder, new_name, 0);
    shrink(cache);
  }
  if (folder >= 0)
    close(folder);
}
