/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * types/type.h - the types of D: a graph of C types by data model, plus the few types that only D has.
 *
 *      typedef --target--> const --target--> struct --members--> { name, type, bit offset, bit width } ...
 *      pointer --target--> ...      array --target--> element      function --target--> result, params
 *
 * A table of types (struct ldt_types) is filled by the predefined types, by declarations of programs, and by loaders,
 * which know a kernel's or file's types and are asked for a name when the table does not have it. Nodes are made once
 * and never freed before the table.
 */
#ifndef LDT_TYPES_TYPE_H
#define LDT_TYPES_TYPE_H

#include "types/arena.h"

enum ldt_kind {
	LDT_KIND_VOID,
	LDT_KIND_INT, /* char, _Bool and all integers */
	LDT_KIND_FLOAT,
	LDT_KIND_POINTER,
	LDT_KIND_ARRAY,
	LDT_KIND_FUNCTION,
	LDT_KIND_STRUCT,
	LDT_KIND_UNION,
	LDT_KIND_ENUM,
	LDT_KIND_TYPEDEF,
	LDT_KIND_CONST,
	LDT_KIND_VOLATILE,
	LDT_KIND_RESTRICT,
	LDT_KIND_STRING,   /* D string: size is the option strsize */
	LDT_KIND_STACK,    /* result of stack() and its like */
	LDT_KIND_SYMADDR,  /* ... of sym() */
	LDT_KIND_USYMADDR, /* ... of usym() */
	LDT_KIND_DYN,      /* no type yet, or only by translation */
};

struct ldt_member {
	const char *name; /* NULL: anonymous struct or union */
	struct ldt_type *type;
	uint64_t bit_offset; /* bit-fields: of the first bit, little-endian count; else 8 * byte offset */
	uint32_t bit_width;  /* 0: not a bit-field */
	uint32_t round;      /* bits of a bit-field of width 0 before it; 0: none */
	struct ldt_member *next;
};

struct ldt_enumerator {
	const char *name;
	int64_t value;
	struct ldt_enumerator *next;
};

struct ldt_param {
	struct ldt_type *type;
	const char *name; /* may be NULL */
	struct ldt_param *next;
};

struct ldt_type {
	enum ldt_kind kind;
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
	struct ldt_type *target;
	struct ldt_member *members, *last_member;
	struct ldt_map member_map; /* by name, made when a member is first looked up */
	bool mapped;
	struct ldt_enumerator *enumerators, *last_enumerator;
	struct ldt_param *params;
	struct ldt_type *pointer; /* the pointer to this type, once made */
	uint32_t generation;      /* of the compilation that made it */
	void *origin;             /* the file whose record origin_id it was made from; NULL: of no file */
	uint32_t origin_id;
	bool busy;                  /* its members are being read: of a file or of the program; no loader is asked */
	bool has_strings;           /* struct, union: its size depends on that of strings */
	uint32_t round;             /* of the member that comes next */
	struct ldt_type *next_text; /* the one with strings that was finished after it */
	struct ldt_type *next_named, *shadowed; /* entered by name before it; of the same name */
};

enum ldt_namespace { LDT_NS_TYPEDEF, LDT_NS_STRUCT, LDT_NS_UNION, LDT_NS_ENUM };

/* A source of types, asked when a name is not in the table. */
struct ldt_types;

struct ldt_type_loader {
	/*
	 * lookup - find a type by name.
	 * args:    @module NULL or "": any. The result is allocated in @types (ldt_type_new_*), complete or not.
	 * return:  the type or NULL. context: process; may jump through the arena's fail.
	 */
	struct ldt_type *(*lookup)(void *arg, struct ldt_types *types, const char *module, enum ldt_namespace ns,
				   const char *name);
	/* symbol - the type of a kernel variable or function, NULL when unknown. */
	struct ldt_type *(*symbol)(void *arg, struct ldt_types *types, const char *module, const char *name);
	/* constant - an enumerator: its enumeration and value; NULL when unknown. */
	struct ldt_type *(*constant)(void *arg, struct ldt_types *types, const char *name, int64_t *value_ret);
	/* complete - define the members of a struct, union or enum that lookup gave incomplete; false: unknown. */
	bool (*complete)(void *arg, struct ldt_types *types, struct ldt_type *type);
	/* names - call @fn for every name of a space that is known without opening more files. May be NULL. */
	void (*names)(void *arg, enum ldt_namespace ns, void (*fn)(void *fn_arg, const char *name), void *fn_arg);
	void (*destroy)(void *arg);
	void *arg;
	struct ldt_type_loader *next;
};

