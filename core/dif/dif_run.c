/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dif_run.c - the DIF machine's loop. The object is validated: operands are not checked again, only what depends on
 * values.
 *
 * Condition codes are kept as the pair that was compared: signed order of the pair is n xor v and
 * z, unsigned order is c and z. tst compares with 0; scmp leaves (0,1), (0,0) or (1,0), so that
 * signed and unsigned branches agree.
 */
#include "base/memory.h"
#include "core/dif/dif_impl.h"
#include "core/dif/formula.h"
#include "os/os.h"

#define SIGN64(type, value) ((uint64_t)(int64_t)(type)(value))

/* Division as D defines it: by zero faults; the one overflow, smallest number by -1, wraps round instead of trapping.
 */
DT_PROBE_CTX static uint64_t divide(struct dt_mstate *mstate, unsigned int op, uint64_t a, uint64_t b)
{
	if (DT_UNLIKELY(b == 0)) {
		dt_mstate_fault(mstate, DTRACEFLT_DIVZERO, 0);
		return 0;
	}
	switch (op) {
	case DIF_OP_UDIV:
		return a / b;
	case DIF_OP_UREM:
		return a % b;
	case DIF_OP_SDIV:
		return b == UINT64_MAX ? 0 - a : (uint64_t)((int64_t)a / (int64_t)b);
	default:
		return b == UINT64_MAX ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
	}
}

DT_PROBE_CTX static void push(struct dt_machine *machine, dif_instr_t instr)
{
	bool by_ref = DIF_INSTR_OP(instr) == DIF_OP_PUSHTR;
	uint64_t size = machine->regs[DIF_INSTR_R2(instr)];
	struct dt_tuple *tuple = &machine->tuple;
	uint32_t at = tuple->count;

	if (DT_UNLIKELY(at == DIF_TUPLE_REGS)) {
		dt_mstate_fault(machine->mstate, DTRACEFLT_TUPOFLOW, 0);
		return;
	}
	tuple->value[at] = machine->regs[DIF_INSTR_RD(instr)];
	tuple->size[at] = (uint32_t)DT_MIN(size, UINT32_MAX);
	tuple->by_ref[at] = by_ref;
	tuple->string[at] = by_ref && DIF_INSTR_TYPE(instr) == DIF_TYPE_STRING;
	tuple->count++;
}

DT_PROBE_CTX static uint64_t allocs(struct dt_mstate *mstate, uint64_t size)
{
	void *memory = dt_scratch_alloc(mstate, size);

	if (!memory)
		return 0;
	dt_memset(memory, 0, (size_t)size);
	return (uintptr_t)memory;
}

DT_PROBE_CTX static void copys(struct dt_mstate *mstate, uint64_t from, uint64_t size, uint64_t to)
{
	if (size && dt_dif_writable(mstate, to, size))
		dt_dif_copy(mstate, (void *)(uintptr_t)to, from, (size_t)size);
}

/*
 * Loads of all three kinds; rld has the rules of plain loads, as there are no unprivileged
 * consumers.
 */
DT_PROBE_CTX uint64_t dt_dif_op_load(struct dt_mstate *mstate, unsigned int op, uint64_t addr)
{
	switch (op) {
	case DIF_OP_LDSB:
	case DIF_OP_RLDSB:
		return SIGN64(int8_t, dt_dif_load(mstate, addr, 1));
	case DIF_OP_LDSH:
	case DIF_OP_RLDSH:
		return SIGN64(int16_t, dt_dif_load(mstate, addr, 2));
	case DIF_OP_LDSW:
	case DIF_OP_RLDSW:
		return SIGN64(int32_t, dt_dif_load(mstate, addr, 4));
	case DIF_OP_LDUB:
	case DIF_OP_RLDUB:
		return dt_dif_load(mstate, addr, 1);
	case DIF_OP_LDUH:
	case DIF_OP_RLDUH:
		return dt_dif_load(mstate, addr, 2);
	case DIF_OP_LDUW:
	case DIF_OP_RLDUW:
		return dt_dif_load(mstate, addr, 4);
	case DIF_OP_LDX:
	case DIF_OP_RLDX:
		return dt_dif_load(mstate, addr, 8);
	case DIF_OP_ULDSB:
		return SIGN64(int8_t, dt_dif_user_load(mstate, addr, 1));
	case DIF_OP_ULDSH:
		return SIGN64(int16_t, dt_dif_user_load(mstate, addr, 2));
	case DIF_OP_ULDSW:
		return SIGN64(int32_t, dt_dif_user_load(mstate, addr, 4));
	case DIF_OP_ULDUB:
		return dt_dif_user_load(mstate, addr, 1);
	case DIF_OP_ULDUH:
		return dt_dif_user_load(mstate, addr, 2);
	case DIF_OP_ULDUW:
		return dt_dif_user_load(mstate, addr, 4);
	default:
		return dt_dif_user_load(mstate, addr, 8);
	}
}

