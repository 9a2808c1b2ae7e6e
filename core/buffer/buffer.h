/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * buffer.h - principal and aggregation buffers: per consumer and CPU.
 *
 * Principal, policy switch: two halves. The CPU writes one; a snapshot switches them on that CPU
 * and delivers the other. A CPU that has written nothing is left alone: the snapshot finds that out
 * from outside. The second half is made by the first snapshot that finds records: a CPU
 * that records nothing has none. It may be smaller than the first where memory is short. When
 * tracing has ended, no second half is needed: the first one is delivered as it is.
 *
 *      data   | record | record | record |        free              |reserve|      reserve: kept for END until STOP
 *             0                          offset                limit     size
 *
 * fill: one half; the first record that does not fit ends tracing. ring: one half; the oldest records make room:
 *
 *      data   | new | new | gap (zero) | oldest | old | old |   free    |
 *             0           offset       oldest               end       size
 *
 * A record is written in place: reserve, fill in, commit. One that is not committed was never
 * there. Nothing can come between: firings do not nest. In a ring the second word of a record is
 * its size while it is in the buffer, and 0 when it is delivered.
 *
 * Aggregations always have two halves, whatever the policy: each a table (aggregate.h) with a cache
 * that leads from an ECB's constant key to its record; a snapshot delivers one half as a delta,
 * then empties both the table and the cache. The second half is made when it is needed, as above.
 */
#ifndef CORE_BUFFER_H
#define CORE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>
#include <dtrace/option.h>

#include "core/buffer/aggregate.h"
#include "core/buffer/speculate.h"

#define DT_RECORD_ALIGN 8
#define DT_BUF_MIN      4096 /* bytes: bufresize=auto goes no lower */

struct dt_buf {
	uint8_t *data;      /* [C] written by the CPU; NULL: none, everything is dropped */
	size_t offset;      /* [C] */
	size_t limit;       /* [C] */
	size_t size;        /* [C] of data */
	size_t reserve;     /* [C] of it is kept for END; 0 after STOP */
	size_t oldest, end; /* [C] ring */
	uint64_t drops;     /* [C] since the last snapshot */
	uint32_t errors;    /* [C] ERROR firings since the last snapshot */
	uint8_t policy;     /* [K] enum dtrace_bufpolicy */
	bool full;          /* [C] fill: no more room */
	bool wrapped;       /* [C] ring */

	/* [S] the half that is being delivered */
	uint8_t *other;    /* switch policy; NULL: not needed so far */
	size_t other_size; /* of it */
	bool in_place;     /* data is delivered: nothing is written any more */
	size_t other_used;
	size_t other_oldest;
	uint64_t other_drops;
	uint32_t other_errors;
	bool pending; /* taken from the CPU, not yet with the consumer */
};

/* One half of an aggregation buffer. */
struct dt_agghalf {
	struct dt_aggbuf table;
	uint32_t *cache; /* by ECB: 0 unknown, else 1 + offset / 8 of the data; NULL: no cache */
	/* by block of DT_CACHE_BLOCK entries: one is not 0. So that what is emptied is what was used. */
	uint8_t *cache_used;
};

#define DT_CACHE_BLOCK 256u

struct dt_aggbufs {
	struct dt_agghalf *active; /* [C] NULL: no buffer */
	struct dt_agghalf half[2]; /* the active one [C], the other [S] */
	uint32_t cache_count;      /* [K] entries of a cache */
	struct dt_agghalf *taken;  /* [S] the half that is being delivered; NULL: there is nothing */
	bool pending;              /* [S] it is not yet with the consumer */
};

/*
 * dt_buf_create - a buffer, one half of it: dt_buf_take() makes the second one. Return: 0 or
 * -OS_ENOMEM, nothing allocated. dt_buf_destroy - also of a zeroed one. Context: process.
 */
int dt_buf_create(struct dt_buf *buf, size_t size, enum dtrace_bufpolicy policy, size_t reserve);
void dt_buf_destroy(struct dt_buf *buf);

