/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/btf.h - types in the kernel's format BTF: a file's records, an index of them, and the types
 * made of them on demand.
 *
 *      file or ELF section .BTF --ldt_btf_open--> checked records --first name asked--> hash of names
 *      record --ldt_btf_type--> struct ldt_type, once for each record; a structure's members when
 *                               somebody looks into it
 *
 * A module's file is split: it goes on counting where that of the kernel (its base) ends, types and
 * strings alike. A file is never trusted: records are checked once when it is opened,
 * references whenever they are followed.
 */
#ifndef LDT_TYPES_BTF_H
#define LDT_TYPES_BTF_H

#include "types/type.h"

struct ldt_btf;

enum ldt_btf_kind {
	LDT_BTF_VOID,
	LDT_BTF_INT,
	LDT_BTF_PTR,
	LDT_BTF_ARRAY,
	LDT_BTF_STRUCT,
	LDT_BTF_UNION,
	LDT_BTF_ENUM,
	LDT_BTF_FWD,
	LDT_BTF_TYPEDEF,
	LDT_BTF_VOLATILE,
	LDT_BTF_CONST,
	LDT_BTF_RESTRICT,
	LDT_BTF_FUNC,
	LDT_BTF_FUNC_PROTO,
	LDT_BTF_VAR,
	LDT_BTF_DATASEC,
	LDT_BTF_FLOAT,
	LDT_BTF_DECL_TAG,
	LDT_BTF_TYPE_TAG,
	LDT_BTF_ENUM64,
	LDT_BTF_KINDS,
};

/*
 * ldt_btf_open - read a type file: BTF as it is in /sys/kernel/btf, CTF, or an ELF file with a
 * section .BTF or .ctf (types/type_file.c).
 * args:    @base the kernel's, for a module's file; NULL for others; must outlive this one. *@why
 *          is a constant text on failure.
 */
struct ldt_btf *ldt_btf_open(const char *path, struct ldt_btf *base, const char **why);
/* ldt_btf_parse - the same of bytes; @data is malloc'ed and owned from then on, also on failure. */
struct ldt_btf *ldt_btf_parse(void *data, size_t size, struct ldt_btf *base, const char **why);
void ldt_btf_close(struct ldt_btf *btf); /* NULL is accepted */

/* ldt_btf_find - the record of that name and kind, also in the base; 0: none. */
uint32_t ldt_btf_find(struct ldt_btf *btf, enum ldt_btf_kind kind, const char *name);
/* ldt_btf_names - call @fn for the name of each record of that kind, without those of the base. */
void ldt_btf_names(const struct ldt_btf *btf, enum ldt_btf_kind kind, void (*fn)(void *fn_arg, const char *name),
		   void *fn_arg);
/*
 * ldt_btf_type - the type of a record, made once. NULL: the file is damaged there. May jump through
 * the arena's fail.
 */
struct ldt_type *ldt_btf_type(struct ldt_btf *btf, struct ldt_types *types, uint32_t id);
/*
 * ldt_btf_complete - give a struct, union or enum its members: of the record it was made from, or,
 * with @by_name, of the record of that name in @btf. False: there is none.
 */
bool ldt_btf_complete(struct ldt_types *types, struct ldt_type *type);
bool ldt_btf_define(struct ldt_btf *btf, struct ldt_types *types, struct ldt_type *type);
/* ldt_btf_enumerator - the enumeration that has a constant of that name; 0: none. Looks at all of them. */
uint32_t ldt_btf_enumerator(struct ldt_btf *btf, const char *name, int64_t *value_ret);

/*
 * ldt_btf_write - the types of a table as a file of BTF (types/btf_write.c).
 * args:    @wanted says which, of the intrinsic types and those entered by name; what they refer to is written, too.
 * return:  malloc'ed bytes and *@size_ret; NULL, and *@why is a constant text. May jump through the arena's fail.
 */
uint8_t *ldt_btf_write(struct ldt_types *types, bool (*wanted)(const struct ldt_type *type), size_t *size_ret,
		       const char **why);

/* For types/btf_type.c: one record. */
struct ldt_btf_record {
	enum ldt_btf_kind kind;
	bool flag;
	uint32_t count; /* of the entries that follow it */
	uint32_t size;  /* or the type it refers to */
	const char *name;
	const uint8_t *entry;
};
bool ldt_btf_record(const struct ldt_btf *btf, uint32_t id, struct ldt_btf_record *ret);
const char *ldt_btf_string(const struct ldt_btf *btf, uint32_t offset);
struct ldt_type **ldt_btf_made(struct ldt_btf *btf, uint32_t id); /* where the record's type is kept */
uint32_t ldt_btf_load32(const uint8_t *at);

/*
 * ldt_btf_ends - whether what the structure or union @id, a record of the file, holds is known and ends
 * somewhere: types/btf_nest.c. Found out once for each record.
 */
bool ldt_btf_ends(struct ldt_btf *btf, uint32_t id);
uint8_t *ldt_btf_mark(struct ldt_btf *btf, uint32_t id); /* where that is kept; 0 at first */

#endif
