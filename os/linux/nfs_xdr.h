/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * nfs_xdr.h - arguments and results of NFSv3, read from the bytes of the call and of its reply. No
 * Linux header.
 *
 * Theory. The server keeps them in structures of its own, which have moved and are in no public
 * header. What is on the wire is a standard (RFC 1813) and is still there while the call is served. A
 * shape says what follows what, a letter for each:
 *
 *      h H   the file handle of the first name, of the second        s   status; unless it is 0 all ends
 *      n N   the first name, the second                              p   attributes, if they follow
 *      o     offset, or place in a folder (64 bits)                  x   attributes before and after
 *      c     count      w   another number      l   length of data   v   8 bytes of no interest
 */
#ifndef OS_LINUX_NFS_XDR_H
#define OS_LINUX_NFS_XDR_H

#include <stdbool.h>
#include <stdint.h>

#define NFS_HANDLE_MAX 64
#define NFS_NAME_MAX   256 /* with its NUL */

struct nfs_handle {
	uint32_t length;
	uint8_t bytes[NFS_HANDLE_MAX];
};

struct nfs_name {
	struct nfs_handle folder;
	char name[NFS_NAME_MAX];
};

/*
 * All that a shape can name; READ3args and the others of userland/lib/nfs.d are the same memory with
 * the names of the standard. What the shape does not name, or what was not in the bytes, is 0.
 */
struct nfs_values {
	uint32_t status, count, word, length;
	uint64_t offset;
	struct nfs_name first, second;
};

/* nfs_values_clear - all of it 0. Context: probe context. */
void nfs_values_clear(struct nfs_values *values);

/*
 * nfs_xdr_read - the values of a shape.
 * args:    @at, @end addresses in the kernel's memory: what is at @end or after it is not read.
 * return:  false: not all of the shape was there; @ret has what was.
 * context: probe context.
 */
bool nfs_xdr_read(const char *shape, uint64_t at, uint64_t end, struct nfs_values *ret);

/*
 * nfs_name_read - a name of @length bytes at an address, with a NUL; "" when it cannot be read or is
 * too long for @ret. Context: probe context.
 */
bool nfs_name_read(uint64_t at, uint32_t length, char *ret);

#endif
