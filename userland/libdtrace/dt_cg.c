/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_cg.c - code: a typed tree to DIF.
 *
 * Every value sits in one 64-bit register, extended from its type's size by its sign; operations whose result may leave
 * that range are followed by an extension. By-reference values (strings, structures, arrays) are the address of the
 * data.
 *
 * Sections: values, memory, variables, arithmetic, comparison and logic, assignment, calls, expressions, objects.
 */
#include <string.h>

#include "dt_as.h"

static int cg(struct dt_as *as, struct dt_node *node);
static int cg_address(struct dt_as *as, struct dt_node *node);
static int cg_var(struct dt_as *as, struct dt_node *node);

/* ---- values ---- */

static void emit3(struct dt_as *as, enum dif_op op, int r1, int r2, int rd)
{
	dt_as_emit(as, DIF_INSTR(op, r1, r2, rd));
}

static uint32_t size_of(struct dt_as *as, struct dt_type *type)
{
	return (uint32_t)dt_type_size(as->c->types, type);
}

/* Bytes from one element to the next. */
static uint32_t stride(struct dt_as *as, struct dt_type *pointer)
{
	return (uint32_t)dt_type_storage(as->c->types, dt_pointee(pointer));
}

static int cg_int(struct dt_as *as, uint64_t value)
{
	int reg = dt_as_alloc(as);

	dt_as_setx(as, reg, value);
	return reg;
}

/* Bring a register into the range of a type of @bits bits. */
static void extend(struct dt_as *as, int reg, unsigned int bits, bool is_signed)
{
	int count;

	if (bits >= 64)
		return;
	count = cg_int(as, 64 - bits);
	emit3(as, DIF_OP_SLL, reg, count, reg);
	emit3(as, is_signed ? DIF_OP_SRA : DIF_OP_SRL, reg, count, reg);
	dt_as_free(as, count);
}

static void extend_type(struct dt_as *as, int reg, struct dt_type *type)
{
	extend(as, reg, size_of(as, type) * 8, dt_type_is_signed(type));
}

/* reg = 1 when the branch @op is taken after a comparison, else 0. */
static void set_condition(struct dt_as *as, enum dif_op op, int reg)
{
	unsigned int yes = dt_as_label(as), end = dt_as_label(as);

	dt_as_branch(as, op, yes);
	dt_as_setx(as, reg, 0);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, yes);
	dt_as_setx(as, reg, 1);
	dt_as_place(as, end);
}

/* ---- memory ---- */

static enum dif_op load_op(uint32_t size, bool is_signed, bool user)
{
	enum dif_op op;

	switch (size) {
	case 1:
		op = is_signed ? DIF_OP_LDSB : DIF_OP_LDUB;
		break;
	case 2:
		op = is_signed ? DIF_OP_LDSH : DIF_OP_LDUH;
		break;
	case 4:
		op = is_signed ? DIF_OP_LDSW : DIF_OP_LDUW;
		break;
	default:
		op = DIF_OP_LDX;
	}
	return user ? (enum dif_op)(op - DIF_OP_LDSB + DIF_OP_ULDSB) : op;
}

static enum dif_op store_op(uint32_t size)
{
	return size == 1 ? DIF_OP_STB : size == 2 ? DIF_OP_STH : size == 4 ? DIF_OP_STW : DIF_OP_STX;
}

/* Where a bit-field lies: the unit that is loaded, and the shift in it. */
struct bits {
	uint32_t size;   /* bytes of the unit */
	uint64_t offset; /* of the unit, bytes */
	unsigned int shift, width;
};

static struct bits bits_of(struct dt_as *as, const struct dt_node *node)
{
	struct bits bits = { .size = size_of(as, node->member->type), .width = node->member->bit_width };

	bits.offset = node->bit_offset / (bits.size * 8) * bits.size;
	bits.shift = (unsigned int)(node->bit_offset - bits.offset * 8);
	if (bits.shift + bits.width > bits.size * 8) { /* packed across units */
		bits.size = 8;
		bits.offset = node->bit_offset / 8;
		bits.shift = (unsigned int)(node->bit_offset % 8);
	}
	return bits;
}

static void shift_by(struct dt_as *as, enum dif_op op, int reg, unsigned int count)
{
	int amount;

	if (!count)
		return;
	amount = cg_int(as, count);
	emit3(as, op, reg, amount, reg);
	dt_as_free(as, amount);
}

/* Replace an address by the value there. */
static void load_from(struct dt_as *as, const struct dt_node *node, int reg)
{
	bool user = node->flags & DT_NF_USER;

	if (node->flags & DT_NF_REF)
		return;
	if (node->flags & DT_NF_BITFIELD) {
		struct bits bits = bits_of(as, node);

		emit3(as, load_op(bits.size, false, user), reg, 0, reg);
		shift_by(as, DIF_OP_SLL, reg, 64 - bits.shift - bits.width);
		shift_by(as, dt_type_is_signed(node->type) ? DIF_OP_SRA : DIF_OP_SRL, reg, 64 - bits.width);
		return;
	}
	emit3(as, load_op(size_of(as, node->type), dt_type_is_signed(node->type), user), reg, 0, reg);
}

