/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/value.h - values of records and aggregations as the typed values of dtrace.h. */
#ifndef LDT_CONSUMER_VALUE_H
#define LDT_CONSUMER_VALUE_H

#include "consumer/print.h"
#include "types/types.h"

/*
 * ldt_value_read - one value of a record, or one key.
 * args:    @conv: the letter of the conversion that prints it, 0: none, its type alone tells. What *@ret points to is in
 *          @arena or in the record.
 * context: jumps through the arena's fail without memory.
 */
void ldt_value_read(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value,
		    const struct ldt_conv *conv, dtrace_value_t *ret);
/* ldt_value_read_typed - a record of print() (value_typed.c). */
void ldt_value_read_typed(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value, dtrace_value_t *ret);
/* ldt_value_read_aggregation - the value of an entry, normalised. 0, or -1 with the error set. */
int ldt_value_read_aggregation(struct dtrace_hdl *dtp, struct ldt_arena *arena, const dtrace_aggdata_t *data,
			       dtrace_value_t *ret);

#endif
