/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_tree.h - the tree of a D program: made by the parser, typed by the checker, read by the code
 * generator. Nodes live in an arena.
 */
#ifndef LIBDTRACE_DT_TREE_H
#define LIBDTRACE_DT_TREE_H

#include <dtrace/stability.h>

#include "../ctype/dt_type.h"
#include "dt_lex.h"

struct dt_ident;
struct dt_xlator;

enum dt_node_kind {
	DT_NODE_INT,      /* value */
	DT_NODE_STRING,   /* text, length */
	DT_NODE_IDENT,    /* text: a name, not resolved yet */
	DT_NODE_VAR,      /* ident; args: keys of an associative array or index of a built-in array */
	DT_NODE_SYM,      /* value: address of a kernel symbol; text */
	DT_NODE_TYPE,     /* type */
	DT_NODE_CALL,     /* left: function name, args; checked: ident */
	DT_NODE_OP1,      /* op, left */
	DT_NODE_OP2,      /* op, left, right; also [] with args, -> and . (text: member) */
	DT_NODE_OP3,      /* cond ? left : right */
	DT_NODE_CAST,     /* type, left */
	DT_NODE_SIZEOF,   /* type or left */
	DT_NODE_OFFSETOF, /* type, args: chain of IDENT */
	DT_NODE_STRINGOF, /* left */
	DT_NODE_XLATE,    /* type, left; checked: xlator, temporary */
	DT_NODE_MEMBER,   /* checked -> and .: left, member */
	DT_NODE_AGG,      /* text, args: keys; checked: ident */
	DT_NODE_ARG,      /* parameter of an inline, while its body is kept: value is the index */
	DT_NODE_IF,       /* statement: cond, body, orelse */
	DT_NODE_EXPR,     /* statement: left */
};

enum dt_node_flag {
	DT_NF_LVAL = 1,     /* stands for memory or a variable */
	DT_NF_WRITABLE = 2, /* ... that may be assigned */
	DT_NF_REF = 4,      /* value is the address of the data: strings, structures, arrays */
	DT_NF_USER = 8,     /* address in the user process */
	DT_NF_BITFIELD = 16,
	DT_NF_PAREN = 32,
	DT_NF_CHECKED = 64,
	DT_NF_COMPLEX = 128, /* uses the tuple stack, or has side effects */
	DT_NF_RESULT_UNUSED = 256,
	DT_NF_MARKED = 512,
	DT_NF_UADDR = 1024, /* printf prints it with %A: an address of the current process */
	DT_NF_UNCUT = 2048, /* the operator above needs only the bits of its type, and cuts off the others itself */
};

struct dt_node {
	enum dt_node_kind kind;
	enum dt_tok op;
	uint32_t flags;
	uint32_t height; /* of the tree below, against stack overflow */
	struct dt_pos pos;
	struct dt_type *type;
	struct dt_node *left, *right, *cond;
	struct dt_node *args;
	struct dt_node *next; /* in a list of arguments, keys or statements */
	struct dt_node *body, *orelse;
	struct dt_ident *ident;
	const struct dt_member *member;
	struct dt_xlator *xlator;
	uint64_t bit_offset; /* MEMBER */
	uint64_t value;
	const char *text;
	size_t length;
};

#endif
