/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/error.c - the handle's error: numbers, texts, tags, and the text of a compile error with its
 * place in the source.
 */
#include <stdlib.h>
#include <string.h>

#include "handle/handle.h"

#define MESSAGE_MAX 500 /* bytes of a compile error's message, without its place */

static const char *const error_text[] = {
	[EDT_COMPILER - EDT_BASE] = "Compiler error",
	[EDT_NOMEM - EDT_BASE] = "Memory allocation failure",
	[EDT_BADOPTNAME - EDT_BASE] = "Invalid option name",
	[EDT_BADOPTVAL - EDT_BASE] = "Invalid value for specified option",
	[EDT_BADOPTCTX - EDT_BASE] = "Option cannot be used in this context",
	[EDT_ACTIVE - EDT_BASE] = "Operation illegal when tracing is active",
	[EDT_NOPROBE - EDT_BASE] = "No probe matches description",
	[EDT_BADPROBE - EDT_BASE] = "Invalid probe description",
	[EDT_BADID - EDT_BASE] = "Invalid probe identifier",
	[EDT_VERSION - EDT_BASE] = "Requested version is not known here",
	[EDT_NOTSUP - EDT_BASE] = "Operation not supported",
	[EDT_BADEPID - EDT_BASE] = "Invalid enabled probe id",
	[EDT_BADAGG - EDT_BASE] = "Invalid aggregation id",
	[EDT_BADFORMAT - EDT_BASE] = "Invalid format",
	[EDT_ACCESS - EDT_BASE] = "Not permitted to trace",
	[EDT_NODEVICE - EDT_BASE] = "There is no kernel tracing here",
	[EDT_BADDOF - EDT_BASE] = "The program was refused as malformed",
	[EDT_DESTRUCTIVE - EDT_BASE] = "Destructive actions not allowed (-w allows them)",
	[EDT_NOSYM - EDT_BASE] = "No symbol corresponds to address",
	[EDT_BUSY - EDT_BASE] = "Operation not possible in this state of tracing",
	[EDT_BADREC - EDT_BASE] = "Malformed record in a trace buffer",
	[EDT_SYNTAX - EDT_BASE] = "Syntax error",
	[EDT_UNRESPONSIVE - EDT_BASE] = "Abort due to systemic unresponsiveness",
	[EDT_DROPABORT - EDT_BASE] = "Abort due to drop",
	[EDT_ERRABORT - EDT_BASE] = "Abort due to error",
	[EDT_CALLABORT - EDT_BASE] = "Abort requested by the consumer",
	[EDT_NOTACTIVE - EDT_BASE] = "Tracing is not active",
	[EDT_BADAGGVAR - EDT_BASE] = "Invalid aggregation variable",
	[EDT_IO - EDT_BASE] = "Output failed",
	[EDT_DEVNOMEM - EDT_BASE] = "The kernel has not enough memory left for another consumer",
	[EDT_DEVBUSY - EDT_BASE] = "The module is being unloaded",
	[EDT_DEVUSERS - EDT_BASE] = "You have as many consumers as an ordinary user may have: end one",
	[EDT_DEVBROKEN - EDT_BASE] =
		"The module stopped all tracing after a failed assertion (see /proc/dtrace/trace): load it anew",
	[EDT_DEVVERSION - EDT_BASE] = "The loaded module speaks another version of the interface: load the one that "
				      "was built with this dtrace (rmmod dtrace; modprobe dtrace)",
	[EDT_BADPROG - EDT_BASE] = "There is no program (did it compile?)",
	[EDT_BADAGGKEY - EDT_BASE] = "The aggregation has fewer keys",
	[EDT_BADAGGVALUE - EDT_BASE] = "The aggregation is a distribution, not a number",
	[EDT_NOPROVIDER - EDT_BASE] =
		"There is no definition of a provider (provider NAME { probe NAME(arguments); };)",
	[EDT_USDT - EDT_BASE] = "The object with the probes of a program cannot be made",
	[EDT_USDTDOF - EDT_BASE] =
		"Objects with DOF are not made: without usdt=dof, a header of -h is all that a program needs",
	[EDT_PROCESS - EDT_BASE] = "The process cannot be traced",
	[EDT_OPTION - EDT_BASE] = "The option cannot be set here",
};

static const char *const tag_names[] = {
#define DT_ERRTAG(tag, when) #tag,
#include "spec/errtags.def"
#undef DT_ERRTAG
};

const char *ldt_errtag_name(enum ldt_errtag tag)
{
	return (unsigned int)tag < LDT_ERRTAG_COUNT ? tag_names[tag] : "D_UNKNOWN";
}

int ldt_set_errno(struct dtrace_hdl *dtp, int error)
{
	if (error != EDT_COMPILER)
		dtp->errmsg_error = 0;
	dtp->error = error;
	return -1;
}

