/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * isa.h - the contract between the tracer and a CPU.
 *
 * Theory. A site is one instruction of text over which a break instruction can be written.
 * `struct isa` holds everything the tracer has to know about a CPU to place that break, to
 * recognise it when it is executed, and to continue after it without single-stepping: constants and
 * a handful of functions. All of them are pure: bytes and a register file in, a result out; no
 * state, no allocation, no kernel header. They are compiled for every host, all CPUs in one test
 * binary: a riscv64 emulation mistake fails on an x86 laptop. Things that need a running CPU (how
 * its trap reaches the tracer, its caches, its page tables) belong to the operating system:
 * os/linux/cpu.h.
 *
 *      text bytes --scan_sites--> candidates --insn_decode--> verdict
 *                                                 | EMULATE: insn_emulate(regs) in the trap, no code is executed
 *                                                 | COPY, REWRITE: insn_relocate() -> out-of-line slot, pc = slot
 *                                                 | REJECT(reason): no site
 *
 * Binding. Tests hold all four as const tables (isa_x86_64, ...). The module and probe context do not go through the
 * table: <isa_types.h>, found in isa/<isa>/ by the include path, binds isa_insn_emulate() and its
 * like at link time (section "Link-time binding" below), so that the trap path has no indirect
 * call.
 *
 * Register file. `struct isa_regs` is opaque here. Each backend casts it to its own `struct
 * <isa>_regs` (isa_types.h), whose layout is, by design, that of the Linux kernel's struct pt_regs
 * for that CPU: os/linux asserts it and passes its pt_regs without a copy.
 *
 * All addresses are uint64_t, also on 32-bit CPUs (zero-extended). All sizes are bytes.
 */
#ifndef ISA_ISA_H
#define ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dtrace/compiler.h>

#include "base/errno.h"

struct isa_regs;

#define ISA_INSN_MAX  15  /* bytes: no instruction of any supported CPU is longer (x86) */
#define ISA_BREAK_MAX 4   /* bytes of the longest break instruction */
#define ISA_SLOT_MAX  64  /* bytes: no out-of-line slot is larger, jump back included */
#define ISA_REGS_MAX  320 /* bytes: no register file is larger */

/* The treatment of the instruction at a site. Default is REJECT. */
enum isa_verdict {
	ISA_REJECT = 0, /* no site here; isa_insn.reason says why */
	ISA_COPY,       /* position-independent: runs unchanged in a slot */
	ISA_REWRITE,    /* runs in a slot after insn_relocate() changed its PC-relative part */
	ISA_EMULATE,    /* insn_emulate() carries it out on the register file */
};

/* Why an instruction cannot be a site. Names for people: isa_reason_name(). */
enum isa_reason {
	ISA_REASON_NONE = 0,
	ISA_REASON_UNDECODED,   /* not an instruction we know, or it runs past the end of the bytes */
	ISA_REASON_BREAK,       /* there already is a break instruction */
	ISA_REASON_PRIVILEGED,  /* changes CPU mode, entry/exit of the kernel, or cannot run from another address */
	ISA_REASON_ATOMIC,      /* inside or part of a load-linked/store-conditional sequence */
	ISA_REASON_RANGE,       /* PC-relative operand does not reach from the slot */
	ISA_REASON_LANDING_PAD, /* endbr/bti: has to stay first at its address */
	ISA_REASON_UNSUPPORTED, /* decoded, but neither copied, rewritten nor emulated yet */
	ISA_REASON_COUNT
};

/* Kinds of instructions, as far as placing and naming probes needs them. */
enum isa_class {
	ISA_CLASS_OTHER = 0,
	ISA_CLASS_NOP,
	ISA_CLASS_PUSH,
	ISA_CLASS_POP,
	/* where moving to and from memory is an instruction of its own (aarch64, riscv64); neither pushes nor pops */
	ISA_CLASS_LOAD,
	ISA_CLASS_STORE,
	ISA_CLASS_CALL,   /* direct or indirect call: writes a return address */
	ISA_CLASS_JUMP,   /* unconditional direct jump */
	ISA_CLASS_IJUMP,  /* unconditional indirect jump */
	ISA_CLASS_BRANCH, /* conditional jump */
	/* leaves the function for its caller (x86: also a jump to a return thunk, see isa_scan_env) */
	ISA_CLASS_RETURN,
	ISA_CLASS_BREAK,
	ISA_CLASS_LANDING_PAD,
	ISA_CLASS_COUNT
};

