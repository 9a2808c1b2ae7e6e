/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* nfs_xdr.c - see nfs_xdr.h. */
#include "os/linux/nfs_xdr.h"

#include <dtrace/compiler.h>

#include "base/memory.h"
#include "os/os.h"

#define WORD       4u  /* everything is a multiple of it */
#define ATTRIBUTES 84u /* fattr3 */
#define BEFORE     24u /* wcc_attr */
#define VERIFIER   8u

DT_STATIC_ASSERT(sizeof(struct nfs_name) == 324, "as in userland/lib/nfs.d");
DT_STATIC_ASSERT(sizeof(struct nfs_values) == 672, "as in userland/lib/nfs.d");

struct cursor {
	uint64_t at, end;
};

DT_PROBE_CTX void nfs_values_clear(struct nfs_values *values)
{
	values->status = values->count = values->word = values->length = 0;
	values->offset = 0;
	values->first.folder.length = values->second.folder.length = 0;
	values->first.name[0] = values->second.name[0] = '\0';
}

DT_PROBE_CTX static bool skip(struct cursor *cursor, uint32_t bytes)
{
	if (cursor->end - cursor->at < bytes)
		return false;
	cursor->at += bytes;
	return true;
}

DT_PROBE_CTX static bool take(struct cursor *cursor, void *dst, uint32_t bytes)
{
	return skip(cursor, bytes) && os_kload(dst, cursor->at - bytes, bytes) == 0;
}

DT_PROBE_CTX static bool take_number(struct cursor *cursor, uint32_t *ret)
{
	uint8_t byte[WORD];

	if (!take(cursor, byte, WORD))
		return false;
	*ret = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
	return true;
}

DT_PROBE_CTX static bool take_offset(struct cursor *cursor, uint64_t *ret)
{
	uint32_t high, low;

	if (!take_number(cursor, &high) || !take_number(cursor, &low))
		return false;
	*ret = (uint64_t)high << 32 | low;
	return true;
}

/* Bytes after their length, then up to the next word. */
DT_PROBE_CTX static bool take_bytes(struct cursor *cursor, void *dst, uint32_t most, uint32_t *length)
{
	uint32_t size;

	if (!take_number(cursor, &size) || size > most || !take(cursor, dst, size) || !skip(cursor, -size % WORD))
		return false;
	*length = size;
	return true;
}

DT_PROBE_CTX static bool take_name(struct cursor *cursor, char *name)
{
	uint32_t length;

	if (!take_bytes(cursor, name, NFS_NAME_MAX - 1, &length)) {
		name[0] = '\0';
		return false;
	}
	name[length] = '\0';
	return true;
}

/* What is there only if the word before it says so. */
DT_PROBE_CTX static bool skip_optional(struct cursor *cursor, uint32_t bytes)
{
	uint32_t follows;

	return take_number(cursor, &follows) && (!follows || skip(cursor, bytes));
}

DT_PROBE_CTX static bool take_letter(char letter, struct cursor *cursor, struct nfs_values *ret)
{
	switch (letter) {
	case 'h':
		return take_bytes(cursor, ret->first.folder.bytes, NFS_HANDLE_MAX, &ret->first.folder.length);
	case 'H':
		return take_bytes(cursor, ret->second.folder.bytes, NFS_HANDLE_MAX, &ret->second.folder.length);
	case 'n':
		return take_name(cursor, ret->first.name);
	case 'N':
		return take_name(cursor, ret->second.name);
	case 'o':
		return take_offset(cursor, &ret->offset);
	case 'c':
		return take_number(cursor, &ret->count);
	case 'w':
		return take_number(cursor, &ret->word);
	case 'l':
		return take_number(cursor, &ret->length);
	case 's':
		return take_number(cursor, &ret->status);
	case 'p':
		return skip_optional(cursor, ATTRIBUTES);
	case 'x':
		return skip_optional(cursor, BEFORE) && skip_optional(cursor, ATTRIBUTES);
	default:
		return skip(cursor, VERIFIER);
	}
}

DT_PROBE_CTX bool nfs_xdr_read(const char *shape, uint64_t at, uint64_t end, struct nfs_values *ret)
{
	struct cursor cursor = { at, end > at ? end : at };

	nfs_values_clear(ret);
	for (; *shape; shape++) {
		if (!take_letter(*shape, &cursor, ret))
			return false;
		if (*shape == 's' && ret->status != 0)
			break;
	}
	return true;
}

DT_PROBE_CTX bool nfs_name_read(uint64_t at, uint32_t length, char *ret)
{
	bool is_read = length < NFS_NAME_MAX && os_kload(ret, at, length) == 0;

	ret[is_read ? length : 0] = '\0';
	return is_read;
}