static void add_const(struct dt_as *as, int reg, uint64_t value)
{
	int amount;

	if (!value)
		return;
	amount = cg_int(as, value);
	emit3(as, DIF_OP_ADD, reg, amount, reg);
	dt_as_free(as, amount);
}

static int cg_member_address(struct dt_as *as, struct dt_node *node)
{
	int reg = node->op == DT_TOK_PTR ? cg(as, node->left) : cg_address(as, node->left);

	add_const(as, reg, node->flags & DT_NF_BITFIELD ? bits_of(as, node).offset : node->bit_offset / 8);
	return reg;
}

/* The address of something in memory, or of a by-reference value. */
static int cg_address(struct dt_as *as, struct dt_node *node)
{
	switch (node->kind) {
	case DT_NODE_SYM:
		return cg_int(as, node->value);
	case DT_NODE_VAR:
		return cg_var(as, node);
	case DT_NODE_MEMBER:
		return cg_member_address(as, node);
	case DT_NODE_OP1:
		if (node->op == DT_TOK_DEREF)
			return cg(as, node->left);
		return cg(as, node);
	default:
		return cg(as, node);
	}
}

/* A member of type string takes what fits, its end included: no byte of the source is read behind its own end. @room:
 * its bytes. */
static void store_string(struct dt_as *as, int address, int value, uint64_t room)
{
	int size = cg_int(as, room - 1), text = dt_as_alloc(as);

	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, value));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_SUBSTR, text));
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, text));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_STRLEN, size));
	add_const(as, size, 1);
	emit3(as, DIF_OP_COPYS, text, size, address);
	dt_as_free(as, text);
	dt_as_free(as, size);
}

/* Store @value to the memory that @node stands for, whose address is in @address. */
static void store_to(struct dt_as *as, const struct dt_node *node, int address, int value)
{
	struct bits bits;
	int old, mask;

	if (node->flags & DT_NF_REF) {
		int size;

		if (dt_is_string(node->type)) {
			store_string(as, address, value, as->c->types->string_size);
			return;
		}
		size = cg_int(as, size_of(as, node->type));
		emit3(as, DIF_OP_COPYS, value, size, address);
		dt_as_free(as, size);
		return;
	}
	if (!(node->flags & DT_NF_BITFIELD)) {
		emit3(as, store_op(size_of(as, node->type)), value, 0, address);
		return;
	}
	bits = bits_of(as, node);
	old = dt_as_alloc(as);
	emit3(as, load_op(bits.size, false, false), address, 0, old);
	mask = cg_int(as, ~(((bits.width == 64 ? 0 : 1ull << bits.width) - 1) << bits.shift));
	emit3(as, DIF_OP_AND, old, mask, old);
	emit3(as, DIF_OP_MOV, value, 0, mask);
	shift_by(as, DIF_OP_SLL, mask, 64 - bits.width);
	shift_by(as, DIF_OP_SRL, mask, 64 - bits.width - bits.shift);
	emit3(as, DIF_OP_OR, old, mask, old);
	emit3(as, store_op(bits.size), old, 0, address);
	dt_as_free(as, mask);
	dt_as_free(as, old);
}

/* ---- variables ---- */

static void push(struct dt_as *as, struct dt_node *node, struct dt_type *want, int reg)
{
	int size;

	if (dt_is_string(want) || dt_is_string(node->type)) {
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, reg));
	} else if (node->flags & DT_NF_REF) {
		size = cg_int(as, size_of(as, node->type));
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_CTF, size, reg));
		dt_as_free(as, size);
	} else {
		dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	}
}

/*
 * Push arguments or keys. Those that use the tuple stack themselves, or change something, are computed before the first
 * push; the others when they are pushed, so that they need no register of their own.
 */
static void cg_push_list(struct dt_as *as, struct dt_node *args, struct dt_type *const *types)
{
	int early[DIF_TUPLE_REGS] = { 0 }, reg;
	struct dt_node *arg;
	unsigned int i;

	if (dt_count(args) > as->c->dtp->copts.tuple_regs)
		dt_error(as->c, D_PROTO_LEN, &args->pos, "at most %u keys or arguments are possible: %u given",
			 as->c->dtp->copts.tuple_regs, dt_count(args));
	for (arg = args, i = 0; arg; arg = arg->next, i++)
		if (arg->flags & DT_NF_COMPLEX)
			early[i] = cg(as, arg);
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	for (arg = args, i = 0; arg; arg = arg->next, i++) {
		reg = early[i] ? early[i] : cg(as, arg);
		push(as, arg, types ? types[i] : arg->type, reg);
		dt_as_free(as, reg);
	}
}

