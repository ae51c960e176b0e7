/* arranger_bmi2.c: the search with pext and pdep. */
#include "arranger.h"

#if PS_HAVE_X86_PATHS
#define SEARCH(name) name##_bmi2
#define TARGET __attribute__((target("bmi2,popcnt,avx2")))
#define SEARCH_USES_BMI2 1
#include "arranger_search.h"
#else
typedef int arranger_bmi2_is_empty_here; /* ISO C wants a declaration in every file */
#endif
