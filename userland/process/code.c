/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* process/code.c - the code of one function; code.h has the theory. */
#include "process/code.h"
#include "process/stack_check.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

#define CODE_MAX    (16u << 20) /* bytes: a longer one is not a function */
#define EXITS_MAX   65536
#define TABLE_WORDS 3 /* fewer places in a row may be anything */

/* What is known of a byte of a function in doubt. */
enum { UNKNOWN, START, INSIDE, DATA };

struct ldt_flow {
	uint8_t *state; /* of each byte */
	size_t state_room;
	uint32_t *stack; /* offsets that control comes to */
	size_t stack_count, stack_room;
	uint32_t *reads; /* offsets that instructions read, or take the address of */
	size_t read_count, read_room;
	bool undecoded; /* control comes to bytes that do not decode */
};

/* One piece of text that is decoded: the function, or a part of it. */
struct piece {
	struct ldt_code *code;
	const struct isa *isa;
	const struct ldt_functions *functions;
	const uint8_t *bytes;
	uint64_t addr;
	size_t size;
	bool doubt;
};

/* The array with room for one more element of @size bytes; NULL, and unchanged: out of memory. */
static void *one_more(void *array, size_t *room, size_t used, size_t size)
{
	if (used < *room)
		return array;
	array = realloc(array, (*room ? *room * 2 : 256) * size);
	if (array)
		*room = *room ? *room * 2 : 256;
	return array;
}

static bool bit(const uint32_t *bits, size_t i)
{
	return bits[i / 32] >> (i % 32) & 1;
}

static bool is_inside(const struct piece *piece, uint64_t addr)
{
	return addr >= piece->addr && addr - piece->addr < piece->size;
}

static bool jumps(const struct isa_insn *insn)
{
	return insn->class == ISA_CLASS_JUMP || insn->class == ISA_CLASS_BRANCH || insn->class == ISA_CLASS_CALL;
}

/* ---- from the first byte to the last --------------------------------------------------------- */

static int add_insn(void *arg, const struct isa_insn *insn)
{
	struct piece *piece = arg;
	struct ldt_code *code = piece->code;
	struct ldt_insn *insns = one_more(code->insns, &code->insn_room, code->insn_count, sizeof(*insns));
	size_t at = (size_t)(insn->addr - piece->addr);

	if (!insns) {
		code->no_memory = true;
		return 1;
	}
	code->insns = insns;
	insns[code->insn_count++] = (struct ldt_insn){ .addr = insn->addr,
						       .refused = isa_user_insn_refusal(insn, false),
						       .length = insn->len,
						       .class = insn->class,
						       .ends_flow = insn->ends_flow };
	code->starts[at / 32] |= 1u << (at % 32);
	if (insn->target && is_inside(piece, insn->target)) {
		at = (size_t)(insn->target - piece->addr);
		if (jumps(insn))
			code->targets[at / 32] |= 1u << (at % 32);
		else
			piece->doubt = true;
	}
	return 0;
}

static bool need_bits(struct ldt_code *code, size_t size)
{
	size_t words = size / 32 + 1;

	if (words > code->bits_room) {
		free(code->starts);
		free(code->targets);
		code->starts = calloc(words, sizeof(*code->starts));
		code->targets = calloc(words, sizeof(*code->targets));
		code->bits_room = code->starts && code->targets ? words : 0;
		return code->bits_room != 0;
	}
	memset(code->starts, 0, words * sizeof(*code->starts));
	memset(code->targets, 0, words * sizeof(*code->targets));
	return true;
}

/*
 * Whether a place in the middle of an instruction is an instruction of its own that ends where the
 * other does: code that jumps over a prefix. The place is no site, the other one is.
 */
static bool is_inner(const struct piece *piece, size_t at)
{
	unsigned int length = piece->isa->insn_len(piece->bytes + at, piece->size - at);
	size_t start = at;

	while (start > 0 && !bit(piece->code->starts, start))
		start--;
	return length && at + length == start + piece->isa->insn_len(piece->bytes + start, piece->size - start);
}

/* The place that a word of a jump table means; 0: not in the function. @relative: to the table. */
static uint64_t table_target(const struct piece *piece, size_t table, size_t at, unsigned int word, bool relative)
{
	uint64_t value = 0;

	if (at + word > piece->size)
		return 0;
	memcpy(&value, piece->bytes + at, word); /* little-endian, as this machine */
	if (relative)
		value = piece->addr + table + (uint64_t)(int32_t)value;
	return is_inside(piece, value) && (value - piece->addr) % piece->isa->insn_align == 0 ? value : 0;
}

