/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * guarded.c - loads and stores that may fail. The kernel's inline accesses with an exception table
 * entry are used, with sleeping in the page fault handler switched off. No function that could
 * carry a probe is called.
 *
 * User memory is read only while it is that of the current task: between the change of page tables
 * and the change of tasks a probe would read the next program's memory.
 */
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include "os/linux/cpu.h"

#define WORD sizeof(unsigned long)

/*
 * Whether a word can be moved at once: on CPUs that are slow with unaligned words only when both
 * addresses are aligned.
 */
DT_PROBE_INLINE bool by_words(const void *dst, unsigned long src)
{
	return IS_ENABLED(CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS) || (((unsigned long)dst | src) & (WORD - 1)) == 0;
}

/*
 * Whether a load can at worst page-fault. The stack of the running task is no device: it needs no walk through page
 * tables, which elsewhere in vmalloc()'s part of the address space is most of the load.
 */
DT_PROBE_INLINE bool may_load(unsigned long src, size_t size)
{
	unsigned long offset = src - (unsigned long)task_stack_page(current);

	return (offset < THREAD_SIZE && size <= THREAD_SIZE - offset) || linux_cpu_kernel_range(src, size);
}

DT_PROBE_CTX int os_kload(void *dst, uint64_t addr, size_t size)
{
	unsigned long src = addr;

	if (src != addr || !may_load(src, size))
		return -OS_EFAULT;
	pagefault_disable();
	if (by_words(dst, src)) {
		for (; size >= WORD; size -= WORD, src += WORD, dst += WORD)
			__get_kernel_nofault(dst, (void *)src, unsigned long, fault);
	}
	for (; size > 0; size--, src++, dst++)
		__get_kernel_nofault(dst, (void *)src, u8, fault);
	pagefault_enable();
	return 0;
fault:
	pagefault_enable();
	return -OS_EFAULT;
}

DT_PROBE_CTX long os_kload_str(char *dst, uint64_t addr, size_t size)
{
	unsigned long src = addr;
	size_t n = 0;
	u8 byte;

	if (size == 0 || src != addr)
		return -OS_EFAULT;
	pagefault_disable();
	for (n = 0; n + 1 < size; n++) {
		if ((n == 0 || ((src + n) & (PAGE_SIZE - 1)) == 0) && !may_load(src + n, 1))
			goto fault;
		__get_kernel_nofault(&byte, (void *)(src + n), u8, fault);
		if (byte == 0)
			break;
		dst[n] = byte;
	}
	pagefault_enable();
	dst[n] = 0;
	return n;
fault:
	pagefault_enable();
	return -OS_EFAULT;
}

DT_PROBE_CTX int os_uload(void *dst, uint64_t addr, size_t size)
{
	unsigned long src = addr;

	if (src != addr || !linux_cpu_user_mapped())
		return -OS_EFAULT;
	pagefault_disable();
	if (!user_access_begin((void __user *)src, size)) {
		pagefault_enable();
		return -OS_EFAULT;
	}
	if (by_words(dst, src)) {
		for (; size >= WORD; size -= WORD, src += WORD, dst += WORD)
			unsafe_get_user(*(unsigned long *)dst, (unsigned long __user *)src, fault);
	}
	for (; size > 0; size--, src++, dst++)
		unsafe_get_user(*(u8 *)dst, (u8 __user *)src, fault);
	user_access_end();
	pagefault_enable();
	return 0;
fault:
	user_access_end();
	pagefault_enable();
	return -OS_EFAULT;
}

/*
 * One byte of a user string; the string may end on the last mapped page, so no byte after it may be
 * read.
 */
DT_PROBE_CTX static int user_byte(unsigned long addr, u8 *byte)
{
	u8 value;

	if (!user_access_begin((void __user *)addr, 1))
		return -OS_EFAULT;
	unsafe_get_user(value, (u8 __user *)addr, fault);
	user_access_end();
	*byte = value;
	return 0;
fault:
	user_access_end();
	return -OS_EFAULT;
}

DT_PROBE_CTX long os_uload_str(char *dst, uint64_t addr, size_t size)
{
	unsigned long src = addr;
	size_t n;
	u8 byte;

	if (size == 0 || src != addr || !linux_cpu_user_mapped())
		return -OS_EFAULT;
	pagefault_disable();
	for (n = 0; n + 1 < size; n++) {
		if (user_byte(src + n, &byte) != 0) {
			pagefault_enable();
			return -OS_EFAULT;
		}
		if (byte == 0)
			break;
		dst[n] = byte;
	}
	pagefault_enable();
	dst[n] = 0;
	return n;
}

DT_PROBE_CTX int os_ustore(uint64_t addr, const void *src, size_t size)
{
	unsigned long dst = addr;
	const u8 *bytes = src;
	size_t i;

	if (dst != addr || !linux_cpu_user_mapped())
		return -OS_EFAULT;
	pagefault_disable();
	if (!user_access_begin((void __user *)dst, size)) {
		pagefault_enable();
		return -OS_EFAULT;
	}
	for (i = 0; i < size; i++)
		unsafe_put_user(bytes[i], (u8 __user *)(dst + i), fault);
	user_access_end();
	pagefault_enable();
	return 0;
fault:
	user_access_end();
	pagefault_enable();
	return -OS_EFAULT;
}

int os_copyin(void *dst, uint64_t uaddr, size_t size)
{
	if ((unsigned long)uaddr != uaddr)
		return -OS_EFAULT;
	return copy_from_user(dst, (void __user *)(unsigned long)uaddr, size) ? -OS_EFAULT : 0;
}

int os_copyout(uint64_t uaddr, const void *src, size_t size)
{
	if ((unsigned long)uaddr != uaddr)
		return -OS_EFAULT;
	return copy_to_user((void __user *)(unsigned long)uaddr, src, size) ? -OS_EFAULT : 0;
}
