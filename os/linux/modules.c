/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * modules.c - modules that come and go. Our notifier runs last for a coming one, after ftrace, jump
 * labels and static calls have written its text, and first for a going one.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>

#include "os/linux/cpu.h"
#include "os/linux/jumps.h"

static void (*on_coming)(const char *module);
static void (*on_going)(const char *module);
static DEFINE_MUTEX(going_lock);
struct module *linux_module_going;

static void tables_forget(void)
{
	linux_refuse_forget();
	linux_marks_forget();
	linux_cpu_frames_changed();
}

static int coming(struct notifier_block *block, unsigned long state, void *data)
{
	struct module *mod = data;

	if (state == MODULE_STATE_COMING && mod != THIS_MODULE) {
		tables_forget();
		linux_functions_changed();
		if (on_coming)
			on_coming(mod->name);
	}
	return NOTIFY_DONE;
}

static int going(struct notifier_block *block, unsigned long state, void *data)
{
	struct module *mod = data;

	if (state == MODULE_STATE_GOING && mod != THIS_MODULE) {
		mutex_lock(&going_lock); /* two may go at a time */
		linux_module_going = mod;
		/* nobody else finds its functions any more: probes made after on_going() would stay */
		linux_functions_changed();
		if (on_going)
			on_going(mod->name);
		linux_module_going = NULL;
		mutex_unlock(&going_lock);
		/* both wait for a walk that uses linux_module_going */
		tables_forget();
		linux_functions_changed();
	}
	return NOTIFY_DONE;
}

static struct notifier_block coming_block = { .notifier_call = coming, .priority = INT_MIN };
static struct notifier_block going_block = { .notifier_call = going, .priority = INT_MAX };

int os_module_watch(void (*coming_fn)(const char *module), void (*going_fn)(const char *module))
{
	on_coming = coming_fn;
	on_going = going_fn;
	return 0;
}

int os_module_get(void)
{
	return try_module_get(THIS_MODULE) ? 0 : -OS_ENODEV;
}

void os_module_put(void)
{
	module_put(THIS_MODULE);
}

int linux_modules_init(void)
{
	int error = register_module_notifier(&coming_block);

	if (error)
		return error;
	error = register_module_notifier(&going_block);
	if (error)
		unregister_module_notifier(&coming_block);
	return error;
}

void linux_modules_fini(void)
{
	unregister_module_notifier(&going_block);
	unregister_module_notifier(&coming_block);
}
