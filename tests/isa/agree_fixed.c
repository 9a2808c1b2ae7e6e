/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * agree_fixed.c - do we and objdump see the same instructions? For aarch64 and riscv64 (whose objdump prints words).
 *
 *     agree_fixed aarch64|riscv64 <objdump command> <file>...         a file is an ELF file, raw:FILE (bare code, as
 * kernel images are), or random:COUNT:SEED (random words)
 *
 * Every instruction that objdump prints is decoded by us from the same bytes: length, class and the
 * target of PC-relative operands have to agree, and what objdump knows we have to know. The reverse
 * (we decode, objdump does not) is counted: the groups of SIMD instructions in the spec are wider
 * than what is allocated. Exit 77 when there is no objdump or no file.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/isa.h"

#define SKIPPED   77
#define SHOWN_MAX 40

struct line {
	uint64_t addr;
	uint32_t word;
	unsigned int len;
	char name[32];
	char operands[160];
};

struct totals {
	unsigned long insns, wider, unknown, disagreed, verdicts[4];
	bool no_targets; /* in this file */
};

extern const struct isa isa_aarch64, isa_riscv64;

static const struct isa *const isas[] = { &isa_aarch64, &isa_riscv64 };

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++) {
		if (strcmp(name, *names) == 0)
			return true;
	}
	return false;
}

/* "  addr:<tab>word <tab>name<tab>operands"; anything else is not an instruction. */
static bool parse(const char *text, struct line *line)
{
	int used = 0, digits_from, digits_to;

	memset(line, 0, sizeof(*line));
	if (sscanf(text, " %" SCNx64 ":\t%n", &line->addr, &used) != 1 || used == 0)
		return false;
	digits_from = used;
	while (isxdigit((unsigned char)text[used]))
		used++;
	digits_to = used;
	if (digits_to - digits_from != 4 && digits_to - digits_from != 8)
		return false;
	line->len = (unsigned int)(digits_to - digits_from) / 2;
	line->word = (uint32_t)strtoul(text + digits_from, NULL, 16);
	sscanf(text + used, " %31s %159[^\n]", line->name, line->operands);
	return line->name[0] != '\0' &&
	       strspn(line->name, "0123456789abcdef") != 2 * line->len; /* longer than 4 bytes */
}

static void trim(char *text)
{
	size_t len = strlen(text);

	while (len > 0 && isspace((unsigned char)text[len - 1]))
		text[--len] = '\0';
}

/*
 * Directives are objdump's way to say no; and it prints system registers with op0 = 0, which are not allocated,
 * and c.addi16sp with 0, which is reserved.
 */
static bool objdump_knows(const struct line *line)
{
	static const char *const not [] = { "udf", "unimp", "c.unimp", NULL };
	bool unallocated =
		strstr(line->operands, "s0_") && (strcmp(line->name, "msr") == 0 || strcmp(line->name, "mrs") == 0);

	unallocated |= strcmp(line->name, "c.addi16sp") == 0 && strcmp(line->operands, "sp,0") == 0;
	return line->name[0] != '.' && !is_one_of(line->name, not ) && !unallocated;
}

/*
 * Loads and stores by their names: those that also compute (ldadd, stset, ...), 64-byte ones that
 * return a status, MOPS (set...) and those of SVE and SME, which our table has as groups, are
 * OTHER.
 */
static enum isa_class memory_aarch64(const struct line *line)
{
	static const char *const computing[] = {
		"add", "clr", "eor", "set", "smax", "smin", "umax", "umin", "64b", NULL
	};
	unsigned int group = line->word >> 25 & 15, i;

	if (group == 2 || group == 0 || (!starts(line->name, "ld") && !starts(line->name, "st")))
		return ISA_CLASS_OTHER;
	for (i = 0; computing[i]; i++) {
		if (starts(line->name + 2, computing[i]))
			return ISA_CLASS_OTHER;
	}
	return line->name[0] == 'l' ? ISA_CLASS_LOAD : ISA_CLASS_STORE;
}

