/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native.c - DIF objects as this CPU's own instructions; native.h says why. */
#include "core/dif/native.h"

#include <dtrace/provider.h>
#include <isa_types.h>

#include "base/memory.h"
#include "base/report.h"
#include "core/dif/dif_impl.h"
#include "isa/native.h"
#include "os/os.h"

#define ALIGNMENT 16u /* bytes, of the code of an object */

/* Registers of isa/native.h: those of DIF, then what was compared. */
enum { REG_LEFT = DIF_REGS, REG_RIGHT };

DT_STATIC_ASSERT(offsetof(struct dt_machine, left) == REG_LEFT * sizeof(uint64_t), "registers are one after the other");
DT_STATIC_ASSERT(offsetof(struct dt_machine, right) == REG_RIGHT * sizeof(uint64_t) && REG_RIGHT + 1 == ISA_NATIVE_REGS,
		 "and these are the last");

/* [A] for people: objects with code, those left to the machine, and the bytes. */
static uint32_t live_objects, live_left, live_bytes;

/* ---- helpers: @word is the instruction's place in the object ---------------------------------- */

#define HELPER(name) static DT_PROBE_CTX ISA_NATIVE_HELPER(name)

DT_PROBE_INLINE dif_instr_t instr_at(const struct dt_machine *machine, uint32_t at)
{
	return machine->difo->code[at];
}

/* Return: what a helper returns. */
DT_PROBE_INLINE int done(const struct dt_machine *machine, uint32_t at)
{
	struct dt_mstate *mstate = machine->mstate;

	if (DT_LIKELY(!mstate->faulted))
		return 0;
	mstate->fault_offset = (int32_t)(at * sizeof(dif_instr_t));
	return 1;
}

/* A helper that puts @value, in which `instr` and `it` are known, into the instruction's register. */
#define VALUE_HELPER(name, value)                        \
	HELPER(name)                                     \
	{                                                \
		struct dt_machine *it = frame;           \
		dif_instr_t instr = instr_at(it, word);  \
                                                         \
		it->regs[DIF_INSTR_RD(instr)] = (value); \
		return done(it, word);                   \
	}

/* A helper that stores the instruction's register. */
#define STORE_HELPER(name, store)                       \
	HELPER(name)                                    \
	{                                               \
		struct dt_machine *it = frame;          \
		dif_instr_t instr = instr_at(it, word); \
                                                        \
		store;                                  \
		return done(it, word);                  \
	}

#define INDEX DIF_INSTR_INDEX(instr)
#define RD    it->regs[DIF_INSTR_RD(instr)]
#define ADDR  it->regs[DIF_INSTR_R1(instr)]

VALUE_HELPER(builtin, dt_dif_builtin(it->mstate, INDEX))
VALUE_HELPER(global, dt_dif_static_load(it->mstate, DIF_SCOPE_GLOBAL, INDEX))
VALUE_HELPER(local, dt_dif_static_load(it->mstate, DIF_SCOPE_LOCAL, INDEX))
VALUE_HELPER(thread, dt_dif_thread_load(it->mstate, INDEX))
VALUE_HELPER(load_8, dt_dif_load(it->mstate, ADDR, 1))
VALUE_HELPER(load_16, dt_dif_load(it->mstate, ADDR, 2))
VALUE_HELPER(load_32, dt_dif_load(it->mstate, ADDR, 4))
VALUE_HELPER(load_64, dt_dif_load(it->mstate, ADDR, 8))
VALUE_HELPER(load_signed_32, (uint64_t)(int64_t)(int32_t)dt_dif_load(it->mstate, ADDR, 4))
VALUE_HELPER(load_other, dt_dif_op_load(it->mstate, DIF_INSTR_OP(instr), ADDR))
STORE_HELPER(store_global, dt_dif_static_store(it->mstate, DIF_SCOPE_GLOBAL, INDEX, RD))
STORE_HELPER(store_local, dt_dif_static_store(it->mstate, DIF_SCOPE_LOCAL, INDEX, RD))
STORE_HELPER(store_thread, dt_dif_thread_store(it->mstate, INDEX, RD))
STORE_HELPER(array, dt_dif_op_array(it, instr))
STORE_HELPER(guarded, dt_dif_op_guarded(it, instr))

