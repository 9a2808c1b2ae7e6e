/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program/format.c - printf formats of D, parsed once:
 *
 *      text %[flags][width][.precision][size]conversion text ...
 *
 * flags: # 0 - + space ' ? @ ; width and precision: digits or *. The compiler checks arguments
 * against the parsed form, the consumer prints by it; both therefore agree on what a format means.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program/format.h"

#define CONVERSIONS "aAcCdieEfgGkopsSTuxXY"

struct parse {
	struct dtrace_hdl *dtp;
	struct ldt_format *format;
	size_t room;
	const char *at;
	const char *why;
};

static bool fail(struct parse *parse, const char *fmt, ...) DT_PRINTF(2, 3);

/* Set the reason: "format conversion #N ...". Owned by the handle, as the text of its last error. */
static bool fail(struct parse *parse, const char *fmt, ...)
{
	char text[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	ldt_set_error(parse->dtp, EDT_BADFORMAT, "format conversion #%zu %s", parse->format->conv_count + 1, text);
	parse->why = dtrace_errmsg(parse->dtp, EDT_BADFORMAT);
	return false;
}

/* The next piece of the format, zeroed and not yet counted. */
static struct ldt_conv *piece_new(struct parse *parse)
{
	struct ldt_format *format = parse->format;

	if (format->conv_count == parse->room) {
		size_t room = parse->room ? parse->room * 2 : 8;
		struct ldt_conv *more = realloc(format->conv, room * sizeof(*more));

		if (!more) {
			parse->why = "out of memory";
			return NULL;
		}
		format->conv = more;
		parse->room = room;
	}
	memset(&format->conv[format->conv_count], 0, sizeof(format->conv[0]));
	return &format->conv[format->conv_count];
}

/*
 * Where the second % is, when a conversion of % starts here: it takes no argument, and flags and
 * sizes mean nothing to it.
 */
static const char *percent_end(const char *at)
{
	do {
		at++;
	} while (*at && strchr("#0-+' .123456789", *at));
	return *at == '%' ? at : NULL;
}

/* Literal text up to the next conversion or the end, %% folded. */
static bool parse_prefix(struct parse *parse, struct ldt_conv *conv)
{
	size_t length = 0;

	conv->prefix = malloc(strlen(parse->at) + 1);
	if (!conv->prefix) {
		parse->why = "out of memory";
		return false;
	}
	while (*parse->at) {
		if (*parse->at == '%') {
			const char *end = percent_end(parse->at);

			if (!end)
				break;
			parse->at = end;
		}
		conv->prefix[length++] = *parse->at++;
	}
	conv->prefix[length] = '\0';
	conv->prefix_len = length;
	return true;
}

static bool parse_flags(struct parse *parse, struct ldt_conv *conv)
{
	static const struct {
		char letter;
		unsigned int flag;
	} flags[] = {
		{ '#', LDT_CONV_ALT },   { '0', LDT_CONV_ZERO },   { '-', LDT_CONV_LEFT },     { '+', LDT_CONV_SIGN },
		{ ' ', LDT_CONV_SPACE }, { '\'', LDT_CONV_GROUP }, { '?', LDT_CONV_PTRWIDTH }, { '@', LDT_CONV_AGG },
	};

	for (;; parse->at++) {
		size_t i = 0;

		while (i < DT_ARRAY_SIZE(flags) && flags[i].letter != *parse->at)
			i++;
		if (i == DT_ARRAY_SIZE(flags))
			return true;
		conv->flags |= flags[i].flag;
	}
}

static bool parse_number(struct parse *parse, int *ret, const char *what)
{
	int value = 0;

	while (isdigit((unsigned char)*parse->at)) {
		value = value * 10 + (*parse->at++ - '0');
		if (value > LDT_FORMAT_WIDTH_MAX)
			return fail(parse, "has a %s that is too large", what);
	}
	*ret = value;
	return true;
}

/* Width and precision. Either may be `*`; each may be there once. */
static bool parse_sizes(struct parse *parse, struct ldt_conv *conv)
{
	if (*parse->at == '*') {
		conv->flags |= LDT_CONV_DYNWIDTH;
		parse->at++;
	} else if (!parse_number(parse, &conv->width, "width")) {
		return false;
	}
	if (*parse->at == '$')
		return fail(parse, "uses a positional argument, which D does not have");
	if (*parse->at == '*')
		return fail(parse, "has more than one '*' for the output width");
	if (*parse->at != '.')
		return true;
	parse->at++;
	conv->flags |= LDT_CONV_HASPREC;
	if (*parse->at == '*') {
		conv->flags |= LDT_CONV_DYNPREC;
		parse->at++;
	} else if (!parse_number(parse, &conv->precision, "precision")) {
		return false;
	}
	if (*parse->at == '*')
		return fail(parse, "has more than one '*' for the precision");
	if (*parse->at == '.')
		return fail(parse, "has more than one '.'");
	return true;
}

/* hh h l ll L w; flags may also follow a width of `?`. */
static void parse_length(struct parse *parse, struct ldt_conv *conv)
{
	size_t length = 0;

	while (length < 2 && *parse->at && strchr("hlLw", *parse->at)) {
		if (length == 1 && (*parse->at != conv->size[0] || !strchr("hl", *parse->at)))
			break;
		conv->size[length++] = *parse->at++;
	}
}

static bool parse_conversion(struct parse *parse, struct ldt_conv *conv)
{
	parse->at++;
	if (!parse_flags(parse, conv) || !parse_sizes(parse, conv))
		return false;
	if (*parse->at == '@' || *parse->at == '?') {
		conv->flags |= *parse->at == '@' ? LDT_CONV_AGG : LDT_CONV_PTRWIDTH;
		parse->at++;
	}
	parse_length(parse, conv);
	if (*parse->at == '\0')
		return fail(parse, "is not complete at the end of the format");
	if (!strchr(CONVERSIONS, *parse->at))
		return fail(parse, "is not valid: %%%s%c", conv->size, *parse->at);
	if (strchr(conv->size, 'w') && conv->size[0] && !strchr("cs", *parse->at))
		return fail(parse, "is not valid: %%w%c", *parse->at);
	conv->conv = *parse->at++;
	if (!(conv->flags & LDT_CONV_AGG))
		parse->format->arg_count++;
	parse->format->arg_count += !!(conv->flags & LDT_CONV_DYNWIDTH) + !!(conv->flags & LDT_CONV_DYNPREC);
	return true;
}

struct ldt_format *ldt_format_parse(struct dtrace_hdl *dtp, const char *text, const char **why)
{
	struct parse parse = { .dtp = dtp, .at = text };
	struct ldt_conv *conv;
	bool more = true;

	parse.format = calloc(1, sizeof(*parse.format));
	if (!parse.format || !(parse.format->text = strdup(text))) {
		free(parse.format);
		*why = "out of memory";
		return NULL;
	}
	while (more) {
		conv = piece_new(&parse);
		if (!conv)
			break;
		more = parse_prefix(&parse, conv) && *parse.at && parse_conversion(&parse, conv);
		parse.format->conv_count++;
	}
	if (parse.why) {
		*why = parse.why;
		ldt_format_destroy(parse.format);
		return NULL;
	}
	return parse.format;
}

void ldt_format_destroy(struct ldt_format *format)
{
	if (!format)
		return;
	for (size_t i = 0; i < format->conv_count; i++)
		free(format->conv[i].prefix);
	free(format->conv);
	free(format->text);
	free(format);
}

static void write_prefix(FILE *out, const struct ldt_conv *conv)
{
	for (size_t i = 0; i < conv->prefix_len; i++) {
		if (conv->prefix[i] == '%')
			fputc('%', out);
		fputc(conv->prefix[i], out);
	}
}

static void write_conversion(FILE *out, const struct ldt_conv *conv)
{
	static const struct {
		char letter;
		unsigned int flag;
	} flags[] = {
		{ '#', LDT_CONV_ALT },    { '-', LDT_CONV_LEFT },     { '+', LDT_CONV_SIGN }, { ' ', LDT_CONV_SPACE },
		{ '\'', LDT_CONV_GROUP }, { '?', LDT_CONV_PTRWIDTH }, { '@', LDT_CONV_AGG },  { '0', LDT_CONV_ZERO },
	};

	fputc('%', out);
	for (size_t i = 0; i < DT_ARRAY_SIZE(flags); i++) {
		if (conv->flags & flags[i].flag)
			fputc(flags[i].letter, out);
	}
	if (conv->flags & LDT_CONV_DYNWIDTH)
		fputc('*', out);
	else if (conv->width)
		fprintf(out, "%d", conv->width);
	if (conv->flags & LDT_CONV_DYNPREC)
		fputs(".*", out);
	else if (conv->flags & LDT_CONV_HASPREC)
		fprintf(out, ".%d", conv->precision);
	fputs(conv->size, out);
	fputc(conv->is_unsigned && (conv->conv == 'd' || conv->conv == 'i') ? 'u' : conv->conv, out);
}

char *ldt_format_text(struct dtrace_hdl *dtp, const struct ldt_format *format)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out) {
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	for (size_t i = 0; i < format->conv_count; i++) {
		write_prefix(out, &format->conv[i]);
		if (format->conv[i].conv)
			write_conversion(out, &format->conv[i]);
	}
	if (fclose(out) != 0) {
		free(text);
		ldt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	return text;
}
