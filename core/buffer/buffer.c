/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* buffer.c - making, filling and taking principal and aggregation buffers. */
#include "core/buffer/buffer.h"

#include "core/framework/framework.h"
#include "base/memory.h"
#include "os/os.h"

/* ---- life ------------------------------------------------------------------------------------ */

int dt_buf_create(struct dt_buf *buf, size_t size, enum dtrace_bufpolicy policy, size_t reserve)
{
	dt_memset(buf, 0, sizeof(*buf));
	size &= ~(size_t)(DT_RECORD_ALIGN - 1);
	buf->data = os_alloc(size);
	if (buf->data == NULL)
		return -OS_ENOMEM;
	buf->size = size;
	buf->reserve = reserve;
	buf->limit = size - DT_MIN(reserve, size);
	buf->policy = (uint8_t)policy;
	return 0;
}

void dt_buf_destroy(struct dt_buf *buf)
{
	os_free(buf->other);
	os_free(buf->data);
	dt_memset(buf, 0, sizeof(*buf));
}

static void agghalf_destroy(struct dt_agghalf *half)
{
	os_free(half->cache);
	os_free(half->table.data);
	dt_memset(half, 0, sizeof(*half));
}

static uint32_t cache_blocks(uint32_t cache_count)
{
	return cache_count / DT_CACHE_BLOCK + (cache_count % DT_CACHE_BLOCK != 0);
}

/* Forget where the cells of constant keys were. */
static void cache_empty(struct dt_agghalf *half, uint32_t cache_count)
{
	uint32_t block, first;

	for (block = 0; block < cache_blocks(cache_count); block++) {
		if (half->cache_used[block] == 0)
			continue;
		first = block * DT_CACHE_BLOCK;
		dt_memset(half->cache + first, 0, DT_MIN(DT_CACHE_BLOCK, cache_count - first) * sizeof(*half->cache));
		half->cache_used[block] = 0;
	}
}

static int agghalf_create(struct dt_agghalf *half, size_t size, uint32_t cache_count)
{
	half->table.size = size & ~(size_t)(DT_RECORD_ALIGN - 1);
	half->table.data = os_alloc(half->table.size);
	if (cache_count > 0) {
		half->cache = os_alloc(cache_count * sizeof(*half->cache) + cache_blocks(cache_count));
		half->cache_used = (uint8_t *)(half->cache + cache_count);
	}
	if (half->table.data == NULL || (cache_count > 0 && half->cache == NULL)) {
		agghalf_destroy(half);
		return -OS_ENOMEM;
	}
	dt_aggbuf_reset(&half->table);
	return 0;
}

int dt_aggbufs_create(struct dt_aggbufs *bufs, size_t size, uint32_t cache_count)
{
	int error;

	dt_memset(bufs, 0, sizeof(*bufs));
	bufs->cache_count = cache_count;
	error = agghalf_create(&bufs->half[0], size, cache_count);
	if (error == 0)
		bufs->active = &bufs->half[0];
	return error;
}

void dt_aggbufs_destroy(struct dt_aggbufs *bufs)
{
	agghalf_destroy(&bufs->half[0]);
	agghalf_destroy(&bufs->half[1]);
	dt_memset(bufs, 0, sizeof(*bufs));
}

/* ---- in probe context ------------------------------------------------------------------------ */

static DT_PROBE_CTX uint32_t ring_record_size(const struct dt_buf *buf, size_t offset)
{
	return ((const uint32_t *)(buf->data + offset))[1];
}

/* The writer goes back to the start: the record there is the oldest now. */
static DT_PROBE_CTX void ring_wrap(struct dt_buf *buf)
{
	buf->end = buf->offset;
	buf->offset = 0;
	buf->oldest = 0;
	buf->wrapped = true;
}

static DT_PROBE_CTX uint8_t *ring_make_room(struct dt_buf *buf, size_t size)
{
	if (size > buf->limit)
		return NULL;
	if (buf->offset + size > buf->limit)
		ring_wrap(buf);
	while (buf->wrapped && buf->oldest < buf->offset + size) {
		if (buf->oldest < buf->end)
			buf->oldest += ring_record_size(buf, buf->oldest);
		if (buf->oldest >= buf->end)
			buf->wrapped = false; /* nothing old is left */
	}
	return buf->data + buf->offset;
}

