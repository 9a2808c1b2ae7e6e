/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * process/template.c - what is known of files, for processes that map the same ones.
 *
 * Theory. Where a function is in a file, and what its instructions are, is the same in each process that has mapped
 * the file: only the bias differs. So the second process of a file need not be read and decoded again:
 *
 *      first process    ldt_sites_each() --> the caller, and a copy of each site --> template
 *      next process     template --> sites with that process's addresses ----------> the caller
 *
 * A file is the same as long as its device, inode, size, time of change and path are. Not remembered: memory without a
 * file; sites of a description that a resolver (IFUNC) may be meant by, for it chooses in each process; more than
 * LDT_TEMPLATE_SITES sites of one description. The functions of such a file are remembered nevertheless.
 */
#include "process/process.h"

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "isa/isa.h"
#include "process/target.h"

/* One site, without what is the object's. */
struct known_site {
	struct ldt_site site; /* its texts and parts are our own, its bytes are here */
	uint8_t bytes[ISA_INSN_MAX];
};

/* What a description means in a file. */
struct known {
	struct known *next;
	char *function, *name; /* of the description */
	struct known_site *sites;
	size_t count, room;
};

struct known_file {
	struct known_file *next;
	uint64_t device, inode, size, changed;
	char *path;
	struct ldt_functions *functions; /* NULL: they were not needed yet */
	struct known *known;
	void *other;
};

struct ldt_templates {
	struct known_file *files;
	size_t count;
	void (*other_free)(void *other);
};

/* ---- memory ---------------------------------------------------------------------------------- */

static void known_free(struct known *known)
{
	if (!known)
		return;
	for (size_t i = 0; i < known->count; i++) {
		free((char *)known->sites[i].site.function);
		free((char *)known->sites[i].site.name);
		free((struct ldt_extent *)known->sites[i].site.parts);
	}
	free(known->sites);
	free(known->function);
	free(known->name);
	free(known);
}

static void file_free(const struct ldt_templates *templates, struct known_file *file)
{
	struct known *known;

	while ((known = file->known) != NULL) {
		file->known = known->next;
		known_free(known);
	}
	if (file->other)
		templates->other_free(file->other);
	ldt_functions_free(file->functions);
	free(file->path);
	free(file);
}

static void forget_all(struct ldt_templates *templates)
{
	struct known_file *file;

	while ((file = templates->files) != NULL) {
		templates->files = file->next;
		file_free(templates, file);
	}
	templates->count = 0;
}

struct ldt_templates *ldt_templates_create(void (*other_free)(void *other))
{
	struct ldt_templates *templates = calloc(1, sizeof(*templates));

	if (templates)
		templates->other_free = other_free;
	return templates;
}

void ldt_templates_destroy(struct ldt_templates *templates)
{
	if (!templates)
		return;
	forget_all(templates);
	free(templates);
}

