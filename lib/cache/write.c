#include "cache/write.h"

#include <errno.h>
#include <unistd.h>

bool clgroup_write_whole(int fd, const void *from, size_t size) {
  for (const unsigned char *bytes = from; size;) {
    ssize_t put = write(fd, bytes, size);
    if (put < 0 && errno != EINTR)
      return false;
    if (put > 0) {
      bytes += put;
      size -= (size_t)put;
    }
  }
  return true;
}
