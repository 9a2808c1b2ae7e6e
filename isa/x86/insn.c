/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * insn.c - decide what can be done with an instruction at a site: struct isa_insn from the decoded
 * form.
 *
 * Judgement. An instruction that only works on registers and memory runs unchanged from a slot: the
 * trap's return leaves the interrupted stack pointer and registers as they were. Instructions that
 * write or read the program counter are emulated, and so are those that are so frequent at function
 * entries and exits that slots would be a waste. Instructions that would do something else in a
 * slot or after a trap are refused:
 *   - those that enter or leave the kernel, or load the tables for that (iret, syscall, lidt,
 *     swapgs, mov to control registers...);
 *   - those recognised by their address or that continue at an address they hold (ud2, xbegin,
 *     vmlaunch, enclu...);
 *   - those that their neighbour has to follow at once: sti and mov/pop/lss of ss hold interrupts
 *     off for one instruction, hlt and mwait are reached in that very instruction, and a trap
 *     between the two lets the interrupt in that they wait for.
 * Instructions with an exception-table entry are refused by the operating system's half: their
 * bytes do not show it.
 */
#include "isa/generic/insn.h"
#include "isa/x86/x86.h"

static enum isa_verdict reject(struct isa_insn *in, enum isa_reason reason)
{
	in->verdict = ISA_REJECT;
	in->reason = (uint8_t)reason;
	in->accesses_memory = false;
	return ISA_REJECT;
}

/* The stack is in memory; a memory operand is the caller's affair. */
static enum isa_verdict emulate(struct isa_insn *in, enum isa_class class, enum x86_op op)
{
	if (class == ISA_CLASS_PUSH || class == ISA_CLASS_POP || class == ISA_CLASS_CALL || class == ISA_CLASS_RETURN)
		in->accesses_memory = true;
	in->verdict = ISA_EMULATE;
	in->class = (uint8_t) class;
	in->reason = ISA_REASON_NONE; /* with the class it is one byte */
	in->op = (uint8_t)op;
	return ISA_EMULATE;
}

static bool rip_relative(const struct x86_shape *shape, bool long_mode)
{
	return long_mode && shape->modrm_at && (shape->modrm & 0xc7) == 5;
}

/*
 * A slot copy; with a RIP-relative operand, one that insn_relocate() has to change. operand[0] is
 * where its displacement is.
 */
static enum isa_verdict copy(const struct x86_shape *shape, bool long_mode, struct isa_insn *in)
{
	in->verdict = ISA_COPY;
	if (rip_relative(shape, long_mode)) {
		if (shape->prefixes & X86_PREFIX_ASZ) /* the sum is cut to 32 bits: no kernel is there */
			return reject(in, ISA_REASON_UNSUPPORTED);
		in->imm = x86_get_signed(in->bytes + shape->disp_at, 4);
		in->target = in->addr + in->len + (uint64_t)in->imm;
		in->pc_relative = true;
		in->operand[0] = shape->disp_at;
		in->verdict = ISA_REWRITE;
	}
	return in->verdict;
}

/* ---- operands of emulated instructions ------------------------------------------------------- */

static uint8_t reg_offset(const struct x86_frame *frame, unsigned int number)
{
	return frame->general[number];
}

/* The register named by ModRM.rm. */
static uint8_t rm_offset(const struct x86_shape *shape, const struct x86_frame *frame)
{
	return reg_offset(frame, (shape->modrm & 7) | (shape->rex & X86_REX_B ? 8 : 0));
}

/* Fill the memory operand; false for 16-bit addressing. */
static bool memory_operand(const struct x86_shape *shape, const struct x86_frame *frame, struct isa_insn *in)
{
	unsigned int mod = shape->modrm >> 6;
	unsigned int base = shape->modrm & 7;
	uint8_t sib = in->bytes[shape->modrm_at + 1];

	in->imm = x86_get_signed(in->bytes + shape->disp_at, shape->disp_size);
	in->operand[0] = X86_REG_NONE;
	in->operand[1] = X86_REG_NONE;
	in->operand[2] = 0;
	if (shape->prefixes & X86_PREFIX_ASZ) {
		if (!frame->long_mode)
			return false;
		in->operand[2] = X86_MEM_ADDR32;
	}
	if (rip_relative(shape, frame->long_mode)) {
		in->imm += (int64_t)(in->addr + in->len);
		in->target = (uint64_t)in->imm;
		if (in->operand[2])
			in->target = (uint32_t)in->target;
		in->pc_relative = true;
		return true;
	}
	if (base == 4) {
		unsigned int index = ((sib >> 3) & 7) | (shape->rex & X86_REX_X ? 8 : 0);

		base = sib & 7;
		in->operand[2] |= sib >> 6;
		if (index != 4)
			in->operand[1] = reg_offset(frame, index);
	}
	if (base != 5 || mod != 0)
		in->operand[0] = reg_offset(frame, base | (shape->rex & X86_REX_B ? 8 : 0));
	return true;
}

