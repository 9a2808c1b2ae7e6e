/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* names.c - interned strings. Everything here is under the framework lock. */
#include "core/probe/names.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

#define BLOCK_SIZE  (64 * 1024)
#define CLASS_STEP  16
#define CLASS_COUNT ((sizeof(struct dt_name) + DT_NAME_MAX + CLASS_STEP - 1) / CLASS_STEP + 1)
#define BUCKETS_MIN 1024

struct name_block {
	struct name_block *next;
	size_t used; /* bytes from the start of the block */
};

static struct {
	struct dt_name **buckets;
	uint32_t bucket_count; /* power of two */
	uint32_t count;
	struct name_block *blocks; /* the first one is being filled */
	size_t block_count;
	struct dt_name *free[CLASS_COUNT];
} names;

static struct dt_name **names_bucket(uint32_t hash)
{
	return &names.buckets[hash & (names.bucket_count - 1)];
}

int dt_names_init(void)
{
	dt_memset(&names, 0, sizeof(names));
	names.buckets = os_alloc(BUCKETS_MIN * sizeof(*names.buckets));
	if (names.buckets == NULL)
		return -OS_ENOMEM;
	names.bucket_count = BUCKETS_MIN;
	return 0;
}

void dt_names_fini(void)
{
	struct name_block *block;

	DT_ASSERT(names.count == 0);
	while ((block = names.blocks) != NULL) {
		names.blocks = block->next;
		os_free(block);
	}
	os_free(names.buckets);
	dt_memset(&names, 0, sizeof(names));
}

size_t dt_names_bytes(void)
{
	return names.block_count * BLOCK_SIZE + names.bucket_count * sizeof(*names.buckets);
}

/* Twice the buckets; without memory the chains just get longer. */
static void names_grow(void)
{
	uint32_t count = names.bucket_count * 2, i;
	struct dt_name **buckets = os_alloc(count * sizeof(*buckets));
	struct dt_name *name, *next;

	if (buckets == NULL)
		return;
	for (i = 0; i < names.bucket_count; i++) {
		for (name = names.buckets[i]; name != NULL; name = next) {
			next = name->next;
			name->next = buckets[name->hash & (count - 1)];
			buckets[name->hash & (count - 1)] = name;
		}
	}
	os_free(names.buckets);
	names.buckets = buckets;
	names.bucket_count = count;
}

static size_t name_class(size_t length)
{
	return (sizeof(struct dt_name) + length + CLASS_STEP) / CLASS_STEP; /* NUL included */
}

static struct dt_name *name_alloc(size_t length)
{
	size_t class = name_class(length), size = class * CLASS_STEP;
	struct dt_name *name = names.free[class];
	struct name_block *block = names.blocks;

	if (name != NULL) {
		names.free[class] = name->next;
		return name;
	}
	if (block == NULL || block->used + size > BLOCK_SIZE) {
		block = os_alloc(BLOCK_SIZE);
		if (block == NULL)
			return NULL;
		block->used = DT_ROUNDUP(sizeof(*block), CLASS_STEP);
		block->next = names.blocks;
		names.blocks = block;
		names.block_count++;
	}
	name = (struct dt_name *)((char *)block + block->used);
	block->used += size;
	return name;
}

static struct dt_name *name_lookup(const char *text, size_t length, uint32_t hash)
{
	struct dt_name *name;

	for (name = *names_bucket(hash); name != NULL; name = name->next) {
		if (name->hash == hash && name->length == length && dt_memcmp(name->text, text, length) == 0)
			return name;
	}
	return NULL;
}

const struct dt_name *dt_name_find(const char *text)
{
	size_t length = dt_strnlen(text, DT_NAME_MAX);

	return name_lookup(text, length, dt_hash(text, length, 0));
}

const struct dt_name *dt_name_get(const char *text, size_t max)
{
	size_t length = dt_strnlen(text, DT_MIN(max, DT_NAME_MAX) - 1);
	uint32_t hash = dt_hash(text, length, 0);
	struct dt_name *name = name_lookup(text, length, hash);

	if (name != NULL) {
		name->refs++;
		return name;
	}
	if (names.count >= names.bucket_count)
		names_grow();
	name = name_alloc(length);
	if (name == NULL)
		return NULL;
	name->last = NULL;
	name->hash = hash;
	name->refs = 1;
	name->length = (uint16_t)length;
	dt_memcpy(name->text, text, length);
	name->text[length] = '\0';
	name->next = *names_bucket(hash);
	*names_bucket(hash) = name;
	names.count++;
	return name;
}

void dt_name_put(const struct dt_name *borrowed)
{
	struct dt_name *name = (struct dt_name *)borrowed;
	struct dt_name **link;
	size_t class;

	if (name == NULL || --name->refs > 0)
		return;
	for (link = names_bucket(name->hash); *link != name; link = &(*link)->next)
		;
	*link = name->next;
	names.count--;
	class = name_class(name->length);
	name->next = names.free[class];
	names.free[class] = name;
}
