/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* object_file.c - facts of open files, and of the numbers by which the current process knows them. */
#include <linux/dcache.h>
#include <linux/fdtable.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/sched.h>

#include "os/linux/object.h"

DT_PROBE_CTX int linux_number_fd_file(uint64_t object, uint64_t *ret)
{
	uint64_t files = (unsigned long)current->files, table, array;
	unsigned int count;

	*ret = 0;
	if (!files) /* it is past its end */
		return 0;
	if (!LOAD_POINTER(&table, files, struct files_struct, fdt) ||
	    !LOAD_MEMBER(&count, table, struct fdtable, max_fds) || !LOAD_POINTER(&array, table, struct fdtable, fd))
		return -OS_EFAULT;
	if (object >= count)
		return 0;
	return linux_load_pointer(array + object * sizeof(struct file *), ret) ? 0 : -OS_EFAULT;
}

FACT_MEMBER(file_offset, struct file, f_pos, int64_t)
FACT_MEMBER(file_flags, struct file, f_flags, u32)

DT_PROBE_CTX static bool path_of(uint64_t file, uint64_t *mount, uint64_t *dentry)
{
	return LOAD_POINTER(mount, file, struct file, f_path.mnt) &&
	       LOAD_POINTER(dentry, file, struct file, f_path.dentry);
}

DT_PROBE_CTX long linux_text_file_name(uint64_t object, char *dst, size_t size)
{
	uint64_t mount, dentry;

	return path_of(object, &mount, &dentry) ? linux_dentry_name(dentry, dst, size) : -OS_EFAULT;
}

DT_PROBE_CTX long linux_text_file_path(uint64_t object, char *dst, size_t size)
{
	uint64_t mount, dentry;

	return path_of(object, &mount, &dentry) ? os_path(mount, dentry, dst, size) : -OS_EFAULT;
}

DT_PROBE_CTX long linux_text_file_dir(uint64_t object, char *dst, size_t size)
{
	long length = linux_text_file_path(object, dst, size);

	return length < 0 ? length : linux_text_cut(dst, length);
}

DT_PROBE_CTX long linux_text_file_fs(uint64_t object, char *dst, size_t size)
{
	uint64_t inode, block, type, name;

	if (!LOAD_POINTER(&inode, object, struct file, f_inode) || !LOAD_POINTER(&block, inode, struct inode, i_sb) ||
	    !LOAD_POINTER(&type, block, struct super_block, s_type) ||
	    !LOAD_POINTER(&name, type, struct file_system_type, name))
		return -OS_EFAULT;
	return os_kload_str(dst, name, size);
}

DT_PROBE_CTX long linux_text_file_mount(uint64_t object, char *dst, size_t size)
{
	uint64_t mount, dentry, root;

	if (!path_of(object, &mount, &dentry) || !LOAD_POINTER(&root, mount, struct vfsmount, mnt_root))
		return -OS_EFAULT;
	return os_path(mount, root, dst, size);
}

DT_PROBE_CTX long linux_text_dentry_path(uint64_t object, char *dst, size_t size)
{
	return linux_dentry_path(object, dst, size);
}
