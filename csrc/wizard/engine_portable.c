/* engine_portable.c: the engine in plain C. */
#define TARGET
#define ENGINE_USES_BMI2 0
#define ENGINE_NAME wizard_engine_portable
#include "engine_body.h"
