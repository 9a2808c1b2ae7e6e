/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native_x86.c - do we emulate and rewrite as the CPU executes? Built for x86_64 and i386, linked
 * at fixed low addresses.
 *
 *     native_x86 [cases per form [seed]]
 *
 *     code area:  cell     cell     cell ...      a cell is 32 bytes: room for an instruction, then
 *                 [  insn|pad]                    a landing pad at +16 that notes its own address
 *                                                 and leaves. The instruction ends right before the
 *                                                 pad, and every jump goes to some pad: the pad
 *                                                 that was reached is the program counter.
 *
 * One case: random registers, flags and memory; the CPU runs the instruction between native_run's
 * two halves; then the same state goes through insn_emulate (or the instruction's slot runs on the
 * CPU), and registers, flags, program counter and memory must be equal. The trap and interrupt
 * flags cannot be tried in user space: tests/isa/x86_64/emulate.vec has them.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __x86_64__
#include "isa/x86_64/isa_types.h"
typedef uint64_t word;
#define REGS  16
#define FRAME struct x86_64_regs
#else
#include "isa/i386/isa_types.h"
typedef uint32_t word;
#define REGS  8
#define FRAME struct i386_regs
#endif

#define CODE_AT        0x30000000u
#define CELL           32u
#define PAD            16u
#define CELLS          64u /* sites; as many again are slots */
#define MEMORY_AT      0x38000000u
#define MEMORY_SIZE    8192u
#define SP             4
#define BP             5
#define CX             1
#define SHOWN_MAX      5
#define UNSTEADY_MAX   20 /* of all cases */

/* Flags that user space may change: CF PF AF ZF SF DF OF, and NT and ID by popf. */
#define FLAGS_RANDOM   0x00000cd5u
#define FLAGS_POPF     0x00204cd5u
#define FLAGS_COMPARED 0x00244cd5u

/*
 * Registers by hardware number, flags; `at` is where to go, `landed` the pad that was reached. Read
 * by the assembly below.
 */
struct state {
	word reg[REGS];
	word flags;
	word at;
	word landed;
	word home;
};

struct state native_state;
void native_run(void);
extern const char native_leave[];

#ifdef __x86_64__
__asm__(".text\n.globl native_run, native_leave\n"
	"native_run:\n"
	"	push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
	"	mov %rsp, native_state+152\n"
	"	pushq native_state+128; popfq\n"
	"	mov native_state+0, %rax; mov native_state+8, %rcx; mov native_state+16, %rdx; mov native_state+24, "
	"%rbx\n"
	"	mov native_state+32, %rsp; mov native_state+40, %rbp; mov native_state+48, %rsi; mov native_state+56, "
	"%rdi\n"
	"	mov native_state+64, %r8; mov native_state+72, %r9; mov native_state+80, %r10; mov native_state+88, "
	"%r11\n"
	"	mov native_state+96, %r12; mov native_state+104, %r13; mov native_state+112, %r14; mov "
	"native_state+120, %r15\n"
	"	jmp *native_state+136\n"
	"native_leave:\n"
	"	mov %rax, native_state+0; mov %rcx, native_state+8; mov %rdx, native_state+16; mov %rbx, "
	"native_state+24\n"
	"	mov %rsp, native_state+32; mov %rbp, native_state+40; mov %rsi, native_state+48; mov %rdi, "
	"native_state+56\n"
	"	mov %r8, native_state+64; mov %r9, native_state+72; mov %r10, native_state+80; mov %r11, "
	"native_state+88\n"
	"	mov %r12, native_state+96; mov %r13, native_state+104; mov %r14, native_state+112; mov %r15, "
	"native_state+120\n"
	"	mov native_state+152, %rsp\n"
	"	pushfq; popq native_state+128; pushq $2; popfq\n"
	"	pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
	"	ret\n");
