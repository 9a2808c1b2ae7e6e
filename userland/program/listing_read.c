/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* program/listing_read.c - DIF objects from their own listings: the opposite of program/listing.c. */
#include <stdlib.h>
#include <string.h>

#include "program/listing.h"

#define LINE_MAX_SIZE 65536
#define TABLE_MAX     (DIF_INDEX_MAX + 1)

static const struct {
	const char *text;
	enum dif_format format;
} ops[] = {
#define DIF_OP(number, NAME, text, format) [number] = { text, DIF_FMT_##format },
#include "spec/dif.def"
#undef DIF_OP
};

/* Make *@array hold at least @want entries of @size bytes, new ones zeroed. */
static bool ensure(void *array, size_t *count, size_t want, size_t size)
{
	void *bigger;

	if (want <= *count)
		return true;
	bigger = realloc(*(void **)array, want * size);
	if (!bigger)
		return false;
	memset((char *)bigger + *count * size, 0, (want - *count) * size);
	*(void **)array = bigger;
	*count = want;
	return true;
}

static bool find_op(const char *name, unsigned int *op)
{
	for (*op = 1; *op < DT_ARRAY_SIZE(ops); (*op)++)
		if (ops[*op].text && !strcmp(ops[*op].text, name))
			return true;
	return false;
}

/* The text of a note in quotes, escapes resolved, put at @offset of the string table. */
static bool put_string(struct ldt_difo_user *difo, size_t offset, const char *quoted)
{
	const char *p = quoted + 1;

	for (; *p && *p != '"'; offset++) {
		char byte = *p++;

		if (byte == '\\' && *p == 'n') {
			byte = '\n';
			p++;
		} else if (byte == '\\' && *p >= '0' && *p <= '7') {
			byte = (char)strtol((char[]){ p[0], p[1], p[2], 0 }, NULL, 8);
			p += 3;
		} else if (byte == '\\') {
			byte = *p++;
		}
		if (!ensure(&difo->strings, &difo->string_size, offset + 2, 1))
			return false;
		difo->strings[offset] = byte;
	}
	return *p == '"' && ensure(&difo->strings, &difo->string_size, offset + 1, 1);
}

static bool assemble_wide(struct ldt_difo_user *difo, unsigned int op, const char *operands, dif_instr_t *instr)
{
	const char *note = strchr(operands, '!');
	unsigned int index, rd;

	if (sscanf(operands, "DT_INTEGER[%u], %%r%u", &index, &rd) == 2) {
		if (!note || index >= TABLE_MAX ||
		    !ensure(&difo->ints, &difo->int_count, index + 1, sizeof(*difo->ints)))
			return false;
		difo->ints[index] = strtoull(note + 1, NULL, 16);
	} else if (sscanf(operands, "DT_STRING[%u], %%r%u", &index, &rd) == 2) {
		note = strchr(operands, '"');
		if (!note || index >= TABLE_MAX || !put_string(difo, index, note))
			return false;
	} else if (sscanf(operands, "DIF_SUBR(%u), %%r%u", &index, &rd) != 2 &&
		   sscanf(operands, "DT_VAR(%u), %%r%u", &index, &rd) != 2 &&
		   sscanf(operands, "%%r%u, DT_VAR(%u)", &rd, &index) != 2) {
		return false;
	}
	*instr = DIF_INSTR_WIDE(op, index, rd);
	return true;
}

static bool assemble_r1(unsigned int op, const char *operands, dif_instr_t *instr)
{
	unsigned int r1, rd;

	if (sscanf(operands, "[%%r%u], %%r%u", &r1, &rd) != 2 && sscanf(operands, "%%r%u, [%%r%u]", &r1, &rd) != 2 &&
	    sscanf(operands, "%%r%u, %%r%u", &r1, &rd) != 2)
		return false;
	*instr = DIF_INSTR(op, r1, 0, rd);
	return true;
}

static bool assemble_operands(struct ldt_difo_user *difo, unsigned int op, const char *operands, dif_instr_t *instr)
{
	unsigned int a = 0, b = 0, d = 0;
	bool good = true;

	switch (ops[op].format) {
	case DIF_FMT_R:
		good = sscanf(operands, "%%r%u, %%r%u, %%r%u", &a, &b, &d) == 3;
		break;
	case DIF_FMT_R1:
		return assemble_r1(op, operands, instr);
	case DIF_FMT_CMP:
		good = sscanf(operands, "%%r%u, %%r%u", &a, &b) == 2;
		break;
	case DIF_FMT_TST:
		good = sscanf(operands, "%%r%u", &a) == 1;
		break;
	case DIF_FMT_B:
		good = sscanf(operands, "%u", &a) == 1;
		*instr = DIF_INSTR_BRANCH(op, a);
		return good;
	case DIF_FMT_W:
		return assemble_wide(difo, op, operands, instr);
	case DIF_FMT_A:
		good = sscanf(operands, "DT_VAR(%u), %%r%u, %%r%u", &a, &b, &d) == 3;
		break;
	case DIF_FMT_T:
		good = sscanf(operands, "DT_TYPE(%u), %%r%u, %%r%u", &a, &b, &d) == 3;
		break;
	case DIF_FMT_RET:
		good = sscanf(operands, "%%r%u", &d) == 1;
		break;
	default:
		break;
	}
	*instr = DIF_INSTR(op, a, b, d);
	return good;
}

