/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * random_fixed.c - random bytes through every function of the aarch64 and riscv64 backends.
 *
 *     random_fixed aarch64|riscv64 [words [seed]]
 *
 * The bytes are at the end of a page that an inaccessible page follows, so one byte read too many
 * is a fault. The results must fit together (length, verdict, reason, class), and the functions may
 * write nothing beyond what the contract allows.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "isa/isa.h"

#define PAGE         4096
#define FUNCTION_MAX 256
#define CANARY       0xa7

extern const struct isa isa_aarch64, isa_riscv64;

static uint64_t random_state;
static unsigned long failures;

static uint64_t random_bits(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1du;
}

static void expect(bool holds, const struct isa_insn *in, const char *what)
{
	if (holds || failures++ > 20)
		return;
	printf("bytes %02x%02x%02x%02x at 0x%" PRIx64 ": %s\n", in->bytes[0], in->bytes[1], in->bytes[2], in->bytes[3],
	       in->addr, what);
}

static int any_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	memset(dst, (int)addr, size);
	return random_bits() & 1 ? 0 : -OS_EFAULT;
}

static int any_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return random_bits() & 1 ? 0 : -OS_EFAULT;
}

static void check_emulate(const struct isa *isa, const struct isa_insn *in)
{
	static const struct isa_mem mem = { .load = any_load, .store = any_store };
	uint64_t regs[64], before[64];
	unsigned int i;
	int ret;

	for (i = 0; i < 64; i++)
		regs[i] = random_bits();
	memcpy(before, regs, sizeof(regs));
	ret = isa->insn_emulate(in, (struct isa_regs *)regs, &mem);
	expect(ret == 0 || ret == -OS_EFAULT, in, "insn_emulate answers neither 0 nor -OS_EFAULT");
	if (ret != 0)
		expect(memcmp(before, regs, sizeof(regs)) == 0, in, "a fault changed registers");
	for (i = isa->regs_size / 8; i < 64; i++)
		expect(regs[i] == before[i], in, "written behind the register file");
	if (ret == 0)
		expect(isa->pc_get((struct isa_regs *)regs) % isa->insn_align == 0 ||
			       (in->class != ISA_CLASS_OTHER && in->class != ISA_CLASS_LOAD &&
				in->class != ISA_CLASS_STORE),
		       in, "odd pc");
}

static void check_relocate(const struct isa *isa, const struct isa_insn *in)
{
	uint8_t slot[ISA_SLOT_MAX];
	unsigned int i;
	int ret;

	memset(slot, CANARY, sizeof(slot));
	ret = isa->insn_relocate(in, slot, random_bits() & ~(uint64_t)7);
	expect(ret == 0 || ret == 1 || ret == -OS_ERANGE, in, "insn_relocate's answer");
	expect(ret != -OS_ERANGE || in->verdict == ISA_REWRITE, in, "COPY answers ERANGE");
	if (in->verdict == ISA_COPY)
		expect(memcmp(slot, in->bytes, in->len) == 0, in, "COPY does not copy");
	for (i = isa->slot_size; i < sizeof(slot); i++)
		expect(slot[i] == CANARY, in, "written behind the slot");
}

static void check_one(const struct isa *isa, const uint8_t *code, size_t size)
{
	unsigned int len = isa->insn_len(code, size);
	struct isa_insn in;
	enum isa_verdict verdict;
	char text[64];

	memset(&in, CANARY, sizeof(in));
	verdict = isa->insn_decode(code, size, random_bits() & ~(uint64_t)3, &in);
	expect(in.len == len && len <= size && len <= isa->insn_max && len % isa->insn_align == 0, &in, "length");
	expect(verdict == in.verdict && in.verdict <= ISA_EMULATE && in.class < ISA_CLASS_COUNT, &in,
	       "verdict or class");
	expect((in.verdict == ISA_REJECT) == (in.reason != ISA_REASON_NONE) && in.reason < ISA_REASON_COUNT, &in,
	       "reason");
	expect((in.len == 0) == (in.reason == ISA_REASON_UNDECODED), &in, "length 0 without reason");
	expect(len == 0 || memcmp(in.bytes, code, len) == 0, &in, "bytes");
	expect(!in.pc_relative ? in.target == 0 : true, &in, "target of nothing");
	memset(text, CANARY, sizeof(text));
	isa->insn_format(&in, text, 24);
	expect(memchr(text, 0, 24) && (uint8_t)text[24] == CANARY, &in, "text");
	expect(isa->entry_skip(code, size) <= size, &in, "entry_skip");
	if (in.verdict == ISA_EMULATE)
		check_emulate(isa, &in);
	if (in.verdict == ISA_COPY || in.verdict == ISA_REWRITE)
		check_relocate(isa, &in);
}

struct seen {
	uint64_t from, to, last;
	bool wrong;
};

static int see(void *arg, const struct isa_candidate *candidate)
{
	struct seen *seen = arg;

	seen->wrong |= candidate->insn.addr < seen->from || candidate->insn.addr + candidate->insn.len > seen->to ||
		       candidate->insn.addr <= seen->last;
	seen->last = candidate->insn.addr;
	return random_bits() % 16 == 0 ? -7 : 0;
}

static void check_scan(const struct isa *isa, const uint8_t *code, size_t size)
{
	struct isa_scan_env env = { .func = 0xffff800000010000u - size, .end = 0xffff800000010000u };
	struct seen seen = { .from = env.func, .to = env.end };
	long ret = isa->scan_sites(code, &env, see, &seen);

	if ((seen.wrong || (ret < 0 && ret != -OS_EILSEQ && ret != -OS_E2BIG) || ret > (long)size) && failures++ < 20)
		printf("scan_sites of %zu bytes answers %ld\n", size, ret);
}

int main(int argc, char **argv)
{
	const struct isa *isa = argc > 1 && strcmp(argv[1], "riscv64") == 0 ? &isa_riscv64 : &isa_aarch64;
	unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 0) : 1000000, i;
	uint8_t *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t size, at;
	uint64_t word;

	if (pages == MAP_FAILED || mprotect(pages + PAGE, PAGE, PROT_NONE) != 0)
		return 3;
	random_state = (argc > 3 ? strtoull(argv[3], NULL, 0) : 1) * 0x9e3779b97f4a7c15u + 1;
	for (i = 0; i < count; i++) {
		word = random_bits();
		size = word >> 61 ? 4 : word >> 58 & 7;
		memcpy(pages + PAGE - 4, &word, 4);
		check_one(isa, pages + PAGE - size, size);
		if (i % 64)
			continue;
		size = random_bits() % FUNCTION_MAX & ~(uint64_t)1;
		for (at = 0; at < size; at++)
			pages[PAGE - size + at] = (uint8_t)(random_bits() & random_bits());
		check_scan(isa, pages + PAGE - size, size);
	}
	printf("%s: %lu random words, %lu failures\n", isa->name, count, failures);
	return failures != 0;
}
