/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * arm.c - arms the probes of the program that it is part of, by itself: a break at each site, whose
 * trap evaluates the argument programs on the registers of the signal's frame, as the module does on
 * those of its trap. What they are is read from a file that look.c wrote of this very program.
 */
#include "arm.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "core/usdt/usdt.h"
#include "frame.h"

#define SITES_MAX 64

struct site {
	char name[64];
	uintptr_t addr;
	uint8_t old[4];
	unsigned int arg_count;
	struct dtrace_usdt_arg args[DTRACE_USDT_ARGS_MAX];
};

static struct site sites[SITES_MAX];
static unsigned int site_count;
static uint64_t moved;
struct arm_firing arm_last;

int arm_marker = 1;

static int load(void *arg, uint64_t addr, void *dst, size_t size)
{
	memcpy(dst, (const void *)(uintptr_t)addr, size);
	return 0;
}

static void evaluate(const struct site *site, const struct isa_self_regs *regs)
{
	struct isa_mem mem = { NULL, load, NULL };
	struct dt_usdt_place place = { (const struct isa_regs *)regs, &mem, moved, sizeof(void *) };

	arm_last.count++;
	arm_last.name = site->name;
	arm_last.arg_count = site->arg_count;
	for (unsigned int i = 0; i < site->arg_count; i++)
		arm_last.faulted[i] = dt_usdt_arg_get(&site->args[i], &place, &arm_last.args[i]) != 0;
}

static void on_trap(int number, siginfo_t *info, void *context)
{
	uintptr_t at = frame_site(context);
	struct isa_self_regs regs;

	memset(&regs, 0, sizeof(regs));
	frame_regs(&regs, context);
	for (unsigned int i = 0; i < site_count; i++) {
		if (sites[i].addr == at) {
			evaluate(&sites[i], &regs);
			frame_skip(context, at, sites[i].old);
			return;
		}
	}
	_exit(99);
}

static void write_break(struct site *site)
{
	uintptr_t page = site->addr & ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
	size_t size = site->addr + sizeof(break_insn) - page;

	memcpy(site->old, (void *)site->addr, sizeof(site->old));
	if (mprotect((void *)page, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
		exit(98);
	memcpy((void *)site->addr, break_insn, sizeof(break_insn));
	__builtin___clear_cache((char *)site->addr, (char *)site->addr + sizeof(break_insn));
}

static void read_arg(FILE *file, struct dtrace_usdt_arg *arg)
{
	unsigned int kind, size, flags, shift, base, index;
	int64_t value;

	if (fscanf(file, " %u %u %u %u %u %u %" SCNd64, &kind, &size, &flags, &shift, &base, &index, &value) != 7)
		exit(97);
	*arg = (struct dtrace_usdt_arg){ (uint8_t)kind, (uint8_t)size,  (uint8_t)flags, (uint8_t)shift,
					 (uint8_t)base, (uint8_t)index, { 0 },          value };
}

unsigned int arm_all(const char *path, uint64_t marker)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	FILE *file = fopen(path, "r");
	uint64_t addr;

	if (!file)
		exit(96);
	moved = (uint64_t)(uintptr_t)&arm_marker - marker;
	sigaction(SIGTRAP, &action, NULL);
	while (site_count < SITES_MAX &&
	       fscanf(file, " %63s %" SCNx64 " %u", sites[site_count].name, &addr, &sites[site_count].arg_count) == 3) {
		struct site *site = &sites[site_count];

		site->addr = (uintptr_t)(addr + moved);
		for (unsigned int i = 0; i < site->arg_count; i++)
			read_arg(file, &site->args[i]);
		site_count++;
	}
	fclose(file);
	for (unsigned int i = 0; i < site_count; i++)
		write_break(&sites[i]);
	return site_count;
}