/* dt_aggbufs_create / destroy - the same for aggregations; @cache_count ECBs with constant keys. Context: process. */
int dt_aggbufs_create(struct dt_aggbufs *bufs, size_t size, uint32_t cache_count);
void dt_aggbufs_destroy(struct dt_aggbufs *bufs);

/* dt_agghalf_remember - put an entry into the cache: the cells of a constant key. Context: probe context. */
DT_PROBE_INLINE void dt_agghalf_remember(struct dt_agghalf *half, uint32_t entry, const uint64_t *cells)
{
	half->cache[entry] = (uint32_t)(cells - (uint64_t *)(void *)half->table.data) + 1;
	half->cache_used[entry / DT_CACHE_BLOCK] = 1;
}

/* dt_buf_make_room - the slow half of dt_buf_reserve. Context: probe context. */
uint8_t *dt_buf_make_room(struct dt_buf *buf, size_t size);

/*
 * dt_buf_reserve - room for one record of @size bytes (a multiple of 8).
 * return:  where it goes; NULL when there is no room: the caller counts the drop.
 * context: probe context.
 */
DT_PROBE_INLINE uint8_t *dt_buf_reserve(struct dt_buf *buf, size_t size)
{
	if (DT_LIKELY(size <= buf->limit - buf->offset && !buf->wrapped))
		return buf->data + buf->offset;
	return dt_buf_make_room(buf, size);
}

/* dt_buf_commit - the record that was reserved is complete. Context: probe context. */
DT_PROBE_INLINE void dt_buf_commit(struct dt_buf *buf, size_t size)
{
	if (buf->policy == DTRACE_BUFPOLICY_RING)
		((uint32_t *)(buf->data + buf->offset))[1] = (uint32_t)size;
	buf->offset += size;
}

/*
 * dt_buf_filling / dt_aggbufs_filling - whether more than half is used, so that it is worth taking
 * early. Only for buffers with the policy switch. Context: process; the CPU may be writing, so the
 * result may be out of date.
 */
bool dt_buf_filling(const struct dt_buf *buf);
bool dt_aggbufs_filling(const struct dt_aggbufs *bufs);

/* dt_buf_release_reserve - END may have the rest. Context: on the CPU, interrupts off. */
void dt_buf_release_reserve(struct dt_buf *buf);

enum dt_take {
	DT_TAKE_ENDED = 1, /* tracing has ended, nothing will be written any more */
	/* records have times: a firing that has begun is waited for, so that what is taken later is younger */
	DT_TAKE_IN_ORDER = 2,
};

/*
 * dt_buf_take - take what the CPU has written into the `other_*` members, unless an earlier taking
 * is still pending. Without records there is no cross call, unless @how says that it must be.
 * args:    @least bytes that the second half must have at least, if it has to be made; @how: enum
 *          dt_take, several of them or 0.
 * return:  0; -OS_ENOMEM: there is no memory for the second half; nothing was taken and nothing is
 *          lost: the CPU goes on writing into the first.
 * context: process, [S]; @cpu need not be online.
 */
int dt_buf_take(struct dt_buf *buf, unsigned int cpu, size_t least, unsigned int how);

/* dt_buf_taken - the data that dt_buf_take() took, other_used bytes. Context: process, [S]. */
static inline const uint8_t *dt_buf_taken(const struct dt_buf *buf)
{
	return buf->policy == DTRACE_BUFPOLICY_SWITCH && !buf->in_place ? buf->other : buf->data;
}

/*
 * dt_aggbufs_take - the same, into bufs->taken; DT_TAKE_IN_ORDER means nothing here. dt_aggbufs_delivered - the
 * consumer has it. Context: process, [S].
 */
int dt_aggbufs_take(struct dt_aggbufs *bufs, unsigned int cpu, size_t least, unsigned int how);
void dt_aggbufs_delivered(struct dt_aggbufs *bufs);

#endif