#else
__asm__(".text\n.globl native_run, native_leave\n"
	"native_run:\n"
	"	push %ebx; push %ebp; push %esi; push %edi\n"
	"	mov %esp, native_state+44\n"
	"	pushl native_state+32; popfl\n"
	"	mov native_state+0, %eax; mov native_state+4, %ecx; mov native_state+8, %edx; mov native_state+12, "
	"%ebx\n"
	"	mov native_state+16, %esp; mov native_state+20, %ebp; mov native_state+24, %esi; mov native_state+28, "
	"%edi\n"
	"	jmp *native_state+36\n"
	"native_leave:\n"
	"	mov %eax, native_state+0; mov %ecx, native_state+4; mov %edx, native_state+8; mov %ebx, "
	"native_state+12\n"
	"	mov %esp, native_state+16; mov %ebp, native_state+20; mov %esi, native_state+24; mov %edi, "
	"native_state+28\n"
	"	mov native_state+44, %esp\n"
	"	pushfl; popl native_state+32; pushl $2; popfl\n"
	"	pop %edi; pop %esi; pop %ebp; pop %ebx\n"
	"	ret\n");
#endif

static uint8_t *const code = (uint8_t *)(uintptr_t)CODE_AT;
static uint8_t *const memory = (uint8_t *)(uintptr_t)MEMORY_AT;
static uint8_t memory_given[MEMORY_SIZE], memory_found[MEMORY_SIZE];
static uint64_t random_state = 88172645463325252u;
static uint64_t cases;
static int differences;
static int unsteady; /* differences that did not come again */

/* The instruction of the current case. */
struct trial {
	uint8_t bytes[16];
	unsigned int len;
	unsigned int cell; /* the pad after the instruction */
	word reg[REGS];
	word flags;
	bool guarded; /* ours has functions for memory */
};

static uint64_t random64(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1du;
}

static unsigned int below(unsigned int limit)
{
	return (unsigned int)((random64() >> 32) * limit >> 32);
}

static word pad_address(unsigned int cell)
{
	return CODE_AT + cell * CELL + PAD;
}

static word random_pad(void)
{
	return pad_address(below(CELLS));
}

static word memory_address(void)
{
	return MEMORY_AT + 2048 + below(4096);
}

static void put(struct trial *t, uint64_t value, unsigned int size)
{
	for (; size; size--, value >>= 8)
		t->bytes[t->len++] = (uint8_t)value;
}

/* A word that a pop will find at @addr. */
static void poke(word addr, word value)
{
	memcpy((void *)(uintptr_t)addr, &value, sizeof(value));
}

/* ---- operands -------------------------------------------------------------------------------- */

static unsigned int any_reg(void)
{
	return below(REGS);
}

/* A REX byte if needed (and sometimes if not), with the extensions of index and base. */
static void put_rex(struct trial *t, unsigned int w, unsigned int x, unsigned int b)
{
	if (REGS == 16 && (w || x >= 8 || b >= 8 || below(8) == 0))
		put(t, 0x40 | w << 3 | (x >= 8) << 1 | (b >= 8), 1);
}

/* prefix + opcode with a register in ModRM.rm */
static void put_rm_reg(struct trial *t, unsigned int opcode, unsigned int ext, unsigned int reg)
{
	put_rex(t, 0, 0, reg);
	put(t, opcode, 1);
	put(t, 0xc0 | ext << 3 | (reg & 7), 1);
}

/* ModRM with a memory operand whose address is @addr. Registers are set to make it so. */
static void put_rm_memory(struct trial *t, unsigned int opcode, unsigned int ext, word addr, bool sp_moves)
{
	unsigned int base = any_reg();
	unsigned int index = any_reg();
	unsigned int scale = below(4);
	unsigned int mod = 1 + below(2);
	int32_t disp = mod == 1 ? (int8_t)random64() : (int32_t)random64() >> 1;
	word moved = sp_moves ? sizeof(word) : 0;
	bool sib = (base & 7) == SP || below(2);

	if (base == SP) /* sp has to stay in the memory: the displacement makes the difference */
		mod = 2;
	if (!sib || index == SP || index == base)
		index = SP; /* none */
	if (base == SP) {
		index = SP;
		disp = (int32_t)(addr - moved - t->reg[SP]);
	}
	put_rex(t, 0, sib ? index : 0, base);
	put(t, opcode, 1);
	put(t, mod << 6 | ext << 3 | (sib ? 4 : base & 7), 1);
	if (sib)
		put(t, scale << 6 | (index & 7) << 3 | (base & 7), 1);
	put(t, (uint32_t)disp, mod == 1 ? 1 : 4);
	if (base != SP)
		t->reg[base] = addr - (word)(int64_t)disp - (index == SP ? 0 : t->reg[index] << scale);
}

