#include "CAccounts.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// libcurl's own header is not needed: these numbers never change (its ABI, "symbols-in-versions"), and whoever builds Listo need not
// install a package for a library that is loaded, and not linked.
enum {
  OPT_WRITEDATA = 10001, OPT_URL = 10002, OPT_PROXY = 10004, OPT_ERRORBUFFER = 10010, OPT_WRITEFUNCTION = 20011,
  OPT_LOW_SPEED_LIMIT = 19, OPT_LOW_SPEED_TIME = 20, OPT_HTTPHEADER = 10023, OPT_HEADERDATA = 10029,
  OPT_CUSTOMREQUEST = 10036, OPT_NOPROGRESS = 43, OPT_NOBODY = 44, OPT_NETRC = 51, OPT_FOLLOWLOCATION = 52,
  OPT_XFERINFODATA = 10057, OPT_CAINFO = 10065, OPT_FRESH_CONNECT = 74, OPT_HEADERFUNCTION = 20079, OPT_HTTPGET = 80,
  OPT_NOSIGNAL = 99, OPT_HTTPAUTH = 107, OPT_POSTFIELDSIZE_LARGE = 30120, OPT_TIMEOUT = 13, OPT_CONNECTTIMEOUT = 78,
  OPT_COPYPOSTFIELDS = 10165, OPT_USERNAME = 10173, OPT_PASSWORD = 10174, OPT_PROTOCOLS = 181, OPT_NOPROXY = 10177,
  OPT_XFERINFOFUNCTION = 20219, OPT_PATH_AS_IS = 234, OPT_SSL_VERIFYPEER = 64, OPT_SSL_VERIFYHOST = 81,
  OPT_SSLVERSION = 32, OPT_TCP_KEEPALIVE = 213, OPT_SUPPRESS_CONNECT_HEADERS = 265,
};
// Bytes of an answer for which memory is kept from one exchange to the next.
enum { KEPT_CAPACITY = 1 << 18 };
enum { TIMED_OUT = 28 };
enum { INFO_RESPONSE_CODE = 0x200002, INFO_REQUEST_SIZE = 0x20000C };
enum { AUTH_BASIC = 1, AUTH_DIGEST = 2, PROTOCOLS_HTTP_HTTPS = 3, GLOBAL_DEFAULT = 3, TLS_1_2 = 6, ERROR_SIZE = 256 };

