/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_dif.c - the DIF validator and machine on arbitrary bytes. Whatever is accepted must run to
 * an end, write nothing but its own memory, and leave the machine usable.
 *
 * One input is a header of 4 bytes, then 4 bytes per instruction. Header byte 0 chooses how
 * instructions are read: raw (nearly all are refused: the validator's test), or folded into what
 * the format allows (nearly all run: the machine's test), where some units become a whole call with
 * arguments, or a store to an array element with keys. Byte 1 picks the result type, byte 2 the CPU
 * and the pages that are missing, byte 3 the scratch size.
 *
 * Where bit 5 of byte 2 is set, what would make a second run another one (stores, random numbers) is left out, and the
 * object is run twice: by the machine, and as code of this CPU (core/dif/native.h). Both must have done the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/provider.h>

#include "core/dif/machine.h"
#include "core/dif/native.h"
#include "core/dif/vars.h"
#include "fake_os.h"
#include "fuzz.h"
#include "os/os.h"

#define CODE_MAX    256u
#define SCRATCH_MAX 2048u
#define GUARD       64u
#define STRSIZE     64u

static const char strings[] =
	"\0hello\0/usr/lib/../x//.\0a,b,,c\0{\"a\":[1,{\"b\":\"c\"}]}\0a[1].b\0-0x7fffffffffffffff\0%\xff\xfe";

static const struct dtrace_diftype type_int = { .kind = DIF_TYPE_CTF, .size = 8 };
static const struct dtrace_diftype type_string = { .kind = DIF_TYPE_STRING, .flags = DIF_TYPE_BYREF };
static const struct dtrace_diftype type_struct = { .kind = DIF_TYPE_CTF, .flags = DIF_TYPE_BYREF, .size = 40 };
static const struct dtrace_diftype type_user = { .kind = DIF_TYPE_CTF, .flags = DIF_TYPE_BYUREF, .size = 24 };

/* Every scope and kind with every type: id = USER_MIN + 3 * kind + type. */
#define VARS 15
static struct dtrace_difv vars[VARS];

static uint64_t ints[32];
static struct dt_vars *space;
static uint8_t scratch[GUARD + SCRATCH_MAX + GUARD];
static struct dt_firing firing;

static void fail(const char *what)
{
	fprintf(stderr, "fuzz_dif: %s\n", what);
	abort();
}

static void set_up_vars(void)
{
	const struct dtrace_diftype *const types[3] = { &type_int, &type_string, &type_struct };
	unsigned int count = 0;

	for (unsigned int scope = 0; scope < 3; scope++)
		for (unsigned int kind = 0; kind < 2; kind++) {
			if (scope == DIF_SCOPE_LOCAL && kind == DIF_VARKIND_ARRAY)
				continue;
			for (unsigned int type = 0; type < 3; type++) {
				vars[count].id = DIF_VAR_USER_MIN + 3 * kind + type;
				vars[count].scope = (uint8_t)scope;
				vars[count].kind = (uint8_t)kind;
				vars[count++].type = *types[type];
			}
		}
}

static void set_up(void)
{
	uint64_t kernel, user;
	unsigned int n = 0;

	fake_os_reset();
	kernel = fake_kernel("kernel\0text", 12);
	user = fake_user("user\0text", 10);
	fake_os.execargs = "a b c";
	fake_os.has_user_regs = true;
	fake_os.kstack_count = 4;
	fake_os.ustack_count = 4;
	set_up_vars();
	ints[n++] = kernel;
	ints[n++] = fake_kernel_page(1) - 3;
	ints[n++] = fake_kernel_page(7) + FAKE_PAGE - 5;
	ints[n++] = user;
	ints[n++] = fake_user_page(1) - 3;
	ints[n++] = (uintptr_t)scratch;
	ints[n++] = (uintptr_t)scratch + GUARD;
	ints[n++] = (uintptr_t)scratch + GUARD + 8;
	ints[n++] = (uintptr_t)scratch + GUARD + SCRATCH_MAX - 1;
	ints[n++] = (uintptr_t)strings;
	ints[n++] = (uintptr_t)strings + sizeof(strings) - 1;
	ints[n++] = (uint64_t)INT64_MIN;
	ints[n++] = INT64_MAX;
	ints[n++] = UINT64_MAX;
	ints[n++] = UINT32_MAX;
	ints[n++] = STRSIZE;
	ints[n++] = STRSIZE - 1;
	ints[n++] = SCRATCH_MAX;
	ints[n++] = 32; /* ARPHRD_INFINIBAND */
	while (n < DT_ARRAY_SIZE(ints)) {
		ints[n] = n - 19;
		n++;
	}
	/* the space is small, so that losses are met too */
	space = dt_vars_create();
	if (!space || dt_vars_start(space, STRSIZE, 16384))
		fail("no variables");
}

static const uint8_t supported[] = {
	DIF_SUBR_RAND,     DIF_SUBR_COPYIN,    DIF_SUBR_COPYINSTR,  DIF_SUBR_SPECULATION, DIF_SUBR_PROGENYOF,
	DIF_SUBR_STRLEN,   DIF_SUBR_COPYOUT,   DIF_SUBR_COPYOUTSTR, DIF_SUBR_ALLOCA,      DIF_SUBR_BCOPY,
	DIF_SUBR_COPYINTO, DIF_SUBR_GETMAJOR,  DIF_SUBR_GETMINOR,   DIF_SUBR_STRJOIN,     DIF_SUBR_LLTOSTR,
	DIF_SUBR_BASENAME, DIF_SUBR_DIRNAME,   DIF_SUBR_CLEANPATH,  DIF_SUBR_STRCHR,      DIF_SUBR_STRRCHR,
	DIF_SUBR_STRSTR,   DIF_SUBR_STRTOK,    DIF_SUBR_SUBSTR,     DIF_SUBR_INDEX,       DIF_SUBR_RINDEX,
	DIF_SUBR_HTONS,    DIF_SUBR_HTONL,     DIF_SUBR_HTONLL,     DIF_SUBR_NTOHS,       DIF_SUBR_NTOHL,
	DIF_SUBR_NTOHLL,   DIF_SUBR_INET_NTOP, DIF_SUBR_INET_NTOA,  DIF_SUBR_INET_NTOA6,  DIF_SUBR_TOUPPER,
	DIF_SUBR_TOLOWER,  DIF_SUBR_JSON,      DIF_SUBR_STRTOLL,    DIF_SUBR_LINK_NTOP,
};

static unsigned int pick_subr(unsigned int choice)
{
	return supported[choice % sizeof(supported)];
}

static unsigned int pick_id(unsigned int op, unsigned int choice)
{
	switch (op) {
	case DIF_OP_LDGS:
		if (choice & 0x80)
			return DIF_VAR_CURTHREAD + choice % 34;
		return DIF_VAR_USER_MIN + 3 + choice % 3;
	case DIF_OP_LDGAA:
	case DIF_OP_LDTAA:
	case DIF_OP_STGAA:
	case DIF_OP_STTAA:
		return DIF_VAR_USER_MIN + choice % 3;
	default:
		return DIF_VAR_USER_MIN + 3 + choice % 3;
	}
}

/* Make of four bytes an instruction that validation is likely to accept. */
static dif_instr_t fold(const uint8_t *bytes, uint32_t pc, uint32_t count)
{
	unsigned int op = 1 + bytes[0] % DIF_OP_XLATE;
	unsigned int r1 = bytes[1] % DIF_REGS, r2 = bytes[2] % DIF_REGS;
	unsigned int rd = 1 + bytes[3] % (DIF_REGS - 1);

	switch (op) {
	case DIF_OP_NOT:
	case DIF_OP_MOV:
	case DIF_OP_LDSB ... DIF_OP_LDX:
	case DIF_OP_ALLOCS:
	case DIF_OP_STB ... DIF_OP_RLDX:
		return DIF_INSTR(op, r1, 0, rd);
	case DIF_OP_CMP:
	case DIF_OP_SCMP:
		return DIF_INSTR(op, r1, r2, 0);
	case DIF_OP_TST:
		return DIF_INSTR(op, r1, 0, 0);
	case DIF_OP_BA ... DIF_OP_BLEU:
		return DIF_INSTR_BRANCH(op, DT_MIN(pc + 1 + bytes[1] % 8, count - 1));
	case DIF_OP_RET:
	case DIF_OP_NOP:
		return DIF_INSTR(DIF_OP_NOP, 0, 0, 0);
	case DIF_OP_POPTS:
	case DIF_OP_FLUSHTS:
		return DIF_INSTR(op, 0, 0, 0);
	case DIF_OP_SETX:
		return DIF_INSTR_WIDE(op, bytes[1] % DT_ARRAY_SIZE(ints), rd);
	case DIF_OP_SETS:
		return DIF_INSTR_WIDE(op, bytes[1] % sizeof(strings), rd);
	case DIF_OP_LDGA:
		return DIF_INSTR(op, bytes[1] & 1 ? DIF_VAR_ARGS : DIF_VAR_UREGS, r2, rd);
	case DIF_OP_LDTA:
		return DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0);
	case DIF_OP_CALL:
		return DIF_INSTR_WIDE(op, pick_subr(bytes[1]), rd);
	case DIF_OP_PUSHTR:
	case DIF_OP_PUSHTV:
		return DIF_INSTR(op, bytes[1] & 1, r2, rd);
	case DIF_OP_LDGS:
	case DIF_OP_STGS:
	case DIF_OP_LDTS:
	case DIF_OP_STTS:
	case DIF_OP_LDGAA ... DIF_OP_STLS:
		return DIF_INSTR_WIDE(op, pick_id(op, bytes[1]), rd);
	default:
		return DIF_INSTR(op, r1, r2, rd);
	}
}

/* One unit of input at code[pc]; how many instructions it became. */
static uint32_t unit(dif_instr_t *code, uint32_t pc, uint32_t count, const uint8_t *bytes)
{
	unsigned int choice = bytes[3];
	uint32_t at = pc;

	if (bytes[0] < 0xa0 || count - pc < 10) {
		code[pc] = fold(bytes, pc, count);
		return 1;
	}
	code[at++] = DIF_INSTR(DIF_OP_FLUSHTS, 0, 0, 0);
	for (unsigned int arg = 0; arg <= (choice & 1) + ((choice >> 1) & 1u); arg++, choice >>= 2) {
		unsigned int value = bytes[2] * (arg + 1) + bytes[3];

		if (choice & 4) {
			code[at++] = DIF_INSTR_WIDE(DIF_OP_SETX, value % DT_ARRAY_SIZE(ints), 1);
			code[at++] = DIF_INSTR(choice & 8 ? DIF_OP_PUSHTV : DIF_OP_PUSHTR, (value >> 5) & 1, 0, 1);
		} else {
			code[at++] = DIF_INSTR_WIDE(DIF_OP_SETS, value % sizeof(strings), 1);
			code[at++] = DIF_INSTR(DIF_OP_PUSHTR, DIF_TYPE_STRING, 0, 1);
		}
	}
	if (bytes[0] >= 0xb8) {
		code[at++] = DIF_INSTR_WIDE(DIF_OP_CALL, pick_subr(bytes[1]), 1 + bytes[1] % 7);
	} else {
		code[at++] = DIF_INSTR_WIDE(DIF_OP_SETX, bytes[2] % DT_ARRAY_SIZE(ints), 1);
		code[at++] = DIF_INSTR_WIDE(bytes[0] & 1 ? DIF_OP_STGAA : DIF_OP_STTAA, DIF_VAR_USER_MIN, bytes[1] & 1);
	}
	return at - pc;
}

/* The results of a run. */
struct outcome {
	uint64_t value, fault_value;
	uint32_t faulted, fault, fault_offset, scratch_used;
	uint8_t scratch[SCRATCH_MAX];
	uint8_t record[DT_MAX(STRSIZE, 1024u)];
};

static void run(struct dt_difo *difo, const uint8_t header[4], struct outcome *outcome)
{
	const uint32_t size = 8 + header[3] * 8u;
	struct dt_mstate mstate;
	uint64_t value;

	memset(outcome, 0, sizeof(*outcome));
	memset(&mstate, 0, sizeof(mstate));
	memset(scratch, 0xa5, sizeof(scratch));
	mstate.firing = &firing;
	mstate.vars = space;
	mstate.cpu = header[2] % FAKE_CPUS;
	mstate.scratch = scratch + GUARD;
	mstate.scratch_end = mstate.scratch + DT_MIN(size, SCRATCH_MAX);
	mstate.strsize = STRSIZE;
	mstate.destructive = header[2] & 0x80;
	dt_mstate_begin(&mstate);
	dt_mstate_clause(&mstate);
	value = dt_dif_run(difo, &mstate);
	if (mstate.faulted && value)
		fail("a value in spite of a fault");
	if (mstate.faulted && (mstate.fault_offset % 4 || mstate.fault_offset / 4 >= difo->code_count))
		fail("fault outside of the object");
	if (mstate.fault > DTRACEFLT_BADINDEX || (mstate.faulted && mstate.fault == DTRACEFLT_UNKNOWN))
		fail("unknown fault");
	if (!mstate.faulted)
		dt_dif_store(&mstate, &difo->rtype, value, outcome->record);
	if (mstate.scratch_ptr > mstate.scratch_end || mstate.scratch_ptr < mstate.scratch)
		fail("scratch overrun");
	for (uint32_t i = 0; i < GUARD; i++)
		if (scratch[i] != 0xa5 || mstate.scratch_end[i] != 0xa5)
			fail("write outside of scratch");
	outcome->value = value;
	outcome->faulted = mstate.faulted;
	outcome->fault = mstate.faulted ? mstate.fault : 0;
	outcome->fault_offset = mstate.faulted ? (uint32_t)mstate.fault_offset : 0;
	outcome->fault_value = mstate.faulted ? mstate.fault_value : 0;
	outcome->scratch_used = (uint32_t)(mstate.scratch_ptr - mstate.scratch);
	memcpy(outcome->scratch, mstate.scratch, sizeof(outcome->scratch));
}

/* Leave out what would make a second run another one. */
static void make_repeatable(struct dt_difo *difo, dif_instr_t *code)
{
	unsigned int index;

	for (uint32_t i = 0; i < difo->code_count; i++) {
		index = DIF_INSTR_INDEX(code[i]);
		switch (DIF_INSTR_OP(code[i])) {
		case DIF_OP_STGS:
		case DIF_OP_STTS:
		case DIF_OP_STGAA:
		case DIF_OP_STTAA:
		case DIF_OP_STLS:
			code[i] = DIF_INSTR(DIF_OP_NOP, 0, 0, 0);
			break;
		case DIF_OP_CALL:
			if (index == DIF_SUBR_RAND || index == DIF_SUBR_COPYOUT || index == DIF_SUBR_COPYOUTSTR ||
			    index == DIF_SUBR_SPECULATION)
				code[i] = DIF_INSTR(DIF_OP_NOP, 0, 0, 0);
			break;
		}
	}
}

static void explain(const struct dt_difo *difo, const struct outcome *machine, const struct outcome *code)
{
	const struct outcome *const outcomes[] = { machine, code };

	for (uint32_t i = 0; i < difo->code_count; i++)
		fprintf(stderr, "%3u: %08x\n", i, difo->code[i]);
	for (unsigned int i = 0; i < 2; i++)
		fprintf(stderr, "%s: value %#llx faulted %u fault %u at %u: %#llx, scratch used %u\n",
			i == 0 ? "the machine" : "code", (unsigned long long)outcomes[i]->value, outcomes[i]->faulted,
			outcomes[i]->fault, outcomes[i]->fault_offset, (unsigned long long)outcomes[i]->fault_value,
			outcomes[i]->scratch_used);
	for (unsigned int i = 0; i < sizeof(machine->scratch); i++)
		if (machine->scratch[i] != code->scratch[i])
			fprintf(stderr, "scratch byte %u: %#x and %#x\n", i, machine->scratch[i], code->scratch[i]);
	if (memcmp(machine->record, code->record, sizeof(machine->record)) != 0)
		fprintf(stderr, "the records differ\n");
	fail("the machine and this CPU's code have different results");
}

static void run_twice(struct dt_difo *difo, const uint8_t header[4])
{
	static struct outcome machine, code;
	uint64_t mono = fake_os.mono, wall = fake_os.wall; /* which go on each time they are read */
	struct dt_native native;

	difo->shape = DT_SHAPE_CODE;
	difo->native = 0;
	run(difo, header, &machine);
	dt_native_make(&native, difo, 1);
	if (difo->native == 0 && !dt_difo_reads(difo, DIF_VAR_CALLER) && !dt_difo_reads(difo, DIF_VAR_STACKDEPTH))
		fail("no code");
	if (difo->native != 0) {
		fake_os.mono = mono;
		fake_os.wall = wall;
		run(difo, header, &code);
		if (memcmp(&machine, &code, sizeof(code)) != 0)
			explain(difo, &machine, &code);
	}
	dt_native_free(&native);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	static const struct dtrace_diftype *const results[] = { &type_int, &type_string, &type_struct, &type_user };
	static dif_instr_t code[CODE_MAX];
	static unsigned int runs;
	static struct outcome outcome;
	struct dt_difo difo = { .code = code, .ints = ints, .strings = strings, .vars = vars };
	const char *reason = NULL;

	if (size < 8)
		return 0;
	if (!space || runs++ % 4096 == 0) {
		dt_vars_destroy(space);
		set_up();
	}
	difo.code_count = (uint32_t)DT_MIN((size - 4) / 4, CODE_MAX);
	difo.int_count = DT_ARRAY_SIZE(ints);
	difo.string_size = sizeof(strings);
	difo.var_count = VARS;
	difo.rtype = *results[data[1] % DT_ARRAY_SIZE(results)];
	for (uint32_t pc = 0; data[0] & 1 && pc < difo.code_count; pc++)
		memcpy(&code[pc], data + 4 + 4 * pc, 4);
	for (uint32_t pc = 0; !(data[0] & 1) && pc < difo.code_count;)
		pc += unit(code, pc, difo.code_count, data + 4 + 4 * pc);
	if (!(data[0] & 2))
		code[difo.code_count - 1] = DIF_INSTR(DIF_OP_RET, 0, 0, data[1] % DIF_REGS);
	if (data[2] & 0x20)
		make_repeatable(&difo, code);
	if (dt_difo_validate(&difo, &reason)) {
		if (!reason || strncmp(reason, "dif-", 4))
			fail("refused without a reason");
		return 0;
	}
	if (data[2] & 0x40)
		fake_kernel_hole(1);
	if (dt_vars_declare(space, &difo, &reason) != 0)
		return 1;
	if (data[2] & 0x20)
		run_twice(&difo, data);
	else
		run(&difo, data, &outcome);
	return 1;
}