/* Elements of associative arrays. */
DT_PROBE_CTX void dt_dif_op_array(struct dt_machine *machine, dif_instr_t instr)
{
	uint64_t *rd = &machine->regs[DIF_INSTR_RD(instr)];
	struct dt_mstate *mstate = machine->mstate;
	uint32_t id = DIF_INSTR_INDEX(instr);

	switch (DIF_INSTR_OP(instr)) {
	case DIF_OP_LDGAA:
		*rd = dt_dif_dynamic_load(mstate, DIF_SCOPE_GLOBAL, id, &machine->tuple);
		break;
	case DIF_OP_STGAA:
		dt_dif_dynamic_store(mstate, DIF_SCOPE_GLOBAL, id, &machine->tuple, *rd);
		break;
	case DIF_OP_LDTAA:
		*rd = dt_dif_dynamic_load(mstate, DIF_SCOPE_THREAD, id, &machine->tuple);
		break;
	default:
		dt_dif_dynamic_store(mstate, DIF_SCOPE_THREAD, id, &machine->tuple, *rd);
		break;
	}
}

/* Everything that can fault. */
DT_PROBE_CTX void dt_dif_op_guarded(struct dt_machine *machine, dif_instr_t instr)
{
	struct dt_mstate *mstate = machine->mstate;
	uint64_t *regs = machine->regs;
	uint64_t r1 = regs[DIF_INSTR_R1(instr) & (DIF_REGS - 1)];
	uint64_t r2 = regs[DIF_INSTR_R2(instr) & (DIF_REGS - 1)];
	uint64_t *rd = &regs[DIF_INSTR_RD(instr)];
	unsigned int op = DIF_INSTR_OP(instr);
	int order;

	switch (op) {
	case DIF_OP_SDIV:
	case DIF_OP_UDIV:
	case DIF_OP_SREM:
	case DIF_OP_UREM:
		*rd = divide(mstate, op, r1, r2);
		break;
	case DIF_OP_SCMP:
		order = dt_dif_scmp(mstate, r1, r2);
		machine->left = order > 0;
		machine->right = order < 0;
		break;
	case DIF_OP_LDGA:
		*rd = dt_dif_builtin_array(mstate, DIF_INSTR_VAR(instr), r2);
		break;
	case DIF_OP_CALL:
		*rd = dt_subr_call(mstate, &machine->tuple, DIF_INSTR_INDEX(instr));
		break;
	case DIF_OP_PUSHTR:
	case DIF_OP_PUSHTV:
		push(machine, instr);
		break;
	case DIF_OP_ALLOCS:
		*rd = allocs(mstate, r1);
		break;
	case DIF_OP_COPYS:
		copys(mstate, r1, r2, *rd);
		break;
	case DIF_OP_STB:
		dt_dif_put(mstate, *rd, r1, 1);
		break;
	case DIF_OP_STH:
		dt_dif_put(mstate, *rd, r1, 2);
		break;
	case DIF_OP_STW:
		dt_dif_put(mstate, *rd, r1, 4);
		break;
	case DIF_OP_STX:
		dt_dif_put(mstate, *rd, r1, 8);
		break;
	default:
		/* validation lets nothing else through */
		dt_mstate_fault(mstate, DTRACEFLT_ILLOP, op);
		break;
	}
}

/* Operands of the instruction at hand; only where its format has them are these bits registers. */
#define R1 regs[DIF_INSTR_R1(instr)]
#define R2 regs[DIF_INSTR_R2(instr)]
#define RD regs[DIF_INSTR_RD(instr)]

