/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * quick.c - recognising short forms of DIF objects; quick.h says why. All of it runs when a program
 * is loaded.
 */
#include "core/dif/quick.h"

#include "base/memory.h"

/* Contents of a register: a known number, or the variable. */
struct known {
	uint64_t number;
	bool variable;
};

struct walk {
	const struct dt_difo *difo;
	struct dt_test *test;
	struct known regs[DIF_REGS];
	struct known left, right; /* what was compared last */
	uint64_t value, constant; /* a sample pair that has the assumed relation */
	bool loaded;              /* the variable has been read */
	bool compared;            /* and compared */
};

/* The fact that a variable consists of; OS_FACT_COUNT: it is not a plain fact. */
static enum os_fact variable_fact(uint32_t id)
{
	static const struct {
		uint16_t variable;
		uint8_t fact;
	} facts[] = {
		{ DIF_VAR_PID, OS_FACT_PID }, { DIF_VAR_TID, OS_FACT_TID }, { DIF_VAR_PPID, OS_FACT_PPID },
		{ DIF_VAR_UID, OS_FACT_UID }, { DIF_VAR_GID, OS_FACT_GID }, { DIF_VAR_CURTHREAD, OS_FACT_THREAD },
		{ DIF_VAR_IPL, OS_FACT_IPL },
	};
	unsigned int i;

	for (i = 0; i < DT_ARRAY_SIZE(facts); i++) {
		if (facts[i].variable == id)
			return (enum os_fact)facts[i].fact;
	}
	return OS_FACT_COUNT;
}

/* ---- tests ----------------------------------------------------------------------------------- */

/*
 * Whether a variable can be tested: its value stays the same within a firing and need not be
 * cached.
 */
static bool test_variable(uint32_t id, struct dt_test *test)
{
	enum os_fact fact = variable_fact(id);

	if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9) {
		test->kind = DT_TEST_ARG;
		test->which = (uint8_t)(id - DIF_VAR_ARG0);
		return true;
	}
	test->kind = DT_TEST_FACT;
	test->which = (uint8_t)fact;
	return fact != OS_FACT_COUNT;
}

/*
 * Compare two values. Where one is the variable, the sample pair takes the place of variable and
 * constant.
 */
static bool compare(struct walk *walk, struct known left, struct known right)
{
	if (left.variable && right.variable)
		return false;
	if (left.variable || right.variable) {
		if (walk->compared)
			return false;
		walk->compared = true;
		walk->test->constant = left.variable ? right.number : left.number;
		left.number = left.variable ? walk->value : walk->constant;
		right.number = right.variable ? walk->value : walk->constant;
	}
	walk->left.number = left.number;
	walk->right.number = right.number;
	return true;
}

/* Run an instruction that is neither a branch nor the end; false: tests do not contain it. */
static bool plain(struct walk *walk, dif_instr_t instr)
{
	static const struct known zero;
	struct known *rd = &walk->regs[DIF_INSTR_RD(instr) & (DIF_REGS - 1)];
	struct known r1 = walk->regs[DIF_INSTR_R1(instr) & (DIF_REGS - 1)];
	struct known r2 = walk->regs[DIF_INSTR_R2(instr) & (DIF_REGS - 1)];

	switch (DIF_INSTR_OP(instr)) {
	case DIF_OP_NOP:
		return true;
	case DIF_OP_MOV:
		*rd = r1;
		return true;
	case DIF_OP_SETX:
		rd->number = walk->difo->ints[DIF_INSTR_INDEX(instr)];
		rd->variable = false;
		return true;
	case DIF_OP_LDGS:
		if (walk->loaded || !test_variable(DIF_INSTR_INDEX(instr), walk->test))
			return false;
		walk->loaded = true;
		rd->variable = true;
		return true;
	case DIF_OP_CMP:
		return compare(walk, r1, r2);
	case DIF_OP_TST:
		return compare(walk, r1, zero);
	default:
		return false;
	}
}