/* ---- judges, one per kind of action ---------------------------------------------------------- */

static enum isa_verdict judge_push_pop(const struct x86_shape *shape, const struct x86_row *row,
				       const struct x86_frame *frame, struct isa_insn *in)
{
	unsigned int size = x86_operand_size(shape, row, frame->long_mode);
	bool push = row->action == X86_DO_PUSH;

	in->operand[0] = reg_offset(frame, (shape->opcode & 7) | (shape->rex & X86_REX_B ? 8 : 0));
	if (size == 2)
		return emulate(in, push ? ISA_CLASS_PUSH : ISA_CLASS_POP, push ? X86_OP_PUSH_REG16 : X86_OP_POP_REG16);
	return emulate(in, push ? ISA_CLASS_PUSH : ISA_CLASS_POP, push ? X86_OP_PUSH_REG : X86_OP_POP_REG);
}

/* push and pop with a ModRM operand. The register forms are the one-byte ones, spelt longer. */
static enum isa_verdict judge_push_pop_rm(const struct x86_shape *shape, const struct x86_row *row,
					  const struct x86_frame *frame, struct isa_insn *in)
{
	unsigned int size = x86_operand_size(shape, row, frame->long_mode);
	bool push = row->action == X86_DO_PUSHM;

	in->class = push ? ISA_CLASS_PUSH : ISA_CLASS_POP;
	if (shape->modrm >= 0xc0) {
		in->operand[0] = rm_offset(shape, frame);
		if (size == 2)
			return emulate(in, in->class, push ? X86_OP_PUSH_REG16 : X86_OP_POP_REG16);
		return emulate(in, in->class, push ? X86_OP_PUSH_REG : X86_OP_POP_REG);
	}
	/*
	 * Segment bases are not in the frame, so the CPU has to execute the instruction, in a slot.
	 */
	if (shape->prefixes & (X86_PREFIX_FS | X86_PREFIX_GS))
		return copy(shape, frame->long_mode, in);
	if (!memory_operand(shape, frame, in))
		return copy(shape, frame->long_mode, in);
	in->operand[3] = (uint8_t)size;
	in->may_fault = true;
	in->accesses_memory = true;
	return emulate(in, in->class, push ? X86_OP_PUSH_MEM : X86_OP_POP_MEM);
}

/* push imm, pushf, popf: only a size. */
static enum isa_verdict judge_sized(const struct x86_shape *shape, const struct x86_row *row,
				    const struct x86_frame *frame, struct isa_insn *in)
{
	in->operand[3] = (uint8_t)x86_operand_size(shape, row, frame->long_mode);
	switch (row->action) {
	case X86_DO_PUSHI:
		in->imm = x86_get_signed(in->bytes + shape->imm_at, shape->imm_size);
		return emulate(in, ISA_CLASS_PUSH, X86_OP_PUSH_IMM);
	case X86_DO_PUSHF:
		return emulate(in, ISA_CLASS_PUSH, X86_OP_PUSHF);
	default:
		return emulate(in, ISA_CLASS_POP, X86_OP_POPF);
	}
}

static enum isa_verdict judge_frame(const struct x86_shape *shape, const struct x86_row *row,
				    const struct x86_frame *frame, struct isa_insn *in)
{
	if (shape->prefixes & X86_PREFIX_OSZ && !(shape->rex & X86_REX_W))
		return copy(shape, frame->long_mode, in);
	if (row->action == X86_DO_LEAVE)
		return emulate(in, ISA_CLASS_POP, X86_OP_LEAVE);
	in->imm = (uint16_t)x86_get_signed(in->bytes + shape->imm_at, 2);
	/*
	 * Nested levels read the frames above: left to the CPU. So is an i386 frame with locals:
	 * that kernel's trap exit builds its return frame below the new stack pointer, out of one
	 * that may then be at the same place.
	 */
	if ((in->bytes[shape->imm_at + 2] & 31) != 0 || (!frame->long_mode && in->imm != 0))
		return copy(shape, frame->long_mode, in);
	return emulate(in, ISA_CLASS_PUSH, X86_OP_ENTER);
}