#if __has_include(<curl/curl.h>)
// Where the header is there all the same, the compiler compares.
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#define SAME(own, other) _Static_assert((long)(own) == (long)(other), #other)
SAME(TIMED_OUT, CURLE_OPERATION_TIMEDOUT);
SAME(OPT_WRITEDATA, CURLOPT_WRITEDATA);
SAME(OPT_URL, CURLOPT_URL);
SAME(OPT_PROXY, CURLOPT_PROXY);
SAME(OPT_ERRORBUFFER, CURLOPT_ERRORBUFFER);
SAME(OPT_WRITEFUNCTION, CURLOPT_WRITEFUNCTION);
SAME(OPT_LOW_SPEED_LIMIT, CURLOPT_LOW_SPEED_LIMIT);
SAME(OPT_LOW_SPEED_TIME, CURLOPT_LOW_SPEED_TIME);
SAME(OPT_HTTPHEADER, CURLOPT_HTTPHEADER);
SAME(OPT_HEADERDATA, CURLOPT_HEADERDATA);
SAME(OPT_CUSTOMREQUEST, CURLOPT_CUSTOMREQUEST);
SAME(OPT_NOPROGRESS, CURLOPT_NOPROGRESS);
SAME(OPT_NOBODY, CURLOPT_NOBODY);
SAME(OPT_NETRC, CURLOPT_NETRC);
SAME(OPT_FOLLOWLOCATION, CURLOPT_FOLLOWLOCATION);
SAME(OPT_XFERINFODATA, CURLOPT_XFERINFODATA);
SAME(OPT_CAINFO, CURLOPT_CAINFO);
SAME(OPT_FRESH_CONNECT, CURLOPT_FRESH_CONNECT);
SAME(OPT_HEADERFUNCTION, CURLOPT_HEADERFUNCTION);
SAME(OPT_HTTPGET, CURLOPT_HTTPGET);
SAME(OPT_NOSIGNAL, CURLOPT_NOSIGNAL);
SAME(OPT_HTTPAUTH, CURLOPT_HTTPAUTH);
SAME(OPT_POSTFIELDSIZE_LARGE, CURLOPT_POSTFIELDSIZE_LARGE);
SAME(OPT_TIMEOUT, CURLOPT_TIMEOUT);
SAME(OPT_CONNECTTIMEOUT, CURLOPT_CONNECTTIMEOUT);
SAME(OPT_COPYPOSTFIELDS, CURLOPT_COPYPOSTFIELDS);
SAME(OPT_USERNAME, CURLOPT_USERNAME);
SAME(OPT_PASSWORD, CURLOPT_PASSWORD);
SAME(OPT_PROTOCOLS, CURLOPT_PROTOCOLS);
SAME(OPT_NOPROXY, CURLOPT_NOPROXY);
SAME(OPT_XFERINFOFUNCTION, CURLOPT_XFERINFOFUNCTION);
SAME(OPT_PATH_AS_IS, CURLOPT_PATH_AS_IS);
SAME(OPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYPEER);
SAME(OPT_SSL_VERIFYHOST, CURLOPT_SSL_VERIFYHOST);
SAME(OPT_SSLVERSION, CURLOPT_SSLVERSION);
SAME(OPT_TCP_KEEPALIVE, CURLOPT_TCP_KEEPALIVE);
SAME(OPT_SUPPRESS_CONNECT_HEADERS, CURLOPT_SUPPRESS_CONNECT_HEADERS);
SAME(INFO_RESPONSE_CODE, CURLINFO_RESPONSE_CODE);
SAME(INFO_REQUEST_SIZE, CURLINFO_REQUEST_SIZE);
SAME(AUTH_BASIC, CURLAUTH_BASIC);
SAME(AUTH_DIGEST, CURLAUTH_DIGEST);
SAME(PROTOCOLS_HTTP_HTTPS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
SAME(GLOBAL_DEFAULT, CURL_GLOBAL_DEFAULT);
SAME(TLS_1_2, CURL_SSLVERSION_TLSv1_2);
SAME(ERROR_SIZE, CURL_ERROR_SIZE);
SAME(sizeof(curl_off_t), sizeof(int64_t));
#undef SAME
#endif

struct strings;
static int (*global_init)(long);
static void *(*easy_init)(void);
static void (*easy_cleanup)(void *);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_getinfo)(void *, int, ...);
static int (*easy_perform)(void *);
static const char *(*easy_strerror)(int);
static struct strings *(*list_append)(struct strings *, const char *);
static void (*list_free)(struct strings *);
static char *(*version)(void);

static bool find(void *library, void *function, const char *name) {
  // A pointer to a function through the bytes of one to data, as POSIX has it for dlsym.
  void *found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

#ifdef __ELF__
// What is linked statically has no dynamic section, and what it loads would bring a second C library with it.
extern const char _DYNAMIC[] __attribute__((weak, visibility("hidden")));
#define IS_STATIC (_DYNAMIC == NULL)
#else
#define IS_STATIC false
#endif

int caccounts_load(void) {
  static int state = -1;
  if (state >= 0) return state;
  if (IS_STATIC) return state = 3;
#ifdef __APPLE__
  static const char *const names[] = {"libcurl.4.dylib"};
#else
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
  void *library = NULL;
  for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++)
    library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return state = 1;
  bool complete = find(library, &global_init, "curl_global_init") && find(library, &easy_init, "curl_easy_init")
    && find(library, &easy_cleanup, "curl_easy_cleanup") && find(library, &easy_setopt, "curl_easy_setopt")
    && find(library, &easy_getinfo, "curl_easy_getinfo") && find(library, &easy_perform, "curl_easy_perform")
    && find(library, &easy_strerror, "curl_easy_strerror") && find(library, &list_append, "curl_slist_append")
    && find(library, &list_free, "curl_slist_free_all") && find(library, &version, "curl_version");
  return state = complete && global_init(GLOBAL_DEFAULT) == 0 ? 0 : 2;
}

const char *caccounts_version(void) { return version == NULL ? "" : version(); }

struct bytes {
  unsigned char *start;
  size_t count, capacity, limit;
  // There was more than the limit, and it was dropped.
  bool is_cut;
};

static bool append(struct bytes *to, const void *more, size_t count) {
  if (count > to->limit || to->count > to->limit - count) {
    to->is_cut = true;
    return false;
  }
  if (to->count + count > to->capacity) {
    size_t capacity = to->capacity < 4096 ? 4096 : to->capacity;
    while (capacity < to->count + count) capacity *= 2;
    unsigned char *start = realloc(to->start, capacity);
    if (start == NULL) return false;
    to->start = start;
    to->capacity = capacity;
  }
  memcpy(to->start + to->count, more, count);
  to->count += count;
  return true;
}

