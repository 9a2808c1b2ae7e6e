/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_nfsv3.c - arguments of the provider nfsv3's probes (os/adapter.h; spec/providers/nfsv3.def).
 *
 *      nfs3svc_decode_*    the arguments are about to be taken from the bytes that came: where they are
 *      nfsd_permission     the file that a handle is of was found
 *      fh_verify           returns, for the first time: the start
 *      nfsd_dispatch       returns, the reply is written: the end
 *
 * Arguments and results are read from those bytes (nfs_xdr.h). A call that is refused before its file
 * handle is looked at has neither a start nor an end: one that is malformed, or that came before.
 */
#include "os/linux/adapt_nfs.h"

#include "os/adapter.h"

/*
 * Procedures, the shapes of their arguments and of their results; of a result only so much as
 * userland/lib/nfs.d tells.
 */
#define OPERATIONS(OP)                    \
	OP(getattr, 1, "h", "s")          \
	OP(setattr, 2, "h", "s")          \
	OP(lookup, 3, "hn", "s")          \
	OP(access, 4, "hw", "spw")        \
	OP(readlink, 5, "h", "s")         \
	OP(read, 6, "hoc", "spcwl")       \
	OP(write, 7, "hocwl", "sxcw")     \
	OP(create, 8, "hnw", "s")         \
	OP(mkdir, 9, "hn", "s")           \
	OP(symlink, 10, "hn", "s")        \
	OP(mknod, 11, "hnw", "s")         \
	OP(remove, 12, "hn", "s")         \
	OP(rmdir, 13, "hn", "s")          \
	OP(rename, 14, "hnHN", "s")       \
	OP(link, 15, "hHN", "s")          \
	OP(readdir, 16, "hovc", "s")      \
	OP(readdirplus, 17, "hovcw", "s") \
	OP(fsstat, 18, "h", "s")          \
	OP(fsinfo, 19, "h", "s")          \
	OP(pathconf, 20, "h", "s")        \
	OP(commit, 21, "hoc", "s")

#define REQUEST(word) ((const struct svc_rqst *)(unsigned long)(word))

static struct nfs_server server;

int os_adapters_nfsv3_begin(void)
{
	return nfs_server_begin(&server);
}

void os_adapters_nfsv3_end(void)
{
	nfs_server_end(&server);
}

void os_adapters_nfsv3_report(struct dt_report *report)
{
	nfs_server_report(&server, report);
}

DT_PROBE_CTX static bool is_ours(const struct svc_rqst *request)
{
	return request->rq_prog == NFS_PROGRAM && request->rq_vers == 3;
}

/* ---- what is kept of a call -------------------------------------------------------------------- */

/* nfs3svc_decode_*: request, stream. */
DT_PROBE_CTX bool os_adapt_nfsv3_decode(const uint64_t *in, uint64_t *out)
{
	const struct xdr_stream *stream = (const void *)(unsigned long)in[1];
	struct nfs_call *call;

	if (!is_ours(REQUEST(in[0])))
		return false;
	call = nfs_calls_begin(server.calls, (unsigned long)current, in[0]);
	if (call) {
		call->at = (unsigned long)stream->p;
		call->end = (unsigned long)stream->end;
	}
	return false;
}

/* nfsd_permission: who, export, dentry. The first is that of the call's own file. */
DT_PROBE_CTX bool os_adapt_nfsv3_file(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call && !call->dentry) {
		call->dentry = in[2];
		call->share = nfs_share(in[1]);
	}
	return false;
}

/* fh_verify: value, request. Nothing of the reply is written yet. */
DT_PROBE_CTX bool os_adapt_nfsv3_verified(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call && call->verified++ == 0)
		call->results = (unsigned long)REQUEST(call->request)->rq_res_stream.p;
	return false;
}

/* nfsd_dispatch has returned. */
DT_PROBE_CTX bool os_adapt_nfsv3_end(const uint64_t *in, uint64_t *out)
{
	nfs_calls_end(server.calls, (unsigned long)current);
	return false;
}

/* ---- it starts, it ends ------------------------------------------------------------------------ */

/* Values that are not all there are none: a program that asks for one gets an error, not a wrong one. */
DT_PROBE_CTX static void tell(uint64_t *out, const struct nfs_call *call, const char *shape, u64 at, u64 end)
{
	struct nfs_values *values = nfs_values_here();

	out[0] = nfs_view(REQUEST(call->request), call->dentry, call->share);
	out[1] = nfs_xdr_read(shape, at, end, values) ? (unsigned long)values : 0;
}

DT_PROBE_CTX static bool starts(uint64_t *out, u32 procedure, const char *shape)
{
	const struct nfs_call *call = nfs_call_here(&server);

	if (!call || call->verified != 1 || REQUEST(call->request)->rq_proc != procedure)
		return false;
	tell(out, call, shape, call->at, call->end);
	return true;
}

DT_PROBE_CTX static bool ends(uint64_t *out, u32 procedure, const char *shape)
{
	const struct nfs_call *call = nfs_call_here(&server);
	const struct kvec *head;

	if (!call || call->verified == 0 || REQUEST(call->request)->rq_proc != procedure)
		return false;
	head = &REQUEST(call->request)->rq_res.head[0];
	tell(out, call, shape, call->results, (unsigned long)head->iov_base + head->iov_len);
	return true;
}

#define OPERATION(name, procedure, arguments, results)                                     \
	DT_PROBE_CTX bool os_adapt_nfsv3_##name##_start(const uint64_t *in, uint64_t *out) \
	{                                                                                  \
		return starts(out, procedure, arguments);                                  \
	}                                                                                  \
	DT_PROBE_CTX bool os_adapt_nfsv3_##name##_done(const uint64_t *in, uint64_t *out)  \
	{                                                                                  \
		return ends(out, procedure, results);                                      \
	}
OPERATIONS(OPERATION)

/* The procedure that does nothing has no file; its function has the name of another one. */
DT_PROBE_CTX static bool is_null(uint64_t *out, const struct svc_rqst *request)
{
	out[0] = nfs_view(request, 0, 0);
	return is_ours(request) && request->rq_proc == 0;
}

/* nfsd_dispatch: request. */
DT_PROBE_CTX bool os_adapt_nfsv3_null_start(const uint64_t *in, uint64_t *out)
{
	return is_null(out, REQUEST(in[0]));
}

/* nfsd_dispatch: value, request. */
DT_PROBE_CTX bool os_adapt_nfsv3_null_done(const uint64_t *in, uint64_t *out)
{
	return is_null(out, REQUEST(in[1]));
}
