/* measure REPORT SECONDS COMMAND ARGUMENT...
 *
 * Runs COMMAND with our standard streams, ends it after SECONDS, and writes one line to REPORT:
 *   wall-nanoseconds cpu-nanoseconds peak-bytes exit|signal number
 *
 * A program of its own, and a tiny one, because Linux passes the peak memory of whoever calls exec on to the program
 * that is started: measured from a driver of 20 MB, nothing would ever need less than 20 MB. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static long long cpu(struct timeval time) { return time.tv_sec * 1000000000LL + time.tv_usec * 1000LL; }

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: measure REPORT SECONDS COMMAND ARGUMENT...\n");
    return 64;
  }
  FILE *report = fopen(argv[1], "we"); /* e: not inherited by the command */
  if (!report) {
    fprintf(stderr, "measure: %s: %s\n", argv[1], strerror(errno));
    return 73;
  }
  long long start = nanoseconds();
  pid_t child = fork();
  if (child < 0) {
    perror("measure: fork");
    return 71;
  }
  if (child == 0) {
    alarm((unsigned)atoi(argv[2])); /* outlives exec: SIGALRM ends a command that hangs */
    execvp(argv[3], argv + 3);
    fprintf(stderr, "%s: %s\n", argv[3], strerror(errno));
    _exit(127);
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno == EINTR) continue;
    perror("measure: wait4");
    return 71;
  }
  long long wall = nanoseconds() - start;
#ifdef __APPLE__
  long long peak = usage.ru_maxrss; /* bytes there, kilobytes elsewhere */
#else
  long long peak = usage.ru_maxrss * 1024LL;
#endif
  int killed = WIFSIGNALED(status);
  fprintf(report, "%lld %lld %lld %s %d\n", wall, cpu(usage.ru_utime) + cpu(usage.ru_stime), peak,
          killed ? "signal" : "exit", killed ? WTERMSIG(status) : WEXITSTATUS(status));
  return fclose(report) == 0 ? 0 : 74;
}
