/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/aggregate_value.h - keys and values of entries as text. */
#ifndef LDT_CONSUMER_AGGREGATE_VALUE_H
#define LDT_CONSUMER_AGGREGATE_VALUE_H

#include "consumer/print.h"

int64_t ldt_agg_scalar(const dtrace_aggdata_t *data); /* the number of an entry that has one, normalised */
int ldt_print_agg_value(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data);
struct ldt_value ldt_key_value(const dtrace_aggdata_t *data, unsigned int index);
bool ldt_key_is_number(const dtrace_recdesc_t *rec); /* a key: no text, address with a name, stack, bytes */
/* ldt_print_key - as trace() prints values, at the width that the type of the key has in aggregations. */
int ldt_print_key(struct dtrace_hdl *dtp, FILE *out, const dtrace_aggdata_t *data, unsigned int index);
/* ldt_key_text - one key as text without the blanks around it, malloc'ed; NULL with the error set. */
char *ldt_key_text(struct dtrace_hdl *dtp, const dtrace_aggdata_t *data, unsigned int index);

#endif