/* An argument of the firing; one that cannot be read is a fault, as dt_dif_builtin() says it. */
HELPER(argument)
{
	struct dt_machine *machine = frame;
	struct dt_mstate *mstate = machine->mstate;
	dif_instr_t instr = instr_at(machine, word);
	uint64_t *rd = &machine->regs[DIF_INSTR_RD(instr)];

	if (DT_LIKELY(!dt_firing_arg(mstate->probe, mstate->firing, DIF_INSTR_INDEX(instr) - DIF_VAR_ARG0, rd)))
		return 0;
	return builtin(frame, word);
}

HELPER(pop)
{
	struct dt_machine *machine = frame;

	machine->tuple.count -= machine->tuple.count > 0;
	return 0;
}

HELPER(flush)
{
	struct dt_machine *machine = frame;

	machine->tuple.count = 0;
	return 0;
}

#undef INDEX
#undef RD
#undef ADDR

DT_PROBE_CTX uint64_t dt_dif_run_native(const struct dt_difo *difo, struct dt_mstate *mstate)
{
	DT_UNINITIALIZED struct dt_machine machine;
	union {
		uintptr_t addr;
		ISA_NATIVE_CODE(call);
	} code = { (uintptr_t)difo->native };

	dt_dif_start(&machine, mstate, difo);
	return code.call(&machine);
}

/* ---- translation ------------------------------------------------------------------------------- */

/* An object on its way. */
struct work {
	const struct dt_difo *difo;
	struct isa_native_insn *program; /* room for two instructions for each one */
	uint32_t count;
	uint32_t *places;    /* by instruction of the object: where it begins in the program */
	uint32_t *offsets;   /* for isa_native_make() */
	uint8_t *lands;      /* by instruction: a branch leads here */
	uint8_t *bytes;      /* code */
	size_t size;         /* of bytes */
	bool keeps_compared; /* some branch needs what was compared in its registers */
};

static void put(struct work *work, unsigned int op, unsigned int rd, unsigned int r1, unsigned int r2)
{
	struct isa_native_insn *in = &work->program[work->count++];

	in->op = (uint8_t)op;
	in->rd = (uint8_t)rd;
	in->r1 = (uint8_t)r1;
	in->r2 = (uint8_t)r2;
}

static void put_constant(struct work *work, unsigned int rd, uint64_t value)
{
	put(work, ISA_NATIVE_CONST, rd, 0, 0);
	work->program[work->count - 1].value = value;
}

static void put_call(struct work *work, int(ISA_NATIVE_CC *helper)(void *frame, uint32_t word), uint32_t at)
{
	put(work, ISA_NATIVE_CALL, 0, 0, 0);
	work->program[work->count - 1].word = at;
	work->program[work->count - 1].value = (uintptr_t)helper;
}

static bool is_branch(dif_instr_t instr)
{
	return DIF_INSTR_OP(instr) >= DIF_OP_BA && DIF_INSTR_OP(instr) <= DIF_OP_BLEU;
}

/* Whether a branch that is not always taken has its comparison right before it, and nobody else comes to it. */
static bool compares_itself(const struct work *work, uint32_t at)
{
	unsigned int before = at > 0 ? DIF_INSTR_OP(work->difo->code[at - 1]) : DIF_OP_NOP;

	return (before == DIF_OP_CMP || before == DIF_OP_TST) && !work->lands[at];
}

static void look(struct work *work)
{
	const struct dt_difo *difo = work->difo;
	uint32_t i;

	for (i = 0; i < difo->code_count; i++)
		if (is_branch(difo->code[i]))
			work->lands[DIF_INSTR_LABEL(difo->code[i])] = 1;
	work->keeps_compared = false;
	for (i = 0; i < difo->code_count; i++)
		if (is_branch(difo->code[i]) && DIF_INSTR_OP(difo->code[i]) != DIF_OP_BA && !compares_itself(work, i))
			work->keeps_compared = true;
}

