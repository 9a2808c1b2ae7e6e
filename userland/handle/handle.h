/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/handle.h - what the parts of libdtrace share: the handle, errors, options, programs, and the
 * seams between compiler and consumer.
 *
 *      text --lex--> tokens --parse--> tree --type--> typed tree --cg--> DIF objects --> dtrace_prog
 *                                                                                          |
 *      output <--print-- records <--consume-- buffers <--engine-- (kernel ioctl | host) <--dof--
 *
 * Rules: no exit, no output, no global, no signal handler. Everything hangs off struct dtrace_hdl.
 * Functions return 0/-1 or object/NULL and set the handle's error (ldt_set_errno) and, where there
 * is something to tell, its text (ldt_set_errmsg).
 */
#ifndef LDT_HANDLE_HANDLE_H
#define LDT_HANDLE_HANDLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <dtrace/action.h>
#include <dtrace/compiler.h>
#include <dtrace/dif.h>
#include <dtrace/dof.h>
#include <dtrace/ioctl.h>

#include <dtrace.h>

/* ---- engine: the way to a core (engine_kernel.c, engine_host.c) ------------------------------ */

struct ldt_engine_ops {
	const char *name;                                          /* "kernel", "host" */
	int (*open)(struct dtrace_hdl *dtp, void **instance_ret);  /* 0, errno or enum ldt_error */
	int (*ioctl)(void *instance, uint32_t command, void *arg); /* 0 or -errno */
	void (*close)(void *instance);
};
extern const struct ldt_engine_ops ldt_engine_kernel;
extern const struct ldt_engine_ops ldt_engine_host;

/* ldt_ioctl - one command on the handle's engine. Return 0 or a positive errno. */
int ldt_ioctl(struct dtrace_hdl *dtp, uint32_t command, void *arg);

/* ---- errors (handle/error.c) --------------------------------------------------------------------- */

/* Library errors; numbers from 1000 on, below are errno values. Texts: dtrace_errmsg(). */
enum ldt_error {
	EDT_BASE = 1000,
	EDT_COMPILER, /* the text is in the handle: dtrace_errmsg() returns it */
	EDT_NOMEM,
	EDT_BADOPTNAME,
	EDT_BADOPTVAL,
	EDT_BADOPTCTX,
	EDT_ACTIVE,
	EDT_NOPROBE,
	EDT_BADPROBE,
	EDT_BADID,
	EDT_VERSION,
	EDT_NOTSUP,
	EDT_BADEPID,
	EDT_BADAGG,
	EDT_BADFORMAT,
	EDT_ACCESS,
	EDT_NODEVICE,
	EDT_BADDOF,
	EDT_DESTRUCTIVE,
	EDT_NOSYM,
	EDT_BUSY,
	EDT_BADREC,
	EDT_SYNTAX,
	EDT_UNRESPONSIVE,
	EDT_DROPABORT,
	EDT_ERRABORT,
	EDT_CALLABORT,
	EDT_NOTACTIVE,
	EDT_BADAGGVAR,
	EDT_IO,
	EDT_DEVNOMEM,
	EDT_DEVBUSY,
	EDT_DEVBROKEN,
	EDT_DEVVERSION,
	EDT_BADPROG,
	EDT_BADAGGKEY,
	EDT_BADAGGVALUE,
	EDT_MAX
};

int ldt_set_errno(struct dtrace_hdl *dtp, int error); /* returns -1 */
/*
 * ldt_set_error - the same with a text of its own, that dtrace_errmsg() then gives instead of the
 * standard one. Returns -1.
 */
int ldt_set_error(struct dtrace_hdl *dtp, int error, const char *fmt, ...) DT_PRINTF(3, 4);

/* ldt_debug - a line for -x debug, to where dumps go (dtrace_dump_to). Nothing without them. */
void ldt_debug(struct dtrace_hdl *dtp, const char *fmt, ...) DT_PRINTF(2, 3);

/* Tags of compile errors (spec/errtags.def). */
enum ldt_errtag {
#define DT_ERRTAG(tag, when) tag,
#include "../../spec/errtags.def"
#undef DT_ERRTAG
	LDT_ERRTAG_COUNT
};
const char *ldt_errtag_name(enum ldt_errtag tag);

/* Where in a source text something stands. */
struct ldt_loc {
	const char *file; /* NULL: the program given by the caller; borrowed from the compilation */
	int line;         /* from 1 */
	int column;       /* from 1; 0: unknown */
};

