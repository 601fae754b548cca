/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* dladdr1, O_DIRECTORY */
#include "base/places.h"

#include "base/files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* as the kernel's */

static const char access_list[] = "system.posix_acl_access";

/* The name that the kernel knows. */
static char *find_mapping(const void *address) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char *line = NULL, *found = NULL;
  size_t room = 0;
  while (maps && !found && getline(&line, &room, maps) > 0) {
    uintmax_t first, end;
    int name = 0;
    if (sscanf(line, "%jx-%jx %*s %*s %*s %*s %n", &first, &end, &name) >= 2 && name && line[name] == '/' &&
        first <= (uintptr_t)address && (uintptr_t)address < end) {
      line[strcspn(line, "\n")] = 0;
      for (char *at = line; (at = strstr(at, "\\012")); at++) { /* how /proc/self/maps writes a newline in a name */
        *at = '\n';
        memmove(at + 1, at + 4, strlen(at + 4) + 1);
      }
      found = realpath(line + name, NULL);
    }
  }
  free(line);
  if (maps)
    fclose(maps);
  return found;
}

char *clgroup_mapped_file(const void *address) {
  Dl_info info;
  struct link_map *map = NULL;
  void *place = NULL;
  if (dladdr1(address, &info, &place, RTLD_DL_LINKMAP))
    map = place;
  /* The dynamic linker has no name for the program itself, and keeps a relative one as it was given. */
  return map && map->l_name[0] == '/' ? realpath(map->l_name, NULL) : find_mapping(address);
}

/* Adds a line about a place. A symbolic link has its own name; any other place is named without "..". */
static void say(struct clgroup_buffer *why, const char *place, bool is_link, const char *what) {
  char *real = is_link ? NULL : realpath(place, NULL);
  if (why)
    clgroup_buffer_add(why, "%s%s %s", why->length ? "; " : "", real ? real : place, what);
  free(real);
}

char *clgroup_own_file(void) {
  char *(*const function)(void) = clgroup_own_file;
  const void *address;
  memcpy(&address, &function, sizeof address);
  return clgroup_mapped_file(address);
}

/* The number that users of other user namespaces all have here: 65534, unless the system says otherwise. Read once,
 * since each folder of each path is asked about. */
static uid_t overflow_user(void) {
  static atomic_ulong known = ULONG_MAX;
  unsigned long user = atomic_load(&known);
  if (user == ULONG_MAX) {
    FILE *file = fopen("/proc/sys/kernel/overflowuid", "re");
    if (file && fscanf(file, "%lu", &user) == 1)
      atomic_store(&known, user);
    else
      user = 65534;
    if (file)
      fclose(file);
  }
  return (uid_t)user;
}

/* Is this user in another user namespace? */
static bool is_unmapped(uid_t user) {
  unsigned long first, count;
  FILE *file = user == overflow_user() ? fopen("/proc/self/uid_map", "re") : NULL;
  if (!file)
    return false;
  bool mapped = false;
  while (!mapped && fscanf(file, "%lu %*u %lu", &first, &count) == 2)
    mapped = user >= first && user - first < count;
  fclose(file);
  return !mapped;
}

/* The owner of this code's own file. */
static bool is_own_owner(uid_t owner) {
  struct stat own;
  char *file = clgroup_own_file();
  const bool is = file && !stat(file, &own) && own.st_uid == owner;
  free(file);
  return is;
}

static bool is_root_or_self(uid_t owner) {
  return !owner || owner == geteuid();
}

/* The group counts as others, unless its number is the owner's. */
static bool others_can_write(const struct stat *s) {
  const bool has_own_group = s->st_uid && s->st_uid == s->st_gid; /* as useradd gives each user */
  return s->st_mode & (S_IWOTH | (has_own_group ? 0 : S_IWGRP));
}

/* The real owner of a file in another user namespace is not known; root's / and /usr are such files. If others cannot
 * make files in the folder, they have not made this one. */
static bool is_good_owner(uid_t owner, bool is_open) {
  return is_unmapped(owner) ? !is_open : is_root_or_self(owner) || is_own_owner(owner);
}

/* May others change the file or folder itself? In a folder with the sticky bit they cannot touch other users' files.
 * That does not suffice if this folder is itself what is looked for. `is_open`: can others make files in the folder
 * that it is in? If there is an access control list, the group's rights may be those of others. */
static bool is_weak(const char *place, const struct stat *s, bool is_last, bool is_open, struct clgroup_buffer *why) {
  if (!is_good_owner(s->st_uid, is_open)) {
    say(why, place, S_ISLNK(s->st_mode), "belongs to another user");
    return true;
  }
  const bool has_list = s->st_mode & S_IWGRP && !S_ISLNK(s->st_mode) && getxattr(place, access_list, NULL, 0) > 0;
  if (S_ISLNK(s->st_mode) || !(others_can_write(s) || has_list) ||
      (S_ISDIR(s->st_mode) && s->st_mode & S_ISVTX && !is_last))
    return false;
  say(why, place, false, "can be written by other users (chmod go-w)");
  return true;
}

