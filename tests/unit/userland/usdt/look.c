/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * look.c - prints what usdt/usdt.h says about a file, for tests: a line for each site, as readelf -n
 * has it, which arguments are refused, and the definitions of providers.
 *
 *      look FILE [CPU of the kernel]
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
	const char *why;
	struct ldt_usdt_file *file = ldt_usdt_read(fd, argc > 2 ? argv[2] : NULL, &why);

	if (!file) {
		fprintf(stderr, "%s\n", why);
		return 1;
	}
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
	ldt_usdt_destroy(file);
	return 0;
}
