/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* code.c - memory for code that the tracer has made: as that for slots (exec.c); and the module's parameter for it. */
#include <linux/moduleparam.h>

#include "os/linux/cpu.h"

static bool native = true;
module_param(native, bool, 0644);
MODULE_PARM_DESC(native, "whether D expressions of programs to come become machine code: 1 (default) or 0");

/* A kernel that checks where indirect calls lead (CONFIG_CFI_CLANG) knows compiled functions only. */
uint64_t os_code_alloc(size_t size)
{
	return READ_ONCE(native) && !IS_ENABLED(CONFIG_CFI_CLANG) ? linux_exec_alloc(size) : 0;
}

void os_code_write(uint64_t addr, const void *code, size_t size)
{
	linux_exec_write(addr, code, size);
	linux_cpu_sync();
}

void os_code_free(uint64_t addr, size_t size)
{
	linux_exec_free(addr, size);
}

/*
 * A function that only returns, as this kernel wants it done: on CPUs whose prediction of returns others can misuse
 * (x86: retbleed, SRSO), the kernel has put a jump to its thunk here when it loaded the module.
 */
static noinline notrace void returns(void)
{
	barrier();
}

uint64_t os_code_return(void)
{
	return (unsigned long)returns;
}