static void cg_keys(struct dt_as *as, struct dt_node *node)
{
	if (node->ident->kind == DT_IDENT_ARRAY)
		cg_push_list(as, node->args, node->ident->keys->type);
}

/* Load a variable whose keys, if any, have been pushed. */
static void load_var(struct dt_as *as, const struct dt_node *node, int reg)
{
	const struct dt_ident *ident = node->ident;
	enum dif_op op;

	if (ident->kind == DT_IDENT_ARRAY)
		op = ident->scope == DT_SCOPE_SELF ? DIF_OP_LDTAA : DIF_OP_LDGAA;
	else
		op = ident->scope == DT_SCOPE_SELF   ? DIF_OP_LDTS
		     : ident->scope == DT_SCOPE_THIS ? DIF_OP_LDLS
						     : DIF_OP_LDGS;
	dt_as_var_use(as, node->ident, DIF_VARFLAG_REF);
	dt_as_emit(as, DIF_INSTR_WIDE(op, ident->id, reg));
}

static void store_var(struct dt_as *as, const struct dt_node *node, int reg)
{
	const struct dt_ident *ident = node->ident;
	enum dif_op op;

	if (ident->kind == DT_IDENT_ARRAY)
		op = ident->scope == DT_SCOPE_SELF ? DIF_OP_STTAA : DIF_OP_STGAA;
	else
		op = ident->scope == DT_SCOPE_SELF   ? DIF_OP_STTS
		     : ident->scope == DT_SCOPE_THIS ? DIF_OP_STLS
						     : DIF_OP_STGS;
	dt_as_var_use(as, node->ident, DIF_VARFLAG_MOD);
	dt_as_emit(as, DIF_INSTR_WIDE(op, ident->id, reg));
}

static int cg_var(struct dt_as *as, struct dt_node *node)
{
	const struct dt_ident *ident = node->ident;
	int reg;

	if ((ident->flags & DT_IDENT_BUILTIN) && ident->kind == DT_IDENT_ARRAY) {
		reg = cg(as, node->args);
		dt_as_emit(as, DIF_INSTR(DIF_OP_LDGA, ident->id, reg, reg));
		if (!(node->flags & DT_NF_REF))
			extend_type(as, reg, node->type);
		return reg;
	}
	cg_keys(as, node);
	reg = dt_as_alloc(as);
	load_var(as, node, reg);
	if (as->absent == node) {
		emit3(as, DIF_OP_TST, reg, 0, 0);
		dt_as_branch(as, DIF_OP_BE, as->absent_label);
	}
	return reg;
}

/* ---- parts of dynamic variables ---- */

/* The variable that holds what an expression without pointers on the way stands for: v of v.a.b[2].c; NULL: none does.
 */
static struct dt_node *holder(struct dt_node *node)
{
	while (node->kind != DT_NODE_VAR) {
		if (node->kind == DT_NODE_MEMBER && node->op == DT_TOK_DOT) {
			node = node->left;
		} else if (node->kind == DT_NODE_OP1 && node->op == DT_TOK_DEREF && node->left->kind == DT_NODE_OP2 &&
			   node->left->op == DT_TOK_ADD &&
			   dt_type_resolve(node->left->left->type)->kind == DT_KIND_ARRAY) {
			node = node->left->left;
		} else {
			return NULL;
		}
	}
	return node;
}

/* Whether computing an expression twice does something twice. */
static bool has_effects(const struct dt_node *node)
{
	const struct dt_node *arg;

	if (node) {
		if ((node->kind == DT_NODE_OP1 && node->op >= DT_TOK_PREINC && node->op <= DT_TOK_POSTDEC) ||
		    (node->kind == DT_NODE_OP2 && node->op >= DT_TOK_ASGN && node->op <= DT_TOK_RSH_EQ) ||
		    (node->kind == DT_NODE_CALL &&
		     (node->ident->kind != DT_IDENT_SUBR || node->ident->id != DIF_SUBR_BOUNDS)))
			return true;
		if (has_effects(node->left) || has_effects(node->right) || has_effects(node->cond))
			return true;
		for (arg = node->args; arg; arg = arg->next)
			if (has_effects(arg))
				return true;
	}
	return false;
}

/* Structures and arrays that are elements of associative arrays or a thread's: NULL while nothing is stored. */
static bool may_be_absent(const struct dt_node *var)
{
	return !(var->ident->flags & DT_IDENT_BUILTIN) && (var->flags & DT_NF_REF) && !dt_is_string(var->type) &&
	       (var->ident->kind == DT_IDENT_ARRAY || var->ident->scope == DT_SCOPE_SELF);
}

