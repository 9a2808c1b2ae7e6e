/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * look.c - prints what usdt/usdt.h says about a file, for tests: a line for each site, as readelf -n
 * has it, which arguments are refused, and the definitions of providers.
 *
 *      look FILE [CPU of the kernel]
 *      look -t FILE        the argument programs, for values/arm.c
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "usdt/declared.h"
#include "usdt/usdt.h"

static void print_site(const struct ldt_usdt_site *site)
{
	printf("%s %s 0x%" PRIx64 " 0x%" PRIx64 " [%s] %s", site->provider, site->name, site->addr, site->semaphore,
	       site->function, site->text);
	for (unsigned int i = 0; i < site->arg_count; i++) {
		if (site->args[i].kind == DTRACE_USDT_REFUSED)
			printf(" (argument %u: %s)", i, ldt_usdt_reason(site->args[i].value));
	}
	if (site->why)
		printf(" (%s)", site->why);
	puts("");
}

static void print_programs(const struct ldt_usdt_file *file)
{
	for (size_t i = 0; i < file->site_count; i++) {
		const struct ldt_usdt_site *site = &file->sites[i];

		printf("%s %" PRIx64 " %u", site->name, site->addr, site->arg_count);
		for (unsigned int j = 0; j < site->arg_count; j++) {
			const struct dtrace_usdt_arg *arg = &site->args[j];

			printf("  %u %u %u %u %u %u %" PRId64, arg->kind, arg->size, arg->flags, arg->shift, arg->base,
			       arg->index, arg->value);
		}
		puts("");
	}
}

static void print_all(const struct ldt_usdt_file *file)
{
	printf("%s %u: %zu sites\n", file->cpu, file->bits, file->site_count);
	for (size_t i = 0; i < file->site_count; i++)
		print_site(&file->sites[i]);
	if (file->declared)
		puts("declared");
	for (const struct ldt_usdt_provider *provider = file->declared; provider; provider = provider->next) {
		char *text = ldt_usdt_declare(provider);

		fputs(text, stdout);
		free(text);
	}
}

int main(int argc, char **argv)
{
	bool programs = argc == 3 && strcmp(argv[1], "-t") == 0;
	int fd = argc > 1 ? open(argv[programs ? 2 : 1], O_RDONLY) : -1;
	const char *why;
	struct ldt_usdt_file *file = ldt_usdt_read(fd, argc > 2 && !programs ? argv[2] : NULL, &why);

	if (!file) {
		fprintf(stderr, "%s\n", why);
		return 1;
	}
	if (programs)
		print_programs(file);
	else
		print_all(file);
	ldt_usdt_destroy(file);
	return 0;
}
