/* engine_body.h: the engine, compiled once for each build by a file that defines TARGET,
 * ENGINE_USES_BMI2 and ENGINE_NAME. */
#include "match.h"

const struct wizard_engine ENGINE_NAME = {random_rounds, search_card, search_bid, play_match};
