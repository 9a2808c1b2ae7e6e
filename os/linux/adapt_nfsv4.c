/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * adapt_nfsv4.c - arguments of the provider nfsv4's probes (os/adapter.h; spec/providers/nfsv4.def).
 *
 *      nfsd_compound           a call of several operations begins: the call
 *      nfsd4_putfh             the first of them says which file it is about: where the server keeps that
 *      nfsd4_X                 an operation starts, with its arguments
 *      nfsd_compound_status    it has ended
 *
 * Arguments are in the server's own structures, and so is the file (adapt_nfs.h): on a kernel that
 * does not tell of their members args[2] is no address, and the file is not known. Only what the
 * tracepoints of reads and writes tell is known there.
 */
#include "os/linux/adapt_nfs.h"
#include "os/linux/object.h"

#include "base/memory.h"
#include "base/text.h"
#include "os/adapter.h"

/*
 * Operations: as the server calls them, the structure of their arguments, and a letter for each of its
 * members in nfs_layouts: o 64 bits, c w 32 bits, l length of the name that the next one points to: n
 * the first, N the second.
 */
#define OPERATIONS(OP)                                              \
	OP(access, "OP_ACCESS", ACCESS, "w")                        \
	OP(close, "OP_CLOSE", NONE, "")                             \
	OP(commit, "OP_COMMIT", COMMIT, "oc")                       \
	OP(create, "OP_CREATE", NONE, "")                           \
	OP(delegreturn, "OP_DELEGRETURN", NONE, "")                 \
	OP(getattr, "OP_GETATTR", NONE, "")                         \
	OP(getfh, "OP_GETFH", NONE, "")                             \
	OP(link, "OP_LINK", LINK, "ln")                             \
	OP(lock, "OP_LOCK", NONE, "")                               \
	OP(lockt, "OP_LOCKT", NONE, "")                             \
	OP(locku, "OP_LOCKU", NONE, "")                             \
	OP(lookup, "OP_LOOKUP", LOOKUP, "ln")                       \
	OP(lookupp, "OP_LOOKUPP", NONE, "")                         \
	OP(nverify, "OP_NVERIFY", NONE, "")                         \
	OP(open, "OP_OPEN", OPEN, "lnw")                            \
	OP(open_confirm, "OP_OPEN_CONFIRM", NONE, "")               \
	OP(open_downgrade, "OP_OPEN_DOWNGRADE", NONE, "")           \
	OP(putfh, "OP_PUTFH", NONE, "")                             \
	OP(putrootfh, "OP_PUTROOTFH", NONE, "")                     \
	OP(readdir, "OP_READDIR", READDIR, "ocw")                   \
	OP(readlink, "OP_READLINK", NONE, "")                       \
	OP(release_lockowner, "OP_RELEASE_LOCKOWNER", NONE, "")     \
	OP(remove, "OP_REMOVE", REMOVE, "ln")                       \
	OP(rename, "OP_RENAME", RENAME, "lnlN")                     \
	OP(renew, "OP_RENEW", NONE, "")                             \
	OP(restorefh, "OP_RESTOREFH", NONE, "")                     \
	OP(savefh, "OP_SAVEFH", NONE, "")                           \
	OP(secinfo, "OP_SECINFO", NONE, "")                         \
	OP(setattr, "OP_SETATTR", NONE, "")                         \
	OP(setclientid, "OP_SETCLIENTID", NONE, "")                 \
	OP(setclientid_confirm, "OP_SETCLIENTID_CONFIRM", NONE, "") \
	OP(verify, "OP_VERIFY", NONE, "")

#define REQUEST(word) ((const struct svc_rqst *)(unsigned long)(word))

static struct nfs_server server;

int os_adapters_nfsv4_begin(void)
{
	return nfs_server_begin(&server);
}

void os_adapters_nfsv4_end(void)
{
	nfs_server_end(&server);
}

void os_adapters_nfsv4_report(struct dt_report *report)
{
	nfs_server_report(&server, report);
}

/* ---- what is kept of a call -------------------------------------------------------------------- */

/* nfsd_compound: request, tag, its length, operations. */
DT_PROBE_CTX bool os_adapt_nfsv4_begin(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_calls_begin(server.calls, (unsigned long)current, in[0]);

	if (call)
		call->operations = (u32)in[3];
	return false;
}

