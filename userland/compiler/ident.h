/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/ident.h - names of D: variables, functions, actions, aggregations, inlines; what is
 * known about each, and where they are looked up.
 */
#ifndef LDT_COMPILER_IDENT_H
#define LDT_COMPILER_IDENT_H

#include "compiler/tree.h"

enum ldt_act {
#define DT_ACTION(NAME, ...) LDT_ACT_##NAME,
#include "../../spec/action.def"
	LDT_ACT_COUNT
};

enum ldt_ident_kind {
	LDT_IDENT_SCALAR,
	LDT_IDENT_ARRAY, /* associative, or a built-in array */
	LDT_IDENT_AGG,
	LDT_IDENT_SUBR, /* function that the machine runs */
	LDT_IDENT_ACTION,
	LDT_IDENT_AGGFUNC,
	LDT_IDENT_INLINE,
	LDT_IDENT_SCOPE,   /* self, this */
	LDT_IDENT_XLPARAM, /* input of a translator while its members are checked */
	LDT_IDENT_CONST,   /* integer known to the library */
};

enum ldt_scope { LDT_SCOPE_GLOBAL, LDT_SCOPE_SELF, LDT_SCOPE_THIS };

enum ldt_ident_flag {
	LDT_IDENT_BUILTIN = 1,
	LDT_IDENT_DECLARED = 2,
	LDT_IDENT_PRINTED = 4,
	LDT_IDENT_FOREIGN = 16,
	LDT_IDENT_DESTRUCTIVE = 32, /* a subroutine that needs -w */
	LDT_IDENT_ALLOCA = 64,      /* has held memory of alloca() */
	LDT_IDENT_NOT_ALLOCA = 128, /* has held another pointer */
	LDT_IDENT_LIBRARY = 512,    /* a subroutine that only files of the D library call */
	LDT_IDENT_ATTR = 256,       /* its attributes were given: those of an inline's body do not count */
};

/* The arguments of a function. */
enum ldt_param_class { LDT_PARAM_TYPE, LDT_PARAM_ANY };
struct ldt_proto_param {
	enum ldt_param_class class;
	struct ldt_type *type;
};
#define LDT_PROTO_MAX 8
struct ldt_proto {
	struct ldt_type *result;
	struct ldt_proto_param param[LDT_PROTO_MAX];
	unsigned int required, count;
	bool varargs;
};

/* Keys of an associative array or aggregation, fixed by the first use or the declaration. */
struct ldt_keys {
	unsigned int count;
	struct ldt_type **type;
};

/* Parameters of a use of lquantize() and llquantize() that later uses must repeat. */
struct ldt_agg_info {
	struct ldt_ident *function;
	uint64_t param[5];
	unsigned int param_count;
};

struct ldt_ident {
	const char *name;
	enum ldt_ident_kind kind;
	enum ldt_scope scope;
	uint32_t flags;
	uint32_t id;           /* variable, subroutine, action, aggregating function */
	uint32_t since;        /* version: major << 24 | minor << 12 | micro */
	uint32_t generation;   /* of the compilation that made it; 0: built in */
	struct ldt_type *type; /* NULL: not known yet */
	const char *type_text; /* built-ins: type or prototype as text, read on first use */
	struct ldt_proto *proto, *oracle_proto;
	struct ldt_keys *keys;
	struct ldt_agg_info *agg;
	struct ldt_node *body;          /* inline */
	struct ldt_type **inline_types; /* inline: types of the parameters */
	unsigned int inline_count;
	struct dtrace_attribute attr;
	struct ldt_ident *next; /* made by programs, newest first */
};

struct ldt_compiler;

/* ldt_ident_setup - enter the built-in names. */
void ldt_ident_setup(struct ldt_compiler *compiler);
struct ldt_ident *ldt_ident_find(struct ldt_comp *c, enum ldt_scope scope, const char *name);
/* ldt_ident_create - a variable or inline of the program. */
struct ldt_ident *ldt_ident_create(struct ldt_comp *c, enum ldt_scope scope, enum ldt_ident_kind kind, const char *name,
				   const struct ldt_pos *pos);
struct ldt_ident *ldt_agg_find(struct ldt_comp *c, const char *name);
struct ldt_ident *ldt_agg_create(struct ldt_comp *c, const char *name, const struct ldt_pos *pos);
/* ldt_ident_type - the type of a variable (built-ins: read from the text on first use); NULL when not known yet. */
struct ldt_type *ldt_ident_type(struct ldt_comp *c, struct ldt_ident *ident);
struct ldt_proto *ldt_ident_proto(struct ldt_comp *c, struct ldt_ident *ident);
const char *ldt_ident_kind_name(enum ldt_ident_kind kind);
/*
 * ldt_ident_similar - ": did you mean NAME?" of a known global name; "" when none is near. In the
 * compilation's arena.
 */
const char *ldt_ident_similar(struct ldt_comp *c, const char *name, bool is_function);
bool ldt_ident_is_function(const struct ldt_ident *ident);
/* ldt_ident_forget - take back the names that a failed compilation made after @until; NULL: all of them. */
void ldt_ident_forget(struct ldt_comp *c, const struct ldt_ident *until);

/*
 * ldt_reg_count - how many registers uregs[] has on the CPU that is traced; 0: not known.
 * ldt_reg_kept - whether it has that one.
 */
unsigned int ldt_reg_count(const struct ldt_comp *c);
bool ldt_reg_kept(const struct ldt_comp *c, int64_t index);

#endif
