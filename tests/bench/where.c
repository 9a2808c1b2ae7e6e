/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * where.c - a plugin of QEMU that says where a guest's loop spends its instructions (tests/bench/where).
 *
 *      -plugin where.so,out=OUT
 *
 * For each measurement (calls/mark.h) OUT has a line "rounds N", and a line "ADDR COUNT" for each instruction that was
 * executed between marks: its virtual address, and how often in all rounds together.
 *
 * One CPU (-icount).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin.h"

#define PLACES (1u << 20) /* instructions of the guest that are noted; a power of two */

static struct place {
	uint64_t addr; /* 0: free */
	uint64_t count;
} places[PLACES];

static unsigned int place_count;
static bool is_counting;
static uint64_t rounds;

static void executed(unsigned int vcpu, void *data)
{
	(void)vcpu;
	if (is_counting)
		((struct place *)data)->count++;
}

static void round_begins(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	is_counting = true;
	rounds++;
}

static void round_ends(unsigned int vcpu, void *data)
{
	(void)vcpu, (void)data;
	is_counting = false;
}

static void measurement_done(unsigned int vcpu, void *data)
{
	unsigned int at;

	(void)vcpu, (void)data;
	fprintf(plugin_out, "rounds %llu\n", (unsigned long long)rounds);
	for (at = 0; at < PLACES; at++) {
		if (places[at].count != 0)
			fprintf(plugin_out, "%llx %llu\n", (unsigned long long)places[at].addr,
				(unsigned long long)places[at].count);
		places[at].count = 0;
	}
	rounds = 0;
	fflush(plugin_out);
}

/* What is translated again keeps its place. */
static struct place *place_of(uint64_t addr)
{
	uint64_t at = addr * 0x9e3779b97f4a7c15ull >> 40;

	while (places[at % PLACES].addr != 0 && places[at % PLACES].addr != addr)
		at++;
	if (places[at % PLACES].addr == 0 && ++place_count == PLACES) {
		fprintf(stderr, "where.c: the guest has executed too much code: PLACES is to be larger\n");
		exit(1);
	}
	places[at % PLACES].addr = addr;
	return &places[at % PLACES];
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb), i;
	struct qemu_plugin_insn *insn;

	(void)id;
	for (i = 0; i < count; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		plugin_look_at(plugin_marks, insn);
		qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, 0, place_of(qemu_plugin_insn_vaddr(insn)));
	}
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
	return plugin_begin(id, info, argc, argv, translated);
}
