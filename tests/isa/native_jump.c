/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * native_jump.c - does a function with a jump in it behave as without, and does the jump tell what a break would? Built for
 * each CPU, linked at fixed low addresses, run there or under qemu-user.
 *
 *     native_jump [inputs for each site [seed]]
 *
 * Every instruction of every function of jump_targets.c (compiled as programs and as kernels are) and of
 * <isa>/jump_special.S is made a site. The function runs with random arguments: unchanged; with a break at the site; after
 * each single write on the way to a jump, as a jump, and after each write on the way back. A break's handler does as the
 * kernel's will: it notes the registers and continues in the stub. Each time the function has to return the same value
 * and leave the same memory, and the site has to fire as often, with the same registers and flags; at the end the text has
 * to be what it was.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "isa/jump.h"
#include "tests/isa/jump_targets.h"

/* Registers where a site fires; `reg` in the order of native_jump.h. */
struct native_state {
	word reg[34];
	word flags;
};

#include <native_jump.h>

#define STUBS_AT   0x4000000u
#define STUBS_SIZE 65536u
#define FIRINGS    64 /* of one call whose registers are kept; the others are counted */
#define INPUTS_MAX 64
#define SHOWN_MAX  10
#define SYMBOLS    512
#define COOKIE     0x5eed1234u

#if __SIZEOF_POINTER__ == 8
typedef Elf64_Ehdr elf_header;
typedef Elf64_Shdr elf_section;
typedef Elf64_Sym elf_symbol;
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Shdr elf_section;
typedef Elf32_Sym elf_symbol;
#endif

void native_entry(void);
void native_fired(const struct native_saved *saved);

/* Calls @fn on a stack of its own, with every register as it is each time. */
word native_call(target_fn *fn, word a, word b, word c, struct work *work);
/* Stack pointers: its caller's; where its own stack begins; what @fn has left of that. */
word native_home, native_stack, native_left;

#define NATIVE_JUMP(name)  isa_jump_##name
#define NATIVE_TABLE(name) NATIVE_JUMP(name)
static const struct isa_jump *const jump = &NATIVE_TABLE(NATIVE_ISA);

struct function {
	char name[64];
	uint64_t addr, end;
};

/* What a call did. */
struct outcome {
	word result, stack; /* the stack pointer afterwards */
	struct work work;
	unsigned int firings;
	struct native_state states[FIRINGS];
};

static struct function functions[SYMBOLS];
static unsigned int function_count;
static uint64_t thunks[SYMBOLS]; /* of indirect jumps */
static size_t thunk_count;
static struct outcome plain[INPUTS_MAX], broken[INPUTS_MAX], now;
static word arguments[INPUTS_MAX][3];
static uint8_t stack[65536] __attribute__((aligned(16)));
static struct isa_region region;
static struct isa_stub stub, second_stub;
static uint8_t *stub_memory; /* of both */
static uint64_t entry;       /* what stubs call */
static uint64_t random_state = 88172645463325252u;
static unsigned int inputs = 6, failures, early, large, pairs, refused[ISA_JUMP_REFUSALS];
static struct {
	unsigned int sites, jumps;
} places[ISA_PLACE_EXIT + 1];
static volatile sig_atomic_t tracing;

static word random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (word)(random_state * 0x2545f4914f6cdd1du >> 16);
}

/* ---- firing ---------------------------------------------------------------------------------- */

/* A firing with these registers. The one that the jump itself overwrites holds nothing. */
static void note_firing(struct native_state *state)
{
	if (region.scratch_in)
		state->reg[region.scratch_in] = 0;
	if (now.firings < FIRINGS)
		now.states[now.firings] = *state;
	now.firings++;
}

/* Where the jump of the first site's stub leads. */
static uint64_t second_start(void)
{
	return (uintptr_t)stub_memory + ISA_STUB_SIZE + second_stub.start;
}

