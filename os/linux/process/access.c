/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * access.c - others read and write the memory of a process that is open: by ptrace(), by /proc/PID/mem. They
 * see no break of ours, and overwrite none (core/site/debugger.c).
 *
 * Theory. All of them come to __access_remote_vm(), in the kernel, and nobody tells when. So a break at its
 * entry sends the thread to a function of the same type here, which may sleep. It calls the kernel's: that
 * call meets the break again, which lets it pass because it comes from here.
 *
 *      ptrace(), /proc/PID/mem ---> __access_remote_vm: break ---> linux_access_memory()
 *                                                  ^                    |
 *                                                  +--------------------+
 *
 * process_vm_readv() is another way: it copies to the memory of its caller, where nothing can be concealed. It is
 * noted that somebody has used it (core/site/doubt.c).
 */
#include <linux/mm.h>
#include <linux/wait_bit.h>

#include "os/linux/process/process.h"

#include <dtrace/provider.h>
#include <isa_types.h>

#include "os/linux/linux.h"

typedef int access_fn(struct mm_struct *mm, unsigned long addr, void *bytes, int size, unsigned int flags);

static access_fn *kernel_access;
static atomic_t inside; /* threads that are sent to linux_access_memory(), and have not left it */
static bool is_passed;  /* [A] */

struct call {
	struct mm_struct *mm;
	unsigned long addr;
	void *bytes;
	int size;
	unsigned int flags;
};

static long write_memory(void *arg)
{
	const struct call *call = arg;

	return kernel_access(call->mm, call->addr, call->bytes, call->size, call->flags);
}

static int access_process(struct os_space *space, struct call *call)
{
	int done;

	if (call->flags & FOLL_WRITE)
		return (int)dt_user_write(space, call->addr, call->bytes, call->size, write_memory, call);
	done = kernel_access(call->mm, call->addr, call->bytes, call->size, call->flags);
	if (done > 0)
		dt_user_conceal(space, call->addr, call->bytes, done);
	return done;
}

/*
 * Instead of __access_remote_vm(): its arguments, what it returns. No other file calls it: it is not static so that its
 * address has a name, which tools/check-probe-context.py looks for.
 */
noinline access_fn linux_access_memory;

noinline int linux_access_memory(struct mm_struct *mm, unsigned long addr, void *bytes, int size, unsigned int flags)
{
	struct os_space *space = size > 0 ? linux_process_space(mm) : NULL;
	struct call call = { mm, addr, bytes, size, flags };
	int done;

	if (space) {
		done = access_process(space, &call);
		dt_space_put(space, 1);
	} else {
		done = kernel_access(mm, addr, bytes, size, flags);
	}
	if (atomic_dec_and_test(&inside))
		wake_up_var(&inside);
	return done;
}

/* ---- the breaks ------------------------------------------------------------------------------ */

DT_PROBE_CTX static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return os_kload(dst, addr, size);
}

static const struct isa_mem kernel_memory = { .load = load };

DT_PROBE_CTX static bool is_called_here(const struct isa_regs *regs)
{
	uint64_t caller;

	return isa_caller_get(regs, &kernel_memory, &caller) != 0 || linux_own_text((unsigned long)caller);
}

DT_PROBE_CTX static uint32_t accessed(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	uint64_t mm;

	if (isa_arg_get(firing->regs, 0, NULL, &mm) == 0 && linux_process_find((struct mm_struct *)(unsigned long)mm) &&
	    !is_called_here(firing->regs)) {
		atomic_inc(&inside);
		isa_pc_set(firing->regs, (unsigned long)linux_access_memory);
	}
	return os_cpu_self();
}

DT_PROBE_CTX static uint32_t passed(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	WRITE_ONCE(is_passed, true);
	return os_cpu_self();
}

static struct hook {
	const char *name;
	struct dt_site_attachment entry;
} hooks[] = {
	{ "__access_remote_vm", { .special = DT_SITE_FIRE, .fire = accessed, .order = DT_SITE_ORDER_LAST } },
	{ "process_vm_rw", { .special = DT_SITE_FIRE, .fire = passed } },
};

static void hook_begin(struct hook *hook)
{
	struct dt_site_attachment *list[] = { &hook->entry };

	hook->entry.space = os_kernel_space();
	hook->entry.edge = true;
	hook->entry.addr = linux_function_entry(hook->name);
	if (hook->entry.addr && dt_sites_attach(list, 1) == 1)
		return;
	WRITE_ONCE(is_passed, true);
	pr_notice_once("dtrace: no probe can be at %s() in this kernel: debuggers of traced processes see breaks\n",
		       hook->name);
}

void linux_access_begin(void)
{
	size_t i;

	is_passed = false;
	kernel_access = (access_fn *)linux_symbol(hooks[0].name);
	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		hook_begin(&hooks[i]);
}

void linux_access_end(void)
{
	struct dt_site_attachment *list[ARRAY_SIZE(hooks)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(hooks); i++)
		list[i] = &hooks[i].entry;
	dt_sites_detach(list, ARRAY_SIZE(hooks));
}

bool linux_access_is_passed(void)
{
	return READ_ONCE(is_passed);
}

/* The last instructions of linux_access_memory() are executed after it was counted. */
void linux_access_fini(void)
{
	wait_var_event(&inside, atomic_read(&inside) == 0);
	linux_grace();
}
