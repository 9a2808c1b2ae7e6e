/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/sites.c - from a description to addresses. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <dtrace/ioctl.h>

#include "base/glob.h"
#include "elf/elf.h"
#include "isa/isa.h"
#include "process/code.h"
#include "process/map_file.h"
#include "process/target.h"
#include "words/words.h"

/* What a resolver (IFUNC) chose in this process; NULL: not known. */
struct choice {
	const struct ldt_function *resolver, *function;
};

/* One request, and where it is. */
struct search {
	struct ldt_target *target;
	const char *module, *function, *name; /* never NULL or empty */
	bool (*each)(void *arg, const struct ldt_site *site);
	void *arg;
	struct ldt_site_error *error;
	bool entry, returns, all_offsets, one_offset; /* what the name means */
	bool any_offset;                              /* ... of all offsets every one */
	uint64_t offset;                              /* ... and the one */
	bool plain_module, plain_function, any_function;
	bool stopped, failed;
	bool has_module, has_function; /* what is meant is there, whatever becomes of its sites */
	int64_t found;
	/* of the module that is being looked at */
	struct ldt_module *at;
	const struct ldt_functions *functions;
	struct ldt_elf *elf;
	struct ldt_text text;
	struct ldt_code code;
	struct ldt_nearest near;           /* to a function that no module has, or to a module that is not there */
	char meant[256];                   /* near.found */
	const struct ldt_object *stripped; /* the first one that may have the function without a name */
	struct choice *choices;            /* of its resolvers, when many functions are looked for */
	size_t choice_count;
};

DT_PRINTF(3, 4) static void fail(struct search *search, const char *tag, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(search->error->text, sizeof(search->error->text), format, list);
	va_end(list);
	search->error->tag = tag;
	search->failed = true;
}

/* @name may be another one later. */
static void offer(struct search *search, const char *name)
{
	ldt_nearest_offer(&search->near, name);
	if (search->near.found == name) {
		snprintf(search->meant, sizeof(search->meant), "%s", name);
		search->near.found = search->meant;
	}
}

/* ---- one site -------------------------------------------------------------------------------- */

/* Completes and reports a site whose address in the file is known. */
static void report(struct search *search, struct ldt_site *site)
{
	const struct ldt_module *module = search->at;

	site->object = &module->object;
	if (!site->module)
		site->module = module->object.name;
	site->addr = search->target->procfs ? site->vaddr + module->object.bias : 0;
	site->offset = (int64_t)(site->vaddr - site->function_vaddr);
	if (!ldt_module_offset(module, site->vaddr, &site->file_offset))
		site->refused = "not-text";
	else if (site->length)
		site->bytes = ldt_text_at(&search->text, site->vaddr, site->length);
	search->found++;
	search->stopped = !search->each(search->arg, site);
}

/* ---- one function ---------------------------------------------------------------------------- */

static void report_entry(struct search *search, const struct ldt_function *function, const char *shown)
{
	struct ldt_site site = { .kind = LDT_SITE_ENTRY,
				 .function = shown,
				 .name = "entry",
				 .function_vaddr = function->addr,
				 .vaddr = function->addr,
				 .refused = search->code.refused };
	struct isa_insn insn;

	if (!site.refused) {
		uint64_t skip = search->code.entry - function->addr;
		const uint8_t *bytes = ldt_text_at(&search->text, function->addr, (size_t)function->size);

		if (bytes && search->at->object.isa->insn_decode(bytes + skip, (size_t)(function->size - skip),
								 search->code.entry, &insn) == ISA_REJECT)
			site.refused = isa_user_insn_refusal(&insn, false);
		else if (!bytes)
			site.refused = "not-text";
		if (search->code.loops)
			site.refused = "loop-to-entry";
		site.vaddr = search->code.entry;
		site.length = bytes ? insn.len : 0;
		site.insn_class = bytes ? insn.class : ISA_CLASS_OTHER;
	}
	report(search, &site);
}

