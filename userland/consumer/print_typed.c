/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * consumer/print_typed.c - what print() shows: a value as a tree of its type, in the layout of either lineage.
 *
 *      illumos: print(*p)                     Oracle: print(p)
 *      struct point {                         0xffff8880 = *
 *          int x = 0x1                                   (struct point) {
 *          char [4] name = [ "ab" ]                       .x = (int)1,
 *      }                                                  }
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "consumer/print.h"
#include "consumer/typed_part.h"
#include "program/program.h"

#define NAME_SIZE     512
#define DEPTH_MAX     LDT_PART_DEPTH
#define ORACLE_MARGIN 44

struct printer {
	struct dtrace_hdl *dtp;
	struct ldt_types *types;
	FILE *out;
	/* Oracle: */
	int margin;              /* columns before the outermost brace */
	int open[DEPTH_MAX + 2]; /* depths of the structures whose closing brace is not printed yet */
	int open_count;
	bool cut; /* the record has ended, and "..." says so */
};

static void indent(const struct printer *printer, int columns)
{
	fprintf(printer->out, "%*s", columns, "");
}

/* The name of a type. A structure without a tag is only "struct". */
static const char *type_text(struct ldt_type *type, char *buf)
{
	ldt_type_name(type, buf, NAME_SIZE);
	if (!type->name && (ldt_type_is_sou(type) || type->kind == LDT_KIND_ENUM))
		buf[strcspn(buf, " ")] = '\0';
	return buf;
}

static void print_char(FILE *out, unsigned char c)
{
	if (c == '\0')
		fputs("'\\0'", out);
	else if (isprint(c))
		fprintf(out, "'%c'", c);
	else
		fprintf(out, "'\\%03o'", c);
}

static void print_float(const struct printer *printer, const struct ldt_part *part)
{
	long double large;
	double number;
	float small;

	if (part->base->size == sizeof(small)) {
		memcpy(&small, part->data, sizeof(small));
		fprintf(printer->out, "%+.7e", (double)small);
	} else if (part->base->size == sizeof(number)) {
		memcpy(&number, part->data, sizeof(number));
		fprintf(printer->out, "%+.7e", number);
	} else if (part->base->size == sizeof(large)) {
		memcpy(&large, part->data, sizeof(large));
		fprintf(printer->out, "%+.16LE", large);
	} else {
		fputs("...", printer->out);
	}
}

static void print_text(FILE *out, const char *data, size_t size)
{
	fprintf(out, "\"%.*s\"", (int)strnlen(data, size), data);
}

/* ---- illumos --------------------------------------------------------------------------------- */

static void illumos_value(const struct printer *printer, const struct ldt_part *part);

static void illumos_head(const struct printer *printer, const struct ldt_part *part)
{
	char text[NAME_SIZE];

	indent(printer, part->depth * 4);
	fputs(type_text(part->type, text), printer->out);
	if (part->member && part->member->name) {
		fprintf(printer->out, "%s%s", text[strlen(text) - 1] == '*' ? "" : " ", part->member->name);
		if (part->member->bit_width)
			fprintf(printer->out, " :%u", part->member->bit_width);
		fputs(" =", printer->out);
	}
	fputc(' ', printer->out);
}

static void illumos_integer(const struct printer *printer, const struct ldt_part *part)
{
	uint64_t value = ldt_part_integer(printer->types, part, false);
	const char *name;

	if (part->base->kind == LDT_KIND_ENUM) {
		int64_t number = (int64_t)ldt_part_integer(printer->types, part, true);

		name = ldt_enumerator_name(part->base, number);
		if (name)
			fputs(name, printer->out);
		else
			fprintf(printer->out, "%" PRId64, number);
	} else if (ldt_type_is_char(part->base) && !(part->member && part->member->bit_width)) {
		print_char(printer->out, (unsigned char)value);
	} else {
		fprintf(printer->out, "%#" PRIx64, value);
	}
}

static void illumos_members(const struct printer *printer, const struct ldt_part *part)
{
	fputs("{\n", printer->out);
	for (const struct ldt_member *member = part->base->members; member; member = member->next) {
		struct ldt_part inner = ldt_part_member(part, member);

		illumos_head(printer, &inner);
		illumos_value(printer, &inner);
		fputc('\n', printer->out);
	}
	indent(printer, part->depth * 4);
	fputc('}', printer->out);
}

