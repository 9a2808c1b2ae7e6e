/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * text.c - the memory of a process, read and written from outside. A page that is written for the
 * first time becomes a private copy (FOLL_FORCE, as ptrace writes); memory that is shared with a
 * file for writing, devices and large pages of hugetlbfs is refused by the kernel. The page stays
 * private when the breaks are gone.
 *
 * A store is one access, so a thread executes the old instruction or the break.
 */
#include <linux/fs.h>
#include <linux/highmem.h>
#include <linux/jiffies.h>
#include <linux/sched/mm.h>
#include <linux/uaccess.h>

#include "os/linux/process/process.h"

#include <isa_types.h>

/* ---- writing --------------------------------------------------------------------------------- */

void linux_writer_end(struct linux_writer *writer)
{
	if (!writer->page)
		return;
	kunmap_local(writer->map);
	set_page_dirty_lock(writer->page);
	put_page(writer->page);
	writer->page = NULL;
}

void *linux_writer_at(struct linux_writer *writer, unsigned long addr)
{
	if (writer->page && writer->addr == (addr & PAGE_MASK))
		return writer->map + offset_in_page(addr);
	linux_writer_end(writer);
	writer->page = linux_user_page(writer->mm, addr & PAGE_MASK, FOLL_FORCE | FOLL_WRITE);
	if (IS_ERR(writer->page)) {
		void *error = ERR_CAST(writer->page);

		writer->page = NULL;
		return error;
	}
	writer->addr = addr & PAGE_MASK;
	writer->map = kmap_local_page(writer->page);
	return writer->map + offset_in_page(addr);
}

bool linux_process_fill(struct mm_struct *mm, unsigned long addr, const void *src, size_t size)
{
	struct linux_writer writer = { .mm = mm };
	size_t part;
	void *place;

	for (; size > 0; size -= part, addr += part, src += part) {
		part = min_t(size_t, size, PAGE_SIZE - offset_in_page(addr));
		place = linux_writer_at(&writer, addr);
		if (IS_ERR(place))
			break;
		memcpy(place, src, part);
		linux_cpu_user_stored(place, part);
	}
	linux_writer_end(&writer);
	return size == 0;
}

static void store(void *place, const u8 *bytes, size_t size)
{
	if (size == 1)
		WRITE_ONCE(*(u8 *)place, bytes[0]);
	else if (size == 2)
		WRITE_ONCE(*(u16 *)place, *(const u16 *)bytes);
	else
		WRITE_ONCE(*(u32 *)place, *(const u32 *)bytes);
	linux_cpu_user_stored(place, size);
}

static int patch_one(struct linux_process *process, struct linux_writer *writer, const struct os_patch *patch)
{
	const struct isa *isa = process->space.isa;
	void *place;

	if (process->lost && memcmp(patch->new_bytes, isa->break_bytes, patch->len) == 0)
		return -OS_EFAULT;
	place = linux_writer_at(writer, (unsigned long)patch->addr);
	if (IS_ERR(place))
		return PTR_ERR(place) == -ENOMEM ? -OS_ENOMEM : -OS_EFAULT;
	if (memcmp(place, patch->old_bytes, patch->len) != 0)
		return -OS_EBUSY;
	store(place, patch->new_bytes, patch->len);
	return 0;
}

long linux_process_patch(struct os_space *space, struct os_patch *patches, size_t count)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	struct linux_writer writer = { .mm = process->mm };
	long written = 0;
	size_t i;

	process->page = 1;
	WRITE_ONCE(process->writer, current);
	if (!mmget_not_zero(process->mm)) {
		for (i = 0; i < count; i++)
			patches[i].status = -OS_EFAULT;
		goto out;
	}
	if (process->slots_written)
		linux_cpu_sync();
	process->slots_written = false;
	for (i = 0; i < count; i++) {
		patches[i].status = (int16_t)patch_one(process, &writer, &patches[i]);
		written += patches[i].status == 0;
	}
	linux_writer_end(&writer);
	linux_cpu_sync();
	mmput_async(process->mm); /* the last one would wait for us: we have the lock of sites */