static void report_returns(struct search *search, const struct ldt_function *function, const char *shown)
{
	const struct ldt_code *code = &search->code;
	struct ldt_site site = {
		.kind = LDT_SITE_RETURN, .function = shown, .name = "return", .function_vaddr = function->addr
	};

	if (code->exits_refused) {
		site.vaddr = function->addr;
		site.refused = code->exits_refused;
		report(search, &site);
		return;
	}
	for (size_t i = 0; i < code->exit_count && !search->stopped; i++) {
		const struct ldt_exit *exit = &code->exits[i];

		site.vaddr = exit->addr;
		site.length = exit->length;
		site.insn_class = exit->class;
		site.tail = exit->tail;
		site.conditional = exit->conditional;
		site.parts = code->parts;
		site.part_count = code->part_count;
		site.refused = exit->refused;
		report(search, &site);
	}
}

static void report_offset(struct search *search, const struct ldt_function *function, const char *shown,
			  const struct ldt_insn *insn, const char *name)
{
	struct ldt_site site = { .kind = LDT_SITE_OFFSET,
				 .function = shown,
				 .name = name,
				 .function_vaddr = function->addr,
				 .vaddr = insn->addr,
				 .length = insn->length,
				 .insn_class = insn->class,
				 .refused = insn->refused };

	report(search, &site);
}

static void report_offsets(struct search *search, const struct ldt_function *function, const char *shown)
{
	char name[24];

	for (size_t i = 0; i < search->code.insn_count && !search->stopped; i++) {
		const struct ldt_insn *insn = &search->code.insns[i];

		snprintf(name, sizeof(name), "%" PRIx64, insn->addr - function->addr);
		if (search->any_offset || dt_glob_match(search->name, name))
			report_offset(search, function, shown, insn, name);
	}
}

/* One offset: of a glob's functions those that have it are found. */
static void report_one_offset(struct search *search, const struct ldt_function *function, const char *shown)
{
	const struct ldt_code *code = &search->code;
	struct ldt_insn none = { .addr = function->addr + search->offset, .refused = code->refused };
	const struct ldt_insn *insn = NULL;
	char name[24];

	snprintf(name, sizeof(name), "%" PRIx64, search->offset);
	if (function->size && search->offset >= function->size) {
		if (search->plain_function)
			fail(search, "D_PROC_OFF", "offset 0x%llx outside of function '%s'",
			     (unsigned long long)search->offset, shown);
		return;
	}
	if (!none.refused)
		insn = ldt_code_insn(code, none.addr);
	if (!none.refused && !insn && ldt_code_is_data(code, none.addr))
		none.refused = "data-in-text";
	if (!insn && !none.refused && code->insn_count &&
	    none.addr > code->insns[code->insn_count - 1].addr + code->insns[code->insn_count - 1].length - 1)
		none.refused = isa_reason_name(ISA_REASON_UNDECODED);
	if (insn || none.refused)
		report_offset(search, function, shown, insn ? insn : &none, name);
	else if (search->plain_function)
		fail(search, "D_PROC_ALIGN", "offset 0x%llx is not aligned on an instruction",
		     (unsigned long long)search->offset);
}

/* @shown: the name that was matched. */
static void search_function(struct search *search, const struct ldt_function *function, const char *shown)
{
	bool entry = search->entry && !function->is_part, returns = search->returns && !function->is_part;
	bool offsets = search->all_offsets || search->one_offset;

	if (!entry && !returns && !offsets)
		return;
	ldt_code_scan(&search->code, search->at->object.isa, &search->text, search->functions, function,
		      (returns ? LDT_CODE_EXITS : 0) | (offsets ? LDT_CODE_INSNS : 0));
	if (entry)
		report_entry(search, function, shown);
	if (returns && !search->stopped)
		report_returns(search, function, shown);
	if (search->all_offsets && !search->stopped)
		report_offsets(search, function, shown);
	if (search->one_offset && !search->stopped)
		report_one_offset(search, function, shown);
}

/* ---- resolvers ------------------------------------------------------------------------------- */

