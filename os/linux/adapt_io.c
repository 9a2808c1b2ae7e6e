/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_io.c - arguments of the provider io's probes (os/adapter.h; spec/providers/io.def).
 *
 * A transfer is a struct bio, from when it is given to the block layer until all of it has ended. The
 * kernel marks one that it has told of by block_bio_queue, and takes the mark off when it tells of its
 * end, by block_rq_complete of the request that it was put into, or by block_bio_complete of a device
 * without requests. The pieces of one that is cut are clones with its mark, and end in it.
 */
#include <linux/bio.h>
#include <linux/blk-mq.h>
#include <linux/blk_types.h>
#include <linux/nfs_fs.h>
#include <linux/nfs_xdr.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sunrpc/sched.h>

#include "os/linux/in_flight.h"
#include "os/linux/transfer.h"

#include "base/memory.h"
#include "base/report.h"
#include "os/adapter.h"

DEFINE_PER_CPU(struct transfer, linux_transfer);

/*
 * Transfers by their address; the last one that a thread began, by the thread. They are there while a probe
 * is armed; adapters run only then.
 */
static struct in_flight_table *in_flight, *threads;
static uint64_t lost;             /* of earlier ones */
static bio_end_io_t *end_chained; /* the kernel's bio_chain_endio() */

int os_adapters_io_begin(void)
{
	if (!end_chained)
		end_chained = (bio_end_io_t *)linux_symbol("bio_chain_endio");
	in_flight = os_alloc(sizeof(*in_flight));
	threads = os_alloc(sizeof(*threads));
	if (in_flight && threads)
		return 0;
	os_free(in_flight);
	os_free(threads);
	return -OS_ENOMEM;
}

void os_adapters_io_end(void)
{
	lost += in_flight->lost;
	os_free(in_flight);
	os_free(threads);
}

void os_adapters_io_report(struct dt_report *report)
{
	dt_report_line(report, "not-kept %llu", (unsigned long long)lost);
}

/* ---- a transfer ------------------------------------------------------------------------------ */

/* @bio for its probe: as it was kept when it began, or else as it is now. */
DT_PROBE_CTX static void tell(uint64_t *out, const struct bio *bio, const struct in_flight *kept, int error)
{
	struct transfer *transfer = this_cpu_ptr(&linux_transfer);

	if (kept)
		dt_memcpy(transfer, &kept->transfer, sizeof(*transfer));
	else
		linux_transfer_begins((unsigned long)bio, transfer);
	transfer->error = error;
	out[0] = (unsigned long)bio;
	out[1] = (unsigned long)transfer;
}

DT_PROBE_INLINE bool is_piece(const struct bio *bio)
{
	return bio_flagged((struct bio *)bio, BIO_CLONED) && end_chained && bio->bi_end_io == end_chained;
}

/* ---- it begins ------------------------------------------------------------------------------- */

/* block_bio_queue: bio. */
DT_PROBE_CTX bool os_adapt_io_keep(const uint64_t *in, uint64_t *out)
{
	struct transfer transfer;

	linux_transfer_begins((unsigned long)in[0], &transfer);
	in_flight_put(in_flight, (unsigned long)in[0], &transfer);
	if (in_task())
		in_flight_put(threads, (unsigned long)current, &transfer);
	return false;
}

DT_PROBE_CTX bool os_adapt_io_start(const uint64_t *in, uint64_t *out)
{
	const struct bio *bio = (const void *)(unsigned long)in[0];

	tell(out, bio, in_flight_find(in_flight, (unsigned long)bio), 0);
	return true;
}

/* ---- it ends --------------------------------------------------------------------------------- */

/* The last part of a transfer has ended. */
DT_PROBE_CTX static void ended(uint64_t *out, const struct bio *bio, struct in_flight *kept, int error)
{
	tell(out, bio, kept, error);
	if (kept)
		in_flight_take(kept);
	else
		this_cpu_ptr(&linux_transfer)->offset = TRANSFER_NO_OFFSET;
}

/*
 * @bytes of @bio ended as part of @request. true: a transfer has ended, it or the one that it is a
 * piece of. In a sequence with flushes the request comes by twice: with its data, which the last
 * flush is still to follow, then without.
 */
DT_PROBE_CTX static bool part_ended(uint64_t *out, const struct request *request, struct bio *bio, unsigned int bytes,
				    int error)
{
	bool marked = bio_flagged(bio, BIO_TRACE_COMPLETION), piece = is_piece(bio);
	bool whole = bytes == bio->bi_iter.bi_size;
	bool flushes = (request->rq_flags & RQF_FLUSH_SEQ) && whole;
	const struct bio *root = piece ? bio->bi_private : bio;
	struct in_flight *kept = in_flight_find(in_flight, (unsigned long)root);

	if (!kept) {
		if (piece || !marked || !whole)
			return false;
	} else if ((!marked && !kept->parted) || !in_flight_part(kept, bytes >> SECTOR_SHIFT,
								 flushes                 ? 1
								 : !marked && bytes == 0 ? -1
											 : 0)) {
		return false;
	}
	ended(out, root, kept, error ? error : linux_bio_errno((__force u8)root->bi_status));
	return true;
}

/* The rest of the request is in the last words. */
enum { NEXT = 2, LEFT = 3 };