static void zeros(struct dt_as *as, int reg, struct dt_type *type)
{
	int size = cg_int(as, size_of(as, type));

	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, size));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	dt_as_free(as, size);
}

/* What a by-reference value is while nothing is stored: an empty string, or zeros. @reg is 0 where @absent is reached. */
static void put_absent(struct dt_as *as, unsigned int absent, const struct dt_node *node, int reg)
{
	unsigned int end = dt_as_label(as);

	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, absent);
	if (dt_is_string(node->type))
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, ""), reg));
	else
		zeros(as, reg, node->type);
	dt_as_place(as, end);
}

static int cg_part_there(struct dt_as *as, struct dt_node *node)
{
	int reg = node->kind == DT_NODE_MEMBER ? cg_member_address(as, node) : cg(as, node->left);

	load_from(as, node, reg);
	return reg;
}

/*
 * Read x.a.b[2]. When x is a dynamic variable that nothing has been stored in, this is 0: the register that is to hold
 * the value holds x's address until then, so that it is 0 already where the code for the rest is left out.
 */
static int cg_part(struct dt_as *as, struct dt_node *node)
{
	struct dt_node *var = holder(node), *part = node;
	const struct dt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label, label;
	int reg;

	for (; var && part != var; part = part->kind == DT_NODE_MEMBER ? part->left : part->left->left)
		if (part->kind == DT_NODE_OP1 && has_effects(part->left->right))
			return cg_part_there(as, node);
	if (!var || var == outer || !may_be_absent(var))
		return cg_part_there(as, node);
	label = dt_as_label(as);
	as->absent = var;
	as->absent_label = label;
	reg = cg_part_there(as, node);
	as->absent = outer;
	as->absent_label = outer_label;
	if (node->flags & DT_NF_REF)
		put_absent(as, label, node, reg);
	else
		dt_as_place(as, label);
	return reg;
}

/* A variable as a whole. */
static int cg_whole(struct dt_as *as, struct dt_node *node)
{
	const struct dt_node *outer = as->absent;
	unsigned int outer_label = as->absent_label;
	int reg;

	if (node == outer || !may_be_absent(node))
		return cg_var(as, node);
	as->absent = node;
	as->absent_label = dt_as_label(as);
	reg = cg_var(as, node);
	put_absent(as, as->absent_label, node, reg);
	as->absent = outer;
	as->absent_label = outer_label;
	return reg;
}

/* ---- arithmetic ---- */

static enum dif_op arithmetic_op(enum dt_tok op, bool is_signed)
{
	switch (op) {
	case DT_TOK_ADD:
	case DT_TOK_ADD_EQ:
		return DIF_OP_ADD;
	case DT_TOK_SUB:
	case DT_TOK_SUB_EQ:
		return DIF_OP_SUB;
	case DT_TOK_MUL:
	case DT_TOK_MUL_EQ:
		return DIF_OP_MUL;
	case DT_TOK_DIV:
	case DT_TOK_DIV_EQ:
		return is_signed ? DIF_OP_SDIV : DIF_OP_UDIV;
	case DT_TOK_MOD:
	case DT_TOK_MOD_EQ:
		return is_signed ? DIF_OP_SREM : DIF_OP_UREM;
	case DT_TOK_BAND:
	case DT_TOK_AND_EQ:
		return DIF_OP_AND;
	case DT_TOK_BOR:
	case DT_TOK_OR_EQ:
		return DIF_OP_OR;
	case DT_TOK_XOR:
	case DT_TOK_XOR_EQ:
		return DIF_OP_XOR;
	case DT_TOK_LSH:
	case DT_TOK_LSH_EQ:
		return DIF_OP_SLL;
	default:
		return is_signed ? DIF_OP_SRA : DIF_OP_SRL;
	}
}

static bool may_overflow(enum dif_op op)
{
	return op == DIF_OP_ADD || op == DIF_OP_SUB || op == DIF_OP_MUL || op == DIF_OP_SLL || op == DIF_OP_SDIV;
}

static void scale(struct dt_as *as, int reg, struct dt_type *pointer)
{
	uint32_t size = stride(as, pointer);
	int amount;

	if (size <= 1)
		return;
	amount = cg_int(as, size);
	emit3(as, DIF_OP_MUL, reg, amount, reg);
	dt_as_free(as, amount);
}

/* left = left op right, both of @type; a pointer's right side is scaled already. */
static void operate(struct dt_as *as, enum dt_tok tok, struct dt_type *type, int left, int right)
{
	enum dif_op op = arithmetic_op(tok, dt_type_is_signed(type));

	emit3(as, op, left, right, left);
	if (may_overflow(op))
		extend_type(as, left, type);
}

