/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * compiler/compilation.h - inside the compiler: the state of one compilation, what is kept between them, and who calls whom.
 *
 *      compiler/driver.c   drives: text -> clauses, one after the other; the one setjmp
 *      compiler/lexer.c compiler/macro.c compiler/pragma.c       text -> tokens
 *      compiler/parse_expression.c compiler/parse_statement.c dt_decl*.c tokens -> tree; declarations -> types and names
 *      dt_check*.c    tree -> typed tree (names resolved, constants folded, prototypes checked)
 *      compiler/translator.c compiler/provider.c              translators, provider definitions
 *      compiler/clause.c     if/else -> several clauses
 *      compiler/action.c compiler/action_aggregate.c                  statements -> actions
 *      dt_cg*.c compiler/dif_build.c                      typed tree -> DIF object
 *      compiler/program_build.c      actions and objects -> struct dtrace_prog; compiler/dof_write.c -> DOF; program/listing.c -> listing
 *
 * An error is raised with ldt_error(): it makes the text, and jumps to the recovery point; the arena
 * is freed there, so nothing leaks.
 */
#ifndef LDT_COMPILER_COMPILATION_H
#define LDT_COMPILER_COMPILATION_H

#include <setjmp.h>

#include "compiler/compiler.h"
#include "compiler/ident.h"
#include "engine/engine.h"
#include "program/program.h"

enum ldt_act {
#define LDT_ACTION(NAME, text, prototype, since) LDT_ACT_##NAME,
#include "compiler/action.def"
	LDT_ACT_COUNT
};

/* A translator: how to make one type out of another. */
struct ldt_xlator_member {
	const char *name;
	struct ldt_node *expr; /* as parsed */
	struct ldt_xlator_member *next;
};
struct ldt_xlator {
	struct ldt_type *output, *input;
	const char *param;
	struct ldt_xlator_member *members;
	struct ldt_map by_name;
	struct ldt_xlator *next;
	uint32_t generation;
	bool library; /* its members are checked when they are used: they may name types that this kernel does not have
		       */
};

/* Kept in the handle between compilations. */
struct ldt_compiler {
	struct dtrace_hdl *dtp;
	struct ldt_arena arena; /* names, and the trees of inlines and translators */
	struct ldt_types *types;
	struct ldt_map globals, selfs, aggs; /* struct ldt_ident */
	struct ldt_map locals;               /* of the compilation that runs */
	struct ldt_map libs;                 /* library files done */
	struct ldt_ident *made;              /* by programs, newest first */
	uint32_t agg_count;                  /* numbers of aggregations that were given */
	uint32_t next_global, next_self, next_local;
	uint32_t generation;
	struct ldt_xlator *xlators;
	struct ldt_providerdef *providers; /* newest first */
	struct ldt_comp *running;          /* for the arenas' fail */
	struct ldt_ktypes *ktypes;         /* compiler/kernel_types.c's */
	bool libs_loaded;
};

/* What a clause has done so far: order matters for speculations. */
struct ldt_clause_state {
	bool drec; /* records data */
	bool committed, speculated;
};

struct ldt_recursion;

/* An inline whose body is being expanded, and those around it. */
struct ldt_expansion {
	const struct ldt_ident *ident;
	const struct ldt_expansion *outer;
};

struct ldt_action_list {
	struct ldt_action_user *item; /* malloc'ed */
	size_t count, room;
};

struct ldt_comp {
	struct dtrace_hdl *dtp;
	struct ldt_compiler *cc;
	struct ldt_types *types;
	struct ldt_arena *arena; /* of this compilation */
	struct ldt_arena own_arena;
	jmp_buf recover;
	const struct ldt_recursion *recursion; /* calls to higher floors */
	struct ldt_lex lex;
	struct dtrace_prog *prog;
	unsigned int flags; /* DTRACE_C_* */
	enum dtrace_probespec spec;
	bool from_file, in_library;
	const struct ldt_expansion *expansion;
	bool attr_given; /* in the body of an inline whose attributes #pragma D attributes gave */
	int argc;
	char *const *argv;
	bool *arg_used;
	unsigned int depth; /* of nested expressions, against stack overflow */
	bool in_predicate;
	bool in_type_text; /* the text of a built-in is read */

	struct ldt_clause *clauses, **clauses_tail; /* that were read */

