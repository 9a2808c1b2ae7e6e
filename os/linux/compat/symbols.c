/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* symbols.c - walking the kernel's and the modules' symbols: the callbacks lost their module argument in 6.4. */
#include <linux/kallsyms.h>
#include <linux/rculist.h>
#include <linux/string.h>
#include <linux/version.h>

#include "os/linux/linux.h"
#include "os/linux/compat/compat.h"

struct compat_walk {
	int (*kernel)(void *arg, const char *name, unsigned long addr);
	int (*module)(void *arg, struct module *mod, const char *name, unsigned long addr);
	void *arg;
	const char *wanted;
	struct module *mod;
};

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)

typedef int (*compat_symbol_fn)(void *data, const char *name, struct module *mod, unsigned long addr);

static int (*kernel_walk)(compat_symbol_fn fn, void *data);
static int (*module_walk)(compat_symbol_fn fn, void *data);

static int kernel_symbol(void *data, const char *name, struct module *mod, unsigned long addr)
{
	struct compat_walk *walk = data;

	return mod ? 0 : walk->kernel(walk->arg, name, addr);
}

static int module_symbol(void *data, const char *name, struct module *mod, unsigned long addr)
{
	struct compat_walk *walk = data;

	if (walk->wanted && strcmp(walk->wanted, mod->name) != 0)
		return 0;
	if (mod->state == MODULE_STATE_GOING && (!walk->wanted || mod != linux_module_going))
		return 0;
	return walk->module(walk->arg, mod, name, addr);
}

static int walk_modules(struct compat_walk *walk)
{
	return module_walk(module_symbol, walk);
}

static int modules_init(void)
{
	return 0;
}

#else

typedef int (*compat_symbol_fn)(void *data, const char *name, unsigned long addr);

static int (*kernel_walk)(compat_symbol_fn fn, void *data);
static int (*module_walk)(const char *modname, compat_symbol_fn fn, void *data);
static struct list_head *module_list;

static int kernel_symbol(void *data, const char *name, unsigned long addr)
{
	struct compat_walk *walk = data;

	return walk->kernel(walk->arg, name, addr);
}

static int module_symbol(void *data, const char *name, unsigned long addr)
{
	struct compat_walk *walk = data;

	return walk->module(walk->arg, walk->mod, name, addr);
}

/*
 * Take a reference to the next wanted module after @previous that is live or coming, and drop the
 * reference to @previous.
 */
static struct module *next_module(struct module *previous, const char *wanted)
{
	struct module *mod, *found = NULL;
	bool passed = !previous;

	rcu_read_lock();
	list_for_each_entry_rcu (mod, module_list, list) {
		if (!passed) {
			passed = mod == previous;
			continue;
		}
		if (mod->state != MODULE_STATE_LIVE && mod->state != MODULE_STATE_COMING)
			continue;
		if ((!wanted || strcmp(mod->name, wanted) == 0) && try_module_get(mod)) {
			found = mod;
			break;
		}
	}
	rcu_read_unlock();
	module_put(previous);
	return found;
}

static int walk_modules(struct compat_walk *walk)
{
	struct module *mod = NULL;
	int error = 0;

	if (walk->wanted && linux_module_going && strcmp(linux_module_going->name, walk->wanted) == 0) {
		walk->mod = linux_module_going; /* cannot be referenced any more, and waits for us */
		return module_walk(walk->wanted, module_symbol, walk);
	}
	while (!error && (mod = next_module(mod, walk->wanted)) != NULL) {
		walk->mod = mod;
		error = module_walk(mod->name, module_symbol, walk);
	}
	module_put(mod);
	return error;
}

static int modules_init(void)
{
	module_list = (void *)linux_symbol_need("modules");
	return module_list ? 0 : -ENOENT;
}

#endif

int compat_symbols_init(void)
{
	kernel_walk = (void *)linux_symbol_need("kallsyms_on_each_symbol");
	module_walk = (void *)linux_symbol_need("module_kallsyms_on_each_symbol");
	return kernel_walk && module_walk ? modules_init() : -ENOENT;
}

int compat_kernel_symbols(int (*fn)(void *arg, const char *name, unsigned long addr), void *arg)
{
	struct compat_walk walk = { .kernel = fn, .arg = arg };

	return kernel_walk(kernel_symbol, &walk);
}

int compat_module_symbols(const char *module,
			  int (*fn)(void *arg, struct module *mod, const char *name, unsigned long addr), void *arg)
{
	struct compat_walk walk = { .module = fn, .arg = arg, .wanted = module };

	return walk_modules(&walk);
}