/*
 * One switch over all instructions: dispatch is the whole function. Shifts use the low six bits of
 * the count, as the CPUs do. Kernels have no jump tables, so a switch is a tree of comparisons: the
 * most frequent instructions are tested before it.
 */
DT_PROBE_CTX static uint64_t run(const struct dt_difo *difo, struct dt_mstate *mstate)
{
	const dif_instr_t *code = difo->code;
	DT_UNINITIALIZED struct dt_machine machine;
	uint64_t *regs = machine.regs;
	dif_instr_t instr;
	uint32_t pc = 0;
	unsigned int op, at;

	dt_dif_start(&machine, mstate, difo);
	for (;;) {
		instr = code[pc++];
		op = DIF_INSTR_OP(instr);
		if (op == DIF_OP_SETX) {
			RD = difo->ints[DIF_INSTR_INDEX(instr)];
			continue;
		}
		switch (op) {
		case DIF_OP_OR:
			RD = R1 | R2;
			continue;
		case DIF_OP_XOR:
			RD = R1 ^ R2;
			continue;
		case DIF_OP_AND:
			RD = R1 & R2;
			continue;
		case DIF_OP_SLL:
			RD = R1 << (R2 & 63);
			continue;
		case DIF_OP_SRL:
			RD = R1 >> (R2 & 63);
			continue;
		case DIF_OP_SRA:
			RD = (uint64_t)((int64_t)R1 >> (R2 & 63));
			continue;
		case DIF_OP_SUB:
			RD = R1 - R2;
			continue;
		case DIF_OP_ADD:
			RD = R1 + R2;
			continue;
		case DIF_OP_MUL:
			RD = R1 * R2;
			continue;
		case DIF_OP_NOT:
			RD = ~R1;
			continue;
		case DIF_OP_MOV:
			RD = R1;
			continue;
		case DIF_OP_CMP:
			machine.left = R1;
			machine.right = R2;
			continue;
		case DIF_OP_TST:
			machine.left = R1;
			machine.right = 0;
			continue;
		case DIF_OP_SETS:
			RD = (uintptr_t)(difo->strings + DIF_INSTR_INDEX(instr));
			continue;
		case DIF_OP_NOP:
			continue;
		case DIF_OP_POPTS:
			machine.tuple.count -= machine.tuple.count > 0;
			continue;
		case DIF_OP_FLUSHTS:
			machine.tuple.count = 0;
			continue;
		case DIF_OP_RET:
			return RD;
		case DIF_OP_BA ... DIF_OP_BLEU:
			if (dt_dif_taken(op, machine.left, machine.right))
				pc = DIF_INSTR_LABEL(instr);
			continue;
		case DIF_OP_LDSB ... DIF_OP_LDX:
		case DIF_OP_ULDSB ... DIF_OP_RLDX:
			RD = dt_dif_op_load(mstate, op, R1);
			break;
		case DIF_OP_LDGS:
			at = DIF_INSTR_INDEX(instr);
			RD = at < DIF_VAR_USER_MIN ? dt_dif_builtin(mstate, at)
						   : dt_dif_static_load(mstate, DIF_SCOPE_GLOBAL, at);
			break;
		case DIF_OP_LDTS:
			RD = dt_dif_thread_load(mstate, DIF_INSTR_INDEX(instr));
			break;
		case DIF_OP_STTS:
			dt_dif_thread_store(mstate, DIF_INSTR_INDEX(instr), RD);
			break;
		case DIF_OP_STGS:
			dt_dif_static_store(mstate, DIF_SCOPE_GLOBAL, DIF_INSTR_INDEX(instr), RD);
			break;
		case DIF_OP_LDLS:
			RD = dt_dif_static_load(mstate, DIF_SCOPE_LOCAL, DIF_INSTR_INDEX(instr));
			break;
		case DIF_OP_STLS:
			dt_dif_static_store(mstate, DIF_SCOPE_LOCAL, DIF_INSTR_INDEX(instr), RD);
			break;
		case DIF_OP_LDGAA ... DIF_OP_STTAA:
			dt_dif_op_array(&machine, instr);
			break;
		default:
			dt_dif_op_guarded(&machine, instr);
			break;
		}
		if (DT_UNLIKELY(mstate->faulted)) {
			mstate->fault_offset = (int32_t)((pc - 1) * sizeof(dif_instr_t));
			return 0;
		}
	}
}

/* ---- formulas -------------------------------------------------------------------------------- */