void native_fired(const struct native_saved *saved)
{
	word back = native_saved_back(saved), at = (back & ~(word)(jump->unit - 1)) - (word)jump->back * jump->unit;
	struct native_state state = { .flags = 0 };
	const struct isa_stub *of = at == (word)(uintptr_t)stub_memory ? &stub : &second_stub;

	if (back - at != of->fired || *(const uint32_t *)at != COOKIE) {
		printf("the common entry does not find its site: %lx\n", back);
		_exit(1);
	}
	native_from_saved(&state, saved);
	note_firing(&state);
}

/* A break: that of the site, which fires, or that of the region's start. */
static void on_break(int number, siginfo_t *info, void *context)
{
	struct native_state state = { .flags = 0 };
	uint64_t pc = (word)NATIVE_FRAME_PC((ucontext_t *)context) - (word)jump->isa->break_pc_after;

	if (!tracing || (pc != region.site && pc != region.addr && pc != region.second)) {
		static const char text[] = "a break that is not ours\n";

		(void)!write(1, text, sizeof(text) - 1);
		_exit(1);
	}
	if (pc == region.site || pc == region.second) {
		native_from_frame(&state, context);
		note_firing(&state);
	}
	if (pc == region.second)
		NATIVE_FRAME_PC((ucontext_t *)context) = (word)second_start() - second_stub.start + second_stub.rest;
	else
		NATIVE_FRAME_PC((ucontext_t *)context) =
			(word)(uintptr_t)stub_memory + (pc == region.site ? stub.rest : stub.start);
}

/* ---- running --------------------------------------------------------------------------------- */

static void run(const struct target_list *list, target_fn *fn, unsigned int input)
{
	unsigned int i;

	memset(&now, 0, sizeof(now));
	if (list->prepare)
		list->prepare();
	for (i = 0; i < WORK_WORDS; i++)
		now.work.words[i] = arguments[input][i % 3] * (2 * i + 1);
	now.result = native_call(fn, arguments[input][0], arguments[input][1], arguments[input][2], &now.work);
	now.stack = native_left;
}

static void fail(const struct function *function, const char *stage, unsigned int input, const char *what)
{
	if (failures++ < SHOWN_MAX)
		printf("%s+0x%x (region +0x%x, %u bytes), %s, input %u: %s\n", function->name,
		       (unsigned int)(region.site - function->addr), (unsigned int)(region.addr - function->addr),
		       region.len, stage, input, what);
}

static void show_difference(const struct native_state *wanted, const struct native_state *found)
{
	unsigned int i;

	if (failures > SHOWN_MAX)
		return;
	for (i = 0; i < NATIVE_REGS; i++)
		if (wanted->reg[i] != found->reg[i])
			printf("  register %u: %lx, by the break %lx\n", i, found->reg[i], wanted->reg[i]);
	if (wanted->flags != found->flags)
		printf("  flags: %lx, by the break %lx\n", found->flags, wanted->flags);
}

static void compare(const struct function *function, const char *stage, unsigned int input)
{
	unsigned int i, kept;

	if (now.result != plain[input].result || now.stack != plain[input].stack ||
	    memcmp(&now.work, &plain[input].work, sizeof(now.work)) != 0)
		fail(function, stage, input, "the function did something else");
	if (now.firings != broken[input].firings)
		fail(function, stage, input, "it fired more or less often than the break");
	kept = now.firings < FIRINGS ? now.firings : FIRINGS;
	for (i = 0; i < kept; i++) {
		if (memcmp(&now.states[i], &broken[input].states[i], sizeof(now.states[i])) == 0)
			continue;
		fail(function, stage, input, "other registers than at the break");
		show_difference(&broken[input].states[i], &now.states[i]);
		return;
	}
}

static void write_text(uint64_t addr, const uint8_t *bytes, unsigned int len)
{
	char *at = (char *)(uintptr_t)addr;

	memcpy(at, bytes, len);
	__builtin___clear_cache(at, at + len);
}

static void run_all(const struct target_list *list, target_fn *fn, const struct function *function, const char *stage)
{
	unsigned int i;

	for (i = 0; i < inputs; i++) {
		run(list, fn, i);
		compare(function, stage, i);
	}
}