/*
 * Run the object with the sample pair walk->value and walk->constant in place of the variable and
 * the constant. Returns 1 or 0 (whether the object's value is not zero), or -1: not known.
 */
static int answer(struct walk *walk)
{
	const struct dt_difo *difo = walk->difo;
	struct known *result;
	dif_instr_t instr;
	uint32_t pc = 0;

	while (pc < difo->code_count) {
		instr = difo->code[pc++];
		if (DIF_INSTR_OP(instr) == DIF_OP_RET) {
			result = &walk->regs[DIF_INSTR_RD(instr)];
			if (!result->variable)
				return walk->compared ? result->number != 0 : -1;
			/*
			 * the result is the variable itself: it was compared with nothing, or with
			 * 0
			 */
			if (walk->compared && walk->test->constant != 0)
				return -1;
			walk->compared = true;
			walk->test->constant = 0;
			return walk->value != walk->constant;
		}
		if (DIF_INSTR_OP(instr) >= DIF_OP_BA && DIF_INSTR_OP(instr) <= DIF_OP_BLEU) {
			if (dt_dif_taken(DIF_INSTR_OP(instr), walk->left.number, walk->right.number))
				pc = DIF_INSTR_LABEL(instr);
		} else if (!plain(walk, instr)) {
			return -1;
		}
	}
	return -1;
}

bool dt_test_make(const struct dt_difo *difo, struct dt_test *test)
{
	/* one pair for each relation */
	static const uint64_t pairs[][2] = { { 0, 0 }, { 1, 2 }, { UINT64_MAX, 1 }, { 1, UINT64_MAX }, { 2, 1 } };
	uint64_t constant = 0;
	struct walk walk;
	unsigned int i;
	int found;

	dt_memset(test, 0, sizeof(*test));
	for (i = 0; i < DT_ARRAY_SIZE(pairs); i++) {
		dt_memset(&walk, 0, sizeof(walk));
		walk.difo = difo;
		walk.test = test;
		walk.value = pairs[i][0];
		walk.constant = pairs[i][1];
		found = answer(&walk);
		if (found < 0 || !walk.loaded || (i > 0 && test->constant != constant)) {
			test->kind = DT_TEST_NONE;
			return false;
		}
		constant = test->constant;
		if (found)
			test->outcomes |= (uint8_t)(1u << dt_test_relation(pairs[i][0], pairs[i][1]));
	}
	test->equality = test->outcomes >> 1 == 0 || test->outcomes >> 1 == 0xf;
	return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static void shorten_variable(struct dt_difo *difo, uint32_t id)
{
	enum os_fact fact = variable_fact(id);

	difo->shape = DT_SHAPE_BUILTIN;
	difo->operand = id;
	if (fact != OS_FACT_COUNT) {
		difo->shape = DT_SHAPE_FACT;
		difo->operand = fact;
	} else if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9) {
		difo->shape = DT_SHAPE_ARG;
		difo->operand = id - DIF_VAR_ARG0;
	}
}

/* ---- formulas -------------------------------------------------------------------------------- */

/* A register while an object is read: op is DIF_OP_MOV when it is left alone. */
struct derived {
	struct dt_term left, right;
	unsigned int op;
};

struct reading {
	const struct dt_difo *difo;
	struct dt_formula *formula;
	struct derived regs[DIF_REGS];
	struct derived stored; /* what was stored */
	unsigned int loads;    /* variables that were read, and which they were */
	struct dt_term loaded[2];
};

static bool same_term(const struct dt_term *a, const struct dt_term *b)
{
	return a->kind == b->kind && a->which == b->which && a->constant == b->constant;
}

static bool same_derived(const struct derived *a, const struct derived *b)
{
	return a->op == b->op && same_term(&a->left, &b->left) && same_term(&a->right, &b->right);
}

static struct derived derived_constant(uint64_t number)
{
	struct derived value = { .left = { .kind = DT_TERM_CONSTANT, .constant = number }, .op = DIF_OP_MOV };

