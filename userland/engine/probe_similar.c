/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/probe_similar.c - what may be meant by a probe description that matches nothing.
 *
 *      fbt::vfs_opne:entry     fbt: exists   vfs_opne: is wrong   fbt's probes, each compared field by field:
 *                                                                 vfs_open  entry   1 letter   <- nearest
 *                                                                 vfs_read  entry   too far
 *
 *      fbt::vfs_read           fbt is a provider: the first field. vfs_read in each of the others: it is a function.
 */
#include <ctype.h>
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

/* Whether a description matches; @unknown: the engine cannot say. */
static bool ask(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern, bool unknown)
{
	struct dtrace_probematch match;

	memset(&match, 0, sizeof(match));
	match.pattern = *pattern;
	return ldt_ioctl(dtp, DTRACEIOC_PROBEMATCH, &match) != 0 ? unknown : match.matched != 0;
}

static bool matches(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern)
{
	return ask(dtp, pattern, true);
}

static bool surely_matches(struct dtrace_hdl *dtp, const struct dtrace_probedesc *pattern)
{
	return ask(dtp, pattern, false);
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

/* ---- the same texts in other fields ---------------------------------------------------------- */

/* The fields after the provider that @count texts may be in, the likeliest first; 0 ends them. */
static const unsigned int arrangements[FIELDS][4] = {
	{ 0 },
	{ 1u << NAME, 1u << FUNCTION, 1u << MODULE },
	{ 1u << FUNCTION | 1u << NAME, 1u << MODULE | 1u << FUNCTION, 1u << MODULE | 1u << NAME },
	{ 1u << MODULE | 1u << FUNCTION | 1u << NAME },
};

/* The texts of a description, without the fields that are empty. */
struct texts {
	const char *provider; /* "": none is known */
	const char *rest[FIELDS];
	unsigned int count;
};

static struct dtrace_probedesc arrange(const struct texts *texts, unsigned int fields)
{
	struct dtrace_probedesc desc;
	unsigned int next = 0;

	memset(&desc, 0, sizeof(desc));
	set_field(&desc, PROVIDER, texts->provider);
	for (int field = MODULE; field < FIELDS; field++) {
		if (fields & 1u << field)
			set_field(&desc, field, texts->rest[next++]);
	}
	return desc;
}

/* pid1234 and pid*: the provider is there once a description names it. */
static bool is_pid_provider(const char *name)
{
	size_t digits;

	if (strncmp(name, "pid", 3) != 0)
		return false;
	digits = strspn(name + 3, "0123456789");
	return digits ? !name[3 + digits] : strcmp(name + 3, "*") == 0;
}

static bool is_provider(struct dtrace_hdl *dtp, const char *name)
{
	struct dtrace_probedesc pattern;

	memset(&pattern, 0, sizeof(pattern));
	set_field(&pattern, PROVIDER, name);
	return is_pid_provider(name) || (is_name(name) && surely_matches(dtp, &pattern));
}

/* entry, return, or an offset into the function: what probes of processes are called. */
static bool is_pid_name(const char *name)
{
	return strcmp(name, "entry") == 0 || strcmp(name, "return") == 0 ||
	       strspn(name, "0123456789abcdef") == strlen(name);
}

/* The arrangement for a process, whose functions nobody has looked for yet. */
static unsigned int arrange_for_pid(const struct texts *texts)
{
	if (texts->count == 0 || texts->count == FIELDS - 1)
		return arrangements[texts->count][0];
	if (is_pid_name(texts->rest[texts->count - 1]))
		return texts->count == 1 ? 1u << NAME : 1u << FUNCTION | 1u << NAME;
	return texts->count == 1 ? 1u << FUNCTION : 1u << MODULE | 1u << FUNCTION;
}

/* A function without the name of a probe: its entry, where it has one. */
static void add_entry(struct dtrace_hdl *dtp, struct dtrace_probedesc *desc)
{
	struct dtrace_probedesc entry = *desc;

	if (!*desc->function || *desc->name)
		return;
	set_field(&entry, NAME, "entry");
	if (is_pid_provider(desc->provider) || surely_matches(dtp, &entry))
		*desc = entry;
}

static bool is_same(const struct dtrace_probedesc *a, const struct dtrace_probedesc *b)
{
	for (int field = 0; field < FIELDS; field++) {
		if (strcmp(field_of(a, field), field_of(b, field)) != 0)
			return false;
	}
	return true;
}

/* The first arrangement that matches. Return: false: none does. */
static bool find_arrangement(struct dtrace_hdl *dtp, const struct dtrace_probedesc *wanted, const struct texts *texts,
			     struct ldt_similar_probe *ret)
{
	for (size_t i = 0; i < DT_ARRAY_SIZE(arrangements[0]) && (i == 0 || arrangements[texts->count][i]); i++) {
		struct dtrace_probedesc desc = arrange(texts, arrangements[texts->count][i]);

		if (is_same(&desc, wanted) || !surely_matches(dtp, &desc))
			continue;
		ret->desc = desc;
		return true;
	}
	return false;
}

/* With a colon too few or too many, or in the wrong place. */
static void find_moved(struct dtrace_hdl *dtp, const struct dtrace_probedesc *wanted, struct ldt_similar_probe *ret)
{
	struct texts texts = { .provider = wanted->provider, .count = 0 };
	struct dtrace_probedesc desc;

	for (int field = MODULE; field < FIELDS; field++) {
		const char *text = field_of(wanted, field);

		if (!*text)
			continue;
		if (!*wanted->provider && !*texts.provider && texts.count == 0 && is_provider(dtp, text)) {
			texts.provider = text;
			ret->is_provider = true;
		} else {
			texts.rest[texts.count++] = text;
		}
	}
	if (!*texts.provider && texts.count == 1 && *wanted->name)
		return; /* the name alone: find_function() */
	if (ret->is_provider && is_pid_provider(texts.provider)) {
		ret->desc = arrange(&texts, arrange_for_pid(&texts));
		ret->found = true;
	} else {
		ret->found = find_arrangement(dtp, wanted, &texts, ret);
	}
	if (!ret->found && ret->is_provider) {
		desc = arrange(&texts, arrangements[texts.count][0]);
		find_nearest(dtp, &desc, TOO_FAR, ret);
	}
	if (ret->found)
		add_entry(dtp, &ret->desc);
	ret->is_moved = ret->found;
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool is_timer(const char *name)
{
	return (!strncmp(name, "profile-", 8) || !strncmp(name, "tick-", 5)) && !strpbrk(name, "*?[");
}

void ldt_probe_reason(const struct dtrace_probedesc *desc, const struct ldt_similar_probe *similar, char *text,
		      size_t size)
{
	const char *in = *desc->provider ? " in " : "", *provider = desc->provider, *first = desc->provider;

	for (int field = MODULE; field < FIELDS && !*first; field++)
		first = field_of(desc, field);
	*text = '\0';
	if (similar->is_provider)
		snprintf(text, size, "%s is a provider%s", first,
			 similar->found ? "" : ", the first of the four fields");
	else if (similar->wrong == PROVIDER && is_pid_provider(provider) && isdigit((unsigned char)provider[3]))
		snprintf(text, size, "no probe of process %s has these names now", provider + 3);
	else if (similar->wrong == PROVIDER)
		snprintf(text, size, "there is no provider %s here", provider);
	else if (is_timer(desc->name) && !similar->is_moved)
		snprintf(text, size,
			 "N of profile-N and tick-N is a number from 1 to 5000, with or without hz, or a time from "
			 "200us on, with one of ns us ms s m h d");
	else if (!strcmp(provider, "profile") && *desc->name)
		snprintf(text, size, "the probes of profile are profile-N and tick-N");
	else if (similar->is_function)
		return;
	else if (similar->wrong == MODULE)
		snprintf(text, size, "no module %s%s%s", desc->module, in, provider);
	else if (similar->wrong == FUNCTION)
		snprintf(text, size, "no function %s%s%s", desc->function, in, provider);
	else if (*desc->function)
		snprintf(text, size, "%s has no probe %s", desc->function, desc->name);
}

void ldt_probe_similar(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc, struct ldt_similar_probe *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->wrong = first_wrong(dtp, desc);
	find_moved(dtp, desc, ret);
	if (ret->found || ret->is_provider || is_timer(desc->name))
		return;
	find_nearest(dtp, desc, TOO_FAR, ret);
	if (!ret->found && is_name(desc->name) && !*desc->provider && !*desc->module && !*desc->function)
		find_function(dtp, desc->name, ret);
}
