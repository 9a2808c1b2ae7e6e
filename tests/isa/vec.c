/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * vec.c - runs instruction vectors (*.vec) against one CPU of the isa contract: bytes in, verdict,
 * text, registers, memory, slot and return sites out. The CPU is chosen when the program is built
 * (VEC_ISA). README.md has the format.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

extern const struct isa VEC_ISA;
static const struct isa *const isa = &VEC_ISA;

#define CODE_MAX 4096
#define CELL_MAX 64
#define SITE_MAX 64
#define REGS_MAX 1024

/* One word of memory, before or after. Memory that no cell names faults. */
struct cell {
	uint64_t addr;
	uint64_t value;
	unsigned int size;
};

struct reg_value {
	unsigned int reg; /* index, or PC_REG */
	uint64_t value;
};

#define PC_REG (~0u)

struct reg_list {
	struct reg_value item[64];
	unsigned int count;
};

struct cell_list {
	struct cell item[CELL_MAX];
	unsigned int count;
};

struct vector {
	char name[128];
	int line;
	uint64_t addr;
	uint8_t code[CODE_MAX];
	size_t code_size;
	int len; /* -1: all bytes */
	char verdict[16];
	char reason[32];
	char class[32];
	char text[128];
	char flags[64];
	bool has_flags;
	bool has_target;
	uint64_t target;
	int skip; /* -1: not asked */
	struct reg_list before;
	struct reg_list after;
	struct cell_list mem;
	struct cell_list mem_after;
	bool emulate;
	bool expect_fault;
	bool has_slot;
	bool slot_range;
	bool slot_entry; /* scratch_dead is set */
	int slot_answer; /* of insn_relocate, when not ERANGE */
	uint64_t slot_addr;
	uint8_t slot[ISA_SLOT_MAX];
	size_t slot_size;
	bool has_scan;
	bool scan_error;
	char scan[512];
	bool has_insns;   /* `scan` is what scan_insns reports */
	uint32_t classes; /* of them, as bits; 0: all */
	uint64_t entry;   /* offset of the entry site, 0: not asked for */
	uint64_t thunks[8];
	size_t thunk_count;
};

static const char *file_name;
static int line_number;
static int failures;
static struct vector current;

static void __attribute__((format(printf, 1, 2))) fail(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: %s: ", file_name, current.line, current.name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	failures++;
}

