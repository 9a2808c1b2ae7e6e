/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object.c - members of the kernel's objects that are kept differently: the counters of memory
 * became one for each CPU in 6.2, the times of an inode got functions in 6.7, a partition's number
 * moved among flags in 6.10, folios and their pages have been rearranged more than once.
 */
#include <linux/blk_types.h>
#include <linux/mm.h>
#include <linux/mm_types.h>
#include <linux/version.h>

#include "os/linux/object.h"

#include "os/linux/compat/compat.h"

DT_PROBE_CTX int compat_mm_counter(uint64_t mm, int which, int64_t *pages)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
	long count;

	if (os_kload(&count, mm + offsetof(struct mm_struct, rss_stat.count) + which * sizeof(count), sizeof(count)))
		return -OS_EFAULT;
	*pages = count;
	return 0;
#else
	uint64_t counter = mm + offsetof(struct mm_struct, rss_stat) + which * sizeof(struct percpu_counter);

	return LOAD_MEMBER(pages, counter, struct percpu_counter, count) ? 0 : -OS_EFAULT;
#endif
}

DT_PROBE_CTX int compat_partition(uint64_t device, unsigned int *number)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 10, 0)
	u8 partition;

	if (!LOAD_MEMBER(&partition, device, struct block_device, bd_partno))
		return -OS_EFAULT;
#else
	u32 partition;

	if (!LOAD_MEMBER(&partition, device, struct block_device, __bd_flags))
		return -OS_EFAULT;
	partition &= BD_PARTNO;
#endif
	*number = partition;
	return 0;
}

u64 compat_inode_changed(const struct inode *inode)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 7, 0)
	return (u64)timespec64_to_ns(&inode->i_mtime);
#else
	struct timespec64 time = inode_get_mtime(inode);

	return (u64)timespec64_to_ns(&time);
#endif
}

/*
 * page_folio() is inline and looks at this page's structure, and where huge pages give back the
 * memory of theirs at the next one: both are tried by guarded loads first.
 */
DT_PROBE_CTX uint64_t compat_page_folio(uint64_t page)
{
	unsigned long words[sizeof(struct page) / sizeof(long)];

	if (page & (sizeof(long) - 1) || os_kload(words, page, sizeof(words)) != 0)
		return 0;
	if (page % PAGE_SIZE == 0 && os_kload(words, page + sizeof(struct page), sizeof(words)) != 0)
		return 0;
	return (unsigned long)page_folio((struct page *)(unsigned long)page);
}
