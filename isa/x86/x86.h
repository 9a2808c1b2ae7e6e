/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * x86.h - the instruction layer that x86_64 and i386 share.
 *
 * Theory. Three depths of looking at bytes, each on top of the one before:
 *
 *   shape    prefixes, map, opcode, ModRM, displacement, immediate: where they are and how long it
 *            all is. One table byte per opcode (x86_shapes); insn_len and the function scan need no
 *            more. (decode.c)
 *   row      the instruction form: name, operands, the action at a site (x86_rows). (decode.c)
 *   verdict  struct isa_insn: COPY, REWRITE, EMULATE with pre-decoded operands, REJECT with a
 *            reason. (insn.c)
 *
 *       bytes --x86_shape_get--> shape --x86_row_find--> row --x86_decode--> isa_insn --x86_emulate---> registers
 *                                                                                  \---x86_relocate--> slot bytes
 *
 * The tables are generated from spec/isa/x86.insn. The two modes differ by the argument `long_mode`
 * and by struct x86_frame, which says where the registers are in the interrupted frame; isa/x86_64
 * and isa/i386 bind both.
 */
#ifndef ISA_X86_X86_H
#define ISA_X86_X86_H

#include "base/memory.h"
#include "isa/isa.h"

#define X86_INSN_MAX  15
#define X86_SLOT_SIZE 32
#define X86_BREAK     0xcc
#define X86_INT_LINUX 0x80 /* the vector of system calls (arch/x86/entry of Linux) */

enum x86_map {
	X86_MAP_L1,
	X86_MAP_L0F,
	X86_MAP_L38,
	X86_MAP_L3A,
	X86_MAP_V0F,
	X86_MAP_V38,
	X86_MAP_V3A,
	X86_MAP_E0F,
	X86_MAP_E38,
	X86_MAP_E3A,
	X86_MAP_EM5,
	X86_MAP_EM6,
	X86_MAP_COUNT
};

/*
 * Immediates by size: z is 2 or 4 bytes by operand size, v 2, 4 or 8, moffs by address size, AP far
 * pointer, JZ branch.
 */
enum x86_imm {
	X86_IMM_NONE,
	X86_IMM_IB,
	X86_IMM_IW,
	X86_IMM_IWB,
	X86_IMM_IZ,
	X86_IMM_IV,
	X86_IMM_MOFFS,
	X86_IMM_AP,
	X86_IMM_JZ
};

/* One byte per opcode in x86_shapes: an x86_imm in the low four bits, and these. */
#define X86_SHAPE_IMM     0x0f
#define X86_SHAPE_MODRM   0x10
#define X86_SHAPE_SELECT  0x20 /* the row decides: not every form exists, or their immediates differ */
#define X86_SHAPE_VALID   0x40
#define X86_SHAPE_SPECIAL 0x80 /* prefix, escape, VEX or EVEX lead byte */

/* Legacy prefixes seen. Of F2 and F3 the last one counts and is the only one kept. */
#define X86_PREFIX_OSZ    0x01
#define X86_PREFIX_ASZ    0x02
#define X86_PREFIX_F2     0x04
#define X86_PREFIX_F3     0x08
#define X86_PREFIX_LOCK   0x10
#define X86_PREFIX_FS     0x20
#define X86_PREFIX_GS     0x40
#define X86_PREFIX_SEG    0x80 /* cs ds es ss: flat in both kernels, nothing to 64-bit code */

#define X86_REX_B         0x01
#define X86_REX_X         0x02
#define X86_REX_R         0x04
#define X86_REX_W         0x08

/*
 * Where the parts of one instruction are. VEX and EVEX bits are given as the REX bits and prefix
 * that they replace.
 */
struct x86_shape {
	uint8_t len;
	uint8_t map; /* enum x86_map */
	uint8_t opcode;
	uint8_t prefixes; /* X86_PREFIX_* */
	uint8_t rex;      /* X86_REX_*; the high nibble is not zero when a REX byte is there */
	uint8_t pp;       /* mandatory prefix: 0 none, 1 66, 2 F3, 3 F2 */
	uint8_t vector;   /* vector length: 0 128, 1 256, 2 512 bits */
	uint8_t vvvv;     /* register in VEX.vvvv / EVEX.V'vvvv, complemented back */
	uint8_t evex;     /* EVEX: bit 0 R', bit 1 broadcast/rounding, bit 2 zeroing, bits 3-5 mask register */
	uint8_t modrm;
	uint8_t modrm_at; /* offset of the ModRM byte, 0 when there is none */
	uint8_t disp_at;  /* offset of the displacement */
	uint8_t disp_size;
	uint8_t imm_at;
	uint8_t imm_size;
};

