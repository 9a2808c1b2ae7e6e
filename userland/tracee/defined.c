/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracee/defined.c - probes that programs define: which a description means in a process, by the notes of
 * the files that it has mapped, and by what it has registered at run time (the core knows that).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/glob.h"
#include "elf/elf.h"
#include "engine/engine.h"
#include "isa/isa.h"
#include "tracee/request.h"
#include "tracee/room.h"
#include "usdt/usdt.h"

/* One lookup. */
struct lookup {
	struct ldt_request request;
	struct ldt_tracee *tracee;
	struct ldt_described *described;
	char provider[DTRACE_PROVNAMELEN]; /* the pattern, without the number */
	const struct ldt_object *object;   /* that is looked at */
	struct ldt_elf *elf;               /* ... its file */
	const struct ldt_usdt_file *file;  /* ... and what it defines */
	size_t found;
	struct ldt_maps maps; /* of a process that is held; else empty */
};

/* ---- what a probe is declared as ------------------------------------------------------------- */

static const struct ldt_usdt_provider *find_provider(const struct ldt_usdt_provider *provider, const char *name)
{
	while (provider && strcmp(provider->name, name) != 0)
		provider = provider->next;
	return provider;
}

/* By the file; where that says nothing, by the D library or the program that is compiled. */
static const struct ldt_usdt_provider *declared_provider(const struct lookup *lookup, const char *name)
{
	const struct ldt_usdt_provider *own = find_provider(lookup->file->declared, name);

	return own ? own : find_provider(lookup->request.dtp->definitions, name);
}

/* Whether gc__start is gc-start. */
static bool is_spelt(const char *declared, const char *name)
{
	for (; *name; name++, declared++) {
		if (*name == '-' && declared[0] == '_' && declared[1] == '_')
			declared++;
		else if (*declared != *name)
			return false;
	}
	return *declared == '\0';
}

static const struct ldt_usdt_probe *declared_probe(const struct ldt_usdt_provider *provider, const char *name)
{
	const struct ldt_usdt_probe *probe = provider ? provider->probes : NULL;

	while (probe && !is_spelt(probe->name, name))
		probe = probe->next;
	return probe;
}

/* By its place alone. */
static const char *plain_type(const struct dtrace_usdt_arg *arg)
{
	bool is_signed = (arg->flags & DTRACE_USDT_SIGNED) != 0;

	switch (arg->size) {
	case 1:
		return is_signed ? "int8_t" : "uint8_t";
	case 2:
		return is_signed ? "int16_t" : "uint16_t";
	case 4:
		return is_signed ? "int32_t" : "uint32_t";
	default:
		return is_signed ? "int64_t" : "uint64_t";
	}
}

static const char *fitting(const char *type, const char *otherwise)
{
	return strlen(type) < DTRACE_ARGTYPELEN ? type : otherwise;
}

/*
 * Whether the site can be what the definition says, which may be about another version of the program: a pointer has
 * @word bytes, an integer at most those of its type. If not, all arguments are plain integers.
 */
static bool is_so(const struct ldt_usdt_probe *probe, const struct ldt_defined_site *site, unsigned int word)
{
	for (unsigned int i = 0; i < probe->native_count && i < site->arg_count; i++) {
		unsigned int size = probe->native[i].size, has = site->args[i].size;

		if (size == LDT_USDT_WORD ? has != word : size && has > size)
			return false;
	}
	return true;
}

/* @types has room for those of all. */
static void set_types(struct ldt_defined_site *to, const struct ldt_usdt_probe *probe, unsigned int word,
		      const char **types)
{
	unsigned int i;

	if (probe && !is_so(probe, to, word))
		probe = NULL;

	for (i = 0; i < to->arg_count; i++) {
		types[i] = plain_type(&to->args[i]);
		if (probe && i < probe->native_count)
			types[i] = fitting(probe->native[i].plain, types[i]);
	}
	to->types = types;
	to->is_mapped = probe && probe->is_translated;
	for (i = 0; to->is_mapped && i < probe->seen_count && i < DTRACE_USDT_ARGS_MAX; i++) {
		unsigned int from = probe->seen[i].from;

		if (from >= to->arg_count)
			break; /* the site has fewer arguments than the definition */
		to->from[i] = (uint8_t)from;
		types[to->arg_count + i] = fitting(probe->seen[i].plain, types[from]);
		to->seen_count = i + 1;
	}
}

/* ---- one site -------------------------------------------------------------------------------- */

/*
 * A loader maps a file part by part, and has mapped the others' places with the first one, perhaps with the bytes
 * that will be there: what is written there now would be lost. A part of its own may have been made read-only since.
 * return:  whether the byte at an address of the file is in its own place now, as far as that can be said.
 */
