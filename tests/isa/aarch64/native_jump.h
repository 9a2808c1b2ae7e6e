/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native_jump.h (aarch64) - the common entry, and registers, for native_jump.c. */
#define NATIVE_REGS  32
#define NATIVE_FLAGS 0xf0000000u

struct native_saved {
	word x[31]; /* x30: where the entry returns to */
	word flags;
	word ip[2];  /* the site's x16 and x17, pushed by the veneer */
	word x30[2]; /* that of the site, pushed by the stub */
};

__asm__(".text\n.globl native_entry\n.type native_entry, %function\nnative_entry:\n"
	"sub sp, sp, #256\n"
	"stp x0, x1, [sp]; stp x2, x3, [sp, #16]; stp x4, x5, [sp, #32]; stp x6, x7, [sp, #48]\n"
	"stp x8, x9, [sp, #64]; stp x10, x11, [sp, #80]; stp x12, x13, [sp, #96]; stp x14, x15, [sp, #112]\n"
	"stp x16, x17, [sp, #128]; stp x18, x19, [sp, #144]; stp x20, x21, [sp, #160]; stp x22, x23, [sp, #176]\n"
	"stp x24, x25, [sp, #192]; stp x26, x27, [sp, #208]; stp x28, x29, [sp, #224]; mrs x0, nzcv\n"
	"stp x30, x0, [sp, #240]; mov x0, sp; bl native_fired\n"
	"ldp x30, x0, [sp, #240]; msr nzcv, x0\n"
	"ldp x0, x1, [sp]; ldp x2, x3, [sp, #16]; ldp x4, x5, [sp, #32]; ldp x6, x7, [sp, #48]\n"
	"ldp x8, x9, [sp, #64]; ldp x10, x11, [sp, #80]; ldp x12, x13, [sp, #96]; ldp x14, x15, [sp, #112]\n"
	"ldp x16, x17, [sp, #128]; ldp x18, x19, [sp, #144]; ldp x20, x21, [sp, #160]; ldp x22, x23, [sp, #176]\n"
	"ldp x24, x25, [sp, #192]; ldp x26, x27, [sp, #208]; ldp x28, x29, [sp, #224]\n"
	"ldp x16, x17, [sp, #256]; add sp, sp, #272; ret\n");
/* The registers of a call are the same each time. */
__asm__(".text\n.globl native_call\n.type native_call, %function\nnative_call:\n"
	"stp x29, x30, [sp, #-96]!; stp x19, x20, [sp, #16]; stp x21, x22, [sp, #32]; stp x23, x24, [sp, #48]\n"
	"stp x25, x26, [sp, #64]; stp x27, x28, [sp, #80]\n"
	"adrp x9, native_home; add x9, x9, :lo12:native_home; mov x10, sp; str x10, [x9]\n"
	"adrp x9, native_stack; ldr x9, [x9, :lo12:native_stack]; mov sp, x9\n"
	"mov x9, x0; mov x0, x1; mov x1, x2; mov x2, x3; mov x3, x4\n"
	"mov x4, #1028; mov x5, #1285; mov x6, #1542; mov x7, #1799; mov x8, #2056; mov x10, #2570; mov x11, #2827; "
	"mov x12, #3084\n"
	"mov x13, #3341; mov x14, #3598; mov x15, #3855; mov x16, #4112; mov x17, #4369; mov x19, #4883; mov x20, "
	"#5140; mov x21, #5397\n"
	"mov x22, #5654; mov x23, #5911; mov x24, #6168; mov x25, #6425; mov x26, #6682; mov x27, #6939; mov x28, "
	"#7196; mov x29, #7453\n"
	"blr x9; adrp x9, native_left; mov x10, sp; str x10, [x9, :lo12:native_left]\n"
	"adrp x9, native_home; ldr x9, [x9, :lo12:native_home]; mov sp, x9\n"
	"ldp x19, x20, [sp, #16]; ldp x21, x22, [sp, #32]; ldp x23, x24, [sp, #48]; ldp x25, x26, [sp, #64]\n"
	"ldp x27, x28, [sp, #80]; ldp x29, x30, [sp], #96; ret\n");

static word native_saved_back(const struct native_saved *saved)
{
	return saved->x[30];
}

static void native_from_saved(struct native_state *state, const struct native_saved *saved)
{
	memcpy(state->reg, saved->x, 30 * sizeof(word));
	memcpy(state->reg + 16, saved->ip, 2 * sizeof(word));
	state->reg[30] = saved->x30[0];
	state->reg[31] = (word)(saved + 1);
	state->flags = saved->flags & NATIVE_FLAGS;
}

static void native_from_frame(struct native_state *state, const ucontext_t *frame)
{
	memcpy(state->reg, frame->uc_mcontext.regs, 31 * sizeof(word));
	state->reg[31] = frame->uc_mcontext.sp;
	state->flags = frame->uc_mcontext.pstate & NATIVE_FLAGS;
}

#define NATIVE_FRAME_PC(frame) ((frame)->uc_mcontext.pc)
