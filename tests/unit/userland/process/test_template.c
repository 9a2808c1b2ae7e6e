/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_template.c - what is known of a file gives the same sites as the file; another version of it, and what a resolver
 * chooses, is read again.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "process/process.h"

static unsigned int freed;

static void other_free(void *other)
{
	assert_string_equal(other, "other");
	freed++;
}

/* The sites of one search, as text. */
struct found {
	char text[65536];
	size_t used;
};

static bool print_site(void *arg, const struct ldt_site *site)
{
	struct found *found = arg;
	size_t room = sizeof(found->text) - found->used;

	found->used += (size_t)snprintf(
		found->text + found->used, room, "%d %s %s %s %llx %llx %llx %llx %lld len %u class %u %d %d %zu %s",
		site->kind, site->module, site->function, site->name, (unsigned long long)site->file_offset,
		(unsigned long long)site->vaddr, (unsigned long long)site->addr,
		(unsigned long long)site->function_vaddr, (long long)site->offset, site->length, site->insn_class,
		site->tail, site->conditional, site->part_count, site->refused ? site->refused : "good");
	for (unsigned int i = 0; site->bytes && i < site->length && found->used < sizeof(found->text); i++)
		found->used += (size_t)snprintf(found->text + found->used, sizeof(found->text) - found->used, " %02x",
						site->bytes[i]);
	for (size_t i = 0; i < site->part_count && found->used < sizeof(found->text); i++)
		found->used += (size_t)snprintf(found->text + found->used, sizeof(found->text) - found->used,
						" %llx-%llx", (unsigned long long)site->parts[i].start,
						(unsigned long long)site->parts[i].end);
	found->used += (size_t)snprintf(found->text + found->used, 2, "\n");
	assert_true(found->used < sizeof(found->text));
	return true;
}

static const struct ldt_object *program(const struct ldt_target *target)
{
	const struct ldt_object *object;

	for (size_t i = 0; (object = ldt_target_object(target, i)) != NULL; i++) {
		if (object->is_program)
			return object;
	}
	fail_msg("no program");
	return NULL;
}

static struct ldt_target *open_self(void)
{
	const char *why = "";
	struct ldt_target *target = ldt_target_open("/proc", (uint32_t)getpid(), &why);

	assert_non_null(target);
	return target;
}

/* Return: how many sites were known; *@found: all of them. */
static size_t each(struct ldt_templates *templates, struct ldt_target *target, const struct ldt_object *object,
		   const struct ldt_description *description, struct found *found)
{
	struct ldt_site_error error;
	size_t known;

	found->used = 0;
	found->text[0] = '\0';
	assert_true(ldt_templates_each(templates, target, object, description, print_site, found, &error, &known) >= 0);
	return known;
}

static void same_sites(void **state)
{
	static const struct ldt_description descriptions[] = { { "a.out", "main", "entry" },
							       { "a.out", "main", "return" },
							       { "a.out", "each", "" },
							       { "a.out", "program", "0" } };
	struct ldt_templates *templates = ldt_templates_create(other_free);
	struct found *first = calloc(2, sizeof(*first)), *second = first + 1;

	assert_non_null(templates);
	for (size_t i = 0; i < sizeof(descriptions) / sizeof(descriptions[0]); i++) {
		struct ldt_target *target = open_self();

		assert_int_equal(each(templates, target, program(target), &descriptions[i], first), 0);
		assert_true(first->used > 0);
		ldt_target_close(target);
		target = open_self();
		assert_true(each(templates, target, program(target), &descriptions[i], second) > 0);
		assert_string_equal(first->text, second->text);
		ldt_target_close(target);
	}
	ldt_templates_destroy(templates);
	free(first);
}

static bool one_only(void *arg, const struct ldt_site *site)
{
	++*(unsigned int *)arg;
	return false;
}

/* Whoever stops has not seen all: the next one does. */
static void stops(void **state)
{
	static const struct ldt_description description = { "a.out", "main", "" };
	struct ldt_templates *templates = ldt_templates_create(other_free);
	struct found *found = calloc(1, sizeof(*found));
	struct ldt_target *target = open_self();
	struct ldt_site_error error;
	unsigned int count = 0;
	size_t known;

	assert_int_equal(
		ldt_templates_each(templates, target, program(target), &description, one_only, &count, &error, &known),
		1);
	assert_int_equal(each(templates, target, program(target), &description, found), 0);
	assert_int_equal(
		ldt_templates_each(templates, target, program(target), &description, one_only, &count, &error, &known),
		1);
	assert_true(known > 1);
	assert_int_equal(count, 2);
	ldt_target_close(target);
	ldt_templates_destroy(templates);
	free(found);
}

