/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object_bio.c - facts of a transfer to or from a block device, and of the file that it is for.
 *
 *      through the page cache   bio -> first page -> folio -> mapping -> inode -> a name of it
 *      direct, by iomap         bio -> bi_private -> kiocb -> file
 *      direct, to the device    bio -> bi_private, or what is before the bio -> kiocb -> file
 */
#include <linux/bio.h>
#include <linux/blk_types.h>
#include <linux/blkdev.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mm_types.h>
#include <linux/mount.h>
#include <linux/pagemap.h>

#include "os/linux/object.h"

#include "os/linux/compat/compat.h"

/* ---- found when the module loads -------------------------------------------------------------- */

/* The functions that end direct transfers, 0 where this kernel has none; not changed later. */
static unsigned long end_iomap, end_device, end_device_async;
static u8 errors[BLK_STS_OFFLINE + 1]; /* errno by status; not changed later */

int linux_objects_init(void)
{
	blk_status_t status;

	end_iomap = linux_symbol("iomap_dio_bio_end_io");
	end_device = linux_symbol("blkdev_bio_end_io");
	end_device_async = linux_symbol("blkdev_bio_end_io_async");
	for (status = 0; status < ARRAY_SIZE(errors); status++)
		errors[status] = (u8)-blk_status_to_errno(status);
	return 0;
}

/* ---- the transfer ----------------------------------------------------------------------------- */

DT_PROBE_CTX static int has_flag(uint64_t bio, unsigned long flag, uint64_t *ret)
{
	blk_opf_t flags;

	if (!LOAD_MEMBER(&flags, bio, struct bio, bi_opf))
		return -OS_EFAULT;
	*ret = ((__force unsigned long)flags & flag) != 0;
	return 0;
}

DT_PROBE_CTX int linux_number_bio_write(uint64_t object, uint64_t *ret)
{
	return has_flag(object, 1, ret); /* the operation's lowest bit is the direction */
}

DT_PROBE_CTX int linux_number_bio_sync(uint64_t object, uint64_t *ret)
{
	return has_flag(object, (__force unsigned long)REQ_SYNC, ret);
}

FACT_MEMBER(bio_bytes, struct bio, bi_iter.bi_size, u64)
FACT_MEMBER(bio_sector, struct bio, bi_iter.bi_sector, u64)
FACT_MEMBER(bio_done, struct bio, bi_end_io, unsigned long)

DT_PROBE_CTX int linux_number_bio_error(uint64_t object, uint64_t *ret)
{
	blk_status_t status;

	if (!LOAD_MEMBER(&status, object, struct bio, bi_status))
		return -OS_EFAULT;
	*ret = (__force u8)status < ARRAY_SIZE(errors) ? errors[(__force u8)status] : EIO;
	return 0;
}

/* ---- the device ------------------------------------------------------------------------------- */

/* A transfer that is not sent yet may have no device: *@ret is 0. */
DT_PROBE_CTX static int device_of(uint64_t bio, uint64_t *ret)
{
	return LOAD_POINTER(ret, bio, struct bio, bi_bdev) ? 0 : -OS_EFAULT;
}

DT_PROBE_CTX int linux_number_bio_dev(uint64_t object, uint64_t *ret)
{
	uint64_t device;
	dev_t number = 0;

	if (device_of(object, &device) != 0 || (device && !LOAD_MEMBER(&number, device, struct block_device, bd_dev)))
		return -OS_EFAULT;
	*ret = number;
	return 0;
}

DT_PROBE_CTX int linux_number_bio_partition(uint64_t object, uint64_t *ret)
{
	unsigned int number = 0;
	uint64_t device;

	if (device_of(object, &device) != 0 || (device && compat_partition(device, &number) != 0))
		return -OS_EFAULT;
	*ret = number;
	return 0;
}

/* The disk's name: its length, 0 for no device. */
DT_PROBE_CTX static long disk_name(uint64_t device, char *dst, size_t size)
{
	uint64_t disk;

	if (!device)
		return linux_text_put(dst, size, "");
	if (!LOAD_POINTER(&disk, device, struct block_device, bd_disk))
		return -OS_EFAULT;
	return linux_text_at(disk + offsetof(struct gendisk, disk_name), DISK_NAME_LEN - 1, dst, size);
}

DT_PROBE_CTX static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* As the kernel names partitions: vda1, nvme0n1p1. */
DT_PROBE_CTX long linux_text_bio_disk(uint64_t object, char *dst, size_t size)
{
	unsigned int number = 0, unit = 1;
	uint64_t device;
	long length;

	if (device_of(object, &device) != 0 || (device && compat_partition(device, &number) != 0))
		return -OS_EFAULT;
	length = disk_name(device, dst, size);
	if (length <= 0 || number == 0)
		return length;
	if (is_digit(dst[length - 1]) && length + 1 < (long)size)
		dst[length++] = 'p';
	while (number / unit >= 10)
		unit *= 10;
	for (; unit > 0 && length + 1 < (long)size; unit /= 10)
		dst[length++] = (char)('0' + number / unit % 10);
	dst[length] = '\0';
	return length;
}

