/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_comp.h - inside the compiler: the state of one compilation, what is kept between them, and who calls whom.
 *
 *      dt_compile.c   drives: text -> clauses, one after the other; the one setjmp
 *      dt_lex.c dt_macro.c dt_pragma.c       text -> tokens
 *      dt_parse.c dt_parse_stmt.c dt_decl*.c tokens -> tree; declarations -> types and names
 *      dt_check*.c    tree -> typed tree (names resolved, constants folded, prototypes checked)
 *      dt_xlate.c dt_provider.c              translators, provider definitions
 *      dt_sugar.c     if/else -> several clauses
 *      dt_action.c dt_agg.c                  statements -> actions
 *      dt_cg*.c dt_as.c                      typed tree -> DIF object
 *      dt_prog.c      actions and objects -> struct dtrace_prog; dt_dof.c -> DOF; dt_dis.c -> listing
 *
 * An error is raised with dt_error(): it makes the text, and jumps to the recovery point; the arena
 * is freed there, so nothing leaks.
 */
#ifndef LIBDTRACE_DT_COMP_H
#define LIBDTRACE_DT_COMP_H

#include <setjmp.h>

#include "dt_ident.h"
#include "dt_impl.h"

enum dt_act {
#define DT_ACTION(NAME, text, prototype, since) DT_ACT_##NAME,
#include "dt_action.def"
	DT_ACT_COUNT
};

/* A translator: how to make one type out of another. */
struct dt_xlator_member {
	const char *name;
	struct dt_node *expr; /* as parsed */
	struct dt_xlator_member *next;
};
struct dt_xlator {
	struct dt_type *output, *input;
	const char *param;
	struct dt_xlator_member *members;
	struct dt_map by_name;
	struct dt_xlator *next;
	uint32_t generation;
	bool library; /* its members are checked when they are used: they may name types that this kernel does not have
		       */
};

/* Kept in the handle between compilations. */
struct dt_compiler {
	struct dtrace_hdl *dtp;
	struct dt_arena arena; /* names, and the trees of inlines and translators */
	struct dt_types *types;
	struct dt_map globals, selfs, aggs; /* struct dt_ident */
	struct dt_map locals;               /* of the compilation that runs */
	struct dt_map libs;                 /* library files done */
	struct dt_ident *made;              /* by programs, newest first */
	struct dt_ident **agg_by_id;        /* index id - 1; malloc'ed */
	size_t agg_count, agg_room;
	struct dt_type **printed; /* types that print() was used with; malloc'ed */
	size_t printed_count, printed_room;
	uint32_t next_global, next_self, next_local;
	uint32_t generation;
	struct dt_xlator *xlators;
	struct dt_providerdef *providers; /* newest first */
	struct dt_comp *running;          /* for the arenas' fail */
	struct dt_ktypes *ktypes;         /* dt_ktypes.c's */
	bool libs_loaded;
};

/* What a clause has done so far: order matters for speculations. */
struct dt_clause_state {
	bool drec; /* records data */
	bool committed, speculated;
};

struct dt_action_list {
	struct dt_action_user *item; /* malloc'ed */
	size_t count, room;
};

struct dt_comp {
	struct dtrace_hdl *dtp;
	struct dt_compiler *cc;
	struct dt_types *types;
	struct dt_arena *arena; /* of this compilation */
	struct dt_arena own_arena;
	jmp_buf recover;
	struct dt_lex lex;
	struct dtrace_prog *prog;
	unsigned int flags; /* DTRACE_C_* */
	enum dtrace_probespec spec;
	bool from_file, in_library;
	bool attr_given; /* in the body of an inline whose attributes #pragma D attributes gave */
	int argc;
	char *const *argv;
	bool *arg_used;
	unsigned int depth; /* of nested expressions, against stack overflow */
	bool in_predicate;
	bool in_type_text; /* the text of a built-in is read */

	struct dt_clause *clauses, **clauses_tail; /* that were read */

