/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_fsinfo.c - arguments of the provider fsinfo's probes (os/adapter.h; spec/providers/fsinfo.def). */
#include <linux/types.h>

#include "os/linux/object.h"

#include "os/adapter.h"

/* (file, ...) */
DT_PROBE_CTX bool os_adapt_fsinfo_called(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return true;
}

/* (file, ...); there may be none (of a mapping). */
DT_PROBE_CTX bool os_adapt_fsinfo_file(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return in[0] != 0;
}

/* vfs_open: value, path, file. */
DT_PROBE_CTX bool os_adapt_fsinfo_opened(const uint64_t *in, uint64_t *out)
{
	out[0] = in[2];
	return (s32)in[0] == 0;
}

/* vfs_read and its like: value, file. */
DT_PROBE_CTX bool os_adapt_fsinfo_moved(const uint64_t *in, uint64_t *out)
{
	out[0] = in[1];
	out[1] = in[0];
	return (s64)in[0] >= 0;
}

/* lseek and its like: value, descriptor. vfs_llseek() does not tell: it is a part of its caller in the kernels that were looked at. */
DT_PROBE_CTX bool os_adapt_fsinfo_sought(const uint64_t *in, uint64_t *out)
{
	return (s64)in[0] >= 0 && linux_number_fd_file((u32)in[1], &out[0]) == 0 && out[0] != 0;
}

/* fsync, fdatasync: value, descriptor. Whatever the value is: the file was asked for it. */
DT_PROBE_CTX bool os_adapt_fsinfo_synced(const uint64_t *in, uint64_t *out)
{
	return linux_number_fd_file((u32)in[1], &out[0]) == 0 && out[0] != 0;
}