DT_PROBE_CTX uint8_t *dt_buf_make_room(struct dt_buf *buf, size_t size)
{
	if (buf->data == NULL)
		return NULL;
	if (buf->policy == DTRACE_BUFPOLICY_RING)
		return ring_make_room(buf, size);
	if (buf->policy == DTRACE_BUFPOLICY_FILL)
		buf->full = true;
	return NULL;
}

void dt_buf_release_reserve(struct dt_buf *buf)
{
	buf->reserve = 0;
	buf->limit = buf->size;
}

bool dt_buf_filling(const struct dt_buf *buf)
{
	return buf->policy == DTRACE_BUFPOLICY_SWITCH && DT_READ_ONCE(buf->offset) > buf->size / 2;
}

bool dt_aggbufs_filling(const struct dt_aggbufs *bufs)
{
	const struct dt_agghalf *half = DT_READ_ONCE(bufs->active);

	return half != NULL && DT_READ_ONCE(half->table.used) + DT_READ_ONCE(half->table.nodes) > half->table.size / 2;
}

/* ---- taking ---------------------------------------------------------------------------------- */

struct take_call {
	struct dt_buf *buf;
	bool ended;
	bool blocked; /* there are records, and no second half */
};

/* The second half becomes the first, and the other way round. */
static void swap_halves(struct dt_buf *buf)
{
	uint8_t *data = buf->data;
	size_t size = buf->size;

	buf->data = buf->other;
	buf->size = buf->other_size;
	buf->limit = buf->size - DT_MIN(buf->reserve, buf->size);
	buf->other = data;
	buf->other_size = size;
}

static void buf_switch(void *arg)
{
	struct take_call *call = arg;
	struct dt_buf *buf = call->buf;

	if (buf->policy == DTRACE_BUFPOLICY_SWITCH) {
		call->blocked = buf->other == NULL && buf->offset > 0 && !call->ended;
		if (call->blocked)
			return;
		buf->other_used = buf->offset;
		if (buf->other != NULL)
			swap_halves(buf);
		else if (call->ended) {
			buf->in_place = true;
			buf->limit = 0;
		}
		buf->offset = 0;
	}
	buf->other_drops = buf->drops;
	buf->other_errors = buf->errors;
	buf->drops = 0;
	buf->errors = 0;
}

/*
 * A ring as it is delivered: sizes taken out of the records, the gap between the newest and the
 * oldest made padding.
 */
static void ring_finish(struct dt_buf *buf)
{
	size_t offset = 0, size;

	while (offset < buf->offset) {
		size = ((uint32_t *)(buf->data + offset))[1];
		((uint32_t *)(buf->data + offset))[1] = 0;
		offset += size;
	}
	if (!buf->wrapped)
		return;
	dt_memset(buf->data + buf->offset, 0, buf->oldest - buf->offset);
	for (offset = buf->oldest; offset < buf->end; offset += size) {
		size = ((uint32_t *)(buf->data + offset))[1];
		((uint32_t *)(buf->data + offset))[1] = 0;
	}
}

/* fill and ring: tracing has ended, the buffer itself is delivered, once. */
static void buf_take_whole(struct dt_buf *buf)
{
	buf->other_used = buf->wrapped ? buf->end : buf->offset;
	buf->other_oldest = buf->wrapped ? buf->oldest : 0;
	if (buf->policy == DTRACE_BUFPOLICY_RING)
		ring_finish(buf);
	buf->offset = 0;
	buf->wrapped = false;
}

/* Make the second half, as large as the first; smaller where memory is short. */
static int make_other(struct dt_buf *buf, size_t least)
{
	size_t size = buf->size;

	for (;;) {
		buf->other = os_alloc(size);
		if (buf->other != NULL)
			break;
		size = (size / 2) & ~(size_t)(DT_RECORD_ALIGN - 1);
		if (size < least || size <= buf->reserve)
			return -OS_ENOMEM;
	}
	buf->other_size = size;
	return 0;
}

