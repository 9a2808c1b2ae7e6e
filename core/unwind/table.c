/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* table.c - tables of rules: checked, loaded, shared. */
#include "base/errno.h"
#include "base/memory.h"
#include "core/unwind/unwind.h"
#include "os/os.h"

DT_STATIC_ASSERT(sizeof(struct dtrace_unwind_header) == 72, "as the header says");
DT_STATIC_ASSERT(sizeof(struct dtrace_unwind_rule) == 8, "as the header says");

/* A table's parts, by the counts of its header. */
static struct dt_unwind_table parts_of(const void *bytes)
{
	struct dt_unwind_table parts = { .header = bytes };

	parts.rules = (const void *)(parts.header + 1);
	parts.pages = (const void *)(parts.rules + parts.header->rules);
	parts.rows = parts.pages + parts.header->pages + 1;
	return parts;
}

static const char *header_refusal(const struct dtrace_unwind_header *header, size_t size)
{
	uint64_t wanted, last;

	if (header->magic != DTRACE_UNWIND_MAGIC)
		return "magic";
	if (header->version != DTRACE_UNWIND_VERSION)
		return "version";
	if (header->word != 4 && header->word != 8)
		return "word";
	if (header->fallback >= DTRACE_UNWIND_FALLBACK_COUNT)
		return "fallback";
	if (header->rules == 0 || header->rules > DTRACE_UNWIND_RULES_MAX)
		return "rules";
	if (header->pages == 0 || header->pages > DTRACE_UNWIND_PAGES_MAX)
		return "pages";
	if (header->link % header->word != 0)
		return "link";
	last = header->word == 4 ? 0xffffffffu : ~(uint64_t)0;
	if (header->text % DTRACE_UNWIND_PAGE != 0 || header->text > last ||
	    (last - header->text) >> DTRACE_UNWIND_PAGE_BITS < header->pages - 1)
		return "text";
	if (header->key_size > DTRACE_UNWIND_KEY_MAX)
		return "key";
	wanted = sizeof(*header) + (uint64_t)header->rules * sizeof(struct dtrace_unwind_rule) +
		 ((uint64_t)header->pages + 1 + header->rows) * sizeof(uint32_t);
	if (header->size != size || wanted != size)
		return "size";
	return NULL;
}

static bool is_ra(int16_t ra)
{
	return ra <= DTRACE_UNWIND_WORDS_MAX || ra == DTRACE_UNWIND_RA_LINK;
}

static bool is_fp(int16_t fp)
{
	return fp <= DTRACE_UNWIND_WORDS_MAX || fp == DTRACE_UNWIND_FP_SAME || fp == DTRACE_UNWIND_FP_AT_FP ||
	       fp == DTRACE_UNWIND_FP_LOST;
}

static bool is_rule(const struct dtrace_unwind_header *header, const struct dtrace_unwind_rule *rule)
{
	unsigned int more = DTRACE_UNWIND_MORE(rule);

	if (!is_ra(rule->ra) || !is_fp(rule->fp))
		return false;
	if (rule->ra == DTRACE_UNWIND_RA_LINK && header->link == 0)
		return false;
	switch (DTRACE_UNWIND_BASE(rule)) {
	case DTRACE_UNWIND_NONE:
	case DTRACE_UNWIND_END:
		return rule->cfa >> 4 == 0 && rule->ra == 0 && rule->fp == 0;
	case DTRACE_UNWIND_SP:
	case DTRACE_UNWIND_FP:
		return more == 0;
	case DTRACE_UNWIND_SP_LOAD:
	case DTRACE_UNWIND_FP_LOAD:
		return true;
	case DTRACE_UNWIND_PLT:
		return more == 0 && DTRACE_UNWIND_OFFSET(rule) >= 0 && DTRACE_UNWIND_OFFSET(rule) <= 16;
	case DTRACE_UNWIND_SIGNAL:
		return more == 0 && rule->ra <= DTRACE_UNWIND_WORDS_MAX && rule->fp <= DTRACE_UNWIND_WORDS_MAX;
	}
	return false;
}

static const char *rules_refusal(const struct dt_unwind_table *parts)
{
	uint32_t i;

	if (parts->rules[0].cfa != DTRACE_UNWIND_NONE)
		return "rule 0";
	for (i = 0; i < parts->header->rules; i++) {
		if (!is_rule(parts->header, &parts->rules[i]))
			return "rule";
	}
	return NULL;
}

/* The rows of one page: [@first, @end) of all rows. */
static const char *page_refusal(const struct dt_unwind_table *parts, uint32_t first, uint32_t end)
{
	uint32_t i, low, before = 0;

	if (first >= end || end > parts->header->rows)
		return "page";
	for (i = first; i < end; i++) {
		low = DTRACE_UNWIND_ROW_LOW(parts->rows[i]);
		if (i == first ? low != 0 : low <= before)
			return "row order";
		if (DTRACE_UNWIND_ROW_RULE(parts->rows[i]) >= parts->header->rules)
			return "row rule";
		before = low;
	}
	return NULL;
}

static const char *pages_refusal(const struct dt_unwind_table *parts)
{
	uint32_t pages = parts->header->pages, i;
	const char *why = NULL;

	if (parts->pages[0] != 0 || parts->pages[pages] != parts->header->rows)
		return "page";
	for (i = 0; i < pages && !why; i++)
		why = page_refusal(parts, parts->pages[i], parts->pages[i + 1]);
	return why;
}

static const char *key_refusal(const struct dtrace_unwind_header *header)
{
	uint32_t i;

	for (i = header->key_size; i < DTRACE_UNWIND_KEY_MAX; i++) {
		if (header->key[i] != 0)
			return "key";
	}
	return NULL;
}

const char *dt_unwind_refusal(const void *bytes, size_t size)
{
	struct dt_unwind_table parts;
	const char *why;

	if (size < sizeof(struct dtrace_unwind_header) || size > DTRACE_UNWIND_SIZE_MAX)
		return "size";
	why = header_refusal(bytes, size);
	if (why)
		return why;
	parts = parts_of(bytes);
	why = key_refusal(parts.header);
	if (!why)
		why = rules_refusal(&parts);
	return why ? why : pages_refusal(&parts);
}

int dt_unwind_table_load(void *bytes, size_t size, struct dt_unwind_table **ret)
{
	struct dt_unwind_table *table;

	if (dt_unwind_refusal(bytes, size))
		return -OS_EINVAL;
	table = os_alloc(sizeof(*table));
	if (!table)
		return -OS_ENOMEM;
	*table = parts_of(bytes);
	table->holders = 1;
	*ret = table;
	return 0;
}

void dt_unwind_table_hold(struct dt_unwind_table *table)
{
	if (table)
		__atomic_add_fetch(&table->holders, 1, __ATOMIC_RELAXED);
}

void dt_unwind_table_put(struct dt_unwind_table *table)
{
	if (!table || __atomic_sub_fetch(&table->holders, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	os_free((void *)table->header);
	os_free(table);
}
