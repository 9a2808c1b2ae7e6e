/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* consumer/value.c - values of records and aggregations as typed values: what print_value.c and print_stack.c make text of. */
#include <string.h>

#include "consumer/aggregate_entry.h"
#include "consumer/aggregate_value.h"
#include "consumer/distribution.h"
#include "consumer/value.h"
#include "symbols/symbols.h"

static uint64_t load64(const char *data)
{
	uint64_t value;

	memcpy(&value, data, sizeof(value));
	return value;
}

/* ---- addresses */

static void name_kernel(struct dtrace_hdl *dtp, struct ldt_arena *arena, dtrace_symbol_t *at)
{
	struct ldt_ksym symbol;

	if (ldt_ksym_by_addr(dtp, at->addr, &symbol) == -1)
		return;
	at->module = ldt_arena_strdup(arena, symbol.module);
	at->name = ldt_arena_strdup(arena, symbol.name);
	at->offset = at->addr - symbol.addr;
}

static void name_user(struct dtrace_hdl *dtp, struct ldt_arena *arena, uint32_t pid, dtrace_symbol_t *at)
{
	struct ldt_usym symbol;

	if (!ldt_usym_find(dtp, pid, at->addr, &symbol))
		return;
	at->module = ldt_arena_strdup(arena, symbol.object);
	if (symbol.name) {
		at->name = ldt_arena_strdup(arena, symbol.name);
		at->offset = symbol.into;
	}
}

static void read_symbol(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value, dtrace_value_t *ret)
{
	char text[LDT_SYMBOL_TEXT];
	bool is_user = value.rec->action != DTRACEACT_SYM && value.rec->action != DTRACEACT_MOD;
	dtrace_symbol_t *at = &ret->symbol.at;

	ret->kind = DTRACE_VALUE_SYMBOL;
	ret->symbol.is_user = is_user;
	ldt_symbol_text(dtp, value, text, sizeof(text));
	at->text = ldt_arena_strdup(arena, text);
	if (value.rec->size < sizeof(uint64_t) * (is_user ? 2 : 1))
		return;
	at->addr = load64(value.data + (is_user ? sizeof(uint64_t) : 0));
	if (is_user) {
		ret->symbol.pid = (uint32_t)load64(value.data);
		name_user(dtp, arena, ret->symbol.pid, at);
	} else {
		name_kernel(dtp, arena, at);
	}
	if (value.rec->action == DTRACEACT_MOD || value.rec->action == DTRACEACT_UMOD)
		at->name = NULL; /* the program asked for the module */
}

/* ---- stacks */

struct frames {
	struct dtrace_hdl *dtp;
	struct ldt_arena *arena;
	dtrace_value_t *stack;
	dtrace_symbol_t *list;
};

static void add_frame(const struct ldt_frame *frame, void *arg)
{
	struct frames *frames = arg;
	dtrace_symbol_t *at = &frames->list[frames->stack->stack.count++];

	at->addr = frame->addr;
	at->text = ldt_arena_strdup(frames->arena, frame->text);
	if (frame->note)
		at->note = ldt_arena_strdup(frames->arena, frame->note);
	if (frame->is_string)
		return;
	if (frames->stack->stack.is_user)
		name_user(frames->dtp, frames->arena, frames->stack->stack.pid, at);
	else
		name_kernel(frames->dtp, frames->arena, at);
}

static void read_stack(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value, dtrace_value_t *ret)
{
	struct frames frames = { .dtp = dtp, .arena = arena, .stack = ret };

	ret->kind = DTRACE_VALUE_STACK;
	ret->stack.is_user = value.rec->action != DTRACEACT_STACK;
	if (ret->stack.is_user && value.rec->size >= sizeof(uint64_t))
		ret->stack.pid = (uint32_t)load64(value.data);
	frames.list = ldt_arena_alloc(arena, (value.rec->size / sizeof(uint64_t) + 1) * sizeof(*frames.list));
	ret->stack.frames = frames.list;
	ldt_stack_walk(dtp, value, add_frame, &frames);
}

/* ---- strings, bytes and numbers */

static void read_bytes(dtrace_value_t *ret, dtrace_valuekind_t kind, const char *data, size_t size)
{
	ret->kind = kind;
	ret->bytes.data = data;
	ret->bytes.size = kind == DTRACE_VALUE_STRING ? strnlen(data, size) : size;
}