/* Seen from another CPU: a firing that has begun may be about to write, what it writes is taken the next time. */
static bool buf_is_untouched(const struct dt_buf *buf)
{
	return DT_READ_ONCE(buf->offset) == 0 && DT_READ_ONCE(buf->drops) == 0 && DT_READ_ONCE(buf->errors) == 0;
}

/* Nothing was taken. */
static void buf_take_nothing(struct dt_buf *buf)
{
	buf->other_used = 0;
	buf->other_drops = 0;
	buf->other_errors = 0;
}

int dt_buf_take(struct dt_buf *buf, unsigned int cpu, size_t least, unsigned int how)
{
	struct take_call call = { buf, (how & DT_TAKE_ENDED) != 0, false };

	if (buf->pending)
		return 0;
	if (how == 0 && buf_is_untouched(buf)) {
		buf_take_nothing(buf);
		return 0;
	}
	for (;;) {
		if (dt_xcall((int)cpu, buf_switch, &call) != 0)
			buf_switch(&call); /* the CPU is offline: nobody writes */
		if (!call.blocked)
			break;
		if (make_other(buf, DT_MAX(least, (size_t)DT_RECORD_ALIGN)) != 0)
			return -OS_ENOMEM;
	}
	if (buf->policy != DTRACE_BUFPOLICY_SWITCH)
		buf_take_whole(buf);
	buf->pending = true;
	return 0;
}

struct aggtake_call {
	struct dt_aggbufs *bufs;
	bool ended;
	bool blocked; /* there are records, and no second half */
};

static struct dt_agghalf *inactive_half(struct dt_aggbufs *bufs)
{
	return bufs->active == &bufs->half[0] ? &bufs->half[1] : &bufs->half[0];
}

static void aggbufs_switch(void *arg)
{
	struct aggtake_call *call = arg;
	struct dt_aggbufs *bufs = call->bufs;
	struct dt_agghalf *half = bufs->active, *other = inactive_half(bufs);
	bool empty = half->table.used == 0 && half->table.drops == 0;

	bufs->taken = empty ? NULL : half;
	call->blocked = !empty && other->table.data == NULL && !call->ended;
	if (!empty && other->table.data != NULL)
		bufs->active = other;
}

/* Make the second half, as large as the first; smaller where memory is short. */
static int make_inactive(struct dt_aggbufs *bufs, size_t least)
{
	size_t size = bufs->active->table.size;

	while (agghalf_create(inactive_half(bufs), size, bufs->cache_count) != 0) {
		size /= 2;
		if (size < least)
			return -OS_ENOMEM;
	}
	return 0;
}

/* The same: halves are switched by takings alone, so that the active one stays it. */
static bool aggbufs_are_untouched(const struct dt_aggbufs *bufs)
{
	const struct dt_aggbuf *table = &bufs->active->table;

	return DT_READ_ONCE(table->used) == 0 && DT_READ_ONCE(table->drops) == 0;
}

int dt_aggbufs_take(struct dt_aggbufs *bufs, unsigned int cpu, size_t least, unsigned int how)
{
	struct aggtake_call call = { bufs, (how & DT_TAKE_ENDED) != 0, false };

	if (bufs->pending || (!(how & DT_TAKE_ENDED) && aggbufs_are_untouched(bufs)))
		return 0;
	for (;;) {
		if (dt_xcall((int)cpu, aggbufs_switch, &call) != 0)
			aggbufs_switch(&call); /* the CPU is offline: nobody writes */
		if (!call.blocked)
			break;
		if (make_inactive(bufs, DT_MAX(least, (size_t)DT_RECORD_ALIGN)) != 0)
			return -OS_ENOMEM;
	}
	bufs->pending = bufs->taken != NULL;
	return 0;
}

void dt_aggbufs_delivered(struct dt_aggbufs *bufs)
{
	struct dt_agghalf *half = bufs->taken;

	dt_aggbuf_empty(&half->table);
	if (half->cache != NULL)
		cache_empty(half, bufs->cache_count);
	bufs->taken = NULL;
	bufs->pending = false;
}