	return value;
}

/* Whether the object declares a variable as one that is by value. */
static bool is_by_value(const struct dt_difo *difo, uint32_t id, unsigned int scope)
{
	const struct dtrace_difv *var;
	uint32_t at;

	for (at = 0; at < difo->var_count; at++) {
		var = &difo->vars[at];
		if (var->id == id && var->scope == scope)
			return var->kind == DIF_VARKIND_SCALAR && var->type.kind != DIF_TYPE_STRING &&
			       !(var->type.flags & DIF_TYPE_BYREF);
	}
	return false;
}

/* Read a variable into a register; not when something was stored before, which could have been that. */
static bool read_load(struct reading *reading, unsigned int rd, enum dt_term_kind kind, uint32_t which)
{
	struct derived *to = &reading->regs[rd];

	if (reading->formula->to != DT_TERM_NONE || reading->loads == DT_ARRAY_SIZE(reading->loaded))
		return false;
	*to = derived_constant(0);
	to->left.kind = (uint8_t)kind;
	to->left.which = which;
	reading->loaded[reading->loads++] = to->left;
	return true;
}

static bool read_global(struct reading *reading, unsigned int rd, uint32_t id)
{
	enum os_fact fact = variable_fact(id);

	if (id >= DIF_VAR_USER_MIN)
		return is_by_value(reading->difo, id, DIF_SCOPE_GLOBAL) && read_load(reading, rd, DT_TERM_GLOBAL, id);
	if (fact != OS_FACT_COUNT)
		return read_load(reading, rd, DT_TERM_FACT, fact);
	if (id == DIF_VAR_TIMESTAMP)
		return read_load(reading, rd, DT_TERM_TIMESTAMP, id);
	return read_load(reading, rd, DT_TERM_BUILTIN, id);
}

static bool read_operation(struct reading *reading, dif_instr_t instr)
{
	const struct derived *r1 = &reading->regs[DIF_INSTR_R1(instr)], *r2 = &reading->regs[DIF_INSTR_R2(instr)];
	struct derived result = { .left = r1->left, .right = r2->left, .op = DIF_INSTR_OP(instr) };

	if (r1->op != DIF_OP_MOV || r2->op != DIF_OP_MOV)
		return false;
	reading->regs[DIF_INSTR_RD(instr)] = result;
	return true;
}

static bool read_store(struct reading *reading, unsigned int rd, enum dt_term_kind to, unsigned int scope, uint32_t id)
{
	if (reading->formula->to != DT_TERM_NONE || !is_by_value(reading->difo, id, scope))
		return false;
	reading->formula->to = (uint8_t)to;
	reading->formula->to_id = id;
	reading->stored = reading->regs[rd];
	return true;
}

/* One instruction before the end; false: formulas do not contain it. */
static bool read_instr(struct reading *reading, dif_instr_t instr)
{
	unsigned int rd = DIF_INSTR_RD(instr) & (DIF_REGS - 1);
	uint32_t index = DIF_INSTR_INDEX(instr);

	switch (DIF_INSTR_OP(instr)) {
	case DIF_OP_NOP:
		return true;
	case DIF_OP_MOV:
		reading->regs[rd] = reading->regs[DIF_INSTR_R1(instr)];
		return true;
	case DIF_OP_SETX:
		reading->regs[rd] = derived_constant(reading->difo->ints[index]);
		return true;
	case DIF_OP_ADD:
	case DIF_OP_SUB:
	case DIF_OP_MUL:
	case DIF_OP_AND:
	case DIF_OP_OR:
	case DIF_OP_XOR:
	case DIF_OP_SLL:
	case DIF_OP_SRL:
	case DIF_OP_SRA:
		return read_operation(reading, instr);
	case DIF_OP_LDGS:
		return read_global(reading, rd, index);
	case DIF_OP_LDTS:
		return is_by_value(reading->difo, index, DIF_SCOPE_THREAD) &&
		       read_load(reading, rd, DT_TERM_THREAD, index);
	case DIF_OP_LDLS:
		return is_by_value(reading->difo, index, DIF_SCOPE_LOCAL) &&
		       read_load(reading, rd, DT_TERM_LOCAL, index);
	case DIF_OP_STGS:
		return read_store(reading, rd, DT_TERM_GLOBAL, DIF_SCOPE_GLOBAL, index);
	case DIF_OP_STTS:
		return read_store(reading, rd, DT_TERM_THREAD, DIF_SCOPE_THREAD, index);
	case DIF_OP_STLS:
		return read_store(reading, rd, DT_TERM_LOCAL, DIF_SCOPE_LOCAL, index);
	default:
		return false;
	}
}