	/* the clause that is compiled */
	struct dtrace_probedesc *pdescs;
	size_t pdesc_count;
	uint32_t first_probe; /* a probe that the clause matches, 0: none known */
	struct ldt_clause_state clause;
	struct dtrace_attribute attr;         /* least of what it refers to */
	struct dtrace_attribute program_attr; /* that each clause begins with: #pragma D attributes ... program */
	struct ldt_action_list list, *actions;
	struct ldt_difo_user *predicate;
	struct ldt_stmt **stmt_tail; /* of the program */
	struct ldt_map formats;      /* by text */
	struct ldt_map seen;         /* names that stood in expressions: no types of the kernel */
	uint64_t statement;          /* number of the statement in its clause: uarg of its actions */
	struct ldt_xlator *xlator;   /* whose member is checked */
	struct ldt_node *xlator_input;
	unsigned int temporaries, conditions;
	char *file_text;                /* malloc'ed */
	struct ldt_difo_user *building; /* half-made object, freed on error */
};

/* ---- errors and memory (compiler/compilation.c) ----------------------------------------------------------- */
void ldt_error(struct ldt_comp *c, enum ldt_errtag tag, const struct ldt_pos *pos, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 4, 5)));
#define ldt_node_error(c, tag, node, ...) ldt_error(c, tag, &(node)->pos, __VA_ARGS__)
void *ldt_alloc(struct ldt_comp *c, size_t size);
const char *ldt_type_text(struct ldt_comp *c, struct ldt_type *type);
void *ldt_must(struct ldt_comp *c, void *pointer); /* a malloc'ed result: jumps when NULL */

/* ---- parser (compiler/parse_expression.c, compiler/parse_statement.c, dt_decl*.c) ---------------------------------------- */
struct ldt_node *ldt_node_new(struct ldt_comp *c, enum ldt_node_kind kind, const struct ldt_pos *pos);
struct ldt_node *ldt_node_int(struct ldt_comp *c, const struct ldt_pos *pos, uint64_t value, struct ldt_type *type);
struct ldt_node *ldt_node_op1(struct ldt_comp *c, enum ldt_tok op, const struct ldt_pos *pos, struct ldt_node *left);
void ldt_node_height(struct ldt_comp *c, struct ldt_node *node, const struct ldt_node *child);
struct ldt_node *ldt_node_op2(struct ldt_comp *c, enum ldt_tok op, struct ldt_node *left, struct ldt_node *right);
struct ldt_node *ldt_parse_expression(struct ldt_comp *c);
struct ldt_node *ldt_parse_assignment(struct ldt_comp *c);
struct ldt_node *ldt_parse_conditional(struct ldt_comp *c);
struct ldt_token ldt_expect(struct ldt_comp *c, enum ldt_tok kind, const char *where);
bool ldt_accept(struct ldt_comp *c, enum ldt_tok kind);
bool ldt_next_is(struct ldt_comp *c, enum ldt_tok kind);
void ldt_syntax_error(struct ldt_comp *c, const char *expected) __attribute__((noreturn));
struct ldt_node *ldt_parse_statements(struct ldt_comp *c); /* up to the closing brace, which is taken */
bool ldt_starts_type(struct ldt_comp *c, const struct ldt_token *token);
struct ldt_type *ldt_type_by_name(struct ldt_comp *c, const char *text); /* typedef name, perhaps scoped; NULL: none */
struct ldt_type *ldt_parse_type_name(struct ldt_comp *c);
struct ldt_type *ldt_read_type_name(struct ldt_comp *c);
struct ldt_type *ldt_parse_type_name_until_ident(struct ldt_comp *c);       /* specifiers and stars: a name follows */
struct ldt_type *ldt_parse_type_text(struct ldt_comp *c, const char *text); /* of built-ins */
void ldt_parse_proto_text(struct ldt_comp *c, const char *text, struct ldt_proto *ret);
void ldt_parse_declaration(struct ldt_comp *c); /* a whole external declaration, with its semicolon */
void ldt_parse_inline(struct ldt_comp *c);
void ldt_parse_translator(struct ldt_comp *c);
struct ldt_param *ldt_parse_probe_params(struct ldt_comp *c); /* up to the closing parenthesis, which is taken */

/* ldt_directive - a line that begins with #; ldt_read_directive the same, for who is above. */
void ldt_read_directive(struct ldt_comp *c, const struct ldt_pos *pos, const char *text, size_t length);

/* ---- provider definitions (compiler/provider.c) ---------------------------------------------------- */
void ldt_parse_provider(struct ldt_comp *c);
void ldt_providers_check(struct ldt_comp *c);  /* all translators are known: those of arguments must be among them */
void ldt_providers_forget(struct ldt_comp *c); /* of a failed compilation */
/* The attributes of a provider that a program may change; NULL: there is none of that name and @create is false. */
struct dtrace_pattr *ldt_provider_declare(struct ldt_comp *c, const char *name, bool create);

/* ---- probe descriptions (compiler/clause_probes.c) --------------------------------------------------------- */
void ldt_pdesc_parse(struct ldt_comp *c, const struct ldt_token *token, enum dtrace_probespec spec,
		     struct dtrace_probedesc *ret);
