// The C that accounts need and Swift cannot call: libcurl, whose setters are variadic, loaded when it is first used; a question to the DNS;
// what keeps a process that holds a password from being dumped; a line of a terminal that is not echoed.
#ifndef LISTO_CACCOUNTS_H
#define LISTO_CACCOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: libcurl

/// Loads libcurl. 0: it is there; 1: there is none; 2: it lacks a function or could not start; 3: this program is linked statically, and
/// can load nothing.
/// Not for several threads at once, nor are those below on one handle.
int caccounts_load(void);
/// As curl_version says, such as "libcurl/7.88.1 OpenSSL/3.0.19"; empty before it is loaded.
const char *caccounts_version(void);

/// One connection's worth of state: its connections are kept from one exchange to the next. NULL where there is no memory.
void *caccounts_open(void);
void caccounts_close(void *handle);

/// Forgets the last exchange, and sets what holds for all: http and https alone, no redirects followed, certificates checked, nothing
/// taken from .netrc, no cookies.
void caccounts_begin(void *handle, const char *method, const char *url);
void caccounts_add_header(void *handle, const char *line);
/// The bytes are copied.
void caccounts_set_body(void *handle, const void *bytes, size_t count);
/// For Basic, and Digest where `isDigest`, which asks the server first.
void caccounts_set_login(void *handle, const char *user, const char *password, bool isDigest);
/// A file of certificates to trust in the place of the system's.
void caccounts_set_authorities(void *handle, const char *path);
void caccounts_set_no_proxy(void *handle);
/// A new connection, so that nothing is sent twice because an old one was closed.
void caccounts_set_fresh(void *handle);
/// Seconds: to connect; until the first byte of the answer; without a byte from then on; in all.
void caccounts_set_times(void *handle, long connect, long thinking, long idle, long total);
/// Bytes: of the answer's header and body.
void caccounts_set_limits(void *handle, size_t header, size_t body);
/// Called now and then, on this thread; anything but 0 ends the exchange.
void caccounts_set_progress(void *handle, int (*progress)(void *, int64_t sent, int64_t received), void *context);

/// Runs the exchange; a CURLcode.
int caccounts_perform(void *handle);
/// In libcurl's words.
const char *caccounts_error(void *handle);
long caccounts_status(void *handle);
/// How many bytes of the request went out, as far as is known.
long caccounts_sent(void *handle);
/// The header, or the body, of the answer was larger than its limit.
bool caccounts_is_header_cut(void *handle);
bool caccounts_is_body_cut(void *handle);
/// The lines of the last header, as they came.
const unsigned char *caccounts_header(void *handle, size_t *count);
const unsigned char *caccounts_body(void *handle, size_t *count);

// MARK: The system

/// Asks the DNS for records of a name: the answer's bytes, how many there are, or -1.
int caccounts_resolve(const char *name, int type, unsigned char *answer, int size);
/// No core file, and no other process of the same user may look into this one (prctl(2), PR_SET_DUMPABLE); false where that is not known.
bool caccounts_set_dumpable(bool isDumpable);
bool caccounts_is_dumpable(void);
/// Reads a line from the terminal that controls the process, without showing it. How many bytes, or -1 where there is none, or the line
/// is longer.
long caccounts_read_secret(const char *prompt, unsigned char *line, size_t size);

#endif
