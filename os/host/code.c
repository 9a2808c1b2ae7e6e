/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* code.c - memory for code that the tracer has made: near its own text, writable only while it is written. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/os.h"

#define STEP  (1u << 20) /* bytes between two places that are tried */
#define TRIES 1500u      /* calls reach 2 GiB */

static size_t whole_pages(size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (size + page - 1) / page * page;
}

uint64_t os_code_alloc(size_t size)
{
	uintptr_t near = (uintptr_t)os_code_alloc & ~(uintptr_t)(STEP - 1);
	unsigned int i;
	void *memory;

	if (os_host_inject(OS_HOST_FAULT_ALLOC))
		return 0;
	size = whole_pages(size);
	for (i = 1; i < TRIES && near > (uintptr_t)(i + 1) * STEP; i++) {
		memory = mmap((void *)(near - (uintptr_t)i * STEP), size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
		if (memory != MAP_FAILED)
			return (uintptr_t)memory;
	}
	return 0;
}

void os_code_write(uint64_t addr, const void *code, size_t size)
{
	void *memory = (void *)(uintptr_t)addr;

	memcpy(memory, code, size);
	if (mprotect(memory, whole_pages(size), PROT_READ | PROT_EXEC) != 0)
		abort();
	__builtin___clear_cache((char *)memory, (char *)memory + size);
}

void os_code_free(uint64_t addr, size_t size)
{
	munmap((void *)(uintptr_t)addr, whole_pages(size));
}

uint64_t os_code_return(void)
{
	return 0;
}