/* How far a direct jump or call without prefixes leads; @code: its @len bytes. */
static inline int64_t x86_distance(const uint8_t *code, unsigned int len)
{
	return len == 2 ? (int8_t)code[1] : (int32_t)DT_GET32(code + len - 4);
}

/* The action for an instruction at a site: the last field of a line of x86.insn. */
enum x86_action {
	X86_DO_COPY, /* nothing said */
	X86_DO_NOP,
	X86_DO_PUSH,
	X86_DO_POP, /* register in the opcode */
	X86_DO_PUSHI,
	X86_DO_PUSHM,
	X86_DO_POPM,
	X86_DO_PUSHF,
	X86_DO_POPF,
	X86_DO_CALL,
	X86_DO_CALLI,
	X86_DO_JMP,
	X86_DO_JMPI,
	X86_DO_JCC,
	X86_DO_LOOP, /* loop, loope, loopne, jcxz */
	X86_DO_RET,
	X86_DO_RETN,
	X86_DO_LEAVE,
	X86_DO_ENTER,
	X86_DO_LEA, /* a copy, or a NOP when it changes nothing */
	X86_DO_MOV, /* likewise */
	X86_DO_ENDBR64,
	X86_DO_ENDBR32,
	X86_DO_BREAK, /* int3 */
	X86_DO_TRAP,  /* ud2 and its like: found by address, never continue by themselves */
	/* refused: changes mode, depends on its address, or on nothing running after it */
	X86_DO_PRIV,
	X86_DO_SYSCALL, /* refused, too, but for programs */
	X86_DO_INT,     /* the same with the system's number */
	X86_DO_FAR,     /* refused: far jump */
	X86_DO_FARRET,  /* refused: iret, lret, sysret and the like */
};

#define X86_ROW_D64      0x01
#define X86_ROW_F64      0x02
#define X86_ROW_NAME_OSZ 0x04 /* the name changes with the operand size */
#define X86_ROW_NAME_ASZ 0x08 /* the name changes with the address size */

/* Operand kinds; the letters are explained in x86.insn. */
enum x86_operand {
	X86_OPERAND_NONE,
	X86_OPERAND_Eb,
	X86_OPERAND_Ew,
	X86_OPERAND_Ed,
	X86_OPERAND_Eq,
	X86_OPERAND_Ev,
	X86_OPERAND_Ey,
	X86_OPERAND_Em,
	X86_OPERAND_Gb,
	X86_OPERAND_Gw,
	X86_OPERAND_Gd,
	X86_OPERAND_Gv,
	X86_OPERAND_Gy,
	X86_OPERAND_Gm,
	X86_OPERAND_Rd,
	X86_OPERAND_Rv,
	X86_OPERAND_Ry,
	X86_OPERAND_Rm,
	X86_OPERAND_By,
	X86_OPERAND_Sw,
	X86_OPERAND_Cm,
	X86_OPERAND_Dm,
	X86_OPERAND_M,
	X86_OPERAND_P,
	X86_OPERAND_Q,
	X86_OPERAND_N,
	X86_OPERAND_V,
	X86_OPERAND_Vs,
	X86_OPERAND_Vh,
	X86_OPERAND_W,
	X86_OPERAND_Ws,
	X86_OPERAND_Wh,
	X86_OPERAND_H,
	X86_OPERAND_Hs,
	X86_OPERAND_U,
	X86_OPERAND_Us,
	X86_OPERAND_L,
	X86_OPERAND_Kr,
	X86_OPERAND_Km,
	X86_OPERAND_Kv,
	X86_OPERAND_Tr,
	X86_OPERAND_Tm,
	X86_OPERAND_Tv,
	X86_OPERAND_BND,
	X86_OPERAND_E,
	X86_OPERAND_ST,
	X86_OPERAND_STi,
	X86_OPERAND_Ib,
	X86_OPERAND_Ibs,
	X86_OPERAND_Iw,
	X86_OPERAND_Iz,
	X86_OPERAND_Iv,
	X86_OPERAND_Jb,
	X86_OPERAND_Jz,
	X86_OPERAND_Ob,
	X86_OPERAND_Ov,
	X86_OPERAND_Ap,
	X86_OPERAND_Zb,
	X86_OPERAND_Zv,
	X86_OPERAND_AL,
	X86_OPERAND_AX,
	X86_OPERAND_eAX,
	X86_OPERAND_rAX,
	X86_OPERAND_CL,
	X86_OPERAND_DX,
	X86_OPERAND_ES,
	X86_OPERAND_CS,
	X86_OPERAND_SS,
	X86_OPERAND_DS,
	X86_OPERAND_FS,
	X86_OPERAND_GS,
	X86_OPERAND_Xb,
	X86_OPERAND_Xv,
	X86_OPERAND_Yb,
	X86_OPERAND_Yv,
};

