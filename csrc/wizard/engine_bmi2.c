/* engine_bmi2.c: the engine with AVX2, popcnt, pdep and tzcnt. */
#include "../cpu.h"

#if PS_HAVE_X86_PATHS
#define TARGET __attribute__((target("bmi,bmi2,popcnt,avx2")))
#define ENGINE_USES_BMI2 1
#define ENGINE_NAME wizard_engine_bmi2
#include "engine_body.h"
#else
typedef int engine_bmi2_is_empty_here; /* ISO C wants a declaration in every file */
#endif
