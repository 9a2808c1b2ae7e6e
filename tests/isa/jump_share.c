/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * jump_share.c - how many sites of fbt can be a jump (isa/jump.h), counted over kernel modules.
 *
 *     jump_share [-v] FILE.ko...  prints `entries|returns REASON COUNT`, REASON `possible` or that of a refusal; -v: also
 *                                 each refused site, and how many stubs take more than one unit
 *
 * The sites are those of fbt as far as a file shows them: functions that the function tracer has a record of, each with its
 * entry behind landing pad and tracing NOPs, and its returns and unconditional tail jumps; a `.cold` part's are its
 * function's. The marks are what the kernel knows: tracing NOPs, jump labels and their destinations, static calls, exception
 * tables and their fixups, alternatives, lock prefixes; and every address in the middle of a function that is in data, as
 * tables of computed gotos are. Sections get addresses of their own, all else one far away, and the relocations of calls and
 * jumps are carried out, so that it is known where these lead.
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/jump.h"

#define SECTIONS_AT   0x10000000u
#define SECTION_ALIGN 65536u
#define OTHERS_AT     0x13000000u
#define STUB_AT       0x12000000u
#define SECTIONS      512
#define FUNCTIONS     100000
#define TRACED        0x80u /* a mark beside ISA_FLOW_*: a record of the function tracer is about this place */

struct section {
	Elf_Scn *scn;
	GElf_Shdr header;
	const char *name;
	uint64_t addr; /* 0: not executed after loading */
	uint8_t *code, *marks;
};

struct function {
	uint64_t addr, end;
	struct section *section;
	bool traced, indirect, decoded;
	const char *name;
};

static const struct isa_jump *const jumps[] = {
#define DT_ISA(name) &isa_jump_##name,
#include "spec/isa.def"
#undef DT_ISA
};

static Elf *elf;
static GElf_Ehdr header;
static const struct isa_jump *jump;
static struct section sections[SECTIONS];
static size_t section_count, function_count;
static struct function functions[FUNCTIONS];
static uint64_t return_thunk;
static unsigned long counts[2][ISA_JUMP_REFUSALS], files, large; /* large: stubs of more than one unit */
static bool show;

/* ---- addresses ------------------------------------------------------------------------------- */

static bool is_kept_text(const char *name)
{
	return strncmp(name, ".text", 5) == 0 || strcmp(name, ".noinstr.text") == 0 || strcmp(name, ".sched.text") == 0;
}

static void read_section(struct section *section, Elf_Scn *scn, size_t names)
{
	Elf_Data *data;

	memset(section, 0, sizeof(*section));
	section->scn = scn;
	gelf_getshdr(scn, &section->header);
	section->name = elf_strptr(elf, names, section->header.sh_name);
	if (section->header.sh_type != SHT_PROGBITS || !(section->header.sh_flags & SHF_EXECINSTR) ||
	    !is_kept_text(section->name) || !section->header.sh_size)
		return;
	data = elf_getdata(scn, NULL);
	section->addr = SECTIONS_AT; /* for now */
	section->code = malloc(section->header.sh_size);
	section->marks = calloc(1, section->header.sh_size);
	memcpy(section->code, data->d_buf, section->header.sh_size);
}

static struct section *section_at(uint64_t addr)
{
	size_t i;

	for (i = 0; i < section_count; i++)
		if (sections[i].addr && addr >= sections[i].addr &&
		    addr < sections[i].addr + sections[i].header.sh_size)
			return &sections[i];
	return NULL;
}

/* The sections in their order; those that are executed are one after the other in memory. */
static void read_sections(void)
{
	Elf_Scn *scn = NULL;
	size_t names, i;
	uint64_t last = SECTIONS_AT;

	elf_getshdrstrndx(elf, &names);
	section_count = 1; /* number 0 is none */
	memset(&sections[0], 0, sizeof(sections[0]));
	while ((scn = elf_nextscn(elf, scn)) && section_count < SECTIONS) {
		read_section(&sections[section_count], scn, names);
		section_count++;
	}
	for (i = 1; i < section_count; i++) {
		if (!sections[i].addr)
			continue;
		sections[i].addr = last;
		last = (last + sections[i].header.sh_size + 2 * SECTION_ALIGN) & ~(uint64_t)(SECTION_ALIGN - 1);
	}
}

