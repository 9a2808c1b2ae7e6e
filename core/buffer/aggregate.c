/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * aggregate.c - the table of keyed values of one CPU, and the aggregating functions.
 *
 *      data                                                                                          data + size
 *      +----------+----------+-----+ ..................... +--------+--------+---------------------------+
 *      | record 0 | record 1 | ... ->                     <- node 1 | node 0 | bucket[0 .. bucket_count) |
 *      +----------+----------+-----+ ..................... +--------+--------+---------------------------+
 *
 * Buckets and nodes refer to each other by number, to records by offset / 8. Most string keys are
 * short and padded with zeros: the caller says where they are, and only the other words are hashed
 * and compared. As equal keys have equal extents, a node remembers how many words that is.
 */
#include "core/buffer/aggregate.h"
#include "base/bits.h"
#include "base/memory.h"

#define BUCKET_BYTES 128u /* of buffer per bucket */
#define BUCKETS_MAX  (1u << 20)
#define EMPTY_ALL    8u           /* one record in so many buckets: it is cheaper to zero all of them */
#define WORDS_MAX    (1ull << 32) /* records are addressed by 32-bit offsets in words */

struct node {
	/*
	 * low half: how many words of the key were given (all later ones are zero); high half:
	 * their hash
	 */
	uint64_t tag;
	uint32_t next;   /* 1 + number of the next node, 0 at the end */
	uint32_t record; /* offset / 8 */
};

#define TAG(hash, words) ((uint64_t)(hash) << 32 | (words))

/* ---- parameters ------------------------------------------------------------------------------ */

/* factor^exponent, 0 when it does not fit. */
static uint64_t power(uint64_t factor, unsigned int exponent)
{
	uint64_t value = 1;

	while (exponent--) {
		if (value > UINT64_MAX / factor)
			return 0;
		value *= factor;
	}
	return value;
}

/* Buckets of an illumos llquantize, 0 when the parameters break a rule. */
static uint32_t llquantize_buckets(uint64_t arg)
{
	uint64_t factor = DTRACE_LLQUANTIZE_FACTOR(arg);
	uint64_t steps = DTRACE_LLQUANTIZE_STEPS(arg);
	unsigned int low = DTRACE_LLQUANTIZE_LOW(arg);
	unsigned int high = DTRACE_LLQUANTIZE_HIGH(arg);
	uint64_t top = factor;
	uint64_t count = 2;
	uint64_t parts;

	if (factor < 2 || low >= high || high > 63 || steps < factor || steps % factor || !power(factor, high + 1))
		return 0;
	while (top < steps)
		top *= factor;
	if (top % steps)
		return 0;
	for (top = power(factor, low); low <= high; low++) {
		top *= factor;
		parts = DT_MIN(steps, top);
		count += parts - parts / factor;
	}
	return (uint32_t)count;
}

/* Buckets on one side of zero of an Oracle llquantize, overflow not counted; 0 when the parameters break a rule. */
static uint32_t llquantize_side(uint64_t arg)
{
	uint64_t factor = DTRACE_LLQBOTH_FACTOR(arg);
	uint64_t steps = DTRACE_LLQBOTH_STEPS(arg);
	unsigned int low = DTRACE_LLQBOTH_LOW(arg);
	unsigned int high = DTRACE_LLQBOTH_HIGH(arg);

	if (factor < 2 || low > high || high > 63 || steps == 0 || !power(factor, high + 1))
		return 0;
	if (steps < factor && factor % steps)
		return 0;
	if (steps > factor && (steps % factor || power(factor, low == 0 ? 2 : low + 1) % steps))
		return 0;
	return (uint32_t)((high - low + 1) * (steps - steps / factor));
}

/* The word itself, underflow, levels, overflow. */
static uint32_t cells_linear(uint64_t arg)
{
	if (DTRACE_LQUANTIZE_STEP(arg) == 0 || DTRACE_LQUANTIZE_LEVELS(arg) == 0)
		return 0;
	return DTRACE_LQUANTIZE_LEVELS(arg) + 3u;
}