/* memcpy() and its like are chosen in each process. */
static void resolvers(void **state)
{
	static const struct ldt_description chosen = { "libc.so.6", "memc*", "entry" },
					    plain = { "libc.so.6", "malloc", "entry" };
	struct ldt_templates *templates = ldt_templates_create(other_free);
	struct found *found = calloc(1, sizeof(*found));
	struct ldt_target *target = open_self();
	const struct ldt_object *libc = NULL;

	for (size_t i = 0; (libc = ldt_target_object(target, i)) != NULL && strcmp(libc->name, "libc.so.6") != 0; i++)
		;
	if (libc) {
		assert_int_equal(each(templates, target, libc, &chosen, found), 0);
		assert_int_equal(each(templates, target, libc, &chosen, found), 0);
		assert_int_equal(each(templates, target, libc, &plain, found), 0);
		assert_int_equal(each(templates, target, libc, &plain, found), 1);
	}
	ldt_target_close(target);
	ldt_templates_destroy(templates);
	free(found);
}

static void copy_self(const char *path)
{
	FILE *from = fopen("/proc/self/exe", "r"), *to = fopen(path, "w");
	char bytes[4096];
	size_t got;

	assert_true(from && to);
	while ((got = fread(bytes, 1, sizeof(bytes), from)) > 0)
		assert_int_equal(fwrite(bytes, 1, got, to), got);
	fclose(from);
	fclose(to);
}

/* How many sites of main() in a file were known. */
static size_t known_in(struct ldt_templates *templates, const char *path, struct found *found)
{
	static const struct ldt_description description = { "a.out", "main", "entry" };
	const char *why = "";
	struct ldt_target *target = ldt_target_open_file(path, &why);
	size_t known;

	assert_non_null(target);
	known = each(templates, target, program(target), &description, found);
	assert_true(found->used > 0);
	ldt_target_close(target);
	return known;
}

/* The same bytes, but nobody knows that. */
static void change(const char *path)
{
	struct stat before, now;

	assert_int_equal(stat(path, &before), 0);
	do {
		assert_int_equal(utimensat(AT_FDCWD, path, NULL, 0), 0);
		assert_int_equal(stat(path, &now), 0);
	} while (now.st_ctim.tv_sec == before.st_ctim.tv_sec && now.st_ctim.tv_nsec == before.st_ctim.tv_nsec);
}

static void versions(void **state)
{
	struct ldt_templates *templates = ldt_templates_create(other_free);
	char path[] = "/tmp/template.XXXXXX", name[64];
	struct found *found = calloc(1, sizeof(*found));
	const char *why;
	struct ldt_target *target;
	void **other;
	FILE *file;

	close(mkstemp(path));
	copy_self(path);
	/* the same file by another name, which may mean another thing */
	snprintf(name, sizeof(name), "%s.other", path);
	assert_int_equal(link(path, name), 0);
	assert_int_equal(known_in(templates, path, found), 0);
	assert_int_equal(known_in(templates, path, found), 1);
	assert_int_equal(known_in(templates, name, found), 0);
	assert_int_equal(known_in(templates, name, found), 1);
	unlink(name);
	assert_int_equal(known_in(templates, path, found), 0); /* it has one name less */
	target = ldt_target_open_file(path, &why);
	other = ldt_templates_other(templates, program(target));
	assert_null(*other);
	*other = "other";
	assert_ptr_equal(ldt_templates_other(templates, program(target)), other);
	ldt_target_close(target);
	change(path);
	assert_int_equal(known_in(templates, path, found), 0);
	assert_int_equal(known_in(templates, path, found), 1);
	file = fopen(path, "a"); /* another size */
	fputc(0, file);
	fclose(file);
	assert_int_equal(known_in(templates, path, found), 0);
	target = ldt_target_open_file(path, &why);
	assert_null(*ldt_templates_other(templates, program(target)));
	ldt_target_close(target);
	/* as long as there is room nothing is forgotten */
	ldt_templates_trim(templates);
	freed = 0;
	for (unsigned int i = 0; i < LDT_TEMPLATE_FILES; i++) {
		snprintf(name, sizeof(name), "%s.%u", path, i);
		copy_self(name);
		assert_int_equal(known_in(templates, name, found), 0);
		unlink(name);
	}
	assert_int_equal(freed, 0);
	ldt_templates_trim(templates);
	assert_int_equal(freed, 1);
	assert_int_equal(known_in(templates, path, found), 0);
	unlink(path);
	ldt_templates_destroy(templates);
	free(found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_sites),
		cmocka_unit_test(stops),
		cmocka_unit_test(resolvers),
		cmocka_unit_test(versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
