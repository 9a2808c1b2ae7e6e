/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * in_flight.h - transfers that have begun and have not ended, in fixed memory. No Linux header.
 *
 * Theory. A transfer is known by an address. What it was when it began (size, place, device) is kept
 * until it ends, because the kernel uses that up on the way; and it may be cut into pieces that end
 * by themselves, on several CPUs at once, and of which the last one is the end of the whole.
 *
 *      in_flight_put(transfer)             its left is all of its sectors
 *      in_flight_part(sectors, 0)          some were transferred
 *      in_flight_part(sectors, 1)          ... and a cache is written back yet (a flush)
 *      in_flight_part(0, -1)               it was
 *      the call that returns true          nothing is left: the end. It takes the transfer out
 *
 * A bucket of the table has IN_FLIGHT_WAYS places; a transfer that finds all of its bucket taken is not
 * kept, and counted. No lock: a place is claimed by an exchange, and published when it is filled.
 */
#ifndef OS_LINUX_IN_FLIGHT_H
#define OS_LINUX_IN_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IN_FLIGHT_WAYS    8
#define IN_FLIGHT_BUCKETS 512 /* a power of two */

/* A transfer, for the probes of io. Addresses are of the kernel's objects, 0: there is none. */
struct transfer {
	uint64_t bio;
	uint64_t device; /* struct block_device, where it was sent */
	uint64_t file;   /* struct file, of a direct transfer */
	uint64_t inode;  /* of one that is no struct bio any more: whose pages it was for */
	uint64_t sector; /* on the disk */
	int64_t offset;  /* in the file; TRANSFER_NO_OFFSET: not known */
	uint32_t bytes;
	uint32_t flags; /* as of bi_opf in struct bio */
	int32_t error;  /* errno */
	bool is_device; /* of one that is no struct bio: of the device as a file */
	bool is_nfs;    /* between a client of NFS and its server: `sector` is the file's number there */
	bool is_direct; /* of such one: past the page cache */
};

#define TRANSFER_NO_OFFSET (-1)

struct in_flight {
	unsigned long address; /* whose; 0: the place is free, 1: it is being filled */
	uint32_t left;         /* sectors, and flushes from bit 24 on */
	bool parted;           /* in_flight_part() was called */
	struct transfer transfer;
};

struct in_flight_table {
	struct in_flight entries[IN_FLIGHT_BUCKETS][IN_FLIGHT_WAYS];
	uint64_t lost; /* had no room; approximate when CPUs lose at the same time */
};

/* in_flight_clear - forget all. Context: nobody uses the table. */
void in_flight_clear(struct in_flight_table *table);

/*
 * in_flight_put - keep @transfer under an address (not 0, 1); what is there under it is replaced.
 * return:  false: there is no room.
 * context: probe context; not at the same time for the same address.
 */
bool in_flight_put(struct in_flight_table *table, unsigned long address, const struct transfer *transfer);

/* in_flight_find - the transfer of an address, as long as it is not taken out; NULL: none. Context: probe context. */
struct in_flight *in_flight_find(struct in_flight_table *table, unsigned long address);

/*
 * in_flight_part - a part has ended.
 * args:    @sectors how many; @flushes of the parts that are not done before a flush is: 1, 0, -1.
 * return:  true: nothing is left, for this caller only.
 * context: probe context; several CPUs at once.
 */
bool in_flight_part(struct in_flight *entry, uint32_t sectors, int flushes);

/* in_flight_take - take it out; @entry is somebody else's from now on. Context: probe context. */
void in_flight_take(struct in_flight *entry);

#endif