/* Sums and products of sums and products are cut to their type once, at the end: each cut costs a register. */
static bool is_sum(const struct dt_node *node)
{
	return node->kind == DT_NODE_OP2 && dt_type_is_integer(node->type) &&
	       (node->op == DT_TOK_ADD || node->op == DT_TOK_SUB || node->op == DT_TOK_MUL || node->op == DT_TOK_LSH);
}

static void defer_cuts(const struct dt_node *node)
{
	uint64_t size = dt_type_resolve(node->type)->size;

	if (!is_sum(node))
		return;
	if (is_sum(node->left) && dt_type_resolve(node->left->type)->size == size)
		node->left->flags |= DT_NF_UNCUT;
	if (node->op != DT_TOK_LSH && is_sum(node->right) && dt_type_resolve(node->right->type)->size == size)
		node->right->flags |= DT_NF_UNCUT;
}

static int cg_arithmetic(struct dt_as *as, struct dt_node *node)
{
	bool left_pointer = dt_is_pointer(node->left->type), right_pointer = dt_is_pointer(node->right->type);
	int left, right;

	defer_cuts(node);
	left = cg(as, node->left);
	right = cg(as, node->right);
	if (left_pointer && right_pointer) {
		uint32_t size = stride(as, node->left->type);
		int amount;

		emit3(as, DIF_OP_SUB, left, right, left);
		dt_as_free(as, right);
		if (as->c->types->word_size == 4)
			extend(as, left, 32, true);
		if (size <= 1)
			return left;
		amount = cg_int(as, size);
		emit3(as, DIF_OP_SDIV, left, amount, left);
		dt_as_free(as, amount);
		return left;
	}
	if (left_pointer)
		scale(as, right, node->left->type);
	if (node->flags & DT_NF_UNCUT)
		emit3(as, arithmetic_op(node->op, true), left, right, left);
	else
		operate(as, node->op, node->type, left, right);
	dt_as_free(as, right);
	return left;
}

static int cg_unary(struct dt_as *as, struct dt_node *node)
{
	int reg;

	switch (node->op) {
	case DT_TOK_DEREF:
		return cg_part(as, node);
	case DT_TOK_ADDROF:
		return cg_address(as, node->left);
	case DT_TOK_INEG:
		reg = cg(as, node->left);
		emit3(as, DIF_OP_SUB, 0, reg, reg);
		extend_type(as, reg, node->type);
		return reg;
	case DT_TOK_BNEG:
		reg = cg(as, node->left);
		emit3(as, DIF_OP_NOT, reg, 0, reg);
		if (!dt_type_is_signed(node->type))
			extend_type(as, reg, node->type);
		return reg;
	default:
		reg = cg(as, node->left);
		emit3(as, DIF_OP_TST, reg, 0, 0);
		set_condition(as, DIF_OP_BE, reg);
		return reg;
	}
}

/* Whether a value of one integer type needs an extension to be one of the other. */
static bool needs_extension(struct dt_as *as, struct dt_type *from, struct dt_type *to)
{
	uint32_t from_size = size_of(as, from), to_size = size_of(as, to);

	if (to_size >= 8 || !from_size)
		return false;
	if (to_size > from_size)
		return dt_type_is_signed(from) && !dt_type_is_signed(to);
	return to_size < from_size || dt_type_is_signed(from) != dt_type_is_signed(to);
}

static int cg_cast(struct dt_as *as, struct dt_node *node)
{
	struct dt_type *to = dt_type_resolve(node->type), *from = dt_type_resolve(node->left->type);
	int reg = cg(as, node->left);

	if (to->kind == DT_KIND_VOID || (node->flags & DT_NF_REF) || from->kind == DT_KIND_ARRAY ||
	    from->kind == DT_KIND_STRING)
		return reg;
	if (to->is_bool) {
		emit3(as, DIF_OP_TST, reg, 0, 0);
		set_condition(as, DIF_OP_BNE, reg);
	} else if (needs_extension(as, from, to)) {
		extend_type(as, reg, to);
	}
	return reg;
}

/* ---- comparison and logic ---- */

static enum dif_op branch_op(enum dt_tok op, bool is_signed)
{
	switch (op) {
	case DT_TOK_EQU:
		return DIF_OP_BE;
	case DT_TOK_NEQ:
		return DIF_OP_BNE;
	case DT_TOK_LT:
		return is_signed ? DIF_OP_BL : DIF_OP_BLU;
	case DT_TOK_LE:
		return is_signed ? DIF_OP_BLE : DIF_OP_BLEU;
	case DT_TOK_GT:
		return is_signed ? DIF_OP_BG : DIF_OP_BGU;
	default:
		return is_signed ? DIF_OP_BGE : DIF_OP_BGEU;
	}
}