/* The module that the disk's functions are in; of a driver that is part of the kernel the letters of the disk's name. */
DT_PROBE_CTX long linux_text_bio_driver(uint64_t object, char *dst, size_t size)
{
	uint64_t device, disk, functions, owner;
	long length;

	if (device_of(object, &device) != 0)
		return -OS_EFAULT;
	if (!device)
		return linux_text_put(dst, size, "");
	if (!LOAD_POINTER(&disk, device, struct block_device, bd_disk) ||
	    !LOAD_POINTER(&functions, disk, struct gendisk, fops) ||
	    !LOAD_POINTER(&owner, functions, struct block_device_operations, owner))
		return -OS_EFAULT;
	if (owner)
		return linux_text_at(owner + offsetof(struct module, name), MODULE_NAME_LEN - 1, dst, size);
	length = disk_name(device, dst, size);
	while (length > 0 && is_digit(dst[length - 1]))
		dst[--length] = '\0';
	return length;
}

/* ---- the file --------------------------------------------------------------------------------- */

/*
 * The file of a transfer. Direct: kiocb and file. Through the page cache: inode, and the offset in
 * it. A member that is not known is 0.
 */
struct target {
	uint64_t kiocb, file, inode;
	loff_t offset;
};

#define DIRECT_HEAD SMP_CACHE_BYTES /* block/fops.c: struct blkdev_dio has its bio at the second line of the cache */

/* The struct kiocb of a direct transfer; 0: it is none, or its kiocb cannot be found. */
DT_PROBE_CTX static bool find_direct(uint64_t bio, uint64_t *kiocb)
{
	uint64_t end, private;

	*kiocb = 0;
	if (!LOAD_POINTER(&end, bio, struct bio, bi_end_io))
		return false;
	if (!end || (end != end_iomap && end != end_device && end != end_device_async))
		return false;
	if (end == end_device_async)
	private = bio - DIRECT_HEAD;
	else if (!LOAD_POINTER(&private, bio, struct bio, bi_private)) return true;
	if (!linux_load_pointer(private, kiocb))
		*kiocb = 0;
	return true;
}

/* The inode whose page is the first one of the transfer; its mapping and the inode name each other. */
DT_PROBE_CTX static void find_cached(uint64_t bio, struct target *target)
{
	uint64_t vector, page, folio, mapping, host, back;
	unsigned short count;
	unsigned int at = 0;
	pgoff_t index;

	if (!LOAD_POINTER(&vector, bio, struct bio, bi_io_vec) || !vector ||
	    !LOAD_MEMBER(&count, bio, struct bio, bi_vcnt) ||
	    (count == 0 && !LOAD_MEMBER(&at, bio, struct bio, bi_iter.bi_idx)) ||
	    !LOAD_POINTER(&page, vector + at * sizeof(struct bio_vec), struct bio_vec, bv_page) || !page)
		return;
	folio = compat_page_folio(page);
	if (!folio || !LOAD_POINTER(&mapping, folio, struct folio, mapping) || !mapping || (mapping & 3) != 0)
		return;
	if (!LOAD_POINTER(&host, mapping, struct address_space, host) || !host ||
	    !LOAD_POINTER(&back, host, struct inode, i_mapping) || back != mapping)
		return;
	target->inode = host;
	if (LOAD_MEMBER(&index, folio, struct folio, index))
		target->offset =
			((loff_t)index << PAGE_SHIFT) + (loff_t)((page - folio) / sizeof(struct page) << PAGE_SHIFT);
}

DT_PROBE_CTX static int find_target(uint64_t bio, struct target *target)
{
	blk_opf_t flags;

	target->kiocb = target->file = target->inode = 0;
	target->offset = 0;
	if (!LOAD_MEMBER(&flags, bio, struct bio, bi_opf))
		return -OS_EFAULT;
	if (((__force unsigned int)flags & REQ_OP_MASK) > (__force unsigned int)REQ_OP_WRITE)
		return 0; /* flushes and discards are of no file */
	if (!find_direct(bio, &target->kiocb)) {
		find_cached(bio, target);
		return 0;
	}
	if (!target->kiocb)
		return 0;
	if (!LOAD_POINTER(&target->file, target->kiocb, struct kiocb, ki_filp) ||
	    !LOAD_MEMBER(&target->offset, target->kiocb, struct kiocb, ki_pos))
		target->file = 0;
	return 0;
}

/*
 * A name of an inode; 0: it has none in memory. Of a file system that no user can mount, as that of
 * block devices, it would be an empty one (since 6.9 an open device has one, alloc_file_pseudo()).
 */
