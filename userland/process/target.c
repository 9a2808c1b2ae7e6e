/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/target.c - the objects of a process, by what it has mapped and may execute. */
#include "process/target.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "elf/elf.h"
#include "isa/isa.h"
#include "process/map_file.h"

/* ---- one module ------------------------------------------------------------------------------ */

static const struct isa *isa_of(struct ldt_elf *elf)
{
	struct ldt_elf_identity file = ldt_elf_identity(elf);

	return isa_of_machine(file.machine, file.bits / 8);
}

static void module_free(struct ldt_module *module)
{
	if (!module)
		return;
	if (!module->functions_shared)
		ldt_functions_free(module->functions);
	free(module->path);
	free(module->name);
	free(module->link_name);
	free(module->build_id);
	free(module->text);
	free(module->text_offset);
	free(module);
}

/* The last part of a path; the kernel's object has no path. */
static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strcmp(path, "[vdso]") == 0 ? "vdso" : slash ? slash + 1 : path;
}

static bool read_text(struct ldt_module *module, const struct ldt_elf *elf)
{
	size_t count;
	const struct ldt_elf_segment *segments = ldt_elf_segments(elf, &count);

	module->text = calloc(count + 1, sizeof(module->text[0]));
	module->text_offset = calloc(count + 1, sizeof(module->text_offset[0]));
	if (!module->text || !module->text_offset)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!segments[i].executable || segments[i].file_size > UINT64_MAX - segments[i].addr)
			continue;
		module->text[module->text_count] =
			(struct ldt_extent){ segments[i].addr, segments[i].addr + segments[i].file_size };
		module->text_offset[module->text_count++] = segments[i].offset;
	}
	return true;
}

/* The version of a file: whoever writes to it changes that. */
static void read_version(struct ldt_object *object, const struct ldt_elf *elf)
{
	struct stat status;

	if (ldt_elf_fd(elf) == -1 || fstat(ldt_elf_fd(elf), &status) != 0)
		return;
	object->size = (uint64_t)status.st_size;
	object->changed = (uint64_t)status.st_ctim.tv_sec * 1000000000u + (uint64_t)status.st_ctim.tv_nsec;
}

/* Copies what the file says; false: out of memory. */
static bool read_file(struct ldt_module *module, struct ldt_elf *elf)
{
	size_t size;
	const uint8_t *id = ldt_elf_build_id(elf, &size);
	bool relocated;

	read_version(&module->object, elf);
	if (id) {
		module->build_id = malloc(size);
		if (!module->build_id)
			return false;
		memcpy(module->build_id, id, size);
		module->object.build_id = module->build_id;
		module->object.build_id_size = size;
	}
	ldt_elf_dynamic(elf, &module->dynamic, &module->dynamic_size, &relocated);
	module->has_loader = ldt_elf_has_loader(elf);
	module->object.isa = isa_of(elf);
	if (!module->object.isa)
		module->object.refused = "unknown-cpu";
	else if (relocated)
		module->object.refused = "text-relocations";
	return read_text(module, elf);
}

/* A module without what its file says. */
static struct ldt_module *module_create(const char *path)
{
	struct ldt_module *module = calloc(1, sizeof(*module));

	if (!module)
		return NULL;
	module->path = strdup(path);
	module->name = strdup(last_part(path));
	if (!module->path || !module->name) {
		module_free(module);
		return NULL;
	}
	module->object.path = module->path;
	module->object.name = module->name;
	return module;
}

static bool add_module(struct ldt_target *target, struct ldt_module *module)
{
	if (target->count == target->room) {
		size_t room = target->room ? target->room * 2 : 16;
		struct ldt_module **more = realloc(target->modules, room * sizeof(*more));

		if (!more)
			return false;
		target->modules = more;
		target->room = room;
	}
	target->modules[target->count++] = module;
	return true;
}

bool ldt_module_offset(const struct ldt_module *module, uint64_t vaddr, uint64_t *ret)
{
	for (size_t i = 0; i < module->text_count; i++) {
		if (vaddr >= module->text[i].start && vaddr < module->text[i].end) {
			*ret = vaddr - module->text[i].start + module->text_offset[i];
			return true;
		}
	}
	return false;
}

/* ---- from mappings to modules ---------------------------------------------------------------- */

/*
 * Where the file is, by one of its executable mappings: the address in the process less that in the
 * file. A page of the file may hold the end of one segment and the beginning of the next.
 */
