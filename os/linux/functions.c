/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * functions.c - every function of the kernel and its modules, with the place of its entry site or
 * the reason why it is refused.
 *
 * The symbol tables give names and addresses, neither sizes nor kinds. So: keep what is in text,
 * sort it by address, take the next symbol as the end (func_table.h). The kernel itself knows which
 * of these are functions that may be traced: its function tracer has a record for each; code
 * without one (entry code, assembly labels, fragments, noinstr, notrace) is refused as a whole.
 *
 * The tables are made on first use, and kept while they are in use (the device, or a report, is open) and for a
 * while after that, unless memory is short: a thousand descriptions that each name a function cost one walk over the
 * symbols, and who has asked one question asks another one. The tables of modules are dropped when a module comes or
 * goes.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "os/linux/cpu.h"

#include "base/report.h"
#include "os/linux/compat/compat.h"
#include "os/linux/func_table.h"

/* How long tables stay that nobody uses: 2 to 8 MB. */
static unsigned int keep_symbols = 60;
module_param(keep_symbols, uint, 0644);
MODULE_PARM_DESC(keep_symbols, "seconds that symbols are kept for the next start (default 60); 0: not");

/* The tables: [tables_lock] */
static DEFINE_MUTEX(tables_lock);
static struct func_table kernel_table, module_table;
static bool kernel_known, modules_known;
static unsigned int users;
static unsigned long walks; /* through the kernel's symbols */

/* How far from a function's first byte the tracer's record may be: landing pad and NOPs before it. */
#define RECORD_REACH 16

static const char *refused_name(const struct func_group *group)
{
	const char *reason = NULL;
	size_t i;

	for (i = 0; group->names[i] && !reason; i++)
		reason = linux_refuse_name(group->names[i]);
	return reason;
}

static const char *refusal(const struct func_group *group, bool cold, unsigned long record)
{
	const char *reason;

	if (linux_own_text(group->addr))
		return "own-module";
	if (!record)
		return cold ? "cold-part" : "not-traceable";
	reason = refused_name(group);
	return reason ? reason : linux_refuse_range(group->addr);
}

uint64_t linux_function_entry(const char *name)
{
	unsigned long func = linux_symbol(name), record;

	if (!func || linux_refuse_name(name) || linux_refuse_range(func))
		return 0;
	record = linux_calls.ftrace_location_range(func, func + RECORD_REACH - 1);
	return record ? linux_cpu_body(func, record) : 0;
}

/* ---- tables ---------------------------------------------------------------------------------- */

void linux_sort(void *array, size_t count, size_t size, int (*compare)(const void *a, const void *b))
{
	sort(array, count, size, compare, NULL);
}

static int add_kernel(void *arg, const char *name, unsigned long addr)
{
	return func_table_add(arg, name, addr);
}

struct gathering {
	struct func_table *table;
	const struct module *last;
};

/*
 * The kernel holds module_mutex while it walks a module's symbols, and the reasons of refusal are
 * collected by such a walk, under a lock of their own (refuse.c). So a walk calls neither the
 * caller's function nor the refusals.
 */
static int add_module_symbol(void *arg, struct module *mod, const char *name, unsigned long addr)
{
	struct gathering *gathering = arg;
	unsigned long start, end;

	if (gathering->last != mod) {
		gathering->last = mod;
		compat_module_text(mod, &start, &end);
		if (func_table_part(gathering->table, mod->name, start, end) != 0)
			return -OS_ENOMEM;
	}
	return func_table_add(gathering->table, name, addr);
}

static int fill_kernel(struct func_table *table)
{
	int error = func_table_part(table, "vmlinux", linux_calls.text_start, linux_calls.text_end);

	if (!error)
		error = compat_kernel_symbols(add_kernel, table);
	return error;
}

static int fill_modules(struct func_table *table, const char *module)
{
	struct gathering gathering = { .table = table };

	return compat_module_symbols(module, add_module_symbol, &gathering);
}

static int filled(struct func_table *table, int error)
{
	if (error)
		func_table_fini(table);
	else
		func_table_sort(table, linux_sort);
	return error;
}

static int need_kernel(void)
{
	int error = 0;

	if (!kernel_known) {
		walks++;
		error = filled(&kernel_table, fill_kernel(&kernel_table));
	}
	kernel_known = !error;
	return error;
}

static int need_modules(void)
{
	int error = modules_known ? 0 : filled(&module_table, fill_modules(&module_table, NULL));

	modules_known = !error;
	return error;
}

static void forget(bool kernel)
{
	func_table_fini(&module_table);
	modules_known = false;
	if (!kernel)
		return;
	func_table_fini(&kernel_table);
	kernel_known = false;
}

void linux_functions_changed(void)
{
	mutex_lock(&tables_lock);
	forget(false);
	mutex_unlock(&tables_lock);
}

static void forget_unused(struct work_struct *work)
{
	mutex_lock(&tables_lock);
	if (users == 0)
		forget(true);
	mutex_unlock(&tables_lock);
}

