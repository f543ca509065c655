// A moment in a loop that waits for another core: the processor need not run ahead in it, and leaves more to the thread beside.
#ifndef CPROCESSOR_WAITING_H
#define CPROCESSOR_WAITING_H

static inline void cprocessor_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

#endif