/* How many bytes a word of the jump table at @at has; 0: there is no table. */
static unsigned int table_word(const struct piece *piece, size_t at, bool *relative)
{
	for (unsigned int way = 0; way < 2; way++) {
		unsigned int word = way ? 4 : piece->isa->word_size, count = 0;

		while (count < TABLE_WORDS && table_target(piece, at, at + count * word, word, way == 1))
			count++;
		*relative = way == 1;
		if (count == TABLE_WORDS)
			return word;
	}
	return 0;
}

/* @first: of the piece's instructions. */
static bool is_in_doubt(const struct piece *piece, size_t first)
{
	const struct ldt_code *code = piece->code;
	bool relative;

	for (size_t i = 0; i <= piece->size / 32; i++) {
		for (uint32_t astray = code->targets[i] & ~code->starts[i]; astray; astray &= astray - 1) {
			if (!is_inner(piece, i * 32 + (size_t)__builtin_ctz(astray)))
				return true;
		}
	}
	for (size_t i = first + 1; i < code->insn_count; i++) {
		size_t at = (size_t)(code->insns[i].addr - piece->addr);

		if (code->insns[i - 1].ends_flow && !bit(code->targets, at) && table_word(piece, at, &relative))
			return true;
	}
	return false;
}

/* ---- by control ------------------------------------------------------------------------------ */

static bool push(struct piece *piece, uint64_t addr)
{
	struct ldt_flow *flow = piece->code->flow;
	uint32_t *stack = one_more(flow->stack, &flow->stack_room, flow->stack_count, sizeof(*stack));

	if (!stack) {
		piece->code->no_memory = true;
		return false;
	}
	flow->stack = stack;
	stack[flow->stack_count++] = (uint32_t)(addr - piece->addr);
	return true;
}

/* Marks an instruction, and takes note of where it goes and what it reads. */
static bool visit(struct piece *piece, const struct isa_insn *insn)
{
	struct ldt_flow *flow = piece->code->flow;
	size_t at = (size_t)(insn->addr - piece->addr);
	uint32_t *reads;

	flow->state[at] = START;
	for (size_t i = 1; i < insn->len; i++) {
		if (flow->state[at + i] == UNKNOWN)
			flow->state[at + i] = INSIDE;
	}
	if (!insn->target || !is_inside(piece, insn->target))
		return true;
	if (jumps(insn))
		return push(piece, insn->target);
	at = (size_t)(insn->target - piece->addr);
	if (insn->class == ISA_CLASS_LOAD) { /* of a literal, which is a word at least */
		for (size_t i = at; i < piece->size && i < at + 4; i++)
			flow->state[i] = flow->state[i] == UNKNOWN ? DATA : flow->state[i];
		return true;
	}
	reads = one_more(flow->reads, &flow->read_room, flow->read_count, sizeof(*reads));
	if (!reads) {
		piece->code->no_memory = true;
		return false;
	}
	flow->reads = reads;
	reads[flow->read_count++] = (uint32_t)at;
	return true;
}

static bool decode(const struct piece *piece, size_t at, struct isa_insn *insn)
{
	piece->isa->insn_decode(piece->bytes + at, piece->size - at, piece->addr + at, insn);
	return insn->len != 0;
}

/* Follows control from every place of the stack. */
static bool follow(struct piece *piece)
{
	struct ldt_flow *flow = piece->code->flow;
	struct isa_insn insn;

	while (flow->stack_count) {
		size_t at = flow->stack[--flow->stack_count];

		while (at < piece->size && flow->state[at] == UNKNOWN) {
			if (!decode(piece, at, &insn)) {
				flow->undecoded = true;
				break;
			}
			if (!visit(piece, &insn))
				return false;
			if (insn.ends_flow)
				break;
			at += insn.len;
		}
	}
	return true;
}

static void mark_data(struct piece *piece, size_t from, size_t to)
{
	memset(piece->code->flow->state + from, DATA, to - from);
}

/* The first place in [@from, @to) that an instruction reads, or @to. */
static size_t first_read(const struct ldt_flow *flow, size_t from, size_t to)
{
	for (size_t i = 0; i < flow->read_count; i++) {
		if (flow->reads[i] >= from && flow->reads[i] < to)
			to = flow->reads[i];
	}
	return to;
}

/*
 * Whether the bytes are instructions and nothing else; *@ends: control does not go on after the
 * last one, padding aside.
 */