static uint32_t cells_log_linear(uint64_t arg)
{
	uint32_t buckets = llquantize_buckets(arg);

	return buckets ? buckets + 1 : 0;
}

static uint32_t cells_both(uint64_t arg)
{
	uint32_t buckets = llquantize_side(arg);

	return buckets ? 2 * buckets + 3 + 1 : 0;
}

uint32_t dt_agg_data_size(unsigned int action, uint64_t arg)
{
	switch (action) {
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	case DTRACEAGG_##NAME:                                                      \
		return 8 * (cells);
#define DT_AGG_FORM(id, NAME, cells, start, merge, shows) \
	DT_AGG(id, NAME, "", "", "", cells, start, VALUE, merge, shows)
#include "spec/agg.def"
	}
	return 0; /* no aggregating function */
}

#define VALUE_NOTHING    0
#define VALUE_VALUE      1
#define VALUE_WEIGHTED   1
#define VALUE_LINEAR     1
#define VALUE_LOG_LINEAR 1

int dt_agg_takes_value(unsigned int action)
{
	switch (action) {
#define DT_AGG(id, NAME, name, prototype, since, cells, start, takes, merge, shows) \
	case DTRACEAGG_##NAME:                                                      \
		return VALUE_##takes;
#define DT_AGG_FORM(id, NAME, cells, start, merge, shows) \
	DT_AGG(id, NAME, "", "", "", cells, start, VALUE, merge, shows)
#include "spec/agg.def"
	}
	return -1;
}

/* ---- functions ------------------------------------------------------------------------------- */

DT_PROBE_INLINE void add(uint64_t *cell, int64_t value)
{
	*cell += (uint64_t)value;
}

DT_PROBE_INLINE void add_COUNT(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	cells[0]++;
}

DT_PROBE_INLINE void add_SUM(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	add(&cells[0], value);
}

DT_PROBE_INLINE void add_MIN(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	if (value < (int64_t)cells[0])
		cells[0] = (uint64_t)value;
}

DT_PROBE_INLINE void add_MAX(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	if (value > (int64_t)cells[0])
		cells[0] = (uint64_t)value;
}

/* cells: count, sum. */
DT_PROBE_INLINE void add_AVG(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	cells[0]++;
	add(&cells[1], value);
}

/* cells: count, sum, and the 128-bit sum of squares, low word first. The square is built of 32-bit halves. */
DT_PROBE_CTX static void add_STDDEV(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	uint64_t high = magnitude >> 32;
	uint64_t low = (uint32_t)magnitude;
	uint64_t middle = high * low;
	uint64_t square = low * low;
	uint64_t carry = high * high + (middle >> 31);

	square += middle << 33;
	if (square < middle << 33)
		carry++;
	cells[0]++;
	cells[1] += (uint64_t)value;
	cells[2] += square;
	if (cells[2] < square)
		carry++;
	cells[3] += carry;
}

DT_PROBE_INLINE void add_QUANTIZE(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	add(&cells[dt_quantize_bucket(value)], increment);
}

/* cells: parameter word, underflow, levels, overflow. The value counts as a signed 32-bit number. */
DT_PROBE_CTX static void add_LQUANTIZE(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	int32_t number = (int32_t)(uint32_t)value;
	int32_t base = DTRACE_LQUANTIZE_BASE(arg);
	uint32_t levels = DTRACE_LQUANTIZE_LEVELS(arg);
	uint32_t level;

	if (number < base) {
		add(&cells[1], increment);
		return;
	}
	level = ((uint32_t)number - (uint32_t)base) / DTRACE_LQUANTIZE_STEP(arg);
	add(&cells[2 + DT_MIN(level, levels)], increment);
}

/*
 * Bucket 0 is below factor^low. The magnitude that ends at `top` is cut in `parts` parts of one
 * width, counted from 0; its first parts / factor of them are below the magnitude and have no
 * bucket.
 */
