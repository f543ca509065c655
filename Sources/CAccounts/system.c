#define _GNU_SOURCE
#include "CAccounts.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int caccounts_resolve(const char *name, int type, unsigned char *answer, int size) {
  // Looked up, since only newer C libraries hold it themselves, and who needs no account needs no library for it.
  static int (*query)(const char *, int, int, unsigned char *, int);
  if (query == NULL) {
    void *found = dlsym(RTLD_DEFAULT, "res_query");
    if (found == NULL) found = dlsym(RTLD_DEFAULT, "__res_query");
    if (found == NULL) {
#ifdef __APPLE__
      void *library = dlopen("libresolv.9.dylib", RTLD_NOW | RTLD_LOCAL);
      found = library == NULL ? NULL : dlsym(library, "res_9_query");
#else
      void *library = dlopen("libresolv.so.2", RTLD_NOW | RTLD_LOCAL);
      found = library == NULL ? NULL : dlsym(library, "__res_query");
#endif
    }
    memcpy(&query, &found, sizeof found);
  }
  return query == NULL ? -1 : query(name, 1, type, answer, size);
}

bool caccounts_set_dumpable(bool isDumpable) {
#ifdef __linux__
  return prctl(PR_SET_DUMPABLE, isDumpable ? 1L : 0L, 0L, 0L, 0L) == 0;
#else
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return false;
  limit.rlim_cur = isDumpable ? limit.rlim_max : 0;
  return setrlimit(RLIMIT_CORE, &limit) == 0;
#endif
}

bool caccounts_is_dumpable(void) {
#ifdef __linux__
  return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L) == 1;
#else
  struct rlimit limit;
  return getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_cur != 0;
#endif
}

long caccounts_read_secret(const char *prompt, unsigned char *line, size_t size) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return -1;
  struct termios before, silent;
  if (tcgetattr(terminal, &before) != 0) {
    close(terminal);
    return -1;
  }
  silent = before;
  // Byte by byte: ctrl-C as a signal would leave the terminal silent.
  silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG);
  silent.c_cc[VMIN] = 1;
  silent.c_cc[VTIME] = 0;
  tcsetattr(terminal, TCSAFLUSH, &silent);
  ssize_t ignored = write(terminal, prompt, strlen(prompt));
  size_t count = 0;
  long result = -1;
  while (count < size) {
    unsigned char byte;
    ssize_t got = read(terminal, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || byte == 3 || byte == 4) break;
    if (byte == '\n' || byte == '\r') {
      result = (long)count;
      break;
    }
    if (byte == 21)
      count = 0;
    else if (byte == 8 || byte == 127)
      count -= count > 0;
    else
      line[count++] = byte;
  }
  tcsetattr(terminal, TCSAFLUSH, &before);
  ignored = write(terminal, "\n", 1);
  (void)ignored;
  close(terminal);
  return result;
}