struct handle {
  void *easy;
  struct strings *headers;
  struct bytes header, body;
  // Seconds to wait for more of an answer that has begun.
  long idle;
  // Such an answer has begun, and when the last of it came.
  bool answers;
  time_t last;
  bool is_late;
  int (*progress)(void *, int64_t, int64_t);
  void *context;
  int code;
  char error[ERROR_SIZE];
};

static time_t seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

static size_t take_header(char *line, size_t size, size_t count, void *data) {
  struct handle *handle = data;
  size_t length = size * count;
  // A new header: the last was of an interim answer, of a proxy, or of a question for a login.
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    handle->header.count = handle->body.count = 0;
    // An interim answer, or a question for a login: the server thinks about the request from here on.
    const char *status = memchr(line, ' ', length);
    bool goes_on = status != NULL && line + length - status >= 4
      && (status[1] == '1' || memcmp(status, " 401", 4) == 0 || memcmp(status, " 407", 4) == 0);
    handle->answers = !goes_on;
  }
  handle->last = seconds_now();
  return append(&handle->header, line, length) ? length : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
  struct handle *handle = data;
  handle->last = seconds_now();
  return append(&handle->body, bytes, size * count) ? size * count : 0;
}

static int tell_progress(void *data, int64_t total, int64_t received, int64_t upload, int64_t sent) {
  struct handle *handle = data;
  (void)total, (void)upload;
  // libcurl's own count of seconds without a byte would go on from before the answer, which may have been thought about for longer.
  handle->is_late = handle->answers && seconds_now() - handle->last > handle->idle;
  if (handle->is_late) return 1;
  return handle->progress == NULL ? 0 : handle->progress(handle->context, sent, received);
}

void *caccounts_open(void) {
  struct handle *handle = calloc(1, sizeof *handle);
  if (handle == NULL) return NULL;
  handle->easy = easy_init();
  if (handle->easy != NULL) return handle;
  free(handle);
  return NULL;
}

void caccounts_close(void *opaque) {
  struct handle *handle = opaque;
  easy_cleanup(handle->easy);
  list_free(handle->headers);
  free(handle->header.start);
  free(handle->body.start);
  free(handle);
}

void caccounts_begin(void *opaque, const char *method, const char *url) {
  struct handle *handle = opaque;
  void *easy = handle->easy;
  list_free(handle->headers);
  handle->headers = NULL;
  handle->header.count = handle->body.count = 0;
  // A list of all that is there is large once, and a connection lives on.
  if (handle->body.capacity > KEPT_CAPACITY) {
    free(handle->body.start);
    handle->body.start = NULL;
    handle->body.capacity = 0;
  }
  handle->header.is_cut = handle->body.is_cut = handle->answers = handle->is_late = false;
  handle->error[0] = 0;
  handle->progress = NULL;
  // Each is set anew, since curl_easy_reset forgets what a server said for Digest, which would cost a request each time.
  easy_setopt(easy, OPT_ERRORBUFFER, handle->error);
  easy_setopt(easy, OPT_WRITEFUNCTION, take_body);
  easy_setopt(easy, OPT_WRITEDATA, handle);
  easy_setopt(easy, OPT_HEADERFUNCTION, take_header);
  easy_setopt(easy, OPT_HEADERDATA, handle);
  easy_setopt(easy, OPT_XFERINFOFUNCTION, tell_progress);
  easy_setopt(easy, OPT_XFERINFODATA, handle);
  easy_setopt(easy, OPT_NOPROGRESS, 0L);
  easy_setopt(easy, OPT_NOSIGNAL, 1L);
  easy_setopt(easy, OPT_PROTOCOLS, (long)PROTOCOLS_HTTP_HTTPS);
  easy_setopt(easy, OPT_FOLLOWLOCATION, 0L);
  easy_setopt(easy, OPT_NETRC, 0L);
  easy_setopt(easy, OPT_SSL_VERIFYPEER, 1L);
  easy_setopt(easy, OPT_SSL_VERIFYHOST, 2L);
  easy_setopt(easy, OPT_SSLVERSION, (long)TLS_1_2);
  easy_setopt(easy, OPT_PATH_AS_IS, 1L);
  easy_setopt(easy, OPT_TCP_KEEPALIVE, 1L);
  easy_setopt(easy, OPT_SUPPRESS_CONNECT_HEADERS, 1L);
  easy_setopt(easy, OPT_HTTPAUTH, 0L);
  easy_setopt(easy, OPT_USERNAME, NULL);
  easy_setopt(easy, OPT_PASSWORD, NULL);
  easy_setopt(easy, OPT_PROXY, NULL);
  easy_setopt(easy, OPT_NOPROXY, NULL);
  easy_setopt(easy, OPT_FRESH_CONNECT, 0L);
  easy_setopt(easy, OPT_URL, url);
  // First what curl makes of a request without a body, then the word that is sent.
  easy_setopt(easy, OPT_NOBODY, 0L);
  easy_setopt(easy, OPT_HTTPGET, 1L);
  if (strcmp(method, "HEAD") == 0) easy_setopt(easy, OPT_NOBODY, 1L);
  easy_setopt(easy, OPT_CUSTOMREQUEST, method);
}

