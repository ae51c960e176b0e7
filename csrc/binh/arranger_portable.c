/* arranger_portable.c: the searches in plain C. */
#include "arranger.h"

#define TARGET
#define SEARCH_USES_BMI2 0

#define SEARCH(name) name##_portable
#define SEARCH_FOR_OWN_CARDS 0
#define SEARCH_FOR_SWEEPS 0
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_own_portable
#define SEARCH_FOR_OWN_CARDS 1
#define SEARCH_FOR_SWEEPS 0
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_sweep_portable
#define SEARCH_FOR_OWN_CARDS 0
#define SEARCH_FOR_SWEEPS 1
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS

#define SEARCH(name) name##_own_sweep_portable
#define SEARCH_FOR_OWN_CARDS 1
#define SEARCH_FOR_SWEEPS 1
#include "arranger_search.h"
#undef SEARCH
#undef SEARCH_FOR_OWN_CARDS
#undef SEARCH_FOR_SWEEPS