/* A symbol's address: in executed text, or one of its own far away. */
static uint64_t symbol_addr(const GElf_Sym *symbol, size_t number)
{
	if (symbol->st_shndx < section_count && sections[symbol->st_shndx].addr)
		return sections[symbol->st_shndx].addr + symbol->st_value;
	return OTHERS_AT + number * 16;
}

/* ---- relocations ----------------------------------------------------------------------------- */

static uint32_t load32(const uint8_t *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void store32(uint8_t *at, uint32_t value)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> (8 * i));
}

static void patch(uint8_t *at, uint32_t mask, uint32_t bits)
{
	store32(at, (load32(at) & ~mask) | (bits & mask));
}

static void relocate_riscv(uint8_t *at, unsigned int type, int64_t away)
{
	uint32_t imm = (uint32_t)away;

	switch (type) {
	case R_RISCV_CALL:
	case R_RISCV_CALL_PLT:
		patch(at, 0xfffff000u, imm + 0x800);
		patch(at + 4, 0xfff00000u, imm << 20);
		break;
	case R_RISCV_JAL:
		patch(at, 0xfffff000u,
		      (imm >> 20 & 1) << 31 | (imm >> 1 & 0x3ff) << 21 | (imm >> 11 & 1) << 20 |
			      (imm >> 12 & 0xff) << 12);
		break;
	case R_RISCV_BRANCH:
		patch(at, 0xfe000f80u,
		      (imm >> 12 & 1) << 31 | (imm >> 5 & 63) << 25 | (imm >> 1 & 15) << 8 | (imm >> 11 & 1) << 7);
		break;
	case R_RISCV_RVC_JUMP:
	case R_RISCV_RVC_BRANCH:
		fprintf(stderr, "a short jump with a relocation: built with relaxation\n");
		exit(1);
	default:
		break;
	}
}

/* The place in text of a call or jump to what is @away bytes from it. */
static void relocate(uint8_t *at, unsigned int type, int64_t away)
{
	switch (header.e_machine) {
	case EM_X86_64:
		if (type == R_X86_64_PC32 || type == R_X86_64_PLT32)
			store32(at, (uint32_t)away);
		break;
	case EM_386:
		if (type == R_386_PC32 || type == R_386_PLT32)
			store32(at, (uint32_t)away);
		break;
	case EM_AARCH64:
		if (type == R_AARCH64_JUMP26 || type == R_AARCH64_CALL26)
			patch(at, 0x3ffffffu, (uint32_t)(away >> 2));
		else if (type == R_AARCH64_CONDBR19)
			patch(at, 0xffffe0u, (uint32_t)(away >> 2) << 5);
		break;
	case EM_RISCV:
		relocate_riscv(at, type, away);
		break;
	default:
		break;
	}
}

static void mark(uint64_t addr, unsigned int len, unsigned int what)
{
	struct section *section = section_at(addr);

	for (; section && len > 0 && addr < section->addr + section->header.sh_size; len--, addr++)
		section->marks[addr - section->addr] |= (uint8_t)what;
}

static bool is_x86(void)
{
	return jump->isa->insn_align == 1;
}

/* Bytes of the tracing NOPs of a function. */
static unsigned int nops(void)
{
	return is_x86() ? 5 : 8;
}

/* The section with the tracer's records. x86 kernels use the other one for the room before functions. */
static bool has_records(const char *name)
{
	return strcmp(name, is_x86() ? "__mcount_loc" : "__patchable_function_entries") == 0;
}