/* Where a function is looked for that a resolver chose. */
struct resolving {
	struct search *search;
	const struct ldt_module *module; /* whose words are looked at */
	const struct ldt_function *resolver;
	const struct ldt_function *function; /* NULL: not found yet */
};

/* Whether the loader filled a word with the address of a function of the resolver's file. */
static bool look_at_link(void *arg, const struct ldt_elf_link *link)
{
	struct resolving *resolving = arg;
	const struct search *search = resolving->search;
	const struct ldt_function *resolver = resolving->resolver, *function;
	uint64_t addr;

	if (link->name ? strcmp(link->name, resolver->name) != 0
		       : link->resolver != resolver->addr || resolving->module != search->at)
		return true;
	if (!ldt_target_word(search->target, resolving->module, link->place + resolving->module->object.bias, &addr))
		return true;
	addr -= search->at->object.bias;
	function = ldt_functions_at(search->functions, addr);
	if (function && function->addr == addr && !function->is_resolver)
		resolving->function = function;
	return !resolving->function;
}

/*
 * The function that a resolver chose in this process, by a word that the loader filled with its
 * address: in the resolver's own file, then in those that are linked with it. NULL: nobody here
 * calls it, or not yet.
 */
static const struct ldt_function *resolve(struct search *search, const struct ldt_function *resolver)
{
	struct resolving resolving = { .search = search, .module = search->at, .resolver = resolver };
	struct ldt_target *target = search->target;
	struct ldt_elf *elf;

	if (!target->procfs)
		return NULL;
	ldt_elf_links(search->elf, search->at->object.isa->elf_irelative, look_at_link, &resolving);
	for (size_t i = 0; search->plain_function && !resolving.function && i < target->count; i++) {
		resolving.module = target->modules[i];
		if (resolving.module == search->at || resolving.module->object.map != search->at->object.map ||
		    resolving.module->object.refused)
			continue;
		elf = ldt_module_open(target, resolving.module);
		if (elf)
			ldt_elf_links(elf, resolving.module->object.isa->elf_irelative, look_at_link, &resolving);
		ldt_elf_close(elf);
	}
	return resolving.function;
}

/* The choices of the module's resolvers. Return: false: out of memory. */
static bool resolve_all(struct search *search)
{
	size_t count;
	const struct ldt_function *all = ldt_functions_all(search->functions, &count);

	for (size_t i = 0; i < count; i++)
		search->choice_count += all[i].is_resolver;
	search->choices = calloc(search->choice_count + 1, sizeof(search->choices[0]));
	if (!search->choices)
		return false;
	search->choice_count = 0;
	for (size_t i = 0; i < count; i++) {
		if (all[i].is_resolver)
			search->choices[search->choice_count++] = (struct choice){ &all[i], resolve(search, &all[i]) };
	}
	return true;
}

static void forget_choices(struct search *search)
{
	free(search->choices);
	search->choices = NULL;
	search->choice_count = 0;
}

static const struct ldt_function *chosen_by(struct search *search, const struct ldt_function *resolver)
{
	for (size_t i = 0; i < search->choice_count; i++) {
		if (search->choices[i].resolver == resolver)
			return search->choices[i].function;
	}
	return resolve(search, resolver);
}

static bool is_chosen(const struct search *search, const struct ldt_function *function)
{
	for (size_t i = 0; i < search->choice_count; i++) {
		if (search->choices[i].function == function)
			return true;
	}
	return false;
}

static void search_resolver(struct search *search, const struct ldt_function *resolver)
{
	const struct ldt_function *function = chosen_by(search, resolver);
	struct ldt_site site = { .function = resolver->name,
				 .function_vaddr = resolver->addr,
				 .vaddr = resolver->addr,
				 .kind = search->entry     ? LDT_SITE_ENTRY
					 : search->returns ? LDT_SITE_RETURN
							   : LDT_SITE_OFFSET,
				 .name = search->name,
				 .refused = "not-resolved" };

	if (function && (search->plain_function || !function->name))
		search_function(search, function, resolver->name);
	else if (!function && search->plain_function)
		report(search, &site);
}

/* ---- one module ------------------------------------------------------------------------------ */