/* One instruction form. */
struct x86_row {
	/*
	 * sets: bits 0-1 modes (32, 64), 2-5 pp, 6-7 W, 8-10 vector length, 11-12 REX.B, 13-14
	 * memory and register form
	 */
	uint16_t match;
	uint8_t reg;        /* set of ModRM.reg */
	uint8_t rm;         /* set of ModRM.rm, register form only */
	uint16_t name;      /* offset into x86_names */
	uint8_t operand[4]; /* enum x86_operand, destination first */
	uint8_t action;     /* enum x86_action */
	uint8_t imm;        /* enum x86_imm */
	uint8_t flags;      /* X86_ROW_* */
};

struct x86_cell {
	uint16_t first;
	uint16_t count;
};

/*
 * isa_insn.op: how to emulate. Nearly every site has one of the first ones (emulate.h); the others
 * go to emulate.c. Operands: "reg" is the byte offset of a register in the frame.
 */
enum x86_op {
	X86_OP_NONE, /* not emulated */
	X86_OP_NOP,
	X86_OP_PUSH_REG, /* [0] reg; whole word */
	X86_OP_RET,
	X86_OP_JMP,        /* target */
	X86_OP_CALL,       /* target */
	X86_OP_JCC,        /* [0] condition; target */
	X86_OP_POP_REG,    /* [0] reg; whole word */
	X86_OP_RARE,       /* those below are in emulate.c */
	X86_OP_PUSH_REG16, /* [0] reg */
	X86_OP_POP_REG16,  /* [0] reg */
	X86_OP_PUSH_IMM,   /* imm, [3] size */
	X86_OP_PUSH_MEM,   /* memory operand, [3] size */
	X86_OP_POP_MEM,    /* memory operand, [3] size */
	X86_OP_PUSHF,      /* [3] size */
	X86_OP_POPF,       /* [3] size */
	X86_OP_RET_IMM,    /* imm: bytes to drop after the return address */
	X86_OP_LEAVE,
	X86_OP_ENTER,    /* imm: bytes of locals */
	X86_OP_LOOP,     /* [0] 0 loopne, 1 loope, 2 loop, 3 jcxz; [3] size of the counter; target */
	X86_OP_JMP_REG,  /* [0] reg */
	X86_OP_CALL_REG, /* [0] reg */
	X86_OP_JMP_MEM,  /* memory operand */
	X86_OP_CALL_MEM, /* memory operand */
};

/*
 * A memory operand in isa_insn: [0] base reg, [1] index reg, [2] scale (log2) | X86_MEM_ADDR32; imm
 * displacement or address.
 */
#define X86_REG_NONE        0xff
#define X86_MEM_ADDR32      0x10

#define X86_FLAG_CF         0x00000001u
#define X86_FLAG_PF         0x00000004u
#define X86_FLAG_AF         0x00000010u
#define X86_FLAG_ZF         0x00000040u
#define X86_FLAG_SF         0x00000080u
#define X86_FLAG_TF         0x00000100u
#define X86_FLAG_IF         0x00000200u
#define X86_FLAG_DF         0x00000400u
#define X86_FLAG_OF         0x00000800u
#define X86_FLAG_IOPL       0x00003000u
#define X86_FLAG_IOPL_SHIFT 12
#define X86_FLAG_NT         0x00004000u
#define X86_FLAG_RF         0x00010000u
#define X86_FLAG_VM         0x00020000u
#define X86_FLAG_AC         0x00040000u
#define X86_FLAG_ID         0x00200000u

