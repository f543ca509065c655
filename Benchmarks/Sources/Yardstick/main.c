/* yardstick parse|count|remove INPUT...
 *
 * What Listo is measured against: icalparser_parse_string over each whole input, a file or the .ics files of a folder.
 *   parse   prints the seconds spent inside libical's parser, nothing else: neither start-up, nor reading the file,
 *           nor freeing the trees. That flatters libical, never Listo.
 *   remove  prints the seconds spent in the parser and in removing, from the back, every VTODO that is not open.
 *   count   prints besides, one "name number" a line, what a right answer to each job must hold:
 *           todos, open (neither completed nor cancelled), due (open and due before 2025-06-01T00:00:00Z), uids (distinct). */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct trees {
  icalcomponent **roots;
  size_t count, room;
  double seconds;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void stop(const char *path, const char *reason, int code) {
  fprintf(stderr, "yardstick: %s: %s\n", path, reason);
  exit(code);
}

static void *grown(void *memory, size_t bytes) {
  void *larger = realloc(memory, bytes);
  if (!larger) stop("memory", strerror(errno), 71);
  return larger;
}

static char *contents(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0) stop(path, strerror(errno), 66);
  size_t size = (size_t)status.st_size, filled = 0;
  char *bytes = grown(NULL, size + 1);
  while (filled < size) {
    ssize_t got = read(file, bytes + filled, size - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) stop(path, got < 0 ? strerror(errno) : "shrank while it was read", 74);
    filled += (size_t)got;
  }
  close(file);
  bytes[size] = 0;
  return bytes;
}

static void parse_file(struct trees *trees, const char *path) {
  char *bytes = contents(path);
  double start = now();
  icalcomponent *root = icalparser_parse_string(bytes);
  trees->seconds += now() - start;
  if (!root) stop(path, "libical finds no component", 65);
  free(bytes);
  if (trees->count == trees->room) {
    trees->room = trees->room * 2 + 16;
    trees->roots = grown(trees->roots, trees->room * sizeof *trees->roots);
  }
  trees->roots[trees->count++] = root;
}

static void parse(struct trees *trees, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) stop(path, strerror(errno), 66);
  if (!S_ISDIR(status.st_mode)) {
    parse_file(trees, path);
    return;
  }
  DIR *folder = opendir(path);
  if (!folder) stop(path, strerror(errno), 66);
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *extension = strrchr(entry->d_name, '.');
    if (!extension || strcmp(extension, ".ics") != 0) continue;
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    parse_file(trees, name);
  }
  closedir(folder);
}

static int is_open(icalcomponent *todo) {
  enum icalproperty_status status = icalcomponent_get_status(todo);
  return status != ICAL_STATUS_COMPLETED && status != ICAL_STATUS_CANCELLED;
}

/* A TZID is looked up in the file's own VTIMEZONEs; a date is the midnight that begins it, and like a floating time it
 * is taken in UTC, as the job's --timezone says. */
static int is_due(icalcomponent *todo, time_t limit) {
  icalproperty *due = icalcomponent_get_first_property(todo, ICAL_DUE_PROPERTY);
  if (!due) return 0;
  struct icaltimetype time = icalproperty_get_datetime_with_component(due, todo);
  return !icaltime_is_null_time(time) && icaltime_as_timet_with_zone(time, time.zone) < limit;
}

static int by_text(const void *left, const void *right) {
  return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void count(const struct trees *trees) {
  time_t limit = icaltime_as_timet(icaltime_from_string("20250601T000000Z"));
  size_t todos = 0, open = 0, due = 0, named = 0, distinct = 0, room = 0;
  const char **uids = NULL;
  for (size_t index = 0; index < trees->count; index++) {
    icalcomponent *root = trees->roots[index];
    for (icalcomponent *todo = icalcomponent_get_first_component(root, ICAL_VTODO_COMPONENT); todo;
         todo = icalcomponent_get_next_component(root, ICAL_VTODO_COMPONENT)) {
      int unfinished = is_open(todo);
      todos++;
      open += unfinished;
      due += unfinished && is_due(todo, limit);
      if (named == room) uids = grown(uids, (room = room * 2 + 1024) * sizeof *uids);
      const char *uid = icalcomponent_get_uid(todo);
      uids[named++] = uid ? uid : "";
    }
  }
  if (named) qsort(uids, named, sizeof *uids, by_text);
  for (size_t index = 0; index < named; index++)
    distinct += index == 0 || strcmp(uids[index - 1], uids[index]) != 0;
  printf("todos %zu\nopen %zu\ndue %zu\nuids %zu\n", todos, open, due, distinct);
}

static void remove_done(struct trees *trees) {
  for (size_t index = 0; index < trees->count; index++) {
    icalcomponent *root = trees->roots[index];
    icalcomponent **done = NULL;
    size_t count = 0, room = 0;
    for (icalcomponent *todo = icalcomponent_get_first_component(root, ICAL_VTODO_COMPONENT); todo;
         todo = icalcomponent_get_next_component(root, ICAL_VTODO_COMPONENT)) {
      if (is_open(todo)) continue;
      if (count == room) done = grown(done, (room = room * 2 + 1024) * sizeof *done);
      done[count++] = todo;
    }
    double start = now();
    while (count) icalcomponent_remove_component(root, done[--count]);
    trees->seconds += now() - start;
    free(done);
  }
}

int main(int argc, char **argv) {
  int counts = argc > 1 && strcmp(argv[1], "count") == 0;
  int removes = argc > 1 && strcmp(argv[1], "remove") == 0;
  if (argc < 3 || (!counts && !removes && strcmp(argv[1], "parse") != 0)) {
    fprintf(stderr, "usage: yardstick parse|count|remove INPUT...\n");
    return 64;
  }
  icalerror_set_errors_are_fatal(0);
  ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN);
  icaltimezone_set_builtin_tzdata(0);
  struct trees trees = {0};
  for (int index = 2; index < argc; index++) parse(&trees, argv[index]);
  if (removes) remove_done(&trees);
  printf("seconds %.9f\n", trees.seconds);
  if (counts) count(&trees);
  fflush(stdout);
  _exit(0); /* freeing half a gigabyte of trees is not what is measured */
}
