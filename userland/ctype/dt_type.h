/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_type.h - the types of D: a graph of C types by data model, plus the few types that only D has.
 *
 *      typedef --target--> const --target--> struct --members--> { name, type, bit offset, bit width } ...
 *      pointer --target--> ...      array --target--> element      function --target--> result, params
 *
 * A table of types (struct dt_types) is filled by the predefined types, by declarations of programs, and by loaders,
 * which know a kernel's or file's types and are asked for a name when the table does not have it. Nodes are made once
 * and never freed before the table.
 */
#ifndef CTYPE_DT_TYPE_H
#define CTYPE_DT_TYPE_H

#include "dt_arena.h"

enum dt_kind {
	DT_KIND_VOID,
	DT_KIND_INT, /* char, _Bool and all integers */
	DT_KIND_FLOAT,
	DT_KIND_POINTER,
	DT_KIND_ARRAY,
	DT_KIND_FUNCTION,
	DT_KIND_STRUCT,
	DT_KIND_UNION,
	DT_KIND_ENUM,
	DT_KIND_TYPEDEF,
	DT_KIND_CONST,
	DT_KIND_VOLATILE,
	DT_KIND_RESTRICT,
	DT_KIND_STRING,   /* D string: size is the option strsize */
	DT_KIND_STACK,    /* result of stack() and its like */
	DT_KIND_SYMADDR,  /* ... of sym() */
	DT_KIND_USYMADDR, /* ... of usym() */
	DT_KIND_DYN,      /* no type yet, or only by translation */
};

struct dt_member {
	const char *name; /* NULL: anonymous struct or union */
	struct dt_type *type;
	uint64_t bit_offset; /* bit-fields: of the first bit, little-endian count; else 8 * byte offset */
	uint32_t bit_width;  /* 0: not a bit-field */
	uint32_t round;      /* bits of a bit-field of width 0 before it; 0: none */
	struct dt_member *next;
};

struct dt_enumerator {
	const char *name;
	int64_t value;
	struct dt_enumerator *next;
};

struct dt_param {
	struct dt_type *type;
	const char *name; /* may be NULL */
	struct dt_param *next;
};

struct dt_type {
	enum dt_kind kind;
	bool complete;  /* struct, union, enum: defined; array: has a size */
	bool is_signed; /* int, enum */
	bool is_char, is_bool;
	bool varargs; /* function */
	bool soft;    /* predefined convenience: a program may define the name itself */
	bool header;  /* struct, union, enum, typedef: a header defined it, not the program's own text */
	uint8_t rank; /* int: conversion rank, char 1 .. long long 5 */
	uint32_t align;
	uint64_t size;    /* bytes; D string: 0 */
	uint64_t count;   /* array */
	const char *name; /* typedef name, tag, or spelling of an intrinsic type; NULL: anonymous */
	struct dt_type *target;
	struct dt_member *members, *last_member;
	struct dt_map member_map; /* by name, made when a member is first looked up */
	bool mapped;
	struct dt_enumerator *enumerators, *last_enumerator;
	struct dt_param *params;
	struct dt_type *pointer; /* the pointer to this type, once made */
	uint32_t generation;     /* of the compilation that made it */
	void *origin;            /* the file whose record origin_id it was made from; NULL: of no file */
	uint32_t origin_id;
	bool busy;                 /* its members are being read: of a file or of the program; no loader is asked */
	bool has_strings;          /* struct, union: its size depends on that of strings */
	uint32_t round;            /* of the member that comes next */
	struct dt_type *next_text; /* the one with strings that was finished after it */
	struct dt_type *next_named, *shadowed; /* entered by name before it; of the same name */
};

enum dt_namespace { DT_NS_TYPEDEF, DT_NS_STRUCT, DT_NS_UNION, DT_NS_ENUM };

/* A source of types, asked when a name is not in the table. */
struct dt_types;

struct dt_type_loader {
	/*
	 * lookup - find a type by name.
	 * args:    @module NULL or "": any. The result is allocated in @types (dt_type_new_*), complete or not.
	 * return:  the type or NULL. context: process; may jump through the arena's fail.
	 */
	struct dt_type *(*lookup)(void *arg, struct dt_types *types, const char *module, enum dt_namespace ns,
				  const char *name);
	/* symbol - the type of a kernel variable or function, NULL when unknown. */
	struct dt_type *(*symbol)(void *arg, struct dt_types *types, const char *module, const char *name);
	/* constant - an enumerator: its enumeration and value; NULL when unknown. */
	struct dt_type *(*constant)(void *arg, struct dt_types *types, const char *name, int64_t *value_ret);
	/* complete - define the members of a struct, union or enum that lookup gave incomplete; false: unknown. */
	bool (*complete)(void *arg, struct dt_types *types, struct dt_type *type);
	void (*destroy)(void *arg);
	void *arg;
	struct dt_type_loader *next;
};

struct dt_types {
	struct dt_arena arena;
	struct dt_map names[4];  /* by enum dt_namespace */
	struct dt_map constants; /* enumerators by name: struct dt_constant */
	struct dt_type_loader *loaders;
	uint32_t word_size; /* 4: ILP32, 8: LP64 */
	uint32_t generation;
	uint32_t string_size; /* bytes that a member of type string takes; dt_types_set_string_size changes it */
	struct dt_type *texts, **texts_tail; /* structures that have strings */
	struct dt_type *named;               /* types entered by name, newest first */
	struct dt_constant *made;            /* enumerators, newest first */
	uint32_t nesting;                    /* of structures that are being completed */
	struct dt_type *void_, *bool_, *char_, *schar, *uchar, *short_, *ushort, *int_, *uint, *long_, *ulong, *llong,
		*ullong;
	struct dt_type *float_, *double_, *ldouble;
	struct dt_type *string, *stack, *symaddr, *usymaddr, *dyn;
	struct dt_type *int64, *uint64, *uintptr, *size;
};

