/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * nfs_calls.h - calls that the server of NFS is working on, in fixed memory. No Linux header.
 *
 * A call is served by one thread from its beginning to its end, and the thread is what it is known
 * by: not every place that tells of a call says which it is. A call that finds no room is not kept,
 * and counted: nothing fires for it, neither its start nor its end. No lock: a place is claimed by an
 * exchange, and only its thread uses it then.
 */
#ifndef OS_LINUX_NFS_CALLS_H
#define OS_LINUX_NFS_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#define NFS_CALLS_WAYS    8
#define NFS_CALLS_BUCKETS 64 /* a power of two */

/* Addresses are of the kernel's objects, 0: not known. */
struct nfs_call {
	unsigned long thread; /* whose; 0: the place is free */
	uint64_t request;     /* struct svc_rqst */
	uint64_t at, end;     /* its arguments as they came */
	uint64_t results;     /* where those of its reply begin */
	uint64_t dentry;      /* the file that it is about */
	uint64_t share;       /* the folder that is shared, which the file is in */
	uint64_t state;       /* of NFSv4: what its operations have in common */
	uint64_t operation;   /* of NFSv4: arguments of the one that is carried out */
	uint32_t moved;       /* bytes that it has read or written */
	uint32_t verified;    /* how often its file handles were looked at */
	uint32_t operations;  /* of NFSv4: how many it has */
	uint32_t status;      /* of NFSv4: of the last one that ended */
};

struct nfs_calls {
	struct nfs_call calls[NFS_CALLS_BUCKETS][NFS_CALLS_WAYS];
	uint64_t lost; /* had no room; approximate when CPUs lose at the same time */
};

/*
 * nfs_calls_begin - the thread begins another call: one that is kept for it is forgotten.
 * return:  the call, all 0 but its thread and @request; NULL: no room.
 * context: probe context, of that thread.
 */
struct nfs_call *nfs_calls_begin(struct nfs_calls *calls, unsigned long thread, uint64_t request);

/* nfs_calls_find - the call of a thread, NULL: none. Context: probe context, of that thread. */
struct nfs_call *nfs_calls_find(struct nfs_calls *calls, unsigned long thread);

/* nfs_calls_end - forget the call of a thread, if there is one. Context: probe context, of that thread. */
void nfs_calls_end(struct nfs_calls *calls, unsigned long thread);

#endif
