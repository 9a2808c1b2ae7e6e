/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process.c - pages of another process: get_user_pages_remote() lost its array of mappings in 6.5. */
#include <linux/mm.h>
#include <linux/version.h>

#include "os/linux/linux.h"

#include "os/linux/compat/compat.h"

struct page *compat_user_page_locked(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct page *page;
	long count;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
	count = get_user_pages_remote(mm, addr, 1, flags, &page, NULL, NULL);
#else
	count = get_user_pages_remote(mm, addr, 1, flags, &page, NULL);
#endif
	return count == 1 ? page : NULL;
}

struct page *compat_user_page(struct mm_struct *mm, unsigned long addr, unsigned int flags)
{
	struct page *page;

	mmap_read_lock(mm);
	page = compat_user_page_locked(mm, addr, flags);
	mmap_read_unlock(mm);
	return page;
}
