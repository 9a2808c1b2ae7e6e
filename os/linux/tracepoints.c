/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoints.c - the tracepoints of the kernel and of its modules. The kernel lists its own; those
 * of modules are known to who watches them come and go, from the first module on.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "os/linux/tracepoint.h"

struct known_module {
	struct list_head list;
	struct module *mod;
};

static LIST_HEAD(known_modules); /* [modules_lock] those that have tracepoints */
static DEFINE_MUTEX(modules_lock);

static struct bpf_raw_event_map *(*raw_get)(const char *name);
static void (*raw_put)(struct bpf_raw_event_map *raw);

/* ---- modules --------------------------------------------------------------------------------- */

static int module_came(struct module *mod)
{
	struct known_module *known = kzalloc(sizeof(*known), GFP_KERNEL);

	if (!known)
		return -ENOMEM;
	known->mod = mod;
	mutex_lock(&modules_lock);
	list_add_tail(&known->list, &known_modules);
	mutex_unlock(&modules_lock);
	return 0;
}

static void module_goes(const struct module *mod)
{
	struct known_module *known, *next;

	mutex_lock(&modules_lock);
	list_for_each_entry_safe(known, next, &known_modules, list)
	{
		if (known->mod == mod) {
			list_del(&known->list);
			kfree(known);
		}
	}
	mutex_unlock(&modules_lock);
}

/* A module whose tracepoints cannot be remembered has no probes; it works all the same. */
static int module_changed(struct notifier_block *block, unsigned long state, void *data)
{
	struct tp_module *changed = data;

	if (state == MODULE_STATE_COMING && module_came(changed->mod) != 0)
		pr_warn("dtrace: no memory for the tracepoints of module %s\n", changed->mod->name);
	else if (state == MODULE_STATE_GOING)
		module_goes(changed->mod);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = { .notifier_call = module_changed };

/* ---- all of them ----------------------------------------------------------------------------- */

struct walk {
	const struct os_tracepoint_query *query;
	int (*fn)(void *arg, const struct os_tracepoint *tracepoint);
	void *arg;
	const char *module;
	struct linux_groups groups;
	int error;
};

/* Groups are read when the first tracepoint is found that is wanted. */
static void walk_point(struct tracepoint *point, void *data)
{
	struct walk *walk = data;
	struct os_tracepoint tracepoint = { .module = walk->module, .name = point->name, .point = point };

	if (walk->error || (walk->query->name && strcmp(walk->query->name, point->name) != 0))
		return;
	if (!walk->query->ungrouped && !walk->groups.entries)
		walk->error = linux_groups_read(&walk->groups);
	if (walk->error)
		return;
	tracepoint.group = walk->groups.entries ? linux_groups_find(&walk->groups, point) : "";
	walk->error = walk->fn(walk->arg, &tracepoint);
}

static bool walk_wants(const struct walk *walk, const char *module)
{
	return !walk->query->module || strcmp(walk->query->module, module) == 0;
}

/* One that goes has lost its probes already, or loses them as soon as its watcher gets our lock. */
static void walk_modules(struct walk *walk)
{
	struct known_module *known;
	unsigned int i;

	mutex_lock(&modules_lock);
	list_for_each_entry (known, &known_modules, list) {
		walk->module = known->mod->name;
		if (known->mod->state == MODULE_STATE_GOING || !walk_wants(walk, walk->module))
			continue;
		for (i = 0; i < known->mod->num_tracepoints; i++)
			walk_point(tracepoint_ptr_deref(&known->mod->tracepoints_ptrs[i]), walk);
	}
	mutex_unlock(&modules_lock);
}

int os_tracepoint_each(const struct os_tracepoint_query *query,
		       int (*fn)(void *arg, const struct os_tracepoint *tracepoint), void *arg)
{
	struct walk walk = { .query = query, .fn = fn, .arg = arg, .module = "vmlinux" };

	if (walk_wants(&walk, walk.module))
		for_each_kernel_tracepoint(walk_point, &walk);
	if (!walk.error)
		walk_modules(&walk);
	linux_groups_free(&walk.groups);
	return walk.error;
}

/* ---- attaching ------------------------------------------------------------------------------- */

/* The kernel finds it by name; a module's of the same name is not the one that is meant. */
bool linux_tracepoint_raw(const struct tracepoint *point, struct bpf_raw_event_map *ret)
{
	struct bpf_raw_event_map *raw = raw_get && raw_put ? raw_get(point->name) : NULL;
	bool good;

	if (!raw)
		return false;
	good = raw->tp == point;
	if (good)
		*ret = *raw;
	raw_put(raw);
	return good;
}

void linux_tracepoint_frame(struct os_tracepoint_hook *hook, const void *fn)
{
	struct os_text_symbol symbol;
	unsigned int i = 0;

	while (i < OS_TRACEPOINT_FRAMES && hook->frames[i].end)
		i++;
	if (!fn || i == OS_TRACEPOINT_FRAMES || !linux_text_symbol((unsigned long)fn, &symbol))
		return;
	hook->frames[i].start = symbol.start;
	hook->frames[i].end = symbol.end;
}

static const char *attach(struct os_tracepoint_hook *hook)
{
	struct tracepoint *point = hook->point;
	const char *refused;
	int error;

	memset(hook->frames, 0, sizeof(hook->frames));
	linux_tracepoint_frame(hook, point->iterator);
	refused = linux_tracepoint_bind(hook, &hook->storage[0], &hook->storage[1]);
	if (refused)
		return refused;
	error = tracepoint_probe_register(point, hook->storage[0], hook->storage[1]);
	if (!error)
		return NULL;
	linux_tracepoint_unbind(hook->storage[1]);
	return error == -ENOMEM ? "no-memory" : "not-attached";
}

size_t os_tracepoints_attach(struct os_tracepoint_hook **hooks, size_t count)
{
	size_t i, attached = 0;

	for (i = 0; i < count; i++) {
		hooks[i]->refused = attach(hooks[i]);
		hooks[i]->attached = !hooks[i]->refused;
		attached += hooks[i]->attached;
		cond_resched();
	}
	return attached;
}

void os_tracepoints_detach(struct os_tracepoint_hook **hooks, size_t count)
{
	size_t i, detached = 0;

	for (i = 0; i < count; i++) {
		if (!hooks[i]->attached)
			continue;
		tracepoint_probe_unregister(hooks[i]->point, hooks[i]->storage[0], hooks[i]->storage[1]);
		detached++;
		cond_resched();
	}
	if (detached)
		tracepoint_synchronize_unregister();
	for (i = 0; i < count; i++) {
		if (hooks[i]->attached)
			linux_tracepoint_unbind(hooks[i]->storage[1]);
		hooks[i]->attached = false;
	}
}

int linux_tracepoints_init(void)
{
	raw_get = (void *)linux_symbol("bpf_get_raw_tracepoint");
	raw_put = (void *)linux_symbol("bpf_put_raw_tracepoint");
	return register_tracepoint_module_notifier(&module_block);
}

/* Unregistering replays every module as going. */
void linux_tracepoints_fini(void)
{
	unregister_tracepoint_module_notifier(&module_block);
}
