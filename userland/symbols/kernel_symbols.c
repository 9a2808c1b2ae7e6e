/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * symbols/kernel_symbols.c - symbols of the kernel, from /proc/kallsyms and /proc/modules.
 *
 *      text        the file as it was read, names NUL-terminated in place
 *      symbols[]   sorted by address, best name first among equal ones: lookup by address is a binary search
 *      names[]     open-addressing hash of indexes into symbols[], made when somebody asks by name
 *      gone        a table of modules that have gone since, for records that were made before
 *
 * Read when first asked: a consumer that prints no address opens nothing. Read again when modules have come or gone,
 * which the core counts. An unprivileged reader sees zeros for all addresses: that is remembered as the reason why
 * there are no symbols.
 */
#include <dirent.h>
#include <fcntl.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "symbols/symbols.h"

#define KERNEL_NAME "vmlinux"

struct symbol {
	uint64_t addr;
	const char *name;
	uint32_t module; /* index in modules[]; 0 is the kernel itself */
	uint32_t rank;   /* lower is the better name for the address */
};

struct module {
	const char *name;
	uint64_t start, end; /* its text, at the most; 0, 0: not known */
	uint64_t last_end;   /* of its last symbol; UINT64_MAX: not known; 0: not asked yet */
};

struct ldt_ksyms {
	char *text, *module_text;
	struct symbol *symbols;
	size_t count;
	struct module *modules;
	size_t module_count;
	uint32_t *names;
	size_t name_mask;
	const char *why;
	uint32_t changes;       /* of modules, as the core has counted them, before the files were read */
	bool is_old;            /* modules have come or gone since: the next who asks reads again */
	struct ldt_ksyms *gone; /* NULL: none; its text is that of the names, and it has none of its own */
};

/* The whole of a file of /proc as one NUL-terminated text; NULL when it cannot be read. */
static char *read_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t used = 0, room = 1 << 20;
	char *text = fd == -1 ? NULL : malloc(room);

	while (text) {
		ssize_t got = read(fd, text + used, room - used - 1);

		if (got <= 0)
			break;
		used += (size_t)got;
		if (room - used < 65536) {
			char *more = realloc(text, room *= 2);

			if (!more) {
				free(text);
				text = NULL;
				break;
			}
			text = more;
		}
	}
	if (text)
		text[used] = '\0';
	if (fd != -1)
		close(fd);
	return text;
}

static int module_add(struct ldt_ksyms *ksyms, const char *name, uint64_t start, uint64_t end)
{
	struct module *more = realloc(ksyms->modules, (ksyms->module_count + 1) * sizeof(*more));

	if (!more)
		return -1;
	ksyms->modules = more;
	more[ksyms->module_count] = (struct module){ .name = name, .start = start, .end = end };
	return (int)ksyms->module_count++;
}

/* /proc/modules: name size references dependencies state address. */
static void read_modules(struct ldt_ksyms *ksyms)
{
	char *line = ksyms->module_text, *next;

	for (; line && *line; line = next) {
		uint64_t size = 0, start = 0;
		char *space = strchr(line, ' '), *address;

		next = strchr(line, '\n');
		next = next ? (*next = '\0', next + 1) : line + strlen(line);
		if (!space || space > next)
			continue;
		*space = '\0';
		size = strtoull(space + 1, NULL, 10);
		address = strstr(space + 1, " 0x");
		if (address)
			start = strtoull(address + 1, NULL, 16);
		if (module_add(ksyms, line, start, start ? start + size : 0) < 0)
			return;
	}
}

static uint32_t module_find(struct ldt_ksyms *ksyms, const char *name)
{
	static const char kernel[] = KERNEL_NAME;
	int added;

	if (strcmp(name, kernel) == 0)
		return 0;
	for (size_t i = ksyms->module_count; i-- > 1;) {
		if (strcmp(ksyms->modules[i].name, name) == 0)
			return (uint32_t)i;
	}
	added = module_add(ksyms, name, 0, 0);
	return added < 0 ? 0 : (uint32_t)added;
}

/*
 * How good a name is for its address: code before data, global before local, few underscores in front, none the
 * compiler made.
 */