static void __attribute__((format(printf, 1, 2), noreturn)) die(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s:%d: ", file_name, line_number);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

/* ---- parsing --------------------------------------------------------------------------------- */

static uint64_t parse_number(const char *text)
{
	char *end;
	uint64_t value;

	errno = 0;
	value = *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	if (errno || end == text || *end)
		die("not a number: '%s'", text);
	return value;
}

static size_t parse_hex(char *text, uint8_t *out, size_t max)
{
	size_t count = 0;
	char *word;

	for (word = strtok(text, " \t"); word; word = strtok(NULL, " \t")) {
		for (; *word; word += 2) {
			char two[3] = { word[0], word[1], 0 };
			char *end;

			if (count == max)
				die("too many bytes");
			out[count++] = (uint8_t)strtoul(two, &end, 16);
			if (end != two + 2)
				die("not hexadecimal: '%s'", word);
		}
	}
	return count;
}

static unsigned int reg_by_name(const char *name)
{
	size_t i;

	if (strcmp(name, "pc") == 0)
		return PC_REG;
	for (i = 0; i < isa->reg_count; i++) {
		if (strcmp(isa->regs[i].name, name) == 0)
			return (unsigned int)i;
	}
	die("no register '%s' on %s", name, isa->name);
}

static void parse_regs(char *text, struct reg_list *list)
{
	char *word;

	for (word = strtok(text, " \t"); word; word = strtok(NULL, " \t")) {
		char *equal = strchr(word, '=');

		if (!equal || list->count == DT_ARRAY_SIZE(list->item))
			die("expected register=value, got '%s'", word);
		*equal = 0;
		list->item[list->count].reg = reg_by_name(word);
		list->item[list->count++].value = parse_number(equal + 1);
	}
}

static void parse_cells(char *text, struct cell_list *list)
{
	char *word;

	for (word = strtok(text, " \t"); word; word = strtok(NULL, " \t")) {
		char *equal = strchr(word, '=');
		char *colon = strchr(word, ':');
		struct cell *cell = &list->item[list->count];

		if (!equal || list->count == CELL_MAX)
			die("expected address[:size]=value, got '%s'", word);
		*equal = 0;
		cell->size = isa->word_size;
		if (colon) {
			*colon = 0;
			cell->size = (unsigned int)parse_number(colon + 1);
		}
		cell->addr = parse_number(word);
		cell->value = parse_number(equal + 1);
		list->count++;
	}
}

static void parse_slot(char *text)
{
	char *colon = strchr(text, ':');

	if (!colon)
		die("expected slot address: bytes");
	*colon = 0;
	current.has_slot = true;
	current.slot_addr = parse_number(text);
	colon += 1 + strspn(colon + 1, " \t");
	if (strcmp(colon, "erange") == 0)
		current.slot_range = true;
	else
		current.slot_size = parse_hex(colon, current.slot, sizeof(current.slot));
}

static void copy_text(char *out, size_t size, const char *text)
{
	if (strlen(text) >= size)
		die("too long: '%s'", text);
	strcpy(out, text);
}

static void directive_scan(char *text)
{
	current.has_scan = true;
	if (strcmp(text, "error") == 0)
		current.scan_error = true;
	else if (strcmp(text, "none") != 0)
		copy_text(current.scan, sizeof(current.scan), text);
}

static void directive_insns(char *text)
{
	directive_scan(text);
	current.has_insns = true;
}

static void directive_classes(char *text)
{
	unsigned int class;

	for (text = strtok(text, " "); text; text = strtok(NULL, " ")) {
		for (class = 0; class < ISA_CLASS_COUNT && strcmp(isa_class_name(class), text) != 0; class ++)
			;
		if (class == ISA_CLASS_COUNT)
			die("no class '%s'", text);
		current.classes |= 1u << class;
	}
}

/* A directive that says something about the decoded instruction. */
static bool directive_decode(const char *word, char *rest)
{
	if (strcmp(word, "verdict") == 0)
		copy_text(current.verdict, sizeof(current.verdict), rest);
	else if (strcmp(word, "reason") == 0)
		copy_text(current.reason, sizeof(current.reason), rest);
	else if (strcmp(word, "class") == 0)
		copy_text(current.class, sizeof(current.class), rest);
	else if (strcmp(word, "text") == 0)
		copy_text(current.text, sizeof(current.text), rest);
	else if (strcmp(word, "len") == 0)
		current.len = (int)parse_number(rest);
	else if (strcmp(word, "skip") == 0)
		current.skip = (int)parse_number(rest);
	else if (strcmp(word, "flags") == 0) {
		copy_text(current.flags, sizeof(current.flags), rest);
		current.has_flags = true;
	} else if (strcmp(word, "target") == 0) {
		current.target = parse_number(rest);
		current.has_target = true;
	} else
		return false;
	return true;
}

static void directive(const char *word, char *rest)
{
	if (directive_decode(word, rest))
		return;
	if (strcmp(word, "at") == 0)
		current.addr = parse_number(rest);
	else if (strcmp(word, "bytes") == 0)
		current.code_size += parse_hex(rest, current.code + current.code_size, CODE_MAX - current.code_size);
	else if (strcmp(word, "regs") == 0)
		parse_regs(rest, &current.before);
	else if (strcmp(word, "mem") == 0)
		parse_cells(rest, &current.mem);
	else if (strcmp(word, "after") == 0) {
		current.emulate = true;
		parse_regs(rest, &current.after);
	} else if (strcmp(word, "mem-after") == 0)
		parse_cells(rest, &current.mem_after);
	else if (strcmp(word, "fault") == 0)
		current.emulate = current.expect_fault = true;
	else if (strcmp(word, "slot") == 0 || strcmp(word, "slot-far") == 0 || strncmp(word, "slot-entry", 10) == 0) {
		parse_slot(rest);
		current.slot_entry = strncmp(word, "slot-entry", 10) == 0;
		current.slot_answer = strcmp(word, "slot-far") == 0 || strcmp(word, "slot-entry-far") == 0;
	} else if (strcmp(word, "scan") == 0)
		directive_scan(rest);
	else if (strcmp(word, "insns") == 0)
		directive_insns(rest);
	else if (strcmp(word, "classes") == 0)
		directive_classes(rest);
	else if (strcmp(word, "thunk") == 0 && current.thunk_count < DT_ARRAY_SIZE(current.thunks))
		current.thunks[current.thunk_count++] = parse_number(rest);
	else if (strcmp(word, "entry") == 0)
		current.entry = parse_number(rest);
	else
		die("unknown directive '%s'", word);
}

/* ---- the emulated memory --------------------------------------------------------------------- */

static struct cell_list memory;

static uint8_t *memory_byte(uint64_t addr)
{
	unsigned int i;

	for (i = 0; i < memory.count; i++) {
		if (addr - memory.item[i].addr < memory.item[i].size)
			return (uint8_t *)&memory.item[i].value + (addr - memory.item[i].addr);
	}
	return NULL;
}

static int memory_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (!memory_byte(addr + i))
			return -EFAULT;
		((uint8_t *)dst)[i] = *memory_byte(addr + i);
	}
	return 0;
}