#define ADDRESS_NAME_MAX (2 + 16 + 1)

/* A function's name; that of one without a name is made in @room. NULL: it is none. */
static const char *name_of(const struct ldt_function *function, char room[ADDRESS_NAME_MAX])
{
	if (function->name || function->is_signal)
		return function->name;
	snprintf(room, ADDRESS_NAME_MAX, "%#" PRIx64, function->addr);
	return room;
}

/* By a glob. What a resolver chose goes by the resolver's name where it has none. */
static bool is_left_out(const struct search *search, const struct ldt_function *function, const char *name)
{
	return !function->is_sized || function->is_alias || strcmp(name, "_init") == 0 || strcmp(name, "_fini") == 0 ||
	       (!function->name && is_chosen(search, function));
}

/* A name that is too long for a probe's is listed without its end, and found by what is listed. */
static bool is_named(const struct search *search, const char *name)
{
	const size_t longest = DTRACE_FUNCNAMELEN - 1;

	return strcmp(name, search->function) == 0 ||
	       (strlen(search->function) == longest && strncmp(name, search->function, longest) == 0);
}

static bool is_meant(const struct search *search, const struct ldt_function *function, const char *name)
{
	if (search->plain_function)
		return is_named(search, name);
	return !is_left_out(search, function, name) && (search->any_function || dt_glob_match(search->function, name));
}

static void search_functions(struct search *search)
{
	size_t count;
	const struct ldt_function *all = ldt_functions_all(search->functions, &count);
	char room[ADDRESS_NAME_MAX];

	for (size_t i = 0; i < count && !search->stopped; i++) {
		const char *name = name_of(&all[i], room);

		if (!name || !is_meant(search, &all[i], name))
			continue;
		search->has_function = true;
		if (all[i].is_resolver)
			search_resolver(search, &all[i]);
		else
			search_function(search, &all[i], name);
	}
}

static bool has_function(const struct search *search)
{
	size_t count;
	const struct ldt_function *all = ldt_functions_all(search->functions, &count);
	char room[ADDRESS_NAME_MAX];

	for (size_t i = 0; i < count; i++) {
		const char *name = name_of(&all[i], room);

		if (name && is_named(search, name))
			return true;
	}
	return false;
}

/* The module does not have the function. */
static void miss_function(struct search *search)
{
	size_t count;
	const struct ldt_function *all = ldt_functions_all(search->functions, &count);

	for (size_t i = 0; i < count; i++) {
		if (all[i].name && !all[i].is_part)
			offer(search, all[i].name);
	}
	if (search->plain_module)
		fail(search, "D_PROC_FUNC", "failed to lookup '%s' in module '%s'", search->function, search->module);
}

static void search_module(struct search *search, struct ldt_module *module)
{
	const char *refused = module->object.refused;

	search->at = module;
	search->functions = ldt_module_functions(search->target, module);
	search->elf = search->functions ? ldt_module_open(search->target, module) : NULL;
	if (!search->elf) {
		if (search->plain_module)
			fail(search, "D_PROC_LIB", "module '%s' has no probes: %s", search->module,
			     refused ? refused : "its file cannot be read");
		return;
	}
	ldt_text_init(&search->text, search->elf);
	if (!search->plain_function && !resolve_all(search))
		fail(search, "D_PROC_LIB", "module '%s' has no probes: out of memory", module->object.name);
	else if (search->plain_function && !has_function(search))
		miss_function(search);
	else
		search_functions(search);
	if (!search->stripped && strncmp(search->function, "0x", 2) != 0 &&
	    ldt_functions_are_stripped(search->functions))
		search->stripped = &module->object;
	forget_choices(search);
	ldt_text_fini(&search->text);
	ldt_elf_close(search->elf);
}

/* ---- modules --------------------------------------------------------------------------------- */

