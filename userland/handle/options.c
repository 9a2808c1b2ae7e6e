/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * handle/options.c - options (-x name[=value], #pragma D option, setopt()).
 *
 * Sections: values; compile-time options; run-time options; the interface.
 * Run-time options come from spec/options.def and travel in DOF; compile-time ones are the table below. While tracing
 * is active only options marked dynamic can be changed.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dtrace/dif.h>
#include <dtrace/option.h>

#include "handle/handle.h"
#include "words/words.h"

/* ---- values ---------------------------------------------------------------------------------- */

/*
 * An integer at the start of @text (decimal, 0x, octal); *end is the place after it. False when
 * there is none, or it does not fit.
 */
static bool parse_integer(const char *text, int64_t *value, const char **end)
{
	char *stop;

	errno = 0;
	*value = strtoll(text, &stop, 0);
	*end = stop;
	return stop != text && errno == 0;
}

static bool parse_size(const char *text, int64_t *ret)
{
	const char *end;
	int64_t value;
	int shift = 0;

	if (!text || !parse_integer(text, &value, &end) || value < 0)
		return false;
	if (*end) {
		const char *suffix = "kmgt", *found = strchr(suffix, tolower((unsigned char)*end));

		if (!found || end[1])
			return false;
		shift = 10 * (int)(found - suffix + 1);
	}
	if (value > INT64_MAX >> shift)
		return false;
	*ret = value << shift;
	return true;
}

static bool parse_rate(const char *text, int64_t *ret)
{
	static const struct {
		const char *name;
		int64_t nanoseconds;
	} units[] = {
		{ "", 1 },
		{ "ns", 1 },
		{ "nsec", 1 },
		{ "us", 1000 },
		{ "usec", 1000 },
		{ "ms", 1000000 },
		{ "msec", 1000000 },
		{ "s", 1000000000 },
		{ "sec", 1000000000 },
		{ "m", 60000000000 },
		{ "min", 60000000000 },
		{ "h", 3600000000000 },
		{ "hour", 3600000000000 },
		{ "d", 86400000000000 },
		{ "day", 86400000000000 },
	};
	const char *end;
	int64_t value;

	if (!text || !parse_integer(text, &value, &end) || value < 0)
		return false;
	if (strcasecmp(end, "hz") == 0) {
		if (value == 0)
			return false;
		*ret = 1000000000 / value;
		return true;
	}
	for (size_t i = 0; i < DT_ARRAY_SIZE(units); i++) {
		if (strcasecmp(end, units[i].name) == 0)
			return !__builtin_mul_overflow(value, units[i].nanoseconds, ret);
	}
	return false;
}

/* yes/no words, in any case; *value 1 or LDT_OPT_UNSET. */
static bool parse_word(const char *text, int64_t *value)
{
	static const char *const on[] = { "yes", "enable", "enabled", "true", "on", "set" };
	static const char *const off[] = { "no", "disable", "disabled", "false", "off", "unset" };

	for (size_t i = 0; i < DT_ARRAY_SIZE(on); i++) {
		if (strcasecmp(text, on[i]) == 0) {
			*value = 1;
			return true;
		}
		if (strcasecmp(text, off[i]) == 0) {
			*value = LDT_OPT_UNSET;
			return true;
		}
	}
	return false;
}

/* No value counts as 0, which is "set"; a word; or a number that is not negative. */
static bool parse_runtime(const char *text, int64_t *ret)
{
	const char *end;
	int64_t value;

	if (!text || !*text) {
		*ret = 0;
		return true;
	}
	if (parse_word(text, ret))
		return true;
	if (!parse_integer(text, &value, &end) || *end || value < 0)
		return false;
	*ret = value;
	return true;
}

static bool parse_choice(const char *text, const char *const *choices, int64_t *ret)
{
	for (int i = 0; text && choices[i]; i++) {
		if (strcmp(text, choices[i]) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}

/* ---- compile-time options -------------------------------------------------------------------- */

/* Words that options can have, by the numbers that they mean. */
static const char *const evaltimes[] = { "exec", "preinit", "postinit", "main", NULL }; /* enum ldt_evaltime */
static const char *const compats[] = { "illumos", "oracle", NULL };
static const char *const encodings[] = { "ascii", "utf8", NULL };
static const char *const stackkeys[] = { "frames", "labels", NULL };
static const char *const lates[] = { "static", "dynamic", NULL };
static const char *const usdts[] = { "notes", "dof", NULL };
static const char *const oformats[] = {
#define DT_OFORMAT(NAME, name) #name,
#include "spec/oformat.def"
#undef DT_OFORMAT
	NULL
};
static const char *const linkmodes[] = { "kernel", "primary", "dynamic", "static", NULL };
static const char *const linktypes[] = { "elf", "dof", NULL };

/* An option's function: 0, or an error number, EDT_OPTION with a text that it has set. @arg is the table's. */
typedef int copt_set_f(struct dtrace_hdl *dtp, const char *value, uintptr_t arg);

static bool *copt_flag(struct dtrace_hdl *dtp, uintptr_t offset)
{
	return (bool *)((char *)&dtp->copts + offset);
}

static int copt_on(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	if (value)
		return EDT_BADOPTVAL;
	*copt_flag(dtp, arg) = true;
	return 0;
}

static int copt_off(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	if (value)
		return EDT_BADOPTVAL;
	*copt_flag(dtp, arg) = false;
	return 0;
}

/*
 * Options about processes and objects that are built or grabbed: their values are checked, they act
 * where processes are traced.
 */
static int copt_flag_only(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return value ? EDT_BADOPTVAL : 0;
}

static int copt_any(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return value && *value ? 0 : EDT_BADOPTVAL;
}

static int copt_number(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t number;
	const char *end;

	return value && parse_integer(value, &number, &end) && !*end && number >= 0 ? 0 : EDT_BADOPTVAL;
}

/* From 1 to @most. */
static bool parse_count(const char *value, uint32_t most, uint32_t *ret)
{
	int64_t number;
	const char *end;

	if (!value || !parse_integer(value, &number, &end) || *end || number < 1 || number > most)
		return false;
	*ret = (uint32_t)number;
	return true;
}

static int copt_sites(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return parse_count(value, UINT32_MAX, &dtp->copts.process_sites) ? 0 : EDT_BADOPTVAL;
}

static int copt_columns(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t wanted = 1;

	if (value && !parse_word(value, &wanted))
		return EDT_BADOPTVAL;
	dtp->copts.columns_set = true;
	dtp->copts.columns = wanted == 1;
	return 0;
}

static int copt_rows(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return parse_count(value, UINT32_MAX, &dtp->copts.top_rows) ? 0 : EDT_BADOPTVAL;
}

static int copt_depth(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return parse_count(value, UINT16_MAX, &dtp->copts.max_depth) ? 0 : EDT_BADOPTVAL;
}

static int copt_wait(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t time;

	if (!parse_rate(value, &time) || time < 1000000 || time > 10000000000)
		return EDT_BADOPTVAL;
	dtp->copts.hold_time = (uint64_t)time;
	return 0;
}

static int copt_demangle(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return value ? EDT_BADOPTVAL : ldt_demangle_enable(dtp);
}

static int copt_evaltime(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, evaltimes, &index))
		return EDT_BADOPTVAL;
	dtp->copts.evaltime = (enum ldt_evaltime)index;
	return 0;
}

static int copt_choice(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	return parse_choice(value, (const char *const *)arg, &index) ? 0 : EDT_BADOPTVAL;
}

static int copt_string(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	char **member = (char **)((char *)&dtp->copts + arg);
	char *copy;

	if (!value || !*value)
		return EDT_BADOPTVAL;
	copy = strdup(value);
	if (!copy)
		return EDT_NOMEM;
	free(*member);
	*member = copy;
	return 0;
}

/* A file that is written at the end: whether it can be written is checked now. */
static int copt_output(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int file;

	if (!value || !*value)
		return EDT_BADOPTVAL;
	file = open(value, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0)
		return errno;
	close(file);
	return copt_string(dtp, value, arg);
}

static int list_add(char ***list, size_t *count, const char *prefix, const char *value)
{
	char **more = realloc(*list, (*count + 1) * sizeof(*more));
	char *text;

	if (!more)
		return EDT_NOMEM;
	*list = more;
	if (asprintf(&text, "%s%s", prefix, value) < 0)
		return EDT_NOMEM;
	more[(*count)++] = text;
	return 0;
}

/* Arguments of the preprocessor: @arg is the option letter's text. */
static int copt_cpp(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	const char *prefix = (const char *)arg;
	bool flag = strcmp(prefix, "-H") == 0;

	if (flag ? value != NULL : !value || !*value)
		return EDT_BADOPTVAL;
	return list_add(&dtp->copts.cpp_args, &dtp->copts.cpp_arg_count, prefix, flag ? "" : value);
}

static int copt_libdir(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	if (!value || !*value)
		return EDT_BADOPTVAL;
	return list_add(&dtp->copts.lib_dirs, &dtp->copts.lib_dir_count, "", value);
}

static int copt_stdc(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	if (!value || !strchr("acst", value[0]) || !value[0] || value[1])
		return EDT_BADOPTVAL;
	dtp->copts.stdc = value[0];
	return 0;
}

static int copt_amin(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return value && dtrace_str2attr(value, &dtp->copts.amin) == 0 ? 0 : EDT_BADOPTVAL;
}

static int copt_regs(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	unsigned int *member = (unsigned int *)((char *)&dtp->copts + arg);
	int64_t number;
	const char *end;

	if (!value || !parse_integer(value, &number, &end) || *end || number < 1 || number > DIF_REGS)
		return EDT_BADOPTVAL;
	*member = (unsigned int)number;
	return 0;
}

static uint32_t version_make(unsigned int major, unsigned int minor, unsigned int micro)
{
	return (uint32_t)major << 24 | (uint32_t)minor << 12 | micro;
}

static int copt_version(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	static const char *const known[] = { "1.0", "1.1",  "1.2",   "1.2.1", "1.2.2", "1.3",   "1.4", "1.4.1",
					     "1.5", "1.6",  "1.6.1", "1.6.2", "1.6.3", "1.6.4", "1.7", "1.8",
					     "1.9", "1.10", "1.11",  "1.12",  "1.13",  "2.0",   NULL };
	unsigned int major = 0, minor = 0, micro = 0;
	int64_t index;

	if (!value)
		return EDT_BADOPTVAL;
	if (!parse_choice(value, known, &index))
		return EDT_VERSION;
	sscanf(value, "%u.%u.%u", &major, &minor, &micro);
	dtp->copts.version = version_make(major, minor, micro);
	return 0;
}

static int copt_compat(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index = 0; /* without a value: the first */

	if (value && !parse_choice(value, compats, &index))
		return EDT_BADOPTVAL;
	dtp->copts.illumos_compat = index == 0;
	dtp->copts.oracle_compat = index == 1;
	dtp->copts.compat_set = true;
	return 0;
}

static int copt_encoding(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, encodings, &index))
		return EDT_BADOPTVAL;
	dtp->copts.encoding_set = true;
	dtp->copts.encoding_utf8 = index == 1;
	return 0;
}