static int memory_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (!memory_byte(addr + i))
			return -EFAULT;
	}
	for (i = 0; i < size; i++)
		*memory_byte(addr + i) = ((const uint8_t *)src)[i];
	return 0;
}

static const struct isa_mem memory_ops = { .load = memory_load, .store = memory_store };

/* ---- checks ---------------------------------------------------------------------------------- */

static const char *const verdict_names[] = { "reject", "copy", "rewrite", "emulate" };

static void check_flags(const struct isa_insn *in)
{
	char found[64] = "";

	if (in->pc_relative)
		strcat(found, "pc_relative ");
	if (in->ends_flow)
		strcat(found, "ends_flow ");
	if (in->accesses_memory)
		strcat(found, "accesses_memory ");
	if (found[0])
		found[strlen(found) - 1] = 0;
	if (strcmp(found, strcmp(current.flags, "none") == 0 ? "" : current.flags) != 0)
		fail("flags '%s', expected '%s'", found, current.flags);
}

static void check_decode(struct isa_insn *in)
{
	size_t expected = current.len >= 0 ? (size_t)current.len : current.code_size;
	unsigned int len = isa->insn_len(current.code, current.code_size);
	enum isa_verdict verdict = isa->insn_decode(current.code, current.code_size, current.addr, in);
	char text[128];

	if (len != expected)
		fail("insn_len %u, expected %zu", len, expected);
	if (in->len != expected)
		fail("insn_decode len %u, expected %zu", in->len, expected);
	if (verdict != in->verdict || (current.verdict[0] && strcmp(verdict_names[verdict], current.verdict) != 0))
		fail("verdict %s, expected %s", verdict_names[verdict], current.verdict);
	if (verdict == ISA_REJECT ? in->reason == ISA_REASON_NONE : in->reason != ISA_REASON_NONE)
		fail("verdict %s with reason %s", verdict_names[verdict], isa_reason_name(in->reason));
	if (current.reason[0] && strcmp(isa_reason_name(in->reason), current.reason) != 0)
		fail("reason %s, expected %s", isa_reason_name(in->reason), current.reason);
	if (current.class[0] && strcmp(isa_class_name(in->class), current.class) != 0)
		fail("class %s, expected %s", isa_class_name(in->class), current.class);
	if (current.has_target && in->target != current.target)
		fail("target %#" PRIx64 ", expected %#" PRIx64, in->target, current.target);
	if (current.has_flags)
		check_flags(in);
	if (current.text[0]) {
		isa->insn_format(in, text, sizeof(text));
		if (strcmp(text, current.text) != 0)
			fail("text '%s', expected '%s'", text, current.text);
	}
	if (current.skip >= 0 && isa->entry_skip(current.code, current.code_size) != (unsigned int)current.skip)
		fail("entry_skip %u, expected %d", isa->entry_skip(current.code, current.code_size), current.skip);
}

static void set_regs(struct isa_regs *regs, const struct reg_list *list)
{
	unsigned int i;

	for (i = 0; i < list->count; i++) {
		if (list->item[i].reg == PC_REG)
			isa->pc_set(regs, list->item[i].value);
		else
			isa->reg_set(regs, list->item[i].reg, list->item[i].value);
	}
}