DT_PROBE_CTX static uint32_t llquantize_bucket(uint64_t arg, int64_t value)
{
	uint64_t factor = DTRACE_LLQUANTIZE_FACTOR(arg);
	uint64_t steps = DTRACE_LLQUANTIZE_STEPS(arg);
	unsigned int order = DTRACE_LLQUANTIZE_LOW(arg);
	unsigned int high = DTRACE_LLQUANTIZE_HIGH(arg);
	uint64_t top = 1;
	uint64_t parts;
	uint32_t bucket = 1;
	unsigned int at;

	for (at = 0; at < order; at++)
		top *= factor;
	if (value < 0 || (uint64_t)value < top)
		return 0;
	for (; order <= high; order++) {
		top *= factor;
		parts = DT_MIN(steps, top);
		if ((uint64_t)value < top)
			return bucket + (uint32_t)((uint64_t)value / (top / parts) - parts / factor);
		bucket += (uint32_t)(parts - parts / factor);
	}
	return bucket;
}

DT_PROBE_CTX static void add_LLQUANTIZE(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	add(&cells[1 + llquantize_bucket(arg, value)], increment);
}

/*
 * How far from the middle the bucket of a magnitude is: 0 below factor^low, 1 and more, past the
 * last one the overflow.
 */
DT_PROBE_CTX static uint32_t llquantize_distance(uint64_t arg, uint64_t magnitude)
{
	uint64_t factor = DTRACE_LLQBOTH_FACTOR(arg);
	uint64_t steps = DTRACE_LLQBOTH_STEPS(arg);
	unsigned int order = DTRACE_LLQBOTH_LOW(arg);
	unsigned int high = DTRACE_LLQBOTH_HIGH(arg);
	uint32_t below = (uint32_t)(steps / factor);
	uint32_t distance = 1;
	uint64_t top = 1;
	unsigned int at;

	for (at = 0; at < order; at++)
		top *= factor;
	if (magnitude < top)
		return 0;
	for (; order <= high; order++) {
		top *= factor;
		if (magnitude < top && top < steps) /* more steps than numbers: factor is what `top` is */
			return distance + (uint32_t)(magnitude * (steps / top)) - below;
		if (magnitude < top)
			return distance + (uint32_t)(magnitude / (top / steps)) - below;
		distance += (uint32_t)steps - below;
	}
	return distance;
}

DT_PROBE_CTX static void add_LLQUANTIZE_BOTH(uint64_t *cells, uint64_t arg, int64_t value, int64_t increment)
{
	uint32_t steps = DTRACE_LLQBOTH_STEPS(arg);
	uint32_t orders = DTRACE_LLQBOTH_HIGH(arg) - DTRACE_LLQBOTH_LOW(arg) + 1u;
	uint32_t middle = 1 + 1 + orders * (steps - steps / DTRACE_LLQBOTH_FACTOR(arg));

	if (value < 0)
		add(&cells[middle - llquantize_distance(arg, 0 - (uint64_t)value)], increment);
	else
		add(&cells[middle + llquantize_distance(arg, (uint64_t)value)], increment);
}

/* Each function by its row of agg.def; dt_agg_data_size() has refused all other numbers. */
DT_PROBE_CTX static void apply(const struct dt_agg *agg, uint64_t *cells, int64_t value, int64_t increment)
{
	switch (agg->action) {
#define DT_AGG(id, NAME, name, prototype, since, size, start, takes, merge, shows) \
	case DTRACEAGG_##NAME:                                                     \
		add_##NAME(cells, agg->arg, value, increment);                     \
		break;
#define DT_AGG_FORM(id, NAME, size, start, merge, shows) DT_AGG(id, NAME, "", "", "", size, start, VALUE, merge, shows)
#include "spec/agg.def"
	}
}

DT_PROBE_CTX DT_BY_NAME void dt_aggregate_apply(const struct dt_agg *agg, uint64_t *cells, int64_t value,
						int64_t increment)
{
	if (DT_LIKELY(agg->action == DTRACEAGG_QUANTIZE))
		add_QUANTIZE(cells, agg->arg, value, increment);
	else
		apply(agg, cells, value, increment);
}