static void put_branch(struct work *work, uint32_t at)
{
	static const uint8_t whens[] = {
		[DIF_OP_BA - DIF_OP_BA] = ISA_NATIVE_ALWAYS, [DIF_OP_BE - DIF_OP_BA] = ISA_NATIVE_E,
		[DIF_OP_BNE - DIF_OP_BA] = ISA_NATIVE_NE,    [DIF_OP_BG - DIF_OP_BA] = ISA_NATIVE_G,
		[DIF_OP_BGU - DIF_OP_BA] = ISA_NATIVE_GU,    [DIF_OP_BGE - DIF_OP_BA] = ISA_NATIVE_GE,
		[DIF_OP_BGEU - DIF_OP_BA] = ISA_NATIVE_GEU,  [DIF_OP_BL - DIF_OP_BA] = ISA_NATIVE_L,
		[DIF_OP_BLU - DIF_OP_BA] = ISA_NATIVE_LU,    [DIF_OP_BLE - DIF_OP_BA] = ISA_NATIVE_LE,
		[DIF_OP_BLEU - DIF_OP_BA] = ISA_NATIVE_LEU,
	};
	dif_instr_t instr = work->difo->code[at], before = at > 0 ? work->difo->code[at - 1] : 0;
	unsigned int left = REG_LEFT, right = REG_RIGHT;

	if (compares_itself(work, at)) {
		left = DIF_INSTR_R1(before);
		right = DIF_INSTR_OP(before) == DIF_OP_CMP ? DIF_INSTR_R2(before) : 0;
	}
	put(work, ISA_NATIVE_BRANCH, 0, left, right);
	work->program[work->count - 1].when = whens[DIF_INSTR_OP(instr) - DIF_OP_BA];
	work->program[work->count - 1].target = DIF_INSTR_LABEL(instr); /* of the object, for now */
}

/* Operations of two registers; ISA_NATIVE_OPS: it is none. */
static unsigned int operation(unsigned int op)
{
	switch (op) {
	case DIF_OP_OR:
		return ISA_NATIVE_OR;
	case DIF_OP_XOR:
		return ISA_NATIVE_XOR;
	case DIF_OP_AND:
		return ISA_NATIVE_AND;
	case DIF_OP_SLL:
		return ISA_NATIVE_SLL;
	case DIF_OP_SRL:
		return ISA_NATIVE_SRL;
	case DIF_OP_SRA:
		return ISA_NATIVE_SRA;
	case DIF_OP_SUB:
		return ISA_NATIVE_SUB;
	case DIF_OP_ADD:
		return ISA_NATIVE_ADD;
	case DIF_OP_MUL:
		return ISA_NATIVE_MUL;
	case DIF_OP_NOT:
		return ISA_NATIVE_NOT;
	case DIF_OP_MOV:
		return ISA_NATIVE_MOVE;
	default:
		return ISA_NATIVE_OPS;
	}
}

static void put_global(struct work *work, uint32_t at)
{
	uint32_t id = DIF_INSTR_INDEX(work->difo->code[at]);

	if (id >= DIF_VAR_ARG0 && id <= DIF_VAR_ARG9)
		put_call(work, argument, at);
	else
		put_call(work, id < DIF_VAR_USER_MIN ? builtin : global, at);
}

static void put_helped(struct work *work, uint32_t at)
{
	dif_instr_t instr = work->difo->code[at];

	switch (DIF_INSTR_OP(instr)) {
	case DIF_OP_LDGS:
		put_global(work, at);
		break;
	case DIF_OP_STGS:
		put_call(work, store_global, at);
		break;
	case DIF_OP_LDLS:
		put_call(work, local, at);
		break;
	case DIF_OP_STLS:
		put_call(work, store_local, at);
		break;
	case DIF_OP_LDTS:
		put_call(work, thread, at);
		break;
	case DIF_OP_STTS:
		put_call(work, store_thread, at);
		break;
	case DIF_OP_LDUB:
		put_call(work, load_8, at);
		break;
	case DIF_OP_LDUH:
		put_call(work, load_16, at);
		break;
	case DIF_OP_LDUW:
		put_call(work, load_32, at);
		break;
	case DIF_OP_LDX:
		put_call(work, load_64, at);
		break;
	case DIF_OP_LDSW:
		put_call(work, load_signed_32, at);
		break;
	case DIF_OP_LDSB:
	case DIF_OP_LDSH:
	case DIF_OP_ULDSB ... DIF_OP_RLDX:
		put_call(work, load_other, at);
		break;
	case DIF_OP_LDGAA ... DIF_OP_STTAA:
		put_call(work, array, at);
		break;
	case DIF_OP_POPTS:
		put_call(work, pop, at);
		break;
	case DIF_OP_FLUSHTS:
		put_call(work, flush, at);
		break;
	default:
		put_call(work, guarded, at);
		break;
	}
}

