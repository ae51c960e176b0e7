/* core.c: what happens once, when the library is loaded. */
#include "binh/shape.h"
#include "binh/special_hand.h"
#include "cpu.h"
#include "poker.h"
#include "pysolver.h"
#include "wizard/order.h"

/* Fills every table that is the same for all callers. Python calls it once, under the import
 * lock; afterwards nothing global is written. */
int ps_init(void) {
    int status = poker_init();
    if (status == PS_OK) {
        status = special_hand_init();
    }
    if (status == PS_OK) {
        shape_init();
        wizard_init();
    }
    return status;
}

int ps_best_path(void) {
    return cpu_path();
}
