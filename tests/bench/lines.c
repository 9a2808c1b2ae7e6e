/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * lines.c - a plugin of QEMU that counts, in a guest with several CPUs, what a loop on all of them executes, and which
 * lines of memory more than one of them stores to.
 *
 *      -plugin lines.so,out=OUT
 *
 * Each CPU is between two marks (calls/mark.h) of its own. A line is 64 bytes of physical memory: it does not matter by
 * which address it is reached, nor whether the CPUs do so at the same moment, as the emulator executes them in turn.
 * Not seen is what the CPU itself stores when an exception comes (the frame on that CPU's own stack). For each
 * measurement that is done OUT has a line
 *
 *      CPUS INSTRUCTIONS STORES SHARED READ
 *
 * CPUS that had a round; INSTRUCTIONS and STORES of the CPU that has the most of them; SHARED lines that two CPUs store to;
 * READ lines that one CPU stores to and another loads. Lines with # before that say which, and where the code is.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "plugin.h"

#define CPUS       64u
#define LINE_SHIFT 6
#define LINES      (1u << 16) /* that are noted; a power of two */
#define SAID       8u         /* lines of one measurement that are said */

static struct cpu {
	bool is_counting;
	uint64_t instructions, stores; /* of the last round */
} cpus[CPUS];

static struct line {
	uint64_t number;               /* physical address >> LINE_SHIFT, 0: free */
	uint64_t stored_by, loaded_by; /* bits by CPU */
	uint64_t addr, stored_at;      /* virtual, the last time; the instruction that stored */
	uint64_t loaded_at;
} lines[LINES];

static unsigned int line_count;

/* ---- what a CPU does between its marks ------------------------------------------------------- */

static void executed(unsigned int vcpu, void *data)
{
	if (cpus[vcpu].is_counting)
		cpus[vcpu].instructions += (uintptr_t)data;
}

/* The place of a line; NULL when there is no more room. */
static struct line *line_of(uint64_t number)
{
	uint64_t at = number * 0x9e3779b97f4a7c15ull >> 40;

	while (lines[at % LINES].number != 0 && lines[at % LINES].number != number)
		at++;
	if (lines[at % LINES].number == 0) {
		if (line_count == LINES / 2)
			return NULL;
		line_count++;
	}
	return &lines[at % LINES];
}

static void accessed(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t addr, void *data)
{
	struct qemu_plugin_hwaddr *place;
	struct line *line;

	if (!cpus[vcpu].is_counting)
		return;
	place = qemu_plugin_get_hwaddr(info, addr);
	line = place ? line_of(qemu_plugin_hwaddr_phys_addr(place) >> LINE_SHIFT) : NULL;
	if (!line)
		return;
	line->number = qemu_plugin_hwaddr_phys_addr(place) >> LINE_SHIFT;
	if (qemu_plugin_mem_is_store(info)) {
		cpus[vcpu].stores++;
		line->stored_by |= 1ull << vcpu;
		line->addr = addr;
		line->stored_at = (uintptr_t)data;
	} else {
		line->loaded_by |= 1ull << vcpu;
		line->loaded_at = (uintptr_t)data;
	}
}

/* ---- marks ----------------------------------------------------------------------------------- */

static void round_begins(unsigned int vcpu, void *data)
{
	(void)data;
	cpus[vcpu].instructions = cpus[vcpu].stores = 0;
	cpus[vcpu].is_counting = true;
}

static void round_ends(unsigned int vcpu, void *data)
{
	(void)data;
	cpus[vcpu].is_counting = false;
}

static bool has_several(uint64_t bits)
{
	return (bits & (bits - 1)) != 0;
}

static void say(const char *what, const struct line *line)
{
	fprintf(plugin_out, "# %s %#llx stored by %#llx at %#llx loaded by %#llx at %#llx\n", what,
		(unsigned long long)line->addr, (unsigned long long)line->stored_by,
		(unsigned long long)line->stored_at, (unsigned long long)line->loaded_by,
		(unsigned long long)line->loaded_at);
}

static void measurement_done(unsigned int vcpu, void *data)
{
	unsigned int at, ran = 0, shared = 0, read = 0;
	uint64_t instructions = 0, stores = 0;

	(void)vcpu, (void)data;
	for (at = 0; at < LINES; at++) {
		if (has_several(lines[at].stored_by)) {
			if (shared++ < SAID)
				say("shared", &lines[at]);
		} else if (lines[at].stored_by != 0 && has_several(lines[at].stored_by | lines[at].loaded_by)) {
			if (read++ < SAID)
				say("read", &lines[at]);
		}
	}
	for (at = 0; at < CPUS; at++) {
		ran += cpus[at].instructions != 0;
		instructions = cpus[at].instructions > instructions ? cpus[at].instructions : instructions;
		stores = cpus[at].stores > stores ? cpus[at].stores : stores;
	}
	if (line_count == LINES / 2)
		fprintf(plugin_out, "full\n"); /* what was not noted may have been shared */
	else
		fprintf(plugin_out, "%u %llu %llu %u %u\n", ran, (unsigned long long)instructions,
			(unsigned long long)stores, shared, read);
	fflush(plugin_out);
	memset(cpus, 0, sizeof(cpus));
	memset(lines, 0, sizeof(lines));
	line_count = 0;
}

/* ---- what is translated ------------------------------------------------------------------------ */

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb), i;
	struct qemu_plugin_insn *insn;

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, 0, (void *)(uintptr_t)count);
	for (i = 0; i < count; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		qemu_plugin_register_vcpu_mem_cb(insn, accessed, 0, PLUGIN_MEM_RW,
						 (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn));
		plugin_look_at(plugin_marks, insn);
	}
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv)
{
	return plugin_begin(id, info, argc, argv, translated);
}
