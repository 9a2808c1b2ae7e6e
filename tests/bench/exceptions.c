/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * exceptions.c - a plugin of QEMU that counts the exceptions of a guest's loop, of which -icount says nothing.
 *
 *      -plugin exceptions.so,out=OUT
 *
 * Between two marks (calls/mark.h) it counts the break instructions that are executed, and the instructions that return
 * from an exception. An exception has one of them at least: a break that is left without a return from it has the
 * first, a single step the second. So the larger number is taken. For each measurement that is done OUT has a line
 * with the smallest number of a round; what the loop's own system calls need is in it.
 *
 * The interface is that of QEMU 7.2 (docs/devel/tcg-plugins.rst, its version 1), of which Debian's packages have no
 * header. A later emulator that no longer has it says so when it loads the plugin. One CPU (-icount).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "calls/mark.h"

/* ---- what is used of the interface ----------------------------------------------------------- */

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info {
	const char *target_name; /* there is more that is not used */
};
typedef uint64_t qemu_plugin_id_t;
typedef void qemu_plugin_vcpu_tb_trans_cb_t(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_vcpu_udata_cb_t(unsigned int vcpu, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_tb_trans_cb_t *callback);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
/* flags 0: the callback reads no register */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_udata_cb_t *callback,
					    int flags, void *data);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = 1;
EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv);

/* ---- the count ------------------------------------------------------------------------------- */

static FILE *out;
static uint64_t breaks, returns;
static uint64_t least = UINT64_MAX; /* of the rounds of this measurement */

static void executed_break(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	breaks++;
}

static void executed_return(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	returns++;
}

static void round_begins(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	breaks = returns = 0;
}

static void round_ends(unsigned int vcpu, void *data)
{
	uint64_t count = breaks > returns ? breaks : returns;

	(void)vcpu, (void)data;
	least = count < least ? count : least;
}

static void measurement_done(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	fprintf(out, "%llu\n", (unsigned long long)least);
	fflush(out);
	least = UINT64_MAX;
}

/* ---- which instruction is which -------------------------------------------------------------- */

struct kind {
	uint64_t mask, bits; /* of its bytes, the first one lowest */
	size_t size;
	qemu_plugin_vcpu_udata_cb_t *callback;
};

#define MARKS(size, mask, bits, shift)                                                    \
	{ mask, bits | (uint64_t)BENCH_MARK_BEGIN << (shift), size, round_begins },       \
		{ mask, bits | (uint64_t)BENCH_MARK_END << (shift), size, round_ends },   \
	{                                                                                 \
		mask, bits | (uint64_t)BENCH_MARK_DONE << (shift), size, measurement_done \
	}

static const struct kind x86[] = {
	MARKS(7, 0x00ffffffffffffff, 0x801f0f, 24), /* nopl */
	{ 0xff, 0xcc, 1, executed_break },          /* int3 */
	{ 0xff, 0xcf, 1, executed_return },         /* iret */
	{ 0xffff, 0xcf48, 2, executed_return },     /* iretq */
	{ 0, 0, 0, NULL },
};

static const struct kind aarch64[] = {
	MARKS(4, 0xffffffff, 0xd280001f, 5),            /* movz xzr */
	{ 0xffe0001f, 0xd4200000, 4, executed_break },  /* brk */
	{ 0xffffffff, 0xd69f03e0, 4, executed_return }, /* eret */
	{ 0, 0, 0, NULL },
};

static const struct kind riscv64[] = {
	MARKS(4, 0xffffffff, 0x37, 12),                 /* lui zero */
	{ 0xffff, 0x9002, 2, executed_break },          /* c.ebreak */
	{ 0xffffffff, 0x00100073, 4, executed_break },  /* ebreak */
	{ 0xffffffff, 0x10200073, 4, executed_return }, /* sret */
	{ 0, 0, 0, NULL },
};

static const struct target {
	const char *name; /* as the emulator calls it */
	const struct kind *kinds;
} targets[] = { { "x86_64", x86 }, { "i386", x86 }, { "aarch64", aarch64 }, { "riscv64", riscv64 } };

static const struct kind *kinds;

static void look_at(struct qemu_plugin_insn *insn)
{
	size_t size = qemu_plugin_insn_size(insn);
	const struct kind *kind;
	uint64_t bytes = 0;

	if (size > sizeof(bytes))
		return;
	memcpy(&bytes, qemu_plugin_insn_data(insn), size);
	for (kind = kinds; kind->callback; kind++) {
		if (kind->size == size && (bytes & kind->mask) == kind->bits)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, kind->callback, 0, NULL);
	}
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb), i;

	(void)id;
	for (i = 0; i < count; i++)
		look_at(qemu_plugin_tb_get_insn(tb, i));
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
	size_t i;

	for (i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		if (strcmp(info->target_name, targets[i].name) == 0)
			kinds = targets[i].kinds;
	}
	if (!kinds) {
		fprintf(stderr, "exceptions: the CPU %s is not known: its marks, breaks and returns are to be added\n",
			info->target_name);
		return -1;
	}
	if (argc != 1 || strncmp(argv[0], "out=", 4) != 0 || !(out = fopen(argv[0] + 4, "w"))) {
		fprintf(stderr, "exceptions: out=OUT wanted, a file that can be written\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
