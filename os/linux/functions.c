/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functions.c - every function of the kernel and its modules, with the place for an entry site and
 * the reason why not.
 *
 * The symbol tables give names and addresses, neither sizes nor kinds. So: keep what lies in text,
 * sort by address, take the next symbol as the end. Which of these are functions that may be traced
 * is the kernel's own knowledge: the function tracer has a record for each; code without one (entry
 * code, assembly labels, fragments, noinstr, notrace) is refused as a whole.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "os/linux/cpu.h"
#include "os/linux/compat/compat.h"

struct symbol {
	unsigned long addr;
	u32 name; /* offset in names */
};

struct table {
	struct symbol *symbols;
	char *names;
	size_t count, room, used, names_room;
	unsigned long start, end; /* text of what is collected now */
	bool failed;
};

/* How far from a function's first byte the tracer's record may be: landing pad and NOPs before it. */
#define RECORD_REACH 16

static void *grow(void *old, size_t used, size_t size)
{
	void *memory = os_alloc(size);

	if (memory && old)
		memcpy(memory, old, used);
	os_free(old);
	return memory;
}

static int table_room(struct table *table, size_t name_size)
{
	if (table->count == table->room) {
		table->room = table->room ? table->room * 2 : 4096;
		table->symbols = grow(table->symbols, table->count * sizeof(*table->symbols),
				      table->room * sizeof(*table->symbols));
	}
	if (table->used + name_size > table->names_room) {
		table->names_room = table->names_room ? table->names_room * 2 : 65536;
		table->names = grow(table->names, table->used, table->names_room);
	}
	table->failed = !table->symbols || !table->names;
	return table->failed ? -OS_ENOMEM : 0;
}

/* The assembler's own: riscv64's modules have one at every relaxed instruction, and a function would end there. */
static bool label_name(const char *name)
{
	return name[0] == '$' || (name[0] == '.' && name[1] == 'L') ||
	       (name[0] == 'L' && name[1] == '0' && name[2] == 1);
}

static int table_add(struct table *table, const char *name, unsigned long addr)
{
	size_t size = strlen(name) + 1;

	if (addr < table->start || addr >= table->end || label_name(name))
		return 0;
	if (table_room(table, size) != 0)
		return -OS_ENOMEM;
	table->symbols[table->count].addr = addr;
	table->symbols[table->count].name = table->used;
	table->count++;
	memcpy(table->names + table->used, name, size);
	table->used += size;
	return 0;
}

static void table_fini(struct table *table)
{
	os_free(table->symbols);
	os_free(table->names);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

/* The kernel's table comes in order as a rule, and sorting is the dearest part. */
static void table_sort(struct table *table)
{
	size_t i;

	for (i = 1; i < table->count; i++) {
		if (by_address(&table->symbols[i - 1], &table->symbols[i]) > 0) {
			sort(table->symbols, table->count, sizeof(*table->symbols), by_address, NULL);
			return;
		}
	}
}

/* The compiler's name for what it split off a function. */
static bool cold_name(const char *name)
{
	return strstr(name, ".cold") != NULL;
}

static const char *refusal(const struct os_func *func, unsigned long record)
{
	const char *reason;

	if (linux_own_text((unsigned long)func->addr))
		return "own-module";
	if (!record)
		return cold_name(func->name) ? "cold-part" : "not-traceable";
	reason = linux_refuse_name(func->name);
	return reason ? reason : linux_refuse_range((unsigned long)func->addr);
}

bool linux_text_symbol(uint64_t addr, struct os_text_symbol *symbol)
{
	unsigned long size, offset;
	char *module, buffer[KSYM_NAME_LEN];
	const char *name;

	if (addr != (unsigned long)addr)
		return false;
	name = linux_calls.kallsyms_lookup(addr, &size, &offset, &module, buffer);
	if (!name)
		return false;
	symbol->start = addr - offset;
	symbol->end = symbol->start + size;
	symbol->cold = cold_name(name);
	return true;
}

static int table_report(const struct table *table, const char *module, int (*fn)(void *arg, const struct os_func *func),
			void *arg)
{
	unsigned long last = 0, record = 0, next;
	struct os_func func = { .module = module };
	size_t i, j;
	int error;

	for (i = 0; i < table->count; i++) {
		func.addr = table->symbols[i].addr;
		func.name = table->names + table->symbols[i].name;
		if (i == 0 || (unsigned long)func.addr != last) {
			for (j = i + 1; j < table->count && table->symbols[j].addr == (unsigned long)func.addr; j++)
				;
			next = j < table->count ? table->symbols[j].addr : table->end;
			last = func.addr;
			func.size = next - last;
			record = linux_calls.ftrace_location_range(
				last, last + min_t(unsigned long, func.size, RECORD_REACH) - 1);
			func.body = record ? linux_cpu_body(last, record) : last;
		}
		func.refused = refusal(&func, record);
		error = fn(arg, &func);
		if (error)
			return error;
		if (i % 1024 == 0)
			cond_resched();
	}
	return 0;
}

static int add_kernel(void *arg, const char *name, unsigned long addr)
{
	return table_add(arg, name, addr);
}

/*
 * The kernel holds module_mutex while it walks a module's symbols, and the reasons of refusal are
 * collected by such a walk, under a lock of their own (refuse.c). So nothing is asked or told in
 * the middle of a walk: first the names of the modules are noted, then each module's symbols are
 * gathered and, after the walk, reported.
 */
static int add_module_symbol(void *arg, struct module *mod, const char *name, unsigned long addr)
{
	struct table *table = arg;

	if (!table->end)
		compat_module_text(mod, &table->start, &table->end);
	if (name[0] == 0)
		return 0;
	return table_add(table, name, addr);
}

struct module_names {
	char (*names)[MODULE_NAME_LEN];
	size_t count, room;
	const struct module *last;
};

static int note_module(void *arg, struct module *mod, const char *name, unsigned long addr)
{
	struct module_names *list = arg;

	if (list->last == mod)
		return 0;
	list->last = mod;
	if (list->count == list->room) {
		list->room = list->room ? list->room * 2 : 64;
		list->names = grow(list->names, list->count * sizeof(*list->names), list->room * sizeof(*list->names));
		if (!list->names)
			return -OS_ENOMEM;
	}
	strscpy(list->names[list->count++], mod->name, MODULE_NAME_LEN);
	return 0;
}

static int kernel_functions(int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	struct table table = { .start = linux_calls.text_start, .end = linux_calls.text_end };
	int error;

	error = compat_kernel_symbols(add_kernel, &table);
	if (!error) {
		table_sort(&table);
		error = table_report(&table, "vmlinux", fn, arg);
	}
	table_fini(&table);
	return error;
}

static int module_functions(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	struct table table = { .start = 0 };
	int error;

	error = compat_module_symbols(module, add_module_symbol, &table);
	if (!error) {
		table_sort(&table);
		error = table_report(&table, module, fn, arg);
	}
	table_fini(&table);
	return error;
}

static int all_modules(int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	struct module_names list = { .names = NULL };
	size_t i;
	int error;

	error = compat_module_symbols(NULL, note_module, &list);
	for (i = 0; i < list.count && !error; i++)
		error = module_functions(list.names[i], fn, arg);
	os_free(list.names);
	return error;
}

int linux_func_each(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	int error;

	if (module && strcmp(module, "vmlinux") != 0)
		return module_functions(module, fn, arg);
	error = kernel_functions(fn, arg);
	return error || module ? error : all_modules(fn, arg);
}
