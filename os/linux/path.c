/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * path.c - the holder of a mutex and of a reader-writer lock from their first words; the path of a
 * dentry in its mount, its name, and a mount of its file system. Everything is read by guarded loads: the structures may change or go
 * while they are read.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/fs_struct.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/sched.h>

#include "os/linux/object.h"
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

	if (!linux_load_pointer(*mount - 2 * sizeof(long), &parent) ||
	    !linux_load_pointer(*mount - sizeof(long), dentry))
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
	if (!linux_load_pointer(*mount + offsetof(struct vfsmount, mnt_root), &top))
		return -OS_EFAULT;
	if (*dentry == top) {
		if (!cross_mount(mount, dentry))
			return -OS_EFAULT;
		return *mount == before;
	}
	if (!linux_load_pointer(*dentry + offsetof(struct dentry, d_parent), &parent))
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

	return linux_load_pointer(mount + offsetof(struct vfsmount, mnt_root), &top) && top != dentry &&
	       linux_load_pointer(dentry + offsetof(struct dentry, d_parent), &parent) && parent == dentry;
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

	if (!linux_load_pointer(dentry + offsetof(struct dentry, d_sb), &block) ||
	    !linux_load_pointer(block + offsetof(struct super_block, s_type), &type) ||
	    !linux_load_pointer(type + offsetof(struct file_system_type, name), &name) ||
	    os_kload(kind, name, KIND_SIZE) || !linux_load_pointer(dentry + offsetof(struct dentry, d_inode), &inode) ||
	    !linux_load_pointer(inode + offsetof(struct inode, i_ino), &number))
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

/* From where it grew to the front of its room; its length. */
DT_PROBE_CTX static long finish(struct text *text)
{
	size_t length = text->size - 1 - text->at;

	dt_memmove(text->buf, text->buf + text->at, length);
	text->buf[length] = '\0';
	return (long)length;
}

DT_PROBE_CTX long os_path(uint64_t mount, uint64_t dentry, char *dst, size_t size)
{
	struct text text = { dst, size - 1, size };
	struct path root = { .mnt = NULL };
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
	return finish(&text);
}

/* ---- names without a mount ------------------------------------------------------------------- */

DT_PROBE_CTX long linux_dentry_name(uint64_t dentry, char *dst, size_t size)
{
	struct text text = { dst, size - 1, size };

	return put_name(&text, dentry) ? finish(&text) : -OS_EFAULT;
}

#define MOUNT_WORDS 24 /* a struct mount has fewer before and after the link of its file system's list */

/*
 * Whether a struct vfsmount of that file system is at an address: its root, which is of that file
 * system, then its super block.
 */
DT_PROBE_CTX static bool is_mount_of(uint64_t addr, uint64_t block)
{
	uint64_t super, root, roots;

	return linux_load_pointer(addr + offsetof(struct vfsmount, mnt_sb), &super) && super == block &&
	       linux_load_pointer(addr + offsetof(struct vfsmount, mnt_root), &root) && root &&
	       linux_load_pointer(root + offsetof(struct dentry, d_sb), &roots) && roots == block;
}

/*
 * A file system's list of its mounts leads to a place in its first struct mount, which is private to
 * the kernel; the public part is recognized by what it says.
 */
DT_PROBE_CTX uint64_t linux_mount_of(uint64_t block)
{
	uint64_t link;
	int word;

	if (!linux_load_pointer(block + offsetof(struct super_block, s_mounts), &link) ||
	    link == block + offsetof(struct super_block, s_mounts))
		return 0;
	for (word = -MOUNT_WORDS; word <= MOUNT_WORDS; word++) {
		if (is_mount_of(link + (uint64_t)(int64_t)(word * (int)sizeof(long)), block))
			return link + (uint64_t)(int64_t)(word * (int)sizeof(long));
	}
	return 0;
}

/* Without a mount: the names from the file system's root on. */
DT_PROBE_CTX static long path_inside(uint64_t dentry, char *dst, size_t size)
{
	struct text text = { dst, size - 1, size };
	uint64_t parent;
	int steps;

	for (steps = 0; steps < PATH_STEPS && text.at > 0; steps++) {
		if (!linux_load_pointer(dentry + offsetof(struct dentry, d_parent), &parent))
			return -OS_EFAULT;
		if (parent == dentry)
			break;
		if (!put_name(&text, dentry))
			return -OS_EFAULT;
		put_text(&text, "/");
		dentry = parent;
	}
	if (text.at == size - 1 && size > 1)
		dst[--text.at] = '/';
	return finish(&text);
}

DT_PROBE_CTX long linux_dentry_path(uint64_t dentry, char *dst, size_t size)
{
	uint64_t block, mount;

	if (!linux_load_pointer(dentry + offsetof(struct dentry, d_sb), &block))
		return -OS_EFAULT;
	mount = linux_mount_of(block);
	return mount ? os_path(mount, dentry, dst, size) : path_inside(dentry, dst, size);
}