static void check_regs(const struct isa_regs *found, const struct isa_regs *expected)
{
	unsigned int i;

	if (isa->pc_get(found) != isa->pc_get(expected))
		fail("pc %#" PRIx64 ", expected %#" PRIx64, isa->pc_get(found), isa->pc_get(expected));
	for (i = 0; i < isa->reg_count; i++) {
		if (isa->reg_get(found, i) != isa->reg_get(expected, i))
			fail("%s %#" PRIx64 ", expected %#" PRIx64, isa->regs[i].name, isa->reg_get(found, i),
			     isa->reg_get(expected, i));
	}
}

static void check_memory(void)
{
	struct cell_list expected;
	struct cell_list found = memory;
	unsigned int i;

	memory = current.mem;
	for (i = 0; i < current.mem_after.count; i++) {
		struct cell *cell = &current.mem_after.item[i];

		if (memory_store(NULL, cell->addr, &cell->value, cell->size) != 0)
			fail("mem-after %#" PRIx64 " is not in mem", cell->addr);
	}
	expected = memory;
	for (i = 0; i < found.count; i++) {
		if (found.item[i].value != expected.item[i].value)
			fail("[%#" PRIx64 "] %#" PRIx64 ", expected %#" PRIx64, found.item[i].addr, found.item[i].value,
			     expected.item[i].value);
	}
}

static void check_emulate(const struct isa_insn *in)
{
	static uint64_t found_words[REGS_MAX / 8];
	static uint64_t expected_words[REGS_MAX / 8];
	struct isa_regs *found = (struct isa_regs *)found_words;
	struct isa_regs *expected = (struct isa_regs *)expected_words;
	unsigned int i;
	int error;

	if (in->verdict != ISA_EMULATE)
		return;
	memset(found_words, 0xa5, sizeof(found_words)); /* what no register has, stays */
	for (i = 0; i < isa->reg_count; i++)
		isa->reg_set(found, i, 0x1111111100000000u + 0x01010101u * i);
	set_regs(found, &current.before);
	isa->pc_set(found, 0xdead);
	memcpy(expected_words, found_words, sizeof(expected_words));
	memory = current.mem;
	error = isa->insn_emulate(in, found, &memory_ops);
	if (error != (current.expect_fault ? -EFAULT : 0))
		fail("insn_emulate answered %d", error);
	if (!current.expect_fault) {
		isa->pc_set(expected, current.addr + in->len);
		set_regs(expected, &current.after);
	}
	check_regs(found, expected);
	if (memcmp(found_words, expected_words, sizeof(found_words)) != 0)
		fail("the register file has changed where it holds no register");
	check_memory();
}

static void check_slot(struct isa_insn *in)
{
	uint8_t slot[ISA_SLOT_MAX + 8];
	int error;
	size_t i;

	if (in->verdict == ISA_REJECT) {
		fail("no slot for verdict %s", verdict_names[in->verdict]);
		return;
	}
	memset(slot, 0x5a, sizeof(slot));
	if (in->scratch_dead)
		fail("insn_decode left scratch_dead set");
	in->scratch_dead = current.slot_entry;
	error = isa->insn_relocate(in, slot, current.slot_addr);
	if (error != (current.slot_range ? -ERANGE : current.slot_answer))
		fail("insn_relocate answered %d", error);
	for (i = 0; i < isa->slot_size; i++) {
		uint8_t expected = i < current.slot_size ? current.slot[i]
							 : isa->break_bytes[(i - current.slot_size) % isa->break_len];

		if (slot[i] != expected)
			fail("slot byte %zu is %02x, expected %02x", i, slot[i], expected);
	}
	for (; i < sizeof(slot); i++) {
		if (slot[i] != 0x5a)
			fail("slot byte %zu written, slot_size is %u", i, isa->slot_size);
	}
}

static char scan_found[1024];

static int scan_report(void *arg, const struct isa_candidate *candidate)
{
	static const char *const kinds[] = { "return", "tail", "reentry" };
	size_t used = strlen(scan_found);

	snprintf(scan_found + used, sizeof(scan_found) - used, "%s%s@%#" PRIx64 ":%s%s", used ? " " : "",
		 kinds[candidate->kind], candidate->insn.addr - current.addr, isa_class_name(candidate->insn.class),
		 candidate->insn.verdict == ISA_REJECT && candidate->insn.reason == ISA_REASON_ATOMIC ? "!atomic" : "");
	return 0;
}