static enum isa_class class_aarch64(const struct line *line)
{
	static const char *const tests[] = { "cbz", "cbnz", "tbz", "tbnz", NULL };
	static const char *const ijumps[] = { "br", "braa", "brab", "braaz", "brabz", NULL };
	static const char *const calls[] = { "bl", "blr", "blraa", "blrab", "blraaz", "blrabz", NULL };
	static const char *const returns[] = { "ret", "retaa", "retab", NULL };
	static const char *const nops[] = { "nop", "yield", NULL };

	if (strcmp(line->name, "b") == 0)
		return ISA_CLASS_JUMP;
	if (starts(line->name, "b.") || starts(line->name, "bc.") || is_one_of(line->name, tests))
		return ISA_CLASS_BRANCH;
	if (is_one_of(line->name, ijumps))
		return ISA_CLASS_IJUMP;
	if (is_one_of(line->name, calls))
		return ISA_CLASS_CALL;
	if (is_one_of(line->name, returns))
		return ISA_CLASS_RETURN;
	if (is_one_of(line->name, nops))
		return ISA_CLASS_NOP;
	if (strcmp(line->name, "bti") == 0)
		return ISA_CLASS_LANDING_PAD;
	return strcmp(line->name, "brk") == 0 ? ISA_CLASS_BREAK : memory_aarch64(line);
}

/*
 * Loads and stores by their names, without the sizes (b h w d q) and what follows them; those of
 * vectors by their opcode.
 */
static enum isa_class memory_riscv64(const struct line *line)
{
	const char *name = line->name + (starts(line->name, "c.") ? 2 : 0);

	if (starts(name, "lr.") || starts(name, "sc."))
		return name[0] == 'l' ? ISA_CLASS_LOAD : ISA_CLASS_STORE;
	if (name[0] == 'v')
		return (line->word & 0x7f) == 0x07   ? ISA_CLASS_LOAD
		       : (line->word & 0x7f) == 0x27 ? ISA_CLASS_STORE
						     : ISA_CLASS_OTHER;
	name += name[0] == 'f';
	if ((name[0] != 'l' && name[0] != 's') || !name[1] || !strchr("bhwdq", name[1]))
		return ISA_CLASS_OTHER;
	if (name[2] && strcmp(name + 2, "u") != 0 && strcmp(name + 2, "sp") != 0)
		return ISA_CLASS_OTHER;
	return name[0] == 'l' ? ISA_CLASS_LOAD : ISA_CLASS_STORE;
}

static enum isa_class class_riscv64(const struct line *line)
{
	static const char *const branches[] = { "beq", "bne", "blt", "bge", "bltu", "bgeu", "c.beqz", "c.bnez", NULL };
	bool links = !starts(line->operands, "zero,");

	if (is_one_of(line->name, branches))
		return ISA_CLASS_BRANCH;
	if (strcmp(line->name, "jal") == 0)
		return links ? ISA_CLASS_CALL : ISA_CLASS_JUMP;
	if (strcmp(line->name, "jalr") == 0 && !links)
		return strcmp(line->operands, "zero,0(ra)") == 0 ? ISA_CLASS_RETURN : ISA_CLASS_IJUMP;
	if (strcmp(line->name, "jalr") == 0 || strcmp(line->name, "c.jalr") == 0)
		return ISA_CLASS_CALL;
	if (strcmp(line->name, "c.j") == 0)
		return ISA_CLASS_JUMP;
	if (strcmp(line->name, "c.jr") == 0)
		return strcmp(line->operands, "ra") == 0 ? ISA_CLASS_RETURN : ISA_CLASS_IJUMP;
	if (strcmp(line->name, "ebreak") == 0 || strcmp(line->name, "c.ebreak") == 0)
		return ISA_CLASS_BREAK;
	if (strcmp(line->name, "addi") == 0)
		return strcmp(line->operands, "zero,zero,0") == 0 ? ISA_CLASS_NOP : ISA_CLASS_OTHER;
	if (strcmp(line->name, "c.nop") == 0 || (strcmp(line->name, "c.addi") == 0 && starts(line->operands, "zero,")))
		return ISA_CLASS_NOP;
	return memory_riscv64(line);
}