/* Classes of instructions after which another one than the next may be executed; for isa_scan_env.classes. */
#define ISA_CLASSES_FLOW                                                                                \
	(1u << ISA_CLASS_CALL | 1u << ISA_CLASS_JUMP | 1u << ISA_CLASS_IJUMP | 1u << ISA_CLASS_BRANCH | \
	 1u << ISA_CLASS_RETURN)

/*
 * One decoded instruction. Filled by insn_decode(), kept by the site layer (one per site, so it is
 * kept small: no byte is unused, names.c), consumed by insn_emulate() and insn_relocate(). `op` and
 * `operand[]` belong to the backend: their meaning is private to it.
 */
struct isa_insn {
	uint8_t bytes[ISA_INSN_MAX]; /* the instruction as it is in text */
	uint8_t len;                 /* bytes; 0 when undecodable */
	uint64_t addr;               /* address of its first byte */
	/* direct JUMP, BRANCH, CALL: destination; PC-relative memory operand: its address; else 0 */
	uint64_t target;
	int64_t imm;        /* immediate or displacement, sign-extended; backend decides which */
	uint8_t op;         /* backend's own operation code */
	uint8_t operand[4]; /* backend's own operands (register numbers, sizes) */
	uint8_t verdict;    /* enum isa_verdict; a byte of its own, for traps ask for it */
	uint8_t class : 4;  /* enum isa_class */
	uint8_t reason : 4; /* enum isa_reason when verdict is ISA_REJECT */
	/* has a PC-relative operand (branch target or memory) */
	bool pc_relative : 1;
	/* control never reaches the next instruction in sequence (return, jump, trap) */
	bool ends_flow : 1;
	/*
	 * Set by the caller after decoding, for a site at a function's entry (decode clears it):
	 * the registers that linkage code may clobber on the way into a function (aarch64 x17,
	 * riscv64 t1) hold nothing, insn_relocate may jump back through them. Functions that are not
	 * linked as the psABI says may get values there (Go's write barrier in t1).
	 */
	bool scratch_dead : 1;
	/*
	 * Emulated, and its emulation reads or writes memory: of a process, which may have it
	 * neither mapped nor writable yet. It can run in a slot as well, but for a call.
	 */
	bool accesses_memory : 1;
	/*
	 * Rejected as ISA_REASON_PRIVILEGED, but a program's call of its system, which does not mind
	 * where it comes from: in a process it may run in a slot, once the caller has made its verdict
	 * ISA_COPY. (Linux on aarch64 and riscv64 does mind: a signal ends the call or begins it
	 * again by the address.)
	 */
	bool system_call : 1;
	uint8_t unused : 2; /* 0 */
	/*
	 * Emulated, but it reads or writes memory that need not be there: emulating it without
	 * guards could fault. It can run in a slot as well (insn_relocate takes it), where a fault
	 * is the instruction's own. A call that ran in the slot would push the slot's address as
	 * return address. The byte's highest bit, for the kernel's trap asks for it: one comparison with 0.
	 */
	bool may_fault : 1;
};

/*
 * Memory as an emulated instruction sees it. A NULL `struct isa_mem *` means plain memory accesses:
 * allowed where the caller knows that the instruction only touches the interrupted kernel stack
 * (push, pop, call, return).
 */
struct isa_mem {
	void *arg;                                                            /* passed back, owned by the caller */
	int (*load)(void *arg, uint64_t addr, void *dst, size_t size);        /* 0, or -OS_EFAULT */
	int (*store)(void *arg, uint64_t addr, const void *src, size_t size); /* 0, or -OS_EFAULT */
};

