// Extended attributes, which Swift's module of the C library leaves out: one signature for Linux and Darwin.
#ifndef CSYSTEM_SHIM_H
#define CSYSTEM_SHIM_H

#include <sys/types.h>
#include <sys/xattr.h>

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

static inline int csystem_fremovexattr(int descriptor, const char *name) {
#ifdef __APPLE__
  return fremovexattr(descriptor, name, 0);
#else
  return fremovexattr(descriptor, name);
#endif
}

#endif
