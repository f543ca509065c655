// SHA-256 by the processor's own instructions (Intel SHA extensions), which Swift does not offer: a block in a seventh of the time. All
// is passed by value, so that Swift's checks of memory hold.
#ifndef CPROCESSOR_SHA256_H
#define CPROCESSOR_SHA256_H

#include <stdbool.h>
#include <stdint.h>

// The hash so far, and a block of sixteen words, the highest byte of each first.
struct cprocessor_sha256 {
  uint32_t a, b, c, d, e, f, g, h;
};
struct cprocessor_block {
  uint32_t words[16];
};

// The constants of the steps (FIPS 180-4 §4.2.2).
static const uint32_t cprocessor_sha256_constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// That of a step from 0 to 63.
static inline uint32_t cprocessor_sha256_constant(unsigned step) { return cprocessor_sha256_constants[step & 63]; }

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

static inline bool cprocessor_has_sha256(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

__attribute__((target("sha,sse4.1,ssse3"))) static inline struct cprocessor_sha256
cprocessor_sha256_add(struct cprocessor_sha256 hash, struct cprocessor_block block) {
  // The instructions take the words in the order F E B A and H G D C.
  const __m128i low = _mm_set_epi32(hash.a, hash.b, hash.e, hash.f);
  const __m128i high = _mm_set_epi32(hash.c, hash.d, hash.g, hash.h);
  __m128i abef = low, cdgh = high, words[4];
  for (int step = 0; step < 16; step++) {
    __m128i *word = &words[step & 3];
    if (step < 4) {
      *word = _mm_loadu_si128((const __m128i *)&block.words[4 * step]);
    } else {
      const __m128i last = words[(step + 3) & 3];
      const __m128i middle = _mm_alignr_epi8(last, words[(step + 2) & 3], 4);
      const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*word, words[(step + 1) & 3]), middle);
      *word = _mm_sha256msg2_epu32(sum, last);
    }
    const __m128i added =
        _mm_add_epi32(*word, _mm_load_si128((const __m128i *)&cprocessor_sha256_constants[4 * step]));
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
  }
  abef = _mm_add_epi32(abef, low);
  cdgh = _mm_add_epi32(cdgh, high);
  const struct cprocessor_sha256 sum = {
      _mm_extract_epi32(abef, 3), _mm_extract_epi32(abef, 2), _mm_extract_epi32(cdgh, 3),
      _mm_extract_epi32(cdgh, 2), _mm_extract_epi32(abef, 1), _mm_extract_epi32(abef, 0),
      _mm_extract_epi32(cdgh, 1), _mm_extract_epi32(cdgh, 0)};
  return sum;
}
#else
static inline bool cprocessor_has_sha256(void) { return false; }

// Not to be called: no such instructions are known here.
static inline struct cprocessor_sha256 cprocessor_sha256_add(
    struct cprocessor_sha256 hash, struct cprocessor_block block) {
  (void)block;
  return hash;
}
#endif

#endif
