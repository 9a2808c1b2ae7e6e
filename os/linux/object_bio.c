/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * object_bio.c - facts of a transfer to or from a block device, and of the file that it is for. They
 * are asked of a struct bio, or, while a probe of io fires, of what that tells of (transfer.h).
 *
 *      through the page cache   bio -> first page -> folio -> mapping -> inode -> a name of it
 *      direct, by iomap         bio -> bi_private -> kiocb -> file
 *      direct, to the device    the device's own name
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
#include "os/linux/transfer.h"

#include "os/linux/compat/compat.h"

/* ---- found when the module loads -------------------------------------------------------------- */

/* The functions that end direct transfers, 0 where this kernel has none; not changed later. */
static unsigned long end_iomap, end_device, end_device_async, end_waited;
static u8 errors[BLK_STS_OFFLINE + 1]; /* errno by status; not changed later */

int linux_objects_init(void)
{
	blk_status_t status;

	end_iomap = linux_symbol("iomap_dio_bio_end_io");
	end_device = linux_symbol("blkdev_bio_end_io");
	end_device_async = linux_symbol("blkdev_bio_end_io_async");
	end_waited = linux_symbol("submit_bio_wait_endio");
	if (!end_waited)
		end_waited = linux_symbol("bio_wait_end_io");
	for (status = 0; status < ARRAY_SIZE(errors); status++)
		errors[status] = (u8)-blk_status_to_errno(status);
	return 0;
}

/* ---- the transfer ----------------------------------------------------------------------------- */

DT_PROBE_CTX static int flags_of(uint64_t object, uint32_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);
	blk_opf_t flags;

	if (!transfer && !LOAD_MEMBER(&flags, object, struct bio, bi_opf))
		return -OS_EFAULT;
	*ret = transfer ? transfer->flags : (__force uint32_t)flags;
	return 0;
}

DT_PROBE_CTX static int has_flag(uint64_t object, uint32_t flag, uint64_t *ret)
{
	uint32_t flags;

	if (flags_of(object, &flags) != 0)
		return -OS_EFAULT;
	*ret = (flags & flag) != 0;
	return 0;
}

DT_PROBE_CTX int linux_number_bio_write(uint64_t object, uint64_t *ret)
{
	return has_flag(object, 1, ret); /* the operation's lowest bit is the direction */
}

DT_PROBE_CTX int linux_number_bio_sync(uint64_t object, uint64_t *ret)
{
	return has_flag(object, (__force uint32_t)REQ_SYNC, ret);
}

DT_PROBE_CTX int linux_number_bio_bytes(uint64_t object, uint64_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);
	unsigned int bytes = transfer ? transfer->bytes : 0;

	if (!transfer && !LOAD_MEMBER(&bytes, object, struct bio, bi_iter.bi_size))
		return -OS_EFAULT;
	*ret = bytes;
	return 0;
}

DT_PROBE_CTX int linux_number_bio_sector(uint64_t object, uint64_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);
	sector_t sector = transfer ? transfer->sector : 0;

	if (!transfer && !LOAD_MEMBER(&sector, object, struct bio, bi_iter.bi_sector))
		return -OS_EFAULT;
	*ret = sector;
	return 0;
}

DT_PROBE_CTX int linux_number_bio_done(uint64_t object, uint64_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);

	*ret = 0;
	if (transfer && !object)
		return 0;
	return LOAD_POINTER(ret, object, struct bio, bi_end_io) ? 0 : -OS_EFAULT;
}

DT_PROBE_CTX int linux_bio_errno(unsigned int status)
{
	return status < ARRAY_SIZE(errors) ? errors[status] : EIO;
}

DT_PROBE_CTX int linux_number_bio_error(uint64_t object, uint64_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);
	blk_status_t status = 0;

	if (!transfer && !LOAD_MEMBER(&status, object, struct bio, bi_status))
		return -OS_EFAULT;
	*ret = (uint64_t)(transfer ? transfer->error : linux_bio_errno((__force u8)status));
	return 0;
}