/* "02: 33000000    flushts": the number and the code are not looked at, the text is what counts. */
static bool assemble_line(struct ldt_difo_user *difo, const char *line)
{
	char name[16];
	unsigned int op;
	int skip = 0;
	dif_instr_t instr;

	if (sscanf(line, "%*u: %*x %15s%n", name, &skip) != 1 || !find_op(name, &op))
		return false;
	line += skip;
	line += strspn(line, " ");
	if (!assemble_operands(difo, op, line, &instr) ||
	    !ensure(&difo->code, &difo->code_count, difo->code_count + 1, sizeof(instr)))
		return false;
	difo->code[difo->code_count - 1] = instr;
	return true;
}

static bool parse_type(const char *text, struct dtrace_diftype *type)
{
	static const struct {
		const char *name;
		uint8_t kind;
	} kinds[] = { { "integer", 1 }, { "float", 2 }, { "pointer", 3 }, { "array", 4 },
		      { "struct", 6 },  { "union", 7 }, { "enum", 8 } };
	const char *size = strstr(text, "(size ");
	size_t i;

	memset(type, 0, sizeof(*type));
	if (!size)
		return false;
	type->size = (uint32_t)strtoul(size + 6, NULL, 10);
	type->kind = strncmp(text, "string", 6) ? DIF_TYPE_CTF : DIF_TYPE_STRING;
	if (strstr(text, "by ref"))
		type->flags = DIF_TYPE_BYREF;
	for (i = 0; i < DT_ARRAY_SIZE(kinds); i++)
		if (!strncmp(text, "D type (", 8) && !strncmp(text + 8, kinds[i].name, strlen(kinds[i].name)))
			type->ckind = kinds[i].kind;
	return true;
}

static bool parse_var(struct ldt_difo_user *difo, const char *line)
{
	char name[256], kind[4], scope[4], rest[16];
	struct dtrace_difv var = { 0 };
	size_t offset = difo->string_size, length;
	const char *type = strstr(line, "D type ");
	unsigned int id;

	if (!type)
		type = strstr(line, "string (");
	if (!type || sscanf(line, "%255s %x %3s %3s %15s", name, &id, kind, scope, rest) != 5 ||
	    !parse_type(type, &var.type))
		return false;
	length = strlen(name) + 1;
	if (!ensure(&difo->strings, &difo->string_size, offset + length, 1) ||
	    !ensure(&difo->vars, &difo->var_count, difo->var_count + 1, sizeof(var)))
		return false;
	memcpy(difo->strings + offset, name, length);
	var.name = (uint32_t)offset;
	var.id = id;
	var.kind = strcmp(kind, "scl") ? DIF_VARKIND_ARRAY : DIF_VARKIND_SCALAR;
	var.scope = !strcmp(scope, "glb")   ? DIF_SCOPE_GLOBAL
		    : !strcmp(scope, "tls") ? DIF_SCOPE_THREAD
					    : DIF_SCOPE_LOCAL;
	var.flags = (uint16_t)((strchr(rest, 'r') ? DIF_VARFLAG_REF : 0) | (strchr(rest, 'w') ? DIF_VARFLAG_MOD : 0));
	difo->vars[difo->var_count - 1] = var;
	return true;
}

/* The next line, cut out of *@text into @line; false at the end. */
static bool next_line(const char **text, char *line)
{
	size_t length = strcspn(*text, "\n");

	if (!**text || length >= LINE_MAX_SIZE)
		return false;
	memcpy(line, *text, length);
	line[length] = '\0';
	*text += length + ((*text)[length] == '\n');
	return true;
}

struct state {
	struct ldt_difo_user *difo;
	bool begun, vars;
};

/* One line; false: not understood. *@done: the next object begins here. */
static bool take_line(struct state *state, const char *line, bool *done)
{
	const char *type;

	if (!strncmp(line, "DIFO ", 5)) {
		*done = state->begun;
		if (*done)
			return true;
		state->begun = true;
		type = strstr(line, " returns ");
		return type && parse_type(type + 9, &state->difo->rtype);
	}
	if (!*line || !strncmp(line, "OFF OPCODE", 10))
		return true;
	if (!strncmp(line, "NAME ", 5)) {
		state->vars = true;
		return true;
	}
	if (!state->begun)
		return false;
	return state->vars ? parse_var(state->difo, line) : assemble_line(state->difo, line);
}

struct ldt_difo_user *ldt_difo_assemble(const char **text, unsigned int *bad_line)
{
	struct state state = { calloc(1, sizeof(*state.difo)), false, false };
	char *line = malloc(LINE_MAX_SIZE);
	unsigned int number = 0;
	const char *before = *text;
	bool good = state.difo && line, done = false;

	*bad_line = 0;
	if (state.difo)
		state.difo->refs = 1;
	while (good && !done && next_line(text, line)) {
		number++;
		good = take_line(&state, line, &done);
		if (!good)
			*bad_line = number;
		if (done)
			*text = before;
		before = *text;
	}
	free(line);
	if (good && state.begun)
		return state.difo;
	ldt_difo_put(state.difo);
	return NULL;
}