static void change(const struct target_list *list, target_fn *fn, const struct function *function, const uint8_t *bytes,
		   bool on)
{
	struct isa_jump_write writes[ISA_JUMP_WRITES];
	unsigned int i, count = isa_jump_writes(jump, &region, bytes, on, writes);
	char stage[32];

	for (i = 0; i < count; i++) {
		write_text(region.addr + writes[i].at, writes[i].bytes, writes[i].len);
		snprintf(stage, sizeof(stage), "%s, write %u of %u", on ? "on" : "off", i + 1, count);
		run_all(list, fn, function, stage);
	}
}

/* The first site's stub: at its end a second site's is next, or the text. */
static enum isa_jump_refusal make_stub(uint64_t next)
{
	enum isa_jump_refusal refusal;

	region.second_start = next;
	memset(stub.bytes, jump->isa->break_bytes[0],
	       sizeof(stub.bytes)); /* bytes that the stub does not have are breaks */
	write_text((uintptr_t)stub_memory, stub.bytes, sizeof(stub.bytes));
	refusal = isa_stub_make(jump, &region, (uintptr_t)stub_memory, entry, COOKIE, &stub);
	if (refusal == ISA_JUMP_POSSIBLE)
		write_text((uintptr_t)stub_memory, stub.bytes, stub.size);
	return refusal;
}

static void try_jump(const struct target_list *list, target_fn *fn, const struct function *function)
{
	uint8_t bytes[ISA_REGION_MAX];
	unsigned int i, brk = (unsigned int)(region.site - region.addr);

	if (isa_jump_make(jump, &region, (uintptr_t)stub_memory + stub.start, bytes) != ISA_JUMP_POSSIBLE) {
		fail(function, "making the jump", 0, "not possible");
		return;
	}
	tracing = 1;
	write_text(region.site, jump->isa->break_bytes, jump->isa->break_len);
	if (region.second)
		write_text(region.second, jump->isa->break_bytes, jump->isa->break_len);
	for (i = 0; i < inputs; i++) {
		run(list, fn, i);
		broken[i] = now;
		compare(function, "break", i);
	}
	if (region.second)
		make_stub(second_start());
	change(list, fn, function, bytes, true);
	change(list, fn, function, bytes, false);
	write_text(region.site, region.bytes + brk, jump->isa->break_len);
	if (region.second)
		write_text(region.second, region.bytes + (region.second - region.addr), jump->isa->break_len);
	tracing = 0;
	if (memcmp((void *)(uintptr_t)region.addr, region.bytes, region.len) != 0)
		fail(function, "off", 0, "the text is not what it was");
}

/* ---- sites ----------------------------------------------------------------------------------- */

static const struct function *function_at(uint64_t addr, bool inside)
{
	unsigned int i;

	for (i = 0; i < function_count; i++)
		if (addr == functions[i].addr || (inside && addr > functions[i].addr && addr < functions[i].end))
			return &functions[i];
	return NULL;
}

static enum isa_jump_place place_of(const struct function *function, const uint8_t *code, uint64_t addr)
{
	size_t left = (size_t)(function->end - addr);
	const struct function *other;
	struct isa_insn in;

	if (addr == function->addr + jump->isa->entry_skip(code, (size_t)(function->end - function->addr)))
		return ISA_PLACE_ENTRY;
	jump->isa->insn_decode(code + (addr - function->addr), left, addr, &in);
	if (in.class == ISA_CLASS_RETURN)
		return ISA_PLACE_EXIT;
	other = in.class == ISA_CLASS_JUMP ? function_at(in.target, true) : NULL;
	if (in.class == ISA_CLASS_JUMP && other != function && !(other && strstr(other->name, ".cold")))
		return ISA_PLACE_EXIT;
	return ISA_PLACE_INSIDE;
}

/*
 * The region has a second site. Its first stub leads back to the text while there are breaks: so each of the two fires
 * by its own trap, and these firings are what the two stubs' are compared with.
 */
static void try_pair(const struct target_list *list, target_fn *fn, const struct function *function, uint64_t second)
{
	struct isa_region rest;

	region.second = second;
	isa_region_second(&region, &rest);
	if (isa_stub_make(jump, &rest, (uintptr_t)stub_memory + ISA_STUB_SIZE, entry, COOKIE, &second_stub) !=
		    ISA_JUMP_POSSIBLE ||
	    make_stub(second) != ISA_JUMP_POSSIBLE) {
		fail(function, "making the stubs of two sites", 0, "not possible");
		return;
	}
	write_text((uintptr_t)stub_memory + ISA_STUB_SIZE, second_stub.bytes, second_stub.size);
	pairs++;
	try_jump(list, fn, function);
	region.second = 0;
}