void caccounts_add_header(void *opaque, const char *line) {
  struct handle *handle = opaque;
  struct strings *longer = list_append(handle->headers, line);
  if (longer != NULL) handle->headers = longer;
}

void caccounts_set_body(void *opaque, const void *bytes, size_t count) {
  struct handle *handle = opaque;
  easy_setopt(handle->easy, OPT_POSTFIELDSIZE_LARGE, (int64_t)count);
  easy_setopt(handle->easy, OPT_COPYPOSTFIELDS, count == 0 ? "" : bytes);
}

void caccounts_set_login(void *opaque, const char *user, const char *password, bool isDigest) {
  struct handle *handle = opaque;
  easy_setopt(handle->easy, OPT_HTTPAUTH, (long)(isDigest ? AUTH_DIGEST : AUTH_BASIC));
  easy_setopt(handle->easy, OPT_USERNAME, user);
  easy_setopt(handle->easy, OPT_PASSWORD, password);
}

void caccounts_set_authorities(void *opaque, const char *path) {
  easy_setopt(((struct handle *)opaque)->easy, OPT_CAINFO, path);
}

void caccounts_set_no_proxy(void *opaque) { easy_setopt(((struct handle *)opaque)->easy, OPT_NOPROXY, "*"); }

void caccounts_set_fresh(void *opaque) { easy_setopt(((struct handle *)opaque)->easy, OPT_FRESH_CONNECT, 1L); }

void caccounts_set_times(void *opaque, long connect, long thinking, long idle, long total) {
  struct handle *handle = opaque;
  handle->idle = idle;
  easy_setopt(handle->easy, OPT_CONNECTTIMEOUT, connect);
  easy_setopt(handle->easy, OPT_LOW_SPEED_LIMIT, 1L);
  easy_setopt(handle->easy, OPT_LOW_SPEED_TIME, thinking);
  easy_setopt(handle->easy, OPT_TIMEOUT, total);
}

void caccounts_set_limits(void *opaque, size_t header, size_t body) {
  struct handle *handle = opaque;
  handle->header.limit = header;
  handle->body.limit = body;
}

void caccounts_set_progress(void *opaque, int (*progress)(void *, int64_t, int64_t), void *context) {
  struct handle *handle = opaque;
  handle->progress = progress;
  handle->context = context;
}

int caccounts_perform(void *opaque) {
  struct handle *handle = opaque;
  // Waiting for leave to send the body is one more round trip, and some servers never give it.
  caccounts_add_header(handle, "Expect:");
  easy_setopt(handle->easy, OPT_HTTPHEADER, handle->headers);
  handle->code = easy_perform(handle->easy);
  // Not cancelled by who asked.
  if (handle->is_late) handle->code = TIMED_OUT;
  // What was said of a login is not kept where nobody looks for it.
  easy_setopt(handle->easy, OPT_USERNAME, NULL);
  easy_setopt(handle->easy, OPT_PASSWORD, NULL);
  easy_setopt(handle->easy, OPT_HTTPHEADER, NULL);
  list_free(handle->headers);
  handle->headers = NULL;
  return handle->code;
}

const char *caccounts_error(void *opaque) {
  struct handle *handle = opaque;
  return handle->error[0] != 0 ? handle->error : easy_strerror(handle->code);
}

static long number(void *opaque, int what) {
  long value = 0;
  easy_getinfo(((struct handle *)opaque)->easy, what, &value);
  return value;
}

long caccounts_status(void *opaque) { return number(opaque, INFO_RESPONSE_CODE); }

long caccounts_sent(void *opaque) { return number(opaque, INFO_REQUEST_SIZE); }

bool caccounts_is_header_cut(void *opaque) { return ((struct handle *)opaque)->header.is_cut; }

bool caccounts_is_body_cut(void *opaque) { return ((struct handle *)opaque)->body.is_cut; }

const unsigned char *caccounts_header(void *opaque, size_t *count) {
  struct handle *handle = opaque;
  *count = handle->header.count;
  return handle->header.start;
}

const unsigned char *caccounts_body(void *opaque, size_t *count) {
  struct handle *handle = opaque;
  *count = handle->body.count;
  return handle->body.start;
}