/* Our PUSH and POP are a store and a load to objdump; landing pads it writes as auipc. */
static enum isa_class comparable(const struct isa *isa, const struct isa_insn *in)
{
	if (in->class == ISA_CLASS_PUSH)
		return ISA_CLASS_STORE;
	if (in->class == ISA_CLASS_POP)
		return ISA_CLASS_LOAD;
	if (isa == &isa_riscv64 && in->class == ISA_CLASS_LANDING_PAD)
		return ISA_CLASS_OTHER;
	return (enum isa_class)in->class;
}

/*
 * A PC-relative operand is the last one: "addr <symbol>", or 0xaddr in a file without symbols. On
 * riscv64 the latter may also be a plain number, so only branches are looked at; its comments ("#
 * addr <symbol>") are guesses and cut off before.
 */
static bool printed_target(const struct isa *isa, const struct line *line, uint64_t *target)
{
	const char *angle = strstr(line->operands, " <"), *from = angle;
	enum isa_class class = isa == &isa_riscv64 ? class_riscv64(line) : ISA_CLASS_JUMP;

	if (!angle) {
		for (from = line->operands + strlen(line->operands);
		     from > line->operands && isalnum((unsigned char)from[-1]); from--)
			;
		if (from[0] != '0' || from[1] != 'x' || (from > line->operands && from[-1] == '#'))
			return false;
		*target = strtoull(from, NULL, 16);
		return class == ISA_CLASS_JUMP || class == ISA_CLASS_CALL || class == ISA_CLASS_BRANCH;
	}
	while (from > line->operands && isxdigit((unsigned char)from[-1]))
		from--;
	*target = strtoull(from, NULL, 16);
	return from != angle;
}

static void complain(struct totals *totals, const struct line *line, const struct isa_insn *in, const char *what)
{
	if (totals->disagreed++ < SHOWN_MAX)
		printf("%" PRIx64 ": %0*x %s %s: %s differs (ours: length %u class %s target 0x%" PRIx64 ")\n",
		       line->addr, (int)(2 * line->len), line->word, line->name, line->operands, what, in->len,
		       isa_class_name(in->class), in->target);
}

/*
 * In a file that is yet to be linked (a module) objdump prints what the relocation means, not what
 * the bytes say: there targets cannot be compared.
 */
static bool is_relocatable(const char *file)
{
	unsigned char header[18] = { 0 };
	FILE *from = fopen(file, "rb");
	size_t size = from ? fread(header, 1, sizeof(header), from) : 0;

	if (from)
		fclose(from);
	return size == sizeof(header) && memcmp(header, "\177ELF", 4) == 0 && header[16] == 1;
}

static void compare(const struct isa *isa, const struct line *line, struct totals *totals)
{
	uint8_t bytes[4];
	struct isa_insn in;
	uint64_t target;
	unsigned int i;

	for (i = 0; i < 4; i++)
		bytes[i] = (uint8_t)(line->word >> (8 * i));
	isa->insn_decode(bytes, line->len, line->addr, &in);
	totals->insns++;
	totals->verdicts[in.verdict & 3]++;
	if (!objdump_knows(line)) {
		totals->unknown++;
		totals->wider += in.len != 0;
		return;
	}
	if (in.len != line->len || isa->insn_len(bytes, line->len) != line->len)
		complain(totals, line, &in, "length");
	else if (comparable(isa, &in) != (isa == &isa_aarch64 ? class_aarch64 : class_riscv64)(line))
		complain(totals, line, &in, "class");
	else if (totals->no_targets)
		return;
	else if (printed_target(isa, line, &target)
			 ? !in.pc_relative || target != in.target
			 : in.pc_relative && (isa == &isa_aarch64 || in.class != ISA_CLASS_OTHER))
		complain(totals, line, &in, "target");
}