/* The path without folders. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_short_name(const char *name, const char *is)
{
	size_t length = strcspn(is, ".");

	return is[length] && strlen(name) == length && strncmp(name, is, length) == 0;
}

/* How well a plain name fits a module: the less the better; 0: not at all. */
static unsigned int fits(const char *name, const struct ldt_module *module)
{
	const struct ldt_object *object = &module->object;
	unsigned int later = object->map ? 4 : 0; /* other link maps than the first */

	if (strcmp(name, object->name) == 0 || (object->is_program && strcmp(name, "a.out") == 0))
		return 1;
	if (strcmp(name, object->path) == 0 || strcmp(name, base_name(object->path)) == 0)
		return 1 + later;
	if (module->link_name &&
	    (strcmp(name, module->link_name) == 0 || strcmp(name, base_name(module->link_name)) == 0))
		return 2 + later;
	return is_short_name(name, base_name(object->path)) ? 3 + later : 0;
}

static bool glob_fits(const char *pattern, const struct ldt_module *module)
{
	return dt_glob_match(pattern, module->object.name) ||
	       (module->object.map && dt_glob_match(pattern, base_name(module->object.path)));
}

/* No module is meant: what may be. A name without a dot is compared with the names up to their first dot. */
static void offer_modules(struct search *search)
{
	bool is_path = *search->module == '/', is_whole = strchr(search->module, '.') != NULL;

	ldt_nearest_begin(&search->near, search->module);
	for (size_t i = 0; i < search->target->count; i++) {
		const char *path = search->target->modules[i]->object.path, *name = base_name(path);
		char first[256];

		snprintf(first, sizeof(first), "%.*s", (int)strcspn(name, "."), name);
		offer(search, is_path ? path : is_whole ? name : first);
	}
	if (is_whole)
		offer(search, "a.out");
}

/* Whether it is a name although it has characters of globs: `[vdso]`. */
static bool is_a_path(const struct ldt_target *target, const char *name)
{
	for (size_t i = 0; i < target->count; i++) {
		if (strcmp(target->modules[i]->path, name) == 0)
			return true;
	}
	return false;
}

/* The file that a path leads to in the process: /bin/sh is a file of /usr/bin, the mapping's path. */
struct named_file {
	bool is_known;
	uint64_t device, inode;
};

static struct named_file find_file(const struct ldt_target *target, const char *path)
{
	struct named_file file = { .is_known = false };
	struct stat status;
	char *whole;

	if (*path != '/' || !target->procfs ||
	    asprintf(&whole, "%s/%" PRIu32 "/root%s", target->procfs, target->pid, path) < 0)
		return file;
	if (stat(whole, &status) == 0)
		file = (struct named_file){
			.is_known = true,
			.device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev),
			.inode = status.st_ino,
		};
	free(whole);
	return file;
}

static bool is_file(const struct named_file *file, const struct ldt_object *object)
{
	return file->is_known && file->inode == object->inode && file->device == object->device;
}

/* With several that fit equally well, all of them. */
void ldt_target_meant(const struct ldt_target *target, const char *module,
		      bool (*each)(void *arg, const struct ldt_object *object), void *arg)
{
	const char *name = module && *module ? module : "*";
	bool plain = !dt_glob_special(name) || is_a_path(target, name);
	struct named_file file = { .is_known = false };
	unsigned int best = 0, fit;

	for (size_t i = 0; plain && i < target->count; i++) {
		fit = fits(name, target->modules[i]);
		best = fit && (!best || fit < best) ? fit : best;
	}
	if (plain && !best)
		file = find_file(target, name);
	for (size_t i = 0; i < target->count; i++) {
		const struct ldt_module *at = target->modules[i];
		bool is_meant = !plain ? glob_fits(name, at)
				: best ? fits(name, at) == best
				       : is_file(&file, &at->object);

		if (is_meant && !each(arg, &at->object))
			return;
	}
}

static bool search_object(void *arg, const struct ldt_object *object)
{
	struct search *search = arg;

	search->has_module = true;
	search_module(search, (struct ldt_module *)object); /* it is the module's first member */
	return !search->stopped;
}

/* ---- absolute addresses ---------------------------------------------------------------------- */

