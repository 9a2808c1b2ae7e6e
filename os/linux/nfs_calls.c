/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* nfs_calls.c - see nfs_calls.h. */
#include "os/linux/nfs_calls.h"

#include <stddef.h>

#include <dtrace/compiler.h>

#include "base/memory.h"

#define FREE 0ul

/* Threads are objects of some kilobytes. */
DT_PROBE_INLINE struct nfs_call *bucket_of(struct nfs_calls *calls, unsigned long thread)
{
	uint32_t hash = (uint32_t)(thread >> 6) ^ (uint32_t)(thread >> 14);

	return calls->calls[(hash * 0x9e3779b1u >> 16) & (NFS_CALLS_BUCKETS - 1)];
}

DT_PROBE_CTX struct nfs_call *nfs_calls_find(struct nfs_calls *calls, unsigned long thread)
{
	struct nfs_call *bucket = bucket_of(calls, thread);
	unsigned int i;

	for (i = 0; i < NFS_CALLS_WAYS; i++) {
		if (DT_READ_ONCE(bucket[i].thread) == thread)
			return &bucket[i];
	}
	return NULL;
}

DT_PROBE_CTX static struct nfs_call *claim(struct nfs_call *bucket, unsigned long thread)
{
	unsigned long expected;
	unsigned int i;

	for (i = 0; i < NFS_CALLS_WAYS; i++) {
		expected = FREE;
		if (__atomic_compare_exchange_n(&bucket[i].thread, &expected, thread, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return &bucket[i];
	}
	return NULL;
}

DT_PROBE_CTX struct nfs_call *nfs_calls_begin(struct nfs_calls *calls, unsigned long thread, uint64_t request)
{
	struct nfs_call *call = nfs_calls_find(calls, thread);

	if (!call)
		call = claim(bucket_of(calls, thread), thread);
	if (!call) {
		calls->lost++;
		return NULL;
	}
	call->request = request;
	call->at = call->end = call->results = 0;
	call->dentry = call->share = call->state = call->operation = 0;
	call->moved = call->verified = call->operations = call->status = 0;
	return call;
}

DT_PROBE_CTX void nfs_calls_end(struct nfs_calls *calls, unsigned long thread)
{
	struct nfs_call *call = nfs_calls_find(calls, thread);

	if (call)
		DT_STORE_RELEASE(&call->thread, FREE);
}
