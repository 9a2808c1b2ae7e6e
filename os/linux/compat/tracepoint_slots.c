/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * tracepoint_slots.c - the arguments of any tracepoint on i386, where one of 64 bits takes two words,
 * in registers or on the stack: only who knows the prototype knows where an argument is. The kernel
 * does: for each tracepoint it has a function that calls a BPF program with the arguments as words of
 * 64 bits. We attach that function, with a program that is ours.
 *
 * The kernel does not run a program inside itself. So if an interrupt passes the same tracepoint
 * before our function has turned interrupts off, that call is missed; the program's statistics count
 * it. Since 6.10 the function wants a link instead of a program, and those kernels are refused.
 */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/version.h>

#include "os/linux/tracepoint.h"

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 10, 0)

struct bound {
	struct os_tracepoint_hook *hook;
	struct bpf_prog prog; /* last: its instructions follow it, and there are none */
};

DT_PROBE_CTX static unsigned int called(const void *words, const struct bpf_insn *insns)
{
	const struct bound *bound = container_of(insns, struct bound, prog.insnsi[0]);

	bound->hook->fn(bound->hook, words);
	return 0;
}

static void bound_destroy(struct bound *bound)
{
	free_percpu(bound->prog.active);
	free_percpu(bound->prog.stats);
	kfree(bound);
}

static struct bound *bound_create(struct os_tracepoint_hook *hook)
{
	struct bound *bound = kzalloc(sizeof(*bound), GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);

	if (!bound)
		return NULL;
	bound->hook = hook;
	bound->prog.bpf_func = called;
	bound->prog.stats = alloc_percpu_gfp(struct bpf_prog_stats, GFP_KERNEL | __GFP_NOWARN);
	bound->prog.active = alloc_percpu_gfp(int, GFP_KERNEL | __GFP_NOWARN);
	if (bound->prog.stats && bound->prog.active)
		return bound;
	bound_destroy(bound);
	return NULL;
}

const char *linux_tracepoint_bind(struct os_tracepoint_hook *hook, void **fn_ret, void **data_ret)
{
	struct bpf_raw_event_map raw;
	struct bound *bound;
	char name[32];

	if (!linux_tracepoint_raw(hook->point, &raw))
		return "arguments-unknown";
	bound = bound_create(hook);
	if (!bound)
		return "no-memory";
	snprintf(name, sizeof(name), "bpf_trace_run%u", raw.num_args);
	linux_tracepoint_frame(hook, raw.bpf_func);
	linux_tracepoint_frame(hook, (void *)linux_symbol(name));
	hook->arg_count = min_t(u32, raw.num_args, OS_TRACEPOINT_ARGS);
	*fn_ret = raw.bpf_func;
	*data_ret = &bound->prog;
	return NULL;
}

void linux_tracepoint_unbind(void *data)
{
	bound_destroy(container_of(data, struct bound, prog));
}

#else

const char *linux_tracepoint_bind(struct os_tracepoint_hook *hook, void **fn_ret, void **data_ret)
{
	return "arguments-unknown";
}

void linux_tracepoint_unbind(void *data)
{
}

#endif