static struct ldt_module *program_of(const struct ldt_target *target)
{
	for (size_t i = 0; i < target->count; i++) {
		if (target->modules[i]->object.is_program)
			return target->modules[i];
	}
	return NULL;
}

/* An instruction in memory of no file: as it is now, breaks included. */
static void report_memory(struct search *search, uint64_t addr, struct ldt_site *site)
{
	const struct ldt_mapping *mapping = ldt_maps_find(&search->target->maps, addr);
	uint8_t bytes[ISA_INSN_MAX];
	struct isa_insn insn;
	size_t got;

	if (!mapping || !mapping->executable) {
		fail(search, "D_PROC_CREATEFAIL", "failed to create probe at '-+0x%llx': no code is there",
		     (unsigned long long)addr);
		return;
	}
	got = ldt_memory_read(search->target->memory, addr, bytes,
			      mapping->end - addr < sizeof(bytes) ? (size_t)(mapping->end - addr) : sizeof(bytes));
	site->refused = "not-text";
	if (got > 0) {
		search->at->object.isa->insn_decode(bytes, got, addr, &insn);
		site->refused = mapping->is_shared ? "shared-text" : isa_user_insn_refusal(&insn, false);
		site->length = insn.len;
		site->insn_class = insn.class;
		site->bytes = bytes;
	}
	search->found++;
	search->each(search->arg, site);
}

/* An instruction of an object: one that its function has, where a function is known. */
static void report_address(struct search *search, struct ldt_module *module, uint64_t addr, struct ldt_site *site)
{
	const struct ldt_function *function;
	const struct ldt_insn *insn = NULL;
	uint64_t vaddr = addr - module->object.bias;

	search->at = module;
	search->functions = ldt_module_functions(search->target, module);
	search->elf = search->functions ? ldt_module_open(search->target, module) : NULL;
	if (!search->elf) {
		fail(search, "D_PROC_CREATEFAIL", "failed to create probe at '-+0x%llx': the file cannot be read",
		     (unsigned long long)addr);
		return;
	}
	ldt_text_init(&search->text, search->elf);
	site->vaddr = vaddr;
	function = ldt_functions_at(search->functions, vaddr);
	if (function) {
		ldt_code_scan(&search->code, module->object.isa, &search->text, search->functions, function,
			      LDT_CODE_INSNS);
		insn = ldt_code_insn(&search->code, vaddr);
		site->refused = insn ? insn->refused : search->code.refused;
		if (!insn && !site->refused && ldt_code_is_data(&search->code, vaddr))
			site->refused = "data-in-text";
		site->length = insn ? insn->length : 0;
		site->insn_class = insn ? insn->class : ISA_CLASS_OTHER;
	} else {
		site->refused = "no-function";
	}
	if (insn || site->refused) {
		site->function_vaddr = 0 - module->object.bias; /* offsets are addresses */
		report(search, site);
	} else {
		fail(search, "D_PROC_ALIGN", "offset 0x%llx is not aligned on an instruction",
		     (unsigned long long)addr);
	}
	ldt_text_fini(&search->text);
	ldt_elf_close(search->elf);
}

/* `-`: the name is an address of the process. */
static void search_address(struct search *search)
{
	struct ldt_module *program = program_of(search->target);
	struct ldt_site site = { .kind = LDT_SITE_OFFSET, .function = "-", .name = search->name };
	const struct ldt_object *object;

	if (!dt_glob_all(search->module) && (!program || !fits(search->module, program))) {
		fail(search, "D_PROC_LIB", "only the a.out module is valid with the '-' function");
		return;
	}
	if (!search->one_offset && !dt_glob_special(search->name)) {
		fail(search, "D_PROC_NAME", "'%s' is an invalid probe name", search->name);
		return;
	}
	if (!search->one_offset) {
		fail(search, "D_PROC_NAME", "only individual addresses may be specified with the '-' function");
		return;
	}
	if (!search->target->procfs || !program || !program->object.isa) {
		fail(search, "D_PROC_LIB", "addresses are those of a process");
		return;
	}
	site.module = program->object.name;
	site.addr = search->offset;
	site.offset = (int64_t)search->offset;
	object = ldt_target_find(search->target, search->offset);
	search->at = program;
	for (size_t i = 0; object && i < search->target->count; i++) {
		if (&search->target->modules[i]->object == object) {
			report_address(search, search->target->modules[i], search->offset, &site);
			return;
		}
	}
	report_memory(search, search->offset, &site);
}

