/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * look.c - prints what process/process.h says about a process or a file, for the scripts here.
 *
 *      look [-q] PID | FILE objects | functions | MODULE:FUNCTION:NAME
 *
 * A process is a number. -q prints how many sites there are and not the sites.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"

static bool quiet;
static uint64_t good, refused;

static bool print_site(void *arg, const struct ldt_site *site)
{
	static const char *const kinds[] = { "entry", "return", "offset" };

	good += !site->refused;
	refused += site->refused != NULL;
	if (quiet)
		return true;
	printf("%s:%s:%s %s vaddr %" PRIx64 " addr %" PRIx64 " file %" PRIx64 " offset %" PRIx64, site->module,
	       site->function, site->name, kinds[site->kind], site->vaddr, site->addr, site->file_offset,
	       (uint64_t)site->offset);
	if (site->bytes) {
		printf(" bytes ");
		for (unsigned int i = 0; i < site->length; i++)
			printf("%02x", site->bytes[i]);
	}
	printf("%s%s%s%s\n", site->tail ? " tail" : "", site->conditional ? " conditional" : "",
	       site->refused ? " refused " : "", site->refused ? site->refused : "");
	return true;
}

static int print_sites(struct ldt_target *target, char *text)
{
	char *function = strchr(text, ':'), *name = function ? strchr(function + 1, ':') : NULL;
	struct ldt_site_error error;
	int64_t count;

	if (!name)
		return 2;
	*function++ = *name++ = '\0';
	count = ldt_sites_each(target, &(struct ldt_description){ text, function, name }, print_site, NULL, &error);
	if (count < 0) {
		printf("[%s] %s%s%s\n", error.tag, error.text, *error.meant ? ", meant: " : "", error.meant);
		return 1;
	}
	printf("%" PRIu64 " sites, %" PRIu64 " refused\n", good, refused);
	return 0;
}

static void print_functions(struct ldt_target *target, const struct ldt_object *object)
{
	const struct ldt_functions *functions = ldt_target_functions(target, object);
	size_t count = 0;
	const struct ldt_function *all = functions ? ldt_functions_all(functions, &count) : NULL;

	for (size_t i = 0; i < count; i++)
		printf("%s %s %" PRIx64 " %" PRIu64 "%s%s%s%s%s\n", object->name, all[i].name ? all[i].name : "-",
		       all[i].addr, all[i].size, all[i].is_sized ? "" : " unsized", all[i].is_alias ? " alias" : "",
		       all[i].is_part ? " part" : "", all[i].is_resolver ? " resolver" : "",
		       all[i].is_signal ? " signal" : "");
}

static void print_object(const struct ldt_object *object)
{
	printf("%s %s bias %" PRIx64 " map %u%s%s%s%s build-id ", object->name, object->path, object->bias, object->map,
	       object->is_program ? " a.out" : "", object->is_deleted ? " deleted" : "",
	       object->refused ? " refused " : "", object->refused ? object->refused : "");
	for (size_t i = 0; i < object->build_id_size; i++)
		printf("%02x", object->build_id[i]);
	puts("");
}

int main(int argc, char **argv)
{
	const char *why = NULL, *procfs = getenv("LOOK_PROCFS");
	const struct ldt_object *object;
	struct ldt_target *target;
	int status = 0;

	quiet = argc > 3 && strcmp(argv[1], "-q") == 0;
	argv += quiet;
	if (argc - quiet != 3)
		return 2;
	if (isdigit((unsigned char)argv[1][0]))
		target = ldt_target_open(procfs ? procfs : "/proc", (uint32_t)atoi(argv[1]), &why);
	else
		target = ldt_target_open_file(argv[1], &why);
	if (!target) {
		printf("%s\n", why);
		return 1;
	}
	if (strchr(argv[2], ':'))
		status = print_sites(target, argv[2]);
	for (size_t i = 0; (object = ldt_target_object(target, i)) != NULL; i++) {
		if (strcmp(argv[2], "objects") == 0)
			print_object(object);
		else if (strcmp(argv[2], "functions") == 0)
			print_functions(target, object);
	}
	ldt_target_close(target);
	return status;
}
