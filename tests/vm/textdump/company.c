// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * A module for the tests that does what others may do beside us:
 *
 *   /proc/company          reads `nmis N replaced N traced N`: NMIs that its handler took, calls
 *                          that were led to its replacement of cmdline_proc_show(), calls that its
 *                          plain callback saw
 *   parameter nmi          1: a handler takes every unknown NMI (so that injected ones are not
 *                          complained of)
 *   parameter replace      1: cmdline_proc_show() is replaced the way live patches do it, by the
 *                          function tracer and the program counter
 *   parameter trace        1: a callback on all functions named vfs_*, with registers
 *
 * The handler calls functions that carry probes, so that a firing may come in the middle of a firing.
 */
#include <linux/ftrace.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/version.h>
#ifdef CONFIG_X86
#include <asm/nmi.h>
#endif

static atomic_long_t nmis, replaced, traced;
static bool nmi_on, replace_on, trace_on;

/* ---- NMIs ------------------------------------------------------------------------------------ */

/* The handler's own work, where a probe may be. */
noinline int company_work(int value);
noinline int company_work(int value)
{
	char text[32];

	return snprintf(text, sizeof(text), "%d", value);
}

#ifdef CONFIG_X86
static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	atomic_long_inc(&nmis);
	company_work(type);
	return NMI_HANDLED;
}

static int nmi_set(bool on)
{
	if (on)
		return register_nmi_handler(NMI_UNKNOWN, on_nmi, 0, "company");
	unregister_nmi_handler(NMI_UNKNOWN, "company");
	return 0;
}
#else
static int nmi_set(bool on)
{
	return on ? -EOPNOTSUPP : 0;
}
#endif

/* ---- the function tracer's callbacks --------------------------------------------------------- */

#ifdef CONFIG_DYNAMIC_FTRACE_WITH_REGS
static int replacement(struct seq_file *file, void *unused)
{
	seq_puts(file, "replaced by company\n");
	return 0;
}

static void on_replace(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct pt_regs *regs = ftrace_get_regs(fregs);

	if (!regs)
		return;
	atomic_long_inc(&replaced);
	instruction_pointer_set(regs, (unsigned long)replacement);
}

static struct ftrace_ops replace_ops = {
	.func = on_replace,
	.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_DYNAMIC | FTRACE_OPS_FL_IPMODIFY,
};

static void on_trace(unsigned long ip, unsigned long parent, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	atomic_long_inc(&traced);
}

static struct ftrace_ops trace_ops = {
	.func = on_trace,
	.flags = FTRACE_OPS_FL_SAVE_REGS,
};

static int ops_set(struct ftrace_ops *ops, const char *functions, bool on)
{
	char pattern[32]; /* the kernel writes to what it is given */
	int error;

	if (!on)
		return unregister_ftrace_function(ops);
	strscpy(pattern, functions, sizeof(pattern));
	error = ftrace_set_filter(ops, pattern, strlen(pattern), 1);
	return error ? error : register_ftrace_function(ops);
}

static int replace_set(bool on)
{
	return ops_set(&replace_ops, "cmdline_proc_show", on);
}

static int trace_set(bool on)
{
	return ops_set(&trace_ops, "vfs_*", on);
}
#else
static int replace_set(bool on)
{
	return on ? -EOPNOTSUPP : 0;
}

static int trace_set(bool on)
{
	return on ? -EOPNOTSUPP : 0;
}
#endif

/* ---- switches -------------------------------------------------------------------------------- */

static const struct company_switch {
	bool *on;
	int (*set)(bool on);
} nmi_switch = { &nmi_on, nmi_set }, replace_switch = { &replace_on, replace_set },
  trace_switch = { &trace_on, trace_set };

static int switch_set(const char *text, const struct kernel_param *param)
{
	const struct company_switch *which = param->arg;
	bool on;
	int error = kstrtobool(text, &on);

	if (error || on == *which->on)
		return error;
	error = which->set(on);
	if (!error)
		*which->on = on;
	return error;
}

static int switch_get(char *text, const struct kernel_param *param)
{
	return sprintf(text, "%d\n", *((const struct company_switch *)param->arg)->on);
}

static const struct kernel_param_ops switch_ops = { .set = switch_set, .get = switch_get };
module_param_cb(nmi, &switch_ops, (void *)&nmi_switch, 0600);
module_param_cb(replace, &switch_ops, (void *)&replace_switch, 0600);
module_param_cb(trace, &switch_ops, (void *)&trace_switch, 0600);

static int company_show(struct seq_file *file, void *unused)
{
	seq_printf(file, "nmis %ld replaced %ld traced %ld\n", atomic_long_read(&nmis), atomic_long_read(&replaced),
		   atomic_long_read(&traced));
	return 0;
}

static int __init company_init(void)
{
	return proc_create_single("company", 0444, NULL, company_show) ? 0 : -ENOMEM;
}

static void __exit company_exit(void)
{
	remove_proc_entry("company", NULL);
	if (nmi_on)
		nmi_set(false);
	if (replace_on)
		replace_set(false);
	if (trace_on)
		trace_set(false);
}

module_init(company_init);
module_exit(company_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("what other users of a kernel do, for the tests of anytrace");
