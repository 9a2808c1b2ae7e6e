/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * nfs.d - calls of NFS at their server: nfsv3opinfo_t, nfsv4opinfo_t, arguments and results by the names of the standards (RFC 1813, RFC 7530).
 * All arguments and results are one structure of the providers (os/linux/nfs_xdr.h), of which each type names its part; the rest begins with dt_.
 */
#pragma D depends_on library net.d

typedef struct dt_cred {
	uid_t cr_uid;
	gid_t cr_gid;
} cred_t;

typedef struct nfsv3opinfo {
	uint64_t noi_xid;
	cred_t *noi_cred;
	string noi_curpath;
	string noi_shrpath;
} nfsv3opinfo_t;

typedef struct nfsv4opinfo {
	uint64_t noi_xid;
	cred_t *noi_cred;
	string noi_curpath;
	string noi_shrpath;
} nfsv4opinfo_t;

/* What the providers tell of a call. */
struct dt_nfs_call {
	uint64_t xid;
	uint64_t local, remote; /* where its addresses are */
	uint64_t dentry, share; /* its file, and the folder that is shared; 0: not known */
	uint32_t family;
	struct dt_cred cred;
};

translator conninfo_t < struct dt_nfs_call *C > {
	ci_local = C->local ? inet_ntop(C->family, (void *)C->local) : "<unknown>";
	ci_remote = C->remote ? inet_ntop(C->family, (void *)C->remote) : "<unknown>";
	ci_protocol = C->family == AF_INET ? "ipv4" : C->family == AF_INET6 ? "ipv6" : "<unknown>";
};

translator nfsv3opinfo_t < struct dt_nfs_call *C > {
	noi_xid = C->xid;
	noi_cred = &C->cred;
	noi_curpath = C->dentry ? dt_text(dentry_path, (struct dentry *)C->dentry) : "<unknown>";
	noi_shrpath = C->share ? dt_text(dentry_path, (struct dentry *)C->share) : "<unknown>";
};

translator nfsv4opinfo_t < struct dt_nfs_call *C > {
	noi_xid = C->xid;
	noi_cred = &C->cred;
	noi_curpath = C->dentry ? dt_text(dentry_path, (struct dentry *)C->dentry) : "<unknown>";
	noi_shrpath = C->share ? dt_text(dentry_path, (struct dentry *)C->share) : "<unknown>";
};

typedef uint64_t offset3;
typedef uint32_t count3;
typedef int nfsstat3;
typedef int stable_how;
typedef uint64_t offset4;
typedef uint32_t count4;
typedef int nfsstat4;

typedef struct nfs_fh3 {
	struct {
		uint32_t data_len;
		uint8_t data_val[64];
	} data;
} nfs_fh3;

typedef struct diropargs3 {
	nfs_fh3 dir;
	char name[256];
} diropargs3;

typedef struct GETATTR3args {
	char dt_0[24];
	nfs_fh3 object;
} GETATTR3args;

typedef struct SETATTR3args {
	char dt_0[24];
	nfs_fh3 object;
} SETATTR3args;

typedef struct READLINK3args {
	char dt_0[24];
	nfs_fh3 symlink;
} READLINK3args;

typedef struct FSSTAT3args {
	char dt_0[24];
	nfs_fh3 fsroot;
} FSSTAT3args;

typedef struct FSINFO3args {
	char dt_0[24];
	nfs_fh3 fsroot;
} FSINFO3args;

typedef struct PATHCONF3args {
	char dt_0[24];
	nfs_fh3 object;
} PATHCONF3args;

typedef struct ACCESS3args {
	char dt_0[8];
	uint32_t access;
	char dt_1[12];
	nfs_fh3 object;
} ACCESS3args;

typedef struct READ3args {
	char dt_0[4];
	count3 count;
	char dt_1[8];
	offset3 offset;
	nfs_fh3 file;
} READ3args;

typedef struct WRITE3args {
	char dt_0[4];
	count3 count;
	stable_how stable;
	struct { uint32_t data_len; } data;
	offset3 offset;
	nfs_fh3 file;
} WRITE3args;

typedef struct COMMIT3args {
	char dt_0[4];
	count3 count;
	char dt_1[8];
	offset3 offset;
	nfs_fh3 file;
} COMMIT3args;

typedef struct READDIR3args {
	char dt_0[4];
	count3 count;
	char dt_1[8];
	uint64_t cookie;
	nfs_fh3 dir;
} READDIR3args;

