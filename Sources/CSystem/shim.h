// What Swift's module of the C library leaves out: extended attributes, with one signature for Linux and Darwin, and glibc's heap.
#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H

#include <stdlib.h>
#include <sys/types.h>
#include <sys/xattr.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static inline ssize_t csystem_listxattr(const char *path, char *names, size_t size) {
#ifdef __APPLE__
  return listxattr(path, names, size, 0);
#else
  return listxattr(path, names, size);
#endif
}

static inline ssize_t csystem_getxattr(const char *path, const char *name, void *value, size_t size) {
#ifdef __APPLE__
  return getxattr(path, name, value, size, 0, 0);
#else
  return getxattr(path, name, value, size);
#endif
}

static inline ssize_t csystem_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
#ifdef __APPLE__
  return fgetxattr(descriptor, name, value, size, 0, 0);
#else
  return fgetxattr(descriptor, name, value, size);
#endif
}

static inline int csystem_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
#ifdef __APPLE__
  return fsetxattr(descriptor, name, value, size, 0, 0);
#else
  return fsetxattr(descriptor, name, value, size, 0);
#endif
}

// Keeps up to so many bytes of freed memory instead of giving them back to the system at once, and asks it for so many at a time;
// nothing where the heap is not glibc's.
static inline void csystem_keep_freed(int largest, int kept, int step) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_TOP_PAD, step);
#else
  (void)largest, (void)kept, (void)step;
#endif
}

// Gives freed memory back to the system; nothing where the heap is not glibc's.
static inline void csystem_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

static inline int csystem_fremovexattr(int descriptor, const char *name) {
#ifdef __APPLE__
  return fremovexattr(descriptor, name, 0);
#else
  return fremovexattr(descriptor, name);
#endif
}

#endif