static enum isa_verdict judge_branch(const struct x86_shape *shape, const struct x86_row *row,
				     const struct x86_frame *frame, struct isa_insn *in)
{
	in->target = in->addr + in->len + (uint64_t)x86_get_signed(in->bytes + shape->imm_at, shape->imm_size);
	if (!frame->long_mode)
		in->target = (uint32_t)in->target;
	in->pc_relative = true;
	switch (row->action) {
	case X86_DO_JMP:
		in->ends_flow = true;
		return emulate(in, ISA_CLASS_JUMP, X86_OP_JMP);
	case X86_DO_CALL:
		return emulate(in, ISA_CLASS_CALL, X86_OP_CALL);
	case X86_DO_JCC:
		in->operand[0] = shape->opcode & 15;
		return emulate(in, ISA_CLASS_BRANCH, X86_OP_JCC);
	default:
		in->operand[0] = shape->opcode & 3;
		in->operand[3] = frame->long_mode ? 8 : 4;
		if (shape->prefixes & X86_PREFIX_ASZ)
			in->operand[3] /= 2;
		return emulate(in, ISA_CLASS_BRANCH, X86_OP_LOOP);
	}
}

static enum isa_verdict judge_indirect(const struct x86_shape *shape, const struct x86_row *row,
				       const struct x86_frame *frame, struct isa_insn *in)
{
	bool call = row->action == X86_DO_CALLI;

	in->class = call ? ISA_CLASS_CALL : ISA_CLASS_IJUMP;
	in->ends_flow = !call;
	if (shape->modrm >= 0xc0) {
		in->operand[0] = rm_offset(shape, frame);
		return emulate(in, in->class, call ? X86_OP_CALL_REG : X86_OP_JMP_REG);
	}
	if (shape->prefixes & (X86_PREFIX_FS | X86_PREFIX_GS) || !memory_operand(shape, frame, in))
		return reject(in, ISA_REASON_UNSUPPORTED);
	in->may_fault = true;
	in->accesses_memory = true;
	return emulate(in, in->class, call ? X86_OP_CALL_MEM : X86_OP_JMP_MEM);
}

static enum isa_verdict judge_return(const struct x86_shape *shape, const struct x86_row *row, struct isa_insn *in)
{
	in->ends_flow = true;
	if (row->action == X86_DO_RET)
		return emulate(in, ISA_CLASS_RETURN, X86_OP_RET);
	in->imm = (uint16_t)x86_get_signed(in->bytes + shape->imm_at, 2);
	return emulate(in, ISA_CLASS_RETURN, X86_OP_RET_IMM);
}

/*
 * lea of a register into itself: the long NOPs of 32-bit code. In long mode only with REX.W, else
 * it clears the upper half.
 */
static bool lea_is_nop(const struct x86_shape *shape, const struct isa_insn *in, bool long_mode)
{
	unsigned int base = (shape->modrm & 7) | (shape->rex & X86_REX_B ? 8 : 0);
	unsigned int reg = ((shape->modrm >> 3) & 7) | (shape->rex & X86_REX_R ? 8 : 0);

	if (shape->prefixes & (X86_PREFIX_OSZ | X86_PREFIX_ASZ) || (long_mode && !(shape->rex & X86_REX_W)))
		return false;
	if ((shape->modrm & 7) == 4) {
		uint8_t sib = in->bytes[shape->modrm_at + 1];

		if ((sib & 0x38) != 0x20 || shape->rex & X86_REX_X) /* an index */
			return false;
		base = (sib & 7) | (shape->rex & X86_REX_B ? 8 : 0);
	}
	if ((base & 7) == 5 && shape->modrm < 0x40) /* no base */
		return false;
	return base == reg && x86_get_signed(in->bytes + shape->disp_at, shape->disp_size) == 0;
}

