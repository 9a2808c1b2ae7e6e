/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* native_jump.h (riscv64) - the common entry, and registers, for native_jump.c. */
#define NATIVE_REGS  32
#define NATIVE_FLAGS 0u

struct native_saved {
	word x[32]; /* x1: where the entry returns to; x0, sp: not written */
	word ra[2]; /* ra[1]: that of the site, pushed by the stub */
};

#define NATIVE_EACH(op)                                                                                               \
	op " x1, 8(sp);" op " x3, 24(sp);" op " x4, 32(sp);" op " x5, 40(sp);" op " x6, 48(sp);" op " x7, 56(sp);" op \
	   " x8, 64(sp);" op " x9, 72(sp);" op " x10, 80(sp);" op " x11, 88(sp);" op " x12, 96(sp);" op               \
	   " x13, 104(sp);" op " x14, 112(sp);" op " x15, 120(sp);" op " x16, 128(sp);" op " x17, 136(sp);" op        \
	   " x18, 144(sp);" op " x19, 152(sp);" op " x20, 160(sp);" op " x21, 168(sp);" op " x22, 176(sp);" op        \
	   " x23, 184(sp);" op " x24, 192(sp);" op " x25, 200(sp);" op " x26, 208(sp);" op " x27, 216(sp);" op        \
	   " x28, 224(sp);" op " x29, 232(sp);" op " x30, 240(sp);" op " x31, 248(sp)\n"

__asm__(".text\n.globl native_entry\n.type native_entry, %function\nnative_entry:\n"
	"addi sp, sp, -256\n" NATIVE_EACH("sd") "mv a0, sp\ncall native_fired\n" NATIVE_EACH("ld") "addi sp, sp, 256\n"
												   "ret\n");
/* The registers of a call are the same each time. */
__asm__(".text\n.globl native_call\n.type native_call, %function\nnative_call:\n"
	"addi sp, sp, -112; sd ra, 104(sp)\n"
	"sd x8, 0(sp); sd x9, 8(sp); sd x18, 16(sp); sd x19, 24(sp); sd x20, 32(sp); sd x21, 40(sp)\n"
	"sd x22, 48(sp); sd x23, 56(sp); sd x24, 64(sp); sd x25, 72(sp); sd x26, 80(sp); sd x27, 88(sp)\n"
	"li x5, 1285; li x6, 1542; li x7, 1799; li x8, 2056; li x9, 2313; li x15, 3855; li x16, 4112; li x17, 4369\n"
	"li x18, 4626; li x19, 4883; li x20, 5140; li x21, 5397; li x22, 5654; li x23, 5911; li x24, 6168; li x25, "
	"6425\n"
	"li x26, 6682; li x27, 6939; li x28, 7196; li x29, 7453; li x30, 7710; li x31, 7967\n"
	"la t3, native_home; sd sp, 0(t3); la t3, native_stack; ld sp, 0(t3)\n"
	"mv t3, a0; mv a0, a1; mv a1, a2; mv a2, a3; mv a3, a4; li a4, 7; jalr t3\n"
	"la t0, native_left; sd sp, 0(t0); la t0, native_home; ld sp, 0(t0)\n"
	"ld x8, 0(sp); ld x9, 8(sp); ld x18, 16(sp); ld x19, 24(sp); ld x20, 32(sp); ld x21, 40(sp)\n"
	"ld x22, 48(sp); ld x23, 56(sp); ld x24, 64(sp); ld x25, 72(sp); ld x26, 80(sp); ld x27, 88(sp)\n"
	"ld ra, 104(sp); addi sp, sp, 112; ret\n");

static word native_saved_back(const struct native_saved *saved)
{
	return saved->x[1];
}

static void native_from_saved(struct native_state *state, const struct native_saved *saved)
{
	memcpy(state->reg, saved->x, sizeof(saved->x));
	state->reg[0] = 0;
	state->reg[1] = saved->ra[1];
	state->reg[2] = (word)(saved + 1);
	state->flags = 0;
}

static void native_from_frame(struct native_state *state, const ucontext_t *frame)
{
	memcpy(state->reg, frame->uc_mcontext.__gregs, 32 * sizeof(word));
	state->reg[0] = 0;
	state->flags = 0;
}

#define NATIVE_FRAME_PC(frame) ((frame)->uc_mcontext.__gregs[0])
