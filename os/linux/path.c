/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * path.c - what the words of a mutex and of a reader-writer lock say, and the path of a dentry in its mount. Everything is read by
 * guarded loads: the structures may change or go while they are read.
 */
#include <linux/dcache.h>
#include <linux/fs_struct.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "os/linux/linux.h"

#define MUTEX_FLAGS  7ul   /* waiters, handoff, pickup */
#define RW_WRITER    0xffu /* qrwlock: who writes; the next bit: a writer waits; above: number of readers */
#define RW_WAITING   0x100u
#define RW_READERS   (~0x1ffu)
#define PATH_STEPS   256 /* names and mounts, against rings */

DT_PROBE_CTX bool os_mutex_thread(uint64_t word, uint64_t *ret)
{
	*ret = word & ~(uint64_t)MUTEX_FLAGS;
	return !IS_ENABLED(CONFIG_PREEMPT_RT);
}

DT_PROBE_CTX bool os_rwlock_held(uint32_t word, uint32_t *ret)
{
	*ret = (word & RW_READERS ? OS_RW_READ : 0) | ((word & RW_WRITER) == RW_WRITER ? OS_RW_WRITE : 0) |
	       (word & (RW_WAITING | RW_WRITER) && (word & RW_WRITER) != RW_WRITER ? OS_RW_WRITER_WAITS : 0);
	return IS_ENABLED(CONFIG_QUEUED_RWLOCKS) && !IS_ENABLED(CONFIG_PREEMPT_RT);
}

/* A text that grows to the front. What does not fit is cut off there. */
struct text {
	char *buf;
	size_t at, size;
};

DT_PROBE_CTX static bool load_pointer(uint64_t addr, uint64_t *ret)
{
	unsigned long value;

	if (os_kload(&value, addr, sizeof(value)))
		return false;
	*ret = value;
	return true;
}

/* "/name" before what is there. */
DT_PROBE_CTX static bool put_name(struct text *text, uint64_t dentry)
{
	struct qstr name;
	size_t length;

	if (os_kload(&name, dentry + offsetof(struct dentry, d_name), sizeof(name)))
		return false;
	length = name.len;
	if (length + 1 > text->at) {
		text->at = 0;
		return true;
	}
	text->at -= length;
	if (os_kload(text->buf + text->at, (unsigned long)name.name, length))
		return false;
	text->buf[--text->at] = '/';
	return true;
}

/*
 * The step over a mount's root, to the name it is mounted on. struct mount is private to the kernel; in it, the parent and the
 * name stand directly before the public part.
 */
DT_PROBE_CTX static bool cross_mount(uint64_t *mount, uint64_t *dentry)
{
	uint64_t parent;

	if (!load_pointer(*mount - 2 * sizeof(long), &parent) || !load_pointer(*mount - sizeof(long), dentry))
		return false;
	*mount = parent + 4 * sizeof(long);
	return true;
}

/* 1 when the root is reached, 0 when not, -OS_EFAULT. */
DT_PROBE_CTX static int step(struct text *text, uint64_t *mount, uint64_t *dentry, const struct path *root)
{
	uint64_t top, parent, before = *mount;

	if (*dentry == (unsigned long)root->dentry && *mount == (unsigned long)root->mnt)
		return 1;
	if (!load_pointer(*mount + offsetof(struct vfsmount, mnt_root), &top))
		return -OS_EFAULT;
	if (*dentry == top) {
		if (!cross_mount(mount, dentry))
			return -OS_EFAULT;
		return *mount == before;
	}
	if (!load_pointer(*dentry + offsetof(struct dentry, d_parent), &parent))
		return -OS_EFAULT;
	if (parent == *dentry)
		return 1;
	if (!put_name(text, *dentry))
		return -OS_EFAULT;
	*dentry = parent;
	return text->at == 0;
}

DT_PROBE_CTX long os_path(uint64_t mount, uint64_t dentry, char *dst, size_t size)
{
	struct text text = { dst, size - 1, size };
	struct path root = { .mnt = NULL };
	size_t length, i;
	int done = 0, steps;

	if (current->fs)
		root = current->fs->root;
	for (steps = 0; done == 0 && steps < PATH_STEPS; steps++)
		done = step(&text, &mount, &dentry, &root);
	if (done < 0)
		return done;
	if (text.at == size - 1 && size > 1)
		dst[--text.at] = '/';
	length = size - 1 - text.at;
	for (i = 0; i < length; i++)
		dst[i] = dst[text.at + i];
	dst[length] = '\0';
	return (long)length;
}