/* The first piece of its memory, where it is or was. */
DT_PROBE_CTX static bool first_vector(uint64_t bio, struct bio_vec *ret)
{
	unsigned short count;
	uint64_t vector;
	unsigned int at = 0;

	return LOAD_POINTER(&vector, bio, struct bio, bi_io_vec) && vector &&
	       LOAD_MEMBER(&count, bio, struct bio, bi_vcnt) &&
	       (count != 0 || LOAD_MEMBER(&at, bio, struct bio, bi_iter.bi_idx)) &&
	       os_kload(ret, vector + at * sizeof(*ret), sizeof(*ret)) == 0;
}

/* Whether its memory has data: flushes and discards have none. */
DT_PROBE_CTX static int has_data(uint64_t object, bool *ret)
{
	uint32_t flags;

	if (flags_of(object, &flags) != 0)
		return -OS_EFAULT;
	*ret = (flags & REQ_OP_MASK) <= (__force uint32_t)REQ_OP_WRITE;
	return 0;
}

/* Where the kernel sees its data; 0: nowhere, in memory that it maps only when it has to. */
DT_PROBE_CTX int linux_number_bio_addr(uint64_t object, uint64_t *ret)
{
	struct bio_vec vector;
	struct page page;
	bool data;

	*ret = 0;
	if (has_data(object, &data) != 0)
		return -OS_EFAULT;
	linux_transfer_of(&object);
	if (!data || !object || !first_vector(object, &vector) || !vector.bv_page ||
	    os_kload(&page, (unsigned long)vector.bv_page, sizeof(page)) != 0 || PageHighMem(&page))
		return 0;
	*ret = (unsigned long)lowmem_page_address(vector.bv_page) + vector.bv_offset;
	return 0;
}

/* ---- the device ------------------------------------------------------------------------------- */

#define NFS "nfs" /* what transfers of its clients have instead of a disk's name and a driver's */

DT_PROBE_CTX static bool is_nfs(uint64_t object)
{
	const struct transfer *transfer = linux_transfer_of(&object);

	return transfer && transfer->is_nfs;
}