/* The path, with the symbolic link that ends at its byte `length` replaced by what it points to; NULL: an error. */
static char *follow(const char *path, size_t length, const char *link) {
  char target[PATH_MAX];
  struct clgroup_buffer whole = {0};
  const ssize_t got = readlink(link, target, sizeof target);
  if (got < 0 || got == sizeof target)
    return NULL;
  const char *slash = strrchr(link, '/');
  if (target[0] != '/')
    clgroup_buffer_add(&whole, "%.*s/", (int)(slash - link), link);
  clgroup_buffer_add_bytes(&whole, target, (size_t)got);
  clgroup_buffer_add(&whole, "%s", path + length);
  if (whole.failed)
    clgroup_buffer_free(&whole);
  return whole.data;
}

enum step { GOOD, WEAK, LINK, MISSING };

/* `is_open`: can others make files in the folder that the place is in? Set for the files in the place. */
static enum step look(const char *place, bool is_last, bool *is_open, struct clgroup_buffer *why) {
  struct stat s;
  if (!lstat(place, &s)) {
    const bool weak = is_weak(place, &s, is_last, *is_open, why);
    *is_open = S_ISDIR(s.st_mode) && others_can_write(&s);
    return weak ? WEAK : S_ISLNK(s.st_mode) ? LINK : GOOD;
  }
  const bool is_missing = errno == ENOENT || errno == ENOTDIR;
  if (is_missing && !*is_open)
    return MISSING; /* which harms nobody */
  say(why, place, false, is_missing ? "can be made by other users" : strerror(errno));
  return WEAK;
}

/* Follows an absolute path from the root, and starts again after each symbolic link. Takes over the path. `is_above`:
 * it is itself a folder above what is looked for. */
static bool walk(char *path, bool is_above, struct clgroup_buffer *why) {
  enum step step = path ? GOOD : WEAK;
  unsigned links = 0;
  bool is_open = false, is_last = false;
  for (size_t end = 1; !is_last && (step == GOOD || step == LINK);) {
    char *place = strndup(path, end), *next = NULL;
    is_last = !path[end + strspn(path + end, "/")];
    step = place ? look(place, is_last && !is_above, &is_open, why) : WEAK;
    if (step == LINK) {
      if (links++ < MOST_LINKS)
        next = follow(path, end, place);
      free(path);
      path = next;
      end = 1;
      is_last = false;
      step = path ? LINK : WEAK;
    } else {
      end += strspn(path + end, "/");
      end += strcspn(path + end, "/");
    }
    free(place);
  }
  free(path);
  return step == WEAK;
}

char *clgroup_absolute(const char *path) {
  struct clgroup_buffer whole = {0};
  if (!*path)
    errno = ENOENT;
  char *here = path[0] == '/' ? strdup("") : *path ? getcwd(NULL, 0) : NULL;
  if (here)
    clgroup_buffer_add(&whole, "%s%s%s", here, *here ? "/" : "", path);
  free(here);
  return whole.data;
}

bool clgroup_others_can_change(const char *path, struct clgroup_buffer *why) {
  return walk(clgroup_absolute(path), false, why);
}

bool clgroup_others_can_exchange(const char *folder, struct clgroup_buffer *why) {
  /* Where the user namespace does not know this user, others' files look like his own. */
  return !is_unmapped(geteuid()) && walk(clgroup_absolute(folder), true, why);
}

int clgroup_own_folder_open(const char *path) {
  struct stat named, info;
  const int fd = clgroup_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
  const bool known = fd >= 0 && !lstat(path, &named) && !fstat(fd, &info);
  /* Users whom the user namespace does not know look all the same. */
  if (known && is_root_or_self(named.st_uid) && is_root_or_self(info.st_uid) && !others_can_write(&info) &&
      !(info.st_mode & S_IWGRP && fgetxattr(fd, access_list, NULL, 0) > 0) && !is_unmapped(geteuid()))
    return fd;
  const int error = known ? EPERM : errno;
  if (fd >= 0)
    close(fd);
  errno = error;
  return -1;
}

char *clgroup_find_program(const char *name, struct clgroup_buffer *why) {
  char *found = NULL;
  if (strchr(name, '/'))
    return clgroup_absolute(name);
  for (const char *at = getenv("PATH"); at && !found;) {
    const int length = (int)strcspn(at, ":");
    struct clgroup_buffer path = {0};
    clgroup_buffer_add(&path, "%.*s/%s", length, at, name);
    if (at[0] == '/' && path.data && !access(path.data, X_OK) && !clgroup_others_can_change(path.data, why))
      found = path.data;
    else
      clgroup_buffer_free(&path);
    at = at[length] ? at + length + 1 : NULL;
  }
  return found;
}