static uint32_t rank_name(char type, const char *name)
{
	uint32_t rank = 0;

	if (!strchr("tTwW", type))
		rank += 1000;
	if (strchr(name, '.') || strncmp(name, "__pfx_", 6) == 0 || strncmp(name, "__cfi_", 6) == 0)
		rank += 500;
	if (type >= 'a' && type <= 'z')
		rank += 100;
	return rank + (uint32_t)strspn(name, "_");
}

/* The assembler's own: a module of riscv64 has a label at nearly every instruction. */
static bool is_label(const char *name)
{
	return name[0] == '$' || strncmp(name, ".L", 2) == 0 || strncmp(name, "L0\001", 3) == 0;
}

/* One line: address type name [module]. */
static void read_symbol(struct ldt_ksyms *ksyms, char *line, const char **last_module, uint32_t *last_index)
{
	struct symbol *symbol = &ksyms->symbols[ksyms->count];
	char *end, *name, *module;
	char type;

	symbol->addr = strtoull(line, &end, 16);
	if (symbol->addr == 0 || end[0] != ' ' || !end[1] || end[2] != ' ')
		return;
	type = end[1];
	if (type == 'a' || type == 'A')
		return;
	name = end + 3;
	if (is_label(name))
		return;
	module = strchr(name, '\t');
	symbol->module = 0;
	if (module && module[1] == '[') {
		*module = '\0';
		module += 2;
		module[strcspn(module, "]")] = '\0';
		if (!*last_module || strcmp(*last_module, module) != 0) {
			*last_index = module_find(ksyms, module);
			*last_module = module;
		}
		symbol->module = *last_index;
	}
	symbol->name = name;
	symbol->rank = rank_name(type, name);
	ksyms->count++;
}