/* The same without registers: RIP-relative in 64-bit code, absolute with a SIB byte, absolute in 32-bit code. */
static void put_rm_absolute(struct trial *t, unsigned int opcode, unsigned int ext, word addr)
{
	put(t, opcode, 1);
	if (below(2)) {
		put(t, ext << 3 | 4, 1);
		put(t, 0x25, 1);
		put(t, addr, 4);
	} else {
		put(t, ext << 3 | 5, 1);
		put(t, REGS == 16 ? addr - pad_address(t->cell) : addr, 4); /* the next instruction is the pad */
	}
}

static void put_any_memory(struct trial *t, unsigned int opcode, unsigned int ext, word addr, bool sp_moves)
{
	if (below(4))
		put_rm_memory(t, opcode, ext, addr, sp_moves);
	else
		put_rm_absolute(t, opcode, ext, addr);
}

/* ---- forms ----------------------------------------------------------------------------------- */

static void form_nop(struct trial *t)
{
	static const char *const nops[] = { "\x01\x90",
					    "\x02\x66\x90",
					    "\x05\x0f\x1f\x44\x00\x00",
					    "\x03\x0f\x1f\x00",
					    "\x07\x0f\x1f\x80\x00\x00\x00\x00",
					    "\x0a\x66\x2e\x0f\x1f\x84\x00\x00\x00\x00\x00" };
	const char *nop = nops[below(6)];

	memcpy(t->bytes, nop + 1, (size_t)nop[0]);
	t->len = (unsigned int)nop[0];
}

static void form_push_reg(struct trial *t)
{
	unsigned int reg = any_reg();

	put_rex(t, 0, 0, reg);
	put(t, 0x50 | (reg & 7), 1);
}

static void form_push_reg16(struct trial *t)
{
	put(t, 0x66, 1);
	form_push_reg(t);
}

static void form_push_rm_reg(struct trial *t)
{
	put_rm_reg(t, 0xff, 6, any_reg());
}

static void form_push_imm(struct trial *t)
{
	bool wide = below(2);
	bool small = below(4) == 0;

	if (small)
		put(t, 0x66, 1);
	put(t, wide ? 0x68 : 0x6a, 1);
	put(t, random64(), wide ? (small ? 2 : 4) : 1);
}

static void form_push_memory(struct trial *t)
{
	put_any_memory(t, 0xff, 6, memory_address(), false);
}

static void form_pushf(struct trial *t)
{
	if (below(4) == 0)
		put(t, 0x66, 1);
	put(t, 0x9c, 1);
}

static void form_pop_reg(struct trial *t)
{
	unsigned int reg = any_reg();

	put_rex(t, 0, 0, reg);
	put(t, 0x58 | (reg & 7), 1);
}

static void form_pop_reg16(struct trial *t)
{
	put(t, 0x66, 1);
	form_pop_reg(t);
}

static void form_pop_rm_reg(struct trial *t)
{
	put_rm_reg(t, 0x8f, 0, any_reg());
}

static void form_pop_memory(struct trial *t)
{
	put_any_memory(t, 0x8f, 0, memory_address(), true);
}

static void form_popf(struct trial *t)
{
	poke(t->reg[SP], (word)(random64() & FLAGS_POPF));
	if (below(4) == 0)
		put(t, 0x66, 1);
	put(t, 0x9d, 1);
}

static void form_ret(struct trial *t)
{
	poke(t->reg[SP], random_pad());
	if (below(4) == 0)
		put(t, 0xf3, 1);
	put(t, 0xc3, 1);
}

static void form_ret_imm(struct trial *t)
{
	poke(t->reg[SP], random_pad());
	put(t, 0xc2, 1);
	put(t, random64(), 2);
}

static void form_leave(struct trial *t)
{
	t->reg[BP] = memory_address();
	put(t, 0xc9, 1);
}

static void form_enter(struct trial *t)
{
	put(t, 0xc8, 1);
	put(t, REGS == 16 ? below(1024) : 0, 2);
	put(t, below(8) << 5, 1);
}

static void form_jmp(struct trial *t)
{
	put(t, 0xe9, 1);
	put(t, random_pad() - pad_address(t->cell), 4);
}

/* A near pad for an 8-bit displacement. */
static int near_pad(const struct trial *t)
{
	int step = (int)below(7) - 3;

	if ((int)t->cell + step < 0 || t->cell + step >= CELLS)
		step = 0;
	return step * (int)CELL;
}