struct ldt_types {
	struct ldt_arena arena;
	struct ldt_map names[4];  /* by enum ldt_namespace */
	struct ldt_map constants; /* enumerators by name: struct ldt_constant */
	struct ldt_type_loader *loaders;
	uint32_t word_size; /* 4: ILP32, 8: LP64 */
	uint32_t generation;
	uint32_t string_size; /* bytes that a member of type string takes; ldt_types_set_string_size changes it */
	struct ldt_type *texts, **texts_tail; /* structures that have strings */
	struct ldt_type *named;               /* types entered by name, newest first */
	struct ldt_constant *made;            /* enumerators, newest first */
	uint32_t nesting;                     /* of structures that are being completed */
	struct ldt_type *void_, *bool_, *char_, *schar, *uchar, *short_, *ushort, *int_, *uint, *long_, *ulong, *llong,
		*ullong;
	struct ldt_type *float_, *double_, *ldouble;
	struct ldt_type *string, *stack, *symaddr, *usymaddr, *dyn;
	struct ldt_type *int64, *uint64, *uintptr, *size;
};

/*
 * Who declared an enumerator. A file: a variable or function of D with its name may exist, and is
 * what the name means. A header: a program's variable may have its name. The program: a variable of
 * its name is an error.
 */
enum ldt_origin { LDT_ORIGIN_FILE, LDT_ORIGIN_HEADER, LDT_ORIGIN_PROGRAM };

struct ldt_constant {
	int64_t value;
	struct ldt_type *type;
	enum ldt_origin origin;
	const char *name;
	uint32_t generation;
	struct ldt_constant *next;
};

/* ldt_types_create - a table with the predefined types. NULL without memory. ldt_types_destroy accepts NULL. */
struct ldt_types *ldt_types_create(uint32_t word_size);
void ldt_types_destroy(struct ldt_types *types);
void ldt_types_forget(struct ldt_types *types, uint32_t generation); /* names that this one, the newest, entered */
void ldt_types_add_loader(struct ldt_types *types, struct ldt_type_loader *loader); /* kept; destroyed with the table */

/* Make types. Names are copied. */
struct ldt_type *ldt_type_pointer(struct ldt_types *types, struct ldt_type *target);
struct ldt_type *ldt_type_array(struct ldt_types *types, struct ldt_type *element, uint64_t count, bool complete);
struct ldt_type *ldt_type_function(struct ldt_types *types, struct ldt_type *result, struct ldt_param *params,
				   bool varargs);
struct ldt_type *ldt_type_qualified(struct ldt_types *types, enum ldt_kind qualifier, struct ldt_type *target);
/* entered by name */
struct ldt_type *ldt_type_typedef(struct ldt_types *types, const char *name, struct ldt_type *target);
/* ldt_type_tagged - the struct, union or enum of that tag, made incomplete when there is none; @name NULL: a new
 * anonymous one. */
struct ldt_type *ldt_type_tagged(struct ldt_types *types, enum ldt_kind kind, const char *name);
/*
 * ldt_type_add_member - at the next offset by the rules of the ABI. @width 0: no bit-field. NULL:
 * name is there already.
 */
struct ldt_member *ldt_type_add_member(struct ldt_types *types, struct ldt_type *sou, const char *name,
				       struct ldt_type *type, uint32_t width);
/* ldt_type_round - a bit-field of width 0: what comes next begins at a multiple of @unit bits. */
void ldt_type_round(struct ldt_type *sou, uint32_t unit);
void ldt_type_finish(struct ldt_types *types, struct ldt_type *sou);
/* ldt_types_set_string_size - also lays out again the structures that have strings. */
void ldt_types_set_string_size(struct ldt_types *types, uint32_t size);
void ldt_type_add_enumerator(struct ldt_types *types, struct ldt_type *enumeration, const char *name, int64_t value,
			     enum ldt_origin origin);
