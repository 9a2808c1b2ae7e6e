/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.c - reading and writing text. Text is mapped read-only; its pages are mapped a second time,
 * writable, for the time of a batch. A batch is sorted by address, so runs of patches that are near
 * each other share one such mapping: all of the kernel's text is one or two, a module another.
 *
 * The order makes it safe. The site's table entry and slot are complete before its break is stored.
 * If slots were written, one cross call makes every CPU see them before the first break. Each store
 * is one access. After the last store one cross call makes every CPU fetch the new text.
 */
#include <linux/cpu.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "os/linux/cpu.h"

#include "base/memory.h"

#define RUN_GAP   64   /* pages without a patch that a mapping may still contain */
#define RUN_PAGES 8192 /* of one mapping */

atomic64_t linux_text_batches, linux_text_writes, linux_text_syncs, linux_text_late_syncs, linux_text_time;

static struct mutex *text_lock; /* the kernel's text_mutex, NULL where it cannot be found */
static bool text_lock_asked;
static atomic_t slots_unsynced;

static DEFINE_MUTEX(pages_lock); /* [P] */
static struct page **pages;      /* [P] of one mapping; taking a break away must not fail for want of this */

int linux_text_init(void)
{
	pages = os_alloc((RUN_PAGES + 2) * sizeof(*pages));
	return pages ? 0 : -ENOMEM;
}

void linux_text_fini(void)
{
	os_free(pages);
	pages = NULL;
}

static struct page *page_of(unsigned long addr)
{
	if (addr >= linux_calls.text_start && addr < linux_calls.text_end)
		return pfn_to_page(__pa_symbol(addr) >> PAGE_SHIFT);
	return vmalloc_to_page((void *)addr);
}

/*
 * The kernel's own text is always mapped, so it is read without a guard: reading all of it is most
 * of the time that making fbt's probes takes. The kernel's memcpy() may be a function that has probes (i386).
 */
int linux_text_read(uint64_t addr, void *dst, size_t size)
{
	if (addr < linux_calls.text_start || addr >= linux_calls.text_end || size > linux_calls.text_end - addr)
		return os_kload(dst, addr, size);
	dt_memcpy(dst, (const void *)(unsigned long)addr, size);
	return 0;
}

void linux_text_slots_written(void)
{
	atomic_set(&slots_unsynced, 1);
}

/*
 * How many patches from the first on can share a mapping of at most @limit pages (and one more for
 * a patch across a page's end); fills pages, *@page_count. 0: the first one's page does not exist.
 */
static size_t gather(const struct os_patch *patches, size_t count, size_t limit, size_t *page_count)
{
	unsigned long first = (unsigned long)patches[0].addr & PAGE_MASK, wanted, next = first;
	size_t n, i = 0;
	struct page *page;

	for (n = 0; n < count; n++) {
		wanted = ((unsigned long)patches[n].addr + patches[n].len - 1) & PAGE_MASK;
		if (wanted >= next + RUN_GAP * PAGE_SIZE || (wanted - first) / PAGE_SIZE > limit)
			break;
		while (next <= wanted) {
			page = page_of(next);
			if (!page)
				goto out;
			pages[i++] = page;
			next += PAGE_SIZE;
		}
	}
out:
	*page_count = i;
	return n;
}

static size_t store_run(void *alias, unsigned long first, struct os_patch *patches, size_t count)
{
	struct os_patch *patch;
	size_t n, written = 0;
	void *place;

	for (n = 0; n < count; n++) {
		patch = &patches[n];
		place = alias + ((unsigned long)patch->addr - first);
		if (dt_memcmp(place, patch->old_bytes, patch->len) != 0) {
			patch->status = -OS_EBUSY;
			continue;
		}
		linux_cpu_store(place, patch);
		patch->status = 0;
		written++;
	}
	return written;
}

/* Where the kernel has no room for a large mapping, smaller ones do. */
static size_t store_all(struct os_patch *patches, size_t count)
{
	size_t i, j, n, page_count, limit = RUN_PAGES, written = 0;
	void *alias;

	for (i = 0; i < count; i += n) {
		n = gather(patches + i, count - i, limit, &page_count);
		if (n == 0) {
			patches[i].status = -OS_EFAULT;
			n = 1;
			continue;
		}
		alias = vmap(pages, page_count, VM_MAP, PAGE_KERNEL);
		if (alias) {
			written += store_run(alias, (unsigned long)patches[i].addr & PAGE_MASK, patches + i, n);
			vunmap(alias);
		} else if (limit > 1) {
			limit = max_t(size_t, limit / 8, 1); /* 0 would refuse a patch across a page's end */
			n = 0;
		} else {
			for (j = i; j < i + n; j++)
				patches[j].status = -OS_ENOMEM;
		}
	}
	return written;
}

static struct mutex *find_text_lock(void)
{
	if (!text_lock_asked) {
		text_lock = (struct mutex *)linux_symbol("text_mutex");
		text_lock_asked = true;
	}
	return text_lock;
}

static void sync_all(void)
{
	linux_cpu_sync();
	atomic64_inc(&linux_text_syncs);
	if (current->flags & PF_KTHREAD)
		atomic64_inc(&linux_text_late_syncs);
}

long linux_text_patch(struct os_patch *patches, size_t count)
{
	struct mutex *lock = find_text_lock();
	u64 start = ktime_get_ns();
	size_t written;

	if (count == 0 && !atomic_read(&slots_unsynced))
		return 0;
	cpus_read_lock();
	mutex_lock(&pages_lock);
	if (lock)
		mutex_lock(lock);
	if (atomic_xchg(&slots_unsynced, 0))
		sync_all();
	written = store_all(patches, count);
	if (count > 0)
		sync_all();
	if (lock)
		mutex_unlock(lock);
	mutex_unlock(&pages_lock);
	cpus_read_unlock();
	atomic64_inc(&linux_text_batches);
	atomic64_add(written, &linux_text_writes);
	if (!(current->flags & PF_KTHREAD))
		atomic64_set(&linux_text_time, ktime_get_ns() - start);
	return written;
}
