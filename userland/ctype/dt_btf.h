/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_btf.h - types in the kernel's format BTF: a file's records, an index of them, and the types
 * made of them on demand.
 *
 *      file or ELF section .BTF --dt_btf_open--> checked records --first name asked--> hash of
 *      names record --dt_btf_type--> struct dt_type, once for each record; a structure's members
 *      when somebody looks into it
 *
 * A module's file is split: it goes on counting where that of the kernel (its base) ends, types and
 * strings alike. Nothing of a file is believed: records are checked once when it is opened,
 * references whenever they are followed.
 */
#ifndef CTYPE_DT_BTF_H
#define CTYPE_DT_BTF_H

#include "dt_type.h"

struct dt_btf;

enum dt_btf_kind {
	DT_BTF_VOID,
	DT_BTF_INT,
	DT_BTF_PTR,
	DT_BTF_ARRAY,
	DT_BTF_STRUCT,
	DT_BTF_UNION,
	DT_BTF_ENUM,
	DT_BTF_FWD,
	DT_BTF_TYPEDEF,
	DT_BTF_VOLATILE,
	DT_BTF_CONST,
	DT_BTF_RESTRICT,
	DT_BTF_FUNC,
	DT_BTF_FUNC_PROTO,
	DT_BTF_VAR,
	DT_BTF_DATASEC,
	DT_BTF_FLOAT,
	DT_BTF_DECL_TAG,
	DT_BTF_TYPE_TAG,
	DT_BTF_ENUM64,
	DT_BTF_KINDS,
};

/*
 * dt_btf_open - read a type file: BTF as it is in /sys/kernel/btf, CTF, or an ELF file with a
 * section .BTF or .ctf (dt_typefile.c).
 * args:    @base the kernel's, for a module's file; NULL for others; must outlive this one. *@why
 *          is a constant text on failure.
 */
struct dt_btf *dt_btf_open(const char *path, struct dt_btf *base, const char **why);
/* dt_btf_parse - the same of bytes; @data is malloc'ed and owned from then on, also on failure. */
struct dt_btf *dt_btf_parse(void *data, size_t size, struct dt_btf *base, const char **why);
void dt_btf_close(struct dt_btf *btf); /* NULL is accepted */

/* dt_btf_find - the record of that name and kind, also in the base; 0: none. */
uint32_t dt_btf_find(struct dt_btf *btf, enum dt_btf_kind kind, const char *name);
/*
 * dt_btf_type - the type of a record, made once. NULL: the file is damaged there. May jump through
 * the arena's fail.
 */
struct dt_type *dt_btf_type(struct dt_btf *btf, struct dt_types *types, uint32_t id);
/*
 * dt_btf_complete - give a struct, union or enum its members: of the record it was made from, or,
 * with @by_name, of the record of that name in @btf. False: there is none.
 */
bool dt_btf_complete(struct dt_types *types, struct dt_type *type);
bool dt_btf_define(struct dt_btf *btf, struct dt_types *types, struct dt_type *type);
/* dt_btf_enumerator - the enumeration that has a constant of that name; 0: none. Looks at all of them. */
uint32_t dt_btf_enumerator(struct dt_btf *btf, const char *name, int64_t *value_ret);

/*
 * dt_btf_write - the types of a table as a file of BTF (dt_btf_write.c).
 * args:    @wanted says which, of the intrinsic types and those entered by name; what they refer to is written, too.
 * return:  malloc'ed bytes and *@size_ret; NULL, and *@why is a constant text. May jump through the arena's fail.
 */
uint8_t *dt_btf_write(struct dt_types *types, bool (*wanted)(const struct dt_type *type), size_t *size_ret,
		      const char **why);

/* For dt_btf_type.c: one record. */
struct dt_btf_record {
	enum dt_btf_kind kind;
	bool flag;
	uint32_t count; /* of the entries behind it */
	uint32_t size;  /* or the type it refers to */
	const char *name;
	const uint8_t *entry;
};
bool dt_btf_record(const struct dt_btf *btf, uint32_t id, struct dt_btf_record *ret);
const char *dt_btf_string(const struct dt_btf *btf, uint32_t offset);
struct dt_type **dt_btf_made(struct dt_btf *btf, uint32_t id); /* where the record's type is kept */
uint32_t dt_btf_load32(const uint8_t *at);

#endif