static int compare_symbols(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void read_symbols(struct ldt_ksyms *ksyms)
{
	const char *last_module = NULL;
	uint32_t last_index = 0;
	char *line = ksyms->text, *next;
	size_t lines = 0;

	for (const char *p = line; (p = strchr(p, '\n')); p++)
		lines++;
	ksyms->symbols = calloc(lines + 1, sizeof(ksyms->symbols[0]));
	if (!ksyms->symbols) {
		ksyms->why = "out of memory for the kernel's symbols";
		return;
	}
	for (; *line; line = next) {
		next = strchr(line, '\n');
		if (!next)
			break;
		*next++ = '\0';
		read_symbol(ksyms, line, &last_module, &last_index);
	}
	if (ksyms->count == 0)
		ksyms->why = "the kernel hides the addresses in /proc/kallsyms (as root: sysctl kernel.kptr_restrict=1 "
			     "or 0)";
	qsort(ksyms->symbols, ksyms->count, sizeof(ksyms->symbols[0]), compare_symbols);
}

static const struct symbol *symbol_at(const struct ldt_ksyms *ksyms, uint64_t addr)
{
	size_t low = 0, high = ksyms->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ksyms->symbols[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	for (low--; low > 0 && ksyms->symbols[low - 1].addr == ksyms->symbols[low].addr;)
		low--;
	return &ksyms->symbols[low];
}

/*
 * The size in /proc/modules is that of all of a module's memory, of which text, data and constants are in places of their
 * own (struct module_memory, since Linux 6.4), and text of several modules may be side by side. So a module ends at the
 * latest where another one begins, and before the first symbol of another one.
 */
static void module_cut(struct ldt_ksyms *ksyms, uint32_t index)
{
	struct module *module = &ksyms->modules[index];
	const struct symbol *symbol = symbol_at(ksyms, module->start), *end = ksyms->symbols + ksyms->count;

	for (size_t i = 1; i < ksyms->module_count; i++) {
		if (ksyms->modules[i].start > module->start && ksyms->modules[i].start < module->end)
			module->end = ksyms->modules[i].start;
	}
	for (symbol = symbol ? symbol : ksyms->symbols; symbol < end && symbol->addr < module->end; symbol++) {
		if (symbol->module != index && symbol->addr > module->start)
			module->end = symbol->addr;
	}
}

static const struct symbol *find_name(struct ldt_ksyms *ksyms, const char *module, const char *name);

/*
 * The kernel's own range, from its boundary symbols. There is no _end where the names of functions only are kept:
 * then it ends with its functions, of which those that it starts with are the last.
 */
static void kernel_range(struct ldt_ksyms *ksyms)
{
	const struct symbol *start = find_name(ksyms, NULL, "_stext"), *end = find_name(ksyms, NULL, "_end");
	const struct symbol *text = find_name(ksyms, NULL, "_etext"), *init = find_name(ksyms, NULL, "_einittext");

	if (!end)
		end = init && (!text || init->addr > text->addr) ? init : text;
	if (start && end) {
		ksyms->modules[0].start = start->addr;
		ksyms->modules[0].end = end->addr;
	}
}

/* A table without symbols; NULL: no memory. */
static struct ldt_ksyms *ksyms_create(void)
{
	struct ldt_ksyms *ksyms = calloc(1, sizeof(*ksyms));

	if (ksyms && module_add(ksyms, KERNEL_NAME, 0, 0) < 0) {
		free(ksyms);
		ksyms = NULL;
	}
	return ksyms;
}

static struct ldt_ksyms *ksyms_read(struct dtrace_hdl *dtp)
{
	struct ldt_ksyms *ksyms = ksyms_create();

	if (!ksyms)
		return NULL;
	if (ldt_ioctl(dtp, DTRACEIOC_MODULES, &ksyms->changes) != 0)
		ksyms->changes = 0; /* no device: nobody traces */
	ksyms->module_text = read_file("/proc/modules");
	read_modules(ksyms);
	ksyms->text = read_file("/proc/kallsyms");
	if (ksyms->text)
		read_symbols(ksyms);
	else
		ksyms->why = "/proc/kallsyms cannot be read";
	for (uint32_t i = 1; i < ksyms->module_count; i++)
		module_cut(ksyms, i);
	return ksyms;
}

/* ---- modules that have gone ------------------------------------------------------------------- */

static bool overlaps(const struct module *one, const struct module *other)
{
	return one->start < other->end && other->start < one->end;
}

/* Whether @module was there @before, and @gone, which has gone since, was at another place. */
static bool was_beside(const struct ldt_ksyms *before, const struct module *module, const struct module *gone)
{
	for (size_t i = 1; i < before->module_count; i++) {
		if (before->modules[i].start == module->start && strcmp(before->modules[i].name, module->name) == 0)
			return !overlaps(&before->modules[i], gone);
	}
	return false;
}

/* Whether @now has nothing where @module was. */
static bool is_vacant(const struct ldt_ksyms *now, const struct ldt_ksyms *before, const struct module *module)
{
	const struct symbol *last;

	for (size_t i = 1; i < now->module_count; i++) {
		if (overlaps(&now->modules[i], module) && !was_beside(before, &now->modules[i], module))
			return false;
	}
	last = symbol_at(now, module->end - 1);
	return !last || last->addr < module->start;
}

/* Modules of @now whose size reaches over the place of one that has gone end where that one began. */
static void cut_before(struct ldt_ksyms *now, const struct module *gone)
{
	for (size_t i = 1; i < now->module_count; i++) {
		if (overlaps(&now->modules[i], gone))
			now->modules[i].end = gone->start;
	}
}

static bool is_within(const struct module *module, uint64_t addr)
{
	return addr >= module->start && addr < module->end;
}

/*
 * Adds to @gone what @from has of modules that are not there @now; the names are still @from's, which is @before or what
 * had gone then. False: no memory.
 */
static bool gone_add(struct ldt_ksyms *gone, struct ldt_ksyms *now, const struct ldt_ksyms *before,
		     const struct ldt_ksyms *from)
{
	for (size_t i = 1; from && i < from->module_count; i++) {
		const struct module *module = &from->modules[i];
		int index;

		if (!module->end || !is_vacant(now, before, module))
			continue;
		cut_before(now, module);
		index = module_add(gone, module->name, module->start, module->end);
		if (index < 0)
			return false;
		for (size_t k = 0; k < from->count; k++) {
			const struct symbol *symbol = &from->symbols[k];

			if (symbol->module != i || !is_within(module, symbol->addr))
				continue;
			gone->symbols[gone->count] = *symbol;
			gone->symbols[gone->count++].module = (uint32_t)index;
		}
	}
	return true;
}

static const char *name_take(char **text, const char *name)
{
	size_t size = strlen(name) + 1;
	char *own = memcpy(*text, name, size);

	*text += size;
	return own;
}

/* Its names become its own. False: no memory. */
static bool gone_take_names(struct ldt_ksyms *gone)
{
	size_t bytes = 0;
	char *text;

	for (size_t i = 1; i < gone->module_count; i++)
		bytes += strlen(gone->modules[i].name) + 1;
	for (size_t i = 0; i < gone->count; i++)
		bytes += strlen(gone->symbols[i].name) + 1;
	gone->text = text = malloc(bytes + 1);
	if (!text)
		return false;
	for (size_t i = 1; i < gone->module_count; i++)
		gone->modules[i].name = name_take(&text, gone->modules[i].name);
	for (size_t i = 0; i < gone->count; i++)
		gone->symbols[i].name = name_take(&text, gone->symbols[i].name);
	return true;
}

static bool gone_fill(struct ldt_ksyms *gone, struct ldt_ksyms *now, const struct ldt_ksyms *before)
{
	struct symbol *fitting;

	gone->symbols = calloc(before->count + (before->gone ? before->gone->count : 0) + 1, sizeof(*gone->symbols));
	if (!gone->symbols || !gone_add(gone, now, before, before) || !gone_add(gone, now, before, before->gone))
		return false;
	fitting = realloc(gone->symbols, (gone->count + 1) * sizeof(*fitting));
	if (fitting)
		gone->symbols = fitting;
	qsort(gone->symbols, gone->count, sizeof(*gone->symbols), compare_symbols);
	return gone_take_names(gone);
}

/* Of what @before knows, itself or of modules that had gone then, that which @now does not; NULL: nothing. */
static struct ldt_ksyms *gone_create(struct ldt_ksyms *now, const struct ldt_ksyms *before)
{
	struct ldt_ksyms *gone = ksyms_create();

	if (gone && gone_fill(gone, now, before) && gone->module_count > 1)
		return gone;
	ldt_ksyms_destroy(gone);
	return NULL;
}

/* ---- the table that is asked ------------------------------------------------------------------ */

static struct ldt_ksyms *ksyms_get(struct dtrace_hdl *dtp)
{
	struct ldt_ksyms *before = dtp->ksyms, *now;

	if (before && !before->is_old)
		return before;
	now = ksyms_read(dtp);
	if (before && now && !now->why) {
		now->gone = gone_create(now, before);
		ldt_ksyms_destroy(before);
	} else if (before) {
		/* better than none: what is still there has its name */
		ldt_ksyms_destroy(now);
		before->is_old = false;
		return before;
	}
	return dtp->ksyms = now;
}

void ldt_ksyms_check(struct dtrace_hdl *dtp)
{
	struct ldt_ksyms *ksyms = dtp->ksyms;
	uint32_t changes;

	if (!ksyms || ldt_ioctl(dtp, DTRACEIOC_MODULES, &changes) != 0 || changes == ksyms->changes)
		return;
	ksyms->changes = changes;
	ksyms->is_old = true;
}

static uint32_t hash_name(const char *name)
{
	uint32_t hash = 2166136261u;

	while (*name)
		hash = (hash ^ (unsigned char)*name++) * 16777619u;
	return hash;
}

static bool index_names(struct ldt_ksyms *ksyms)
{
	size_t slots = 1024;

	while (slots < ksyms->count * 2)
		slots *= 2;
	ksyms->names = calloc(slots, sizeof(ksyms->names[0]));
	if (!ksyms->names)
		return false;
	ksyms->name_mask = slots - 1;
	for (size_t i = 0; i < ksyms->count; i++) {
		size_t slot = hash_name(ksyms->symbols[i].name) & ksyms->name_mask;

		while (ksyms->names[slot])
			slot = (slot + 1) & ksyms->name_mask;
		ksyms->names[slot] = (uint32_t)i + 1;
	}
	kernel_range(ksyms);
	return true;
}

static const struct symbol *find_name(struct ldt_ksyms *ksyms, const char *module, const char *name)
{
	if (!ksyms->names && !index_names(ksyms))
		return NULL;
	for (size_t slot = hash_name(name) & ksyms->name_mask; ksyms->names[slot];
	     slot = (slot + 1) & ksyms->name_mask) {
		const struct symbol *symbol = &ksyms->symbols[ksyms->names[slot] - 1];

		if (strcmp(symbol->name, name) == 0 &&
		    (!module || !*module || strcmp(ksyms->modules[symbol->module].name, module) == 0))
			return symbol;
	}
	return NULL;
}

/* The module whose memory holds @addr, or held it; NULL when none is known to. */
static const struct module *module_at(const struct ldt_ksyms *ksyms, uint64_t addr)
{
	for (size_t i = 0; i < ksyms->module_count; i++) {
		if (is_within(&ksyms->modules[i], addr))
			return &ksyms->modules[i];
	}
	return ksyms->gone ? module_at(ksyms->gone, addr) : NULL;
}

/* Where the first section of @module after @addr begins; UINT64_MAX: none does, or they cannot be read. */
static uint64_t section_after(const char *module, uint64_t addr)
{
	uint64_t first = UINT64_MAX, start;
	char path[128], text[32];
	struct dirent *entry;
	DIR *folder;

	snprintf(path, sizeof(path), "/sys/module/%s/sections", module);
	folder = opendir(path);
	while (folder && (entry = readdir(folder))) {
		int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_CLOEXEC);
		ssize_t length = fd == -1 ? -1 : read(fd, text, sizeof(text) - 1);

		if (fd != -1)
			close(fd);
		if (length <= 0)
			continue;
		text[length] = '\0';
		start = strtoull(text, NULL, 16);
		if (start > addr && start < first)
			first = start;
	}
	if (folder)
		closedir(folder);
	return first;
}

static const struct symbol *symbol_after(const struct ldt_ksyms *ksyms, const struct symbol *symbol)
{
	const struct symbol *next = symbol + 1, *end = ksyms->symbols + ksyms->count;

	while (next < end && next->addr == symbol->addr)
		next++;
	return next;
}

/*
 * @symbol is the last one up to @addr: does @addr belong to something else, which has no name? A kernel may keep the
 * names of functions only: its data follows _etext, and a module's data the section of the module's last function.
 */
static bool is_nameless(struct ldt_ksyms *ksyms, const struct symbol *symbol, uint64_t addr)
{
	const struct symbol *next = symbol_after(ksyms, symbol), *end = ksyms->symbols + ksyms->count;
	struct module *module = &ksyms->modules[symbol->module];

	if (addr == symbol->addr)
		return false;
	if (symbol->module == 0)
		return strcmp(symbol->name, "_etext") == 0;
	if (next < end && next->module == symbol->module)
		return false;
	if (!module->last_end)
		module->last_end = section_after(module->name, symbol->addr);
	return addr >= module->last_end;
}

static void symbol_describe(const struct ldt_ksyms *ksyms, const struct symbol *symbol, struct ldt_ksym *ret)
{
	const struct symbol *next = symbol_after(ksyms, symbol), *end = ksyms->symbols + ksyms->count;

	ret->module = ksyms->modules[symbol->module].name;
	ret->name = symbol->name;
	ret->addr = symbol->addr;
	ret->size = next < end ? next->addr - symbol->addr : 0;
}

static int no_symbols(struct dtrace_hdl *dtp, const struct ldt_ksyms *ksyms)
{
	if (ksyms && ksyms->why)
		return ldt_set_error(dtp, EDT_NOSYM, "%s", ksyms->why);
	return ldt_set_errno(dtp, ksyms ? EDT_NOSYM : EDT_NOMEM);
}

static bool find_addr(struct ldt_ksyms *ksyms, uint64_t addr, struct ldt_ksym *ret)
{
	const struct symbol *symbol = symbol_at(ksyms, addr);
	const struct module *module;

	if (!symbol)
		return false;
	if (!ksyms->names)
		index_names(ksyms);
	module = &ksyms->modules[symbol->module];
	if (addr != symbol->addr && (module->end ? !is_within(module, addr) : module_at(ksyms, addr) != NULL))
		return false;
	if (is_nameless(ksyms, symbol, addr))
		return false;
	symbol_describe(ksyms, symbol, ret);
	return ret->size != 0 || addr - ret->addr <= 65536;
}

int ldt_ksym_by_addr(struct dtrace_hdl *dtp, uint64_t addr, struct ldt_ksym *ret)
{
	struct ldt_ksyms *ksyms = ksyms_get(dtp);

	if (ksyms && (find_addr(ksyms, addr, ret) || (ksyms->gone && find_addr(ksyms->gone, addr, ret))))
		return 0;
	return no_symbols(dtp, ksyms);
}

int ldt_ksym_by_name(struct dtrace_hdl *dtp, const char *module, const char *name, struct ldt_ksym *ret)
{
	struct ldt_ksyms *ksyms = ksyms_get(dtp);
	const struct symbol *symbol = ksyms ? find_name(ksyms, module, name) : NULL;

	if (!symbol)
		return no_symbols(dtp, ksyms);
	symbol_describe(ksyms, symbol, ret);
	return 0;
}

const char *ldt_ksyms_why(struct dtrace_hdl *dtp)
{
	return dtp->ksyms && dtp->ksyms->why ? dtp->ksyms->why : "";
}

uint64_t ldt_kmodule_start(struct dtrace_hdl *dtp, uint64_t addr)
{
	struct ldt_ksyms *ksyms = ksyms_get(dtp);
	const struct module *module;

	if (!ksyms || (!ksyms->names && !index_names(ksyms)))
		return addr;
	module = module_at(ksyms, addr);
	return module ? module->start : addr;
}

void ldt_ksyms_destroy(struct ldt_ksyms *ksyms)
{
	if (!ksyms)
		return;
	ldt_ksyms_destroy(ksyms->gone);
	free(ksyms->text);
	free(ksyms->module_text);
	free(ksyms->symbols);
	free(ksyms->modules);
	free(ksyms->names);
	free(ksyms);
}

void dtrace_update(dtrace_hdl_t *dtp)
{
	ldt_ksyms_destroy(dtp->ksyms);
	dtp->ksyms = NULL;
}

const char *dtrace_symbols_why(dtrace_hdl_t *dtp)
{
	return ldt_ksyms_why(dtp);
}

int dtrace_lookup_by_addr(dtrace_hdl_t *dtp, uint64_t addr, dtrace_syminfo_t *ret)
{
	struct ldt_ksym symbol;

	if (ldt_ksym_by_addr(dtp, addr, &symbol) == -1)
		return -1;
	*ret = (dtrace_syminfo_t){
		.object = symbol.module, .name = symbol.name, .addr = symbol.addr, .size = symbol.size
	};
	return 0;
}

int dtrace_lookup_by_name(dtrace_hdl_t *dtp, const char *object, const char *name, dtrace_syminfo_t *ret)
{
	struct ldt_ksym symbol;

	if (ldt_ksym_by_name(dtp, object, name, &symbol) == -1)
		return -1;
	*ret = (dtrace_syminfo_t){
		.object = symbol.module, .name = symbol.name, .addr = symbol.addr, .size = symbol.size
	};
	return 0;
}

int dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *buf, size_t size)
{
	const struct module *module;
	struct ldt_ksym symbol;

	if (ldt_ksym_by_addr(dtp, addr, &symbol) == 0) {
		if (addr == symbol.addr)
			return snprintf(buf, size, "%s`%s", symbol.module, symbol.name);
		return snprintf(buf, size, "%s`%s+0x%" PRIx64, symbol.module, symbol.name, addr - symbol.addr);
	}
	module = dtp->ksyms ? module_at(dtp->ksyms, addr) : NULL;
	if (module)
		return snprintf(buf, size, "%s`0x%" PRIx64, module->name, addr);
	return snprintf(buf, size, "0x%" PRIx64, addr);
}