/* Facts about a function that scan_sites() needs and cannot see in its bytes. */
struct isa_scan_env {
	uint64_t func; /* address of code[0] */
	uint64_t end;  /* address after the last byte of the function */
	/* address of its entry site, in [func, end); 0: do not report ISA_CANDIDATE_REENTRY */
	uint64_t entry;
	uint32_t classes; /* scan_insns: bits of enum isa_class that are wanted, 0: all */
	/*
	 * scan_insns: a byte for each of the code; bit 0 is set where an instruction begins, of whatever class, before
	 * anything after it is reported; NULL: not wanted
	 */
	uint8_t *starts;
	const uint64_t *return_thunks; /* x86: addresses to which a `jmp` is a return; borrowed; may be NULL */
	size_t return_thunk_count;
};

enum isa_candidate_kind {
	ISA_CANDIDATE_RETURN, /* a return: the return value is in its register */
	/* a jump out of the function: a return without a value (the callee has not run) */
	ISA_CANDIDATE_TAIL_JUMP,
	ISA_CANDIDATE_REENTRY, /* a direct jump from within to [func, entry]: the entry site runs again */
};

struct isa_candidate {
	enum isa_candidate_kind kind;
	struct isa_insn insn; /* decoded, any verdict: the caller refuses REJECT by its reason */
};

/*
 * How a program calls Linux (syscall(2), "Architecture calling conventions"): the instruction, and in
 * which registers (indexes into regs[]) its number, arguments and result are; two numbers.
 */
struct isa_syscall {
	uint8_t code[4];
	uint8_t len;
	uint8_t number, result, args[6];
	uint16_t mremap;
	uint16_t mmap, munmap;        /* where there are two kinds of mmap, the one whose offset counts pages */
	uint16_t fork, clone, clone3; /* calls that may copy the memory of who makes them; fork 0: there is none */
};

struct isa_reg_name {
	const char *name; /* canonical lower-case name, as GNU tools print it */
	uint16_t offset;  /* of the register in struct <isa>_regs, bytes */
	uint8_t size;     /* bytes */
	int8_t dwarf;     /* DWARF number by the psABI, -1 when it has none */
};

/*
 * struct isa - one CPU. All members are const and live as long as the program. Every function
 * pointer is set, but for those that say so. All functions of this table are pure: no state, no locks, no allocation,
 * any context including probe context.
 *
 * A port that has less says so in the functions' own words, and what it has no way for is refused by
 * that reason: insn_decode() rejects, scan_sites() and scan_insns() return -OS_EILSEQ, insn_relocate()
 * returns -OS_ERANGE.
 */
struct isa {
	const char *name;       /* as spec/isa.def has it */
	uint8_t word_size;      /* bytes of a pointer and of a general register: 4 or 8 */
	uint16_t elf_irelative; /* its type of relocations by the result of a function (R_*_IRELATIVE) */
	uint16_t elf_machine;   /* e_machine of ELF files with its instructions */
	bool big_endian;
	uint8_t insn_align; /* every instruction starts at a multiple of this: 1, 2 or 4 */
	uint8_t insn_max;   /* bytes of the longest instruction */
	/* bytes of the break instruction; always <= length of the instruction it replaces */
	uint8_t break_len;
	uint8_t break_bytes[ISA_BREAK_MAX];
	/* a trap's regs->pc points this many bytes after the break (x86: 1; others: 0) */
	uint8_t break_pc_after;
	uint8_t slot_size; /* bytes of one out-of-line slot, jump back included; <= ISA_SLOT_MAX */
	/*
	 * a slot at most this many bytes from its instruction is good for every operand, and ends in
	 * a jump back; 0: it is good anywhere
	 */
	uint32_t slot_reach;
	uint8_t call_max_args;           /* arguments that arg_get can reach at function entry */
	const struct isa_reg_name *regs; /* in the order of the kernel's pt_regs */
	size_t reg_count;
	size_t regs_size; /* sizeof(struct <isa>_regs) */
	struct isa_syscall syscall;
	/*
	 * A caller's stack pointer is this many words above the frame pointer that frame_next()
	 * starts from; -1 when compilers do not agree about it (aarch64).
	 */
	int8_t frame_words;
	bool has_link; /* a call puts its return address into a register, not on the stack */
	/*
	 * the bits of a return address of user code that are its address; the others may be a
	 * signature (aarch64)
	 */
	uint64_t return_mask;