static bool decodes(const struct piece *piece, size_t from, size_t to, bool *ends)
{
	struct isa_insn insn;

	*ends = false;
	while (from < to && decode(piece, from, &insn)) {
		from += insn.len;
		if (insn.class != ISA_CLASS_NOP)
			*ends = insn.ends_flow;
	}
	return from == to;
}

/* A gap that begins with a jump table: its words are data, its places are code. */
static bool take_table(struct piece *piece, size_t from, size_t to, unsigned int word, bool relative)
{
	struct ldt_flow *flow = piece->code->flow;
	uint64_t target;

	for (size_t at = from; at + word <= to && flow->state[at] == UNKNOWN; at += word) {
		target = table_target(piece, from, at, word, relative);
		if (!target)
			break;
		mark_data(piece, at, at + word);
		if (!push(piece, target) || !follow(piece))
			return false;
	}
	return true;
}

/*
 * Judges the bytes that control was not seen to come to. If their address is taken they may be code
 * that is jumped to by it, which ends as code does.
 */
static bool judge_gap(struct piece *piece, size_t from, size_t to)
{
	bool relative, ends;
	unsigned int word = table_word(piece, from, &relative);
	size_t end = first_read(piece->code->flow, from, to);
	bool is_read = end == from;
	struct isa_insn insn;

	if (word && from + word <= to)
		return take_table(piece, from, to, word, relative);
	if (is_read)
		end = to;
	if (!decodes(piece, from, end, &ends) || (is_read && !ends)) {
		mark_data(piece, from, to);
		return true;
	}
	for (size_t at = from; at < end; at += insn.len) {
		if (!decode(piece, at, &insn) || !visit(piece, &insn))
			return false;
	}
	return follow(piece);
}

/* Mark the data that the assembler names, and the functions that begin within this one. */
static bool begin_flow(struct piece *piece)
{
	size_t count;
	const struct ldt_extent *data = ldt_functions_data(piece->functions, &count);
	const struct ldt_function *all;

	for (size_t i = 0; i < count; i++) {
		uint64_t start = data[i].start > piece->addr ? data[i].start : piece->addr;
		uint64_t end = data[i].end < piece->addr + piece->size ? data[i].end : piece->addr + piece->size;

		if (start < end)
			mark_data(piece, (size_t)(start - piece->addr), (size_t)(end - piece->addr));
	}
	if (!push(piece, piece->addr))
		return false;
	all = ldt_functions_all(piece->functions, &count);
	for (size_t low = 0, high = count; low < count; low++) {
		while (low < high) { /* the first that does not begin before the piece */
			size_t middle = low + (high - low) / 2;

			if (all[middle].addr < piece->addr)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == count || !is_inside(piece, all[low].addr))
			break;
		if (!push(piece, all[low].addr))
			return false;
	}
	return true;
}

static bool need_flow(struct ldt_code *code, size_t size)
{
	struct ldt_flow *flow = code->flow;

	if (!flow)
		flow = code->flow = calloc(1, sizeof(*flow));
	if (flow && size > flow->state_room) {
		free(flow->state);
		flow->state = malloc(size);
		flow->state_room = flow->state ? size : 0;
	}
	if (!flow || !flow->state) {
		code->no_memory = true;
		return false;
	}
	memset(flow->state, UNKNOWN, size);
	flow->stack_count = flow->read_count = 0;
	flow->undecoded = false;
	return true;
}

static bool follow_all(struct piece *piece)
{
	struct ldt_flow *flow = piece->code->flow;

	if (!begin_flow(piece) || !follow(piece))
		return false;
	for (size_t from = 0, to; from < piece->size; from = flow->state[from] == UNKNOWN ? from : from + 1) {
		if (flow->state[from] != UNKNOWN)
			continue;
		for (to = from; to < piece->size && flow->state[to] == UNKNOWN;)
			to++;
		if (!judge_gap(piece, from, to))
			return false;
	}
	return true;
}

/* ---- exits ----------------------------------------------------------------------------------- */

static bool is_in_parts(const struct ldt_code *code, uint64_t addr)
{
	for (size_t i = 0; i < code->part_count; i++) {
		if (addr >= code->parts[i].start && addr < code->parts[i].end)
			return true;
	}
	return false;
}