static int copt_oformat(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, oformats, &index))
		return EDT_BADOPTVAL;
	dtp->copts.output_format = (enum ldt_oformat)index;
	return 0;
}

/* -x json */
static int copt_json(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	return value ? EDT_BADOPTVAL : copt_oformat(dtp, "json", arg);
}

static int copt_stackkeys(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, stackkeys, &index))
		return EDT_BADOPTVAL;
	dtp->copts.stack_labels = index == 1;
	return 0;
}

static int copt_late(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, lates, &index))
		return EDT_BADOPTVAL;
	dtp->copts.late_dynamic = index == 1;
	return 0;
}

/* How probes of programs are made: by notes. The lineage's older form is an error that says what to do. */
static int copt_usdt(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t index;

	if (!parse_choice(value, usdts, &index))
		return EDT_BADOPTVAL;
	return index == 0 ? 0 : EDT_USDTDOF;
}

static int copt_tree(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	int64_t number;
	const char *end;

	if (!value || !parse_integer(value, &number, &end) || *end || number < 0)
		return EDT_BADOPTVAL;
	dtp->copts.dump_ast = number != 0;
	return 0;
}

static int copt_dump(struct dtrace_hdl *dtp, const char *value, uintptr_t arg)
{
	static const char *const names[] = { "tokens", "ast", "dif", "dof" };
	bool *const flags[] = { &dtp->copts.dump_tokens, &dtp->copts.dump_ast, &dtp->copts.dump_dif,
				&dtp->copts.dump_dof };

	while (value) {
		size_t length = strcspn(value, ","), i = 0;

		while (i < DT_ARRAY_SIZE(names) &&
		       (strlen(names[i]) != length || strncmp(names[i], value, length) != 0))
			i++;
		if (i == DT_ARRAY_SIZE(names))
			return EDT_BADOPTVAL;
		*flags[i] = true;
		if (!value[length])
			return 0;
		value += length + 1;
	}
	return EDT_BADOPTVAL;
}