static DECLARE_DELAYED_WORK(forgetting, forget_unused);

/* Nobody uses them now. Who only looked whether they are there does not make them stay longer. */
static void keep_or_forget(void)
{
	unsigned int seconds = min(READ_ONCE(keep_symbols), 3600u);

	if (seconds == 0 || os_memory_short())
		forget(true);
	else if (kernel_known || modules_known)
		schedule_delayed_work(&forgetting, seconds * HZ); /* does nothing when it is under way */
}

void linux_functions_fini(void)
{
	cancel_delayed_work_sync(&forgetting);
	forget(true);
}

void linux_functions_use(void)
{
	mutex_lock(&tables_lock);
	if (users++ == 0 && os_memory_short())
		forget(true);
	mutex_unlock(&tables_lock);
}

void linux_functions_unuse(void)
{
	mutex_lock(&tables_lock);
	if (--users == 0)
		keep_or_forget();
	mutex_unlock(&tables_lock);
}

void linux_functions_report(struct dt_report *report)
{
	mutex_lock(&tables_lock);
	dt_report_line(report, "symbols walks %lu kept %lu bytes %lu", walks,
		       (unsigned long)(kernel_table.count + module_table.count),
		       (unsigned long)(func_table_size(&kernel_table) + func_table_size(&module_table)));
	mutex_unlock(&tables_lock);
}

/* ---- symbols by address ----------------------------------------------------------------------- */

/* Whose walk it is: the one task for which tables_lock is held while others run. NULL: none's. */
static struct task_struct *walker;
static const struct func_table *walked; /* [tables_lock] the one whose functions are being told */

static bool table_symbol(const struct func_table *table, unsigned long addr, struct os_text_symbol *symbol)
{
	unsigned long end;
	uint32_t index = func_table_around(table, addr, &end);

	if (index == FUNC_NONE)
		return false;
	symbol->start = table->symbols[index].addr;
	symbol->end = end;
	symbol->cold = table->symbols[index].cold;
	return true;
}

/*
 * The kernel's own search unpacks names, and in a module it goes through all symbols: 1,500
 * instructions and more for each jump out of a function. A walk has the symbols at hand.
 */
static bool known_symbol(unsigned long addr, struct os_text_symbol *symbol)
{
	if (READ_ONCE(walker) != current || !walked)
		return false;
	return table_symbol(walked, addr, symbol) || (kernel_known && table_symbol(&kernel_table, addr, symbol));
}

/* The tables, where somebody has made them and does not use them now: who holds the lock of sites must not wait. */
static bool table_has_symbol(unsigned long addr, struct os_text_symbol *symbol)
{
	bool found = false;

	if (READ_ONCE(walker) == current || !mutex_trylock(&tables_lock))
		return false;
	found = (kernel_known && table_symbol(&kernel_table, addr, symbol)) ||
		(modules_known && table_symbol(&module_table, addr, symbol));
	mutex_unlock(&tables_lock);
	return found;
}

bool linux_text_symbol(uint64_t addr, struct os_text_symbol *symbol)
{
	unsigned long size, offset;
	char *module, buffer[KSYM_NAME_LEN];
	const char *name;

	if (addr != (unsigned long)addr)
		return false;
	if (known_symbol(addr, symbol) || table_has_symbol(addr, symbol))
		return true;
	name = linux_calls.kallsyms_lookup(addr, &size, &offset, &module, buffer);
	if (!name)
		return false;
	symbol->start = addr - offset;
	symbol->end = symbol->start + size;
	symbol->cold = func_table_cold(name);
	return true;
}

/* ---- walks ------------------------------------------------------------------------------------ */

struct walk {
	const struct os_func_query *query;
	int (*fn)(void *arg, const struct os_func *func);
	void *arg;
	uint64_t base; /* of this table's positions */
	struct func_group group;
};

static bool wanted(const struct walk *walk)
{
	size_t i;

	if (func_group_is_gap(&walk->group))
		return false;
	if (!walk->query->wants)
		return true;
	for (i = 0; walk->group.names[i]; i++) {
		if (walk->query->wants(walk->arg, walk->group.module, walk->group.names[i]))
			return true;
	}
	return false;
}

/* The function tracer's record, 0: it has none. @symbol: one of the group's. */
static unsigned long record_of(struct func_symbol *symbol, const struct func_group *group)
{
	unsigned long size = min_t(unsigned long, group->end - group->addr, RECORD_REACH), record;

	if (symbol->record == FUNC_RECORD_UNKNOWN) {
		record = size ? linux_calls.ftrace_location_range(group->addr, group->addr + size - 1) : 0;
		symbol->record = record ? (uint8_t)(record - group->addr) : FUNC_RECORD_NONE;
	}
	return symbol->record == FUNC_RECORD_NONE ? 0 : group->addr + symbol->record;
}