/* A string is compared by its text with NULL too, which has none: a variable that was never set equals both NULL and "". */
static bool compares_text(const struct dt_node *node)
{
	const struct dt_node *left = node->left, *right = node->right;

	return dt_is_string(left->type) || dt_is_string(right->type) ||
	       (dt_type_is_char_array(left->type) && dt_type_is_char_array(right->type));
}

static int cg_comparison(struct dt_as *as, struct dt_node *node)
{
	bool text = compares_text(node),
	     is_signed = dt_type_is_signed(node->left->type) && dt_type_is_signed(node->right->type);
	int left = cg(as, node->left), right = cg(as, node->right);

	dt_as_emit(as, DIF_INSTR(text ? DIF_OP_SCMP : DIF_OP_CMP, left, right, 0));
	dt_as_free(as, right);
	set_condition(as, branch_op(node->op, is_signed || text), left);
	return left;
}

static void jump_if(struct dt_as *as, struct dt_node *node, enum dif_op op, unsigned int label)
{
	int reg = cg(as, node);

	emit3(as, DIF_OP_TST, reg, 0, 0);
	dt_as_branch(as, op, label);
	dt_as_free(as, reg);
}

static int cg_short_circuit(struct dt_as *as, struct dt_node *node)
{
	bool is_and = node->op == DT_TOK_LAND;
	enum dif_op op = is_and ? DIF_OP_BE : DIF_OP_BNE;
	unsigned int out = dt_as_label(as), end = dt_as_label(as);
	int reg;

	jump_if(as, node->left, op, out);
	jump_if(as, node->right, op, out);
	reg = dt_as_alloc(as);
	dt_as_setx(as, reg, is_and);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, out);
	dt_as_setx(as, reg, !is_and);
	dt_as_place(as, end);
	return reg;
}

static int cg_xor(struct dt_as *as, struct dt_node *node)
{
	int left = cg(as, node->left), right;

	emit3(as, DIF_OP_TST, left, 0, 0);
	set_condition(as, DIF_OP_BNE, left);
	right = cg(as, node->right);
	emit3(as, DIF_OP_TST, right, 0, 0);
	set_condition(as, DIF_OP_BNE, right);
	emit3(as, DIF_OP_XOR, left, right, left);
	dt_as_free(as, right);
	return left;
}

static int cg_choice(struct dt_as *as, struct dt_node *node)
{
	unsigned int other = dt_as_label(as), end = dt_as_label(as);
	int left, right;

	jump_if(as, node->cond, DIF_OP_BE, other);
	left = cg(as, node->left);
	dt_as_branch(as, DIF_OP_BA, end);
	dt_as_place(as, other);
	dt_as_free(as, left);
	right = cg(as, node->right);
	if (right != left) {
		emit3(as, DIF_OP_MOV, right, 0, left);
		dt_as_free(as, right);
		as->used |= 1u << left;
	}
	dt_as_place(as, end);
	return left;
}

/* ---- assignment ---- */

static bool is_memory(const struct dt_node *node)
{
	return node->kind != DT_NODE_VAR;
}

/* A string that is assigned 0: dynamic variables are freed by it, the others become empty. */
static int assigned_value(struct dt_as *as, struct dt_node *node)
{
	const struct dt_node *left = node->left;
	int reg;

	if (dt_is_string(left->type) && node->right->kind == DT_NODE_INT && left->ident &&
	    left->ident->kind == DT_IDENT_SCALAR && left->ident->scope != DT_SCOPE_SELF) {
		reg = dt_as_alloc(as);
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, ""), reg));
		return reg;
	}
	return cg(as, node->right);
}

/* Keys that do something are computed once, and kept in clause-local variables of ours for the other times. */
static void keep_keys(struct dt_as *as, struct dt_node *var)
{
	struct dt_comp *c = as->c;
	struct dt_node **list, *kept;
	struct dt_ident *ident;
	int reg;

	for (list = &var->args; *list; list = &(*list)->next) {
		if (!has_effects(*list))
			continue;
		ident = dt_ident_create(c, DT_SCOPE_THIS, DT_IDENT_SCALAR,
					dt_arena_printf(c->arena, "%%key%u", ++c->conditions), &(*list)->pos);
		ident->type = (*list)->type;
		kept = dt_node_new(c, DT_NODE_VAR, &(*list)->pos);
		kept->ident = ident;
		dt_set_type(c, kept, ident->type);
		kept->next = (*list)->next;
		reg = cg(as, *list);
		store_var(as, kept, reg);
		dt_as_free(as, reg);
		*list = kept;
	}
}

/*
 * A part of a structure in an associative array or of a thread is stored: when nothing is there yet, zeros are put
 * there first, as if the whole had been assigned.
 */
