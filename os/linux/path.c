/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * path.c - the holder of a mutex and of a reader-writer lock from their first words, and the path
 * of a dentry in its mount. Everything is read by guarded loads: the structures may change or go
 * while they are read.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "os/linux/linux.h"
#include "base/memory.h"
#include "base/text.h"

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

/* A text that grows to the front. Text that does not fit is cut off there. */
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

/*
 * Make room for @length bytes before the text, or for as many of their last ones as fit. Returns
 * how many.
 */
DT_PROBE_CTX static size_t make_room(struct text *text, size_t length)
{
	size_t part = min(length, text->at);

	text->at -= part;
	return part;
}

DT_PROBE_CTX static void put_text(struct text *text, const char *words)
{
	size_t length = dt_strlen(words), part = make_room(text, length);

	dt_memcpy(text->buf + text->at, words + length - part, part);
}

DT_PROBE_CTX static bool put_name(struct text *text, uint64_t dentry)
{
	struct qstr name;
	size_t part;

	if (os_kload(&name, dentry + offsetof(struct dentry, d_name), sizeof(name)))
		return false;
	part = make_room(text, name.len);
	return os_kload(text->buf + text->at, (unsigned long)name.name + name.len - part, part) == 0;
}

/*
 * The step over a mount's root, to the name it is mounted on. struct mount is private to the
 * kernel; in it, the parent and the name come directly before the public part.
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
	put_text(text, "/");
	*dentry = parent;
	return text->at == 0;
}

DT_PROBE_CTX static void put_number(struct text *text, unsigned long number)
{
	char digit[] = "0";

	do {
		digit[0] = (char)('0' + number % 10);
		put_text(text, digit);
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

/*
 * The text that the kernel itself shows for it: its kind and number, or its kind and name. false:
 * its kind is not known here, or it is not readable.
 */
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
	if (dt_memcmp(kind, "anon_inodefs", KIND_SIZE) == 0) {
		if (!put_name(text, dentry))
			return false;
		put_text(text, "anon_inode:");
		return true;
	}
	pipe = dt_memcmp(kind, "pipefs", KIND_SIZE) == 0;
	if (!pipe && dt_memcmp(kind, "sockfs", KIND_SIZE) != 0)
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
	size_t length;
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
	dt_memmove(dst, dst + text.at, length);
	dst[length] = '\0';
	return (long)length;
}