/* nfsd4_putfh, nfsd4_putrootfh: request, state. */
DT_PROBE_CTX bool os_adapt_nfsv4_state(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call)
		call->state = in[1];
	return false;
}

/* nfsd4_write: request, state, arguments. */
DT_PROBE_CTX bool os_adapt_nfsv4_operation(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call)
		call->operation = in[2];
	return false;
}

/* nfsd_read_io_done, nfsd_write_io_done: request, handle, offset, bytes. */
DT_PROBE_CTX bool os_adapt_nfsv4_moved(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call)
		call->moved += (u32)in[3];
	return false;
}

/* nfsd_compound_status: operations, of which ended, status. After the probes of this one. */
DT_PROBE_CTX bool os_adapt_nfsv4_next(const uint64_t *in, uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (call) {
		call->verified = (u32)in[1];
		call->status = be32_to_cpu((__force __be32)(u32)in[2]);
		call->moved = 0;
		call->operation = 0;
	}
	return false;
}

/* nfsd4_proc_compound has returned. */
DT_PROBE_CTX bool os_adapt_nfsv4_end(const uint64_t *in, uint64_t *out)
{
	nfs_calls_end(server.calls, (unsigned long)current);
	return false;
}

/* ---- arguments --------------------------------------------------------------------------------- */

DT_PROBE_CTX static bool load_name(uint64_t pointer, u32 length, char *ret)
{
	uint64_t at;

	return linux_load_pointer(pointer, &at) && nfs_name_read(at, length, ret);
}

DT_PROBE_CTX static bool load_letter(char letter, uint64_t at, u32 *length, struct nfs_values *ret)
{
	switch (letter) {
	case 'o':
		return os_kload(&ret->offset, at, sizeof(ret->offset)) == 0;
	case 'c':
		return os_kload(&ret->count, at, sizeof(ret->count)) == 0;
	case 'w':
		return os_kload(&ret->word, at, sizeof(ret->word)) == 0;
	case 'l':
		return os_kload(length, at, sizeof(*length)) == 0;
	case 'n':
		return load_name(at, *length, ret->first.name);
	default:
		return load_name(at, *length, ret->second.name);
	}
}

/* Return: false: not all of them are known. */
DT_PROBE_CTX static bool load_arguments(enum nfs_layout layout, const char *shape, uint64_t operation,
					struct nfs_values *ret)
{
	unsigned int i;
	u32 length = 0;

	for (i = 0; shape[i]; i++) {
		if (!nfs_member(layout, i, operation) ||
		    !load_letter(shape[i], nfs_member(layout, i, operation), &length, ret))
			return false;
	}
	return true;
}

/* ---- it starts, it ends ------------------------------------------------------------------------ */

/* What is the file of a call now. */
DT_PROBE_CTX static void find_file(struct nfs_call *call)
{
	uint64_t handle = nfs_member(NFS_LAYOUT_COMPOUND, 0, call->state), export;

	call->dentry = call->share = 0;
	if (!nfs_member(NFS_LAYOUT_HANDLE, 0, handle) ||
	    !linux_load_pointer(nfs_member(NFS_LAYOUT_HANDLE, 0, handle), &call->dentry))
		return;
	if (linux_load_pointer(nfs_member(NFS_LAYOUT_HANDLE, 1, handle), &export) && export)
		call->share = nfs_share(export);
}

DT_PROBE_CTX static struct nfs_call *tell(uint64_t *out)
{
	struct nfs_call *call = nfs_call_here(&server);

	if (!call)
		return NULL;
	find_file(call);
	out[0] = nfs_view(REQUEST(call->request), call->dentry, call->share);
	return call;
}

/* nfsd4_X: request, state, arguments. */
DT_PROBE_CTX static bool starts(const uint64_t *in, uint64_t *out, enum nfs_layout layout, const char *shape)
{
	struct nfs_call *call = nfs_call_here(&server);
	struct nfs_values *values;

	if (!call)
		return false;
	call->state = in[1];
	tell(out);
	values = nfs_values_here();
	out[1] = load_arguments(layout, shape, in[2], values) ? (unsigned long)values : 0;
	return true;
}