static bool find_bias(const struct ldt_module *module, const struct ldt_mapping *mapping, uint64_t *ret)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	for (size_t i = 0; i < module->text_count; i++) {
		uint64_t offset = module->text_offset[i], size = module->text[i].end - module->text[i].start;

		if (mapping->offset >= offset - offset % page && mapping->offset < offset + size) {
			*ret = mapping->start - mapping->offset + (offset - module->text[i].start);
			return true;
		}
	}
	return false;
}

/* Whether the mapping is of a known module; *@same: another one with the same file, or NULL. */
static bool is_known(const struct ldt_target *target, const struct ldt_mapping *mapping, const struct ldt_module **same)
{
	uint64_t bias;

	*same = NULL;
	for (size_t i = 0; i < target->count; i++) {
		const struct ldt_module *module = target->modules[i];

		if (!ldt_mapping_same_file(module->mapping, mapping))
			continue;
		if (module->object.refused || !find_bias(module, mapping, &bias) || bias == module->object.bias)
			return true;
		*same = module;
	}
	return false;
}

static void fill_from_mapping(struct ldt_module *module, const struct ldt_mapping *mapping)
{
	module->mapping = mapping;
	module->object.device = mapping->device;
	module->object.inode = mapping->inode;
	module->object.is_deleted = mapping->is_deleted;
}

static bool is_program(const struct ldt_target *target, const struct ldt_elf *elf)
{
	struct stat program, file;
	char *path;
	bool same;

	if (asprintf(&path, "%s/%u/exe", target->procfs, target->pid) < 0)
		return false;
	same = stat(path, &program) == 0 && ldt_elf_fd(elf) != -1 && fstat(ldt_elf_fd(elf), &file) == 0 &&
	       program.st_dev == file.st_dev && program.st_ino == file.st_ino;
	free(path);
	return same;
}

/* Adds the module of an executable mapping, if it is one; false: out of memory. */
static bool take_mapping(struct ldt_target *target, const struct ldt_mapping *mapping)
{
	const struct ldt_module *same;
	struct ldt_module *module;
	struct ldt_elf *elf;
	const char *why;
	bool good = true;

	if (!mapping->executable || mapping->is_shared || is_known(target, mapping, &same))
		return true;
	elf = ldt_map_file_open(target->procfs, target->pid, target->memory, &target->maps, mapping, &why);
	if (!elf && !why)
		return true;
	module = module_create(mapping->path);
	if (module) {
		fill_from_mapping(module, mapping);
		if (!elf)
			module->object.refused = why;
		else
			good = read_file(module, elf);
		module->object.is_program = elf && !same && is_program(target, elf);
	}
	ldt_elf_close(elf);
	if (module && good && !module->object.refused && !find_bias(module, mapping, &module->object.bias)) {
		module_free(module); /* it executes what is no text of the file: no object of ours */
		return true;
	}
	if (module && good && add_module(target, module))
		return true;
	module_free(module);
	return false;
}

/* ---- targets --------------------------------------------------------------------------------- */

static struct ldt_target *target_create(const char **why)
{
	struct ldt_target *target = calloc(1, sizeof(*target));

	if (target)
		target->memory = -1;
	else
		*why = "out of memory";
	return target;
}

/* Why the mappings of a process cannot be read. */
static const char *why_unreadable(const char *procfs, uint32_t pid)
{
	char path[PATH_MAX], program[1];

	snprintf(path, sizeof(path), "%s/%" PRIu32 "/exe", procfs, pid);
	if (readlink(path, program, sizeof(program)) == -1 && errno == ENOENT) {
		*strrchr(path, '/') = '\0';
		return access(path, F_OK) == 0
			       ? "it has no program: a thread of the kernel, or a process that has ended"
			       : "no such process";
	}
	return "it may not be looked at";
}

struct ldt_target *ldt_target_open(const char *procfs, uint32_t pid, const char **why)
{
	struct ldt_target *target = target_create(why);
	bool good = true;

	if (!target)
		return NULL;
	target->pid = pid;
	target->procfs = strdup(procfs);
	*why = "out of memory";
	if (!target->procfs)
		good = false;
	if (good && !ldt_maps_read(procfs, pid, &target->maps)) {
		*why = why_unreadable(procfs, pid);
		good = false;
	}
	if (good)
		target->memory = ldt_memory_open(procfs, pid);
	for (size_t i = 0; good && i < target->maps.count; i++)
		good = take_mapping(target, &target->maps.all[i]);
	if (good) {
		ldt_link_maps_read(target);
		return target;
	}
	ldt_target_close(target);
	return NULL;
}