static int tell(struct walk *walk, struct func_symbol *symbol)
{
	const struct func_group *group = &walk->group;
	struct os_func func = { .module = group->module, .name = group->names[0], .addr = group->addr };
	unsigned long record;

	func.size = group->end - group->addr;
	record = record_of(symbol, group);
	func.body = record ? linux_cpu_body(group->addr, record) : group->addr;
	func.refused = refusal(group, symbol->cold, record);
	func.aliases = group->names[1] ? group->names + 1 : NULL;
	return walk->fn(walk->arg, &func);
}

/* Symbols [@index, @end) of a table. */
static int walk_range(struct walk *walk, const struct func_table *table, uint32_t index, uint32_t end)
{
	unsigned int looked = 0;
	uint32_t this;
	int error;

	while (index < end) {
		if (++looked % 512 == 0)
			cond_resched();
		this = index++;
		if (walk->query->cold && !table->symbols[this].cold)
			continue;
		index = func_table_group(table, this, &walk->group);
		error = wanted(walk) ? tell(walk, &table->symbols[this]) : 0;
		if (error) {
			if (walk->query->position)
				*walk->query->position = walk->base | this;
			return error;
		}
	}
	return 0;
}

static int walk_name(struct walk *walk, struct func_table *table)
{
	uint32_t index = FUNC_NONE;
	int error = 0;

	while (!error && (index = func_table_find(table, walk->query->name, index)) != FUNC_NONE) {
		func_table_group(table, index, &walk->group);
		if (walk->query->module && strcmp(walk->query->module, walk->group.module) != 0)
			continue;
		if (wanted(walk))
			error = tell(walk, &table->symbols[index]);
	}
	return error;
}

static int walk_table(struct walk *walk, struct func_table *table)
{
	const struct os_func_query *query = walk->query;
	const struct func_part *part;
	uint32_t from = 0;

	walked = table;
	if (query->name)
		return walk_name(walk, table);
	if (query->addr) {
		from = func_table_at(table, (unsigned long)query->addr);
		return from == FUNC_NONE ? 0 : walk_range(walk, table, from, from + 1);
	}
	if (query->module) {
		part = func_table_find_part(table, query->module);
		return part ? walk_range(walk, table, part->first, part->first + part->count) : 0;
	}
	if (query->position && *query->position > walk->base)
		from = (uint32_t)(*query->position - walk->base);
	return walk_range(walk, table, from, (uint32_t)table->count);
}

/* A module that is being unloaded is in no walk over all modules. */
static int walk_module(struct walk *walk)
{
	struct func_table alone = { .symbols = NULL };
	int error;

	if (modules_known && func_table_find_part(&module_table, walk->query->module))
		return walk_table(walk, &module_table);
	error = filled(&alone, fill_modules(&alone, walk->query->module));
	if (!error)
		error = walk_table(walk, &alone);
	func_table_fini(&alone);
	return error;
}

#define MODULE_POSITIONS (1ull << 32)

static int walk_all(struct walk *walk)
{
	const uint64_t *position = walk->query->position;
	int error = 0;

	if (!position || *position < MODULE_POSITIONS)
		error = need_kernel() ?: walk_table(walk, &kernel_table);
	walk->base = MODULE_POSITIONS;
	return error ?: need_modules() ?: walk_table(walk, &module_table);
}

/* @goes_on: there will be a next piece of it. */
static void walk_ends(bool goes_on)
{
	cancel_delayed_work(&forgetting);
	if (users == 0)
		keep_or_forget();
	else if (os_memory_short() && !goes_on)
		forget(true);
}

int linux_func_each(const struct os_func_query *query, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	static const struct os_func_query everything;
	static struct walk walk; /* [tables_lock] */
	int error;

	mutex_lock(&tables_lock);
	walk.query = query ? query : &everything;
	walk.fn = fn;
	walk.arg = arg;
	walk.base = 0;
	WRITE_ONCE(walker, current);
	if (!walk.query->module)
		error = walk_all(&walk);
	else if (strcmp(walk.query->module, "vmlinux") == 0)
		error = need_kernel() ?: walk_table(&walk, &kernel_table);
	else
		error = walk_module(&walk);
	WRITE_ONCE(walker, NULL);
	walked = NULL;
	/* the next piece of a walk that goes on needs them, however short memory is */
	walk_ends(walk.query->position && error > 0);
	mutex_unlock(&tables_lock);
	return error;
}

int linux_text_each(bool modules, int (*fn)(void *arg, const struct os_text *text), void *arg)
{
	const struct func_table *table = modules ? &module_table : &kernel_table;
	struct func_symbol *symbol;
	struct func_group group;
	struct os_text text;
	uint32_t index = 0;
	int error;

	mutex_lock(&tables_lock);
	error = modules ? need_modules() : need_kernel();
	while (!error && index < table->count) {
		symbol = &table->symbols[index];
		index = func_table_group(table, index, &group);
		if (func_group_is_gap(&group))
			continue;
		text.start = group.addr;
		text.end = group.end;
		text.closed = record_of(symbol, &group) != 0;
		error = fn(arg, &text);
	}
	walk_ends(false);
	mutex_unlock(&tables_lock);
	return error;
}