#define COPT(member)  offsetof(struct ldt_compile_options, member)

#define TEXT_OF(word) #word
#define DT_TEXT(word) TEXT_OF(word)
#define NO_VALUE      "no value: its name alone sets it"
#define YES_OR_NO     "nothing, or yes or no"
#define A_NUMBER      "a number that is not negative"

static const struct copt {
	const char *name;
	copt_set_f *set;
	uintptr_t arg;
	const char *expected;       /* the values that it can have, for a message; NULL: */
	const char *const *choices; /* one of these */
} copts[] = {
	{ "account", copt_on, COPT(account), NO_VALUE, NULL },
	{ "aggpercpu", copt_on, COPT(aggpercpu), NO_VALUE, NULL },
	{ "amin", copt_amin, 0, "name/data/class, such as Stable/Stable/Common", NULL },
	{ "argref", copt_on, COPT(argref), NO_VALUE, NULL },
	{ "columns", copt_columns, 0, YES_OR_NO, NULL },
	{ "compat", copt_compat, 0, NULL, compats },
	{ "core", copt_any, 0, "a text", NULL },
	{ "cpp", copt_on, COPT(cpp), NO_VALUE, NULL },
	{ "cppargs", copt_cpp, (uintptr_t) "", "a text", NULL },
	{ "cpphdrs", copt_cpp, (uintptr_t) "-H", NO_VALUE, NULL },
	{ "cpppath", copt_string, COPT(cpp_path), "a file", NULL },
	{ "ctfpath", copt_string, COPT(type_file), "a file", NULL },
	{ "ctypes", copt_output, COPT(ctypes_file), "a file", NULL },
	{ "debug", copt_on, COPT(debug), NO_VALUE, NULL },
	{ "debugassert", copt_any, 0, "a text", NULL },
	{ "defaultargs", copt_on, COPT(defaultargs), NO_VALUE, NULL },
	{ "define", copt_cpp, (uintptr_t) "-D", "a name, or name=value", NULL },
	{ "demangle", copt_demangle, 0, NO_VALUE, NULL },
	{ "disasm", copt_number, 0, A_NUMBER, NULL },
	{ "dofstashpath", copt_any, 0, "a text", NULL },
	{ "droptags", copt_on, COPT(droptags), NO_VALUE, NULL },
	{ "dtypes", copt_output, COPT(dtypes_file), "a file", NULL },
	{ "dump", copt_dump, 0, "some of tokens,ast,dif,dof", NULL },
	{ "empty", copt_on, COPT(empty), NO_VALUE, NULL },
	{ "encoding", copt_encoding, 0, NULL, encodings },
	{ "errtags", copt_on, COPT(errtags), NO_VALUE, NULL },
	{ "evaltime", copt_evaltime, 0, NULL, evaltimes },
	{ "flowall", copt_on, COPT(flowall), NO_VALUE, NULL },
	{ "flowtime", copt_on, COPT(flowtime), NO_VALUE, NULL },
	{ "incdir", copt_cpp, (uintptr_t) "-I", "a folder", NULL },
	{ "iregs", copt_regs, COPT(int_regs), "a number from 1 to " DT_TEXT(DIF_REGS), NULL },
	{ "json", copt_json, 0, NO_VALUE, NULL },
	{ "kdefs", copt_on, COPT(kdefs), NO_VALUE, NULL },
	{ "knodefs", copt_off, COPT(kdefs), NO_VALUE, NULL },
	{ "late", copt_late, 0, NULL, lates },
	{ "lazyload", copt_flag_only, 0, NO_VALUE, NULL },
	{ "ldpath", copt_any, 0, "a text", NULL },
	{ "libdir", copt_libdir, 0, "a folder", NULL },
	{ "linkmode", copt_choice, (uintptr_t)linkmodes, NULL, linkmodes },
	{ "linknommap", copt_flag_only, 0, NO_VALUE, NULL },
	{ "linktype", copt_choice, (uintptr_t)linktypes, NULL, linktypes },
	{ "maxdepth", copt_depth, 0, "a number from 1 to 65535", NULL },
	{ "modpath", copt_any, 0, "a text", NULL },
	{ "nointr", copt_on, COPT(nointr), NO_VALUE, NULL },
	{ "nolibs", copt_on, COPT(nolibs), NO_VALUE, NULL },
	{ "objcopypath", copt_any, 0, "a text", NULL },
	{ "oformat", copt_oformat, 0, NULL, oformats },
	{ "pgmax", copt_number, 0, A_NUMBER, NULL },
	{ "pidsites", copt_sites, 0, "a number from 1 to 4294967295", NULL },
	{ "pidwait", copt_wait, 0, "a time from 1ms to 10s", NULL },
	{ "preallocate", copt_number, 0, A_NUMBER, NULL },
	{ "procfspath", copt_string, COPT(procfs_path), "a folder", NULL },
	{ "pspec", copt_on, COPT(pspec), NO_VALUE, NULL },
	{ "setenv", copt_any, 0, "a text", NULL },
	{ "stackkeys", copt_stackkeys, 0, NULL, stackkeys },
	{ "stdc", copt_stdc, 0, "a, c, s or t", NULL },
	{ "strip", copt_flag_only, 0, NO_VALUE, NULL },
	{ "syslibdir", copt_string, COPT(syslib_dir), "a folder", NULL },
	{ "sysslice", copt_any, 0, "a text", NULL },
	{ "toprows", copt_rows, 0, "a number from 1 to 4294967295", NULL },
	{ "tree", copt_tree, 0, A_NUMBER, NULL },
	{ "tregs", copt_regs, COPT(tuple_regs), "a number from 1 to " DT_TEXT(DIF_REGS), NULL },
	{ "udefs", copt_on, COPT(udefs), NO_VALUE, NULL },
	{ "undef", copt_cpp, (uintptr_t) "-U", "a name", NULL },
	{ "unodefs", copt_off, COPT(udefs), NO_VALUE, NULL },
	{ "unsetenv", copt_any, 0, "a text", NULL },
	{ "usdt", copt_usdt, 0, NULL, usdts },
	{ "useruid", copt_number, 0, A_NUMBER, NULL },
	{ "verbose", copt_on, COPT(verbose_dif), NO_VALUE, NULL },
	{ "version", copt_version, 0, "a version of D from 1.0 to 2.0, such as 1.13", NULL },
	{ "zdefs", copt_on, COPT(zdefs), NO_VALUE, NULL },
};