static void form_jmp_short(struct trial *t)
{
	put(t, 0xeb, 1);
	put(t, (uint64_t)near_pad(t), 1);
}

static void form_jcc(struct trial *t)
{
	put(t, 0x0f, 1);
	put(t, 0x80 | below(16), 1);
	put(t, random_pad() - pad_address(t->cell), 4);
}

static void form_jcc_short(struct trial *t)
{
	if (below(4) == 0)
		put(t, 0x3e, 1);
	put(t, 0x70 | below(16), 1);
	put(t, (uint64_t)near_pad(t), 1);
}

static void form_loop(struct trial *t)
{
	static const word counts[] = { 0, 1, 2, 0x10000, 0x10001, 0xffff0000u, (word)0x100000000u, (word)0x100000001u };

	if (below(2))
		t->reg[CX] = counts[below(8)];
	if (below(2))
		put(t, 0x67, 1);
	put(t, 0xe0 | below(4), 1);
	put(t, (uint64_t)near_pad(t), 1);
}

static void form_call(struct trial *t)
{
	if (below(4) == 0)
		put(t, 0x67, 1);
	put(t, 0xe8, 1);
	put(t, random_pad() - pad_address(t->cell), 4);
}

static void form_indirect_reg(struct trial *t)
{
	unsigned int reg = any_reg();

	if (reg == SP)
		reg = 0;
	t->reg[reg] = random_pad();
	put_rm_reg(t, 0xff, below(2) ? 2 : 4, reg);
}

static void form_indirect_memory(struct trial *t)
{
	word addr = memory_address();

	poke(addr, random_pad());
	put_any_memory(t, 0xff, below(2) ? 2 : 4, addr, false);
}

#ifdef __x86_64__
/*
 * 64-bit code only: ten instructions with a RIP-relative operand, in some an immediate follows it.
 */
static void form_rewrite(struct trial *t)
{
	static const char *const heads[] = {
		"\x48\x8b", "\x89", "\x48\x8d", "\x3b", "\x66\x01", "\x44\x0f\xb6",    "\x4c\x03",
		"\x81",     "\x83", "\x66\xc7", "\xf6", "\x0f\x94", "\xf0\x48\x0f\xb1"
	};
	static const uint8_t imm_size[] = { 0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 1, 0, 0 };
	unsigned int kind = below(13);
	const char *head = heads[kind];
	unsigned int ext = kind == 7 || kind == 8 ? below(8) : kind == 9 || kind == 10 || kind == 11 ? 0 : below(8);

	if (ext == SP && kind < 7)
		ext = 0; /* sp has to stay in the memory */
	for (; *head; head++)
		put(t, (uint8_t)*head, 1);
	put(t, ext << 3 | 5, 1);
	put(t, memory_address() - pad_address(t->cell), 4);
	put(t, random64(), imm_size[kind]);
}

static void form_copy(struct trial *t)
{
	static const char *const insns[] = { "\x48\x01\xd8", "\x31\xc0",     "\x48\x8d\x44\x18\x08", "\x50\x90" + 1,
					     "\x48\xff\xc1", "\x0f\xaf\xc1", "\x48\x89\xe5",         "\xf9",
					     "\x48\x0f\xc8", "\x9f" };
	const char *insn = insns[below(10)];

	for (; *insn; insn++)
		put(t, (uint8_t)*insn, 1);
}
#else
static void form_copy(struct trial *t)
{
	static const char *const insns[] = { "\x01\xd8", "\x31\xc0", "\x8d\x44\x18\x08", "\x41", "\x0f\xaf\xc1",
					     "\x89\xe5", "\xf9",     "\x0f\xc8",         "\x9f", "\x60" };
	const char *insn = insns[below(10)];

	for (; *insn; insn++)
		put(t, (uint8_t)*insn, 1);
}
#endif

