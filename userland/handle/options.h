/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/options.h - what the options are set to: those that travel in DOF by number, those of the library as members.
 */
#ifndef LDT_HANDLE_OPTIONS_H
#define LDT_HANDLE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/stability.h>

struct dtrace_hdl;

enum ldt_opt {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) LDT_OPT_##NAME = number,
#include "spec/options.def"
#undef DT_OPTION
	LDT_OPT_MAX = 64
};
#define LDT_OPT_UNSET (-2ll)

/* -x evaltime: where a command of -c waits until tracing has begun; in the order of the option's words. */
enum ldt_evaltime { EVALTIME_EXEC, EVALTIME_PREINIT, EVALTIME_POSTINIT, EVALTIME_MAIN };

/*
 * ldt_option - a numeric run-time option as it is now: what was set, else its default; flags 0 or 1;
 * 0 when there is neither.
 */
int64_t ldt_option(struct dtrace_hdl *dtp, enum ldt_opt option);

/*
 * ldt_string_size - the bytes of a string with its NUL, as the engine has them: strsize, which does not count
 * the NUL with compat=oracle.
 */
int64_t ldt_string_size(struct dtrace_hdl *dtp);
/* ldt_handle_options_init / ldt_handle_options_fini - defaults of a new handle, and the strings of an old one. */
void ldt_handle_options_init(struct dtrace_hdl *dtp);
void ldt_handle_options_fini(struct dtrace_hdl *dtp);

/* -x oformat: the format of the output, as spec/oformat.def names them. */
enum ldt_oformat {
#define DT_OFORMAT(NAME, name) LDT_OFORMAT_##NAME,
#include "spec/oformat.def"
#undef DT_OFORMAT
};

/* Compile-time options, as they are set now. Strings are owned by the handle. */
struct ldt_compile_options {
	bool argref, defaultargs, empty, errtags, kdefs, udefs, nolibs, pspec, verbose_dif, zdefs, cpp,
		unknown_ident_ok, droptags;
	bool dump_tokens, dump_ast, dump_dif, dump_dof; /* -xdump=tokens,ast,dif,dof */
	bool illumos_compat;                            /* -x compat=illumos was given */
	bool oracle_compat;                             /* -x compat=oracle */
	bool compat_set; /* -x compat is set: layouts exactly as that lineage prints them */
	struct dtrace_attribute amin;
	unsigned int int_regs, tuple_regs;
	uint32_t version; /* major << 24 | minor << 12 | micro */
	char *cpp_path;
	char *procfs_path;      /* NULL: /proc */
	uint32_t process_sites; /* -x pidsites: of all processes; 0: DTRACE_PROCESS_SITES */
	uint64_t hold_time;     /* -x pidwait: ns, how long a process to come waits; 0: DTRACE_WATCH_PATIENCE */
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
	enum ldt_evaltime evaltime;
	/* consumer's: per-CPU values, ledger at exit, -x late, -x debug */
	bool aggpercpu, account, late_dynamic, debug;
	bool columns_set, columns; /* -x columns=yes|no: aggregations in straight columns; not set: on terminals */
	bool encoding_set, encoding_utf8; /* -x encoding=ascii|utf8 */
	enum ldt_oformat output_format;
	bool stack_labels; /* -x stackkeys=labels: keys beside stacks are labels of samples, not frames */
	/*
	 * With flowindent. flowall: clauses that record nothing print their line; flowtime: and returns say how long
	 * the function took; nointr: clauses of fbt and instr do not fire in interrupts; max_depth: how many calls
	 * deep lines are printed, 0: all.
	 */
	bool flowall, flowtime, nointr;
	uint32_t max_depth;
	uint32_t top_rows; /* -x toprows: a printa() of several aggregations prints so many rows at most; 0: all */
};

#endif
