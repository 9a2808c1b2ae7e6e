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
	if (policy == DTRACE_BUFPOLICY_SWITCH) {
		buf->other = os_alloc(size);
		if (buf->other == NULL) {
			dt_buf_destroy(buf);
			return -OS_ENOMEM;
		}
	}
	buf->size = size;
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

int dt_aggbufs_create(struct dt_aggbufs *bufs, size_t size, uint32_t cache_count)
{
	struct dt_agghalf *half;
	unsigned int i;

	dt_memset(bufs, 0, sizeof(*bufs));
	bufs->cache_count = cache_count;
	for (i = 0; i < 2; i++) {
		half = &bufs->half[i];
		half->table.size = size & ~(size_t)(DT_RECORD_ALIGN - 1);
		half->table.data = os_alloc(half->table.size);
		if (cache_count > 0)
			half->cache = os_alloc(cache_count * sizeof(*half->cache));
		if (half->table.data == NULL || (cache_count > 0 && half->cache == NULL)) {
			dt_aggbufs_destroy(bufs);
			return -OS_ENOMEM;
		}
		dt_aggbuf_reset(&half->table);
	}
	bufs->active = &bufs->half[0];
	return 0;
}

void dt_aggbufs_destroy(struct dt_aggbufs *bufs)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		os_free(bufs->half[i].cache);
		os_free(bufs->half[i].table.data);
	}
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

static void buf_switch(void *arg)
{
	struct dt_buf *buf = arg;
	uint8_t *data = buf->data;

	if (buf->policy == DTRACE_BUFPOLICY_SWITCH) {
		buf->data = buf->other;
		buf->other = data;
		buf->other_used = buf->offset;
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

void dt_buf_take(struct dt_buf *buf, unsigned int cpu)
{
	if (buf->pending)
		return;
	if (dt_xcall((int)cpu, buf_switch, buf) != 0)
		buf_switch(buf); /* the CPU is offline: nobody writes */
	if (buf->policy != DTRACE_BUFPOLICY_SWITCH)
		buf_take_whole(buf);
	buf->pending = true;
}

static void aggbufs_switch(void *arg)
{
	struct dt_aggbufs *bufs = arg;

	bufs->active = bufs->active == &bufs->half[0] ? &bufs->half[1] : &bufs->half[0];
}

struct dt_agghalf *dt_aggbufs_take(struct dt_aggbufs *bufs, unsigned int cpu)
{
	if (!bufs->pending && dt_xcall((int)cpu, aggbufs_switch, bufs) != 0)
		aggbufs_switch(bufs);
	bufs->pending = true;
	return bufs->active == &bufs->half[0] ? &bufs->half[1] : &bufs->half[0];
}

void dt_aggbufs_delivered(struct dt_aggbufs *bufs, struct dt_agghalf *half)
{
	dt_aggbuf_reset(&half->table);
	half->table.drops = 0;
	if (half->cache != NULL)
		dt_memset(half->cache, 0, bufs->cache_count * sizeof(*half->cache));
	bufs->pending = false;
}