static const struct form {
	const char *name;
	void (*make)(struct trial *t);
} forms[] = {
	{ "nop", form_nop },
	{ "push reg", form_push_reg },
	{ "push reg, 16 bits", form_push_reg16 },
	{ "push reg, long form", form_push_rm_reg },
	{ "push imm", form_push_imm },
	{ "push memory", form_push_memory },
	{ "pushf", form_pushf },
	{ "pop reg", form_pop_reg },
	{ "pop reg, 16 bits", form_pop_reg16 },
	{ "pop reg, long form", form_pop_rm_reg },
	{ "pop memory", form_pop_memory },
	{ "popf", form_popf },
	{ "ret", form_ret },
	{ "ret imm", form_ret_imm },
	{ "leave", form_leave },
	{ "enter", form_enter },
	{ "jmp", form_jmp },
	{ "jmp short", form_jmp_short },
	{ "jcc", form_jcc },
	{ "jcc short", form_jcc_short },
	{ "loop, jcxz", form_loop },
	{ "call", form_call },
	{ "call and jmp reg", form_indirect_reg },
	{ "call and jmp memory", form_indirect_memory },
#ifdef __x86_64__
	{ "rewrite", form_rewrite },
#endif
	{ "copy", form_copy },
};

/* ---- running --------------------------------------------------------------------------------- */

static void put_landing_pads(void)
{
	unsigned int cell;

	for (cell = 0; cell < 2 * CELLS; cell++) {
		uint8_t *pad = code + cell * CELL + PAD;
		uint32_t self = CODE_AT + cell * CELL + PAD;
		uint32_t note = (uint32_t)(uintptr_t)&native_state.landed;
		uint32_t leave;
		unsigned int at = 0;

		pad[at++] = 0xc7; /* movl $self, native_state.landed */
#ifdef __x86_64__
		pad[at++] = 0x04;
		pad[at++] = 0x25;
#else
		pad[at++] = 0x05;
#endif
		memcpy(pad + at, &note, 4);
		memcpy(pad + at + 4, &self, 4);
		at += 8;
		pad[at++] = 0xe9;
		leave = (uint32_t)(uintptr_t)native_leave - (self + at + 4);
		memcpy(pad + at, &leave, 4);
	}
}

static void load_state(const struct trial *t, word at)
{
	memcpy(native_state.reg, t->reg, sizeof(t->reg));
	native_state.flags = t->flags;
	native_state.at = at;
	native_state.landed = 0;
}

static int guarded(uint64_t addr, size_t size)
{
	return addr < MEMORY_AT || addr + size > MEMORY_AT + MEMORY_SIZE;
}

static int guarded_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	if (guarded(addr, size))
		return -OS_EFAULT;
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

static int guarded_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	if (guarded(addr, size))
		return -OS_EFAULT;
	memcpy((void *)(uintptr_t)addr, src, size);
	return 0;
}

static const struct isa_mem guards = { .load = guarded_load, .store = guarded_store };

/* Registers by number <-> the kernel's frame. */
static word *frame_reg(FRAME *frame, unsigned int number)
{
#ifdef __x86_64__
	word *const at[] = { &frame->ax,  &frame->cx,  &frame->dx,  &frame->bx, &frame->sp,  &frame->bp,
			     &frame->si,  &frame->di,  &frame->r8,  &frame->r9, &frame->r10, &frame->r11,
			     &frame->r12, &frame->r13, &frame->r14, &frame->r15 };
#else
	word *const at[] = { &frame->ax, &frame->cx, &frame->dx, &frame->bx,
			     &frame->sp, &frame->bp, &frame->si, &frame->di };
#endif
	return at[number];
}

static void show(const char *form, const struct trial *t, const struct state *native, const struct state *ours)
{
	unsigned int i;

	differences++;
	if (differences > SHOWN_MAX)
		return;
	printf("%s:", form);
	for (i = 0; i < t->len; i++)
		printf(" %02x", t->bytes[i]);
	printf("\n  flags %" PRIx64 " -> cpu %" PRIx64 " ours %" PRIx64 "; pc cpu %" PRIx64 " ours %" PRIx64
	       "; memory %s\n",
	       (uint64_t)t->flags, (uint64_t)native->flags, (uint64_t)ours->flags, (uint64_t)native->landed,
	       (uint64_t)ours->landed, memcmp(memory, memory_found, MEMORY_SIZE) ? "differs" : "equal");
	for (i = 0; i < REGS; i++) {
		if (native->reg[i] != ours->reg[i])
			printf("  reg %u: %" PRIx64 " -> cpu %" PRIx64 " ours %" PRIx64 "\n", i, (uint64_t)t->reg[i],
			       (uint64_t)native->reg[i], (uint64_t)ours->reg[i]);
	}
}