/*
 * ldt_set_errmsg - make the text of a compile error: "[TAG] line N: text" / "line N: text" /
 * `"file", line N: text`; the source line and a caret follow on lines of their own when @source
 * (the text of the line, borrowed) and loc->column are given. Sets EDT_COMPILER.
 */
void ldt_set_errmsg(struct dtrace_hdl *dtp, enum ldt_errtag tag, const struct ldt_loc *loc, const char *source,
		    const char *fmt, va_list ap);

/* ---- options (libdtrace/options.c) ------------------------------------------------------------------ */

enum ldt_opt {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) LDT_OPT_##NAME = number,
#include "../../spec/options.def"
#undef DT_OPTION
	LDT_OPT_MAX = 64
};
#define LDT_OPT_UNSET (-2ll)

/*
 * ldt_option - a numeric run-time option as it is now: what was set, else its default; flags 0 or 1;
 * 0 when there is neither.
 */
int64_t ldt_option(struct dtrace_hdl *dtp, enum ldt_opt option);
/* ldt_handle_options_init / ldt_handle_options_fini - defaults of a new handle, and the strings of an old one. */
void ldt_handle_options_init(struct dtrace_hdl *dtp);
void ldt_handle_options_fini(struct dtrace_hdl *dtp);

/* Compile-time options, as they are set now. Strings are owned by the handle. */
struct ldt_compile_options {
	bool argref, defaultargs, empty, errtags, kdefs, udefs, nolibs, pspec, verbose_dif, zdefs, cpp,
		unknown_ident_ok, droptags;
	bool dump_tokens, dump_ast, dump_dif, dump_dof; /* -xdump=tokens,ast,dif,dof */
	bool oracle_compat;                             /* -x compat=oracle */
	bool compat_set; /* -x compat is set: layouts as that lineage has them, to the letter */
	struct dtrace_attribute amin;
	unsigned int int_regs, tuple_regs;
	uint32_t version; /* major << 24 | minor << 12 | micro */
	char *cpp_path;
	char *procfs_path; /* NULL: /proc */
	char **cpp_args;
	size_t cpp_arg_count;
	/* -x syslibdir: in place of the library's own files; NULL: these */
	char *syslib_dir;
	/* -x ctfpath: the kernel's types; NULL: what the kernel offers */
	char *type_file;
	/* -x ctypes, dtypes: dtrace_types_write() writes them; NULL: nothing to write */
	char *ctypes_file, *dtypes_file;
	char **lib_dirs;
	size_t lib_dir_count;
	char stdc; /* a c s t */
	/* consumer's: per-CPU values, ledger at exit, -x late, -x debug */
	bool aggpercpu, account, late_dynamic, debug;
	bool encoding_set, encoding_utf8; /* -x encoding=ascii|utf8 */
};

/* ---- symbols of the kernel (symbols/kernel_symbols.c) ------------------------------------------------------ */

struct ldt_ksym {
	const char *module; /* "vmlinux" or the module; borrowed from the handle until dtrace_update() */
	const char *name;
	uint64_t addr;
	uint64_t size; /* up to the next symbol */
};
/* 0 and *ret, or -1. Loaded on first use. By name: @module NULL or "" means any. */
int ldt_ksym_by_addr(struct dtrace_hdl *dtp, uint64_t addr, struct ldt_ksym *ret);
int ldt_ksym_by_name(struct dtrace_hdl *dtp, const char *module, const char *name, struct ldt_ksym *ret);

/* Why there are no symbols ("" when there are): addresses hidden by kptr_restrict, no /proc/kallsyms. */
const char *ldt_ksyms_why(struct dtrace_hdl *dtp);

/* ---- formats (program/format.c): parsed printf strings, used by the compiler to check and by the consumer to print ---- */

enum ldt_conv_flag {
	LDT_CONV_ALT = 1,
	LDT_CONV_ZERO = 2,
	LDT_CONV_LEFT = 4,
	LDT_CONV_SIGN = 8,
	LDT_CONV_SPACE = 16,
	LDT_CONV_GROUP = 32,
	LDT_CONV_DYNWIDTH = 64,
	LDT_CONV_DYNPREC = 128,
	LDT_CONV_AGG = 256,
	LDT_CONV_PTRWIDTH = 512,
	LDT_CONV_HASPREC = 1024
};