static void put_instr(struct work *work, uint32_t at)
{
	const struct dt_difo *difo = work->difo;
	dif_instr_t instr = difo->code[at];
	unsigned int op = DIF_INSTR_OP(instr), rd = DIF_INSTR_RD(instr), r1 = DIF_INSTR_R1(instr);

	if (operation(op) != ISA_NATIVE_OPS) {
		put(work, operation(op), rd, r1, op == DIF_OP_NOT || op == DIF_OP_MOV ? 0 : DIF_INSTR_R2(instr));
		return;
	}
	if (is_branch(instr)) {
		put_branch(work, at);
		return;
	}
	switch (op) {
	case DIF_OP_NOP:
		break;
	case DIF_OP_SETX:
		put_constant(work, rd, difo->ints[DIF_INSTR_INDEX(instr)]);
		break;
	case DIF_OP_SETS:
		put_constant(work, rd, (uintptr_t)(difo->strings + DIF_INSTR_INDEX(instr)));
		break;
	case DIF_OP_CMP:
	case DIF_OP_TST:
		if (!work->keeps_compared)
			break;
		put(work, ISA_NATIVE_MOVE, REG_LEFT, r1, 0);
		put(work, ISA_NATIVE_MOVE, REG_RIGHT, op == DIF_OP_CMP ? DIF_INSTR_R2(instr) : 0, 0);
		break;
	case DIF_OP_RET:
		put(work, ISA_NATIVE_RETURN, 0, rd, 0);
		break;
	default:
		put_helped(work, at);
		break;
	}
}

static void translate(struct work *work)
{
	const struct dt_difo *difo = work->difo;
	uint32_t i;

	work->count = 0;
	dt_memset(work->program, 0, 2 * difo->code_count * sizeof(*work->program));
	dt_memset(work->lands, 0, difo->code_count);
	look(work);
	for (i = 0; i < difo->code_count; i++) {
		work->places[i] = work->count;
		put_instr(work, i);
	}
	for (i = 0; i < work->count; i++)
		if (work->program[i].op == ISA_NATIVE_BRANCH)
			work->program[i].target = work->places[work->program[i].target];
}

/* The bytes of the object's code at @addr, in work->bytes; 0: it can have none. */
static size_t make(struct work *work, const struct dt_difo *difo, uint64_t addr)
{
	struct isa_native_place place = { .addr = addr, .thunk = os_code_return() };

	work->difo = difo;
	translate(work);
	return isa_native_make(&isa_native_self, work->program, work->count, &place, work->offsets, work->bytes,
			       work->size);
}

/* ---- a program's objects ------------------------------------------------------------------------- */

static bool walks_kernel_stack(const struct dt_difo *difo)
{
	return dt_difo_reads(difo, DIF_VAR_CALLER) || dt_difo_reads(difo, DIF_VAR_STACKDEPTH);
}

static bool may_have_code(const struct dt_difo *difo)
{
	return difo->code_count > 0 && difo->shape == DT_SHAPE_CODE && !walks_kernel_stack(difo);
}

static void work_free(struct work *work)
{
	os_free(work->program);
	os_free(work->places);
	os_free(work->offsets);
	os_free(work->lands);
	os_free(work->bytes);
}