/* What floating-point conversions print; false: no size of such a number. */
static bool read_float(struct ldt_value value, dtrace_value_t *ret)
{
	float small;
	long double large;

	if (value.rec->size == sizeof(small)) {
		memcpy(&small, value.data, sizeof(small));
		ret->real = (double)small;
	} else if (value.rec->size == sizeof(ret->real)) {
		memcpy(&ret->real, value.data, sizeof(ret->real));
	} else if (value.rec->size == sizeof(large)) {
		memcpy(&large, value.data, sizeof(large));
		ret->real = (double)large;
	} else {
		return false;
	}
	ret->kind = DTRACE_VALUE_FLOAT;
	return true;
}

static bool is_letter(const struct ldt_conv *conv, const char *letters)
{
	return conv && conv->conv && strchr(letters, conv->conv);
}

static void read_plain(struct dtrace_hdl *dtp, struct ldt_value value, const struct ldt_conv *conv, dtrace_value_t *ret)
{
	uint32_t flags = ldt_rec_flags(value.rec);
	bool is_string = ldt_is_text(dtp, flags), is_signed = ldt_rec_signed(value.rec), ok;
	int64_t number = ldt_int(value.data, value.rec->size, is_signed, &ok);
	bool is_wide = conv && (conv->size[0] == 'w' || conv->size[0] == 'l');

	if (is_letter(conv, "eEfgG") && read_float(value, ret))
		return;
	if (is_letter(conv, "sS") && ldt_rec_is_enum(value.rec)) {
		ret->kind = DTRACE_VALUE_ENUM;
		ret->enumerator.name = ldt_value_enumerator(dtp, value, &ret->enumerator.value);
	} else if (is_letter(conv, "sS")) {
		read_bytes(ret, is_wide ? DTRACE_VALUE_BYTES : DTRACE_VALUE_STRING, value.data, value.rec->size);
	} else if (!ok || is_string || (!conv && (flags & DTRACE_EXPR_BYREF))) {
		bool text = is_string || ldt_looks_like_text(value.data, value.rec->size);

		read_bytes(ret, text && !ldt_option(dtp, LDT_OPT_RAWBYTES) ? DTRACE_VALUE_STRING : DTRACE_VALUE_BYTES,
			   value.data, value.rec->size);
	} else if (is_signed) {
		ret->kind = DTRACE_VALUE_INT;
		ret->number = number;
	} else {
		ret->kind = DTRACE_VALUE_UINT;
		ret->natural = (uint64_t)number;
	}
}

void ldt_value_read(struct dtrace_hdl *dtp, struct ldt_arena *arena, struct ldt_value value,
		    const struct ldt_conv *conv, dtrace_value_t *ret)
{
	memset(ret, 0, sizeof(*ret));
	if (ldt_is_stack(value.rec->action))
		read_stack(dtp, arena, value, ret);
	else if (ldt_is_symbolic(value.rec->action))
		read_symbol(dtp, arena, value, ret);
	else if (value.rec->action == DTRACEACT_PRINT)
		ldt_value_read_typed(dtp, arena, value, ret);
	else if (value.rec->action == DTRACEACT_TRACEMEM || value.rec->action == DTRACEACT_PCAP)
		read_bytes(ret, DTRACE_VALUE_BYTES, value.data, value.rec->size);
	else
		read_plain(dtp, value, conv, ret);
}

/* ---- aggregations */

static void read_distribution(struct ldt_arena *arena, const struct ldt_distribution *dist, dtrace_value_t *ret)
{
	dtrace_bucket_t *buckets = ldt_arena_alloc(arena, (dist->last - dist->first + 1) * sizeof(*buckets));

	ret->kind = DTRACE_VALUE_DISTRIBUTION;
	ret->distribution.buckets = buckets;
	ret->distribution.is_unsigned = dist->is_unsigned;
	ret->distribution.total = ldt_distribution_total(dist);
	for (size_t cell = dist->first; cell <= dist->last; cell++) {
		if (ldt_distribution_bucket(dist, cell, &buckets[ret->distribution.count]))
			ret->distribution.count++;
	}
}

int ldt_value_read_aggregation(struct dtrace_hdl *dtp, struct ldt_arena *arena, const dtrace_aggdata_t *data,
			       dtrace_value_t *ret)
{
	struct ldt_distribution dist;

	memset(ret, 0, sizeof(*ret));
	if (!ldt_agg_is_distribution(data)) {
		ret->kind = ldt_agg_shows(data)->is_unsigned ? DTRACE_VALUE_UINT : DTRACE_VALUE_INT;
		ret->number = ldt_agg_scalar(data);
		return 0;
	}
	if (ldt_distribution_init(&dist, data) == -1)
		return -1;
	read_distribution(arena, &dist, ret);
	ldt_distribution_fini(&dist);
	return 0;
}