#define LDT_FORMAT_WIDTH_MAX 65536 /* of a width, a precision: written in the format or given by an argument */

/* One piece of a format: literal text, then at most one conversion. */
struct ldt_conv {
	char *prefix; /* literal text before it, escapes already resolved; owned by the format */
	size_t prefix_len;
	/* conversion character, 0: none (end of the format); '%' never appears (it is literal) */
	char conv;
	char size[3];       /* "", "h", "hh", "l", "ll", "L", "w" */
	unsigned int flags; /* enum ldt_conv_flag */
	int width;          /* 0: none */
	int precision;
	bool is_unsigned; /* set by the compiler for d/i when the argument's type is unsigned */
};
struct ldt_format {
	char *text; /* as written */
	struct ldt_conv *conv;
	size_t conv_count; /* entries, the last has conv 0 */
	size_t arg_count;  /* arguments consumed by conversions and dynamic widths, %@ ones not counted */
};
/*
 * ldt_format_parse - parse a format. On failure returns NULL and *why (constant or handle-owned
 * text: "format conversion #2 ..."). ldt_format_text - the text to send to the core: d/i conversions
 * of unsigned arguments become u; malloc'ed.
 */
struct ldt_format *ldt_format_parse(struct dtrace_hdl *dtp, const char *text, const char **why);
void ldt_format_destroy(struct ldt_format *format);
char *ldt_format_text(struct dtrace_hdl *dtp, const struct ldt_format *format);

/* ---- programs: what the compiler makes (libdtrace/program.c) ---------------------------------------- */

/* A DIF object as the compiler makes it. Reference-counted: clauses on several probe descriptions share it. */
struct ldt_difo_user {
	unsigned int refs;
	dif_instr_t *code;
	size_t code_count;
	uint64_t *ints;
	size_t int_count;
	char *strings;
	size_t string_size;
	struct dtrace_difv *vars;
	size_t var_count;
	struct dtrace_diftype rtype;
	char *type_name; /* D text of the value's type, for listings */
};

struct ldt_action_user {
	enum dtrace_action kind;
	struct ldt_difo_user *difo; /* NULL: none */
	struct ldt_format *format;  /* NULL: none; shared, owned by the program */
	uint32_t ntuple;
	uint64_t arg, uarg;
};

/* One clause on one probe description. */
struct ldt_stmt {
	struct dtrace_probedesc probe;   /* with globs */
	struct ldt_difo_user *predicate; /* NULL: none */
	struct ldt_action_user *actions;
	size_t action_count;
	struct dtrace_attribute probe_attr, stmt_attr;
	struct ldt_stmt *next;
};

struct dtrace_prog {
	struct dtrace_hdl *dtp;
	struct ldt_stmt *stmts; /* in program order */
	size_t stmt_count;
	struct ldt_format **formats;
	size_t format_count;
	uint64_t flags;
	struct dtrace_prog *next; /* list in the handle */
};

/*
 * ldt_prog_destroy - a program that is in no list, with its statements, objects and formats.
 * ldt_difo_put - give a reference back (NULL is fine). (libdtrace/program.c)
 */
void ldt_prog_destroy(struct dtrace_prog *prog);
void ldt_difo_put(struct ldt_difo_user *difo);

/*
 * ldt_compile - compile a text (@file NULL) or a file. Defined by the compiler (compiler/driver.c).
 * args:    @spec how a text's first probe description is to be read (-P -m -f -n:
 *          DTRACE_PROBESPEC_*); argc/argv script arguments ($0 first).
 * return:  the program, owned by the handle until dtrace_close; NULL with the handle's error set.
 */
struct dtrace_prog *ldt_compile(struct dtrace_hdl *dtp, const char *text, FILE *file, const char *file_name,
				enum dtrace_probespec spec, unsigned int flags, int argc, char *const argv[]);

/*
 * ldt_dof_create - a program (NULL: only options) as DOF, with the run-time options that are set.
 * Defined by the compiler side (compiler/dof_write.c).
 * return:  malloc'ed, *@size bytes; NULL with the handle's error set.
 */
#define LDT_DOF_DUMP 0x80000000u /* flag: print what it consists of (-x dump=dof) */
void *ldt_dof_create(struct dtrace_hdl *dtp, const struct dtrace_prog *prog, unsigned int flags, size_t *size);

