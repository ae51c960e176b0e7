/* cpu.h: which instruction sets this build can hold and this processor can run. */
#ifndef PS_CPU_H
#define PS_CPU_H

#include "pysolver.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define PS_HAVE_X86_PATHS 1
#else
#define PS_HAVE_X86_PATHS 0
#endif

/* Part of every 64-bit x86, so no path of its own. PS_PLAIN_C leaves it out, for tests of the C
 * that other processors run. */
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(PS_PLAIN_C)
#define PS_HAVE_SSE2 1
#else
#define PS_HAVE_SSE2 0
#endif

static inline int cpu_path(void) {
#if PS_HAVE_X86_PATHS
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2")) {
        return PS_PORTABLE;
    }
    /* AMD's first two Zen generations run pext in microcode, slower than plain C. */
    if (!__builtin_cpu_supports("bmi2") || __builtin_cpu_is("znver1") ||
        __builtin_cpu_is("znver2")) {
        return PS_AVX2;
    }
    return PS_AVX2_BMI2;
#else
    return PS_PORTABLE;
#endif
}

#endif
