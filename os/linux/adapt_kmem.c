/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_kmem.c - arguments of the provider kmem's probes (os/adapter.h; spec/providers/kmem.def). */
#include <linux/slab.h>
#include <linux/string.h>

#include "os/linux/linux.h"

#include "os/adapter.h"

/*
 * A cache's name is in a structure that is the kernel's own business since 6.8. So a cache is made,
 * with a name and a size that no other has, and found in it: where the pointer to the name is, and
 * where the size is. 0: not found, and the name is "cache", the size unknown (0).
 */
#define OWN_NAME "dtrace_kmem_layout"
#define OWN_SIZE 1992
#define LOOK_AT  256 /* bytes of the structure; the smallest that a kernel has is larger */

static unsigned int name_at, size_at;

/* With a constructor a cache is never shared with another one of its size. */
static void construct(void *object)
{
}

static bool is_own_name(unsigned long word)
{
	char text[sizeof(OWN_NAME)];

	return os_kload_str(text, word, sizeof(text)) == sizeof(OWN_NAME) - 1 && strcmp(text, OWN_NAME) == 0;
}

static void look_at(const struct kmem_cache *cache)
{
	unsigned int at, size;
	unsigned long word;

	for (at = 0; at < LOOK_AT; at += sizeof(word)) {
		if (!name_at && os_kload(&word, (unsigned long)cache + at, sizeof(word)) == 0 && is_own_name(word))
			name_at = at;
	}
	for (at = 0; at < LOOK_AT; at += sizeof(size)) {
		if (!size_at && os_kload(&size, (unsigned long)cache + at, sizeof(size)) == 0 && size == OWN_SIZE)
			size_at = at;
	}
}

int linux_adapt_kmem_init(void)
{
	struct kmem_cache *cache = kmem_cache_create(OWN_NAME, OWN_SIZE, 8, 0, construct);

	if (!cache)
		return -OS_ENOMEM;
	look_at(cache);
	kmem_cache_destroy(cache);
	return 0;
}

static const char no_name[] = "cache", general[] = "kmalloc";

DT_PROBE_CTX static void describe(uint64_t cache, uint64_t *out)
{
	unsigned long name;
	unsigned int size;

	out[0] = (unsigned long)no_name;
	if (name_at && os_kload(&name, cache + name_at, sizeof(name)) == 0)
		out[0] = name;
	if (size_at && os_kload(&size, cache + size_at, sizeof(size)) == 0)
		out[2] = out[3] = size;
}

/* kmalloc: caller, memory, bytes asked for, bytes given. */
DT_PROBE_CTX bool os_adapt_kmem_allocated(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)general;
	out[1] = in[1];
	out[2] = in[2];
	out[3] = in[3];
	out[4] = in[0];
	return true;
}

/* kmem_cache_alloc: caller, memory, cache. */
DT_PROBE_CTX bool os_adapt_kmem_cached(const uint64_t *in, uint64_t *out)
{
	describe(in[2], out);
	out[1] = in[1];
	out[4] = in[0];
	return true;
}

/* kfree: caller, memory, which may be none. */
DT_PROBE_CTX bool os_adapt_kmem_freed(const uint64_t *in, uint64_t *out)
{
	out[0] = (unsigned long)general;
	out[1] = in[1];
	out[4] = in[0];
	return in[1] != 0;
}

/* kmem_cache_free: caller, memory, cache. */
DT_PROBE_CTX bool os_adapt_kmem_uncached(const uint64_t *in, uint64_t *out)
{
	describe(in[2], out);
	out[1] = in[1];
	out[4] = in[0];
	return true;
}