/* Whether the variables that were read are those of the formula, in the order in which it reads them. */
static bool reads_in_order(const struct reading *reading, const struct derived *value)
{
	struct dt_term used[2];
	unsigned int count = 0, at;

	if (value->left.kind != DT_TERM_CONSTANT)
		used[count++] = value->left;
	if (value->op != DIF_OP_MOV && value->right.kind != DT_TERM_CONSTANT)
		used[count++] = value->right;
	if (count != reading->loads)
		return false;
	for (at = 0; at < count; at++)
		if (!same_term(&used[at], &reading->loaded[at]))
			return false;
	return true;
}

static bool is_faultless(const struct dt_term *term)
{
	return term->kind != DT_TERM_BUILTIN;
}

/* The object's value is @result. Returns false when that is no formula. */
static bool read_end(struct reading *reading, const struct derived *result)
{
	struct derived nothing = derived_constant(0);
	struct dt_formula *formula = reading->formula;
	const struct derived *value = formula->to != DT_TERM_NONE ? &reading->stored : result;

	formula->is_value = same_derived(value, result);
	if ((!formula->is_value && !same_derived(result, &nothing)) || !reads_in_order(reading, value))
		return false;
	formula->left = value->left;
	formula->right = value->right;
	formula->op = (uint8_t)value->op;
	formula->faultless = is_faultless(&formula->left) && is_faultless(&formula->right);
	return true;
}

static bool make_formula(const struct dt_difo *difo, struct dt_formula *formula)
{
	struct reading reading = { .difo = difo, .formula = formula };
	uint32_t pc;

	dt_memset(formula, 0, sizeof(*formula));
	for (pc = 0; pc < DIF_REGS; pc++)
		reading.regs[pc] = derived_constant(0);
	for (pc = 0; pc < difo->code_count; pc++) {
		if (DIF_INSTR_OP(difo->code[pc]) == DIF_OP_RET)
			return read_end(&reading, &reading.regs[DIF_INSTR_RD(difo->code[pc])]);
		if (!read_instr(&reading, difo->code[pc]))
			break;
	}
	return false;
}

/* One variable or constant. */
static void shorten_one(struct dt_difo *difo)
{
	dif_instr_t load = difo->code[0];

	if (difo->code_count != 2 || DIF_INSTR_RD(load) != DIF_INSTR_RD(difo->code[1]))
		return;
	if (DIF_INSTR_OP(load) == DIF_OP_LDGS && DIF_INSTR_INDEX(load) < DIF_VAR_USER_MIN) {
		shorten_variable(difo, DIF_INSTR_INDEX(load));
	} else if (DIF_INSTR_OP(load) == DIF_OP_SETX) {
		difo->shape = DT_SHAPE_CONSTANT;
		difo->operand = difo->ints[DIF_INSTR_INDEX(load)];
	}
}

void dt_difo_shorten(struct dt_difo *difo)
{
	difo->shape = DT_SHAPE_CODE;
	shorten_one(difo);
	if (difo->shape == DT_SHAPE_CODE && make_formula(difo, &difo->formula))
		difo->shape = DT_SHAPE_FORMULA;
}