static void make_room(struct dt_as *as, struct dt_node *part)
{
	struct dt_node *var = holder(part);
	unsigned int there;
	int reg;

	if (!var || !may_be_absent(var))
		return;
	keep_keys(as, var);
	there = dt_as_label(as);
	cg_keys(as, var);
	reg = dt_as_alloc(as);
	load_var(as, var, reg);
	emit3(as, DIF_OP_TST, reg, 0, 0);
	dt_as_branch(as, DIF_OP_BNE, there);
	zeros(as, reg, var->type);
	cg_keys(as, var);
	store_var(as, var, reg);
	dt_as_place(as, there);
	dt_as_free(as, reg);
}

static int cg_plain_assign(struct dt_as *as, struct dt_node *node)
{
	int value = assigned_value(as, node), address;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = cg_address(as, node->left);
		store_to(as, node->left, address, value);
		dt_as_free(as, address);
	} else {
		cg_keys(as, node->left);
		store_var(as, node->left, value);
	}
	return value;
}

/* The right side of op=, in a form that can be applied to the left side. */
static int step_value(struct dt_as *as, struct dt_node *node)
{
	struct dt_type *type = node->left->type;
	int reg;

	if (node->right) {
		reg = cg(as, node->right);
		if (dt_is_pointer(type))
			scale(as, reg, type);
		return reg;
	}
	return cg_int(as, dt_is_pointer(type) && stride(as, type) ? stride(as, type) : 1);
}

/* The type in which x op= y is computed. */
static struct dt_type *compound_type(struct dt_as *as, const struct dt_node *node)
{
	struct dt_type *type = dt_bitfield_type(as->c, node->left);

	if (dt_is_pointer(type))
		return type;
	if (!node->right || node->op == DT_TOK_LSH_EQ || node->op == DT_TOK_RSH_EQ)
		return dt_type_promote(as->c->types, type);
	return dt_type_common(as->c->types, type, node->right->type);
}

static void compute(struct dt_as *as, struct dt_node *node, enum dt_tok tok, int value, int step)
{
	struct dt_type *type = compound_type(as, node);

	if (needs_extension(as, node->left->type, type))
		extend_type(as, value, type);
	operate(as, tok, type, value, step);
	if (dt_type_resolve(node->left->type)->is_bool) {
		emit3(as, DIF_OP_TST, value, 0, 0);
		set_condition(as, DIF_OP_BNE, value);
	} else if (node->left->flags & DT_NF_BITFIELD) {
		extend(as, value, node->left->member->bit_width, dt_type_is_signed(node->left->type));
	} else if (needs_extension(as, type, node->left->type)) {
		extend_type(as, value, node->left->type);
	}
}

/* x op= y, ++ and --. @old: the value of the expression is that before. */
static int cg_compound(struct dt_as *as, struct dt_node *node, enum dt_tok tok, bool old)
{
	int step = step_value(as, node), address = 0, value, before = 0;

	if (is_memory(node->left)) {
		make_room(as, node->left);
		address = cg_address(as, node->left);
		value = dt_as_alloc(as);
		emit3(as, DIF_OP_MOV, address, 0, value);
		load_from(as, node->left, value);
	} else {
		cg_keys(as, node->left);
		value = dt_as_alloc(as);
		load_var(as, node->left, value);
	}
	if (old) {
		before = dt_as_alloc(as);
		emit3(as, DIF_OP_MOV, value, 0, before);
	}
	compute(as, node, tok, value, step);
	if (address)
		store_to(as, node->left, address, value);
	else
		store_var(as, node->left, value);
	dt_as_free(as, address);
	dt_as_free(as, step);
	if (!old)
		return value;
	dt_as_free(as, value);
	return before;
}

static int cg_step(struct dt_as *as, struct dt_node *node)
{
	bool up = node->op == DT_TOK_PREINC || node->op == DT_TOK_POSTINC;
	bool old = (node->op == DT_TOK_POSTINC || node->op == DT_TOK_POSTDEC) && !(node->flags & DT_NF_RESULT_UNUSED);

	return cg_compound(as, node, up ? DT_TOK_ADD : DT_TOK_SUB, old);
}

/* ---- calls ---- */

static int cg_call(struct dt_as *as, struct dt_node *node)
{
	int reg;

	if (node->ident->kind != DT_IDENT_SUBR)
		dt_node_error(as->c, D_CG_EXPR, node,
			      "%s() is an action: it has no value that could be used in an expression",
			      node->ident->name);
	cg_push_list(as, node->args, NULL);
	reg = dt_as_alloc(as);
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, node->ident->id, reg));
	if (dt_type_is_integer(node->type))
		extend_type(as, reg, node->type);
	return reg;
}

/* ---- expressions ---- */