/* block_rq_complete: request, status, bytes. The kernel ends its transfers, in order, after this. */
DT_PROBE_CTX bool os_adapt_io_request_done(const uint64_t *in, uint64_t *out)
{
	const struct request *request = (const void *)(unsigned long)in[0];
	bool first = !out[OS_ADAPTER_AGAIN];
	struct bio *bio = first ? request->bio : (struct bio *)(unsigned long)out[NEXT], *next;
	unsigned int left = first ? (u32)in[2] : (u32)out[LEFT], bytes;
	int error = linux_bio_errno((u8)in[1]);

	if (blk_op_is_passthrough(request->cmd_flags))
		return false;
	for (; bio; bio = next) {
		bytes = min(bio->bi_iter.bi_size, left);
		left -= bytes;
		next = left ? bio->bi_next : NULL;
		if (!part_ended(out, request, bio, bytes, error))
			continue;
		out[NEXT] = (unsigned long)next;
		out[LEFT] = left;
		out[OS_ADAPTER_AGAIN] = next != NULL;
		return true;
	}
	return false;
}

/* block_bio_complete: queue, bio. A piece that never came into a request may be the last one. */
DT_PROBE_CTX bool os_adapt_io_bio_done(const uint64_t *in, uint64_t *out)
{
	const struct bio *bio = (const void *)(unsigned long)in[1], *root = is_piece(bio) ? bio->bi_private : bio;
	struct in_flight *kept = in_flight_find(in_flight, (unsigned long)root);
	int error = linux_bio_errno((__force u8)bio->bi_status);

	if (root != bio && (!kept || !in_flight_part(kept, bio->bi_iter.bi_size >> SECTOR_SHIFT, 0)))
		return false;
	ended(out, root, kept, error ? error : linux_bio_errno((__force u8)root->bi_status));
	return true;
}

/* ---- a client of NFS ------------------------------------------------------------------------- */

/* A call for @bytes of a file, which is what begins and ends: no struct bio. */
DT_PROBE_CTX static void tell_call(uint64_t *out, const struct nfs_pgio_header *call, bool writes, u32 bytes, int error)
{
	struct transfer *transfer = this_cpu_ptr(&linux_transfer);

	dt_memset(transfer, 0, sizeof(*transfer));
	transfer->inode = (unsigned long)call->inode;
	transfer->sector = call->inode->i_ino;
	transfer->offset = (int64_t)call->args.offset;
	transfer->bytes = bytes;
	transfer->flags = (__force u32)((writes ? REQ_OP_WRITE : REQ_OP_READ) | (call->dreq ? REQ_SYNC : 0));
	transfer->error = error;
	transfer->is_nfs = true;
	transfer->is_direct = call->dreq != NULL;
	out[0] = (unsigned long)call;
	out[1] = (unsigned long)transfer;
}

DT_PROBE_CTX static bool call_begins(const uint64_t *in, uint64_t *out, bool writes)
{
	const struct nfs_pgio_header *call = (const void *)(unsigned long)in[0];

	tell_call(out, call, writes, call->args.count, 0);
	return true;
}

DT_PROBE_CTX static bool call_ended(const uint64_t *in, uint64_t *out, bool writes)
{
	const struct rpc_task *task = (const void *)(unsigned long)in[0];
	const struct nfs_pgio_header *call = (const void *)(unsigned long)in[1];

	tell_call(out, call, writes, task->tk_status < 0 ? call->args.count : call->res.count,
		  task->tk_status < 0 ? -task->tk_status : 0);
	return true;
}

/* nfs_initiate_read, nfs_initiate_write: call. */
DT_PROBE_CTX bool os_adapt_io_nfs_read(const uint64_t *in, uint64_t *out)
{
	return call_begins(in, out, false);
}

DT_PROBE_CTX bool os_adapt_io_nfs_write(const uint64_t *in, uint64_t *out)
{
	return call_begins(in, out, true);
}

/* nfs_readpage_done, nfs_writeback_done: task, call. */
DT_PROBE_CTX bool os_adapt_io_nfs_read_done(const uint64_t *in, uint64_t *out)
{
	return call_ended(in, out, false);
}

DT_PROBE_CTX bool os_adapt_io_nfs_write_done(const uint64_t *in, uint64_t *out)
{
	return call_ended(in, out, true);
}

/* ---- a thread waits -------------------------------------------------------------------------- */

/*
 * io_schedule, io_schedule_timeout: the thread goes to sleep until something is transferred. That is
 * the last transfer which it began itself, if that has not ended. When it wakes up, the struct bio
 * is gone: its file is found before.
 */
DT_PROBE_CTX bool os_adapt_io_wait_start(const uint64_t *in, uint64_t *out)
{
	struct in_flight *own = in_flight_find(threads, (unsigned long)current);
	struct transfer *transfer = this_cpu_ptr(&linux_transfer);
	const struct in_flight *kept = own ? in_flight_find(in_flight, (unsigned long)own->transfer.bio) : NULL;

	if (!kept || kept->transfer.sector != own->transfer.sector)
		return false;
	out[0] = own->transfer.bio;
	out[1] = (unsigned long)transfer;
	dt_memcpy(transfer, &own->transfer, sizeof(*transfer));
	linux_transfer_settle(transfer);
	dt_memcpy(&own->transfer, transfer, sizeof(*transfer));
	own->transfer.bio = out[0];
	own->parted = true;
	return true;
}

DT_PROBE_CTX bool os_adapt_io_wait_done(const uint64_t *in, uint64_t *out)
{
	struct in_flight *own = in_flight_find(threads, (unsigned long)current);
	struct transfer *transfer = this_cpu_ptr(&linux_transfer);

	if (!own || !own->parted)
		return false;
	own->parted = false;
	dt_memcpy(transfer, &own->transfer, sizeof(*transfer));
	out[0] = transfer->bio;
	out[1] = (unsigned long)transfer;
	transfer->bio = 0;
	return true;
}