/* Whether a jump stays in the function. A part that it leads to becomes one of its parts. */
static bool stays(const struct piece *piece, uint64_t target)
{
	struct ldt_code *code = piece->code;
	const struct ldt_function *function;

	if (is_in_parts(code, target))
		return true;
	function = ldt_functions_at(piece->functions, target);
	if (!function || !function->is_part)
		return false;
	if (code->part_count == LDT_PARTS_MAX)
		code->exits_refused = "too-many-parts";
	else
		code->parts[code->part_count++] =
			(struct ldt_extent){ function->addr, function->addr + function->size };
	return true;
}

static int add_exit(void *arg, const struct isa_candidate *candidate)
{
	const struct isa_insn *insn = &candidate->insn;
	struct piece *piece = arg;
	struct ldt_code *code = piece->code;
	bool conditional = insn->class == ISA_CLASS_BRANCH || (insn->class == ISA_CLASS_IJUMP && insn->target == 0);
	struct ldt_exit *exits;

	if (candidate->kind != ISA_CANDIDATE_RETURN && insn->target != 0) {
		code->loops |= insn->target == code->entry;
		if (stays(piece, insn->target))
			return 0;
	}
	if (code->exit_count == EXITS_MAX) {
		code->exits_refused = "too-many-exits";
		return 1;
	}
	exits = one_more(code->exits, &code->exit_room, code->exit_count, sizeof(*exits));
	if (!exits) {
		code->no_memory = true;
		return 1;
	}
	code->exits = exits;
	exits[code->exit_count++] = (struct ldt_exit){ .addr = insn->addr,
						       .refused = isa_user_insn_refusal(insn, conditional),
						       .length = insn->len,
						       .class = insn->class,
						       .tail = candidate->kind != ISA_CANDIDATE_RETURN,
						       .conditional = conditional };
	return 0;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* A run of the piece without data: its instructions if @insns, its exits if @exits. */
static void scan_run(struct piece *piece, size_t from, size_t to, bool insns, bool exits)
{
	struct ldt_code *code = piece->code;
	struct isa_scan_env env = { .func = piece->addr + from, .end = piece->addr + to };
	long answer = 0;

	if (code->entry >= env.func && code->entry < env.end)
		env.entry = code->entry;
	if (insns)
		answer = piece->isa->scan_insns(piece->bytes + from, &env, add_insn, piece);
	if (answer >= 0 && exits && !code->exits_refused)
		answer = piece->isa->scan_sites(piece->bytes + from, &env, add_exit, piece);
	if (answer < 0 && !code->exits_refused)
		code->exits_refused = isa_reason_name(ISA_REASON_UNDECODED);
}

static void add_data(struct piece *piece, size_t from, size_t to)
{
	struct ldt_code *code = piece->code;
	struct ldt_extent *data = one_more(code->data, &code->data_room, code->data_count, sizeof(*data));

	if (!data) {
		code->no_memory = true;
		return;
	}
	code->data = data;
	data[code->data_count++] = (struct ldt_extent){ piece->addr + from, piece->addr + to };
}

/* The piece again, run by run, as the flow says. */
static void scan_runs(struct piece *piece, bool exits)
{
	const uint8_t *state = piece->code->flow->state;

	for (size_t from = 0, to; from < piece->size; from = to) {
		bool is_data = state[from] == DATA;

		for (to = from; to < piece->size && (state[to] == DATA) == is_data;)
			to++;
		if (is_data)
			add_data(piece, from, to);
		else
			scan_run(piece, from, to, true, exits);
	}
	if (piece->code->flow->undecoded && !piece->code->exits_refused)
		piece->code->exits_refused = isa_reason_name(ISA_REASON_UNDECODED);
}

static bool has_marked_data(const struct piece *piece)
{
	size_t count;
	const struct ldt_extent *data = ldt_functions_data(piece->functions, &count);

	for (size_t i = 0; i < count; i++) {
		if (data[i].start < piece->addr + piece->size && data[i].end > piece->addr)
			return true;
	}
	return false;
}

static void scan_piece(struct piece *piece, bool exits)
{
	struct isa_scan_env env = { .func = piece->addr, .end = piece->addr + piece->size };
	struct ldt_code *code = piece->code;
	size_t first = code->insn_count;
	long answer = 0;

	if (!need_bits(code, piece->size)) {
		code->no_memory = true;
		return;
	}
	piece->doubt = has_marked_data(piece);
	if (!piece->doubt)
		answer = piece->isa->scan_insns(piece->bytes, &env, add_insn, piece);
	if (code->no_memory)
		return;
	if (answer >= 0 && !piece->doubt && !is_in_doubt(piece, first)) {
		if (exits)
			scan_run(piece, 0, piece->size, false, true);
		return;
	}
	code->insn_count = first;
	if (need_flow(code, piece->size) && follow_all(piece))
		scan_runs(piece, exits);
}

/* The parts of the function elsewhere; each may lead to more. */
static void scan_parts(struct piece *piece, struct ldt_text *text)
{
	struct ldt_code *code = piece->code;
	size_t insns = code->insn_count, data = code->data_count;

	for (size_t i = 1; i < code->part_count && !code->exits_refused && !code->no_memory; i++) {
		uint64_t size = code->parts[i].end - code->parts[i].start;

		piece->addr = code->parts[i].start;
		piece->size = size <= CODE_MAX ? (size_t)size : 0;
		piece->bytes = piece->size ? ldt_text_at(text, piece->addr, piece->size) : NULL;
		if (piece->bytes)
			scan_piece(piece, true);
		else
			code->exits_refused = "not-text";
		code->insn_count = insns;
		code->data_count = data;
	}
}

static int find_loop(void *arg, const struct isa_candidate *candidate)
{
	struct ldt_code *code = arg;

	code->loops |= candidate->kind != ISA_CANDIDATE_RETURN && candidate->insn.target == code->entry;
	return code->loops;
}

/* Whether it jumps to its entry: what of it decodes is enough to know, and mostly its bytes are. */
static void scan_entry(struct piece *piece)
{
	struct isa_scan_env env = { .func = piece->addr,
				    .end = piece->addr + piece->size,
				    .entry = piece->code->entry };

	if (piece->isa->may_jump_to(piece->bytes, piece->size, piece->addr, piece->code->entry))
		piece->isa->scan_sites(piece->bytes, &env, find_loop, piece->code);
}

/* A Go function may jump back to its stack check: then its entry is the instruction after the check. */
static void pass_stack_check(const struct piece *piece, uint64_t start)
{
	struct ldt_code *code = piece->code;
	uint64_t entry = 0;

	if (code->entry == start)
		entry = ldt_stack_check(piece->isa, piece->functions, start, piece->bytes, piece->size);
	if (entry) {
		code->entry = entry;
		code->loops = false;
	}
}

void ldt_code_scan(struct ldt_code *code, const struct isa *isa, struct ldt_text *text,
		   const struct ldt_functions *functions, const struct ldt_function *function, unsigned int wanted)
{
	struct piece piece = { .code = code, .isa = isa, .functions = functions, .addr = function->addr };
	bool exits = wanted & LDT_CODE_EXITS;

	code->insn_count = code->exit_count = code->data_count = 0;
	code->refused = code->exits_refused = NULL;
	code->loops = code->no_memory = false;
	piece.size = function->size <= CODE_MAX ? (size_t)function->size : 0;
	piece.bytes = piece.size ? ldt_text_at(text, piece.addr, piece.size) : NULL;
	code->refused = piece.bytes ? NULL : function->size > CODE_MAX ? "too-long" : "not-text";
	code->exits_refused = code->refused;
	if (!piece.bytes)
		return;
	code->entry = piece.addr + isa->entry_skip(piece.bytes, piece.size);
	code->part_count = 1;
	code->parts[0] = (struct ldt_extent){ code->entry, piece.addr + piece.size };
	if (wanted)
		scan_piece(&piece, exits);
	else
		scan_entry(&piece);
	if (code->loops)
		pass_stack_check(&piece, function->addr);
	if (exits)
		scan_parts(&piece, text);
	if (code->no_memory)
		code->refused = code->exits_refused = "no-memory";
	if (exits && !code->exits_refused && code->exit_count == 0)
		code->exits_refused = "no-exit";
}

void ldt_code_fini(struct ldt_code *code)
{
	free(code->insns);
	free(code->exits);
	free(code->data);
	free(code->targets);
	free(code->starts);
	if (code->flow) {
		free(code->flow->state);
		free(code->flow->stack);
		free(code->flow->reads);
		free(code->flow);
	}
	*code = (struct ldt_code){ 0 };
}

const struct ldt_insn *ldt_code_insn(const struct ldt_code *code, uint64_t addr)
{
	size_t low = 0, high = code->insn_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code->insns[middle].addr < addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < code->insn_count && code->insns[low].addr == addr ? &code->insns[low] : NULL;
}

bool ldt_code_is_data(const struct ldt_code *code, uint64_t addr)
{
	for (size_t i = 0; i < code->data_count; i++) {
		if (addr >= code->data[i].start && addr < code->data[i].end)
			return true;
	}
	return false;
}