/* mov of a register into itself: the short NOP of 32-bit code, also where Linux has switched a jump label off. */
static bool mov_is_nop(const struct x86_shape *shape, bool long_mode)
{
	unsigned int rm = (shape->modrm & 7) | (shape->rex & X86_REX_B ? 8 : 0);
	unsigned int reg = ((shape->modrm >> 3) & 7) | (shape->rex & X86_REX_R ? 8 : 0);

	if (shape->prefixes & X86_PREFIX_OSZ || (long_mode && !(shape->rex & X86_REX_W)))
		return false;
	return shape->modrm >= 0xc0 && reg == rm;
}

static enum isa_verdict judge_rest(const struct x86_shape *shape, const struct x86_row *row,
				   const struct x86_frame *frame, struct isa_insn *in)
{
	switch (row->action) {
	case X86_DO_LEA:
		if (lea_is_nop(shape, in, frame->long_mode))
			return emulate(in, ISA_CLASS_NOP, X86_OP_NOP);
		return copy(shape, frame->long_mode, in);
	case X86_DO_MOV:
		if (mov_is_nop(shape, frame->long_mode))
			return emulate(in, ISA_CLASS_NOP, X86_OP_NOP);
		return copy(shape, frame->long_mode, in);
	case X86_DO_ENDBR64:
	case X86_DO_ENDBR32:
		if ((row->action == X86_DO_ENDBR64) != frame->long_mode)
			return emulate(in, ISA_CLASS_NOP, X86_OP_NOP);
		in->class = ISA_CLASS_LANDING_PAD;
		return reject(in, ISA_REASON_LANDING_PAD);
	case X86_DO_BREAK:
		in->class = ISA_CLASS_BREAK;
		return reject(in, ISA_REASON_BREAK);
	case X86_DO_TRAP:
		in->ends_flow = true;
		return reject(in, ISA_REASON_PRIVILEGED);
	case X86_DO_FAR:
		in->class = ISA_CLASS_IJUMP;
		in->ends_flow = true;
		return reject(in, ISA_REASON_PRIVILEGED);
	case X86_DO_FARRET:
		in->class = ISA_CLASS_RETURN;
		in->ends_flow = true;
		return reject(in, ISA_REASON_PRIVILEGED);
	case X86_DO_SYSCALL:
		in->system_call = frame->long_mode;
		return reject(in, ISA_REASON_PRIVILEGED);
	case X86_DO_INT:
		in->system_call = in->bytes[shape->imm_at] == X86_INT_LINUX;
		return reject(in, ISA_REASON_PRIVILEGED);
	case X86_DO_PRIV:
		return reject(in, ISA_REASON_PRIVILEGED);
	default:
		return copy(shape, frame->long_mode, in);
	}
}

static enum isa_verdict judge(const struct x86_shape *shape, const struct x86_row *row, const struct x86_frame *frame,
			      struct isa_insn *in)
{
	/*
	 * Near branches with an operand-size prefix: some CPUs cut them to 16 bits, others ignore
	 * the prefix, and no compiler writes them.
	 */
	bool odd = row->flags & X86_ROW_F64 && shape->prefixes & X86_PREFIX_OSZ && !(shape->rex & X86_REX_W);

	switch (row->action) {
	case X86_DO_NOP:
		return emulate(in, ISA_CLASS_NOP, X86_OP_NOP);
	case X86_DO_PUSH:
	case X86_DO_POP:
		return judge_push_pop(shape, row, frame, in);
	case X86_DO_PUSHM:
	case X86_DO_POPM:
		return judge_push_pop_rm(shape, row, frame, in);
	case X86_DO_PUSHI:
	case X86_DO_PUSHF:
	case X86_DO_POPF:
		return judge_sized(shape, row, frame, in);
	case X86_DO_LEAVE:
	case X86_DO_ENTER:
		return judge_frame(shape, row, frame, in);
	case X86_DO_CALL:
	case X86_DO_JMP:
	case X86_DO_JCC:
	case X86_DO_LOOP:
		judge_branch(shape, row, frame, in);
		return odd ? reject(in, ISA_REASON_UNSUPPORTED) : in->verdict;
	case X86_DO_CALLI:
	case X86_DO_JMPI:
		judge_indirect(shape, row, frame, in);
		return odd ? reject(in, ISA_REASON_UNSUPPORTED) : in->verdict;
	case X86_DO_RET:
	case X86_DO_RETN:
		judge_return(shape, row, in);
		return odd ? reject(in, ISA_REASON_UNSUPPORTED) : in->verdict;
	default:
		return judge_rest(shape, row, frame, in);
	}
}

