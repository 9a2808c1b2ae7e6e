/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * program/listing.c - DIF objects as text: one line per instruction, then the variables.
 * program/listing_read.c reads it back.
 */
#include <string.h>

#include "program/listing.h"

static const struct {
	const char *text;
	enum dif_format format;
} ops[] = {
#define DIF_OP(number, NAME, text, format) [number] = { text, DIF_FMT_##format },
#include "spec/dif.def"
#undef DIF_OP
};

static const char *builtin_name(uint32_t id)
{
	static const struct {
		uint32_t id;
		const char *name;
	} names[] = {
#define DIF_VAR(id, NAME, text, shape, type, since) { id, text },
#include "spec/difvar.def"
#undef DIF_VAR
	};
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(names); i++)
		if (names[i].id == id)
			return names[i].name;
	return NULL;
}

static const char *subr_name(uint32_t id)
{
	static const struct {
		uint32_t id;
		const char *name;
	} names[] = {
#define DIF_SUBR(id, NAME, text, prototype, since, flags) { id, text },
#include "spec/subr.def"
#undef DIF_SUBR
	};
	size_t i;

	for (i = 0; i < DT_ARRAY_SIZE(names); i++)
		if (names[i].id == id)
			return names[i].name;
	return "?";
}

/* A fact of an object: "(task_pid)"; "" of other calls. */
static const char *fact_text(uint32_t fact)
{
	static const char *const names[] = {
		[0] = "",
#define DIF_FACT(id, NAME, name, kind, object) [id] = "(" #name ")",
#include "spec/fact.def"
#undef DIF_FACT
	};

	return fact < DT_ARRAY_SIZE(names) && names[fact] ? names[fact] : "(?)";
}

static unsigned int scope_of(unsigned int op)
{
	switch (op) {
	case DIF_OP_LDTS:
	case DIF_OP_STTS:
	case DIF_OP_LDTAA:
	case DIF_OP_STTAA:
	case DIF_OP_LDTA:
		return DIF_SCOPE_THREAD;
	case DIF_OP_LDLS:
	case DIF_OP_STLS:
		return DIF_SCOPE_LOCAL;
	default:
		return DIF_SCOPE_GLOBAL;
	}
}

static const char *var_name(const struct ldt_difo_user *difo, uint32_t id, unsigned int scope)
{
	size_t i;

	if (id < DIF_VAR_USER_MIN)
		return builtin_name(id);
	for (i = 0; i < difo->var_count; i++)
		if (difo->vars[i].id == id && difo->vars[i].scope == scope)
			return difo->strings + difo->vars[i].name;
	return NULL;
}

/* A string constant with what is not printable escaped. */
static void print_quoted(const char *text, FILE *out)
{
	fputc('"', out);
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte == '"' || byte == '\\')
			fprintf(out, "\\%c", byte);
		else if (byte == '\n')
			fputs("\\n", out);
		else if (byte < ' ' || byte > '~')
			fprintf(out, "\\%03o", byte);
		else
			fputc(byte, out);
	}
	fputc('"', out);
}

static void print_var_note(const struct ldt_difo_user *difo, uint32_t id, unsigned int scope, FILE *out)
{
	const char *name = var_name(difo, id, scope);

	if (name)
		fprintf(out, "\t\t! DT_VAR(%u) = \"%s\"", id, name);
}

static bool is_store(unsigned int op)
{
	return op == DIF_OP_STGS || op == DIF_OP_STTS || op == DIF_OP_STLS || op == DIF_OP_STGAA || op == DIF_OP_STTAA;
}

static void print_wide(const struct ldt_difo_user *difo, dif_instr_t instr, FILE *out)
{
	unsigned int op = DIF_INSTR_OP(instr), index = DIF_INSTR_INDEX(instr), rd = DIF_INSTR_RD(instr);

	switch (op) {
	case DIF_OP_SETX:
		fprintf(out, "DT_INTEGER[%u], %%r%u", index, rd);
		if (index < difo->int_count)
			fprintf(out, "\t\t! 0x%llx", (unsigned long long)difo->ints[index]);
		break;
	case DIF_OP_SETS:
		fprintf(out, "DT_STRING[%u], %%r%u", index, rd);
		if (index < difo->string_size) {
			fputs("\t\t! ", out);
			print_quoted(difo->strings + index, out);
		}
		break;
	case DIF_OP_CALL:
		fprintf(out, "DIF_SUBR(%u), %%r%u\t\t\t! %s%s", index, rd, subr_name(DIF_CALL_SUBR(index)),
			fact_text(DIF_CALL_FACT(index)));
		break;
	case DIF_OP_XLATE:
	case DIF_OP_XLARG:
		fprintf(out, "DT_XLREF[%u], %%r%u", index, rd);
		break;
	default:
		if (is_store(op))
			fprintf(out, "%%r%u, DT_VAR(%u)", rd, index);
		else
			fprintf(out, "DT_VAR(%u), %%r%u", index, rd);
		print_var_note(difo, index, scope_of(op), out);
	}
}

static bool is_load(unsigned int op)
{
	return (op >= DIF_OP_LDSB && op <= DIF_OP_LDX) || (op >= DIF_OP_ULDSB && op <= DIF_OP_RLDX);
}

