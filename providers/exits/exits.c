/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* exits.c - where a function is left. exits.h has the theory. */
#include "isa/isa.h"
#include "os/os.h"
#include "providers/exits/exits.h"
#include "base/memory.h"

#define SCAN_TOO_MANY (-OS_E2BIG) /* not a number of instructions */

static bool inside(const struct exits_scan *scan, uint64_t addr)
{
	size_t i;

	for (i = 0; i < scan->part_count; i++) {
		if (addr >= scan->parts[i].start && addr < scan->parts[i].end)
			return true;
	}
	return false;
}

/* Does this jump stay in the function? A cold part that it leads to becomes one of the parts. */
static int stays(struct exits_scan *scan, uint64_t target, bool *stays_ret)
{
	struct os_space *space = os_kernel_space();
	struct os_text_symbol symbol;

	*stays_ret = inside(scan, target);
	if (*stays_ret || !space->ops->symbol(space, target, &symbol) || !symbol.cold)
		return 0;
	if (scan->part_count == EXITS_PARTS_MAX)
		return SCAN_TOO_MANY;
	scan->parts[scan->part_count].start = symbol.start;
	scan->parts[scan->part_count++].end = symbol.end;
	*stays_ret = true;
	return 0;
}

#define EXITS_FIRST 64
#define CODE_FIRST  4096

void exits_scan_fini(struct exits_scan *scan)
{
	os_free(scan->exits);
	os_free(scan->code);
	os_free(scan->reached);
	scan->exits = NULL;
	scan->code = NULL;
	scan->reached = NULL;
	scan->exit_room = scan->code_room = 0;
}

/* Make room for one more exit. */
static int need_exit(struct exits_scan *scan)
{
	size_t room = scan->exit_room ? scan->exit_room * 2 : EXITS_FIRST, i;
	struct exits_exit *exits;

	if (scan->count == EXITS_MAX)
		return SCAN_TOO_MANY;
	if (scan->count < scan->exit_room)
		return 0;
	exits = os_alloc(room * sizeof(*exits));
	if (!exits)
		return -OS_ENOMEM;
	for (i = 0; i < scan->count; i++)
		exits[i] = scan->exits[i];
	os_free(scan->exits);
	scan->exits = exits;
	scan->exit_room = room;
	return 0;
}

/* Make room for so many bytes of code; the old contents are lost. */
static int need_code(struct exits_scan *scan, size_t size)
{
	size_t room = CODE_FIRST;

	if (size <= scan->code_room)
		return 0;
	while (room < size)
		room *= 2;
	os_free(scan->code);
	scan->code = os_alloc(room);
	scan->code_room = scan->code ? room : 0;
	return scan->code ? 0 : -OS_ENOMEM;
}

static void add_exit(struct exits_scan *scan, const struct isa_candidate *candidate)
{
	const struct isa_insn *insn = &candidate->insn;
	struct exits_exit *exit = &scan->exits[scan->count++];

	exit->addr = insn->addr;
	exit->target = insn->target;
	exit->tail = candidate->kind != ISA_CANDIDATE_RETURN;
	exit->conditional = insn->class == ISA_CLASS_BRANCH || (insn->class == ISA_CLASS_IJUMP && insn->target == 0);
	exit->refused = dt_site_refusal(os_kernel_space(), NULL, insn, exit->conditional);
}

/* parts[0] begins at the entry site: a jump before it enters the function again. */
static int scan_candidate(void *arg, const struct isa_candidate *candidate)
{
	struct exits_scan *scan = arg;
	uint64_t target = candidate->insn.target;
	bool stay = false;
	int error;

	if (candidate->kind != ISA_CANDIDATE_RETURN && target != 0) {
		if (target == scan->parts[0].start)
			scan->loops = true;
		if (stays(scan, target, &stay) != 0)
			return SCAN_TOO_MANY;
	}
	if (stay)
		return 0;
	error = need_exit(scan);
	if (!error)
		add_exit(scan, candidate);
	return error;
}

/* Where zeros decode as instructions of two bytes, the last one may be half. */
static long scan_code(struct exits_scan *scan, struct isa_scan_env *env,
		      int (*report)(void *arg, const struct isa_candidate *candidate))
{
	const struct isa *isa = os_kernel_space()->isa;
	size_t before = scan->count;
	long answer = isa->scan_sites(scan->code, env, report, scan);

	if (answer == -OS_EILSEQ && dt_ends_in_zeros(scan->code, env->end - env->func, ISA_INSN_MAX)) {
		scan->count = before;
		env->end--;
		answer = isa->scan_sites(scan->code, env, report, scan);
	}
	return answer;
}

static const char *no_memory(struct exits_scan *scan)
{
	scan->no_memory = true;
	return "no-memory";
}

/* The code that was read has the entry site's instruction, but for one that may go on after its end. */
static void decode_entry(struct exits_scan *scan, const struct isa_scan_env *env)
{
	if (env->entry >= env->func && env->entry + ISA_INSN_MAX <= env->end)
		os_kernel_space()->isa->insn_decode(scan->code + (env->entry - env->func), ISA_INSN_MAX, env->entry,
						    &scan->entry);
}

