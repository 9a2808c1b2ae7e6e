/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/kernel_types.c - types of the kernel: a loader of types (types/type.h) over the BTF that
 * the kernel offers, or, where it offers none, that this tracer's module was built with
 * (/proc/dtrace/types), or over the file that the user names (-x ctfpath). Files are opened when a
 * name is asked for that the program does not define itself: the kernel's first, those of its
 * modules when that has not got it.
 */
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compilation.h"
#include "compiler/kernel_types.h"
#include "compiler/session.h"
#include "types/types.h"

#define BTF_FOLDER "/sys/kernel/btf"
#define KERNEL     "vmlinux"
#define MODULE_BTF "/proc/dtrace/types"

struct module {
	char *name;
	struct ldt_btf *btf; /* NULL: not opened, or cannot be */
	bool opened;
};

struct ldt_ktypes {
	struct ldt_compiler *cc;
	struct ldt_type_loader loader;
	struct ldt_btf *kernel;
	bool opened;
	const char *why; /* there are none */
	struct module *module;
	size_t module_count;
	bool listed;
};

/* The kernel's types; NULL: there are none. A file that the user names must be good. */
static struct ldt_btf *kernel_types(struct ldt_ktypes *ktypes)
{
	const char *file = ktypes->cc->dtp->copts.type_file, *why;

	if (ktypes->opened)
		return ktypes->kernel;
	ktypes->opened = true;
	ktypes->kernel = ldt_btf_open(file ? file : BTF_FOLDER "/" KERNEL, NULL, &ktypes->why);
	if (!file && !ktypes->kernel)
		ktypes->kernel = ldt_btf_open(MODULE_BTF, NULL, &why);
	if (file && !ktypes->kernel) {
		ktypes->opened = false;
		ldt_error(ktypes->cc->running, D_TYPE_ERR, NULL, "cannot take types from %s: %s", file, ktypes->why);
	}
	return ktypes->kernel;
}

static bool add_module(struct ldt_ktypes *ktypes, const char *name)
{
	struct module *more = realloc(ktypes->module, (ktypes->module_count + 1) * sizeof(*more));

	if (!more)
		return false;
	ktypes->module = more;
	memset(&more[ktypes->module_count], 0, sizeof(*more));
	more[ktypes->module_count].name = strdup(name);
	if (!more[ktypes->module_count].name)
		return false;
	ktypes->module_count++;
	return true;
}

/* Which modules have types; none beside a file that the user names. */
static void list_modules(struct ldt_ktypes *ktypes)
{
	DIR *folder = ktypes->cc->dtp->copts.type_file || ktypes->listed ? NULL : opendir(BTF_FOLDER);
	const struct dirent *entry;
	bool good = true;

	ktypes->listed = true;
	while (folder && good && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, KERNEL) != 0)
			good = add_module(ktypes, entry->d_name);
	if (folder)
		closedir(folder);
}

static struct ldt_btf *module_types(struct ldt_ktypes *ktypes, struct module *module)
{
	char path[sizeof(BTF_FOLDER) + NAME_MAX + 2];
	const char *why;

	if (!module->opened && kernel_types(ktypes)) {
		module->opened = true;
		snprintf(path, sizeof(path), "%s/%s", BTF_FOLDER, module->name);
		module->btf = ldt_btf_open(path, ktypes->kernel, &why);
	}
	return module->btf;
}

/*
 * The @n'th file that may know a name: of @module, or, when that is NULL, of all: the kernel's,
 * then each module's.
 */
static bool next_file(struct ldt_ktypes *ktypes, const char *module, size_t *n, struct ldt_btf **ret)
{
	const struct ldt_comp *running = ktypes->cc->running;
	bool kernel =
		!module || !*module || !strcmp(module, KERNEL) || !strcmp(module, "kernel") || !strcmp(module, "C");

	*ret = NULL;
	if (running && running->flags & DTRACE_C_USDT && !running->dtp->copts.type_file)
		return false; /* what is made of the program must not depend on this machine's kernel */
	if ((*n)++ == 0) {
		if (kernel)
			*ret = kernel_types(ktypes);
		return true;
	}
	if (module && *module && kernel)
		return false;
	list_modules(ktypes);
	if (*n - 2 >= ktypes->module_count)
		return false;
	if (!module || !*module || !strcmp(ktypes->module[*n - 2].name, module))
		*ret = module_types(ktypes, &ktypes->module[*n - 2]);
	return true;
}

static struct ldt_type *loaded_find(struct ldt_ktypes *ktypes, struct ldt_types *types, const char *module,
				    enum ldt_btf_kind kind, const char *name)
{
	struct ldt_btf *btf;
	size_t n = 0;
	uint32_t id;

