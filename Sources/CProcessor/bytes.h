// Many bytes at a time, by the instructions that each processor of its kind has.
#ifndef CPROCESSOR_BYTES_H
#define CPROCESSOR_BYTES_H

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Which of 64 bytes are a line feed: a bit each, the first byte's the least.
static inline uint64_t cprocessor_line_feeds(const uint8_t *bytes) {
  uint64_t found = 0;
#ifdef __SSE2__
  const __m128i feed = _mm_set1_epi8('\n');
  for (int part = 0; part < 4; part++) {
    const __m128i some = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    found |= (uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(some, feed)) << (16 * part);
  }
#else
  for (int index = 0; index < 64; index++) found |= (uint64_t)(bytes[index] == '\n') << index;
#endif
  return found;
}

// Which of 64 bytes are a mark of JSON (RFC 8259 §2): a bit each, the first byte's the least. Openers are { and [, closers } and ],
// separators the colon and the comma.
struct cprocessor_json {
  uint64_t quotes, backslashes, openers, closers, separators, feeds, returns;
};

static inline struct cprocessor_json cprocessor_json_marks(const uint8_t *bytes) {
  struct cprocessor_json found = {0, 0, 0, 0, 0, 0, 0};
#ifdef __SSE2__
  for (int part = 0; part < 4; part++) {
    const __m128i some = _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
    // { and [, } and ] differ in this bit.
    const __m128i wide = _mm_or_si128(some, _mm_set1_epi8(0x20));
    const int shift = 16 * part;
#define CPROCESSOR_FOUND(where, byte) \
  ((uint64_t)(uint16_t)_mm_movemask_epi8(_mm_cmpeq_epi8(where, _mm_set1_epi8(byte))) << shift)
    found.quotes |= CPROCESSOR_FOUND(some, '"');
    found.backslashes |= CPROCESSOR_FOUND(some, '\\');
    found.openers |= CPROCESSOR_FOUND(wide, '{');
    found.closers |= CPROCESSOR_FOUND(wide, '}');
    found.separators |= CPROCESSOR_FOUND(some, ':') | CPROCESSOR_FOUND(some, ',');
    found.feeds |= CPROCESSOR_FOUND(some, '\n');
    found.returns |= CPROCESSOR_FOUND(some, '\r');
#undef CPROCESSOR_FOUND
  }
#else
  for (int index = 0; index < 64; index++) {
    const uint8_t byte = bytes[index];
    const uint64_t bit = (uint64_t)1 << index;
    if (byte == '"') found.quotes |= bit;
    if (byte == '\\') found.backslashes |= bit;
    if (byte == '{' || byte == '[') found.openers |= bit;
    if (byte == '}' || byte == ']') found.closers |= bit;
    if (byte == ':' || byte == ',') found.separators |= bit;
    if (byte == '\n') found.feeds |= bit;
    if (byte == '\r') found.returns |= bit;
  }
#endif
  return found;
}

#endif
