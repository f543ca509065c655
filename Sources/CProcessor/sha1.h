// SHA-1 by the processor's own instructions (Intel SHA extensions), as SHA-256 in sha256.h; who has those has these.
#ifndef CPROCESSOR_SHA1_H
#define CPROCESSOR_SHA1_H

#include "sha256.h"

// The hash so far.
struct cprocessor_sha1 {
  uint32_t a, b, c, d, e;
};

#ifdef __x86_64__
// Four steps, of which there are twenty in each of the four kinds.
#define CPROCESSOR_SHA1_STEPS(kind)                                                            \
  for (int step = 5 * kind; step < 5 * kind + 5; step++) {                                     \
    __m128i *word = &words[step & 3];                                                          \
    if (step < 4) {                                                                            \
      *word = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&block.words[4 * step]), 0x1B); \
    } else {                                                                                   \
      const __m128i mixed = _mm_sha1msg1_epu32(*word, words[(step + 1) & 3]);                  \
      *word = _mm_sha1msg2_epu32(_mm_xor_si128(mixed, words[(step + 2) & 3]), words[(step + 3) & 3]); \
    }                                                                                          \
    const __m128i added = step == 0 ? _mm_add_epi32(last, *word) : _mm_sha1nexte_epu32(last, *word); \
    last = abcd;                                                                               \
    abcd = _mm_sha1rnds4_epu32(abcd, added, kind);                                             \
  }

__attribute__((target("sha,sse4.1,ssse3"))) static inline struct cprocessor_sha1
cprocessor_sha1_add(struct cprocessor_sha1 hash, struct cprocessor_block block) {
  const __m128i before = _mm_set_epi32(hash.a, hash.b, hash.c, hash.d);
  const __m128i e = _mm_set_epi32(hash.e, 0, 0, 0);
  __m128i abcd = before, last = e, words[4];
  CPROCESSOR_SHA1_STEPS(0)
  CPROCESSOR_SHA1_STEPS(1)
  CPROCESSOR_SHA1_STEPS(2)
  CPROCESSOR_SHA1_STEPS(3)
  last = _mm_sha1nexte_epu32(last, e);
  abcd = _mm_add_epi32(abcd, before);
  const struct cprocessor_sha1 sum = {
      _mm_extract_epi32(abcd, 3), _mm_extract_epi32(abcd, 2), _mm_extract_epi32(abcd, 1),
      _mm_extract_epi32(abcd, 0), _mm_extract_epi32(last, 3)};
  return sum;
}
#undef CPROCESSOR_SHA1_STEPS
#else
// Not to be called: no such instructions are known here.
static inline struct cprocessor_sha1 cprocessor_sha1_add(
    struct cprocessor_sha1 hash, struct cprocessor_block block) {
  (void)block;
  return hash;
}
#endif

#endif
