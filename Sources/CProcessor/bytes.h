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

#endif