static int cg_op2(struct dt_as *as, struct dt_node *node)
{
	int reg;

	switch (node->op) {
	case DT_TOK_COMMA:
		node->left->flags |= DT_NF_RESULT_UNUSED;
		reg = cg(as, node->left);
		dt_as_free(as, reg);
		return cg(as, node->right);
	case DT_TOK_ASGN:
		return cg_plain_assign(as, node);
	case DT_TOK_LAND:
	case DT_TOK_LOR:
		return cg_short_circuit(as, node);
	case DT_TOK_LXOR:
		return cg_xor(as, node);
	case DT_TOK_EQU:
	case DT_TOK_NEQ:
	case DT_TOK_LT:
	case DT_TOK_LE:
	case DT_TOK_GT:
	case DT_TOK_GE:
		return cg_comparison(as, node);
	default:
		if (node->op > DT_TOK_ASGN && node->op <= DT_TOK_RSH_EQ)
			return cg_compound(as, node, node->op, false);
		return cg_arithmetic(as, node);
	}
}

/* A translation as a whole: memory, and each member stored into it. */
static int cg_xlate(struct dt_as *as, struct dt_node *node)
{
	int reg = cg_int(as, size_of(as, node->type)), value, address;
	struct dt_node *field;

	if (!node->args)
		dt_xlate_fields(as->c, node);
	dt_as_emit(as, DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0));
	dt_as_emit(as, DIF_INSTR(DIF_OP_PUSHTV, DIF_TYPE_CTF, 0, reg));
	dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_CALL, DIF_SUBR_ALLOCA, reg));
	for (field = node->args; field; field = field->next) {
		value = cg(as, field->right);
		address = dt_as_alloc(as);
		emit3(as, DIF_OP_MOV, reg, 0, address);
		add_const(as, address,
			  field->flags & DT_NF_BITFIELD ? bits_of(as, field).offset : field->bit_offset / 8);
		if (dt_type_is_char_array(field->type))
			store_string(as, address, value, dt_type_resolve(field->type)->count);
		else
			store_to(as, field, address, value);
		dt_as_free(as, address);
		dt_as_free(as, value);
	}
	return reg;
}

static int cg(struct dt_as *as, struct dt_node *node)
{
	int reg;

	as->pos = node->pos;
	switch (node->kind) {
	case DT_NODE_INT:
		return cg_int(as, node->value);
	case DT_NODE_STRING:
		reg = dt_as_alloc(as);
		dt_as_emit(as, DIF_INSTR_WIDE(DIF_OP_SETS, dt_as_string(as, node->text), reg));
		return reg;
	case DT_NODE_VAR:
		return cg_whole(as, node);
	case DT_NODE_SYM:
		reg = cg_int(as, node->value);
		load_from(as, node, reg);
		return reg;
	case DT_NODE_MEMBER:
		return cg_part(as, node);
	case DT_NODE_OP1:
		if (node->op >= DT_TOK_PREINC && node->op <= DT_TOK_POSTDEC)
			return cg_step(as, node);
		return cg_unary(as, node);
	case DT_NODE_OP2:
		return cg_op2(as, node);
	case DT_NODE_OP3:
		return cg_choice(as, node);
	case DT_NODE_CAST:
		return cg_cast(as, node);
	case DT_NODE_STRINGOF:
		return cg(as, node->left);
	case DT_NODE_CALL:
		return cg_call(as, node);
	case DT_NODE_XLATE:
		if (dt_type_resolve(node->type)->kind != DT_KIND_DYN)
			return cg_xlate(as, node);
		dt_node_error(as->c, D_CG_DYN, node,
			      "a translation to a pointer has no value of its own: expected -> and a member");
	default:
		dt_node_error(as->c, D_CG_DYN, node,
			      "this expression has a dynamic type: it has no value that could be used");
	}
}

/* ---- objects ---- */

struct dt_difo_user *dt_cg(struct dt_comp *c, struct dt_node *node)
{
	struct dtrace_diftype rtype = { 0 };
	const char *name = "void";
	struct dt_as as;
	int reg;

	dt_as_init(&as, c, &node->pos);
	reg = cg(&as, node);
	if (!(node->flags & DT_NF_RESULT_UNUSED)) {
		dt_as_diftype(c, node->type, &rtype);
		name = dt_type_text(c, node->type);
	}
	dt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, rtype.size || rtype.kind ? reg : 0));
	return dt_as_finish(&as, &rtype, name);
}

struct dt_difo_user *dt_cg_address(struct dt_comp *c, struct dt_node *node, uint32_t size)
{
	struct dtrace_diftype rtype = { .kind = DIF_TYPE_CTF, .ckind = 4, .flags = DIF_TYPE_BYREF, .size = size };
	struct dt_as as;
	int reg;

	dt_as_init(&as, c, &node->pos);
	reg = cg(&as, node);
	dt_as_emit(&as, DIF_INSTR(DIF_OP_RET, 0, 0, reg));
	return dt_as_finish(&as, &rtype, dt_arena_printf(c->arena, "char [%u]", size));
}