	/* the clause that is compiled */
	struct dtrace_probedesc *pdescs;
	size_t pdesc_count;
	uint32_t first_probe; /* a probe that the clause matches, 0: none known */
	struct dt_clause_state clause;
	struct dtrace_attribute attr;         /* least of what it refers to */
	struct dtrace_attribute program_attr; /* that each clause begins with: #pragma D attributes ... program */
	struct dt_action_list list, *actions;
	struct dt_difo_user *predicate;
	struct dt_stmt **stmt_tail; /* of the program */
	struct dt_map formats;      /* by text */
	struct dt_map seen;         /* names that stood in expressions: no types of the kernel */
	uint64_t statement;         /* number of the statement in its clause: uarg of its actions */
	struct dt_xlator *xlator;   /* whose member is checked */
	struct dt_node *xlator_input;
	unsigned int temporaries, conditions;
	char *file_text;               /* malloc'ed */
	struct dt_difo_user *building; /* half-made object, freed on error */
};

/* ---- errors and memory (dt_comp.c) ----------------------------------------------------------- */
void dt_error(struct dt_comp *c, enum dt_errtag tag, const struct dt_pos *pos, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 4, 5)));
#define dt_node_error(c, tag, node, ...) dt_error(c, tag, &(node)->pos, __VA_ARGS__)
void *dt_alloc(struct dt_comp *c, size_t size);
const char *dt_type_text(struct dt_comp *c, struct dt_type *type);
void *dt_must(struct dt_comp *c, void *pointer); /* a malloc'ed result: jumps when NULL */

/* ---- parser (dt_parse.c, dt_parse_stmt.c, dt_decl*.c) ---------------------------------------- */
struct dt_node *dt_node_new(struct dt_comp *c, enum dt_node_kind kind, const struct dt_pos *pos);
struct dt_node *dt_node_int(struct dt_comp *c, const struct dt_pos *pos, uint64_t value, struct dt_type *type);
struct dt_node *dt_node_op1(struct dt_comp *c, enum dt_tok op, const struct dt_pos *pos, struct dt_node *left);
void dt_node_height(struct dt_comp *c, struct dt_node *node, const struct dt_node *child);
struct dt_node *dt_node_op2(struct dt_comp *c, enum dt_tok op, struct dt_node *left, struct dt_node *right);
struct dt_node *dt_parse_expression(struct dt_comp *c);
struct dt_node *dt_parse_assignment(struct dt_comp *c);
struct dt_node *dt_parse_conditional(struct dt_comp *c);
struct dt_token dt_expect(struct dt_comp *c, enum dt_tok kind, const char *where);
bool dt_accept(struct dt_comp *c, enum dt_tok kind);
bool dt_next_is(struct dt_comp *c, enum dt_tok kind);
void dt_syntax_error(struct dt_comp *c, const char *expected) __attribute__((noreturn));
struct dt_node *dt_parse_statements(struct dt_comp *c); /* up to the closing brace, which is taken */
bool dt_starts_type(struct dt_comp *c, const struct dt_token *token);
bool dt_starts_cast(struct dt_comp *c,
		    bool operand); /* the next token is (: whether a type is behind it; @operand: of sizeof */
struct dt_type *dt_type_by_name(struct dt_comp *c, const char *text); /* typedef name, perhaps scoped; NULL: none */
struct dt_type *dt_parse_type_name(struct dt_comp *c);
struct dt_type *dt_parse_type_name_until_ident(struct dt_comp *c);       /* specifiers and stars: a name follows */
struct dt_type *dt_parse_type_text(struct dt_comp *c, const char *text); /* of built-ins */
void dt_parse_proto_text(struct dt_comp *c, const char *text, struct dt_proto *ret);
void dt_parse_declaration(struct dt_comp *c); /* a whole external declaration, with its semicolon */
void dt_parse_inline(struct dt_comp *c);
void dt_parse_translator(struct dt_comp *c);
struct dt_param *dt_parse_probe_params(struct dt_comp *c); /* up to the closing parenthesis, which is taken */