/* Room for the largest object. */
static bool work_alloc(struct work *work, const struct dt_difo *difos, uint32_t count)
{
	uint32_t most = 0, i;

	for (i = 0; i < count; i++)
		most = DT_MAX(most, difos[i].code_count);
	work->size = (2 * (size_t)most + 2) * ISA_NATIVE_MAX;
	work->program = os_alloc(2 * (size_t)most * sizeof(*work->program));
	work->places = os_alloc(most * sizeof(*work->places));
	work->offsets = os_alloc((2 * (size_t)most + 1) * sizeof(*work->offsets));
	work->lands = os_alloc(most);
	work->bytes = os_alloc(work->size);
	return work->program != NULL && work->places != NULL && work->offsets != NULL && work->lands != NULL &&
	       work->bytes != NULL;
}

/* The bytes of all, as they would be near our own code: an instruction is as long wherever it is. */
static size_t measure(struct work *work, const struct dt_difo *difos, uint32_t count)
{
	size_t total = 0;
	uint32_t i;

	for (i = 0; i < count; i++)
		if (may_have_code(&difos[i]))
			total += DT_ROUNDUP(make(work, &difos[i], (uintptr_t)guarded), ALIGNMENT);
	return total;
}

/* @image: of native->size bytes. Return: false: some object has another size than measured. */
static bool fill(struct work *work, struct dt_native *native, struct dt_difo *difos, uint32_t count, uint8_t *image)
{
	size_t at = 0, size;
	uint32_t i;

	for (i = 0; i < count; i++) {
		if (!may_have_code(&difos[i]))
			continue;
		size = make(work, &difos[i], native->addr + at);
		if (size > native->size - at)
			return false;
		if (size == 0) /* its branches are too long for this CPU */
			continue;
		dt_memcpy(image + at, work->bytes, size);
		difos[i].native = native->addr + at;
		at += DT_ROUNDUP(size, ALIGNMENT);
		native->objects++;
	}
	return true;
}

static bool make_all(struct work *work, struct dt_native *native, struct dt_difo *difos, uint32_t count)
{
	uint8_t *image;
	bool done;

	if (!work_alloc(work, difos, count))
		return false;
	native->size = measure(work, difos, count);
	native->addr = native->size == 0 ? 0 : os_code_alloc(native->size);
	image = native->addr == 0 ? NULL : os_alloc(native->size);
	done = image != NULL && fill(work, native, difos, count, image);
	if (done)
		os_code_write(native->addr, image, native->size);
	os_free(image);
	return done;
}

void dt_native_make(struct dt_native *native, struct dt_difo *difos, uint32_t count)
{
	struct work work;
	uint32_t could = 0, i;

	dt_memset(&work, 0, sizeof(work));
	dt_memset(native, 0, sizeof(*native));
	for (i = 0; i < count; i++)
		could += difos[i].code_count > 0 && difos[i].shape == DT_SHAPE_CODE;
	if (could > 0 && !make_all(&work, native, difos, count)) {
		for (i = 0; i < count; i++)
			difos[i].native = 0;
		if (native->addr != 0)
			os_code_free(native->addr, native->size);
		dt_memset(native, 0, sizeof(*native));
	}
	work_free(&work);
	native->left = could - native->objects;
	__atomic_add_fetch(&live_objects, native->objects, __ATOMIC_RELAXED);
	__atomic_add_fetch(&live_left, native->left, __ATOMIC_RELAXED);
	__atomic_add_fetch(&live_bytes, (uint32_t)native->size, __ATOMIC_RELAXED);
}

void dt_native_free(struct dt_native *native)
{
	if (native->addr != 0)
		os_code_free(native->addr, native->size);
	__atomic_sub_fetch(&live_objects, native->objects, __ATOMIC_RELAXED);
	__atomic_sub_fetch(&live_left, native->left, __ATOMIC_RELAXED);
	__atomic_sub_fetch(&live_bytes, (uint32_t)native->size, __ATOMIC_RELAXED);
}

void dt_native_report(struct dt_report *report)
{
	dt_report_line(report, "expressions native %u left %u bytes %u", DT_READ_ONCE(live_objects),
		       DT_READ_ONCE(live_left), DT_READ_ONCE(live_bytes));
}
