/* arranger_bmi2.c: the searches with pext and pdep. */
#include "arranger.h"

#if PS_HAVE_X86_PATHS

#define TARGET __attribute__((target("bmi2,popcnt,avx2")))
#define SEARCH_USES_BMI2 1

#define SEARCH(name) name##_bmi2
#define SEARCH_FOR_OWN_CARDS 0
#define SEARCH_FOR_SWEEPS 0
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_own_bmi2
#define SEARCH_FOR_OWN_CARDS 1
#define SEARCH_FOR_SWEEPS 0
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_sweep_bmi2
#define SEARCH_FOR_OWN_CARDS 0
#define SEARCH_FOR_SWEEPS 1
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_own_sweep_bmi2
#define SEARCH_FOR_OWN_CARDS 1
#define SEARCH_FOR_SWEEPS 1
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#else
typedef int arranger_bmi2_is_empty_here; /* ISO C wants a declaration in every file */
#endif