/* ---- provider definitions (dt_provider.c) ---------------------------------------------------- */
void dt_parse_provider(struct dt_comp *c);
void dt_providers_check(struct dt_comp *c);  /* all translators are known: those of arguments must be among them */
void dt_providers_forget(struct dt_comp *c); /* of a failed compilation */
/* The attributes of a provider that a program may change; NULL: there is none of that name and @create is false. */
struct dtrace_pattr *dt_provider_declare(struct dt_comp *c, const char *name, bool create);

/* ---- probe descriptions (dt_pdesc.c) --------------------------------------------------------- */
void dt_pdesc_parse(struct dt_comp *c, const struct dt_token *token, enum dtrace_probespec spec,
		    struct dtrace_probedesc *ret);
void dt_pdesc_check(struct dt_comp *c, const struct dt_token *token, const struct dtrace_probedesc *desc);

/* ---- checker (dt_check.c, dt_check_op.c, dt_check_call.c, dt_check_name.c, dt_fold.c) -------- */
struct dt_node *dt_check(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_chosen(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_value(struct dt_comp *c,
			       struct dt_node *node); /* ... whose value is used: no void, dynamic, type, action */
struct dt_node *dt_check_op1(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_op2(struct dt_comp *c, struct dt_node *node);
struct dt_type *dt_bitfield_type(struct dt_comp *c, const struct dt_node *node);
struct dt_node *dt_promote_bitfield(struct dt_comp *c,
				    struct dt_node *node); /* as C: to int when that holds its values */
struct dt_node *dt_check_assign(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_step(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_call(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_name(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_index(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_check_member(struct dt_comp *c, struct dt_node *node);
/* left side of an assignment */
struct dt_node *dt_check_lvalue(struct dt_comp *c, struct dt_node *node, bool create);
struct dt_node *dt_check_xlate(struct dt_comp *c, struct dt_node *node);
const char *dt_xlate_text(struct dt_comp *c, const struct dt_node *xlate); /* the type that it makes */
/* dt_xlate_fits - whether a translation is what @type says: the structure itself, or a pointer to it. */
bool dt_xlate_fits(struct dt_type *type, const struct dt_node *xlate);
void dt_xlate_check_fits(struct dt_comp *c, const struct dt_node *node, struct dt_type *type,
			 const struct dt_node *xlate);
/* dt_xlate_refuse_kept - a translation to a pointer is assigned; @typed: to something that has a type. */
void dt_xlate_refuse_kept(struct dt_comp *c, const struct dt_node *node, bool typed, const struct dt_node *xlate)
	__attribute__((noreturn));
/* dt_xlate_possible - whether a value of type @from can be seen as @to: it fits, or there is a translator. */
bool dt_xlate_possible(struct dt_comp *c, const struct dt_pos *pos, struct dt_type *to, struct dt_type *from);
/* dt_xlate_deref - the structure that a translation to a pointer points to. */
struct dt_node *dt_xlate_deref(struct dt_comp *c, const struct dt_node *node, const struct dt_node *xlate);
struct dt_node *dt_xlate_member(struct dt_comp *c, struct dt_node *node);
/* dt_xlate_whole - where a translation to a structure is assigned, it has that type. */
void dt_xlate_whole(struct dt_comp *c, struct dt_node *node);
/* dt_xlate_fields - for a translation that is used as a whole: args becomes the members, right of each its value. */
void dt_xlate_fields(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_fold_op1(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_fold_op2(struct dt_comp *c, struct dt_node *node);
struct dt_node *dt_clone(struct dt_comp *c, struct dt_arena *arena, const struct dt_node *node,
			 struct dt_node *const *args);
void dt_check_args(struct dt_comp *c, const struct dt_pos *pos, struct dt_ident *function, struct dt_node *args);
void dt_check_keys(struct dt_comp *c, const struct dt_pos *pos, struct dt_ident *ident, struct dt_node **list);
struct dt_node *dt_convert(struct dt_comp *c, struct dt_node *node,
			   struct dt_type *type); /* integer or pointer to type @type */
bool dt_assignable(struct dt_comp *c, struct dt_type *to, struct dt_node *from);
void dt_set_type(struct dt_comp *c, struct dt_node *node, struct dt_type *type);
void dt_check_variable_type(struct dt_comp *c, const struct dt_pos *pos, struct dt_type *type);
void dt_check_inline(struct dt_comp *c, const struct dt_node *node, const struct dt_ident *ident,
		     struct dt_node *value);
bool dt_is_string(struct dt_type *type);     /* D string */
bool dt_is_stringlike(struct dt_type *type); /* D string, char array */
bool dt_is_pointer(struct dt_type *type);    /* pointer or array */
bool dt_pointers_fit(struct dt_type *a, struct dt_type *b);
struct dt_type *dt_pointee(struct dt_type *type);
bool dt_node_const(const struct dt_node *node, int64_t *value_ret);
int64_t dt_wrap(uint64_t value, uint32_t size, bool is_signed);
void dt_note_attr(struct dt_comp *c, const struct dt_pos *pos, const char *name, struct dtrace_attribute attr);
unsigned int dt_count(const struct dt_node *list);

/* ---- actions (dt_action.c, dt_agg.c, dt_sugar.c) --------------------------------------------- */
struct dt_action_user *dt_action_add(struct dt_comp *c, enum dtrace_action kind, struct dt_difo_user *difo,
				     uint64_t arg);
void dt_action_statement(struct dt_comp *c, struct dt_node *node);
void dt_action_call(struct dt_comp *c, struct dt_node *node);
void dt_agg_statement(struct dt_comp *c, struct dt_node *node);
void dt_action_key(struct dt_comp *c, struct dt_node *key);
bool dt_action_is_symbolic(const struct dt_node *node);
uint64_t dt_expr_flags(struct dt_node *node);
void dt_compile_plain(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body);
void dt_compile_clause(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body);
void dt_compile_ifs(struct dt_comp *c, struct dt_node *predicate, struct dt_node *body);
bool dt_has_if(const struct dt_node *body);
void dt_note_record(struct dt_comp *c, const struct dt_pos *pos); /* a data-recording action comes */

/* ---- code (dt_cg.c, dt_as.c) ----------------------------------------------------------------- */
struct dt_difo_user *dt_cg(struct dt_comp *c, struct dt_node *node);
struct dt_difo_user *dt_cg_address(struct dt_comp *c, struct dt_node *node,
				   uint32_t size); /* value is data at an address, @size bytes by reference */

/* ---- programs (dt_prog.c) -------------------------------------------------------------------- */
void dt_action_list_free(struct dt_action_list *list);
void dt_program_add(struct dt_comp *c); /* c->predicate and c->actions for each of c->pdescs */
struct dt_format *dt_program_format(struct dt_comp *c, const struct dt_pos *pos, const char *text);

/* ---- types of the kernel (dt_ktypes.c) ------------------------------------------------------- */
bool dt_ktypes_create(struct dt_compiler *compiler);
void dt_ktypes_destroy(struct dt_ktypes *ktypes);   /* NULL is accepted */
const char *dt_ktypes_why(const struct dt_comp *c); /* why there are none; "": there are, or nobody asked */

/* ---- dumps (dt_dump.c) ----------------------------------------------------------------------- */
void dt_dump_clause(struct dt_comp *c, const struct dt_node *predicate, const struct dt_node *body);
void dt_dump_dof(struct dtrace_hdl *dtp, const void *dof);

/* ---- text in (dt_cpp.c, dt_lib.c, dt_compile.c) ---------------------------------------------- */
/*
 * dt_compiler_call - run @fn with a compilation that has no text: for what needs types and their
 * errors. 0, or -1 with the error set.
 */
int dt_compiler_call(struct dtrace_hdl *dtp, void (*fn)(struct dt_comp *c, void *arg), void *arg);
int dt_load_libraries(struct dtrace_hdl *dtp);
/* dt_compile_library - one library: @text, or, when that is NULL, @file. */
struct dtrace_prog *dt_compile_library(struct dtrace_hdl *dtp, FILE *file, const char *text, const char *path);
void dt_library_done(struct dt_compiler *compiler, const char *name);
char *dt_read_file(FILE *file, size_t *length_ret);
char *dt_preprocess(struct dt_comp *c, const char *text, size_t length, const char *file_name, size_t *length_ret);

#endif