static void try_site(const struct target_list *list, target_fn *fn, const struct function *function,
		     const struct isa_flow *flow, uint64_t addr)
{
	enum isa_jump_place place = place_of(function, flow->code, addr);
	unsigned int at;
	enum isa_jump_refusal refusal = isa_region_find(jump, flow, addr, place, &region);

	places[place].sites++;
	if (refusal == ISA_JUMP_POSSIBLE)
		refusal = make_stub(0);
	refused[refusal]++;
	if (refusal != ISA_JUMP_POSSIBLE)
		return;
	places[place].jumps++;
	large += stub.size > jump->unit;
	early += region.addr != region.site;
	try_jump(list, fn, function);
	for (at = 1; at < region.code && region.addr == region.site && !jump->scratch; at++) {
		if (flow->marks[addr + at - function->addr] & ISA_FLOW_INSN)
			try_pair(list, fn, function, addr + at);
	}
}

static void add_flow(struct isa_flow *flow, const struct function *function, bool itself)
{
	const struct isa_flow_code code = { .code = (const uint8_t *)(uintptr_t)function->addr,
					    .func = function->addr,
					    .end = function->end,
					    .tables = itself,
					    .thunks = thunks,
					    .thunk_count = thunk_count };

	if (isa_flow_add(jump->isa, flow, &code) != 0)
		fail(function, "decoding", 0, "not possible");
}

static void try_function(const struct target_list *list, target_fn *fn, const struct function *function)
{
	size_t i, size = (size_t)(function->end - function->addr);
	uint8_t *marks = calloc(1, size), *code = malloc(size);
	struct isa_flow flow = { .func = function->addr, .end = function->end };

	memcpy(code, (const void *)(uintptr_t)function->addr, size);
	flow.code = code;
	flow.marks = marks;
	for (i = 0; i < function_count; i++)
		add_flow(&flow, &functions[i], &functions[i] == function);
	for (i = 0; i < inputs; i++) {
		run(list, fn, (unsigned int)i);
		plain[i] = now;
	}
	for (i = 0; i < size; i++)
		if (marks[i] & ISA_FLOW_INSN)
			try_site(list, fn, function, &flow, function->addr + i);
	free(marks);
	free(code);
}

static void try_list(const struct target_list *list)
{
	const struct function *function;
	size_t i;

	for (i = 0; list->targets[i].name; i++) {
		function = function_at((uintptr_t)list->targets[i].fn, false);
		if (!function) {
			printf("no symbol of %s\n", list->targets[i].name);
			exit(1);
		}
		/* an odd unit, where a unit is not all that a stub may take */
		stub_memory = (uint8_t *)(uintptr_t)STUBS_AT + (i + 1) * ISA_STUB_SIZE - jump->unit;
		try_function(list, list->targets[i].fn, function);
	}
}

/* ---- start ----------------------------------------------------------------------------------- */

static bool is_target(const char *name)
{
	return strncmp(name, "plain_", 6) == 0 || strncmp(name, "kernel_", 7) == 0 || strncmp(name, "special_", 8) == 0;
}

static void note_symbols(const char *image)
{
	const elf_header *header = (const void *)image;
	const elf_section *section = (const void *)(image + header->e_shoff), *strings;
	const elf_symbol *symbol;
	unsigned int i, j;

	for (i = 0; i < header->e_shnum; i++) {
		if (section[i].sh_type != SHT_SYMTAB)
			continue;
		strings = &section[section[i].sh_link];
		symbol = (const void *)(image + section[i].sh_offset);
		for (j = 0; j < section[i].sh_size / sizeof(*symbol) && function_count < SYMBOLS; j++) {
			const char *name = image + strings->sh_offset + symbol[j].st_name;

			if (strncmp(name, "__x86_indirect_thunk_", 21) == 0 && thunk_count < SYMBOLS)
				thunks[thunk_count++] = symbol[j].st_value;
			if ((symbol[j].st_info & 15) != STT_FUNC || !symbol[j].st_size || !is_target(name))
				continue;
			snprintf(functions[function_count].name, sizeof(functions[0].name), "%s", name);
			functions[function_count].addr = symbol[j].st_value;
			functions[function_count++].end = symbol[j].st_value + symbol[j].st_size;
		}
	}
}