static const struct copt *copt_find(const char *name)
{
	for (size_t i = 0; i < DT_ARRAY_SIZE(copts); i++) {
		if (strcmp(copts[i].name, name) == 0)
			return &copts[i];
	}
	return NULL;
}

/* ---- run-time options ------------------------------------------------------------------------ */

#define STRSIZE_MAX (1 << 20)

enum ropt_kind { SIZE, RATE, INT, FLAG, POLICY, RESIZE, STRING };

static const struct ropt {
	const char *name; /* NULL: no option has this number */
	unsigned int number;
	enum ropt_kind kind;
	const char *standard; /* text of the default value */
	bool dynamic;
} ropts[LDT_OPT_MAX] = {
#define DT_OPTION(number, NAME, text, kind, value, dynamic) [number] = { text, number, kind, value, dynamic },
#include "spec/options.def"
#undef DT_OPTION
};

/* By the numbers of dtrace/option.h. */
static const char *const policies[] = {
	[DTRACE_BUFPOLICY_RING] = "ring", [DTRACE_BUFPOLICY_FILL] = "fill", [DTRACE_BUFPOLICY_SWITCH] = "switch", NULL
};
static const char *const resizes[] = { "auto", "manual", NULL };

static const struct ropt *ropt_find(const char *name)
{
	for (size_t i = 0; i < DT_ARRAY_SIZE(ropts); i++) {
		if (ropts[i].name && strcmp(ropts[i].name, name) == 0)
			return &ropts[i];
	}
	return NULL;
}