static void set_text(struct dtrace_hdl *dtp, int error, char *text)
{
	free(dtp->errmsg);
	dtp->errmsg = text;
	dtp->error = error;
	dtp->errmsg_error = text ? error : 0;
}

void ldt_debug(struct dtrace_hdl *dtp, const char *fmt, ...)
{
	va_list ap;

	if (!dtp->copts.debug || !dtp->dump)
		return;
	fputs("libdtrace DEBUG: ", dtp->dump);
	va_start(ap, fmt);
	vfprintf(dtp->dump, fmt, ap);
	va_end(ap);
	fputc('\n', dtp->dump);
}

int ldt_set_error(struct dtrace_hdl *dtp, int error, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	set_text(dtp, error, text);
	return -1;
}

/* The place of an error: `line N: ` or `"file", line N: `. */
static void print_place(FILE *out, const struct ldt_loc *loc)
{
	if (!loc || loc->line <= 0)
		return;
	if (loc->file)
		fprintf(out, "\"%s\", ", loc->file);
	fprintf(out, "line %d: ", loc->line);
}

/* The source line, and under it a caret in @column (from 1); tabs stay tabs so that the caret is in its place. */
static void print_caret(FILE *out, const char *source, int column)
{
	size_t length = strcspn(source, "\n");

	fprintf(out, "\n%.*s\n", (int)length, source);
	for (int i = 0; i < column - 1; i++)
		fputc((size_t)i < length && source[i] == '\t' ? '\t' : ' ', out);
	fputc('^', out);
}

char *ldt_located_text(const char *tag, const struct ldt_loc *loc, const char *source, const char *message)
{
	size_t length = strlen(message), size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	if (tag)
		fprintf(out, "[%s] ", tag);
	print_place(out, loc);
	/* names of the program are in it, and those may be of any length */
	fprintf(out, "%.*s%s", MESSAGE_MAX, message, length > MESSAGE_MAX ? "..." : "");
	if (source && loc && loc->column > 0)
		print_caret(out, source, loc->column);
	fclose(out);
	return text;
}

void ldt_set_errmsg(struct dtrace_hdl *dtp, enum ldt_errtag tag, const struct ldt_loc *loc, const char *source,
		    const char *message)
{
	dtp->errtag = tag;
	set_text(dtp, EDT_COMPILER,
		 ldt_located_text(dtp->copts.errtags ? ldt_errtag_name(tag) : NULL, loc, source, message));
}

void ldt_set_errplace(struct dtrace_hdl *dtp, const struct ldt_loc *loc)
{
	free((char *)dtp->errplace.file);
	dtp->errplace = *loc;
	dtp->errplace.file = loc->file ? strdup(loc->file) : NULL;
}

void ldt_add_hint(struct dtrace_hdl *dtp, const char *hint)
{
	char *text;

	if (dtp->errmsg && asprintf(&text, "%s\nhint: %s", dtp->errmsg, hint) >= 0)
		set_text(dtp, EDT_COMPILER, text);
}

int dtrace_errno(dtrace_hdl_t *dtp)
{
	return dtp->error;
}

const char *dtrace_errtag(dtrace_hdl_t *dtp)
{
	return dtp->error == EDT_COMPILER ? ldt_errtag_name(dtp->errtag) : "";
}

int dtrace_errplace(dtrace_hdl_t *dtp, dtrace_errplace_t *ret)
{
	if (dtp->error != EDT_COMPILER)
		return -1;
	ret->file = dtp->errplace.file;
	ret->line = dtp->errplace.line;
	ret->column = dtp->errplace.column;
	return 0;
}

const char *dtrace_errmsg(dtrace_hdl_t *dtp, int error)
{
	const char *text;

	if (dtp && error != 0 && error == dtp->errmsg_error)
		return dtp->errmsg;
	if (error > EDT_BASE && error < EDT_MAX)
		return error_text[error - EDT_BASE];
	text = strerrordesc_np(error);
	return text ? text : "Unknown error";
}

const char *dtrace_faultstr(dtrace_hdl_t *dtp, int fault)
{
	switch (fault) {
	case DTRACEFLT_BADADDR:
		return "invalid address";
	case DTRACEFLT_BADALIGN:
		return "invalid alignment";
	case DTRACEFLT_ILLOP:
		return "illegal operation";
	case DTRACEFLT_DIVZERO:
		return "divide-by-zero";
	case DTRACEFLT_NOSCRATCH:
		return "out of scratch space";
	case DTRACEFLT_KPRIV:
		return "invalid kernel access";
	case DTRACEFLT_UPRIV:
		return "invalid user access";
	case DTRACEFLT_TUPOFLOW:
		return "tuple stack overflow";
	case DTRACEFLT_BADSTACK:
		return "bad stack";
	case DTRACEFLT_BADSIZE:
		return "invalid size";
	case DTRACEFLT_BADINDEX:
		return "index out of bounds";
	case DTRACEFLT_LIBRARY:
		return "library-level fault";
	default:
		return "unknown fault";
	}
}
