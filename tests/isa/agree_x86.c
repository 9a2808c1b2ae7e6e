/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * agree_x86.c - do others see the same instructions? Compares with objdump, and with capstone where it is there.
 *
 *     agree_x86 <x86_64|i386> <objdump> FILE...
 *
 * Every line of `objdump -d` is decoded from its own bytes: the length, what kind of branch it is
 * and its target must agree. Lines that objdump itself calls bad, or that are prefixes alone (data
 * between functions), are counted and not compared. capstone is asked for the length; it is old, so
 * an instruction that it does not know is counted and is no failure.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AGREE_CAPSTONE
#include <capstone.h>
#endif

#include "isa/isa.h"

#define SHOWN_MAX 20

struct counts {
	unsigned long lines, bad, length, class, target, capstone, capstone_unknown;
};

static const struct isa *isa;
static struct counts counts;

/* One line of objdump, taken apart. */
struct line {
	uint64_t addr;
	uint8_t bytes[32];
	size_t len;
	char *text;
};

static bool parse_line(char *text, struct line *line)
{
	char *end;

	line->addr = strtoull(text, &end, 16);
	if (end == text || end[0] != ':' || end[1] != '\t')
		return false;
	text = end + 2;
	for (line->len = 0; line->len < sizeof(line->bytes); line->len++) {
		char two[3] = { text[0], text[0] ? text[1] : 0, 0 };
		unsigned long byte = strtoul(two, &end, 16);

		if (end != two + 2 || text[2] != ' ')
			break;
		line->bytes[line->len] = (uint8_t)byte;
		text += 3;
	}
	text += strspn(text, " \t");
	text[strcspn(text, "\n")] = 0;
	line->text = text;
	return line->len != 0;
}

/*
 * Not an instruction: bad by objdump's own word, a segment register that does not exist, or
 * prefixes that nothing follows.
 */
static bool is_bad(const struct line *line)
{
	static const char *const alone[] = { "rex", "repz", "repnz", "data16", "addr32", "lock",   "cs",
					     "ds",  "es",   "ss",    "fs",     "gs",     "addr16", "data32" };
	const char *last = strrchr(line->text, ' ');
	size_t i;

	if (strstr(line->text, "(bad)") || strstr(line->text, "%?") || strstr(line->text, ",%cs") ||
	    strstr(line->text, "{bad"))
		return true;
	last = last && last[1] ? last + 1 : line->text;
	for (i = 0; i < DT_ARRAY_SIZE(alone); i++) {
		if (strncmp(last, alone[i], strlen(alone[i])) == 0 && (alone[i][0] == 'r' || !strchr(last, '%')) &&
		    strspn(last, "abcdefghijklmnopqrstuvwxyz0123456789.WRXB") == strlen(last) &&
		    (strcmp(last, alone[i]) == 0 || strncmp(last, "rex", 3) == 0))
			return true;
	}
	return false;
}

/* The mnemonic after the prefixes that objdump prints. */
static const char *mnemonic(const char *text)
{
	static const char *const prefixes[] = { "bnd ",    "notrack ", "repz ", "repnz ",    "rep ",
						"data16 ", "addr32 ",  "lock ", "rex.W ",    "cs ",
						"ds ",     "es ",      "ss ",   "xacquire ", "xrelease " };
	size_t i;

again:
	if (strncmp(text, "rex", 3) == 0 && strchr(text, ' ')) {
		text = strchr(text, ' ') + 1;
		goto again;
	}
	for (i = 0; i < DT_ARRAY_SIZE(prefixes); i++) {
		if (strncmp(text, prefixes[i], strlen(prefixes[i])) == 0) {
			text += strlen(prefixes[i]);
			goto again;
		}
	}
	return text;
}

static unsigned int expected_class(const char *name)
{
	size_t len = strcspn(name, " ,");
	bool star = name[len + strspn(name + len, " ")] == '*';

	if (strncmp(name, "call", 4) == 0)
		return ISA_CLASS_CALL;
	if (strncmp(name, "jmp", 3) == 0)
		return star ? ISA_CLASS_IJUMP : ISA_CLASS_JUMP;
	if (strncmp(name, "ljmp", 4) == 0)
		return ISA_CLASS_IJUMP;
	if (name[0] == 'j' || strncmp(name, "loop", 4) == 0)
		return ISA_CLASS_BRANCH;
	if (strncmp(name, "ret", 3) == 0 || strncmp(name, "lret", 4) == 0 || strncmp(name, "iret", 4) == 0 ||
	    strncmp(name, "sysret", 6) == 0 || (len >= 7 && strncmp(name, "sysexit", 7) == 0))
		return ISA_CLASS_RETURN;
	if (strncmp(name, "int3", 4) == 0)
		return ISA_CLASS_BREAK;
	return ISA_CLASS_OTHER;
}

