/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * usdt/header.c - definitions of providers to a header for C and C++ (dtrace -h): the text of
 * probe_macros.h, which is the same in each header, a semaphore and two macros for each probe.
 */
#include <ctype.h>
#include <string.h>

#include "usdt/text.h"
#include "usdt/usdt.h"

/* gc__start, gc-start -> GC_START */
static void write_capitals(FILE *out, const char *name)
{
	while (*name) {
		bool dash = name[0] == '-' || (name[0] == '_' && name[1] == '_');

		fputc(dash ? '_' : toupper((unsigned char)*name), out);
		name += dash && *name == '_' ? 2 : 1;
	}
}

static void write_macro(FILE *out, const struct ldt_usdt_provider *provider, const struct ldt_usdt_probe *probe)
{
	write_capitals(out, provider->name);
	fputc('_', out);
	write_capitals(out, probe->name);
}

static void write_list(FILE *out, unsigned int count, const char *before, const char *after, const char *between)
{
	for (unsigned int i = 0; i < count; i++)
		fprintf(out, "%s%s%u%s", i ? between : "", before, i, after);
}

static void write_probe(FILE *out, const struct ldt_usdt_provider *provider, const struct ldt_usdt_probe *probe)
{
	unsigned int count = probe->native_count;

	fprintf(out, "\n/* probe %s(", probe->name);
	for (unsigned int i = 0; i < count; i++)
		fprintf(out, "%s%s", i ? ", " : "", probe->native[i].type);
	fprintf(out, ") */\n#define ");
	write_macro(out, provider, probe);
	fprintf(out, "_ENABLED() ANYTRACE_SDT_IS_ENABLED(%s_%s)\n#define ", provider->name, probe->name);
	write_macro(out, provider, probe);
	fputc('(', out);
	write_list(out, count, "arg", "", ", ");
	fprintf(out, ") \\\n\t__extension__({ \\\n");
	for (unsigned int i = 0; i < count; i++)
		fprintf(out, "\t\tANYTRACE_SDT_LET(anytrace_%u, arg%u); \\\n", i, i);
	fprintf(out, "\t\tANYTRACE_SDT_BEGIN \\\n\t\t__asm__ __volatile__( \\\n");
	fprintf(out, "\t\t\tANYTRACE_SDT_NOTE(\"%s\", \"%s\", \"%s_%s_semaphore\", \\\n\t\t\t\t\"\" ", provider->name,
		probe->name, provider->name, probe->name);
	write_list(out, count, "ANYTRACE_SDT_TEXT(", ")", " \" \" ");
	fprintf(out, ") \\\n\t\t\t: /* no output */ : ");
	write_list(out, count, "ANYTRACE_SDT_ARG(", ")", ", ");
	fprintf(out, " : \"memory\"); \\\n\t\tANYTRACE_SDT_END \\\n\t})\n");
}

static void write_provider(FILE *out, const struct ldt_usdt_provider *provider)
{
	const struct ldt_usdt_probe *probe;

	fprintf(out, "\n/* ---- provider %s */\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n", provider->name);
	for (probe = provider->probes; probe; probe = probe->next)
		fprintf(out, "ANYTRACE_SDT_SEMAPHORE(%s_%s);\n", provider->name, probe->name);
	fprintf(out, "#ifdef __cplusplus\n}\n#endif\n");
	for (probe = provider->probes; probe; probe = probe->next)
		write_probe(out, provider, probe);
}

/* The last part of a path as the name of a macro: probes.h -> _PROBES_H */
static void write_guard(FILE *out, const char *path)
{
	const char *slash = strrchr(path, '/');

	fputc('_', out);
	for (const char *c = slash ? slash + 1 : path; *c; c++)
		fputc(isalnum((unsigned char)*c) ? toupper((unsigned char)*c) : '_', out);
}

void ldt_usdt_write_header(FILE *out, const char *path, const struct ldt_usdt_provider *providers)
{
	fprintf(out, "/*\n * Probes of a program, made by dtrace -h: one macro for each, and one that says whether "
		     "somebody traces it.\n"
		     " */\n#ifndef ");
	write_guard(out, path);
	fprintf(out, "\n#define ");
	write_guard(out, path);
	fprintf(out, "\n\n%s", ldt_usdt_probe_macros);
	for (; providers; providers = providers->next)
		write_provider(out, providers);
	fprintf(out, "\n#endif\n");
}