/*
 * ldt_difo_print - the listing of one object (reference 9.9). ldt_prog_dump - what -S and -xdump
 * print. Defined by the compiler side.
 */
void ldt_difo_print(const struct ldt_difo_user *difo, FILE *out);
void ldt_prog_print(struct dtrace_prog *prog, FILE *out);

/*
 * Aggregations and variables that programs named: the consumer asks by id. Defined by the compiler
 * side (compiler/ident.c).
 */
const char *ldt_agg_name(struct dtrace_hdl *dtp, uint32_t varid); /* "" for plain @; NULL: unknown */

/* ldt_agg_key_signed - whether key @index (0..) of an aggregation has a signed type. Defined by the compiler side. */
bool ldt_agg_key_signed(struct dtrace_hdl *dtp, uint32_t varid, unsigned int index);

/*
 * ldt_print_type - the type that has this number in records of print(); NULL: unknown. types/type.h
 * describes it. (compiler/action_print.c)
 */
struct ldt_type;
struct ldt_types;
struct ldt_type *ldt_print_type(struct dtrace_hdl *dtp, uint32_t number);
struct ldt_types *ldt_print_types(struct dtrace_hdl *dtp);

/*
 * What the compiler keeps in the handle between programs (identifiers, types); made on first use.
 * Defined by the compiler side.
 */
struct ldt_compiler;

/* A provider that a program declares, or whose attributes it changes; in the compiler's memory. */
struct ldt_provattr {
	const char *name;
	struct dtrace_pattr attr;
	struct ldt_provattr *next;
};

/*
 * Stability of a provider, 0 or errno: as declared, or what the engine says; of a probe by it; and
 * of a description.
 */
struct ldt_provattr *ldt_provider_declared(const struct dtrace_hdl *dtp, const char *name);
struct dtrace_pattr ldt_provider_unknown(void);
int ldt_provider_attr(struct dtrace_hdl *dtp, const char *name, struct dtrace_pattr *ret);
struct dtrace_attribute ldt_probe_attr(const struct dtrace_probedesc *desc, const struct dtrace_pattr *attr);
struct dtrace_attribute ldt_probedesc_attr(struct dtrace_hdl *dtp, const struct dtrace_probedesc *desc);
struct ldt_compiler *ldt_compiler_create(struct dtrace_hdl *dtp);
void ldt_compiler_destroy(struct ldt_compiler *compiler);

/* ---- the handle (libdtrace/open.c) ------------------------------------------------------------------ */

struct ldt_ksyms;
struct ldt_usyms;
struct ldt_aggregate;
struct ldt_consume;

struct dtrace_hdl {
	const struct ldt_engine_ops *engine; /* NULL until opened with DTRACE_O_NODEV */
	void *engine_instance;
	struct dtrace_conf conf;
	int error;              /* errno or enum ldt_error */
	char *errmsg;           /* text of a compile error, owned */
	char *errtag_line;      /* spare */
	int errmsg_error;       /* the error that errmsg belongs to; 0: none */
	enum ldt_errtag errtag; /* of the last compile error */
	const char *engine_why; /* why the kernel's engine is not used; NULL: it is */
	struct ldt_compile_options copts;
	int64_t options[LDT_OPT_MAX]; /* run-time options by number, LDT_OPT_UNSET */
	char *string_options[LDT_OPT_MAX];
	bool active, stopped;
	struct dtrace_prog *programs;
	struct ldt_compiler *compiler;   /* compiler's */
	struct ldt_provattr *provattrs;  /* compiler's */
	struct ldt_ksyms *ksyms;         /* symbols/kernel_symbols.c's */
	struct ldt_usyms *usyms;         /* symbols/process_symbols.c's */
	struct ldt_aggregate *aggregate; /* consumer/aggregate.c's */
	struct ldt_consume *consume;     /* consumer/consume.c's */
	FILE *dump;                      /* -S and -xdump output; NULL: stderr of the caller */
	struct dtrace_handlers {         /* set by dtrace_handle_* (consumer/handlers.c) */
		dtrace_handle_err_f *err;
		void *err_arg;
		dtrace_handle_drop_f *drop;
		void *drop_arg;
		dtrace_handle_buffered_f *buffered;
		void *buffered_arg;
		dtrace_handle_setopt_f *setopt;
		void *setopt_arg;
	} handlers;
};

#endif
