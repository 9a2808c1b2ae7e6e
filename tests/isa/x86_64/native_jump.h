/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native_jump.h (x86_64) - the common entry, and registers, for native_jump.c. */
#define NATIVE_REGS  16
#define NATIVE_FLAGS 0xcd5u /* CF PF AF ZF SF DF OF */

struct native_saved {
	word reg[15]; /* ax cx dx bx bp si di r8 to r15 */
	word flags, back;
};

__asm__(".text\n.globl native_entry\nnative_entry:\n"
	"pushfq; push %r15; push %r14; push %r13; push %r12; push %r11; push %r10; push %r9; push %r8\n"
	"push %rdi; push %rsi; push %rbp; push %rbx; push %rdx; push %rcx; push %rax\n"
	"cld; mov %rsp, %rdi; mov %rsp, %rbx; and $-16, %rsp; call native_fired; mov %rbx, %rsp\n"
	"pop %rax; pop %rcx; pop %rdx; pop %rbx; pop %rbp; pop %rsi; pop %rdi\n"
	"pop %r8; pop %r9; pop %r10; pop %r11; pop %r12; pop %r13; pop %r14; pop %r15; popfq; ret\n"
	".globl __x86_return_thunk\n__x86_return_thunk: ret\n"
	".macro thunk reg\n.globl __x86_indirect_thunk_\\reg\n__x86_indirect_thunk_\\reg: jmp *%\\reg\n.endm\n"
	".irp reg, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15\nthunk \\reg\n.endr\n");
/* The registers of a call are the same each time. */
__asm__(".text\n.globl native_call\nnative_call:\n"
	"push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15; sub $8, %rsp\n"
	"mov %rdi, %r11; mov %rsi, %rdi; mov %rdx, %rsi; mov %rcx, %rdx; mov %r8, %rcx\n"
	"mov $0x1111, %ebx; mov $0x2222, %ebp; mov $0x3333, %r12d; mov $0x4444, %r13d; mov $0x5555, %r14d\n"
	"mov $0x6666, %r15d; mov $0x7777, %r8d; mov $0x8888, %r9d; mov $0x9999, %r10d; xor %eax, %eax\n"
	"mov %rsp, native_home; mov native_stack, %rsp; call *%r11; mov %rsp, native_left; mov native_home, %rsp\n"
	"add $8, %rsp; pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n");

static word native_saved_back(const struct native_saved *saved)
{
	return saved->back;
}

static void native_from_saved(struct native_state *state, const struct native_saved *saved)
{
	memcpy(state->reg, saved->reg, sizeof(saved->reg));
	state->reg[15] = (word)(saved + 1);
	state->flags = saved->flags & NATIVE_FLAGS;
}

static void native_from_frame(struct native_state *state, const ucontext_t *frame)
{
	static const int order[] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RBP, REG_RSI, REG_RDI, REG_R8,
				     REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RSP };
	unsigned int i;

	for (i = 0; i < NATIVE_REGS; i++)
		state->reg[i] = (word)frame->uc_mcontext.gregs[order[i]];
	state->flags = (word)frame->uc_mcontext.gregs[REG_EFL] & NATIVE_FLAGS;
}

#define NATIVE_FRAME_PC(frame) ((frame)->uc_mcontext.gregs[REG_RIP])