/* As the machine does it (run()). */
DT_PROBE_CTX uint64_t dt_formula_operate(unsigned int op, uint64_t left, uint64_t right)
{
	switch (op) {
	case DIF_OP_ADD:
		return left + right;
	case DIF_OP_MUL:
		return left * right;
	case DIF_OP_AND:
		return left & right;
	case DIF_OP_OR:
		return left | right;
	case DIF_OP_XOR:
		return left ^ right;
	case DIF_OP_SLL:
		return left << (right & 63);
	case DIF_OP_SRL:
		return left >> (right & 63);
	default:
		return (uint64_t)((int64_t)left >> (right & 63));
	}
}

/* What faults is begun again by the machine, which says where. */
DT_PROBE_CTX static uint64_t compute(const struct dt_difo *difo, struct dt_mstate *mstate)
{
	uint64_t value = dt_formula_run(mstate, &difo->formula);

	if (DT_LIKELY(!mstate->faulted))
		return value;
	mstate->faulted = false;
	return run(difo, mstate);
}

DT_PROBE_CTX uint64_t dt_dif_run(const struct dt_difo *difo, struct dt_mstate *mstate)
{
	DT_UNINITIALIZED uint64_t value;

	mstate->difo = difo;
	if (DT_UNLIKELY(mstate->limited))
		return run(difo, mstate);
	if (difo->shape == DT_SHAPE_FORMULA)
		return compute(difo, mstate);
	switch (difo->shape) {
	case DT_SHAPE_CODE:
		return difo->native != 0 ? dt_dif_run_native(difo, mstate) : run(difo, mstate);
	case DT_SHAPE_ARG:
		if (DT_LIKELY(!dt_firing_arg(mstate->probe, mstate->firing, (unsigned int)difo->operand, &value)))
			return value;
		dt_mstate_fault(mstate, DTRACEFLT_BADADDR, 0);
		break;
	case DT_SHAPE_FACT:
		return os_fact((enum os_fact)difo->operand);
	case DT_SHAPE_CONSTANT:
		return difo->operand;
	default:
		value = dt_dif_builtin(mstate, (uint32_t)difo->operand);
		if (DT_LIKELY(!mstate->faulted))
			return value;
		break;
	}
	mstate->fault_offset = 0;
	return 0;
}

#undef R1
#undef R2
#undef RD

/* ---- putting values into records ------------------------------------------------------------- */

DT_PROBE_CTX static bool store_user(struct dt_mstate *mstate, const struct dtrace_diftype *type, uint64_t value,
				    char *dst, uint32_t size)
{
	long length;

	if (!dt_mstate_permits(mstate, DT_NEED_PROCESS, value))
		return false;
	if (type->kind == DIF_TYPE_STRING) {
		length = os_uload_str(dst, value, size);
		if (length >= 0) {
			dt_memset(dst + length, 0, size - (size_t)length);
			return true;
		}
	} else if (!os_uload(dst, value, size)) {
		return true;
	}
	dt_mstate_fault(mstate, DTRACEFLT_BADADDR, value);
	return false;
}

DT_PROBE_CTX static bool store_string(struct dt_mstate *mstate, uint64_t value, char *dst, uint32_t size)
{
	long length = dt_dif_copy_string(mstate, dst, value, size);

	if (length < 0)
		return false;
	dt_memset(dst + length, 0, size - (size_t)length);
	return true;
}

DT_PROBE_CTX bool dt_dif_store(struct dt_mstate *mstate, const struct dtrace_diftype *type, uint64_t value, void *dst)
{
	uint32_t size = dt_dif_size(type, mstate->strsize);

	if (size == 0)
		return true;
	if (type->flags & DIF_TYPE_BYUREF)
		return store_user(mstate, type, value, dst, size);
	if (type->kind == DIF_TYPE_STRING)
		return store_string(mstate, value, dst, size);
	if (type->flags & DIF_TYPE_BYREF)
		return dt_dif_copy(mstate, dst, value, size);
	switch (size) {
	case 1:
		*(uint8_t *)dst = (uint8_t)value;
		break;
	case 2:
		DT_PUT16(dst, value);
		break;
	case 4:
		DT_PUT32(dst, value);
		break;
	default:
		DT_PUT64(dst, value);
		break;
	}
	return true;
}