/* A word of data at @offset of a section is about the address @addr. */
static void note_data(const char *name, uint64_t offset, uint64_t addr)
{
	bool wide = header.e_ident[EI_CLASS] == ELFCLASS64;

	if (has_records(name)) {
		mark(addr, nops(), ISA_FLOW_RESERVED);
		mark(addr, 1, TRACED);
	} else if (strcmp(name, "__jump_table") == 0)
		mark(addr, offset % (wide ? 16 : 12) == 0 ? (is_x86() ? 2 : 4) : 1,
		     offset % (wide ? 16 : 12) == 0 ? ISA_FLOW_RESERVED : ISA_FLOW_TARGET);
	else if (strcmp(name, "__ex_table") == 0)
		mark(addr, 1, offset % 12 == 0 ? ISA_FLOW_RESERVED : ISA_FLOW_TARGET);
	else if (strcmp(name, ".static_call_sites") == 0)
		mark(addr, offset % 8 == 0 ? 5 : 0, ISA_FLOW_RESERVED);
	else if (strcmp(name, ".altinstructions") == 0 || strcmp(name, ".alternative") == 0 ||
		 strcmp(name, ".smp_locks") == 0)
		mark(addr, 1, ISA_FLOW_RESERVED);
	else if (strncmp(name, ".rodata", 7) == 0 || strncmp(name, ".data", 5) == 0)
		mark(addr, 1, ISA_FLOW_TARGET);
}

/* riscv64 has differences as an addition and a subtraction; the other is not an address. */
static bool subtracts(unsigned int type)
{
	return header.e_machine == EM_RISCV && type >= R_RISCV_SUB8 && type <= R_RISCV_SUB64;
}

static void read_relocation(struct section *target, Elf_Data *symbols, uint64_t offset, uint64_t info, int64_t addend)
{
	uint64_t value, place = target->addr + offset;
	GElf_Sym symbol;

	if (!gelf_getsym(symbols, (int)GELF_R_SYM(info), &symbol) || subtracts((unsigned int)GELF_R_TYPE(info)))
		return;
	value = symbol_addr(&symbol, GELF_R_SYM(info)) + (uint64_t)addend;
	if (target->addr && offset + 8 <= target->header.sh_size + 4)
		relocate(target->code + offset, (unsigned int)GELF_R_TYPE(info), (int64_t)(value - place));
	else if (!target->addr && !(target->header.sh_flags & SHF_EXECINSTR))
		note_data(target->name, offset, value);
}

static void read_relocations(const struct section *section)
{
	struct section *target = &sections[section->header.sh_info];
	Elf_Data *data = elf_getdata(section->scn, NULL), *text = elf_getdata(target->scn, NULL);
	Elf_Data *symbols = elf_getdata(sections[section->header.sh_link].scn, NULL);
	size_t i, count = section->header.sh_entsize ? section->header.sh_size / section->header.sh_entsize : 0;
	GElf_Rela rela;
	GElf_Rel rel;

	for (i = 0; i < count; i++) {
		if (section->header.sh_type == SHT_RELA) {
			gelf_getrela(data, (int)i, &rela);
			read_relocation(target, symbols, rela.r_offset, rela.r_info, rela.r_addend);
			continue;
		}
		gelf_getrel(data, (int)i, &rel);
		if (text->d_buf && rel.r_offset + 4 <= text->d_size)
			read_relocation(target, symbols, rel.r_offset, rel.r_info,
					(int32_t)load32((const uint8_t *)text->d_buf + rel.r_offset));
	}
}

/* ---- functions ------------------------------------------------------------------------------- */

static int by_addr(const void *a, const void *b)
{
	const struct function *left = a, *right = b;

	return left->addr < right->addr ? -1 : left->addr > right->addr;
}