/* ---- the most frequent ones ------------------------------------------------------------------ */

#define DIRECT_MAX 8 /* bytes that have to be there for a look at them */

/* The length of a direct jump or call, or of a return, without prefixes, and what it is; 0: it is none of them. */
static unsigned int direct_form(const uint8_t *code, enum isa_class *class, enum x86_op *op)
{
	switch (code[0]) {
	case 0x70 ... 0x7f:
		*class = ISA_CLASS_BRANCH;
		*op = X86_OP_JCC;
		return 2;
	case 0x0f:
		*class = ISA_CLASS_BRANCH;
		*op = X86_OP_JCC;
		return (code[1] & 0xf0) == 0x80 ? 6 : 0;
	case 0xc3:
		*class = ISA_CLASS_RETURN;
		*op = X86_OP_RET;
		return 1;
	case 0xe8:
		*class = ISA_CLASS_CALL;
		*op = X86_OP_CALL;
		return 5;
	case 0xe9:
	case 0xeb:
		*class = ISA_CLASS_JUMP;
		*op = X86_OP_JMP;
		return code[0] == 0xe9 ? 5 : 2;
	default:
		return 0;
	}
}

/*
 * What judge_branch() and judge_return() say of them, without a look at tables: who wants to know where the jumps of a
 * function lead decodes hardly anything else. False: it is another instruction.
 */
static bool decode_direct(const uint8_t *code, const struct x86_frame *frame, struct isa_insn *in)
{
	enum isa_class class;
	enum x86_op op;
	unsigned int len = direct_form(code, &class, &op);

	if (len == 0)
		return false;
	DT_PUT64(in->bytes, DT_GET64(code) & ~(~0ull << (8 * len)));
	in->len = (uint8_t)len;
	emulate(in, class, op);
	in->ends_flow = class == ISA_CLASS_JUMP || class == ISA_CLASS_RETURN;
	if (len == 1)
		return true;
	in->target = in->addr + len + (uint64_t)x86_distance(code, len);
	if (!frame->long_mode)
		in->target = (uint32_t)in->target;
	in->pc_relative = true;
	if (class == ISA_CLASS_BRANCH)
		in->operand[0] = code[len == 6] & 15;
	return true;
}

enum isa_verdict x86_decode(const uint8_t *code, size_t size, uint64_t addr, const struct x86_frame *frame,
			    struct isa_insn *in)
{
	const struct x86_row *row;
	struct x86_shape shape;
	unsigned int i;

	isa_insn_clear(in, addr);
	if (size >= DIRECT_MAX && decode_direct(code, frame, in))
		return ISA_EMULATE;
	if (!x86_shape_get(code, size, frame->long_mode, &shape))
		return reject(in, ISA_REASON_UNDECODED);
	row = x86_row_find(&shape, frame->long_mode);
	if (!row)
		return reject(in, ISA_REASON_UNDECODED);
	in->len = shape.len;
	for (i = 0; i < shape.len; i++)
		in->bytes[i] = code[i];
	judge(&shape, row, frame, in);
	return (enum isa_verdict)in->verdict;
}

bool x86_ret_is_cleared(const struct isa_insn *in)
{
	static const struct {
		uint8_t len;
		uint8_t bytes[5];
	} forms[] = {
		{ 2, { 0x33, 0xc0 } },       /* xor %eax,%eax, in both of its encodings */
		{ 2, { 0x31, 0xc0 } },       /* ... */
		{ 3, { 0x48, 0x33, 0xc0 } }, /* xor %rax,%rax */
		{ 3, { 0x48, 0x31, 0xc0 } }, /* ... */
		{ 5, { 0xb8 } },             /* mov $0,%eax */
	};
	size_t i, at;

	for (i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		for (at = 0; at < forms[i].len && in->bytes[at] == forms[i].bytes[at]; at++)
			;
		if (in->len == forms[i].len && at == in->len)
			return true;
	}
	return false;
}

unsigned int x86_entry_skip(const uint8_t *code, size_t size, bool long_mode)
{
	return size >= 4 && code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e &&
			       code[3] == (long_mode ? 0xfa : 0xfb)
		       ? 4
		       : 0;
}