const struct ldt_enumerator *ldt_type_enumerator(struct ldt_types *types, struct ldt_type *enumeration,
						 const char *name);

/*
 * ldt_type_lookup - by name; NULL when it is unknown. ldt_type_find: in the table only, no loader.
 */
struct ldt_type *ldt_type_lookup(struct ldt_types *types, const char *module, enum ldt_namespace ns, const char *name);
struct ldt_type *ldt_type_find(const struct ldt_types *types, enum ldt_namespace ns, const char *name);
/* ldt_type_is_entered - whether it is what its name finds: none took its place. */
bool ldt_type_is_entered(const struct ldt_types *types, const struct ldt_type *type);
/*
 * ldt_types_names - call @fn for every name of a space that the table or a loader knows; a name may come several times.
 * For messages: all of a kernel's are looked at.
 */
void ldt_types_names(const struct ldt_types *types, enum ldt_namespace ns, void (*fn)(void *fn_arg, const char *name),
		     void *fn_arg);
/* ldt_type_ensure - the type with its definition, if a loader has one. Return whether it is complete. */
bool ldt_type_ensure(struct ldt_types *types, struct ldt_type *type);
/* ldt_type_constant - an enumerator that a loader knows; NULL: none does. */
struct ldt_type *ldt_type_constant(struct ldt_types *types, const char *name, int64_t *value_ret);
/* ldt_type_alignment - bytes; of structures that a file describes, found by their members. */
uint32_t ldt_type_alignment(struct ldt_types *types, struct ldt_type *type);
const struct ldt_member *ldt_type_member(struct ldt_types *types, struct ldt_type *sou, const char *name,
					 uint64_t *bit_offset_ret);

/* Look at types; typedefs and qualifiers are seen through. */
struct ldt_type *ldt_type_resolve(struct ldt_type *type);
bool ldt_type_is_integer(struct ldt_type *type); /* integers and enums */
bool ldt_type_is_scalar(struct ldt_type *type);  /* integers, enums, floats, pointers */
bool ldt_type_is_sou(struct ldt_type *type);
bool ldt_type_is_signed(struct ldt_type *type);
bool ldt_type_is_char_array(struct ldt_type *type);
bool ldt_type_same(struct ldt_type *a, struct ldt_type *b); /* names of typedefs and qualifiers may differ */
bool ldt_is_string(struct ldt_type *type);                  /* D string */
bool ldt_is_char_pointer(struct ldt_type *type);            /* to one-byte integers */
bool ldt_is_stringlike(struct ldt_type *type);              /* D string, char array or pointer */
bool ldt_is_pointer(struct ldt_type *type);                 /* pointer or array */
struct ldt_type *ldt_pointee(struct ldt_type *type);
/* ldt_pointers_fit - whether a pointer of type @a can be used where @b is wanted. */
bool ldt_pointers_fit(struct ldt_type *a, struct ldt_type *b);
/* ldt_type_size - bytes; 0 when incomplete, void, function or D string. */
uint64_t ldt_type_size(struct ldt_types *types, struct ldt_type *type);
/* ldt_type_storage - bytes that an object takes, in an array or structure: the same, and of a D string those of its
 * longest. */
uint64_t ldt_type_storage(struct ldt_types *types, struct ldt_type *type);
/* ldt_type_name - D text of a type, cut to @size. Returns @buf. */
char *ldt_type_name(struct ldt_type *type, char *buf, size_t size);
/* ldt_type_int - the integer type of a size (1 2 4 8) and sign. */
struct ldt_type *ldt_type_int(struct ldt_types *types, uint32_t size, bool is_signed);
/* Integer promotion and usual arithmetic conversions of C. */
struct ldt_type *ldt_type_promote(struct ldt_types *types, struct ldt_type *type);
struct ldt_type *ldt_type_common(struct ldt_types *types, struct ldt_type *a, struct ldt_type *b);

#endif