/* Who declares an enumerator says what a variable of the same name is: an error, beside it, unknown to it. */
enum dt_origin { DT_ORIGIN_FILE, DT_ORIGIN_HEADER, DT_ORIGIN_PROGRAM };

struct dt_constant {
	int64_t value;
	struct dt_type *type;
	enum dt_origin origin;
	const char *name;
	uint32_t generation;
	struct dt_constant *next;
};

/* dt_types_create - a table with the predefined types. NULL without memory. dt_types_destroy accepts NULL. */
struct dt_types *dt_types_create(uint32_t word_size);
void dt_types_destroy(struct dt_types *types);
void dt_types_forget(struct dt_types *types, uint32_t generation); /* names that this one, the newest, entered */
void dt_types_add_loader(struct dt_types *types, struct dt_type_loader *loader); /* kept; destroyed with the table */

/* Make types. Names are copied. */
struct dt_type *dt_type_pointer(struct dt_types *types, struct dt_type *target);
struct dt_type *dt_type_array(struct dt_types *types, struct dt_type *element, uint64_t count, bool complete);
struct dt_type *dt_type_function(struct dt_types *types, struct dt_type *result, struct dt_param *params, bool varargs);
struct dt_type *dt_type_qualified(struct dt_types *types, enum dt_kind qualifier, struct dt_type *target);
/* entered by name */
struct dt_type *dt_type_typedef(struct dt_types *types, const char *name, struct dt_type *target);
/* dt_type_tagged - the struct, union or enum of that tag, made incomplete when there is none; @name NULL: a new
 * anonymous one. */
struct dt_type *dt_type_tagged(struct dt_types *types, enum dt_kind kind, const char *name);
/*
 * dt_type_add_member - at the next offset by the rules of the ABI. @width 0: no bit-field. NULL:
 * name is there already.
 */
struct dt_member *dt_type_add_member(struct dt_types *types, struct dt_type *sou, const char *name,
				     struct dt_type *type, uint32_t width);
/* dt_type_round - a bit-field of width 0: what comes next begins at a multiple of @unit bits. */
void dt_type_round(struct dt_type *sou, uint32_t unit);
void dt_type_finish(struct dt_types *types, struct dt_type *sou);
/* dt_types_set_string_size - also lays out again the structures that have strings. */
void dt_types_set_string_size(struct dt_types *types, uint32_t size);
void dt_type_add_enumerator(struct dt_types *types, struct dt_type *enumeration, const char *name, int64_t value,
			    enum dt_origin origin);
const struct dt_enumerator *dt_type_enumerator(struct dt_types *types, struct dt_type *enumeration, const char *name);

/* dt_type_lookup - by name; NULL when nobody knows it. dt_type_find: in the table only, no loader asked. */
struct dt_type *dt_type_lookup(struct dt_types *types, const char *module, enum dt_namespace ns, const char *name);
struct dt_type *dt_type_find(const struct dt_types *types, enum dt_namespace ns, const char *name);
/* dt_type_is_entered - whether it is what its name finds: none took its place. */
bool dt_type_is_entered(const struct dt_types *types, const struct dt_type *type);
/* dt_type_ensure - the type with its definition, if a loader has one. Return whether it is complete. */
bool dt_type_ensure(struct dt_types *types, struct dt_type *type);
/* dt_type_constant - an enumerator that a loader knows; NULL: none does. */
struct dt_type *dt_type_constant(struct dt_types *types, const char *name, int64_t *value_ret);
/* dt_type_alignment - bytes; of structures that a file describes, found by their members. */
uint32_t dt_type_alignment(struct dt_types *types, struct dt_type *type);
const struct dt_member *dt_type_member(struct dt_types *types, struct dt_type *sou, const char *name,
				       uint64_t *bit_offset_ret);

/* Look at types; typedefs and qualifiers are seen through. */
struct dt_type *dt_type_resolve(struct dt_type *type);
bool dt_type_is_const(const struct dt_type *type);
bool dt_type_is_integer(struct dt_type *type); /* integers and enums */
bool dt_type_is_scalar(struct dt_type *type);  /* integers, enums, floats, pointers */
bool dt_type_is_sou(struct dt_type *type);
bool dt_type_is_signed(struct dt_type *type);
bool dt_type_is_char_array(struct dt_type *type);
bool dt_type_same(struct dt_type *a, struct dt_type *b); /* same but for names of typedefs and qualifiers */
/* dt_type_size - bytes; 0 when incomplete, void, function or D string. */
uint64_t dt_type_size(struct dt_types *types, struct dt_type *type);
/* dt_type_storage - bytes that an object takes, in an array or structure: the same, and of a D string those of its
 * longest. */
uint64_t dt_type_storage(struct dt_types *types, struct dt_type *type);
/* dt_type_name - D text of a type, cut to @size. Returns @buf. */
char *dt_type_name(struct dt_type *type, char *buf, size_t size);
/* dt_type_int - the integer type of a size (1 2 4 8) and sign. */
struct dt_type *dt_type_int(struct dt_types *types, uint32_t size, bool is_signed);
/* Integer promotion and usual arithmetic conversions of C. */
struct dt_type *dt_type_promote(struct dt_types *types, struct dt_type *type);
struct dt_type *dt_type_common(struct dt_types *types, struct dt_type *a, struct dt_type *b);

#endif