/* Byte offsets of the registers in the interrupted frame of one mode. */
struct x86_frame {
	bool long_mode;
	uint8_t ip;
	uint8_t flags;
	uint8_t cs;          /* its two lowest bits: the privilege level */
	uint8_t general[16]; /* by hardware number: ax cx dx bx sp bp si di r8..r15 */
};

#define X86_REG_CX 1
#define X86_REG_SP 4
#define X86_REG_BP 5

/*
 * x86_shape_get - find the parts of the instruction at the start of @code, reading at most @size bytes.
 * return:  false when they are no known instruction or run past @size; *@shape is then undefined.
 */
bool x86_shape_get(const uint8_t *code, size_t size, bool long_mode, struct x86_shape *shape);

/* A walk through a function. The caller sets code and size; all else begins as 0. */
struct x86_run {
	const uint8_t *code;
	size_t size;
	size_t at;           /* of the instruction at which it stopped last */
	unsigned int len;    /* of that one */
	unsigned int opcode; /* its enum x86_map times 256 plus the opcode byte */
	unsigned int before; /* the same of the instruction before it */
	long seen;           /* instructions up to and including it */
	uint8_t *starts;     /* as struct isa_scan_env has it; may be NULL */
};

#define X86_STOPS 512 /* opcodes of the first two maps */

/*
 * x86_run - go on behind the instruction at which @run has stopped, to the next one that @stops has.
 * args:    @stops X86_STOPS bytes, by opcode: not 0 stops; those of other maps never do. NULL: every one stops.
 * return:  1 when it has stopped; 0 at the end; -OS_EILSEQ when what is at run->at does not decode (x86_shape_get).
 */
int x86_run(struct x86_run *run, const uint8_t *stops, bool long_mode);

/*
 * x86_row_find - the form of a shape, NULL when there is none. x86_row_name - its name in the
 * tables, without suffixes.
 */
const struct x86_row *x86_row_find(const struct x86_shape *shape, bool long_mode);
const char *x86_row_name(const struct x86_row *row);

/* x86_operand_size - 2, 4 or 8: the operand size of a form that has shape @shape. */
unsigned int x86_operand_size(const struct x86_shape *shape, const struct x86_row *row, bool long_mode);

/* x86_is_prefix - whether it is a prefix of an instruction, REX among them. Context: any. */
bool x86_is_prefix(uint8_t byte, bool long_mode);

/* x86_get_signed - @size (1, 2, 4, 8) bytes at @at, little-endian, sign-extended. */
int64_t x86_get_signed(const uint8_t *at, unsigned int size);

/* The isa contract's functions for either mode; isa/isa.h describes them. */
unsigned int x86_insn_len_32(const uint8_t *code, size_t size);
unsigned int x86_insn_len_64(const uint8_t *code, size_t size);
enum isa_verdict x86_decode(const uint8_t *code, size_t size, uint64_t addr, const struct x86_frame *frame,
			    struct isa_insn *in);
int x86_relocate(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr, bool long_mode);

/*
 * x86_copy - the instruction as it has to be at @addr: its bytes, a RIP-relative operand's displacement changed.
 * args:    @in no direct branch; @at receives in->len bytes. return: 0, or -OS_ERANGE: the operand is not in reach.
 */
int x86_copy(const struct isa_insn *in, uint8_t *at, uint64_t addr);

void x86_format(const struct isa_insn *in, char *buf, size_t size, bool long_mode);
long x86_scan_sites(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);

bool x86_may_jump_to(const uint8_t *code, size_t size, uint64_t addr, uint64_t target, bool long_mode);

/* x86_ret_is_cleared, x86_entry_skip - as in struct isa. */
bool x86_ret_is_cleared(const struct isa_insn *in);
unsigned int x86_entry_skip(const uint8_t *code, size_t size, bool long_mode);

long x86_scan_insns(const uint8_t *code, const struct isa_scan_env *env, const struct x86_frame *frame,
		    int (*report)(void *arg, const struct isa_insn *insn), void *arg);

/* x86_emulate_rare - the operations of enum x86_op after X86_OP_RARE. Probe context. */
int x86_emulate_rare(const struct isa_insn *in, void *regs, const struct isa_mem *mem, const struct x86_frame *frame);

#endif
