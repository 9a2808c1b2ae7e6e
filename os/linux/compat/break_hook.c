/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * break_hook.c - the symbols tell which of the two ways this kernel has: the removal was
 * back-ported to stable kernels.
 */
#include <linux/ftrace.h>
#include <linux/list.h>
#include <linux/ptrace.h>

#include "os/linux/linux.h"

#include "os/linux/compat/break_hook.h"

#define ISS_MASK 0xffff /* of ESR: the BRK's immediate */

static u16 our_immediate;
static bool (*our_trap)(struct pt_regs *regs);
static bool (*our_user_trap)(struct pt_regs *regs);

/* ---- the list of break hooks ----------------------------------------------------------------- */

/* Laid out as in the kernels that have the list; the others do not have the header. */
struct hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
	u16 immediate;
	u16 mask;
};

static void (*hook_unregister)(struct hook *hook);
static void (*user_hook_unregister)(struct hook *hook);

DT_PROBE_CTX static int hook_called(struct pt_regs *regs, unsigned long esr)
{
	return our_trap(regs) ? 0 : 1;
}

static int user_hook_called(struct pt_regs *regs, unsigned long esr)
{
	return our_user_trap(regs) ? 0 : 1;
}

static struct hook hook = { .fn = hook_called }, user_hook = { .fn = user_hook_called };

static int list_init(void)
{
	void (*hook_register)(struct hook * hook) = (void *)linux_symbol("register_kernel_break_hook");
	void (*user_hook_register)(struct hook * hook) = (void *)linux_symbol("register_user_break_hook");

	hook_unregister = (void *)linux_symbol("unregister_kernel_break_hook");
	user_hook_unregister = (void *)linux_symbol("unregister_user_break_hook");
	if (!hook_register || !hook_unregister || !user_hook_register || !user_hook_unregister)
		return -ENOENT;
	hook.immediate = user_hook.immediate = our_immediate;
	hook_register(&hook);
	user_hook_register(&user_hook);
	return 0;
}

/* ---- the function tracer --------------------------------------------------------------------- */

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_ARGS

DT_PROBE_CTX static void brk64_called(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				      struct ftrace_regs *fregs)
{
	struct pt_regs *regs = (struct pt_regs *)ftrace_regs_get_argument(fregs, 1);

	if ((ftrace_regs_get_argument(fregs, 0) & ISS_MASK) != our_immediate)
		return;
	if (user_mode(regs) ? our_user_trap(regs) : our_trap(regs)) {
		ftrace_regs_set_return_value(fregs, 0);
		ftrace_override_function_with_return(fregs);
	}
}

/*
 * Without recursion protection: that would drop a break inside a firing, and an unhandled break is
 * fatal.
 */
static struct ftrace_ops brk64_ops = {
	.func = brk64_called,
	.flags = FTRACE_OPS_FL_PERMANENT,
};

static int tracer_init(void)
{
	static const char *const targets[] = { "do_el1_brk64", "do_el0_brk64" };
	unsigned long target;
	int error = 0;
	size_t i;

	for (i = 0; error == 0 && i < ARRAY_SIZE(targets); i++) {
		target = linux_symbol(targets[i]);
		if (!target)
			return -ENOENT;
		error = ftrace_set_filter_ip(&brk64_ops, linux_calls.ftrace_location_range(target, target + 16), 0, 0);
	}
	return error ? error : register_ftrace_function(&brk64_ops);
}

static void tracer_fini(void)
{
	unregister_ftrace_function(&brk64_ops);
}

#else

static int tracer_init(void)
{
	return -ENOENT;
}

static void tracer_fini(void)
{
}

#endif

int compat_break_init(u16 immediate, bool (*trap)(struct pt_regs *regs), bool (*user_trap)(struct pt_regs *regs),
		      const char **name_ret)
{
	int error;

	our_immediate = immediate;
	our_trap = trap;
	our_user_trap = user_trap;
	error = list_init();
	*name_ret = "break-hook";
	if (error) {
		hook_unregister = NULL;
		error = tracer_init();
		*name_ret = "ftrace";
	}
	if (error)
		pr_err("dtrace: this kernel is not supported: it has neither register_kernel_break_hook nor "
		       "do_el1_brk64\n");
	return error;
}

void compat_break_fini(void)
{
	if (hook_unregister) {
		hook_unregister(&hook);
		user_hook_unregister(&user_hook);
	} else {
		tracer_fini();
	}
	os_sync();
}