	/*
	 * insn_len - length of the instruction at the start of @code.
	 * args:    @code borrowed; at most @size bytes of it are read (never one more).
	 * return:  1..insn_max, or 0 when the bytes are not a known instruction or run past @size.
	 * context: any.
	 */
	unsigned int (*insn_len)(const uint8_t *code, size_t size);

	/*
	 * insn_decode - find out what can be done with the instruction at the start of @code.
	 * args:    @code borrowed, at most @size bytes read; @addr its address in text;
	 *          @in filled completely, whatever the verdict.
	 * return:  the verdict, also in in->verdict.
	 * context: any.
	 */
	enum isa_verdict (*insn_decode)(const uint8_t *code, size_t size, uint64_t addr, struct isa_insn *in);

	/*
	 * insn_emulate - carry out one instruction on @regs instead of the CPU.
	 * args:    @in was accepted by insn_decode with verdict EMULATE; @regs is the interrupted
	 *          state with its pc anywhere (it is set from in->addr), updated in place; @mem
	 *          performs guarded loads and stores, NULL for plain ones. Nothing is retained.
	 * return:  0 with pc at the next instruction to run; -OS_EFAULT if @mem refused, @regs unchanged.
	 * context: probe context.
	 */
	int (*insn_emulate)(const struct isa_insn *in, struct isa_regs *regs, const struct isa_mem *mem);

	/*
	 * insn_relocate - write the out-of-line form of an instruction: itself (COPY) or its
	 * rewritten form (REWRITE), then a jump to the instruction after it. The rest of the slot
	 * is filled with break instructions.
	 * args:    @in accepted with COPY or REWRITE, or with EMULATE and accesses_memory (a call would
	 *          put the slot's address where its return address belongs: it is the caller's
	 *          affair when that may run); @slot receives exactly slot_size bytes; @slot_addr
	 *          where they will run.
	 * return:  0; 1 when the jump back does not reach (aarch64, riscv64): a break instruction
	 *          is in its place, and the caller continues a trap at slot_addr + in->len at
	 *          in->addr + in->len (in->scratch_dead avoids this second trap); -OS_ERANGE when a
	 *          PC-relative part does not reach, or the instruction has no form for a slot:
	 *          *@slot is then all break instructions.
	 * context: any.
	 */
	int (*insn_relocate)(const struct isa_insn *in, uint8_t *slot, uint64_t slot_addr);

	/*
	 * insn_format - the instruction as text, in the manner of GNU objdump, without its address.
	 * args:    @in decoded by insn_decode; @buf of @size bytes receives a NUL-terminated text, cut if need be.
	 * return:  nothing.
	 * context: any but probe context.
	 */
	void (*insn_format)(const struct isa_insn *in, char *buf, size_t size);

	/*
	 * scan_sites - decode a whole function and report every place where it is left.
	 * args:    @code holds env->end - env->func bytes, borrowed; @report is called in address
	 *          order with @arg and a candidate it may copy; a non-zero result ends the scan.
	 * return:  number of instructions seen (>= 0) after the last byte was decoded; -OS_EILSEQ
	 *          when bytes did not decode: the caller then must not use the returns reported so
	 *          far; otherwise the non-zero result of @report.
	 * context: any.
	 */
	long (*scan_sites)(const uint8_t *code, const struct isa_scan_env *env,
			   int (*report)(void *arg, const struct isa_candidate *candidate), void *arg);

	/*
	 * scan_insns - decode a whole function and report every instruction, in address order.
	 * args:    as scan_sites; env->entry is not looked at. Reported is the instruction as
	 *          insn_decode() gives it, except that a jump to a return thunk is of class RETURN,
	 *          that a call or jump whose address the instruction before it has computed has its
	 *          target, and that from a load-exclusive to its store-exclusive the verdict is
	 *          REJECT(ATOMIC).
	 * return:  as scan_sites.
	 * context: any.
	 */
	long (*scan_insns)(const uint8_t *code, const struct isa_scan_env *env,
			   int (*report)(void *arg, const struct isa_insn *insn), void *arg);