typedef struct READDIRPLUS3args {
	char dt_0[4];
	count3 dircount;
	count3 maxcount;
	char dt_1[4];
	uint64_t cookie;
	nfs_fh3 dir;
} READDIRPLUS3args;

typedef struct LOOKUP3args {
	char dt_0[24];
	diropargs3 what;
} LOOKUP3args;

typedef struct MKDIR3args {
	char dt_0[24];
	diropargs3 where;
} MKDIR3args;

typedef struct SYMLINK3args {
	char dt_0[24];
	diropargs3 where;
} SYMLINK3args;

typedef struct REMOVE3args {
	char dt_0[24];
	diropargs3 object;
} REMOVE3args;

typedef struct RMDIR3args {
	char dt_0[24];
	diropargs3 object;
} RMDIR3args;

typedef struct CREATE3args {
	char dt_0[8];
	struct { int mode; } how;
	char dt_1[12];
	diropargs3 where;
} CREATE3args;

typedef struct MKNOD3args {
	char dt_0[8];
	struct { int type; } what;
	char dt_1[12];
	diropargs3 where;
} MKNOD3args;

typedef struct RENAME3args {
	char dt_0[24];
	diropargs3 from;
	diropargs3 to;
} RENAME3args;

typedef struct LINK3args {
	char dt_0[24];
	nfs_fh3 file;
	char dt_name[256];
	diropargs3 link;
} LINK3args;

typedef struct READ3res {
	nfsstat3 status;
	struct {
		struct {
			count3 count;
			int eof;
			struct { uint32_t data_len; } data;
		} ok;
	} res_u;
} READ3res;

typedef struct WRITE3res {
	nfsstat3 status;
	struct {
		struct {
			count3 count;
			stable_how committed;
		} ok;
	} res_u;
} WRITE3res;

typedef struct ACCESS3res {
	nfsstat3 status;
	struct {
		struct {
			uint32_t dt_count;
			uint32_t access;
		} ok;
	} res_u;
} ACCESS3res;

/* Of the other results only the status is told. */
struct dt_nfs3_result {
	nfsstat3 status;
};

typedef struct dt_nfs3_result GETATTR3res;
typedef struct dt_nfs3_result SETATTR3res;
typedef struct dt_nfs3_result LOOKUP3res;
typedef struct dt_nfs3_result READLINK3res;
typedef struct dt_nfs3_result CREATE3res;
typedef struct dt_nfs3_result MKDIR3res;
typedef struct dt_nfs3_result SYMLINK3res;
typedef struct dt_nfs3_result MKNOD3res;
typedef struct dt_nfs3_result REMOVE3res;
typedef struct dt_nfs3_result RMDIR3res;
typedef struct dt_nfs3_result RENAME3res;
typedef struct dt_nfs3_result LINK3res;
typedef struct dt_nfs3_result READDIR3res;
typedef struct dt_nfs3_result READDIRPLUS3res;
typedef struct dt_nfs3_result FSSTAT3res;
typedef struct dt_nfs3_result FSINFO3res;
typedef struct dt_nfs3_result PATHCONF3res;
typedef struct dt_nfs3_result COMMIT3res;

/* Version 4: where nothing is told of the arguments, their type has no members of the standard. */
typedef struct COMPOUND4args {
	char dt_0[4];
	uint32_t array_len;
} COMPOUND4args;

typedef struct READ4args {
	char dt_0[4];
	count4 count;
	char dt_1[8];
	offset4 offset;
} READ4args;

typedef struct WRITE4args {
	char dt_0[8];
	stable_how stable;
	uint32_t data_len;
	offset4 offset;
} WRITE4args;

typedef struct COMMIT4args {
	char dt_0[4];
	count4 count;
	char dt_1[8];
	offset4 offset;
} COMMIT4args;

typedef struct ACCESS4args {
	char dt_0[8];
	uint32_t access;
} ACCESS4args;

typedef struct READDIR4args {
	char dt_0[4];
	count4 dircount;
	count4 maxcount;
	char dt_1[4];
	uint64_t cookie;
} READDIR4args;

typedef struct LOOKUP4args {
	char dt_0[24];
	char dt_handle[68];
	char objname[256];
} LOOKUP4args;

typedef struct REMOVE4args {
	char dt_0[24];
	char dt_handle[68];
	char target[256];
} REMOVE4args;

typedef struct LINK4args {
	char dt_0[24];
	char dt_handle[68];
	char newname[256];
} LINK4args;