static bool is_in_place(const struct lookup *lookup, uint64_t addr)
{
	const struct ldt_mapping *mapping = ldt_maps_find(&lookup->maps, addr + lookup->object->bias);
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	const struct ldt_elf_segment *segments;
	size_t count;

	if (lookup->maps.count == 0 || (mapping && (mapping->writable || !mapping->inode)))
		return true;
	segments = mapping ? ldt_elf_segments(lookup->elf, &count) : NULL;
	for (size_t i = 0; segments && i < count; i++) {
		if (addr >= segments[i].addr && addr - segments[i].addr < segments[i].file_size)
			return mapping->offset >= segments[i].offset - segments[i].offset % page &&
			       addr + lookup->object->bias - mapping->start + mapping->offset ==
				       addr - segments[i].addr + segments[i].offset;
	}
	return false;
}

static bool tell(struct lookup *lookup, const struct ldt_usdt_site *site)
{
	const struct ldt_usdt_provider *declared = declared_provider(lookup, site->provider);
	const struct ldt_object *object = lookup->object;
	struct dtrace_pattr attr = declared ? declared->attr : ldt_provider_unknown();
	const char *types[2 * DTRACE_USDT_ARGS_MAX];
	uint8_t bytes[ISA_INSN_MAX];
	struct isa_insn insn;
	struct ldt_defined_site to = {
		.module = object->name,
		.function = site->function,
		.name = site->name,
		.addr = site->addr + object->bias,
		.offset = *site->function ? (int64_t)site->into : -1,
		.bytes = bytes,
		.moved = object->bias,
		.semaphore = site->has_semaphore ? site->semaphore + object->bias : 0,
		.args = site->args,
		.arg_count = site->arg_count,
	};
	size_t got = ldt_elf_read(lookup->elf, site->offset, bytes, sizeof(bytes));

	object->isa->insn_decode(bytes, got, to.addr, &insn);
	to.length = insn.len;
	if (site->why || got == 0 || insn.len == 0) {
		ldt_debug(lookup->request.dtp, "%s: %s:%s: %s", object->path, site->provider, site->name,
			  site->why ? site->why : "no instruction is there");
		ldt_request_refuse(&lookup->request, "bad-note", 1);
		return true;
	}
	if (site->has_semaphore && !is_in_place(lookup, site->semaphore)) {
		lookup->tracee->is_unfinished = true;
		return true;
	}
	set_types(&to, declared_probe(declared, site->name), lookup->file->bits / 8, types);
	return ldt_request_defined(&lookup->request, site->provider, &attr, &to);
}

static bool is_meant(const struct lookup *lookup, const struct ldt_usdt_site *site)
{
	const struct dtrace_probedesc *desc = &lookup->described->as_written;

	return dt_glob_match(lookup->provider, site->provider) &&
	       (!*desc->function || dt_glob_match(desc->function, site->function)) &&
	       (!*desc->name || dt_glob_match(desc->name, site->name));
}

/* ---- one object ------------------------------------------------------------------------------ */

void ldt_tracee_defined_free(void *other)
{
	ldt_usdt_destroy(other);
}

/*
 * What the open file defines. Of processes to come it is remembered, in *@keep.
 * return:  NULL: *@why says why nothing is known.
 */
static struct ldt_usdt_file *read_defined(const struct lookup *lookup, const struct ldt_object *object, void ***keep,
					  const char **why)
{
	struct dtrace_hdl *dtp = lookup->request.dtp;
	struct ldt_templates *templates = lookup->request.means ? dtp->tracees->templates : NULL;
	struct ldt_usdt_file *file;

	*keep = templates ? ldt_templates_other(templates, object) : NULL;
	if (*keep && **keep)
		return **keep;
	file = ldt_usdt_read_elf(lookup->elf, dtp->conf.isa, why);
	ldt_debug(dtp, "%s: read what it defines", object->path);
	if (*keep)
		**keep = file;
	return file;
}

static bool look_at(void *arg, const struct ldt_object *object)
{
	struct lookup *lookup = arg;
	struct ldt_usdt_file *file;
	const char *why = "";
	void **keep = NULL;
	bool go_on = true;

	lookup->elf = object->refused ? NULL : ldt_target_file(lookup->tracee->target, object);
	file = lookup->elf ? read_defined(lookup, object, &keep, &why) : NULL;
	if (!file)
		ldt_debug(lookup->request.dtp, "%s: no probes of its own: %s", object->path,
			  object->refused ? object->refused : why);
	lookup->object = object;
	lookup->file = file;
	for (size_t i = 0; file && go_on && i < file->site_count; i++) {
		if (!is_meant(lookup, &file->sites[i]))
			continue;
		if (lookup->found++ == 0)
			ldt_tracee_take_module(lookup->described, object);
		go_on = tell(lookup, &file->sites[i]);
	}
	if (!keep)
		ldt_usdt_destroy(file);
	ldt_elf_close(lookup->elf);
	return go_on;
}

