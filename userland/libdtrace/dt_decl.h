/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_decl.h - a declaration while it is read: what its files share.
 *
 *      const   char   *names[4], f(int)       ;
 *      '--- specs ---' '--- declarators -'
 *
 *      dt_declspec.c     specifiers -> struct dt_specs -> a type
 *      dt_declarator.c   a declarator -> steps from the name outwards (array of, pointer to,
 *                        function returning), which are taken from the last to the first to make
 *                        the type; type names of casts and of built-ins
 *      dt_declsou.c      the bodies of struct, union and enum
 *      dt_decl.c         what is declared: typedefs, variables, inlines
 */
#ifndef LIBDTRACE_DT_DECL_H
#define LIBDTRACE_DT_DECL_H

#include "dt_comp.h"

enum dt_class {
	DT_CLASS_NONE,
	DT_CLASS_TYPEDEF,
	DT_CLASS_EXTERN,
	DT_CLASS_STATIC,
	DT_CLASS_AUTO,
	DT_CLASS_REGISTER,
	DT_CLASS_SELF,
	DT_CLASS_THIS
};

struct dt_specs {
	struct dt_pos pos;
	enum dt_class class;
	enum dt_tok base;     /* keyword of a basic type, or EOF */
	struct dt_type *type; /* struct, enum, typedef name, string */
	bool is_signed, is_unsigned, is_short;
	int longs;
	bool is_const, is_volatile, is_restrict;
	bool tagged; /* names or defines a struct, union or enum */
};

enum dt_step_kind { DT_STEP_POINTER, DT_STEP_ARRAY, DT_STEP_FUNCTION, DT_STEP_KEYS };

struct dt_step {
	enum dt_step_kind kind;
	uint64_t count;
	bool complete, varargs;
	bool is_const, is_volatile, is_restrict;
	struct dt_param *params;
	struct dt_pos pos;
	struct dt_step *next;
};

struct dt_declarator {
	const char *name; /* NULL: abstract */
	struct dt_pos pos;
	struct dt_step *steps, **tail;
};

/*
 * dt_parse_specs - all specifiers that come now; *@specs says what they were. Return: their type.
 * @expected is for the message when there is none.
 */
struct dt_type *dt_parse_specs(struct dt_comp *c, struct dt_specs *specs, const char *expected);
/* dt_parse_declarator - one that comes now, perhaps without a name. *@decl is zeroed by the caller. */
void dt_parse_declarator(struct dt_comp *c, struct dt_declarator *decl);
/* dt_apply_steps - the type of a declarator whose specifiers say @type. Keys of an associative
 * array are no part of it: the caller passes the step behind them. */
struct dt_type *dt_apply_steps(struct dt_comp *c, struct dt_type *type, struct dt_step *step);

/* dt_parse_sou / dt_parse_enum - struct, union or enum with the tag, body or both that come now. */
struct dt_type *dt_parse_sou(struct dt_comp *c);
struct dt_type *dt_parse_enum(struct dt_comp *c);

/* dt_split_scope - "mod`name" at its last backquote. Return: the name; *@module_ret NULL when there is no module. */
const char *dt_split_scope(struct dt_comp *c, const char *text, const char **module_ret);

/* dt_in_header - whether a place is in a file that the program includes. */
static inline bool dt_in_header(const struct dt_comp *c, const struct dt_pos *pos)
{
	return pos->file && !c->in_library;
}

#endif