static void print_operands(const struct ldt_difo_user *difo, dif_instr_t instr, FILE *out)
{
	unsigned int op = DIF_INSTR_OP(instr), r1 = DIF_INSTR_R1(instr), r2 = DIF_INSTR_R2(instr),
		     rd = DIF_INSTR_RD(instr);

	switch (ops[op].format) {
	case DIF_FMT_R:
		fprintf(out, "%%r%u, %%r%u, %%r%u", r1, r2, rd);
		break;
	case DIF_FMT_R1:
		if (is_load(op))
			fprintf(out, "[%%r%u], %%r%u", r1, rd);
		else if (op >= DIF_OP_STB && op <= DIF_OP_STX)
			fprintf(out, "%%r%u, [%%r%u]", r1, rd);
		else
			fprintf(out, "%%r%u, %%r%u", r1, rd);
		break;
	case DIF_FMT_CMP:
		fprintf(out, "%%r%u, %%r%u", r1, r2);
		break;
	case DIF_FMT_TST:
		fprintf(out, "%%r%u", r1);
		break;
	case DIF_FMT_B:
		fprintf(out, "%u", DIF_INSTR_LABEL(instr));
		break;
	case DIF_FMT_W:
		print_wide(difo, instr, out);
		break;
	case DIF_FMT_A:
		fprintf(out, "DT_VAR(%u), %%r%u, %%r%u", r1, r2, rd);
		print_var_note(difo, r1, scope_of(op), out);
		break;
	case DIF_FMT_T:
		fprintf(out, "DT_TYPE(%u), %%r%u, %%r%u", r1, r2, rd);
		break;
	case DIF_FMT_RET:
		fprintf(out, "%%r%u", rd);
		break;
	default:
		break;
	}
}

static void print_type(const struct dtrace_diftype *type, char *buf, size_t size)
{
	if (type->kind == DIF_TYPE_STRING)
		snprintf(buf, size, "string (unknown) by ref (size %u)", type->size);
	else
		snprintf(buf, size, "D type (%s)%s (size %u)",
			 type->ckind == 1   ? "integer"
			 : type->ckind == 2 ? "float"
			 : type->ckind == 3 ? "pointer"
			 : type->ckind == 4 ? "array"
			 : type->ckind == 6 ? "struct"
			 : type->ckind == 7 ? "union"
			 : type->ckind == 8 ? "enum"
					    : "unknown",
			 type->flags & DIF_TYPE_BYREF ? " by ref" : "", type->size);
}

static void print_vars(const struct ldt_difo_user *difo, FILE *out)
{
	static const char *const kinds[] = { "arr", "scl" }, *const scopes[] = { "glb", "tls", "loc" };
	char type[64], flags[8];
	size_t i;

	if (!difo->var_count)
		return;
	fprintf(out, "\n%-16s %-4s %-3s %-3s %-4s %s\n", "NAME", "ID", "KND", "SCP", "FLAG", "TYPE");
	for (i = 0; i < difo->var_count; i++) {
		const struct dtrace_difv *var = &difo->vars[i];

		snprintf(flags, sizeof(flags), "%s%s%s", var->flags & DIF_VARFLAG_REF ? "r" : "",
			 (var->flags & 3) == 3 ? "/" : "", var->flags & DIF_VARFLAG_MOD ? "w" : "");
		print_type(&var->type, type, sizeof(type));
		fprintf(out, "%-16s %-4x %-3s %-3s %-4s %s\n", difo->strings + var->name, var->id, kinds[var->kind],
			scopes[var->scope], flags, type);
	}
}

void ldt_difo_print(const struct ldt_difo_user *difo, FILE *out)
{
	char type[64];
	size_t i;

	print_type(&difo->rtype, type, sizeof(type));
	fprintf(out, "\nDIFO %p returns %s\n", (const void *)difo, type);
	fprintf(out, "%-3s %-8s    %s\n", "OFF", "OPCODE", "INSTRUCTION");
	for (i = 0; i < difo->code_count; i++) {
		dif_instr_t instr = difo->code[i];
		unsigned int op = DIF_INSTR_OP(instr);

		fprintf(out, "%02zu: %08x    ", i, instr);
		if (op == 0 || op >= DT_ARRAY_SIZE(ops)) {
			fprintf(out, ".word 0x%08x\n", instr);
			continue;
		}
		fprintf(out, ops[op].format == DIF_FMT_NONE ? "%s" : "%-4s ", ops[op].text);
		print_operands(difo, instr, out);
		fputc('\n', out);
	}
	print_vars(difo, out);
}

void ldt_prog_print(struct dtrace_prog *prog, FILE *out)
{
	const struct ldt_stmt *stmt, *last = NULL;
	size_t i;

	for (stmt = prog->stmts; stmt; last = stmt, stmt = stmt->next) {
		if (stmt->predicate && !(last && last->predicate == stmt->predicate))
			ldt_difo_print(stmt->predicate, out);
		for (i = 0; i < stmt->action_count; i++) {
			if (!stmt->actions[i].difo ||
			    (last && last->action_count > i && last->actions[i].difo == stmt->actions[i].difo))
				continue;
			ldt_difo_print(stmt->actions[i].difo, out);
		}
	}
}
