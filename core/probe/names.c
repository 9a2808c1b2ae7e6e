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
#define RECENT      4 /* a module, a function, and two kinds of probes */

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
	struct dt_name *recent[RECENT]; /* the last ones that were asked for, the newest first; in use, or NULL */
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

/* The first place of the recent ones is this one's, and those before @at move on by one. */
static void recent_move(struct dt_name *name, unsigned int at)
{
	for (; at > 0; at--)
		names.recent[at] = names.recent[at - 1];
	names.recent[0] = name;
}

/* Names of functions that follow one another often differ in the last character only: that is compared first. */
static bool has_text(const struct dt_name *name, const char *text, size_t length)
{
	return name->length == length && (length == 0 || name->text[length - 1] == text[length - 1]) &&
	       dt_memcmp(name->text, text, length) == 0;
}

/*
 * A provider makes its probes one function after the other, and asks for the same few names again and
 * again: comparing is cheaper than hashing.
 */
static struct dt_name *recent_find(const char *text, size_t length)
{
	struct dt_name *name;
	unsigned int i;

	for (i = 0; i < RECENT && names.recent[i] != NULL; i++) {
		name = names.recent[i];
		if (!has_text(name, text, length))
			continue;
		recent_move(name, i);
		return name;
	}
	return NULL;
}

static struct dt_name *name_lookup(const char *text, size_t length, uint32_t hash)
{
	struct dt_name *name;

	for (name = *names_bucket(hash); name != NULL; name = name->next) {
		if (name->hash == hash && has_text(name, text, length))
			return name;
	}
	return NULL;
}

const struct dt_name *dt_name_find(const char *text)
{
	size_t length = dt_strnlen(text, DT_NAME_MAX);
	struct dt_name *name = recent_find(text, length);

	return name != NULL ? name : name_lookup(text, length, dt_hash(text, length, 0));
}

static void recent_forget(const struct dt_name *name)
{
	unsigned int i, left = 0;

	for (i = 0; i < RECENT; i++) {
		if (names.recent[i] != name)
			names.recent[left++] = names.recent[i];
	}
	while (left < RECENT)
		names.recent[left++] = NULL;
}

static struct dt_name *name_new(const char *text, size_t length, uint32_t hash)
{
	struct dt_name *name;

	if (names.count >= names.bucket_count)
		names_grow();
	name = name_alloc(length);
	if (name == NULL)
		return NULL;
	name->last = NULL;
	name->hash = hash;
	name->refs = 0;
	name->length = (uint16_t)length;
	dt_memcpy(name->text, text, length);
	name->text[length] = '\0';
	name->next = *names_bucket(hash);
	*names_bucket(hash) = name;
	names.count++;
	return name;
}

const struct dt_name *dt_name_get(const char *text, size_t max)
{
	size_t length = dt_strnlen(text, DT_MIN(max, DT_NAME_MAX) - 1);
	struct dt_name *name = recent_find(text, length);
	uint32_t hash;

	if (name == NULL) {
		hash = dt_hash(text, length, 0);
		name = name_lookup(text, length, hash);
		if (name == NULL)
			name = name_new(text, length, hash);
		if (name == NULL)
			return NULL;
		recent_move(name, RECENT - 1);
	}
	name->refs++;
	return name;
}

void dt_name_put(const struct dt_name *borrowed)
{
	struct dt_name *name = (struct dt_name *)borrowed;
	struct dt_name **link;
	size_t class;

	if (name == NULL || --name->refs > 0)
		return;
	recent_forget(name);
	for (link = names_bucket(name->hash); *link != name; link = &(*link)->next)
		;
	*link = name->next;
	names.count--;
	class = name_class(name->length);
	name->next = names.free[class];
	names.free[class] = name;
}