/* ---- what the process registers --------------------------------------------------------------- */

/*
 * Its probes are made, now and as they come. Where programs cannot register anything, or the process cannot be
 * traced, it has nothing of the kind: the number may be no process's (nfsv3).
 */
static void ask_registered(struct lookup *lookup)
{
	struct dtrace_helpers command = { .pid = lookup->tracee->pid,
					  .limit = lookup->request.dtp->copts.process_sites };
	struct dtrace_probematch match = { .pattern = lookup->described->as_written };
	int error = ldt_ioctl(lookup->request.dtp, DTRACEIOC_HELPERS, &command);

	ldt_debug(lookup->request.dtp, "process %u: %u objects registered, %u probes made, %u refused, error %d",
		  (unsigned int)command.pid, command.objects, command.made, command.refused, error);
	if (error == ENOMEM)
		lookup->request.error = error;
	if (error)
		return;
	for (uint32_t i = 0; i < command.reasons && i < DTRACE_REASON_MAX; i++) {
		command.reason[i].name[DTRACE_REASONLEN - 1] = '\0';
		ldt_request_refuse(&lookup->request, command.reason[i].name, command.reason[i].count);
	}
	if (command.objects > 0 && ldt_ioctl(lookup->request.dtp, DTRACEIOC_PROBEMATCH, &match) == 0)
		lookup->found = DT_MAX(lookup->found, (size_t)match.matched);
}

bool ldt_tracee_defined(struct dtrace_hdl *dtp, struct ldt_tracee *tracee, struct ldt_described *described,
			const char *module, ldt_tracee_refused_f *refused, void *arg, size_t *found,
			struct ldt_tracee_error *error)
{
	struct lookup *lookup = calloc(1, sizeof(*lookup));
	bool done;

	*found = 0;
	if (!lookup || !ldt_request_begin(&lookup->request, dtp, tracee->pid, refused, arg)) {
		free(lookup);
		return ldt_tracee_no_memory(tracee->pid, error);
	}
	lookup->tracee = tracee;
	lookup->described = described;
	memcpy(lookup->provider, described->as_written.provider, described->own);
	lookup->request.means = described->is_coming ? &described->as_written : NULL;
	if (tracee->is_held && !ldt_maps_read(ldt_procfs(dtp), tracee->pid, &lookup->maps))
		lookup->maps.count = 0;
	ldt_target_meant(tracee->target, module ? module : described->as_written.module, look_at, lookup);
	ldt_request_end(&lookup->request);
	ldt_maps_free(&lookup->maps);
	if (!lookup->request.error && !described->is_coming)
		ask_registered(lookup);
	*found = lookup->found;
	done = !lookup->request.error || ldt_tracee_failed(&lookup->request, error);
	free(lookup);
	return done;
}

/* ---- what there is instead ------------------------------------------------------------------- */

/* Names of providers, each once. */
struct names {
	const struct ldt_target *target;
	char text[512];
};

static bool has_name(const char *list, const char *name)
{
	size_t length = strlen(name);
	const char *at = list;

	while ((at = strstr(at, name)) != NULL) {
		if ((at == list || at[-1] == ' ') && (at[length] == '\0' || at[length] == ','))
			return true;
		at += length;
	}
	return false;
}

static bool add_names(void *arg, const struct ldt_object *object)
{
	struct names *names = arg;
	struct ldt_elf *elf = object->refused ? NULL : ldt_target_file(names->target, object);
	const char *why;
	struct ldt_usdt_file *file = elf ? ldt_usdt_read_elf(elf, NULL, &why) : NULL;

	for (size_t i = 0; file && i < file->site_count; i++) {
		const char *name = file->sites[i].provider;
		size_t used = strlen(names->text);

		if (!has_name(names->text, name) && used + strlen(name) + 3 < sizeof(names->text))
			snprintf(names->text + used, sizeof(names->text) - used, "%s%s", used ? ", " : "", name);
	}
	ldt_usdt_destroy(file);
	ldt_elf_close(elf);
	return true;
}

bool ldt_tracee_hint(struct dtrace_hdl *dtp, const char *provider, char *text, size_t size)
{
	struct names names = { .text = "" };
	struct ldt_tracee_error error;
	struct ldt_tracee *tracee;
	uint32_t pid;

	if (!ldt_pid_provider(provider, &pid) || pid == 0)
		return false;
	tracee = ldt_tracee_get(dtp, pid);
	if (!tracee)
		return false;
	if (!ldt_tracee_open(dtp, tracee, &error)) {
		snprintf(text, size, "%s", error.text);
		return true;
	}
	names.target = tracee->target;
	ldt_target_meant(tracee->target, "*", add_names, &names);
	snprintf(text, size, "process %u defines %s%s", (unsigned int)pid,
		 *names.text ? "probes of these providers only: " : "no probes", names.text);
	return true;
}
