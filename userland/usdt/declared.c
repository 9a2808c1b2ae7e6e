/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/declared.c - definitions of providers to the text of a note, and back; see declared.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/ioctl.h>

#include "handle/handle.h"
#include "usdt/declared.h"

#define PARAMS_MAX 255

/* ---- to text --------------------------------------------------------------------------------- */

static void write_stability(FILE *out, const struct dtrace_pattr *attr)
{
	const struct dtrace_attribute *const parts[] = { &attr->provider, &attr->module, &attr->function, &attr->name,
							 &attr->args };
	char text[DTRACE_NAMELEN];

	fprintf(out, "stability");
	for (size_t i = 0; i < DT_ARRAY_SIZE(parts); i++)
		fprintf(out, " %s", dtrace_attr2str(*parts[i], text, sizeof(text)));
	fputc('\n', out);
}

static void write_probe(FILE *out, const struct ldt_usdt_probe *probe)
{
	fprintf(out, "probe %s\n", probe->name);
	for (unsigned int i = 0; i < probe->native_count; i++) {
		const struct ldt_usdt_param *native = &probe->native[i];

		if (strcmp(native->type, native->plain) == 0)
			fprintf(out, "native %s\n", native->type);
		else
			fprintf(out, "native %s = %s\n", native->type, native->plain);
	}
	if (probe->is_translated && probe->seen_count == 0)
		fprintf(out, "unseen\n");
	for (unsigned int i = 0; i < probe->seen_count; i++)
		fprintf(out, "seen %u %s\n", probe->seen[i].from, probe->seen[i].type);
}

char *ldt_usdt_declare(const struct ldt_usdt_provider *provider)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	fprintf(out, "provider %s\n", provider->name);
	write_stability(out, &provider->attr);
	for (const struct ldt_usdt_probe *probe = provider->probes; probe; probe = probe->next)
		write_probe(out, probe);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

/* ---- from text ------------------------------------------------------------------------------- */

struct reader {
	struct ldt_usdt_provider *provider;
	struct ldt_usdt_probe *probe, **tail; /* the last one */
	const char *why;
};

static const char damaged[] = "it has a definition of probes that is damaged";
static const char no_memory[] = "out of memory";

static bool fail(struct reader *r, const char *why)
{
	r->why = why;
	return false;
}

static bool read_stability(struct reader *r, char *words)
{
	struct dtrace_pattr *attr = &r->provider->attr;
	struct dtrace_attribute *const parts[] = { &attr->provider, &attr->module, &attr->function, &attr->name,
						   &attr->args };
	char *rest = words, *word;

	for (size_t i = 0; i < DT_ARRAY_SIZE(parts); i++) {
		word = strsep(&rest, " ");
		if (!word || dtrace_str2attr(word, parts[i]) != 0)
			return fail(r, damaged);
	}
	return !rest || fail(r, damaged);
}

static bool read_probe(struct reader *r, const char *name)
{
	struct ldt_usdt_probe *probe = *name ? calloc(1, sizeof(*probe)) : NULL;

	if (!probe)
		return fail(r, *name ? no_memory : damaged);
	*r->tail = r->probe = probe;
	r->tail = &probe->next;
	probe->name = strdup(name);
	return probe->name || fail(r, no_memory);
}

static bool add_param(struct reader *r, struct ldt_usdt_param **list, unsigned int *count, const char *type,
		      const char *plain, unsigned int from)
{
	struct ldt_usdt_param *more;

	if (*count == PARAMS_MAX || !*type || !*plain)
		return fail(r, damaged);
	more = realloc(*list, (*count + 1) * sizeof(*more));
	if (!more)
		return fail(r, no_memory);
	*list = more;
	more[*count] = (struct ldt_usdt_param){ strdup(type), strdup(plain), from };
	++*count;
	return (more[*count - 1].type && more[*count - 1].plain) || fail(r, no_memory);
}

static bool read_native(struct reader *r, char *type)
{
	char *plain = strstr(type, " = ");

	if (plain) {
		*plain = '\0';
		plain += 3;
	}
	return add_param(r, &r->probe->native, &r->probe->native_count, type, plain ? plain : type, 0);
}

static bool read_seen(struct reader *r, char *words)
{
	char *type;
	unsigned long from = strtoul(words, &type, 10);

	if (type == words || *type != ' ' || from >= r->probe->native_count)
		return fail(r, damaged);
	r->probe->is_translated = true;
	return add_param(r, &r->probe->seen, &r->probe->seen_count, type + 1, type + 1, (unsigned int)from);
}

/* A line whose first word is unknown is one of a later version: it says nothing that must be known. */
static bool read_line(struct reader *r, char *line)
{
	char *rest = line, *word = strsep(&rest, " ");

	rest = rest ? rest : word + strlen(word);
	if (!r->provider->name) {
		if (strcmp(word, "provider") != 0 || !*rest)
			return fail(r, damaged);
		r->provider->name = strdup(rest);
		return r->provider->name || fail(r, no_memory);
	}
	if (strcmp(word, "stability") == 0)
		return read_stability(r, rest);
	if (strcmp(word, "probe") == 0)
		return read_probe(r, rest);
	if (strcmp(word, "provider") == 0)
		return fail(r, damaged);
	if (strcmp(word, "native") != 0 && strcmp(word, "seen") != 0 && strcmp(word, "unseen") != 0)
		return true;
	if (!r->probe)
		return fail(r, damaged);
	if (strcmp(word, "unseen") == 0)
		return r->probe->is_translated = true;
	return *word == 'n' ? read_native(r, rest) : read_seen(r, rest);
}

struct ldt_usdt_provider *ldt_usdt_declared(const char *text, size_t size, const char **why)
{
	struct reader r = { .provider = calloc(1, sizeof(*r.provider)) };
	char *copy = strndup(text, size), *rest = copy, *line;
	bool is_read = true;

	r.why = no_memory;
	if (r.provider && copy) {
		r.why = damaged;
		r.tail = &r.provider->probes;
		while (is_read && (line = strsep(&rest, "\n")) != NULL)
			is_read = !*line || read_line(&r, line);
		if (is_read && r.provider->name)
			r.why = NULL;
	}
	free(copy);
	if (!r.why)
		return r.provider;
	*why = r.why;
	ldt_usdt_provider_destroy(r.provider);
	return NULL;
}

static void destroy_params(struct ldt_usdt_param *params, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		free((char *)params[i].type);
		free((char *)params[i].plain);
	}
	free(params);
}

void ldt_usdt_provider_destroy(struct ldt_usdt_provider *provider)
{
	while (provider) {
		struct ldt_usdt_provider *next = provider->next;

		while (provider->probes) {
			struct ldt_usdt_probe *probe = provider->probes;

			provider->probes = probe->next;
			destroy_params(probe->native, probe->native_count);
			destroy_params(probe->seen, probe->seen_count);
			free((char *)probe->name);
			free(probe);
		}
		free((char *)provider->name);
		free(provider);
		provider = next;
	}
}