	/*
	 * may_jump_to - whether some direct jump or branch in code may lead to @target, by its bytes alone, wherever
	 * its instructions begin. No is certain, yes is not. It takes a small part of the time of a scan.
	 * args:    @code of @size bytes, borrowed, is at @addr.
	 * context: any.
	 */
	bool (*may_jump_to)(const uint8_t *code, size_t size, uint64_t addr, uint64_t target);

	/*
	 * entry_skip - how many bytes at a function's start must keep their place: the landing pad
	 * (endbr, bti) that an indirect call has to find there. The compiler's tracing NOPs are not
	 * counted: the operating system knows them.
	 * args:    @code borrowed, at most @size bytes read.
	 * return:  0 or the length of the landing pad.
	 * context: any.
	 */
	unsigned int (*entry_skip)(const uint8_t *code, size_t size);

	/*
	 * reg_get / reg_set - register @reg (index into regs[]) of a register file, zero-extended
	 * to 64 bits; reg_set stores the low `size` bytes.
	 * return:  the value; 0 for an index out of range.
	 * context: probe context.
	 */
	uint64_t (*reg_get)(const struct isa_regs *regs, unsigned int reg);
	void (*reg_set)(struct isa_regs *regs, unsigned int reg, uint64_t value);

	/* pc_get / pc_set / sp_get / fp_get - the registers every CPU has, by role. Context: probe context. */
	uint64_t (*pc_get)(const struct isa_regs *regs);
	void (*pc_set)(struct isa_regs *regs, uint64_t pc);
	uint64_t (*sp_get)(const struct isa_regs *regs);
	uint64_t (*fp_get)(const struct isa_regs *regs);

	/*
	 * arg_get - argument @n of a function, at its first instruction (before it moved the stack
	 * pointer), by the calling convention of the Linux kernel for this CPU (i386: regparm(3)).
	 * One machine word, zero-extended.
	 * args:    @mem reads arguments that are on the stack; NULL for plain loads.
	 * return:  0 and *@value; -OS_EFAULT when @mem refused; -OS_ERANGE when @n >= call_max_args.
	 * context: probe context.
	 */
	int (*arg_get)(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);

	/*
	 * user_arg_get - the same for a function of a program, by the psABI (i386: all on the stack).
	 * context: probe context.
	 */
	int (*user_arg_get)(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);

	/*
	 * call_arg_get - the same where a program calls a function, at the call itself or at what stands in its place: no
	 * return address was stored yet.
	 * context: probe context.
	 */
	int (*call_arg_get)(const struct isa_regs *regs, unsigned int n, const struct isa_mem *mem, uint64_t *value);

	/*
	 * ret_get - the value a function returns, at its return instruction, sign-extended from one machine word.
	 * context: probe context.
	 */
	int64_t (*ret_get)(const struct isa_regs *regs);

	/* ret_set - make a function return @value, which is cut to one machine word. Context: probe context. */
	void (*ret_set)(struct isa_regs *regs, uint64_t value);

	/*
	 * ret_is_cleared - whether all that an instruction does is to set the register that functions return
	 * their value in to 0 (flags of the CPU aside): programs ask by it whether a probe is enabled.
	 * args:    @in decoded. context: any.
	 */
	bool (*ret_is_cleared)(const struct isa_insn *in);

	/*
	 * caller_get - the address a function will return to, at its first instruction.
	 * return:  0 and *@value; -OS_EFAULT when @mem refused (x86: it is on the stack).
	 * context: probe context.
	 */
	int (*caller_get)(const struct isa_regs *regs, const struct isa_mem *mem, uint64_t *value);

	/*
	 * frame_next - one step up a chain of frame pointers.
	 * args:    @word bytes of a word of the program whose frames these are: word_size, or 4 for
	 *          a 32-bit program of a 64-bit kernel; *@fp frame pointer of the current frame;
	 *          updated to the caller's; *@pc receives the return address. @mem reads the two
	 *          words (guarded). A chain that does not go up ends.
	 * return:  0, or -OS_EFAULT at the end of the chain, which for a word size that has no one
	 *          place for return addresses (aarch64: 32-bit ARM) is at once.
	 * context: probe context.
	 */
	int (*frame_next)(unsigned int word, uint64_t *fp, uint64_t *pc, const struct isa_mem *mem);