/* The result of our code for the trial: by emulation, or by running the slot. */
static bool run_ours(const struct trial *t, const struct isa_insn *in, struct state *ours)
{
	FRAME frame;
	unsigned int i;

	if (in->verdict == ISA_EMULATE) {
		memset(&frame, 0x5a, sizeof(frame));
		for (i = 0; i < REGS; i++)
			*frame_reg(&frame, i) = t->reg[i];
		frame.flags = t->flags;
		if (isa_insn_emulate(in, (struct isa_regs *)&frame, t->guarded ? &guards : NULL) != 0)
			return false;
		for (i = 0; i < REGS; i++)
			ours->reg[i] = *frame_reg(&frame, i);
		ours->flags = frame.flags;
		ours->landed = frame.ip;
		return true;
	}
	if (in->verdict != ISA_COPY && in->verdict != ISA_REWRITE)
		return false;
	if (isa_insn_relocate(in, code + 2 * CELLS * CELL, CODE_AT + 2 * CELLS * CELL) != 0)
		return false;
	load_state(t, CODE_AT + 2 * CELLS * CELL);
	native_run();
	*ours = native_state;
	return true;
}

/* Runs the instruction on the CPU, and ours, from memory_given, which memory has. */
static bool differs(const struct trial *t, struct state *native, struct state *ours)
{
	word site = pad_address(t->cell) - t->len;
	struct isa_insn in;

	memcpy((void *)(uintptr_t)site, t->bytes, t->len);
	load_state(t, site);
	native_run();
	*native = native_state;
	memcpy(memory_found, memory, MEMORY_SIZE);
	memcpy(memory, memory_given, MEMORY_SIZE);
	isa_insn_decode(t->bytes, t->len, site, &in);
	memset(ours, 0, sizeof(*ours));
	return in.len != t->len || !run_ours(t, &in, ours) ||
	       memcmp(native->reg, ours->reg, sizeof(native->reg)) != 0 || native->landed != ours->landed ||
	       (native->flags ^ ours->flags) & FLAGS_COMPARED || memcmp(memory, memory_found, MEMORY_SIZE) != 0;
}

/*
 * A difference counts when it comes again: some virtual machines lose a flag (NT) when they interrupt the program right
 * after a popf.
 */
static void run_case(const struct form *form)
{
	struct trial t = { .cell = below(CELLS), .guarded = below(2) != 0 };
	struct state native, ours;
	unsigned int i;

	for (i = 0; i < REGS; i++)
		t.reg[i] = (word)(below(8) ? random64() : random64() & 0xff);
	t.reg[SP] = memory_address() & ~(word)1;
	t.flags = (word)(random64() & FLAGS_RANDOM) | 0x202;
	for (i = 0; i < 16; i++) /* fresh words near sp; the rest stays as earlier cases left it */
		poke(t.reg[SP] - 8 * sizeof(word) + i * sizeof(word), (word)random64());
	form->make(&t);
	memcpy(memory_given, memory, MEMORY_SIZE);
	cases++;
	if (!differs(&t, &native, &ours))
		return;
	memcpy(memory, memory_given, MEMORY_SIZE);
	if (differs(&t, &native, &ours))
		show(form->name, &t, &native, &ours);
	else
		unsteady++;
}

int main(int argc, char **argv)
{
	unsigned long per_form = argc > 1 ? strtoul(argv[1], NULL, 0) : 100000;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
	unsigned long n;
	size_t i;

	if (argc > 2)
		random_state ^= strtoull(argv[2], NULL, 0) * 0x9e3779b97f4a7c15u;
	if (mmap(code, 3 * CELLS * CELL, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0) != code ||
	    mmap(memory, MEMORY_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0) != memory) {
		perror("mmap");
		return 2;
	}
	put_landing_pads();
	for (i = 0; i < DT_ARRAY_SIZE(forms); i++) {
		for (n = 0; n < per_form; n++)
			run_case(&forms[i]);
	}
	printf("%s: %zu forms, %" PRIu64 " cases, %d differences, %d that did not come again\n", isa_self.name,
	       DT_ARRAY_SIZE(forms), cases, differences, unsteady);
	return differences != 0 || unsteady > UNSTEADY_MAX;
}