static bool ropt_parse(const struct ropt *option, const char *value, int64_t *ret)
{
	switch (option->kind) {
	case SIZE:
		return parse_size(value, ret);
	case RATE:
		return parse_rate(value, ret);
	case POLICY:
		return parse_choice(value, policies, ret);
	case RESIZE:
		return parse_choice(value, resizes, ret);
	case STRING:
		*ret = 0;
		return value && *value;
	default:
		return parse_runtime(value, ret);
	}
}

/*
 * flowindent sets temporal: while a thread moves between CPUs its records must stay in order. A
 * user's own temporal is kept.
 */
static void imply_temporal(struct dtrace_hdl *dtp, enum ldt_opt changed)
{
	dtp->temporal_set |= changed == LDT_OPT_TEMPORAL;
	if (changed == LDT_OPT_FLOWINDENT && !dtp->temporal_set && !dtp->active)
		dtp->options[LDT_OPT_TEMPORAL] = dtp->options[LDT_OPT_FLOWINDENT] == LDT_OPT_UNSET ? LDT_OPT_UNSET : 0;
}

/* The values that a run-time option can have, for a message; NULL: one of the words of *@choices. */
static const char *ropt_expected(const struct ropt *option, const char *const **choices)
{
	if (option->number == LDT_OPT_STRSIZE)
		return "1 to 1m";
	if (option->number == LDT_OPT_ZONE)
		return "global";
	switch (option->kind) {
	case SIZE:
		return "a number of bytes, perhaps with k, m, g or t";
	case RATE:
		return "a rate or time, such as 10hz, 100ms or 5s";
	case POLICY:
		*choices = policies;
		return NULL;
	case RESIZE:
		*choices = resizes;
		return NULL;
	case FLAG:
		return YES_OR_NO;
	case STRING:
		return "a text";
	default:
		return A_NUMBER;
	}
}

