/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * path.c - what the words of a mutex and of a reader-writer lock say, and the path of a dentry in its mount. Everything is read by
 * guarded loads: the structures may change or go while they are read.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "os/linux/linux.h"

#define MUTEX_FLAGS 7ul   /* waiters, handoff, pickup */
#define RW_WRITER   0xffu /* qrwlock: who writes; the next bit: a writer waits; above: number of readers */
#define RW_WAITING  0x100u
#define RW_READERS  (~0x1ffu)
#define PATH_STEPS  256 /* names and mounts, against rings */

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

DT_PROBE_CTX static void put_text(struct text *text, const char *words)
{
	size_t length;

	for (length = 0; words[length]; length++)
		;
	while (length > 0 && text->at > 0)
		text->buf[--text->at] = words[--length];
}

DT_PROBE_CTX static void put_number(struct text *text, unsigned long number)
{
	do {
		if (text->at > 0)
			text->buf[--text->at] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
}

/* Whether a name is in no folder, and not that of a mount: the file is a pipe, a socket or the like. */
DT_PROBE_CTX static bool is_alone(uint64_t mount, uint64_t dentry)
{
	uint64_t top, parent;

	return load_pointer(mount + offsetof(struct vfsmount, mnt_root), &top) && top != dentry &&
	       load_pointer(dentry + offsetof(struct dentry, d_parent), &parent) && parent == dentry;
}

#define KIND_SIZE 7 /* enough of a file system's name to know it */

DT_PROBE_CTX static bool same_kind(const char *kind, const char *name)
{
	unsigned int i;

	for (i = 0; i < KIND_SIZE; i++) {
		if (kind[i] != name[i])
			return false;
	}
	return true;
}

/* What the kernel itself shows for it: its kind and number, or its kind and name. false: of no kind that is known here, or not readable. */
DT_PROBE_CTX static bool put_alone(struct text *text, uint64_t dentry)
{
	uint64_t block, type, name, inode, number;
	char kind[KIND_SIZE];
	bool pipe;

	if (!load_pointer(dentry + offsetof(struct dentry, d_sb), &block) ||
	    !load_pointer(block + offsetof(struct super_block, s_type), &type) ||
	    !load_pointer(type + offsetof(struct file_system_type, name), &name) || os_kload(kind, name, KIND_SIZE) ||
	    !load_pointer(dentry + offsetof(struct dentry, d_inode), &inode) ||
	    !load_pointer(inode + offsetof(struct inode, i_ino), &number))
		return false;
	if (same_kind(kind, "anon_inodefs")) {
		if (!put_name(text, dentry))
			return false;
		text->at++; /* without the slash */
		put_text(text, "anon_inode:");
		return true;
	}
	pipe = same_kind(kind, "pipefs");
	if (!pipe && !same_kind(kind, "sockfs"))
		return false;
	put_text(text, "]");
	put_number(text, number);
	put_text(text, pipe ? "pipe:[" : "socket:[");
	return true;
}

DT_PROBE_CTX long os_path(uint64_t mount, uint64_t dentry, char *dst, size_t size)
{
	struct text text = { dst, size - 1, size };
	struct path root = { .mnt = NULL };
	size_t length, i;
	int done = 0, steps;

	if (current->fs)
		root = current->fs->root;
	if (is_alone(mount, dentry) && put_alone(&text, dentry))
		done = 1;
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
