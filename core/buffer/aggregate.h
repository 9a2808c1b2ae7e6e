/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggregate.h - aggregation buffers: per consumer and CPU one table of keyed values.
 *
 *      +----------------------------+ .... +------------------------------------+
 *      | record | record | record ->         <- hash chains' nodes, hash buckets |
 *      +----------------------------+ .... +------------------------------------+
 *      data                                                                   data + size
 *
 * A record is what ioctl.h describes: u32 id, u32 0, keys, values; the consumer gets the records by
 * a copy of the filled front part. Two such halves per CPU: a snapshot switches them on that CPU
 * (interrupts off) and the other half is emptied.
 */
#ifndef CORE_AGGREGATE_H
#define CORE_AGGREGATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/action.h>
#include <dtrace/compiler.h>

#include "base/bits.h"

/* One aggregating action of a plan, shared by all its ECBs. Constant after it is made. */
struct dt_agg {
	uint32_t id; /* > 0, unique in the consumer */
	uint32_t varid;
	uint16_t action; /* DTRACEAGG_* */
	uint16_t flags;  /* DTRACE_AGGF_* */
	uint64_t arg;    /* parameter word */
	/* bytes from the start of the record to the data: 8-byte header and keys, rounded up to 8 */
	uint32_t key_size;
	uint32_t size; /* bytes of the whole record, multiple of 8 */
};

/*
 * Which words of a key may be other than zero: those before `words`, but for the ones from `gap` to
 * `gap_end` after a string in the middle.
 *
 *      | id | string, NUL | zeros ......... | number | zeros ...      gap_end 0: no gap
 *                         gap               gap_end  words
 */
struct dt_extent {
	uint32_t words; /* 1 or more */
	uint32_t gap, gap_end;
};

struct dt_aggbuf {
	uint8_t *data; /* owned by the buffer layer */
	size_t size;
	size_t used;           /* bytes of records */
	size_t nodes;          /* bytes of nodes and buckets at the end */
	uint32_t bucket_count; /* power of two */
	uint32_t bucket_mask;  /* bucket_count - 1 */
	uint32_t *buckets;     /* in data */
	uint64_t drops;        /* keys for which there was no room */
};

/*
 * dt_agg_data_size - bytes of the result of a function with this parameter word, 0 when the word is
 * malformed. Context: any.
 */
uint32_t dt_agg_data_size(unsigned int action, uint64_t arg);

/*
 * dt_agg_takes_value - whether the function has a value to add: 1, or 0; -1: there is no such
 * function. Context: any.
 */
int dt_agg_takes_value(unsigned int action);

/*
 * dt_aggbuf_reset - make an empty table of data/size (size >= 1024; the caller set data and size).
 * Context: any, nobody else uses it.
 */
void dt_aggbuf_reset(struct dt_aggbuf *buf);

/*
 * dt_aggbuf_empty - take all records out of a table that dt_aggbuf_reset() has made; it costs as much as there are
 * records, and never more than to make it anew.
 * Context: any, nobody else uses it.
 */
void dt_aggbuf_empty(struct dt_aggbuf *buf);

/*
 * dt_aggregate - add a value under a key.
 * args:    @record: key_size bytes, 8-aligned, header and keys filled in by the caller, padding
 *          zero; @value and @increment (1 unless given).
 * return:  true; false when there was no room for a new key (counted in buf->drops).
 * context: probe context; the buffer is this CPU's.
 */
bool dt_aggregate(const struct dt_agg *agg, struct dt_aggbuf *buf, const void *record, int64_t value,
		  int64_t increment);

/*
 * dt_aggregate_find / dt_aggregate_apply - the two halves of dt_aggregate: the cells of a key, made
 * when it is new (NULL without room, counted), valid until the table is reset; and adding a value
 * to cells. @extent of @key depends on nothing but the key; the NUL of a string is before its gap.
 * context: as dt_aggregate.
 */
DT_BY_NAME uint64_t *dt_aggregate_find(const struct dt_agg *agg, struct dt_aggbuf *buf, const uint64_t *key,
				       const struct dt_extent *extent);
DT_BY_NAME void dt_aggregate_apply(const struct dt_agg *agg, uint64_t *cells, int64_t value, int64_t increment);

/* dt_quantize_bucket - which of the cells of quantize() a value belongs to. Context: any. */
DT_PROBE_INLINE unsigned int dt_quantize_bucket(int64_t value)
{
	unsigned int bits;

	if (DT_LIKELY(value >= 0))
		return DTRACE_QUANTIZE_ZERO + dt_bits((uint64_t)value);
	bits = dt_bits(0 - (uint64_t)value);
	return bits > DTRACE_QUANTIZE_ZERO ? 0 : DTRACE_QUANTIZE_ZERO - bits;
}

/*
 * dt_aggregate_apply_one - dt_aggregate_apply() of an increment of 1, with quantize() in line. Context: as dt_aggregate.
 */
DT_PROBE_INLINE void dt_aggregate_apply_one(const struct dt_agg *agg, uint64_t *cells, int64_t value)
{
	if (DT_LIKELY(agg->action == DTRACEAGG_QUANTIZE))
		cells[dt_quantize_bucket(value)]++;
	else
		dt_aggregate_apply(agg, cells, value, 1);
}

/* dt_aggregate_find_word - dt_aggregate_find for a key of the header and one word. Context: as dt_aggregate. */
DT_BY_NAME uint64_t *dt_aggregate_find_word(const struct dt_agg *agg, struct dt_aggbuf *buf, uint64_t word);

#endif