static int ropt_set(struct dtrace_hdl *dtp, const struct ropt *option, const char *value)
{
	int64_t number;
	char *copy;

	if (dtp->active && !option->dynamic)
		return EDT_ACTIVE;
	if (!ropt_parse(option, value, &number))
		return EDT_BADOPTVAL;
	if (option->number == LDT_OPT_STRSIZE && (number < 1 || number > STRSIZE_MAX))
		return EDT_BADOPTVAL;
	if (option->number == LDT_OPT_ZONE && strcmp(value, "global") != 0)
		return EDT_BADOPTVAL; /* Linux has no other zone */
	if (option->kind == STRING) {
		copy = strdup(value);
		if (!copy)
			return EDT_NOMEM;
		free(dtp->string_options[option->number]);
		dtp->string_options[option->number] = copy;
	}
	dtp->options[option->number] = number;
	imply_temporal(dtp, (enum ldt_opt)option->number);
	return 0;
}

int64_t ldt_option(struct dtrace_hdl *dtp, enum ldt_opt number)
{
	const struct ropt *option = &ropts[number];
	int64_t value = dtp->options[number];

	if (option->kind == FLAG)
		return value != LDT_OPT_UNSET;
	if (value == LDT_OPT_UNSET &&
	    (!option->standard || !option->standard[0] || !ropt_parse(option, option->standard, &value)))
		return 0;
	return value;
}

int64_t ldt_string_size(struct dtrace_hdl *dtp)
{
	int64_t size = ldt_option(dtp, LDT_OPT_STRSIZE);

	return dtp->copts.oracle_compat && size < STRSIZE_MAX ? size + 1 : size;
}

/* ---- the interface --------------------------------------------------------------------------- */

void ldt_handle_options_init(struct dtrace_hdl *dtp)
{
	for (size_t i = 0; i < LDT_OPT_MAX; i++)
		dtp->options[i] = LDT_OPT_UNSET;
	dtp->copts.int_regs = DIF_REGS;
	dtp->copts.tuple_regs = DIF_TUPLE_REGS;
	dtp->copts.kdefs = true;
	dtp->copts.udefs = true;
	dtp->copts.stdc = 'a';
	dtp->copts.evaltime = EVALTIME_POSTINIT;
	dtp->copts.version = version_make(2, 0, 0);
	dtp->copts.amin.dclass = DTRACE_CLASS_UNKNOWN;
}

void ldt_handle_options_fini(struct dtrace_hdl *dtp)
{
	for (size_t i = 0; i < LDT_OPT_MAX; i++)
		free(dtp->string_options[i]);
	for (size_t i = 0; i < dtp->copts.cpp_arg_count; i++)
		free(dtp->copts.cpp_args[i]);
	for (size_t i = 0; i < dtp->copts.lib_dir_count; i++)
		free(dtp->copts.lib_dirs[i]);
	free(dtp->copts.cpp_args);
	free(dtp->copts.lib_dirs);
	free(dtp->copts.cpp_path);
	free(dtp->copts.procfs_path);
	free(dtp->copts.type_file);
	free(dtp->copts.ctypes_file);
	free(dtp->copts.dtypes_file);
	free(dtp->copts.syslib_dir);
}