/* Words that begin like control flow more often than chance has it: those are where a mistake costs most. */
static uint32_t random_word(const struct isa *isa, uint64_t *seed)
{
	uint32_t word;

	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	word = (uint32_t)(*seed >> 32);
	if (isa == &isa_aarch64 && (*seed >> 20 & 3) == 0)
		return (word & 0xe3ffffffu) | 0x14000000u;
	if (isa == &isa_aarch64 && (*seed >> 20 & 3) == 1)
		return (word & 0x00ffffffu) | 0xd5000000u | (word >> 6 & 0x03000000u);
	return word;
}

static int write_random(const struct isa *isa, const char *what, const char *path)
{
	unsigned long count = 0, i;
	uint64_t seed = 1;
	uint32_t word;
	FILE *to = fopen(path, "wb");

	if (!to || sscanf(what, "%lu:%" SCNu64, &count, &seed) < 1)
		return 1;
	for (i = 0; i < count; i++) {
		word = random_word(isa, &seed);
		fwrite(&word, sizeof(word), 1, to);
	}
	return fclose(to);
}

static int agree(const struct isa *isa, const char *objdump, const char *file, struct totals *totals)
{
	char command[1024], text[1024], path[] = "/tmp/agree_fixed.XXXXXX", *comment;
	const char *how = "-d -z";
	struct line line;
	FILE *out;
	int fd = -1;

	if (starts(file, "random:")) {
		fd = mkstemp(path);
		if (fd < 0 || write_random(isa, file + 7, path) != 0)
			return 1;
		file = path;
	}
	if (fd >= 0 || starts(file, "raw:"))
		how = isa == &isa_riscv64 ? "-D -z -b binary -m riscv:rv64" : "-D -z -b binary -m aarch64";
	if (starts(file, "raw:"))
		file += 4;
	snprintf(command, sizeof(command), "%s %s%s '%s'", objdump, how, isa == &isa_riscv64 ? " -M no-aliases" : "",
		 file);
	totals->no_targets = is_relocatable(file);
	out = popen(command, "r");
	if (!out)
		return 1;
	while (fgets(text, sizeof(text), out)) {
		if (!parse(text, &line))
			continue;
		comment = strstr(line.operands, isa == &isa_riscv64 ? " #" : " //");
		if (comment)
			*comment = '\0';
		trim(line.operands);
		compare(isa, &line, totals);
	}
	if (fd >= 0) {
		unlink(path);
		close(fd);
	}
	return pclose(out) == 0 ? 0 : 1;
}

static bool is_there(const char *file)
{
	return starts(file, "random:") || access(starts(file, "raw:") ? file + 4 : file, R_OK) == 0;
}

int main(int argc, char **argv)
{
	const struct isa *isa = NULL;
	struct totals totals = { 0 };
	int i, read = 0, failed = 0;

	for (i = 0; argc > 3 && i < 2; i++) {
		if (strcmp(isas[i]->name, argv[1]) == 0)
			isa = isas[i];
	}
	if (!isa) {
		fprintf(stderr, "usage: agree_fixed aarch64|riscv64 <objdump> <file>...\n");
		return 2;
	}
	for (i = 3; i < argc; i++) {
		if (access(argv[2], X_OK) != 0 || !is_there(argv[i])) {
			printf("not there: %s or %s\n", argv[2], argv[i]);
			continue;
		}
		failed |= agree(isa, argv[2], argv[i], &totals);
		read++;
	}
	if (read == 0)
		return SKIPPED;
	printf("%s: %d files, %lu instructions: %lu reject, %lu copy, %lu rewrite, %lu emulate; %lu disagreements; "
	       "objdump does not know %lu, of which we decode %lu\n",
	       isa->name, read, totals.insns, totals.verdicts[ISA_REJECT], totals.verdicts[ISA_COPY],
	       totals.verdicts[ISA_REWRITE], totals.verdicts[ISA_EMULATE], totals.disagreed, totals.unknown,
	       totals.wider);
	return failed || totals.disagreed || totals.insns < 10000;
}