void ldt_pdesc_check(struct ldt_comp *c, const struct ldt_token *token, const struct dtrace_probedesc *desc);

/* ---- checker (compiler/check.c, compiler/check_operator.c, compiler/check_call.c, compiler/check_name.c, compiler/fold.c) -------- */
struct ldt_node *ldt_check(struct ldt_comp *c, struct ldt_node *node);      /* each below: recursion.c */
struct ldt_node *ldt_check_node(struct ldt_comp *c, struct ldt_node *node); /* the same, for who is above */
struct ldt_node *ldt_check_chosen(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_value(struct ldt_comp *c,
				 struct ldt_node *node); /* ... whose value is used: no void, dynamic, type, action */
struct ldt_node *ldt_check_op1(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_op2(struct ldt_comp *c, struct ldt_node *node);
/* ldt_comparison_type - of two integers that are compared: as in C, where small types are ints. */
struct ldt_type *ldt_comparison_type(struct ldt_comp *c, const struct ldt_node *node);
struct ldt_type *ldt_bitfield_type(struct ldt_comp *c, const struct ldt_node *node);
struct ldt_node *ldt_promote_bitfield(struct ldt_comp *c,
				      struct ldt_node *node); /* as C: to int when that holds its values */
struct ldt_node *ldt_check_assign(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_step(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_call(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_name(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_index(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_check_member(struct ldt_comp *c, struct ldt_node *node);
/* left side of an assignment */
struct ldt_node *ldt_check_lvalue(struct ldt_comp *c, struct ldt_node *node, bool create);
struct ldt_node *ldt_check_xlate(struct ldt_comp *c, struct ldt_node *node);
const char *ldt_xlate_text(struct ldt_comp *c, const struct ldt_node *xlate); /* the type that it makes */
/* ldt_xlate_fits - whether a translation is what @type says: the structure itself, or a pointer to it. */
bool ldt_xlate_fits(struct ldt_type *type, const struct ldt_node *xlate);
void ldt_xlate_check_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type,
			  const struct ldt_node *xlate);
/* ldt_xlate_refuse_kept - a translation to a pointer is assigned; @typed: to something that has a type. */
void ldt_xlate_refuse_kept(struct ldt_comp *c, const struct ldt_node *node, bool typed, const struct ldt_node *xlate)
	__attribute__((noreturn));
/* ldt_xlate_possible - whether a value of type @from can be seen as @to: it fits, or there is a translator. */
bool ldt_xlate_possible(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *to, struct ldt_type *from);
/* ldt_xlate_deref - the structure that a translation to a pointer points to. */
struct ldt_node *ldt_xlate_deref(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_node *xlate);
struct ldt_node *ldt_xlate_member(struct ldt_comp *c, struct ldt_node *node);
/* ldt_xlate_whole - where a translation to a structure is assigned, it has that type. */
void ldt_xlate_whole(struct ldt_comp *c, struct ldt_node *node);
/* ldt_xlate_fields - for a translation that is used as a whole: args becomes the members, right of each its value. */
void ldt_xlate_fields(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_fold_op1(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_fold_op2(struct ldt_comp *c, struct ldt_node *node);
struct ldt_node *ldt_clone(struct ldt_comp *c, struct ldt_arena *arena, const struct ldt_node *node,
			   struct ldt_node *const *args);
struct ldt_node *ldt_clone_statements(struct ldt_comp *c, const struct ldt_node *body);
void ldt_check_args(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *function, struct ldt_node *args);
void ldt_check_keys(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_ident *ident, struct ldt_node **list);
struct ldt_node *ldt_convert(struct ldt_comp *c, struct ldt_node *node,
			     struct ldt_type *type); /* integer or pointer to type @type */
bool ldt_assignable(struct ldt_comp *c, struct ldt_type *to, struct ldt_node *from);
void ldt_set_type(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type);
#define LDT_VARIABLE_MAX 16384 /* bytes */
void ldt_check_variable_type(struct ldt_comp *c, const struct ldt_pos *pos, struct ldt_type *type);
void ldt_check_inline(struct ldt_comp *c, const struct ldt_node *node, const struct ldt_ident *ident,
		      struct ldt_node *value);
bool ldt_is_zero(const struct ldt_node *node);
bool ldt_node_const(const struct ldt_node *node, int64_t *value_ret);
/*
 * ldt_convert_operand - an operand of an operator that looks at all 64 bits (comparison, / and %, ?:),
 * converted as in C; but a result of another operator that may have left its type stays as it is.
 */
struct ldt_node *ldt_convert_operand(struct ldt_comp *c, struct ldt_node *node, struct ldt_type *type);
int64_t ldt_wrap(uint64_t value, uint32_t size, bool is_signed);
void ldt_note_attr(struct ldt_comp *c, const struct ldt_pos *pos, const char *name, struct dtrace_attribute attr);
unsigned int ldt_count(const struct ldt_node *list);

/* ---- which values may have more bits than their type (compiler/narrow.c) --------------------------- */
/* ldt_value_fits - whether the register that @node's code leaves has a value of @type, without more code. */
bool ldt_value_fits(struct ldt_comp *c, const struct ldt_node *node, struct ldt_type *type);
/* ldt_result_fits - whether @op on these operands (@right: NULL for one) gives a value of @type, the operator's. */
bool ldt_result_fits(struct ldt_comp *c, enum ldt_tok op, struct ldt_type *type, const struct ldt_node *left,
		     const struct ldt_node *right);

/* ---- actions (compiler/action.c, compiler/action_aggregate.c, compiler/clause.c) --------------------------------------------- */
struct ldt_action_user *ldt_action_add(struct ldt_comp *c, enum dtrace_action kind, struct ldt_difo_user *difo,
				       uint64_t arg);
void ldt_action_statement(struct ldt_comp *c, struct ldt_node *node);
void ldt_action_call(struct ldt_comp *c, struct ldt_node *node);
void ldt_agg_statement(struct ldt_comp *c, struct ldt_node *node);
void ldt_action_key(struct ldt_comp *c, struct ldt_node *key);
bool ldt_action_is_symbolic(const struct ldt_node *node);
uint64_t ldt_expr_flags(struct ldt_node *node);
void ldt_compile_plain(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
void ldt_compile_clause(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
void ldt_compile_ifs(struct ldt_comp *c, struct ldt_node *predicate, struct ldt_node *body);
bool ldt_has_if(const struct ldt_node *body);
void ldt_note_record(struct ldt_comp *c, const struct ldt_pos *pos); /* a data-recording action comes */

/* ---- code (compiler/generate.c, compiler/dif_build.c) ----------------------------------------------------------------- */
struct ldt_difo_user *ldt_cg(struct ldt_comp *c, struct ldt_node *node);
struct ldt_difo_user *ldt_cg_address(struct ldt_comp *c, struct ldt_node *node,
				     uint32_t size); /* value is data at an address, @size bytes by reference */

/* ---- programs (compiler/program_build.c) -------------------------------------------------------------------- */
void ldt_action_list_free(struct ldt_action_list *list);
void ldt_program_add(struct ldt_comp *c); /* c->predicate and c->actions for each of c->pdescs */
struct ldt_format *ldt_program_format(struct ldt_comp *c, const struct ldt_pos *pos, const char *text);

/* ---- types of the kernel (compiler/kernel_types.c) ------------------------------------------------------- */
bool ldt_ktypes_create(struct ldt_compiler *compiler);
void ldt_ktypes_destroy(struct ldt_ktypes *ktypes);   /* NULL is accepted */
const char *ldt_ktypes_why(const struct ldt_comp *c); /* why there are none; "": there are, or nobody asked */

/* ---- dumps (compiler/dump.c) ----------------------------------------------------------------------- */
void ldt_dump_clause(struct ldt_comp *c, const struct ldt_node *predicate, const struct ldt_node *body);

/* ---- text in (compiler/preprocess.c, compiler/library.c, compiler/driver.c) ---------------------------------------------- */
/*
 * ldt_compiler_call - run @fn with a compilation that has no text: for what needs types and their
 * errors. 0, or -1 with the error set.
 */
int ldt_compiler_call(struct dtrace_hdl *dtp, void (*fn)(struct ldt_comp *c, void *arg), void *arg);
void ldt_no_memory(void *arg); /* the arenas' fail: @arg is the struct ldt_compiler */
struct ldt_compiler *ldt_compiler_create(struct dtrace_hdl *dtp);
/* What a compilation reads. */
struct ldt_input {
	const char *text;
	FILE *file;
	const char *file_name;
	enum dtrace_probespec spec;
	bool library;
};
struct dtrace_prog *ldt_compile_input(struct dtrace_hdl *dtp, const struct ldt_input *input, unsigned int flags,
				      int argc, char *const argv[]);
int ldt_load_libraries(struct dtrace_hdl *dtp);
/* ldt_compile_library - one library: @text, or, when that is NULL, @file. */
struct dtrace_prog *ldt_compile_library(struct dtrace_hdl *dtp, FILE *file, const char *text, const char *path);
void ldt_library_done(struct ldt_compiler *compiler, const char *name);
char *ldt_read_file(FILE *file, size_t *length_ret);
char *ldt_preprocess(struct ldt_comp *c, const char *text, size_t length, const char *file_name, size_t *length_ret);

#endif