DT_PROBE_CTX static uint64_t name_of(uint64_t inode)
{
	uint64_t block, first;
	unsigned long flags;

	if (!LOAD_POINTER(&block, inode, struct inode, i_sb) ||
	    !LOAD_MEMBER(&flags, block, struct super_block, s_flags) || flags & SB_NOUSER)
		return 0;
	if (!linux_load_pointer(inode + offsetof(struct inode, i_dentry), &first) || !first)
		return 0;
	return first - offsetof(struct dentry, COMPAT_DENTRY_ALIAS);
}

DT_PROBE_CTX int linux_number_bio_direct(uint64_t object, uint64_t *ret)
{
	blk_opf_t flags;
	uint64_t kiocb;

	if (!LOAD_MEMBER(&flags, object, struct bio, bi_opf))
		return -OS_EFAULT;
	*ret = find_direct(object, &kiocb);
	return 0;
}

DT_PROBE_CTX int linux_number_bio_cached(uint64_t object, uint64_t *ret)
{
	struct target target;
	int error = find_target(object, &target);

	*ret = target.inode != 0;
	return error;
}

DT_PROBE_CTX int linux_number_bio_offset(uint64_t object, uint64_t *ret)
{
	struct target target;
	int error = find_target(object, &target);

	*ret = (uint64_t)target.offset;
	return error;
}

DT_PROBE_CTX int linux_number_bio_oflags(uint64_t object, uint64_t *ret)
{
	struct target target;

	if (find_target(object, &target) != 0)
		return -OS_EFAULT;
	*ret = 0;
	return target.file ? linux_number_file_flags(target.file, ret) : 0;
}

DT_PROBE_CTX long linux_text_bio_name(uint64_t object, char *dst, size_t size)
{
	struct target target;
	uint64_t dentry;

	if (find_target(object, &target) != 0)
		return -OS_EFAULT;
	if (target.file)
		return linux_text_file_name(target.file, dst, size);
	dentry = target.inode ? name_of(target.inode) : 0;
	return dentry ? linux_dentry_name(dentry, dst, size) : linux_text_put(dst, size, LINUX_NONE);
}

DT_PROBE_CTX long linux_text_bio_path(uint64_t object, char *dst, size_t size)
{
	struct target target;
	uint64_t dentry;

	if (find_target(object, &target) != 0)
		return -OS_EFAULT;
	if (target.file)
		return linux_text_file_path(target.file, dst, size);
	dentry = target.inode ? name_of(target.inode) : 0;
	return dentry ? linux_dentry_path(dentry, dst, size) : linux_text_put(dst, size, LINUX_NONE);
}

DT_PROBE_CTX long linux_text_bio_dir(uint64_t object, char *dst, size_t size)
{
	long length = linux_text_bio_path(object, dst, size);

	return length > 0 && dst[0] == '/' ? linux_text_cut(dst, length) : length;
}

/* The super block of its file system; 0: of no file. */
DT_PROBE_CTX static int block_of(uint64_t bio, uint64_t *ret)
{
	struct target target;

	*ret = 0;
	if (find_target(bio, &target) != 0)
		return -OS_EFAULT;
	if (target.file && !LOAD_POINTER(&target.inode, target.file, struct file, f_inode))
		return -OS_EFAULT;
	return !target.inode || LOAD_POINTER(ret, target.inode, struct inode, i_sb) ? 0 : -OS_EFAULT;
}

DT_PROBE_CTX long linux_text_bio_fs(uint64_t object, char *dst, size_t size)
{
	uint64_t block, type, name;

	if (block_of(object, &block) != 0)
		return -OS_EFAULT;
	if (!block)
		return linux_text_put(dst, size, LINUX_NONE);
	if (!LOAD_POINTER(&type, block, struct super_block, s_type) ||
	    !LOAD_POINTER(&name, type, struct file_system_type, name))
		return -OS_EFAULT;
	return os_kload_str(dst, name, size);
}

/* A file system that no user can mount, as that of block devices, has its own name for itself. */
DT_PROBE_CTX long linux_text_bio_mount(uint64_t object, char *dst, size_t size)
{
	uint64_t block, mount, root;
	unsigned long flags;

	if (block_of(object, &block) != 0)
		return -OS_EFAULT;
	if (!block)
		return linux_text_put(dst, size, LINUX_NONE);
	if (!LOAD_MEMBER(&flags, block, struct super_block, s_flags))
		return -OS_EFAULT;
	mount = flags & SB_NOUSER ? 0 : linux_mount_of(block);
	if (mount && LOAD_POINTER(&root, mount, struct vfsmount, mnt_root))
		return os_path(mount, root, dst, size);
	return linux_text_at(block + offsetof(struct super_block, s_id), sizeof_field(struct super_block, s_id) - 1,
			     dst, size);
}
