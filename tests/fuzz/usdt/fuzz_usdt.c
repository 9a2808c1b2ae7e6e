/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_usdt.c - notes of probes: a small file for one of the CPUs, with notes made of random pieces
 * of operands, some bytes changed, or cut short. A finding is anything the sanitizers report, a
 * refusal without a reason, and an argument program of this machine's CPU that the core refuses.
 */
#include <stdlib.h>
#include <string.h>

#include <isa_types.h>

#include "core/usdt/usdt.h"
#include "fake/usdt_file.h"
#include "fuzz.h"
#include "usdt/cpu.h"
#include "usdt/declared.h"
#include "usdt/usdt.h"

static const char *const cpus[] = {
#define DT_ISA(cpu) #cpu,
#include "spec/isa.def"
#undef DT_ISA
};

/* What operands are made of. */
static const char *const pieces[] = {
	"4@",
	"-8@",
	"1@",
	"8f@",
	" ",
	"  ",
	"%",
	"rax",
	"ah",
	"rip",
	"eax",
	"x0",
	"w1",
	"xzr",
	"a0",
	"zero",
	"sp",
	"(",
	")",
	"[",
	"]",
	",",
	", ",
	"#",
	"$",
	"-",
	"+",
	"0",
	"1",
	"8",
	"18446744073709551615",
	"0x7fffffffffffffff",
	"9223372036854775808",
	"counter",
	"first",
	"nothing",
	":lo12:",
	"%lo(",
	"lsl ",
	"sxtw ",
	"uxtw ",
	"@",
	"GOTOFF",
	"tpoff",
	"fs:",
	"!",
	"\t",
	".",
	"_",
	"2",
	"3",
	"4",
};

/* What definitions are made of. */
static const char *const lines[] = { "provider a\n",
				     "probe b\n",
				     "native int\n",
				     "native t = long\n",
				     "seen 0 int\n",
				     "unseen\n",
				     "seen 1 t\n",
				     "stability x\n",
				     "later y\n",
				     "stability Stable/Stable/Common\n",
				     " ",
				     "\n" };

static volatile uint64_t sum;

static size_t write_text(char *text, size_t size, const char *const *from, size_t count, const uint8_t *data,
			 size_t length)
{
	size_t at = 0;

	for (size_t i = 0; i < length; i++) {
		const char *piece = from[data[i] % count];

		if (at + strlen(piece) >= size)
			break;
		memcpy(text + at, piece, strlen(piece));
		at += strlen(piece);
	}
	text[at] = '\0';
	return at;
}

static void look_at_definitions(const struct ldt_usdt_file *read)
{
	for (const struct ldt_usdt_provider *provider = read->declared; provider; provider = provider->next) {
		char *text = ldt_usdt_declare(provider);

		sum += strlen(text);
		free(text);
	}
}

static void look(const struct ldt_usdt_file *read)
{
	for (size_t i = 0; i < read->site_count; i++) {
		const struct ldt_usdt_site *site = &read->sites[i];

		if (!*site->provider || !*site->name || !site->function)
			abort();
		sum += strlen(site->function) + site->addr + site->offset;
		for (unsigned int j = 0; j < site->arg_count; j++) {
			const struct dtrace_usdt_arg *arg = &site->args[j];

			sum += (uint64_t)arg->value;
			if (strcmp(read->cpu, isa_self.name) == 0 && !dt_usdt_arg_is_valid(arg))
				abort();
			if (arg->kind == DTRACE_USDT_REFUSED && ldt_usdt_reason(arg->value)[0] == '?')
				abort();
		}
	}
}

int fuzz_one(const uint8_t *data, size_t size)
{
	const struct ldt_usdt_cpu *cpu;
	struct ldt_usdt_file *read;
	struct usdt_file file;
	const char *why = NULL;
	char args[1024];
	size_t half;

	if (size < 8)
		return 0;
	cpu = ldt_usdt_cpu_named(cpus[data[0] % DT_ARRAY_SIZE(cpus)]);
	half = data[1] % 4 ? (size - 8) : (size - 8) / 2;
	usdt_file_make(&file, cpu->bits, cpu->machine);
	write_text(args, sizeof(args), pieces, DT_ARRAY_SIZE(pieces), data + 8, half);
	usdt_file_probe(&file, USDT_FILE_TEXT + data[2], data[3] % 4 ? USDT_FILE_BASE : data[3],
			data[4] % 2 ? USDT_FILE_TEXT + data[4] : 0, "provider", "na__me", args);
	if (data[6] & 1) {
		size_t length =
			write_text(args, sizeof(args), lines, DT_ARRAY_SIZE(lines), data + 8 + half, size - 8 - half);

		usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE, "provider p\n", 11);
		if (length)
			usdt_file_note(&file, LDT_USDT_OWNER, LDT_USDT_TYPE, args, length);
	}
	/* three bytes for a change: two say where, mostly in headers and notes, the third is the byte */
	for (const uint8_t *at = data + 8 + half; data + size - at >= 3; at += 3) {
		size_t place = (size_t)(at[0] & 0x7f) << 8 | at[1];

		file.data[at[0] & 0x80 ? file.notes + place % (file.size - file.notes) : place % file.size] = at[2];
	}
	if (data[5] == 0)
		file.size -= data[6] * 16u < file.size ? data[6] * 16u : file.size;
	read = ldt_usdt_read_image(file.data, file.size, data[7] % 8 ? NULL : cpus[data[7] / 8 % DT_ARRAY_SIZE(cpus)],
				   &why);
	if (!read && !why)
		abort();
	if (!read)
		return 0;
	look(read);
	look_at_definitions(read);
	ldt_usdt_destroy(read);
	return 1;
}