static void note_symbol(const char *name, const GElf_Sym *symbol, size_t number)
{
	struct function *function = &functions[function_count];

	if (strcmp(name, "__x86_return_thunk") == 0)
		return_thunk = symbol_addr(symbol, number);
	if (!name[0] || name[0] == '$' || name[0] == '.' || symbol->st_shndx >= section_count ||
	    !sections[symbol->st_shndx].addr || GELF_ST_TYPE(symbol->st_info) == STT_SECTION ||
	    function_count == FUNCTIONS)
		return;
	memset(function, 0, sizeof(*function));
	function->name = name;
	function->section = &sections[symbol->st_shndx];
	function->addr = symbol_addr(symbol, number);
	function_count++;
}

/* As the kernel has it, a function goes on to the next symbol. */
static void end_functions(void)
{
	size_t i, kept = 0;

	qsort(functions, function_count, sizeof(functions[0]), by_addr);
	for (i = 0; i < function_count; i++)
		if (kept == 0 || functions[kept - 1].addr != functions[i].addr)
			functions[kept++] = functions[i];
	function_count = kept;
	for (i = 0; i < function_count; i++) {
		functions[i].end = functions[i].section->addr + functions[i].section->header.sh_size;
		if (i + 1 < function_count && functions[i + 1].addr < functions[i].end)
			functions[i].end = functions[i + 1].addr;
	}
}

static void read_symbols(const struct section *section)
{
	Elf_Data *data = elf_getdata(section->scn, NULL);
	size_t i, count = section->header.sh_size / section->header.sh_entsize;
	GElf_Sym symbol;

	for (i = 0; i < count; i++) {
		gelf_getsym(data, (int)i, &symbol);
		note_symbol(elf_strptr(elf, section->header.sh_link, symbol.st_name), &symbol, i);
	}
}