/* One line of simple elements; structures have lines of their own. */
static void illumos_array(const struct printer *printer, const struct ldt_part *part)
{
	bool nested = ldt_type_is_sou(part->base->target), text = ldt_part_holds_text(part);
	uint64_t step = ldt_type_storage(printer->types, part->base->target);

	if (text && part->depth == 0) {
		print_text(printer->out, part->data, part->size);
		return;
	}
	fputs("[ ", printer->out);
	if (text)
		print_text(printer->out, part->data, DT_MIN(part->size, (size_t)part->base->count));
	for (uint64_t i = 0; !text && i < part->base->count; i++) {
		struct ldt_part element = ldt_part_make(part, part->base->target, i * step);

		if (nested) {
			fputc('\n', printer->out);
			illumos_head(printer, &element);
		}
		illumos_value(printer, &element);
		if (element.size == 0 && step != 0)
			break;
		if (i + 1 < part->base->count)
			fputs(", ", printer->out);
	}
	if (nested) {
		fputc('\n', printer->out);
		indent(printer, part->depth * 4);
	} else {
		fputc(' ', printer->out);
	}
	fputc(']', printer->out);
}

static void illumos_value(const struct printer *printer, const struct ldt_part *part)
{
	bool cut = part->size < ldt_part_needs(printer->types, part);

	if (part->depth > DEPTH_MAX || (cut && (!ldt_part_is_composed(part) || part->size == 0))) {
		fputs("...", printer->out);
		return;
	}
	switch (part->base->kind) {
	case LDT_KIND_STRUCT:
	case LDT_KIND_UNION:
		if (part->base->complete)
			illumos_members(printer, part);
		else
			fputs("<forward decl>", printer->out);
		break;
	case LDT_KIND_ARRAY:
		illumos_array(printer, part);
		break;
	case LDT_KIND_STRING:
		print_text(printer->out, part->data, part->size);
		break;
	case LDT_KIND_FLOAT:
		print_float(printer, part);
		break;
	default:
		illumos_integer(printer, part);
	}
}

/* ---- Oracle ---------------------------------------------------------------------------------- */

static void oracle_value(struct printer *printer, const struct ldt_part *part);

static bool is_zero(const struct printer *printer, const struct ldt_part *part)
{
	uint64_t needs = ldt_part_needs(printer->types, part);

	if (part->member && part->member->bit_width)
		return part->size >= needs && ldt_part_integer(printer->types, part, false) == 0;
	if (part->size < needs)
		return false;
	for (uint64_t i = 0; i < needs; i++) {
		if (part->data[i])
			return false;
	}
	return true;
}

/* Closing braces of structures of this depth and more. */
static void oracle_close(struct printer *printer, int depth)
{
	while (printer->open_count > 0 && printer->open[printer->open_count - 1] >= depth) {
		int open = printer->open[--printer->open_count];

		indent(printer, printer->margin + open);
		fputs(open > 0 ? "},\n" : "}\n", printer->out);
	}
}

/*
 * The record ends here, in the place of what is @depth deep: the dots come before the closing braces of what was
 * printed last.
 */
static void oracle_cut(struct printer *printer, int depth)
{
	if (!printer->cut) {
		indent(printer, printer->margin + depth);
		fputs("...\n", printer->out);
	}
	printer->cut = true;
}

static void oracle_line(struct printer *printer, const struct ldt_part *part)
{
	bool ends_later = ldt_type_is_sou(part->type) && part->size > 0 && part->depth <= DEPTH_MAX;

	oracle_close(printer, part->depth);
	indent(printer, printer->margin + part->depth);
	if (part->member && part->member->name)
		fprintf(printer->out, ".%s = ", part->member->name);
	oracle_value(printer, part);
	if (ends_later)
		return;
	fputs(part->depth > 0 ? ",\n" : "\n", printer->out);
	if (part->base->kind == LDT_KIND_ARRAY && part->depth > 0 && part->size < ldt_part_needs(printer->types, part))
		oracle_cut(printer, part->depth);
}

