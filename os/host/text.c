/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* text.c - there is no kernel here: no text, no symbols, no modules, no system calls of others. Each says so. */
#include "os/host/host.h"
#include "os/os.h"

int os_func_each(const char *module, int (*fn)(void *arg, const struct os_func *func), void *arg)
{
	return -OS_EOPNOTSUPP;
}

bool os_text_symbol(uint64_t addr, struct os_text_symbol *symbol)
{
	return false;
}

const char *os_text_refusal(uint64_t addr, size_t size)
{
	return "no-kernel-text";
}

int os_text_read(uint64_t addr, void *dst, size_t size)
{
	return -OS_EFAULT;
}

long os_text_patch(struct os_patch *patches, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		patches[i].status = -OS_EFAULT;
	return 0;
}

uint64_t os_exec_alloc(size_t size)
{
	return 0;
}

void os_exec_write(uint64_t addr, const void *src, size_t size)
{
	DT_ASSERT(false); /* nothing was ever allocated */
}

void os_exec_free(uint64_t addr, size_t size)
{
	DT_ASSERT(false);
}

const uint64_t *os_return_thunks(size_t *count)
{
	*count = 0;
	return NULL;
}

uint64_t os_symbol(const char *name)
{
	return 0;
}

static void (*module_coming)(const char *module);
static void (*module_going)(const char *module);

/* None comes, none goes, unless a test says so. */
int os_module_watch(void (*coming)(const char *module), void (*going)(const char *module))
{
	module_coming = coming;
	module_going = going;
	return 0;
}

void os_host_module(const char *module, bool coming)
{
	void (*fn)(const char *module) = coming ? module_coming : module_going;

	if (fn != NULL)
		fn(module);
}

int os_module_get(void)
{
	return 0;
}

void os_module_put(void)
{
}

int os_syscall_each(int (*fn)(void *arg, const struct os_syscall *call), void *arg)
{
	return -OS_EOPNOTSUPP;
}

int os_syscall_trace(void (*enter)(struct isa_regs *regs, unsigned int abi_index, unsigned int number,
				   const uint64_t args[6]),
		     void (*leave)(struct isa_regs *regs, unsigned int abi_index, unsigned int number, int64_t value))
{
	return enter == NULL && leave == NULL ? 0 : -OS_EOPNOTSUPP;
}