out:
	WRITE_ONCE(process->writer, NULL);
	return written;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool copy_from_page(struct linux_process *process, unsigned long addr)
{
	int throws = atomic_read(&process->throws);
	struct page *page = linux_user_page(process->mm, addr, FOLL_FORCE);
	void *map;

	process->page = 1;
	if (IS_ERR(page))
		return false;
	process->copied_throws = throws;
	map = kmap_local_page(page);
	memcpy(process->bytes, map, PAGE_SIZE);
	kunmap_local(map);
	put_page(page);
	process->page = addr;
	process->when = jiffies;
	return true;
}

static bool is_copied(const struct linux_process *process, unsigned long page)
{
	return process->page == page && process->when == jiffies &&
	       process->copied_throws == atomic_read(&process->throws);
}

/*
 * Who arms many sites reads one instruction after the other: the page is copied once. What has
 * changed there since is found out when a break is written.
 */
int linux_process_read(struct os_space *space, uint64_t addr, void *dst, size_t size)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	unsigned long from = (unsigned long)addr, page;
	size_t part;

	if (from != addr || from + size < from || !mmget_not_zero(process->mm))
		return -OS_EFAULT;
	for (; size > 0; size -= part, from += part, dst += part) {
		page = from & PAGE_MASK;
		if (!is_copied(process, page) && !copy_from_page(process, page))
			break;
		part = min_t(size_t, size, PAGE_SIZE - offset_in_page(from));
		memcpy(dst, process->bytes + offset_in_page(from), part);
	}
	mmput_async(process->mm);
	return size == 0 ? 0 : -OS_EFAULT;
}

/* ---- where it comes from --------------------------------------------------------------------- */

/* Numbers of the file and of its part. The vDSO and what is mapped without a file have the same. */
static u64 number_of(const struct vm_area_struct *area)
{
	const struct inode *inode = area->vm_file ? file_inode(area->vm_file) : NULL;
	u64 number = area->vm_pgoff - (area->vm_start >> PAGE_SHIFT);

	if (!inode)
		return 1;
	number = number * 0x9e3779b97f4a7c15ull + inode->i_sb->s_dev;
	number = number * 0x9e3779b97f4a7c15ull + inode->i_ino;
	return number * 0x9e3779b97f4a7c15ull + inode->i_generation;
}

static void look_up_origin(struct linux_process *process, unsigned long addr)
{
	struct linux_origin *origin = &process->origin;
	struct vm_area_struct *area;

	origin->when = jiffies;
	origin->throws = atomic_read(&process->throws);
	origin->start = addr;
	origin->end = addr + 1;
	origin->number = 0;
	mmap_read_lock(process->mm);
	area = find_vma(process->mm, addr);
	if (area && area->vm_start <= addr) {
		origin->start = area->vm_start;
		origin->end = area->vm_end;
		origin->number = number_of(area);
	}
	mmap_read_unlock(process->mm);
}

/* Who arms many sites asks for one mapping again and again. */
uint64_t linux_process_origin(struct os_space *space, uint64_t addr)
{
	struct linux_process *process = container_of(space, struct linux_process, space);
	struct linux_origin *origin = &process->origin;

	if (addr < origin->start || addr >= origin->end || origin->when != jiffies ||
	    origin->throws != atomic_read(&process->throws)) {
		if (!mmget_not_zero(process->mm))
			return 0;
		look_up_origin(process, (unsigned long)addr);
		mmput_async(process->mm);
	}
	return origin->number;
}

/* ---- copies ---------------------------------------------------------------------------------- */

struct cleaning {
	struct linux_writer writer;
	const struct isa *isa;
};

static void take_out(void *arg, uint64_t addr, const uint8_t *bytes)
{
	struct cleaning *cleaning = arg;
	const struct isa *isa = cleaning->isa;
	u8 now[ISA_BREAK_MAX];
	void *place;

	/* reading first: a page without a break stays shared with the parent */
	if (copy_from_user(now, (void __user *)(unsigned long)addr, isa->break_len) == 0 &&
	    memcmp(now, isa->break_bytes, isa->break_len) != 0)
		return;
	place = linux_writer_at(&cleaning->writer, (unsigned long)addr);
	if (!IS_ERR(place) && memcmp(place, isa->break_bytes, isa->break_len) == 0)
		store(place, bytes, isa->break_len);
}

void linux_process_clean(struct linux_process *process)
{
	struct cleaning cleaning = { .writer = { .mm = current->mm }, .isa = process->space.isa };

	dt_space_past(&process->space, take_out, &cleaning);
	linux_writer_end(&cleaning.writer);
	linux_cpu_sync();
}