static const struct function *function_at(uint64_t addr)
{
	size_t low = 0, high = function_count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (functions[middle].end <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < function_count && addr >= functions[low].addr ? &functions[low] : NULL;
}

/* Where a traced function's entry site is; 0: it is not traced. */
static uint64_t body_of(const struct function *function)
{
	const uint8_t *code = function->section->code + (function->addr - function->section->addr);
	const uint8_t *marks = function->section->marks + (function->addr - function->section->addr);
	size_t size = (size_t)(function->end - function->addr);
	size_t at = jump->isa->entry_skip(code, size);

	/* on aarch64 and riscv64 the record may be that of the room before the function */
	if (at + nops() > size ||
	    !(marks[at] & TRACED || (!is_x86() && function->addr >= function->section->addr + 8 && marks[-8] & TRACED)))
		return 0;
	return function->addr + at + nops();
}

static void map_function(struct function *function)
{
	const struct isa_flow_code code = { .code = function->section->code +
						    (function->addr - function->section->addr),
					    .func = function->addr,
					    .end = function->end,
					    .tables = !is_x86() };
	size_t i;

	function->decoded = true;
	for (i = 0; i < section_count; i++) {
		struct isa_flow flow = { .code = sections[i].code,
					 .func = sections[i].addr,
					 .end = sections[i].addr + sections[i].header.sh_size,
					 .marks = sections[i].marks };

		if (!sections[i].addr)
			continue;
		function->decoded &= isa_flow_add(jump->isa, &flow, &code) == 0;
		function->indirect |= flow.indirect;
	}
}

/* ---- sites ----------------------------------------------------------------------------------- */

/* @which: an entry (0) or a return (1). */
static void count_site(const struct function *function, uint64_t site, enum isa_jump_place place, unsigned int which)
{
	const struct section *section = function->section;
	const struct isa_flow flow = { .code = section->code + (function->addr - section->addr),
				       .func = function->addr,
				       .end = function->end,
				       .marks = section->marks + (function->addr - section->addr),
				       .indirect = function->indirect };
	enum isa_jump_refusal refusal;
	struct isa_region region;
	struct isa_stub stub;

	refusal = isa_region_find(jump, &flow, site, place, &region);
	if (refusal == ISA_JUMP_POSSIBLE)
		refusal = isa_stub_make(jump, &region, STUB_AT, STUB_AT + ISA_STUB_SIZE, 0, &stub);
	counts[which][refusal]++;
	large += refusal == ISA_JUMP_POSSIBLE && stub.size > jump->unit;
	if (show && refusal != ISA_JUMP_POSSIBLE)
		printf("%s %s+0x%x: %s\n", which ? "return" : "entry", function->name,
		       (unsigned int)(site - function->addr), isa_jump_refusal_name(refusal));
}

static int count_exit(void *arg, const struct isa_candidate *candidate)
{
	const struct isa_insn *in = &candidate->insn;
	const struct function *function = arg, *other;
	bool inside;

	if (candidate->kind == ISA_CANDIDATE_REENTRY || in->verdict == ISA_REJECT || !in->ends_flow)
		return 0;
	other = in->class == ISA_CLASS_JUMP ? function_at(in->target) : NULL;
	if (other && (strstr(other->name, ".cold") || (strstr(function->name, ".cold") && in->target != other->addr)))
		return 0; /* it goes on there */
	/* where there are jump tables, it may stay inside */
	inside = in->class == ISA_CLASS_IJUMP && !in->target && !is_x86();
	count_site(function, in->addr, inside ? ISA_PLACE_INSIDE : ISA_PLACE_EXIT, 1);
	return 0;
}

static void count_function(const struct function *function)
{
	uint64_t body = body_of(function);
	const struct isa_scan_env env = { .func = function->addr,
					  .end = function->end,
					  .entry = body,
					  .return_thunks = &return_thunk,
					  .return_thunk_count = return_thunk != 0 };

	if (!body && !strstr(function->name, ".cold"))
		return;
	if (!function->decoded) {
		counts[0][ISA_JUMP_UNDECODED] += body != 0;
		return;
	}
	if (body)
		count_site(function, body, ISA_PLACE_ENTRY, 0);
	jump->isa->scan_sites(function->section->code + (function->addr - function->section->addr), &env, count_exit,
			      (void *)function);
}

static void count_elf(void)
{
	size_t i;

	return_thunk = 0;
	function_count = 0;
	read_sections();
	for (i = 1; i < section_count; i++)
		if (sections[i].header.sh_type == SHT_SYMTAB)
			read_symbols(&sections[i]);
	end_functions();
	for (i = 1; i < section_count; i++)
		if (sections[i].header.sh_type == SHT_REL || sections[i].header.sh_type == SHT_RELA)
			read_relocations(&sections[i]);
	for (i = 0; i < function_count; i++)
		map_function(&functions[i]);
	for (i = 0; i < function_count; i++)
		count_function(&functions[i]);
	for (i = 0; i < section_count; i++) {
		free(sections[i].code);
		free(sections[i].marks);
	}
}

static void count_file(const char *path)
{
	int fd = open(path, O_RDONLY);
	size_t i;

	elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
	jump = NULL;
	if (elf && gelf_getehdr(elf, &header)) {
		for (i = 0; i < DT_ARRAY_SIZE(jumps); i++)
			if (jumps[i]->isa->elf_machine == header.e_machine)
				jump = jumps[i];
	}
	if (!jump || header.e_type != ET_REL) {
		fprintf(stderr, "%s: not a module of a CPU that we know\n", path);
		exit(1);
	}
	count_elf();
	elf_end(elf);
	close(fd);
	files++;
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "entries", "returns" };
	unsigned int i, which;

	elf_version(EV_CURRENT);
	show = argc > 1 && strcmp(argv[1], "-v") == 0;
	for (i = show ? 2 : 1; i < (unsigned int)argc; i++)
		count_file(argv[i]);
	printf("files %lu\n", files);
	for (which = 0; which < 2; which++)
		for (i = 0; i < ISA_JUMP_REFUSALS; i++)
			if (counts[which][i])
				printf("%s %s %lu\n", names[which], isa_jump_refusal_name(i), counts[which][i]);
	if (show)
		printf("stubs of more than one unit %lu\n", large);
	return files == 0;
}
