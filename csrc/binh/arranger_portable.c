/* arranger_portable.c: the search in plain C. */
#include "arranger.h"

#define SEARCH(name) name##_portable
#define TARGET
#define SEARCH_USES_BMI2 0
#include "arranger_search.h"
