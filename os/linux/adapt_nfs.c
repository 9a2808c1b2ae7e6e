/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_nfs.c - see adapt_nfs.h. */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/path.h>
#include <linux/percpu.h>

#include "os/linux/adapt_nfs.h"
#include "os/linux/object.h"

#include "base/report.h"
#include "os/adapter.h"

/* Looked up by the first probe of each provider that is armed: again with the same result while the other one is. */
struct layout nfs_layouts[NFS_LAYOUTS] = {
	[NFS_LAYOUT_HANDLE] = { "svc_fh", { "fh_dentry", "fh_export" } },
	[NFS_LAYOUT_EXPORT] = { "svc_export", { "ex_path" } },
	[NFS_LAYOUT_COMPOUND] = { "nfsd4_compound_state", { "current_fh" } },
	[NFS_LAYOUT_WRITE] = { "nfsd4_write", { "wr_stable_how" } },
	[NFS_LAYOUT_COMMIT] = { "nfsd4_commit", { "co_offset", "co_count" } },
	[NFS_LAYOUT_LOOKUP] = { "nfsd4_lookup", { "lo_len", "lo_name" } },
	[NFS_LAYOUT_REMOVE] = { "nfsd4_remove", { "rm_namelen", "rm_name" } },
	[NFS_LAYOUT_RENAME] = { "nfsd4_rename", { "rn_snamelen", "rn_sname", "rn_tnamelen", "rn_tname" } },
	[NFS_LAYOUT_LINK] = { "nfsd4_link", { "li_namelen", "li_name" } },
	[NFS_LAYOUT_OPEN] = { "nfsd4_open", { "op_fnamelen", "op_fname", "op_share_access" } },
	[NFS_LAYOUT_ACCESS] = { "nfsd4_access", { "ac_req_access" } },
	[NFS_LAYOUT_READDIR] = { "nfsd4_readdir", { "rd_cookie", "rd_dircount", "rd_maxcount" } },
};

/* ---- layouts ---------------------------------------------------------------------------------- */

#define KERNEL_TYPES "/sys/kernel/btf/vmlinux"
#define MODULE_TYPES "/sys/kernel/btf/nfsd"
#define TYPES_MOST   (16 << 20) /* against a file that is none */

/* The first @most bytes of a file, for os_free(); NULL: it cannot be read, or no memory. */
static void *read_file(const char *name, size_t most, size_t *size)
{
	struct file *file = filp_open(name, O_RDONLY, 0);
	loff_t at = 0;
	void *text = NULL;
	ssize_t got = 1;

	if (IS_ERR(file))
		return NULL;
	*size = min_t(u64, i_size_read(file_inode(file)), most);
	if (*size)
		text = os_alloc(*size);
	while (text && at < *size && got > 0)
		got = kernel_read(file, (char *)text + at, *size - (size_t)at, &at);
	filp_close(file, NULL);
	if (text && at != *size) {
		os_free(text);
		text = NULL;
	}
	return text;
}

static void find_layouts(void)
{
	size_t head_size, size = 0;
	void *head = read_file(KERNEL_TYPES, LAYOUT_HEAD, &head_size);
	void *types = head && head_size == LAYOUT_HEAD ? read_file(MODULE_TYPES, TYPES_MOST, &size) : NULL;
	u32 kernel_text = types ? layout_kernel_text(head) : 0;

	layout_find(types, kernel_text ? size : 0, kernel_text, nfs_layouts, NFS_LAYOUTS);
	os_free(types);
	os_free(head);
}

DT_PROBE_CTX uint64_t nfs_member(enum nfs_layout layout, unsigned int member, uint64_t object)
{
	return object && nfs_layouts[layout].is_known ? object + nfs_layouts[layout].offsets[member] : 0;
}

DT_PROBE_CTX uint64_t nfs_share(uint64_t export)
{
	uint64_t path = nfs_member(NFS_LAYOUT_EXPORT, 0, export), dentry;

	return path && LOAD_POINTER(&dentry, path, struct path, dentry) ? dentry : 0;
}

/* ---- a server ---------------------------------------------------------------------------------- */

int nfs_server_begin(struct nfs_server *server)
{
	server->calls = os_alloc(sizeof(*server->calls));
	if (!server->calls)
		return -OS_ENOMEM;
	find_layouts();
	return 0;
}

void nfs_server_end(struct nfs_server *server)
{
	server->lost += server->calls->lost;
	os_free(server->calls);
	server->calls = NULL;
}

void nfs_server_report(const struct nfs_server *server, struct dt_report *report)
{
	size_t i;

	dt_report_line(report, "not-kept %llu", (unsigned long long)server->lost);
	for (i = 0; i < NFS_LAYOUTS; i++) {
		if (!nfs_layouts[i].is_known)
			dt_report_line(report, "layout-not-known %s", nfs_layouts[i].structure);
	}
}

/* ---- a call ------------------------------------------------------------------------------------ */

/* struct dt_nfs_call of userland/lib/nfs.d. */
struct view {
	u64 xid;
	u64 local, remote;
	u64 dentry, share;
	u32 family;
	u32 uid, gid;
};

static DEFINE_PER_CPU(struct view, here);
static DEFINE_PER_CPU(struct nfs_values, values);

DT_PROBE_CTX static u64 address_of(const struct sockaddr_storage *socket)
{
	switch (socket->ss_family) {
	case AF_INET:
		return (unsigned long)&((const struct sockaddr_in *)socket)->sin_addr;
	case AF_INET6:
		return (unsigned long)&((const struct sockaddr_in6 *)socket)->sin6_addr;
	default:
		return 0;
	}
}

DT_PROBE_CTX uint64_t nfs_view(const struct svc_rqst *request, uint64_t dentry, uint64_t share)
{
	struct view *view = this_cpu_ptr(&here);

	view->xid = be32_to_cpu(request->rq_xid);
	view->local = address_of(&request->rq_daddr);
	view->remote = address_of(&request->rq_addr);
	view->dentry = dentry;
	view->share = share;
	view->family = request->rq_addr.ss_family;
	view->uid = __kuid_val(request->rq_cred.cr_uid);
	view->gid = __kgid_val(request->rq_cred.cr_gid);
	return (unsigned long)view;
}

DT_PROBE_CTX struct nfs_values *nfs_values_here(void)
{
	struct nfs_values *self = this_cpu_ptr(&values);

	nfs_values_clear(self);
	return self;
}