static void read_symbols(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *image;
	long size;

	if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0) {
		perror(path);
		exit(1);
	}
	rewind(file);
	image = malloc((size_t)size);
	if (fread(image, 1, (size_t)size, file) != (size_t)size)
		exit(1);
	fclose(file);
	note_symbols(image);
	free(image);
}

static void make_writable(void)
{
	uint64_t low = UINT64_MAX, high = 0, page = (uint64_t)sysconf(_SC_PAGESIZE);
	unsigned int i;

	for (i = 0; i < function_count; i++) {
		low = functions[i].addr < low ? functions[i].addr : low;
		high = functions[i].end > high ? functions[i].end : high;
	}
	low &= ~(page - 1);
	if (mprotect((void *)(uintptr_t)low, (size_t)(high - low), PROT_READ | PROT_WRITE | PROT_EXEC) != 0 ||
	    mmap((void *)(uintptr_t)STUBS_AT, STUBS_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
		perror("memory for code");
		exit(1);
	}
}

/* What stubs call: the common entry, or its veneer, which is in the last place of the stubs' memory. */
static void make_entry(void)
{
	uint64_t addr = STUBS_AT + STUBS_SIZE - ISA_STUB_SIZE;
	uint8_t bytes[ISA_STUB_SIZE];

	entry = (uintptr_t)native_entry;
	if (!jump->veneer)
		return;
	isa_veneer_make(jump, addr, entry, bytes);
	write_text(addr, bytes, sizeof(bytes));
	entry = addr + ISA_STUB_COOKIE;
}

static void catch_breaks(void)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };
	stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };

	action.sa_sigaction = on_break;
	sigaltstack(&stack, NULL);
	sigaction(SIGTRAP, &action, NULL);
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc > 1)
		inputs = (unsigned int)atoi(argv[1]);
	if (inputs > INPUTS_MAX)
		inputs = INPUTS_MAX;
	if (argc > 2)
		random_state ^= strtoull(argv[2], NULL, 0);
	for (i = 0; i < inputs * 3; i++) /* small numbers reach the functions' rare paths */
		arguments[i / 3][i % 3] = i % 2 ? random_word() : random_word() & 31;
	native_stack = (word)(uintptr_t)stack + sizeof(stack);
	read_symbols(argv[0]);
	make_writable();
	make_entry();
	catch_breaks();
	try_list(&plain_targets);
	try_list(&kernel_targets);
	try_list(&special_targets);
	printf("%s: %u differences; jumps at %u of %u entries, %u of %u exits, %u of %u others, %u of them early; "
	       "%u stubs of more than one unit; %u pairs in one region; refused:",
	       jump->isa->name, failures, places[ISA_PLACE_ENTRY].jumps, places[ISA_PLACE_ENTRY].sites,
	       places[ISA_PLACE_EXIT].jumps, places[ISA_PLACE_EXIT].sites, places[ISA_PLACE_INSIDE].jumps,
	       places[ISA_PLACE_INSIDE].sites, early, large, pairs);
	for (i = 1; i < ISA_JUMP_REFUSALS; i++)
		if (refused[i])
			printf(" %s %u", isa_jump_refusal_name(i), refused[i]);
	printf("\n");
	return failures != 0 || (large > 0) != (jump->unit < ISA_STUB_SIZE) ||
	       (pairs > 0) != (jump->len > jump->isa->insn_align && !jump->scratch) ||
	       places[ISA_PLACE_ENTRY].jumps * 2 < places[ISA_PLACE_ENTRY].sites ||
	       places[ISA_PLACE_EXIT].jumps * 2 < places[ISA_PLACE_EXIT].sites;
}