/* ---- before the first value; the cells are zeros --------------------------------------------- */

DT_PROBE_INLINE void start_ZERO(uint64_t *cells, uint64_t arg)
{
}

DT_PROBE_INLINE void start_LEAST(uint64_t *cells, uint64_t arg)
{
	cells[0] = (uint64_t)INT64_MIN;
}

DT_PROBE_INLINE void start_GREATEST(uint64_t *cells, uint64_t arg)
{
	cells[0] = INT64_MAX;
}

DT_PROBE_INLINE void start_PARAMETERS(uint64_t *cells, uint64_t arg)
{
	cells[0] = arg;
}

DT_PROBE_CTX static void result_init(const struct dt_agg *agg, uint64_t *cells)
{
	dt_memset(cells, 0, agg->size - agg->key_size);
	switch (agg->action) {
#define DT_AGG(id, NAME, name, prototype, since, size, start, takes, merge, shows) \
	case DTRACEAGG_##NAME:                                                     \
		start_##start(cells, agg->arg);                                    \
		break;
#define DT_AGG_FORM(id, NAME, size, start, merge, shows) DT_AGG(id, NAME, "", "", "", size, start, VALUE, merge, shows)
#include "spec/agg.def"
	}
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Nodes are counted from 1 and downward from the buckets. */
DT_PROBE_INLINE struct node *node_of(const struct dt_aggbuf *buf, uint32_t number)
{
	return (struct node *)(void *)buf->buckets - number;
}

DT_PROBE_INLINE uint32_t *bucket_of(const struct dt_aggbuf *buf, uint64_t hash)
{
	return &buf->buckets[(uint32_t)hash & buf->bucket_mask];
}

void dt_aggbuf_reset(struct dt_aggbuf *buf)
{
	uint64_t buckets = DT_MIN(buf->size / BUCKET_BYTES, BUCKETS_MAX);

	buf->used = 0;
	buf->drops = 0;
	buf->bucket_count = buckets < 2 ? 2 : 1u << (dt_bits(buckets) - 1);
	buf->bucket_mask = buf->bucket_count - 1;
	buf->nodes = buf->bucket_count * sizeof(uint32_t);
	buf->buckets = (uint32_t *)(void *)(buf->data + (buf->size & ~(size_t)7)) - buf->bucket_count;
	dt_memset(buf->buckets, 0, buf->nodes);
}

void dt_aggbuf_empty(struct dt_aggbuf *buf)
{
	size_t bucket_bytes = buf->bucket_count * sizeof(uint32_t);
	uint32_t count = (uint32_t)((buf->nodes - bucket_bytes) / sizeof(struct node)), number;

	if (count >= buf->bucket_count / EMPTY_ALL) {
		dt_aggbuf_reset(buf);
		return;
	}
	for (number = 1; number <= count; number++)
		*bucket_of(buf, node_of(buf, number)->tag >> 32) = 0;
	buf->used = 0;
	buf->drops = 0;
	buf->nodes = bucket_bytes;
}

DT_PROBE_INLINE uint64_t hash_step(uint64_t state, uint64_t word)
{
	state = (state ^ word) * 0x9e3779b97f4a7c15ull;
	return state ^ (state >> 32);
}

DT_PROBE_INLINE bool same_words(const uint64_t *a, const uint64_t *b, uint32_t words)
{
	uint32_t at;

	for (at = 0; at < words; at++)
		if (a[at] != b[at])
			return false;
	return true;
}

/*
 * Make a record for a key that is new, whose words after the first @words are zero; its cells, NULL when records and
 * nodes would meet.
 */
DT_PROBE_CTX static uint64_t *record_make(const struct dt_agg *agg, struct dt_aggbuf *buf, const uint64_t *key,
					  uint32_t words, uint64_t tag)
{
	uint32_t *bucket = bucket_of(buf, tag >> 32);
	size_t size = buf->size & ~(size_t)7;
	uint64_t used = buf->used;
	uint32_t number = (uint32_t)((buf->nodes - buf->bucket_count * sizeof(uint32_t)) / sizeof(struct node)) + 1;
	struct node *node;
	uint64_t *record;

	if (buf->used + agg->size + buf->nodes + sizeof(struct node) > size || used / 8 >= WORDS_MAX) {
		buf->drops++;
		return NULL;
	}
	record = (uint64_t *)(void *)(buf->data + buf->used);
	dt_memcpy(record, key, words * 8);
	dt_memset(record + words, 0, agg->key_size - words * 8);
	result_init(agg, record + agg->key_size / 8);
	node = node_of(buf, number);
	node->tag = tag;
	node->record = (uint32_t)(buf->used / 8);
	node->next = *bucket;
	*bucket = number;
	buf->used += agg->size;
	buf->nodes += sizeof(struct node);
	return record + agg->key_size / 8;
}

/*
 * The cells of a key of two words, the header and one more. Most programs have such keys, so they
 * get a function of their own.
 */
DT_PROBE_CTX DT_BY_NAME uint64_t *dt_aggregate_find_word(const struct dt_agg *agg, struct dt_aggbuf *buf, uint64_t word)
{
	const uint64_t key[2] = { agg->id, word };
	uint64_t hash = hash_step(hash_step(0, agg->id), word);
	uint64_t tag = TAG(hash, 2);
	uint32_t number = *bucket_of(buf, hash);
	const struct node *node;
	uint64_t *found;

	for (; number; number = node->next) {
		node = node_of(buf, number);
		if (DT_UNLIKELY(node->tag != tag))
			continue;
		found = (uint64_t *)(void *)buf->data + node->record;
		if (DT_LIKELY(found[0] == agg->id && found[1] == word))
			return (uint64_t *)(void *)((uint8_t *)found + agg->key_size);
	}
	return record_make(agg, buf, key, 2, tag);
}

/*
 * Any key. A record that is the same outside of this key's gap is the same in it: the string before
 * it ends at the same place.
 */
DT_PROBE_CTX static uint64_t *find_long(const struct dt_agg *agg, struct dt_aggbuf *buf, const uint64_t *key,
					const struct dt_extent *extent)
{
	uint32_t front = extent->gap, back = extent->gap_end, at, number;
	uint64_t state = 0, tag, *found;
	const struct node *node;

	for (at = 0; at < front; at++)
		state = hash_step(state, key[at]);
	for (at = back; at < extent->words; at++)
		state = hash_step(state, key[at]);
	tag = TAG(state, extent->words);
	for (number = *bucket_of(buf, state); number; number = node->next) {
		node = node_of(buf, number);
		if (DT_UNLIKELY(node->tag != tag))
			continue;
		found = (uint64_t *)(void *)buf->data + node->record;
		if (DT_LIKELY(same_words(found, key, front) &&
			      same_words(found + back, key + back, extent->words - back)))
			return found + agg->key_size / 8;
	}
	return record_make(agg, buf, key, extent->words, tag);
}

DT_PROBE_CTX DT_BY_NAME uint64_t *dt_aggregate_find(const struct dt_agg *agg, struct dt_aggbuf *buf,
						    const uint64_t *key, const struct dt_extent *extent)
{
	if (DT_LIKELY(extent->words == 2))
		return dt_aggregate_find_word(agg, buf, key[1]);
	return find_long(agg, buf, key, extent);
}

DT_PROBE_CTX bool dt_aggregate(const struct dt_agg *agg, struct dt_aggbuf *buf, const void *record, int64_t value,
			       int64_t increment)
{
	struct dt_extent extent = { agg->key_size / 8, 0, 0 };
	uint64_t *cells = dt_aggregate_find(agg, buf, record, &extent);

	if (!cells)
		return false;
	dt_aggregate_apply(agg, cells, value, increment);
	return true;
}