#define NAME_MOST 32

DT_PROBE_CTX static bool is_named(uint64_t at, const char *name)
{
	char text[NAME_MOST] = "";

	return os_kload_str(text, at, sizeof(text)) >= 0 && dt_memcmp(text, name, dt_strlen(name) + 1) == 0;
}

/* nfsd_compound_status: operations, of which ended, status, name. */
DT_PROBE_CTX static bool ends(const uint64_t *in, uint64_t *out, const char *name)
{
	const struct nfs_call *call;
	struct nfs_values *values;

	if (!is_named(in[3], name))
		return false;
	call = tell(out);
	if (!call)
		return false;
	values = nfs_values_here();
	values->status = be32_to_cpu((__force __be32)(u32)in[2]);
	values->count = call->moved;
	out[1] = (unsigned long)values;
	return true;
}

#define OPERATION(name, called, layout, shape)                                             \
	DT_PROBE_CTX bool os_adapt_nfsv4_##name##_start(const uint64_t *in, uint64_t *out) \
	{                                                                                  \
		return starts(in, out, NFS_LAYOUT_##layout, shape);                        \
	}                                                                                  \
	DT_PROBE_CTX bool os_adapt_nfsv4_##name##_done(const uint64_t *in, uint64_t *out)  \
	{                                                                                  \
		return ends(in, out, called);                                              \
	}
OPERATIONS(OPERATION)

/* nfsd_read_start, nfsd_write_start: request, handle, offset, bytes. Those of other versions are no call. */
DT_PROBE_CTX static bool moves(const uint64_t *in, uint64_t *out, bool writes)
{
	const struct nfs_call *call = tell(out);
	struct nfs_values *values = nfs_values_here();
	uint64_t stable;

	if (!call)
		return false;
	stable = writes ? nfs_member(NFS_LAYOUT_WRITE, 0, call->operation) : 0;
	if (!stable || os_kload(&values->word, stable, sizeof(values->word)) != 0)
		values->word = ~0u; /* not known */
	values->offset = in[2];
	values->count = values->length = (u32)in[3];
	out[1] = (unsigned long)values;
	return true;
}

DT_PROBE_CTX bool os_adapt_nfsv4_read_start(const uint64_t *in, uint64_t *out)
{
	return moves(in, out, false);
}

DT_PROBE_CTX bool os_adapt_nfsv4_write_start(const uint64_t *in, uint64_t *out)
{
	return moves(in, out, true);
}

/* Since version 4.2 the same is also asked for by another name. */
DT_PROBE_CTX bool os_adapt_nfsv4_read_done(const uint64_t *in, uint64_t *out)
{
	return ends(in, out, "OP_READ") || ends(in, out, "OP_READ_PLUS");
}

DT_PROBE_CTX bool os_adapt_nfsv4_write_done(const uint64_t *in, uint64_t *out)
{
	return ends(in, out, "OP_WRITE");
}

DT_PROBE_CTX static bool is_null(uint64_t *out, uint64_t request)
{
	out[0] = nfs_view(REQUEST(request), 0, 0);
	return true;
}

/* nfsd4_proc_null: request. */
DT_PROBE_CTX bool os_adapt_nfsv4_null_start(const uint64_t *in, uint64_t *out)
{
	return is_null(out, in[0]);
}

DT_PROBE_CTX bool os_adapt_nfsv4_null_done(const uint64_t *in, uint64_t *out)
{
	return is_null(out, in[1]);
}

DT_PROBE_CTX static bool is_compound(uint64_t *out, bool has_ended)
{
	const struct nfs_call *call = tell(out);
	struct nfs_values *values = nfs_values_here();

	if (!call)
		return false;
	values->status = has_ended ? call->status : 0;
	values->count = has_ended ? call->verified : call->operations;
	out[1] = (unsigned long)values;
	return true;
}

DT_PROBE_CTX bool os_adapt_nfsv4_compound_start(const uint64_t *in, uint64_t *out)
{
	return is_compound(out, false);
}

/* nfsd4_proc_compound has returned. */
DT_PROBE_CTX bool os_adapt_nfsv4_compound_done(const uint64_t *in, uint64_t *out)
{
	return is_compound(out, true);
}