static int unknown_option(struct dtrace_hdl *dtp, const char *name)
{
	struct ldt_nearest nearest;

	ldt_nearest_begin(&nearest, name);
	for (size_t i = 0; i < DT_ARRAY_SIZE(copts); i++)
		ldt_nearest_offer(&nearest, copts[i].name);
	for (size_t i = 0; i < DT_ARRAY_SIZE(ropts); i++) {
		if (ropts[i].name)
			ldt_nearest_offer(&nearest, ropts[i].name);
	}
	if (!nearest.found || dtp->copts.compat_set)
		return ldt_set_errno(dtp, EDT_BADOPTNAME);
	return ldt_set_error(dtp, EDT_BADOPTNAME, "Invalid option name: did you mean %s?", nearest.found);
}

/* @expected, or one of the words of @choices; the nearest of them is what may be meant. */
static int bad_value(struct dtrace_hdl *dtp, int error, const char *value, const char *expected,
		     const char *const *choices)
{
	struct ldt_nearest nearest;
	char words[256];
	size_t used = 0;

	if (expected)
		return ldt_set_error(dtp, error, "%s: expected %s", dtrace_errmsg(NULL, error), expected);
	ldt_nearest_begin(&nearest, value ? value : "");
	for (size_t i = 0; choices[i] && used < sizeof(words); i++) {
		ldt_nearest_offer(&nearest, choices[i]);
		used += (size_t)snprintf(words + used, sizeof(words) - used, "%s%s", i ? ", " : "", choices[i]);
	}
	if (dtp->copts.compat_set)
		nearest.found = NULL;
	return ldt_set_error(dtp, error, "%s: expected one of %s%s%s%s", dtrace_errmsg(NULL, error), words,
			     nearest.found ? "; did you mean " : "", nearest.found ? nearest.found : "",
			     nearest.found ? "?" : "");
}

int dtrace_setopt(dtrace_hdl_t *dtp, const char *option, const char *value)
{
	const struct copt *copt = option ? copt_find(option) : NULL;
	const struct ropt *ropt = option ? ropt_find(option) : NULL;
	const char *const *choices = NULL;
	const char *expected;
	int error;

	if (copt)
		error = dtp->active ? EDT_ACTIVE : copt->set(dtp, value, copt->arg);
	else if (ropt)
		error = ropt_set(dtp, ropt, value);
	else
		return option ? unknown_option(dtp, option) : ldt_set_errno(dtp, EDT_BADOPTNAME);
	if (error == EDT_OPTION)
		return -1;
	if (error != EDT_BADOPTVAL && error != EDT_VERSION)
		return error ? ldt_set_errno(dtp, error) : 0;
	expected = copt ? copt->expected : ropt_expected(ropt, &choices);
	return bad_value(dtp, error, value, expected, copt ? copt->choices : choices);
}

int dtrace_getopt(dtrace_hdl_t *dtp, const char *option, int64_t *value_ret)
{
	const struct copt *copt = option ? copt_find(option) : NULL;
	const struct ropt *ropt = option ? ropt_find(option) : NULL;

	if (copt && copt->set == copt_on)
		*value_ret = *copt_flag(dtp, copt->arg) ? 1 : DTRACEOPT_UNSET;
	else if (copt && copt->set == copt_demangle)
		*value_ret = dtp->demangler ? 1 : DTRACEOPT_UNSET;
	else if (copt && copt->set == copt_compat)
		*value_ret = dtp->copts.compat_set ? dtp->copts.oracle_compat : DTRACEOPT_UNSET;
	else if (copt && copt->set == copt_oformat)
		*value_ret = dtp->copts.output_format == LDT_OFORMAT_TEXT ? DTRACEOPT_UNSET
									  : (int64_t)dtp->copts.output_format;
	else if (ropt)
		*value_ret = dtp->options[ropt->number];
	else
		return ldt_set_errno(dtp, EDT_BADOPTNAME);
	return 0;
}

const char *ldt_procfs(const struct dtrace_hdl *dtp)
{
	return dtp->copts.procfs_path ? dtp->copts.procfs_path : "/proc";
}