typedef struct RENAME4args {
	char dt_0[24];
	char dt_handle[68];
	char oldname[256];
	char dt_second[68];
	char newname[256];
} RENAME4args;

typedef struct OPEN4args {
	char dt_0[8];
	uint32_t share_access;
	char dt_1[12];
	char dt_handle[68];
	struct { char file[256]; } claim;
} OPEN4args;

struct dt_nfs4_arguments {
	uint32_t dt_status;
};

typedef struct dt_nfs4_arguments CLOSE4args;
typedef struct dt_nfs4_arguments CREATE4args;
typedef struct dt_nfs4_arguments DELEGRETURN4args;
typedef struct dt_nfs4_arguments GETATTR4args;
typedef struct dt_nfs4_arguments GETFH4args;
typedef struct dt_nfs4_arguments LOCK4args;
typedef struct dt_nfs4_arguments LOCKT4args;
typedef struct dt_nfs4_arguments LOCKU4args;
typedef struct dt_nfs4_arguments LOOKUPP4args;
typedef struct dt_nfs4_arguments NVERIFY4args;
typedef struct dt_nfs4_arguments OPEN_CONFIRM4args;
typedef struct dt_nfs4_arguments OPEN_DOWNGRADE4args;
typedef struct dt_nfs4_arguments PUTFH4args;
typedef struct dt_nfs4_arguments PUTROOTFH4args;
typedef struct dt_nfs4_arguments READLINK4args;
typedef struct dt_nfs4_arguments RELEASE_LOCKOWNER4args;
typedef struct dt_nfs4_arguments RENEW4args;
typedef struct dt_nfs4_arguments RESTOREFH4args;
typedef struct dt_nfs4_arguments SAVEFH4args;
typedef struct dt_nfs4_arguments SECINFO4args;
typedef struct dt_nfs4_arguments SETATTR4args;
typedef struct dt_nfs4_arguments SETCLIENTID4args;
typedef struct dt_nfs4_arguments SETCLIENTID_CONFIRM4args;
typedef struct dt_nfs4_arguments VERIFY4args;

typedef struct COMPOUND4res {
	nfsstat4 status;
	uint32_t array_len;
} COMPOUND4res;

typedef struct READ4res {
	nfsstat4 status;
	uint32_t data_len;
} READ4res;

typedef struct WRITE4res {
	nfsstat4 status;
	count4 count;
} WRITE4res;

struct dt_nfs4_result {
	nfsstat4 status;
};

typedef struct dt_nfs4_result ACCESS4res;
typedef struct dt_nfs4_result CLOSE4res;
typedef struct dt_nfs4_result COMMIT4res;
typedef struct dt_nfs4_result CREATE4res;
typedef struct dt_nfs4_result DELEGRETURN4res;
typedef struct dt_nfs4_result GETATTR4res;
typedef struct dt_nfs4_result GETFH4res;
typedef struct dt_nfs4_result LINK4res;
typedef struct dt_nfs4_result LOCK4res;
typedef struct dt_nfs4_result LOCKT4res;
typedef struct dt_nfs4_result LOCKU4res;
typedef struct dt_nfs4_result LOOKUP4res;
typedef struct dt_nfs4_result LOOKUPP4res;
typedef struct dt_nfs4_result NVERIFY4res;
typedef struct dt_nfs4_result OPEN4res;
typedef struct dt_nfs4_result OPEN_CONFIRM4res;
typedef struct dt_nfs4_result OPEN_DOWNGRADE4res;
typedef struct dt_nfs4_result PUTFH4res;
typedef struct dt_nfs4_result PUTROOTFH4res;
typedef struct dt_nfs4_result READDIR4res;
typedef struct dt_nfs4_result READLINK4res;
typedef struct dt_nfs4_result RELEASE_LOCKOWNER4res;
typedef struct dt_nfs4_result REMOVE4res;
typedef struct dt_nfs4_result RENAME4res;
typedef struct dt_nfs4_result RENEW4res;
typedef struct dt_nfs4_result RESTOREFH4res;
typedef struct dt_nfs4_result SAVEFH4res;
typedef struct dt_nfs4_result SECINFO4res;
typedef struct dt_nfs4_result SETATTR4res;
typedef struct dt_nfs4_result SETCLIENTID4res;
typedef struct dt_nfs4_result SETCLIENTID_CONFIRM4res;
typedef struct dt_nfs4_result VERIFY4res;
