/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/tree.h - the tree of a D program: made by the parser, typed by the checker, read by the code
 * generator. Nodes live in an arena.
 */
#ifndef LDT_COMPILER_TREE_H
#define LDT_COMPILER_TREE_H

#include <dtrace/stability.h>

#include "types/types.h"
#include "compiler/lexer.h"

struct ldt_ident;
struct ldt_xlator;

enum ldt_node_kind {
	LDT_NODE_INT,      /* value */
	LDT_NODE_STRING,   /* text, length */
	LDT_NODE_IDENT,    /* text: a name, not resolved yet */
	LDT_NODE_VAR,      /* ident; args: keys of an associative array or index of a built-in array */
	LDT_NODE_SYM,      /* value: address of a kernel symbol; text */
	LDT_NODE_TYPE,     /* type */
	LDT_NODE_CALL,     /* left: function name, args; checked: ident */
	LDT_NODE_OP1,      /* op, left */
	LDT_NODE_OP2,      /* op, left, right; also [] with args, -> and . (text: member) */
	LDT_NODE_OP3,      /* cond ? left : right */
	LDT_NODE_CAST,     /* type, left */
	LDT_NODE_SIZEOF,   /* type or left */
	LDT_NODE_OFFSETOF, /* type, args: chain of IDENT */
	LDT_NODE_STRINGOF, /* left */
	LDT_NODE_XLATE,    /* type, left; checked: xlator, temporary */
	LDT_NODE_MEMBER,   /* checked -> and .: left, member */
	LDT_NODE_AGG,      /* text, args: keys; checked: ident */
	LDT_NODE_ARG,      /* parameter of an inline, while its body is kept: value is the index */
	LDT_NODE_IF,       /* statement: cond, body, orelse */
	LDT_NODE_EXPR,     /* statement: left */
};

enum ldt_node_flag {
	LDT_NF_LVAL = 1,     /* refers to memory or a variable */
	LDT_NF_WRITABLE = 2, /* ... that may be assigned */
	LDT_NF_REF = 4,      /* value is the address of the data: strings, structures, arrays */
	LDT_NF_USER = 8,     /* address in the user process */
	LDT_NF_BITFIELD = 16,
	LDT_NF_PAREN = 32,
	LDT_NF_CHECKED = 64,
	LDT_NF_COMPLEX = 128, /* uses the tuple stack, or has side effects */
	LDT_NF_RESULT_UNUSED = 256,
	LDT_NF_MARKED = 512,
	LDT_NF_LIBRARY = 2048, /* a name in a file of the D library */
	LDT_NF_UADDR = 1024,   /* printf prints it with %A: an address of the current process */
};

struct ldt_node {
	enum ldt_node_kind kind;
	enum ldt_tok op;
	uint32_t flags;
	uint32_t height; /* of the tree below, against stack overflow */
	struct ldt_pos pos;
	struct ldt_type *type;
	struct ldt_node *left, *right, *cond;
	struct ldt_node *args;
	struct ldt_node *next; /* in a list of arguments, keys or statements */
	struct ldt_node *body, *orelse;
	struct ldt_ident *ident;
	const struct ldt_member *member;
	struct ldt_xlator *xlator;
	uint64_t bit_offset; /* MEMBER */
	uint64_t value;
	const char *text;
	size_t length;
};

struct ldt_comp;

/* Nodes made, looked at, copied (tree.c). */
struct ldt_node *ldt_node_new(struct ldt_comp *c, enum ldt_node_kind kind, const struct ldt_pos *pos);
struct ldt_node *ldt_node_int(struct ldt_comp *c, const struct ldt_pos *pos, uint64_t value, struct ldt_type *type);
struct ldt_node *ldt_node_op1(struct ldt_comp *c, enum ldt_tok op, const struct ldt_pos *pos, struct ldt_node *left);
void ldt_node_height(struct ldt_comp *c, struct ldt_node *node, const struct ldt_node *child);
struct ldt_node *ldt_node_op2(struct ldt_comp *c, enum ldt_tok op, struct ldt_node *left, struct ldt_node *right);
struct ldt_node *ldt_clone(struct ldt_comp *c, struct ldt_arena *arena, const struct ldt_node *node,
			   struct ldt_node *const *args);
struct ldt_node *ldt_clone_statements(struct ldt_comp *c, const struct ldt_node *body);
void ldt_set_type(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type);
bool ldt_is_zero(const struct ldt_node *node);
bool ldt_node_const(const struct ldt_node *node, int64_t *value_ret);
unsigned int ldt_count(const struct ldt_node *list);

#endif
