/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_vminfo.c - arguments of the provider vminfo's probes (os/adapter.h; spec/providers/vminfo.def). */
#include <linux/bio.h>
#include <linux/mm.h>

#include "os/linux/object.h"

#include "os/adapter.h"

DT_PROBE_CTX bool os_adapt_vminfo_one(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return true;
}

/* handle_mm_fault's value, of 32 bits. */
DT_PROBE_CTX bool os_adapt_vminfo_major(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return in[0] & VM_FAULT_MAJOR;
}

/* ---- transfers ------------------------------------------------------------------------------- */

enum { INWARD, OUTWARD };

/* A transfer in that direction that is not from or to a program's own memory directly: its bytes; 0: another. */
DT_PROBE_CTX static uint64_t paged(uint64_t bio, uint64_t direction)
{
	const struct bio *transfer = (const void *)(unsigned long)bio;
	uint64_t is_direct;

	if (bio_op(transfer) != (direction == OUTWARD ? REQ_OP_WRITE : REQ_OP_READ) ||
	    linux_number_bio_direct(bio, &is_direct) != 0 || is_direct)
		return 0;
	return transfer->bi_iter.bi_size;
}

DT_PROBE_CTX static bool one_of(uint64_t bio, uint64_t direction, uint64_t *out)
{
	out[0] = 1;
	return paged(bio, direction) != 0;
}

/* Pages of a file, if @of_file is 1, or of none: swap. */
DT_PROBE_CTX static bool pages_of(uint64_t bio, uint64_t direction, uint64_t of_file, uint64_t *out)
{
	uint64_t is_cached;

	out[0] = DIV_ROUND_UP(paged(bio, direction), PAGE_SIZE);
	return out[0] && linux_number_bio_cached(bio, &is_cached) == 0 && is_cached == of_file;
}

DT_PROBE_CTX static bool pages(uint64_t bio, uint64_t direction, uint64_t *out)
{
	out[0] = DIV_ROUND_UP(paged(bio, direction), PAGE_SIZE);
	return out[0] != 0;
}

DT_PROBE_CTX bool os_adapt_vminfo_reads(const uint64_t *in, uint64_t *out)
{
	return one_of(in[0], INWARD, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_pages_in(const uint64_t *in, uint64_t *out)
{
	return pages(in[0], INWARD, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_file_pages_in(const uint64_t *in, uint64_t *out)
{
	return pages_of(in[0], INWARD, 1, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_swap_pages_in(const uint64_t *in, uint64_t *out)
{
	return pages_of(in[0], INWARD, 0, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_writes(const uint64_t *in, uint64_t *out)
{
	return one_of(in[0], OUTWARD, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_pages_out(const uint64_t *in, uint64_t *out)
{
	return pages(in[0], OUTWARD, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_file_pages_out(const uint64_t *in, uint64_t *out)
{
	return pages_of(in[0], OUTWARD, 1, out);
}

DT_PROBE_CTX bool os_adapt_vminfo_swap_pages_out(const uint64_t *in, uint64_t *out)
{
	return pages_of(in[0], OUTWARD, 0, out);
}

/* ---- searching for pages to free ------------------------------------------------------------- */

/* mm_vmscan_lru_shrink_inactive: node, scanned, freed, figures, priority, of files. */
DT_PROBE_CTX bool os_adapt_vminfo_freed(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)in[2];
	return out[0] != 0;
}

DT_PROBE_CTX bool os_adapt_vminfo_freed_file(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)in[2];
	return out[0] && (u32)in[5];
}

DT_PROBE_CTX bool os_adapt_vminfo_freed_anonymous(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)in[2];
	return out[0] && !(u32)in[5];
}

/* mm_vmscan_lru_isolate: zone, order, wanted, scanned. */
DT_PROBE_CTX bool os_adapt_vminfo_scanned(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)in[3];
	return out[0] != 0;
}