static void oracle_members(struct printer *printer, const struct ldt_part *part)
{
	fputs(" {\n", printer->out);
	printer->open[printer->open_count++] = part->depth;
	for (const struct ldt_member *member = part->base->members; member && !printer->cut; member = member->next) {
		struct ldt_part inner = ldt_part_member(part, member);

		if (inner.size == 0 && ldt_part_needs(printer->types, &inner) > 0)
			oracle_cut(printer, inner.depth);
		else if (!is_zero(printer, &inner))
			oracle_line(printer, &inner);
	}
}

static void oracle_elements(struct printer *printer, const struct ldt_part *part)
{
	uint64_t step = ldt_type_storage(printer->types, part->base->target);

	fputs(" [\n", printer->out);
	for (uint64_t i = 0; i < part->base->count && !printer->cut; i++) {
		struct ldt_part element = ldt_part_make(part, part->base->target, i * step);

		if (element.size == 0 && step > 0) {
			if (part->depth == 0)
				oracle_cut(printer, element.depth);
			break;
		}
		if (!is_zero(printer, &element))
			oracle_line(printer, &element);
	}
	oracle_close(printer, part->depth + 1);
	indent(printer, printer->margin + part->depth);
	fputc(']', printer->out);
}

static void oracle_number(const struct printer *printer, const struct ldt_part *part)
{
	bool is_signed = ldt_type_is_signed(part->type);
	uint64_t value = ldt_part_integer(printer->types, part, is_signed);
	const char *name = part->base->kind == LDT_KIND_ENUM ? ldt_enumerator_name(part->base, (int64_t)value) : NULL;

	if (name)
		fputs(name, printer->out);
	else if (part->base->kind == LDT_KIND_POINTER)
		fprintf(printer->out, "0x%" PRIx64, value);
	else if (part->base->kind == LDT_KIND_INT && part->base->is_char && is_signed) /* uint8_t is a number */
		print_char(printer->out, (unsigned char)value);
	else if (is_signed)
		fprintf(printer->out, "%" PRId64, (int64_t)value);
	else
		fprintf(printer->out, "%" PRIu64, value);
}

static void oracle_value(struct printer *printer, const struct ldt_part *part)
{
	bool cut = part->size < ldt_part_needs(printer->types, part);
	char text[NAME_SIZE];

	if (part->depth > DEPTH_MAX || (cut && (!ldt_part_is_composed(part) || part->size == 0))) {
		fputs("...", printer->out);
		return;
	}
	fprintf(printer->out, "(%s)", type_text(part->type, text));
	if (part->base->kind == LDT_KIND_ARRAY)
		oracle_elements(printer, part);
	else if (ldt_part_is_composed(part))
		oracle_members(printer, part);
	else if (part->base->kind == LDT_KIND_STRING)
		print_text(printer->out, part->data, part->size);
	else if (part->base->kind == LDT_KIND_FLOAT)
		print_float(printer, part);
	else
		oracle_number(printer, part);
}

/* ---- */

int ldt_print_typed(struct dtrace_hdl *dtp, FILE *out, struct ldt_value value, bool quiet)
{
	struct ldt_type *type = ldt_printed_type(dtp, DTRACE_PRINT_TYPE(value.rec->arg));
	struct printer printer = { .dtp = dtp, .out = out, .margin = quiet ? 0 : ORACLE_MARGIN };
	struct ldt_part part = { .type = type, .data = value.data, .size = value.rec->size };
	uint64_t addr;

	if (!type)
		return ldt_print_raw(out, value.data, value.rec->size); /* of a program compiled elsewhere */
	part.base = ldt_type_resolve(type);
	printer.types = ldt_printed_types(dtp);
	if (value.rec->arg & DTRACE_PRINT_ADDRESS) {
		memcpy(&addr, part.data, sizeof(addr));
		part.data += sizeof(addr);
		part.size -= sizeof(addr);
		fprintf(out, "0x%" PRIx64 " = *\n", addr);
		oracle_line(&printer, &part);
		oracle_close(&printer, 0);
		return 0;
	}
	illumos_head(&printer, &part);
	illumos_value(&printer, &part);
	fputc('\n', out);
	return 0;
}