	while (next_file(ktypes, module, &n, &btf)) {
		id = btf ? ldt_btf_find(btf, kind, name) : 0;
		if (id)
			return ldt_btf_type(btf, types, id);
	}
	return NULL;
}

/* ---- the loader ------------------------------------------------------------------------------ */

static const enum ldt_btf_kind kinds[] = { [LDT_NS_TYPEDEF] = LDT_BTF_TYPEDEF,
					   [LDT_NS_STRUCT] = LDT_BTF_STRUCT,
					   [LDT_NS_UNION] = LDT_BTF_UNION,
					   [LDT_NS_ENUM] = LDT_BTF_ENUM };

static struct ldt_type *lookup(void *arg, struct ldt_types *types, const char *module, enum ldt_namespace ns,
			       const char *name)
{
	return loaded_find(arg, types, module, kinds[ns], name);
}

/* Of the kernel and of the modules that were opened: they were when nobody knew the name that was asked for. */
static void names(void *arg, enum ldt_namespace ns, void (*fn)(void *fn_arg, const char *name), void *fn_arg)
{
	const struct ldt_ktypes *ktypes = arg;
	size_t i;

	if (ktypes->kernel)
		ldt_btf_names(ktypes->kernel, kinds[ns], fn, fn_arg);
	for (i = 0; i < ktypes->module_count; i++)
		if (ktypes->module[i].btf)
			ldt_btf_names(ktypes->module[i].btf, kinds[ns], fn, fn_arg);
}

/* In the module's types a function is a variable that points to it (os/linux/types_source.c). */
static struct ldt_type *declared_function(void *arg, struct ldt_types *types, const char *name)
{
	struct ldt_type *pointer =
		loaded_find(arg, types, KERNEL, LDT_BTF_VAR, ldt_arena_printf(&types->arena, "dt_function_%s", name));

	return pointer && pointer->kind == LDT_KIND_POINTER ? pointer->target : NULL;
}

static struct ldt_type *symbol(void *arg, struct ldt_types *types, const char *module, const char *name)
{
	struct ldt_type *type = loaded_find(arg, types, module, LDT_BTF_FUNC, name);

	if (!type)
		type = loaded_find(arg, types, module, LDT_BTF_VAR, name);
	return type ? type : declared_function(arg, types, name);
}

static struct ldt_type *constant(void *arg, struct ldt_types *types, const char *name, int64_t *value_ret)
{
	struct ldt_btf *btf = kernel_types(arg);
	uint32_t id = btf ? ldt_btf_enumerator(btf, name, value_ret) : 0;

	return id ? ldt_btf_type(btf, types, id) : NULL;
}

static bool complete(void *arg, struct ldt_types *types, struct ldt_type *type)
{
	struct ldt_btf *btf;
	size_t n = 0;

	if (type->origin)
		return ldt_btf_complete(types, type);
	while (type->name && next_file(arg, NULL, &n, &btf))
		if (btf && ldt_btf_define(btf, types, type))
			return true;
	return false;
}

static void nothing(void *arg)
{
}

bool ldt_ktypes_create(struct ldt_compiler *cc)
{
	struct ldt_ktypes *ktypes = calloc(1, sizeof(*ktypes));

	if (!ktypes)
		return false;
	ktypes->cc = cc;
	ktypes->loader = (struct ldt_type_loader){ .lookup = lookup,
						   .symbol = symbol,
						   .constant = constant,
						   .complete = complete,
						   .names = names,
						   .destroy = nothing,
						   .arg = ktypes };
	cc->ktypes = ktypes;
	ldt_types_add_loader(cc->types, &ktypes->loader);
	return true;
}

void ldt_ktypes_destroy(struct ldt_ktypes *ktypes)
{
	size_t i;

	if (!ktypes)
		return;
	for (i = 0; i < ktypes->module_count; i++) {
		ldt_btf_close(ktypes->module[i].btf);
		free(ktypes->module[i].name);
	}
	free(ktypes->module);
	ldt_btf_close(ktypes->kernel);
	free(ktypes);
}

const char *ldt_ktypes_why(const struct ldt_comp *c)
{
	const struct ldt_ktypes *ktypes = c->cc->ktypes;

	if (!ktypes->opened || ktypes->kernel)
		return "";
	return ldt_arena_printf(c->arena,
				": the kernel offers no types (%s/%s: %s), nor does this tracer's module (%s)",
				BTF_FOLDER, KERNEL, ktypes->why, MODULE_BTF);
}