/* Classes that cannot be distinguished in objdump's text. */
static bool class_agrees(const struct isa_insn *in, unsigned int expected)
{
	switch (in->class) {
	case ISA_CLASS_NOP:
	case ISA_CLASS_PUSH:
	case ISA_CLASS_POP:
	case ISA_CLASS_LANDING_PAD:
		return expected == ISA_CLASS_OTHER;
	default:
		return in->class == expected;
	}
}

static void complain(const struct line *line, const char *what, const struct isa_insn *in, unsigned long *count)
{
	char text[96];
	size_t i;

	if (++*count > SHOWN_MAX)
		return;
	isa->insn_format(in, text, sizeof(text));
	printf("%s: %" PRIx64 ":", what, line->addr);
	for (i = 0; i < line->len; i++)
		printf(" %02x", line->bytes[i]);
	printf("  '%s' length %u, objdump '%s'\n", text, in->len, line->text);
}

static void compare_branch(const struct line *line, const struct isa_insn *in)
{
	const char *name = mnemonic(line->text);
	unsigned int class = expected_class(name);
	const char *operand = name + strcspn(name, " ");

	/* Jumps with branch hints carry a suffix: "jne,pt". */
	if (!class_agrees(in, class)) {
		complain(line, "class", in, &counts.class);
		return;
	}
	operand += strspn(operand, " ");
	if ((class == ISA_CLASS_JUMP || class == ISA_CLASS_BRANCH || (class == ISA_CLASS_CALL && *operand != '*')) &&
	    in->target != strtoull(operand, NULL, 16))
		complain(line, "target", in, &counts.target);
}

#ifdef AGREE_CAPSTONE
static csh capstone;

static void compare_capstone(const struct line *line, const struct isa_insn *in)
{
	cs_insn *insn;

	if (cs_disasm(capstone, line->bytes, line->len, line->addr, 1, &insn) == 0) {
		counts.capstone_unknown++;
		return;
	}
	/*
	 * capstone 4 takes ud0 and ud1 for two bytes; in the manual and on every current CPU a
	 * ModRM byte follows.
	 */
	if (insn->size != in->len && insn->id != X86_INS_UD0 && insn->id != X86_INS_UD2B)
		complain(line, "capstone", in, &counts.capstone);
	cs_free(insn, 1);
}
#else
static void compare_capstone(const struct line *line, const struct isa_insn *in)
{
}
#endif

static void compare(const struct line *line)
{
	size_t len = line->len;
	struct isa_insn in;

	if (is_bad(line)) {
		counts.bad++;
		return;
	}
	counts.lines++;
	isa->insn_decode(line->bytes, line->len, line->addr, &in);
	if (line->bytes[0] == 0x9b) /* objdump prints fwait and the x87 instruction after it as one */
		len = 1;
	if (in.len != len || isa->insn_len(line->bytes, line->len) != len) {
		complain(line, "length", &in, &counts.length);
		return;
	}
	compare_branch(line, &in);
	compare_capstone(line, &in);
}

static int compare_file(const char *objdump, const char *path)
{
	char command[4096];
	char text[1024];
	struct line line;
	FILE *pipe;

	snprintf(command, sizeof(command), "%s -d -w '%s'", objdump, path);
	pipe = popen(command, "r");
	if (!pipe)
		return -1;
	while (fgets(text, sizeof(text), pipe)) {
		if (parse_line(text + strspn(text, " "), &line))
			compare(&line);
	}
	return pclose(pipe);
}

extern const struct isa isa_x86_64, isa_i386;

int main(int argc, char **argv)
{
	int i;

	if (argc < 4)
		return 2;
	isa = strcmp(argv[1], "i386") ? &isa_x86_64 : &isa_i386;
#ifdef AGREE_CAPSTONE
	if (cs_open(CS_ARCH_X86, isa == &isa_x86_64 ? CS_MODE_64 : CS_MODE_32, &capstone) != CS_ERR_OK)
		return 2;
#endif
	for (i = 3; i < argc; i++) {
		if (compare_file(argv[2], argv[i]) != 0) {
			printf("%s: objdump failed\n", argv[i]);
			return 2;
		}
	}
	printf("%s: %lu instructions, disagreements: length %lu, class %lu, target %lu, capstone %lu; capstone did not "
	       "know %lu; "
	       "%lu lines are data\n",
	       isa->name, counts.lines, counts.length, counts.class, counts.target, counts.capstone,
	       counts.capstone_unknown, counts.bad);
	if (counts.lines == 0)
		return 77;
	return counts.length || counts.class || counts.target || counts.capstone;
}
