/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/declaration.h - a declaration while it is read: what its files share.
 *
 *      const   char   *names[4], f(int)       ;
 *      '--- specs ---' '--- declarators -'
 *
 *      compiler/specifier.c     specifiers -> struct ldt_specs -> a type
 *      compiler/declarator.c   a declarator -> steps from the name outwards (array of, pointer to,
 *                        function returning), which are taken from the last to the first to make
 *                        the type; type names of casts and of built-ins
 *      compiler/structure.c      the bodies of struct, union and enum
 *      compiler/declaration.c         what is declared: typedefs, variables, inlines
 */
#ifndef LDT_COMPILER_DECLARATION_H
#define LDT_COMPILER_DECLARATION_H

#include "compiler/compilation.h"
#include "compiler/tree.h"

enum ldt_class {
	LDT_CLASS_NONE,
	LDT_CLASS_TYPEDEF,
	LDT_CLASS_EXTERN,
	LDT_CLASS_STATIC,
	LDT_CLASS_AUTO,
	LDT_CLASS_REGISTER,
	LDT_CLASS_SELF,
	LDT_CLASS_THIS
};

struct ldt_specs {
	struct ldt_pos pos;
	enum ldt_class class;
	enum ldt_tok base;     /* keyword of a basic type, or EOF */
	struct ldt_type *type; /* struct, enum, typedef name, string */
	bool is_signed, is_unsigned, is_short;
	int longs;
	bool is_const, is_volatile, is_restrict;
	bool tagged; /* names or defines a struct, union or enum */
};

enum ldt_step_kind { LDT_STEP_POINTER, LDT_STEP_ARRAY, LDT_STEP_FUNCTION, LDT_STEP_KEYS };

struct ldt_step {
	enum ldt_step_kind kind;
	uint64_t count;
	bool complete, varargs;
	bool is_const, is_volatile, is_restrict;
	struct ldt_param *params;
	struct ldt_pos pos;
	struct ldt_step *next;
};

struct ldt_declarator {
	unsigned int parts; /* steps, against stack overflow */
	const char *name;   /* NULL: abstract */
	struct ldt_pos pos;
	struct ldt_step *steps, **tail;
};

/*
 * ldt_parse_specs - all specifiers that come now; *@specs says what they were. Return: their type.
 * @expected is for the message when there is none.
 */
struct ldt_type *ldt_parse_specs(struct ldt_comp *c, struct ldt_specs *specs, const char *expected);
/* ldt_parse_declarator - one that comes now, perhaps without a name. *@decl is zeroed by the caller. */
void ldt_parse_declarator(struct ldt_comp *c, struct ldt_declarator *decl);
/* ldt_apply_steps - the type of a declarator whose specifiers say @type. Keys of an associative
 * array are no part of it: the caller passes the step after them. */
struct ldt_type *ldt_apply_steps(struct ldt_comp *c, struct ldt_type *type, struct ldt_step *step);

/* ldt_read_sou / ldt_read_enum - struct, union or enum with the tag, body or both that come now. */
struct ldt_type *ldt_read_sou(struct ldt_comp *c); /* below: ldt_parse_sou of recursion.h */
struct ldt_type *ldt_read_enum(struct ldt_comp *c);

/* ldt_split_scope - "mod`name" at its last backquote. Return: the name; *@module_ret NULL when there is no module. */
const char *ldt_split_scope(struct ldt_comp *c, const char *text, const char **module_ret);

/* ldt_in_header - whether a place is in a file that the program includes. */
static inline bool ldt_in_header(const struct ldt_comp *c, const struct ldt_pos *pos)
{
	return pos->file && !c->in_library;
}

bool ldt_starts_type(struct ldt_comp *c, const struct ldt_token *token);
struct ldt_type *ldt_type_by_name(struct ldt_comp *c, const char *text); /* typedef name, perhaps scoped; NULL: none */
struct ldt_type *ldt_read_type_name(struct ldt_comp *c);
struct ldt_type *ldt_parse_type_name_until_ident(struct ldt_comp *c); /* specifiers and stars: a name follows */
void ldt_parse_declaration(struct ldt_comp *c); /* a whole external declaration, with its semicolon */
void ldt_parse_inline(struct ldt_comp *c);
struct ldt_param *ldt_parse_probe_params(struct ldt_comp *c); /* up to the closing parenthesis, which is taken */

#endif