void ldt_templates_trim(struct ldt_templates *templates)
{
	if (templates->count > LDT_TEMPLATE_FILES)
		forget_all(templates);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The object's file; made if it is not there. NULL: it cannot be remembered, or there is no memory. */
static struct known_file *file_of(struct ldt_templates *templates, const struct ldt_object *object)
{
	struct known_file *file;

	if (!object->changed)
		return NULL;
	for (file = templates->files; file; file = file->next) {
		if (file->inode == object->inode && file->device == object->device && file->size == object->size &&
		    file->changed == object->changed && strcmp(file->path, object->path) == 0)
			return file;
	}
	file = calloc(1, sizeof(*file));
	if (file)
		file->path = strdup(object->path);
	if (!file || !file->path) {
		free(file);
		return NULL;
	}
	file->device = object->device;
	file->inode = object->inode;
	file->size = object->size;
	file->changed = object->changed;
	file->next = templates->files;
	templates->files = file;
	templates->count++;
	return file;
}

void **ldt_templates_other(struct ldt_templates *templates, const struct ldt_object *object)
{
	struct known_file *file = file_of(templates, object);

	return file ? &file->other : NULL;
}

/* The module has the file's functions from now on, and the file has those that the module has read. */
static void share_functions(struct known_file *file, struct ldt_module *module)
{
	if (!module->functions_read && file->functions) {
		module->functions = file->functions;
		module->functions_read = module->functions_shared = true;
	} else if (module->functions && !module->functions_shared && !file->functions) {
		file->functions = module->functions;
		module->functions_shared = true;
	}
}

void ldt_templates_functions(struct ldt_templates *templates, struct ldt_target *target,
			     const struct ldt_object *object)
{
	struct ldt_module *module = (struct ldt_module *)object; /* it is the module's first member */
	struct known_file *file = file_of(templates, object);

	if (!file)
		return;
	share_functions(file, module);
	ldt_module_functions(target, module);
	share_functions(file, module);
}

/* Whether a description may mean what a resolver chooses. */
static bool has_resolver(const struct known_file *file, const char *function)
{
	size_t count = 0;
	const struct ldt_function *all = file->functions ? ldt_functions_all(file->functions, &count) : NULL;

	for (size_t i = 0; i < count; i++) {
		if (all[i].is_resolver && (!all[i].name || !*function || dt_glob_match(function, all[i].name)))
			return true;
	}
	return false;
}

/* ---- one description ------------------------------------------------------------------------- */

static const char *text(const char *field)
{
	return field ? field : "";
}

static struct known *find(const struct known_file *file, const struct ldt_description *description)
{
	struct known *known = file->known;

	while (known && (strcmp(known->function, text(description->function)) != 0 ||
			 strcmp(known->name, text(description->name)) != 0))
		known = known->next;
	return known;
}

static struct known *known_create(const struct ldt_description *description)
{
	struct known *known = calloc(1, sizeof(*known));

	if (!known)
		return NULL;
	known->function = strdup(text(description->function));
	known->name = strdup(text(description->name));
	if (known->function && known->name)
		return known;
	known_free(known);
	return NULL;
}

/* While the sites of a description are found. */
struct recording {
	const struct ldt_object *object;
	struct known *known; /* NULL: they are not remembered after all */
	bool (*each)(void *arg, const struct ldt_site *site);
	void *arg;
};

static bool room_for_one(struct known *known)
{
	size_t room = known->room ? known->room * 2 : 16;
	struct known_site *more;

	if (known->count < known->room)
		return true;
	more = known->count < LDT_TEMPLATE_SITES ? realloc(known->sites, room * sizeof(*more)) : NULL;
	if (!more)
		return false;
	known->sites = more;
	known->room = room;
	return true;
}

/* Return: false: it cannot be. */
static bool remember(struct known *known, const struct ldt_site *site)
{
	size_t parts = site->part_count * sizeof(site->parts[0]);
	struct known_site *to;
	struct ldt_extent *copy;

	if (site->length > sizeof(to->bytes) || !room_for_one(known))
		return false;
	to = &known->sites[known->count++];
	to->site = *site;
	to->site.function = strdup(site->function);
	to->site.name = strdup(site->name);
	to->site.parts = copy = parts ? malloc(parts) : NULL;
	if (site->bytes)
		memcpy(to->bytes, site->bytes, site->length);
	if (copy)
		memcpy(copy, site->parts, parts);
	return to->site.function && to->site.name && (copy || !parts);
}

static bool record(void *arg, const struct ldt_site *site)
{
	struct recording *recording = arg;
	bool go_on;

	if (recording->known && (site->object != recording->object || !remember(recording->known, site))) {
		known_free(recording->known);
		recording->known = NULL;
	}
	go_on = recording->each(recording->arg, site);
	if (!go_on) {
		known_free(recording->known);
		recording->known = NULL;
	}
	return go_on;
}

static int64_t replay(const struct known *known, const struct ldt_target *target, const struct ldt_object *object,
		      bool (*each)(void *arg, const struct ldt_site *site), void *arg)
{
	struct ldt_site site;
	bool go_on = true;
	size_t i;

	for (i = 0; i < known->count && go_on; i++) {
		site = known->sites[i].site;
		site.object = object;
		site.module = object->name;
		site.addr = target->procfs ? site.vaddr + object->bias : 0;
		site.bytes = site.bytes ? known->sites[i].bytes : NULL;
		go_on = each(arg, &site);
	}
	return (int64_t)i;
}

/* Whether nothing but the file says what the description means there. */
static bool is_of_file(const struct known_file *file, const struct ldt_description *description)
{
	return file->functions && strcmp(text(description->function), "-") != 0 &&
	       !has_resolver(file, text(description->function));
}

int64_t ldt_templates_each(struct ldt_templates *templates, struct ldt_target *target, const struct ldt_object *object,
			   const struct ldt_description *description,
			   bool (*each)(void *arg, const struct ldt_site *site), void *arg,
			   struct ldt_site_error *error, size_t *known)
{
	struct recording recording = { .object = object, .each = each, .arg = arg };
	struct ldt_module *module = (struct ldt_module *)object; /* it is the module's first member */
	struct known_file *file = file_of(templates, object);
	struct known *before = file ? find(file, description) : NULL;
	int64_t found;

	*known = before ? before->count : 0;
	if (before)
		return replay(before, target, object, each, arg);
	if (file) {
		share_functions(file, module);
		recording.known = known_create(description);
	}
	found = ldt_sites_each(target, description, record, &recording, error);
	if (file)
		share_functions(file, module);
	if (recording.known && found >= 0 && is_of_file(file, description)) {
		recording.known->next = file->known;
		file->known = recording.known;
	} else {
		known_free(recording.known);
	}
	return found;
}