/* A transfer that is not sent yet may have no device: *@ret is 0. */
DT_PROBE_CTX static int device_of(uint64_t object, uint64_t *ret)
{
	const struct transfer *transfer = linux_transfer_of(&object);

	if (transfer) {
		*ret = transfer->device;
		return 0;
	}
	return LOAD_POINTER(ret, object, struct bio, bi_bdev) ? 0 : -OS_EFAULT;
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

	if (is_nfs(object))
		return linux_text_put(dst, size, NFS);
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

	if (is_nfs(object))
		return linux_text_put(dst, size, NFS);
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
 * The file of a transfer. Direct: file; or it is the device itself. Through the page cache: inode. A
 * member that is not known is 0.
 */
struct target {
	uint64_t file, inode;
	bool is_device;
	loff_t offset;
};

/* fs/iomap/direct-io.c: the beginning of struct iomap_dio, the same from 6.1 to 7.2. */
struct direct {
	struct kiocb *kiocb;
	const void *functions;
	loff_t file_size;
	loff_t size; /* given to the device so far */
};

/* Of the page in memory of a program: it is of no file. */
#define MAPPING_KINDS 3ul
#define MAPPING_ANON  1ul

DT_PROBE_CTX static bool load_mapping(uint64_t bio, uint64_t *folio, uint64_t *page, uint64_t *mapping)
{
	struct bio_vec vector;

	if (!first_vector(bio, &vector) || !vector.bv_page)
		return false;
	*page = (unsigned long)vector.bv_page;
	*folio = compat_page_folio(*page);
	return *folio && LOAD_POINTER(mapping, *folio, struct folio, mapping);
}

/* Whether its data are in a program's own memory. */
DT_PROBE_CTX static bool is_of_program(uint64_t bio)
{
	uint64_t folio, page, mapping;

	return load_mapping(bio, &folio, &page, &mapping) && (mapping & MAPPING_KINDS) == MAPPING_ANON;
}

enum direction { CACHED, DIRECT_FILE, DIRECT_DEVICE };

/* By the function that is called at its end. One that a thread waits for is a program's if its memory is. */
DT_PROBE_CTX static enum direction direction_of(uint64_t bio)
{
	uint64_t end;

	if (!LOAD_POINTER(&end, bio, struct bio, bi_end_io) || !end)
		return CACHED;
	if (end == end_iomap)
		return DIRECT_FILE;
	if (end == end_device || end == end_device_async)
		return DIRECT_DEVICE;
	return end == end_waited && is_of_program(bio) ? DIRECT_DEVICE : CACHED;
}

/* The call that a direct transfer is part of. */
DT_PROBE_CTX static bool load_direct(uint64_t bio, struct direct *direct)
{
	uint64_t address;

	return LOAD_POINTER(&address, bio, struct bio, bi_private) && os_kload(direct, address, sizeof(*direct)) == 0;
}

/*
 * Whether this kernel counts a transfer of a call after it is given to the device (they did before,
 * once). The first transfer of the first call says so; zeros that fill up a block are never counted.
 */
static bool counted_after;

/*
 * A call of many transfers: this one comes after those that were given to the device before. Only
 * while it is the last one is that known.
 */
DT_PROBE_CTX static void direct_begins(uint64_t address, struct transfer *ret)
{
	const struct bio *bio = (const void *)(unsigned long)address;
	struct direct direct;
	loff_t begin;

	if (!load_direct(address, &direct) || !LOAD_MEMBER(&begin, (unsigned long)direct.kiocb, struct kiocb, ki_pos) ||
	    !LOAD_POINTER(&ret->file, (unsigned long)direct.kiocb, struct kiocb, ki_filp))
		return;
	if (!counted_after && direct.size < bio->bi_iter.bi_size && is_of_program(address))
		counted_after = true;
	ret->offset = begin + direct.size - (counted_after ? 0 : bio->bi_iter.bi_size);
}

DT_PROBE_CTX void linux_transfer_begins(uint64_t address, struct transfer *ret)
{
	const struct bio *bio = (const void *)(unsigned long)address;

	ret->bio = address;
	ret->device = (unsigned long)bio->bi_bdev;
	ret->file = ret->inode = 0;
	ret->flags = (__force uint32_t)bio->bi_opf;
	ret->sector = bio->bi_iter.bi_sector;
	ret->bytes = bio->bi_iter.bi_size;
	ret->offset = TRANSFER_NO_OFFSET;
	ret->error = 0;
	ret->is_device = ret->is_nfs = ret->is_direct = false;
	if (end_iomap && (unsigned long)bio->bi_end_io == end_iomap)
		direct_begins(address, ret);
}

/* What the call knows of each of its transfers: where it began itself. */
DT_PROBE_CTX static void find_direct(uint64_t bio, struct target *target)
{
	struct direct direct;

	if (!load_direct(bio, &direct))
		return;
	if (!LOAD_POINTER(&target->file, (unsigned long)direct.kiocb, struct kiocb, ki_filp) ||
	    !LOAD_MEMBER(&target->offset, (unsigned long)direct.kiocb, struct kiocb, ki_pos))
		target->file = 0;
}

/* The offset in a device that is its own file: its sectors are those of the disk. */
DT_PROBE_CTX static void find_device(uint64_t object, struct target *target)
{
	uint64_t sector, device;
	sector_t start;

	target->is_device = true;
	if (linux_number_bio_sector(object, &sector) == 0 && device_of(object, &device) == 0 && device &&
	    LOAD_MEMBER(&start, device, struct block_device, bd_start_sect) && start <= sector)
		target->offset = (loff_t)((sector - start) << SECTOR_SHIFT);
}

/* The inode whose page is the first one of the transfer; its mapping and the inode name each other. */
DT_PROBE_CTX static void find_cached(uint64_t bio, struct target *target)
{
	uint64_t page, folio, mapping, host, back;
	pgoff_t index;

	if (!load_mapping(bio, &folio, &page, &mapping) || !mapping || (mapping & MAPPING_KINDS) != 0)
		return;
	if (!LOAD_POINTER(&host, mapping, struct address_space, host) || !host ||
	    !LOAD_POINTER(&back, host, struct inode, i_mapping) || back != mapping)
		return;
	target->inode = host;
	if (LOAD_MEMBER(&index, folio, struct folio, index))
		target->offset =
			((loff_t)index << PAGE_SHIFT) + (loff_t)((page - folio) / sizeof(struct page) << PAGE_SHIFT);
}

DT_PROBE_CTX static int find_target(uint64_t object, struct target *target)
{
	uint64_t bio = object;
	const struct transfer *transfer = linux_transfer_of(&bio);
	bool data;

	target->file = target->inode = 0;
	target->is_device = false;
	target->offset = 0;
	if (has_data(object, &data) != 0)
		return -OS_EFAULT;
	if (!data)
		return 0;
	if (transfer && !bio) {
		target->file = transfer->file;
		target->inode = transfer->inode;
		target->offset = transfer->offset;
		if (transfer->is_device)
			find_device(object, target);
		return 0;
	}
	switch (direction_of(bio)) {
	case DIRECT_FILE:
		if (!transfer || transfer->offset == TRANSFER_NO_OFFSET) {
			find_direct(bio, target);
			break;
		}
		target->file = transfer->file;
		target->offset = transfer->offset;
		break;
	case DIRECT_DEVICE:
		find_device(object, target);
		break;
	case CACHED:
		find_cached(bio, target);
		break;
	}
	return 0;
}

DT_PROBE_CTX void linux_transfer_settle(struct transfer *transfer)
{
	struct target target;

	find_target((unsigned long)transfer, &target);
	transfer->bio = 0;
	transfer->file = target.file;
	transfer->inode = target.inode;
	transfer->offset = target.offset;
	transfer->is_device = target.is_device;
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
	const struct transfer *transfer;
	bool data;

	if (has_data(object, &data) != 0)
		return -OS_EFAULT;
	transfer = linux_transfer_of(&object);
	*ret = data && (transfer && !object ? transfer->file || transfer->is_device || transfer->is_direct
					    : direction_of(object) != CACHED);
	return 0;
}

DT_PROBE_CTX int linux_number_bio_cached(uint64_t object, uint64_t *ret)
{
	uint64_t bio = object;
	const struct transfer *transfer = linux_transfer_of(&bio);
	struct target target;
	int error = find_target(object, &target);

	*ret = target.inode != 0 && !(transfer && transfer->is_direct);
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
	if (target.is_device)
		return linux_text_bio_disk(object, dst, size);
	dentry = target.inode ? name_of(target.inode) : 0;
	return dentry ? linux_dentry_name(dentry, dst, size) : linux_text_put(dst, size, LINUX_NONE);
}

/* As the kernel names it, whatever the program called it. */
DT_PROBE_CTX static long device_path(uint64_t object, char *dst, size_t size)
{
	long length = linux_text_put(dst, size, "/dev/");
	long more = linux_text_bio_disk(object, dst + length, size - length);

	return more < 0 ? more : length + more;
}

DT_PROBE_CTX long linux_text_bio_path(uint64_t object, char *dst, size_t size)
{
	struct target target;
	uint64_t dentry;

	if (find_target(object, &target) != 0)
		return -OS_EFAULT;
	if (target.file)
		return linux_text_file_path(target.file, dst, size);
	if (target.is_device)
		return device_path(object, dst, size);
	dentry = target.inode ? name_of(target.inode) : 0;
	return dentry ? linux_dentry_path(dentry, dst, size) : linux_text_put(dst, size, LINUX_NONE);
}

DT_PROBE_CTX long linux_text_bio_dir(uint64_t object, char *dst, size_t size)
{
	long length = linux_text_bio_path(object, dst, size);

	return length > 0 && dst[0] == '/' ? linux_text_cut(dst, length) : length;
}

#define DEVICES "bdev" /* the file system that the kernel keeps block devices in */

/* The super block of its file system; 0: of no file. */
DT_PROBE_CTX static int block_of(uint64_t bio, bool *is_device, uint64_t *ret)
{
	struct target target;

	*ret = 0;
	if (find_target(bio, &target) != 0)
		return -OS_EFAULT;
	*is_device = target.is_device;
	if (target.file && !LOAD_POINTER(&target.inode, target.file, struct file, f_inode))
		return -OS_EFAULT;
	return !target.inode || LOAD_POINTER(ret, target.inode, struct inode, i_sb) ? 0 : -OS_EFAULT;
}

DT_PROBE_CTX long linux_text_bio_fs(uint64_t object, char *dst, size_t size)
{
	uint64_t block, type, name;
	bool is_device;

	if (block_of(object, &is_device, &block) != 0)
		return -OS_EFAULT;
	if (is_device)
		return linux_text_put(dst, size, DEVICES);
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
	bool is_device;

	if (block_of(object, &is_device, &block) != 0)
		return -OS_EFAULT;
	if (is_device)
		return linux_text_put(dst, size, DEVICES);
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
