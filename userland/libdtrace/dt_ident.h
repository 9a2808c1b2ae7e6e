/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* dt_ident.h - names of D: variables, functions, actions, aggregations, inlines; what is known about each, and where
 * they are looked up. */
#ifndef LIBDTRACE_DT_IDENT_H
#define LIBDTRACE_DT_IDENT_H

#include "dt_tree.h"

enum dt_ident_kind {
	DT_IDENT_SCALAR,
	DT_IDENT_ARRAY, /* associative, or a built-in array */
	DT_IDENT_AGG,
	DT_IDENT_SUBR, /* function that the machine runs */
	DT_IDENT_ACTION,
	DT_IDENT_AGGFUNC,
	DT_IDENT_INLINE,
	DT_IDENT_SCOPE,   /* self, this */
	DT_IDENT_XLPARAM, /* input of a translator while its members are checked */
	DT_IDENT_CONST,   /* integer known to the library */
};

enum dt_scope { DT_SCOPE_GLOBAL, DT_SCOPE_SELF, DT_SCOPE_THIS };

enum dt_ident_flag {
	DT_IDENT_BUILTIN = 1,
	DT_IDENT_DECLARED = 2,
	DT_IDENT_PRINTED = 4,
	DT_IDENT_EXPANDING = 8, /* an inline whose body is being expanded */
	DT_IDENT_FOREIGN = 16,
	DT_IDENT_DESTRUCTIVE = 32, /* a subroutine that needs -w */
	DT_IDENT_ALLOCA = 64,      /* has held memory of alloca() */
	DT_IDENT_NOT_ALLOCA = 128, /* has held another pointer */
	DT_IDENT_ATTR = 256,       /* its attributes were given: those of an inline's body do not count */
};

/* What a function takes. */
enum dt_param_class { DT_PARAM_TYPE, DT_PARAM_ANY };
struct dt_proto_param {
	enum dt_param_class class;
	struct dt_type *type;
};
#define DT_PROTO_MAX 8
struct dt_proto {
	struct dt_type *result;
	struct dt_proto_param param[DT_PROTO_MAX];
	unsigned int required, count;
	bool varargs;
};

/* Keys of an associative array or aggregation, fixed by the first use or the declaration. */
struct dt_keys {
	unsigned int count;
	struct dt_type **type;
};

/* Parameters of a use of lquantize() and llquantize() that later uses must repeat. */
struct dt_agg_info {
	struct dt_ident *function;
	uint64_t param[5];
	unsigned int param_count;
};

struct dt_ident {
	const char *name;
	enum dt_ident_kind kind;
	enum dt_scope scope;
	uint32_t flags;
	uint32_t id;           /* variable, subroutine, action, aggregating function */
	uint32_t since;        /* version: major << 24 | minor << 12 | micro */
	uint32_t generation;   /* of the compilation that made it; 0: built in */
	struct dt_type *type;  /* NULL: not known yet */
	const char *type_text; /* built-ins: type or prototype as text, read on first use */
	struct dt_proto *proto, *oracle_proto;
	struct dt_keys *keys;
	struct dt_agg_info *agg;
	struct dt_node *body;          /* inline */
	struct dt_type **inline_types; /* inline: types of the parameters */
	unsigned int inline_count;
	struct dtrace_attribute attr;
	struct dt_ident *next; /* made by programs, newest first */
};

struct dt_compiler;

/* dt_ident_setup - enter the built-in names. */
void dt_ident_setup(struct dt_compiler *compiler);
struct dt_ident *dt_ident_find(struct dt_comp *c, enum dt_scope scope, const char *name);
/* dt_ident_create - a variable or inline of the program. */
struct dt_ident *dt_ident_create(struct dt_comp *c, enum dt_scope scope, enum dt_ident_kind kind, const char *name,
				 const struct dt_pos *pos);
struct dt_ident *dt_agg_find(struct dt_comp *c, const char *name);
struct dt_ident *dt_agg_create(struct dt_comp *c, const char *name, const struct dt_pos *pos);
/* dt_ident_type - the type of a variable (built-ins: read from the text on first use); NULL when not known yet. */
struct dt_type *dt_ident_type(struct dt_comp *c, struct dt_ident *ident);
struct dt_proto *dt_ident_proto(struct dt_comp *c, struct dt_ident *ident);
const char *dt_ident_kind_name(enum dt_ident_kind kind);
/* dt_ident_forget - take back the names that a failed compilation made. */
void dt_ident_forget(struct dt_comp *c);

/*
 * dt_reg_count - how many registers uregs[] has on the CPU that is traced; 0: not known.
 * dt_reg_kept - whether it has that one.
 */
unsigned int dt_reg_count(const struct dt_comp *c);
bool dt_reg_kept(const struct dt_comp *c, int64_t index);

#endif
