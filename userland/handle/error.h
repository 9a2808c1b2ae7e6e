/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* handle/error.h - errors of the handle: numbers, tags of compile errors, texts; lines for -x debug. */
#ifndef LDT_HANDLE_ERROR_H
#define LDT_HANDLE_ERROR_H

#include <stdarg.h>

#include <dtrace/compiler.h>

struct dtrace_hdl;

/* Library errors; numbers from 1000 on, below are errno values. Texts: dtrace_errmsg(). */
/* Which right is missing, and how one gets it: the end of messages (docs/rights.md). */
#define LDT_KERNEL_RIGHT                                                                                   \
	"you may trace your own processes only; the kernel is for root, and for who has the capabilities " \
	"CAP_PERFMON and CAP_SYS_PTRACE (dtrace(8), PRIVILEGES)"

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
	EDT_DEVUSERS,
	EDT_DEVBROKEN,
	EDT_DEVVERSION,
	EDT_BADPROG,
	EDT_BADAGGKEY,
	EDT_BADAGGVALUE,
	EDT_NOPROVIDER,
	EDT_USDT, /* the text is in the handle */
	EDT_USDTDOF,
	EDT_PROCESS, /* the text is in the handle */
	EDT_OPTION,  /* the same: why an option is refused */
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
#include "spec/errtags.def"
#undef DT_ERRTAG
	LDT_ERRTAG_COUNT
};
const char *ldt_errtag_name(enum ldt_errtag tag);

/* A place in a source text. */
struct ldt_loc {
	const char *file; /* NULL: the program given by the caller; borrowed from the compilation */
	int line;         /* from 1 */
	int column;       /* from 1; 0: unknown */
};

/*
 * ldt_located_text - a message with its place: "[TAG] line N: text" / "line N: text" /
 * `"file", line N: text`; the source line and a caret follow on lines of their own when @source
 * (the text of the line, borrowed) and loc->column are given. @tag may be NULL.
 * return: malloc'ed; NULL without memory.
 */
char *ldt_located_text(const char *tag, const struct ldt_loc *loc, const char *source, const char *message);
/* ldt_set_errmsg - such a text as that of a compile error; sets EDT_COMPILER. */
void ldt_set_errmsg(struct dtrace_hdl *dtp, enum ldt_errtag tag, const struct ldt_loc *loc, const char *source,
		    const char *message);
/* ldt_set_errplace - where a compile error is, for dtrace_errplace(). @file of @loc is copied. */
void ldt_set_errplace(struct dtrace_hdl *dtp, const struct ldt_loc *loc);
/* ldt_add_hint - a line after the text of the compile error: "hint: " and @hint. */
void ldt_add_hint(struct dtrace_hdl *dtp, const char *hint);

#endif
