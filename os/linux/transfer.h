/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * transfer.h - what a probe of the provider io tells of: made by its adapters (adapt_io.c), one for
 * each CPU, good while the probe fires. Facts of a struct bio (object_bio.c) take its address, too:
 * what the kernel has used up by then, or keeps elsewhere, is here.
 */
#ifndef OS_LINUX_TRANSFER_H
#define OS_LINUX_TRANSFER_H

#include <linux/percpu.h>

#include "os/linux/in_flight.h"
#include "os/linux/linux.h"

DECLARE_PER_CPU(struct transfer, linux_transfer);

/*
 * linux_transfer_of - the transfer that *@object is, which becomes its struct bio; NULL: it is a
 * struct bio. Context: probe context.
 */
DT_PROBE_INLINE const struct transfer *linux_transfer_of(uint64_t *object)
{
	const struct transfer *transfer = this_cpu_ptr(&linux_transfer);

	if (*object != (unsigned long)transfer)
		return NULL;
	*object = transfer->bio;
	return transfer;
}

/*
 * linux_transfer_begins - what a struct bio is that begins now: while it is the last one of a direct
 * call, its place in the file is known.
 * args:    @ret filled in.
 * context: probe context.
 */
void linux_transfer_begins(uint64_t bio, struct transfer *ret);

/*
 * linux_transfer_settle - find the file of this CPU's transfer now: its struct bio will be gone when
 * somebody asks for it.
 * context: probe context.
 */
void linux_transfer_settle(struct transfer *transfer);

/* linux_bio_errno - the error of a blk_status_t. Context: probe context. */
int linux_bio_errno(unsigned int status);

#endif