static int insns_report(void *arg, const struct isa_insn *insn)
{
	size_t used = strlen(scan_found);

	snprintf(scan_found + used, sizeof(scan_found) - used, "%s%s@%#" PRIx64 "%s%s", used ? " " : "",
		 isa_class_name(insn->class), insn->addr - current.addr, insn->verdict == ISA_REJECT ? "!" : "",
		 insn->verdict == ISA_REJECT ? isa_reason_name(insn->reason) : "");
	used = strlen(scan_found);
	if (insn->target && (insn->class == ISA_CLASS_CALL || insn->class == ISA_CLASS_IJUMP))
		snprintf(scan_found + used, sizeof(scan_found) - used, ">%#" PRIx64, insn->target);
	return 0;
}

static void check_scan(void)
{
	struct isa_scan_env env = { .func = current.addr,
				    .end = current.addr + current.code_size,
				    .classes = current.classes,
				    .entry = current.entry ? current.addr + current.entry : 0,
				    .return_thunks = current.thunks,
				    .return_thunk_count = current.thunk_count };
	long answer;

	scan_found[0] = 0;
	answer = current.has_insns ? isa->scan_insns(current.code, &env, insns_report, NULL)
				   : isa->scan_sites(current.code, &env, scan_report, NULL);
	if (current.scan_error) {
		if (answer != -EILSEQ)
			fail("the scan answered %ld, expected an error", answer);
		return;
	}
	if (answer < 0)
		fail("the scan answered %ld", answer);
	if (strcmp(scan_found, current.scan) != 0)
		fail("the scan found '%s', expected '%s'", scan_found, current.scan);
}

static void run_current(void)
{
	struct isa_insn in;

	if (!current.name[0])
		return;
	if (current.has_scan) {
		check_scan();
		return;
	}
	if (!current.verdict[0] && !current.text[0]) {
		fail("neither verdict nor text given");
		return;
	}
	memset(&in, 0xa5, sizeof(in));
	check_decode(&in);
	if (current.emulate)
		check_emulate(&in);
	if (current.has_slot)
		check_slot(&in);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void begin(const char *name)
{
	run_current();
	memset(&current, 0, sizeof(current));
	copy_text(current.name, sizeof(current.name), name);
	current.line = line_number;
	current.len = -1;
	current.skip = -1;
}

static char *trim(char *text)
{
	char *end;

	text += strspn(text, " \t");
	end = text + strlen(text);
	while (end > text && strchr(" \t\r\n", end[-1]))
		*--end = 0;
	return text;
}

/* A comment is a '#' at the start of a line or between blanks: GNU text of some CPUs has '#' before immediates. */
static void cut_comment(char *line)
{
	char *hash;

	for (hash = strchr(line, '#'); hash; hash = strchr(hash + 1, '#')) {
		if (hash == line || (strchr(" \t", hash[-1]) && strchr(" \t\r\n", hash[1]))) {
			*hash = 0;
			return;
		}
	}
}

static int run_file(const char *path)
{
	char line[1024];
	int count = 0;
	FILE *file = fopen(path, "r");

	file_name = path;
	line_number = 0;
	if (!file)
		die("%s", strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		char *word;
		char *rest;

		line_number++;
		cut_comment(line);
		word = trim(line);
		if (!*word)
			continue;
		rest = word + strcspn(word, " \t");
		if (*rest)
			*rest++ = 0;
		rest = trim(rest);
		if (strcmp(word, "test") == 0) {
			begin(rest);
			count++;
		} else if (!current.name[0])
			die("'%s' before the first test", word);
		else
			directive(word, rest);
	}
	fclose(file);
	begin("");
	return count;
}

int main(int argc, char **argv)
{
	int count = 0;
	int i;

	if (isa->regs_size > REGS_MAX)
		die("REGS_MAX is too small for %s", isa->name);
	for (i = 1; i < argc; i++)
		count += run_file(argv[i]);
	printf("%s: %d vectors, %d failures\n", isa->name, count, failures);
	return failures || count == 0;
}