	/*
	 * The 32-bit programs that a kernel for this CPU runs beside its own: their instructions, and their
	 * registers where this CPU's register file has them, so that their traps need no copy of it. It has
	 * the name and the facts of the other CPU; arg_get is user_arg_get: no kernel has these conventions.
	 * NULL: there are none, or they cannot be traced.
	 */
	const struct isa *narrow;
};

/* The tables: isa_NAME of every CPU in spec/isa.def. */
#define DT_ISA(name) extern const struct isa isa_##name;
#include "spec/isa.def"
#undef DT_ISA

/*
 * isa_of_machine - the table of an ELF file's CPU, for programs that link all of them.
 * args:    @machine e_machine; @word_size bytes, by the file's class.
 * return:  NULL: it is none of ours. context: any.
 */
static inline const struct isa *isa_of_machine(uint16_t machine, unsigned int word_size)
{
	static const struct isa *const all[] = {
#define DT_ISA(name) &isa_##name,
#include "spec/isa.def"
#undef DT_ISA
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (all[i]->elf_machine == machine && all[i]->word_size == word_size)
			return all[i];
	}
	return NULL;
}

/*
 * isa_reason_name / isa_class_name - the name of a value, for people and for files in /proc; a
 * class's name is also the first part of the names of the instr provider's probes (docs/instr.md).
 * return:  a constant string; "?" for a value out of range.
 * context: any.
 */
const char *isa_reason_name(unsigned int reason);
const char *isa_class_name(unsigned int class);

/*
 * isa_insn_branches - whether emulating this instruction tells where it goes next: a jump or branch
 * in a slot does not. Context: any.
 */
bool isa_insn_branches(const struct isa_insn *in);

/*
 * isa_insn_refusal - why an instruction cannot be a site, as far as it alone tells. All that looks
 * for sites asks this first, in the kernel and in user space.
 * args:    @in decoded; @leads_out: it is to fire only when it leads out of its function.
 * return:  NULL when it can, else the reason's name (constant).
 * context: any.
 */
const char *isa_insn_refusal(const struct isa_insn *in, bool leads_out);

/* isa_user_insn_refusal - the same in the text of a process. */
const char *isa_user_insn_refusal(const struct isa_insn *in, bool leads_out);

#define ISA_ENTRY_ARGS 3

/*
 * Link-time binding. isa/<isa>/isa_types.h defines struct <isa>_regs and, for the one CPU a program is built for:
 *
 *     #define isa_self             isa_<isa>                  the table
 *     #define isa_self_regs        <isa>_regs                 tag of the register file, for copies of it
 *     #define isa_insn_emulate     <isa>_insn_emulate         and isa_insn_decode isa_insn_relocate
 *                                                             isa_scan_sites isa_scan_insns
 *     #define isa_arg_get ...      (isa_user_arg_get isa_entry_skip isa_pc_get isa_pc_set isa_sp_get isa_fp_get
 *                                   isa_ret_get isa_caller_get isa_frame_next isa_reg_get isa_reg_set)
 *     #define isa_entry_args       <isa>_entry_args(regs, words): the first ISA_ENTRY_ARGS of what isa_arg_get gives at the entry of a
 *                                  function of the kernel, where they are in registers on every CPU; in line
 *     #define isa_register_arg     <isa>_register_arg(regs, n): what isa_arg_get gives for @n < ISA_REGISTER_ARGS; in line
 *     ISA_SELF_BREAK_LEN, ISA_SELF_BREAK_PC_AFTER, ISA_SELF_SLOT_SIZE      constants equal to the table's members
 *     ISA_SELF_STUB_UNIT, ISA_SELF_STUB_BACK  the same for isa_jump.unit, isa_jump.back (isa/jump.h)
 *     ISA_REGISTER_ARGS            how many arguments of a function of the kernel are in registers at its entry
 *
 * with prototypes of the <isa>_* functions, so that `#include <isa_types.h>` is all a caller needs.
 */

#endif