struct ldt_target *ldt_target_open_file(const char *path, const char **why)
{
	struct ldt_elf *elf = ldt_elf_open(path, why);
	struct ldt_target *target = elf ? target_create(why) : NULL;
	struct ldt_module *module = target ? module_create(path) : NULL;
	struct stat status;

	if (!elf && !*why)
		*why = "it is no ELF file";
	if (module && read_file(module, elf) && add_module(target, module)) {
		module->object.is_program = true;
		if (fstat(ldt_elf_fd(elf), &status) == 0) {
			module->object.device = (uint64_t)major(status.st_dev) << 32 | minor(status.st_dev);
			module->object.inode = status.st_ino;
		}
		ldt_elf_close(elf);
		return target;
	}
	if (target)
		*why = "out of memory";
	module_free(module);
	ldt_target_close(target);
	ldt_elf_close(elf);
	return NULL;
}

void ldt_target_close(struct ldt_target *target)
{
	if (!target)
		return;
	for (size_t i = 0; i < target->count; i++)
		module_free(target->modules[i]);
	free(target->modules);
	ldt_maps_free(&target->maps);
	if (target->memory != -1)
		close(target->memory);
	free(target->procfs);
	free(target);
}

/* ---- questions ------------------------------------------------------------------------------- */

const struct ldt_object *ldt_target_object(const struct ldt_target *target, size_t index)
{
	return index < target->count ? &target->modules[index]->object : NULL;
}

const struct ldt_object *ldt_target_find(const struct ldt_target *target, uint64_t addr)
{
	const struct ldt_mapping *mapping = ldt_maps_find(&target->maps, addr);
	uint64_t offset;

	for (size_t i = 0; mapping && mapping->executable && i < target->count; i++) {
		const struct ldt_module *module = target->modules[i];

		if (ldt_mapping_same_file(module->mapping, mapping) && !module->object.refused &&
		    ldt_module_offset(module, addr - module->object.bias, &offset) &&
		    offset == addr - mapping->start + mapping->offset)
			return &module->object;
	}
	return NULL;
}

struct ldt_elf *ldt_module_open(const struct ldt_target *target, const struct ldt_module *module)
{
	const char *why;

	if (!target->procfs)
		return ldt_elf_open(module->path, &why);
	return ldt_map_file_open(target->procfs, target->pid, target->memory, &target->maps, module->mapping, &why);
}

struct ldt_elf *ldt_target_file(const struct ldt_target *target, const struct ldt_object *object)
{
	return ldt_module_open(target, (const struct ldt_module *)object);
}

/* The functions of an open file that a process has mapped. */
static struct ldt_functions *read_functions(const char *procfs, uint32_t pid, const char *path, struct ldt_elf *elf)
{
	struct ldt_functions *functions;
	char *root = NULL;

	if (procfs && asprintf(&root, "%s/%u/root", procfs, pid) < 0)
		return NULL;
	functions = ldt_functions_read(elf, root ? root : "", path);
	free(root);
	return functions;
}

const struct ldt_functions *ldt_module_functions(struct ldt_target *target, struct ldt_module *module)
{
	struct ldt_elf *elf;

	if (module->functions_read || module->object.refused)
		return module->functions;
	module->functions_read = true;
	elf = ldt_module_open(target, module);
	if (elf)
		module->functions = read_functions(target->procfs, target->pid, module->path, elf);
	ldt_elf_close(elf);
	return module->functions;
}

const struct ldt_functions *ldt_target_functions(struct ldt_target *target, const struct ldt_object *object)
{
	for (size_t i = 0; i < target->count; i++) {
		if (&target->modules[i]->object == object)
			return ldt_module_functions(target, target->modules[i]);
	}
	return NULL;
}

struct ldt_functions *ldt_functions_of_mapping(const char *procfs, uint32_t pid, const struct ldt_maps *maps,
					       const struct ldt_mapping *mapping)
{
	struct ldt_functions *functions = NULL;
	const char *why;
	struct ldt_elf *elf = ldt_mapping_open(procfs, pid, maps, mapping, &why);

	if (elf)
		functions = read_functions(procfs, pid, mapping->path, elf);
	ldt_elf_close(elf);
	return functions;
}

bool ldt_target_word(const struct ldt_target *target, const struct ldt_module *module, uint64_t addr, uint64_t *ret)
{
	uint64_t value = 0; /* little-endian, as this machine */
	size_t size = module->object.isa ? module->object.isa->word_size : 0;

	if (size == 0 || ldt_memory_read(target->memory, addr, &value, size) != size)
		return false;
	*ret = value;
	return true;
}
