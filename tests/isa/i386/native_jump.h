/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native_jump.h (i386) - the common entry, and registers, for native_jump.c. */
#define NATIVE_REGS  8
#define NATIVE_FLAGS 0xcd5u /* CF PF AF ZF SF DF OF */

struct native_saved {
	word reg[8]; /* as pushal has them: di si bp (sp) bx dx cx ax */
	word flags, back;
};

__asm__(".text\n.globl native_entry\nnative_entry:\n"
	"pushfl; pushal; cld; mov %esp, %ebx; and $-16, %esp; sub $12, %esp; push %ebx; call native_fired\n"
	"mov %ebx, %esp; popal; popfl; ret\n"
	".globl __x86_return_thunk\n__x86_return_thunk: ret\n"
	".macro thunk reg\n.globl __x86_indirect_thunk_\\reg\n__x86_indirect_thunk_\\reg: jmp *%\\reg\n.endm\n"
	".irp reg, eax, ecx, edx, ebx, ebp, esi, edi\nthunk \\reg\n.endr\n");
/* The registers of a call are the same each time. */
__asm__(".text\n.globl native_call\nnative_call:\n"
	"push %ebx; push %ebp; push %esi; push %edi; mov 20(%esp), %eax\n"
	"mov %esp, native_home; mov native_stack, %esp; mov native_home, %ebx\n"
	"push 36(%ebx); push 32(%ebx); push 28(%ebx); push 24(%ebx)\n"
	"mov $0x1111, %ebx; mov $0x2222, %ebp; mov $0x3333, %esi; mov $0x4444, %edi; mov $0x5555, %ecx; xor %edx, "
	"%edx\n"
	"call *%eax; mov %esp, native_left; mov native_home, %esp; pop %edi; pop %esi; pop %ebp; pop %ebx; ret\n");

static word native_saved_back(const struct native_saved *saved)
{
	return saved->back;
}

static void native_from_saved(struct native_state *state, const struct native_saved *saved)
{
	memcpy(state->reg, saved->reg, sizeof(saved->reg));
	state->reg[3] = (word)(saved + 1);
	state->flags = saved->flags & NATIVE_FLAGS;
}

static void native_from_frame(struct native_state *state, const ucontext_t *frame)
{
	static const int order[] = { REG_EDI, REG_ESI, REG_EBP, REG_ESP, REG_EBX, REG_EDX, REG_ECX, REG_EAX };
	unsigned int i;

	for (i = 0; i < NATIVE_REGS; i++)
		state->reg[i] = (word)frame->uc_mcontext.gregs[order[i]];
	state->flags = (word)frame->uc_mcontext.gregs[REG_EFL] & NATIVE_FLAGS;
}

#define NATIVE_FRAME_PC(frame) ((frame)->uc_mcontext.gregs[REG_EIP])