/* ---- the request ----------------------------------------------------------------------------- */

static bool read_hex(const char *text, uint64_t *ret)
{
	char *end;

	if (!isxdigit((unsigned char)*text))
		return false;
	errno = 0;
	*ret = strtoull(text, &end, 16);
	return errno == 0 && *end == '\0';
}

/* What the name means; false: nothing, and the error is set. */
static bool read_name(struct search *search)
{
	bool glob = dt_glob_special(search->name);

	search->entry = dt_glob_match(search->name, "entry");
	search->returns = dt_glob_match(search->name, "return");
	search->all_offsets = glob;
	search->any_offset = dt_glob_all(search->name);
	if (glob || search->entry || search->returns)
		return true;
	search->one_offset = read_hex(search->name, &search->offset);
	if (!search->one_offset)
		fail(search, "D_PROC_NAME", "'%s' is an invalid probe name", search->name);
	return search->one_offset;
}

static const char *field(const char *text)
{
	return text && *text ? text : "*";
}

int64_t ldt_sites_each(struct ldt_target *target, const struct ldt_description *description,
		       bool (*each)(void *arg, const struct ldt_site *site), void *arg, struct ldt_site_error *error)
{
	struct search search = { .target = target,
				 .module = field(description->module),
				 .function = field(description->function),
				 .name = field(description->name),
				 .each = each,
				 .arg = arg,
				 .error = error };

	search.plain_module = !dt_glob_special(search.module) || is_a_path(target, search.module);
	search.plain_function = !dt_glob_special(search.function);
	search.any_function = dt_glob_all(search.function);
	ldt_nearest_begin(&search.near, search.function);
	if (read_name(&search)) {
		if (strcmp(search.function, "-") == 0)
			search_address(&search);
		else
			ldt_target_meant(target, search.module, search_object, &search);
		if (search.plain_module && !search.has_module && !search.failed && strcmp(search.function, "-") != 0)
			offer_modules(&search);
	}
	snprintf(error->meant, sizeof(error->meant), "%s",
		 search.near.found && !search.has_function ? search.near.found : "");
	snprintf(error->stripped, sizeof(error->stripped), "%s",
		 search.stripped && !search.has_function && !*error->meant ? search.stripped->name : "");
	ldt_code_fini(&search.code);
	return search.failed && search.found == 0 ? -1 : search.found;
}

/* ---- calls ----------------------------------------------------------------------------------- */

#define TAILS_MAX 16    /* functions that one ends in */
#define TAIL_SIZE 16384 /* bytes, of one without a name */

/* The functions that a call may return from. */
struct tails {
	struct ldt_function all[TAILS_MAX];
	size_t count;
};

/*
 * What a jump leads to where there is neither a symbol nor a frame (musl has none of its inner functions): up to the
 * next function that is known. Functions in between that are not meant have returns, too, which do no harm.
 */
static bool nameless_at(const struct search *search, uint64_t addr, struct ldt_function *ret)
{
	size_t count;
	const struct ldt_function *all = ldt_functions_all(search->functions, &count);
	const struct ldt_function *next = all;

	while (next < all + count && next->addr <= addr)
		next++;
	if (next == all + count || next->addr - addr > TAIL_SIZE)
		return false;
	*ret = (struct ldt_function){ .addr = addr, .size = next->addr - addr };
	return true;
}

/* Return: false: there are too many. */
static bool tails_add(struct tails *tails, const struct ldt_function *function)
{
	for (size_t i = 0; i < tails->count; i++) {
		if (function->addr >= tails->all[i].addr && function->addr - tails->all[i].addr < tails->all[i].size)
			return true;
	}
	if (tails->count == TAILS_MAX)
		return false;
	tails->all[tails->count++] = *function;
	return true;
}

