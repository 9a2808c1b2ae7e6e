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
 * One CPU (-icount).
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "plugin.h"

/* ---- the count ------------------------------------------------------------------------------- */

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
	fprintf(plugin_out, "%llu\n", (unsigned long long)least);
	fflush(plugin_out);
	least = UINT64_MAX;
}

/* ---- which instruction is which -------------------------------------------------------------- */

static const struct plugin_kind x86[] = {
	{ 0xff, 0xcc, 1, executed_break },      /* int3 */
	{ 0xff, 0xcf, 1, executed_return },     /* iret */
	{ 0xffff, 0xcf48, 2, executed_return }, /* iretq */
	{ 0, 0, 0, NULL },
};

static const struct plugin_kind aarch64[] = {
	{ 0xffe0001f, 0xd4200000, 4, executed_break },  /* brk */
	{ 0xffffffff, 0xd69f03e0, 4, executed_return }, /* eret */
	{ 0, 0, 0, NULL },
};

static const struct plugin_kind riscv64[] = {
	{ 0xffff, 0x9002, 2, executed_break },          /* c.ebreak */
	{ 0xffffffff, 0x00100073, 4, executed_break },  /* ebreak */
	{ 0xffffffff, 0x10200073, 4, executed_return }, /* sret */
	{ 0, 0, 0, NULL },
};

static const struct plugin_target targets[] = {
	{ "x86_64", x86 }, { "i386", x86 }, { "aarch64", aarch64 }, { "riscv64", riscv64 }, { NULL, NULL },
};

static const struct plugin_kind *kinds;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb), i;
	struct qemu_plugin_insn *insn;

	(void)id;
	for (i = 0; i < count; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		plugin_look_at(plugin_marks, insn);
		plugin_look_at(kinds, insn);
	}
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
	kinds = plugin_kinds(targets, info);
	return kinds ? plugin_begin(id, info, argc, argv, translated) : -1;
}
