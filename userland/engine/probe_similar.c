/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/probe_similar.c - what may be meant by a probe description that matches nothing.
 *
 *      fbt::vfs_opne:entry     fbt: exists   vfs_opne: is wrong   fbt's probes, each compared field by field:
 *                                                                 vfs_open  entry   1 letter   <- nearest
 *                                                                 vfs_read  entry   too far
 */
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "engine/engine.h"
#include "words/words.h"

#define FIELDS 4
enum { PROVIDER, MODULE, FUNCTION, NAME };

static const struct {
	size_t offset, size;
} places[FIELDS] = {
	{ offsetof(struct dtrace_probedesc, provider), DTRACE_PROVNAMELEN },
	{ offsetof(struct dtrace_probedesc, module), DTRACE_MODNAMELEN },
	{ offsetof(struct dtrace_probedesc, function), DTRACE_FUNCNAMELEN },
	{ offsetof(struct dtrace_probedesc, name), DTRACE_NAMELEN },
};

static const char *field_of(const struct dtrace_probedesc *desc, int field)
{
	return (const char *)desc + places[field].offset;
}

static void set_field(struct dtrace_probedesc *desc, int field, const char *text)
{
	snprintf((char *)desc + places[field].offset, places[field].size, "%s", text);
}

/* One name, which may be misspelled; not empty, not a glob. */
static bool is_name(const char *field)
{
	return *field && !strpbrk(field, "*?[\\");
}

static bool matches(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern)
{
	struct dtrace_probematch match;

	memset(&match, 0, sizeof(match));
	match.pattern = *pattern;
	return ldt_ioctl(dtp, DTRACEIOC_PROBEMATCH, &match) != 0 || match.matched;
}

/* The first field with which nothing matches any more. */
static unsigned int first_wrong(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc)
{
	struct dtrace_probedesc pattern;

	memset(&pattern, 0, sizeof(pattern));
	for (int field = PROVIDER; field < NAME; field++) {
		set_field(&pattern, field, field_of(desc, field));
		if (*field_of(desc, field) && !matches(dtp, &pattern))
			return (unsigned int)field;
	}
	return NAME;
}

struct search {
	const struct dtrace_probedesc *wanted;
	unsigned int distance; /* of the nearest so far */
	struct ldt_similar_probe *ret;
};

/* How far the names that were given are from those of a probe; more than @limit when one is too far. */
static unsigned int probe_distance(const struct dtrace_probedesc *wanted, const struct dtrace_probedesc *probe,
				   unsigned int limit)
{
	unsigned int sum = 0;

	for (int field = 0; field < FIELDS && sum <= limit; field++) {
		const char *a = field_of(wanted, field), *b = field_of(probe, field);
		unsigned int most = ldt_similar_most(a), now;

		if (!is_name(a) || !strcmp(a, b))
			continue;
		now = strcasecmp(a, b) ? ldt_similar_distance(a, b, most) : DT_MIN(most, 1u);
		sum += now > most ? limit + 1 : now;
	}
	return sum;
}

/* Whether a probe at the same distance as the nearest so far is more likely to be meant. */
static bool is_nearer(const struct search *search, const struct dtrace_probedesc *probe)
{
	for (int field = 0; field < FIELDS; field++) {
		const char *wanted = field_of(search->wanted, field), *before = field_of(&search->ret->desc, field);

		if (is_name(wanted) && strcmp(before, field_of(probe, field)) != 0)
			return ldt_similar_nearer(wanted, field_of(probe, field), before);
	}
	return false;
}

static int compare_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *probe, void *arg)
{
	struct search *search = arg;
	unsigned int now = probe_distance(search->wanted, probe, search->distance);

	if (now > search->distance || (now == search->distance && !(search->ret->found && is_nearer(search, probe))))
		return 0;
	search->distance = now;
	search->ret->found = true;
	search->ret->desc = *search->wanted;
	for (int field = 0; field < FIELDS; field++) {
		if (is_name(field_of(search->wanted, field)))
			set_field(&search->ret->desc, field, field_of(probe, field));
	}
	return 0;
}

static void find_nearest(struct dtrace_hdl *dtp, const struct dtrace_probedesc *wanted, unsigned int distance,
			 struct ldt_similar_probe *ret)
{
	struct search search = { .wanted = wanted, .distance = distance, .ret = ret };
	struct dtrace_probedesc pattern, provider;
	uint64_t matched;

	memset(&pattern, 0, sizeof(pattern));
	memset(&provider, 0, sizeof(provider));
	for (int field = 0; field < FIELDS; field++) {
		if (!is_name(field_of(wanted, field)))
			set_field(&pattern, field, field_of(wanted, field));
	}
	set_field(&provider, PROVIDER, wanted->provider);
	if (*wanted->provider && matches(dtp, &provider))
		set_field(&pattern, PROVIDER, wanted->provider);
	ldt_probe_each(dtp, &pattern, compare_probe, &search, &matched);
}

/* Four fields may each be wrong in two letters; the next is too far. */
#define TOO_FAR (FIELDS * 2 + 1)

/* "vfs_read" alone is the name of a probe; the function may be meant. */
static void find_function(struct dtrace_hdl *dtp, const char *name, struct ldt_similar_probe *ret)
{
	struct dtrace_probedesc function;

	memset(&function, 0, sizeof(function));
	set_field(&function, FUNCTION, name);
	find_nearest(dtp, &function, TOO_FAR, ret);
	if (!ret->found)
		return;
	ret->is_function = true;
	set_field(&ret->desc, NAME, "entry");
	if (!matches(dtp, &ret->desc))
		set_field(&ret->desc, NAME, "");
}

void ldt_probe_similar(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, struct ldt_similar_probe *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->wrong = first_wrong(dtp, desc);
	find_nearest(dtp, desc, TOO_FAR, ret);
	if (!ret->found && is_name(desc->name) && !*desc->provider && !*desc->module && !*desc->function)
		find_function(dtp, desc->name, ret);
}