/* Where a jump that leaves a function leads to. Return: why that is not known, NULL: @tails has it. */
static const char *follow_tail(struct search *search, const struct ldt_exit *exit, struct tails *tails)
{
	const uint8_t *bytes = ldt_text_at(&search->text, exit->addr, exit->length);
	const struct ldt_function *to;
	struct ldt_function nameless;
	struct isa_insn insn = { .target = 0 };

	if (bytes)
		search->at->object.isa->insn_decode(bytes, exit->length, exit->addr, &insn);
	if (!insn.target)
		return bytes ? NULL : "not-text";
	to = ldt_functions_at(search->functions, insn.target);
	if (!to && nameless_at(search, insn.target, &nameless))
		to = &nameless;
	return to && tails_add(tails, to) ? NULL : "tail-jump";
}

/* The returns of the function that was scanned. */
static void report_call_returns(struct search *search, const struct ldt_function *function, const char *shown,
				struct tails *tails)
{
	const struct ldt_code *code = &search->code;
	struct ldt_site site = {
		.kind = LDT_SITE_RETURN, .function = shown, .name = "return", .function_vaddr = function->addr
	};

	site.refused = code->exits_refused;
	site.vaddr = function->addr;
	if (site.refused)
		report(search, &site);
	for (size_t i = 0; i < code->exit_count && !site.refused && !search->stopped; i++) {
		const struct ldt_exit *exit = &code->exits[i];

		site.refused = exit->tail ? follow_tail(search, exit, tails) : exit->refused;
		if (exit->tail && !site.refused)
			continue;
		site.vaddr = exit->addr;
		site.length = exit->length;
		site.insn_class = exit->class;
		report(search, &site);
	}
}

static void report_call(struct search *search, const struct ldt_function *function)
{
	struct tails tails = { .count = 0 };

	tails_add(&tails, function);
	for (size_t i = 0; i < tails.count && !search->stopped; i++) {
		ldt_code_scan(&search->code, search->at->object.isa, &search->text, search->functions, &tails.all[i],
			      LDT_CODE_EXITS);
		if (i == 0)
			report_entry(search, function, search->function);
		if (!search->stopped)
			report_call_returns(search, function, search->function, &tails);
	}
}

int64_t ldt_calls_each(struct ldt_target *target, const struct ldt_object *object, const char *function,
		       bool (*each)(void *arg, const struct ldt_site *site), void *arg)
{
	struct search search = { .target = target, .function = function, .each = each, .arg = arg };
	const struct ldt_function *all;
	size_t count;

	search.at = (struct ldt_module *)object; /* it is the module's first member */
	search.functions = ldt_module_functions(target, search.at);
	search.elf = search.functions ? ldt_module_open(target, search.at) : NULL;
	if (!search.elf)
		return -1;
	ldt_text_init(&search.text, search.elf);
	all = ldt_functions_all(search.functions, &count);
	for (size_t i = 0; i < count && !search.stopped; i++) {
		if (all[i].name && !all[i].is_part && strcmp(all[i].name, function) == 0)
			report_call(&search, &all[i]);
	}
	ldt_text_fini(&search.text);
	ldt_elf_close(search.elf);
	ldt_code_fini(&search.code);
	return search.found ? search.found : -1;
}

bool ldt_pid_provider(const char *provider, uint32_t *pid)
{
	size_t length = strlen(provider), digits = length;
	unsigned long long value;

	if (length > 1 && provider[length - 1] == '*' && !dt_glob_special(provider + length) &&
	    strcspn(provider, "*?[\\") == length - 1) {
		*pid = 0;
		return true;
	}
	while (digits > 0 && isdigit((unsigned char)provider[digits - 1]))
		digits--;
	if (digits == 0 || digits == length || dt_glob_special(provider))
		return false;
	errno = 0;
	value = strtoull(provider + digits, NULL, 10);
	if (errno != 0 || value == 0 || value > INT32_MAX)
		return false;
	*pid = (uint32_t)value;
	return true;
}
