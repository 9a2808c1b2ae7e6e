/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_vfs.c - arguments of the provider vfs's probes (os/adapter.h; spec/providers/vfs.def). */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>

#include "os/linux/linux.h"

#include "os/adapter.h"

DT_PROBE_CTX bool os_adapt_vfs_always(const uint64_t *in, uint64_t *out)
{
	return true;
}

/* A function's value: 0 or a negative errno. */
DT_PROBE_CTX bool os_adapt_vfs_error(const uint64_t *in, uint64_t *out)
{
	out[0] = (s32)in[0] < 0 ? -(s32)in[0] : 0;
	return true;
}

/* filename_lookup: directory, name. */
DT_PROBE_CTX bool os_adapt_vfs_lookup(const uint64_t *in, uint64_t *out)
{
	const struct filename *name = (const void *)(unsigned long)in[1];

	if (IS_ERR_OR_NULL(name))
		return false;
	out[0] = (unsigned long)name->name;
	return true;
}

/* __d_lookup and its like: value, parent, name. */
DT_PROBE_CTX bool os_adapt_vfs_hit(const uint64_t *in, uint64_t *out)
{
	const struct qstr *name = (const void *)(unsigned long)in[2];

	out[0] = in[1];
	out[1] = (unsigned long)name->name;
	out[2] = in[0];
	return in[0] != 0;
}

/* __lookup_slow: name, parent. */
DT_PROBE_CTX bool os_adapt_vfs_miss(const uint64_t *in, uint64_t *out)
{
	const struct qstr *name = (const void *)(unsigned long)in[0];

	out[0] = in[1];
	out[1] = (unsigned long)name->name;
	return true;
}

/* Some kernels' vfs_create has no directory: it is the one that the name is in. */
struct user_namespace;
struct mnt_idmap;
#define CREATES_IN(users) int (*)(struct users *, struct inode *, struct dentry *, umode_t, bool)
#define HAS_DIRECTORY     _Generic(&vfs_create, CREATES_IN(user_namespace) : 1, CREATES_IN(mnt_idmap) : 1, default : 0)

/* vfs_create: the mount's users, directory, name. */
DT_PROBE_CTX bool os_adapt_vfs_created(const uint64_t *in, uint64_t *out)
{
	const struct dentry *name = (const void *)(unsigned long)in[HAS_DIRECTORY ? 2 : 1];

	out[0] = HAS_DIRECTORY ? in[1] : (unsigned long)name->d_parent->d_inode;
	out[1] = (unsigned long)name;
	return true;
}

/* vfs_mkdir and its like: the mount's users, directory, name. */
DT_PROBE_CTX bool os_adapt_vfs_names(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	out[1] = in[2];
	return true;
}