/* Add a part's exits to the scan. Return: NULL, or why they are not known. */
static const char *scan_part(struct exits_scan *scan, uint64_t start, uint64_t end, uint64_t body)
{
	struct isa_scan_env env = { .func = start, .end = end, .entry = body };
	struct os_space *space = os_kernel_space();
	long answer;

	if (end - start > EXITS_CODE_MAX)
		return "too-long";
	if (need_code(scan, end - start) != 0)
		return no_memory(scan);
	if (dt_sites_text(space, start, scan->code, end - start) != 0)
		return "not-text";
	decode_entry(scan, &env);
	if (space->ops->return_thunks)
		env.return_thunks = space->ops->return_thunks(space, &env.return_thunk_count);
	answer = scan_code(scan, &env, scan_candidate);
	if (answer == -OS_ENOMEM)
		return no_memory(scan);
	return answer == SCAN_TOO_MANY ? "too-many-exits" : answer < 0 ? isa_reason_name(ISA_REASON_UNDECODED) : NULL;
}

/* Count the exits of each kind; if none can be a site there is no probe. */
static void count_exits(struct exits_scan *scan)
{
	const char *refused = "no-exit";
	struct exits_exit *exit;
	size_t i;

	for (i = 0; i < scan->count; i++) {
		exit = &scan->exits[i];
		if (exit->refused) {
			scan->refused_count++;
			refused = exit->refused;
		}
		scan->conditional_count += exit->conditional;
	}
	if (scan->refused_count == scan->count)
		scan->refused = refused;
}

void exits_scan(struct exits_scan *scan, uint64_t addr, uint64_t body, uint64_t size)
{
	size_t i;

	scan->loops = scan->no_memory = false;
	scan->entry.addr = 0;
	scan->count = scan->refused_count = scan->conditional_count = 0;
	scan->part_count = 1;
	scan->parts[0].start = body;
	scan->parts[0].end = addr + size;
	scan->refused = size == 0 ? "too-long" : scan_part(scan, addr, addr + size, body);
	for (i = 1; i < scan->part_count && !scan->refused; i++)
		scan->refused = scan_part(scan, scan->parts[i].start, scan->parts[i].end, 0);
	scan->parts[scan->part_count].start = scan->parts[scan->part_count].end = 0;
	if (!scan->refused)
		count_exits(scan);
}

/* ---- entries alone --------------------------------------------------------------------------- */

#define REACHED_BITS 20u /* for some ten thousand jumps */
#define REACHED_SIZE ((1u << REACHED_BITS) / 8)

/* Fibonacci hashing: neighbours are far apart. */
static uint32_t hash_of(uint64_t addr)
{
	return (uint32_t)(addr * 0x9e3779b97f4a7c15ull >> (64 - REACHED_BITS));
}

static int note_reached(void *arg, const struct isa_candidate *candidate)
{
	struct exits_scan *scan = arg;
	uint32_t hash = hash_of(candidate->insn.target);

	scan->reached[hash / 64] |= 1ull << hash % 64;
	return 0;
}

static bool is_reached(const struct exits_scan *scan, uint64_t addr)
{
	uint32_t hash = hash_of(addr);

	return scan->reached[hash / 64] >> hash % 64 & 1;
}

/* A part that cannot be scanned to its end tells no more to exits_scan() either. */
static int scan_cold_part(void *arg, const struct os_func *func)
{
	struct exits_scan *scan = arg;
	struct isa_scan_env env = { .func = func->addr, .end = func->addr + func->size };

	if (func->size > EXITS_CODE_MAX)
		return 0;
	if (need_code(scan, func->size) != 0)
		return -OS_ENOMEM;
	if (dt_sites_text(os_kernel_space(), func->addr, scan->code, func->size) == 0)
		scan_code(scan, &env, note_reached);
	return 0;
}

void exits_scan_cold(struct exits_scan *scan, const char *module)
{
	struct os_func_query query = { .module = module, .cold = true };
	struct os_space *space = os_kernel_space();

	if (!scan->reached)
		scan->reached = os_alloc(REACHED_SIZE);
	if (!scan->reached || space->ops->func_each(space, &query, scan_cold_part, scan) == 0)
		return;
	os_free(scan->reached);
	scan->reached = NULL;
}

bool exits_entry_alone(struct exits_scan *scan, uint64_t addr, uint64_t body, uint64_t size, const char **refused)
{
	struct isa_scan_env env = { .func = addr, .end = addr + size, .entry = body };
	struct os_space *space = os_kernel_space();

	if (!scan->reached || is_reached(scan, body) || size == 0 || size > EXITS_CODE_MAX ||
	    need_code(scan, size) != 0 || dt_sites_text(space, addr, scan->code, size) != 0 ||
	    space->isa->may_jump_to(scan->code, size, addr, body))
		return false;
	scan->loops = false;
	scan->entry.addr = 0;
	decode_entry(scan, &env);
	*refused = exits_entry_refusal(scan, body);
	return true;
}

const char *exits_entry_refusal(const struct exits_scan *scan, uint64_t body)
{
	struct os_space *space = os_kernel_space();
	struct isa_insn insn;

	if (scan->loops)
		return "loop-to-entry";
	if (scan->entry.addr == body)
		return dt_site_refusal(space, NULL, &scan->entry, false);
	if (!dt_site_decode(space, body, &insn))
		return "not-text";
	return dt_site_refusal(space, NULL, &insn, false);
}
