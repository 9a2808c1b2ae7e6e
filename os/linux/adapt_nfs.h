/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_nfs.h - what the adapters of nfsv3 and nfsv4 share (os/adapter.h). A request is the server's
 * own (struct svc_rqst, a public header): it is there until its thread has replied. The server's other
 * structures are in no public header: nfs_layouts has those that the module's own types tell of.
 */
#ifndef OS_LINUX_ADAPT_NFS_H
#define OS_LINUX_ADAPT_NFS_H

#include <linux/types.h>

#include <linux/nfs.h>
#include <linux/sched.h>
#include <linux/sunrpc/svc.h>

#include "os/linux/layout.h"
#include "os/linux/linux.h"
#include "os/linux/nfs_calls.h"
#include "os/linux/nfs_xdr.h"

/* The structures of nfsd whose members are used, in the order of nfs_layouts. */
enum nfs_layout {
	NFS_LAYOUT_HANDLE,   /* fh_dentry, fh_export */
	NFS_LAYOUT_EXPORT,   /* ex_path */
	NFS_LAYOUT_COMPOUND, /* current_fh */
	NFS_LAYOUT_WRITE,
	NFS_LAYOUT_COMMIT,
	NFS_LAYOUT_LOOKUP,
	NFS_LAYOUT_REMOVE,
	NFS_LAYOUT_RENAME,
	NFS_LAYOUT_LINK,
	NFS_LAYOUT_OPEN,
	NFS_LAYOUT_ACCESS,
	NFS_LAYOUT_READDIR,
	NFS_LAYOUTS,
	NFS_LAYOUT_NONE = NFS_LAYOUTS
};
extern struct layout nfs_layouts[NFS_LAYOUTS];

/* One provider's calls; they are there while one of its probes is armed. */
struct nfs_server {
	struct nfs_calls *calls;
	uint64_t lost; /* of earlier ones */
};

/*
 * nfs_server_begin / nfs_server_end / nfs_server_report - as os_adapters_io_begin() and the others
 * (adapter.h); begin looks nfs_layouts up.
 */
int nfs_server_begin(struct nfs_server *server);
void nfs_server_end(struct nfs_server *server);
void nfs_server_report(const struct nfs_server *server, struct dt_report *report);

DT_PROBE_INLINE struct nfs_call *nfs_call_here(const struct nfs_server *server)
{
	return nfs_calls_find(server->calls, (unsigned long)current);
}

/*
 * nfs_view - what translators of userland/lib/nfs.d ask of a call (struct dt_nfs_call there).
 * args:    @dentry its file, @share the folder that is shared; 0: not known.
 * return:  its address; this CPU's, until the next one.
 * context: probe context, interrupts off.
 */
uint64_t nfs_view(const struct svc_rqst *request, uint64_t dentry, uint64_t share);

/* nfs_values_here - this CPU's, all 0. Context: probe context, interrupts off. */
struct nfs_values *nfs_values_here(void);

/* nfs_member - the address of a member of a structure at @object; 0: not known. Context: probe context. */
uint64_t nfs_member(enum nfs_layout layout, unsigned int member, uint64_t object);

/* nfs_share - the folder that an export (struct svc_export) is; 0: not known. Context: probe context. */
uint64_t nfs_share(uint64_t export);

#endif
