/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* usdt/cpu.c - the table of CPUs and of the names of their registers; see cpu.h. */
#include <string.h>

#include "usdt/cpu.h"

#define CPUS (sizeof(cpus) / sizeof(cpus[0]))

static const struct ldt_usdt_cpu cpus[] = {
#define LDT_USDT_CPU(isa, machine, bits, operands, flags, type, property) \
	{ #isa, machine, bits, operands, flags, type, property },
#define LDT_USDT_REG(isa, text, size, number, shift)
#include "usdt_table.h"
#undef LDT_USDT_CPU
#undef LDT_USDT_REG
};

static const struct {
	const char *cpu;
	struct ldt_usdt_register row;
} registers[] = {
#define LDT_USDT_CPU(isa, machine, bits, operands, flags, type, property)
#define LDT_USDT_REG(isa, text, size, number, shift) { #isa, { text, size, number, shift } },
#include "usdt_table.h"
#undef LDT_USDT_CPU
#undef LDT_USDT_REG
};

const struct ldt_usdt_cpu *ldt_usdt_cpu_of(const struct ldt_elf_identity *identity)
{
	for (size_t i = 0; i < CPUS; i++) {
		if (cpus[i].machine == identity->machine && cpus[i].bits == identity->bits)
			return &cpus[i];
	}
	return NULL;
}

const struct ldt_usdt_cpu *ldt_usdt_cpu_named(const char *name)
{
	for (size_t i = 0; i < CPUS; i++) {
		if (strcmp(cpus[i].name, name) == 0)
			return &cpus[i];
	}
	return NULL;
}

bool ldt_usdt_cpu_contains(const struct ldt_usdt_cpu *cpu, const struct ldt_usdt_cpu *other)
{
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		const char *name = registers[i].row.name;

		if (strcmp(registers[i].cpu, other->name) == 0 && !ldt_usdt_register(cpu, name, strlen(name)))
			return false;
	}
	return cpu->operands == other->operands;
}

const struct ldt_usdt_register *ldt_usdt_register(const struct ldt_usdt_cpu *cpu, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		if (strcmp(registers[i].cpu, cpu->name) == 0 && strncmp(registers[i].row.name, name, length) == 0 &&
		    registers[i].row.name[length] == '\0')
			return &registers[i].row;
	}
	return NULL;
}

const struct ldt_usdt_cpu *ldt_usdt_cpu_host(unsigned int bits)
{
	const struct ldt_usdt_cpu *host = ldt_usdt_cpu_named(LDT_USDT_HOST);

	if (bits == 0 || host->bits == bits)
		return host;
	for (size_t i = 0; i < CPUS; i++) {
		if (cpus[i].bits == bits && ldt_usdt_cpu_contains(host, &cpus[i]))
			return &cpus[i];
	}
	return NULL;
}
