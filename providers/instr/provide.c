/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* provide.c - find the instructions that a description matches. instr.h has the theory. */
#include "isa/isa.h"
#include "os/os.h"
#include "providers/instr/instr.h"
#include "base/glob.h"
#include "base/memory.h"
#include "base/text.h"

void instr_name(char *name, unsigned int class, uint64_t offset)
{
	const char *text = isa_class_name(class);
	unsigned int shift = 60;

	while (*text)
		*name++ = *text++;
	*name++ = '-';
	while (shift > 0 && !(offset >> shift))
		shift -= 4;
	for (;; shift -= 4) {
		*name++ = "0123456789abcdef"[offset >> shift & 15];
		if (shift == 0)
			break;
	}
	*name = 0;
}

static bool wild(char c)
{
	return c == '*' || c == '?' || c == '[' || c == '\\';
}

/* Does the text before the pattern's first wildcard agree with this class, as far as both go? */
static bool may_mean(const char *pattern, const char *class)
{
	if (!*pattern)
		return true;
	for (; *pattern && *class; pattern++, class ++) {
		if (wild(*pattern))
			return true;
		if (*pattern != *class)
			return false;
	}
	return *class ? false : *pattern == '-' || wild(*pattern);
}

uint32_t instr_classes(const char *pattern)
{
	uint32_t classes = 0;
	unsigned int i;

	for (i = 0; i < ISA_CLASS_COUNT; i++) {
		if (may_mean(pattern, isa_class_name(i)))
			classes |= 1u << i;
	}
	return classes;
}

void instr_refuse(struct instr_refusals *refusals, const char *reason, uint64_t count)
{
	size_t i;

	for (i = 0; i < refusals->count && !dt_str_same(refusals->of[i].reason, reason); i++)
		;
	if (i == INSTR_REASONS)
		i--;
	if (i == refusals->count) {
		refusals->of[i].reason = i + 1 < INSTR_REASONS ? reason : "other";
		refusals->of[i].count = 0;
		refusals->count++;
	}
	refusals->of[i].count += count;
}

/* ---- the walk -------------------------------------------------------------------------------- */

struct walk {
	const struct dtrace_probedesc *pattern;
	int (*make)(const struct os_func *func, const struct isa_insn *insn, const char *name);
	struct instr_refusals *refusals;
	struct instr_count *counts;
	struct isa_scan_env env;
	const struct os_func *func; /* the one that is being scanned */
	/* its end, without the breaks that fill up the space to the next one */
	uint64_t padding;
	bool any_name;       /* the pattern's name is that of all instructions */
	bool unseen;         /* they are counted without being looked at */
	int64_t found, most; /* counting ends when there are more than that */
	uint64_t *position;  /* of a stretch, else NULL */
	uint32_t looked;     /* of it, functions so far */
	uint8_t code[INSTR_CODE_MAX];
};

bool instr_edge(const struct os_func *func, const struct isa_insn *insn)
{
	struct os_space *space = os_kernel_space();
	struct os_text_symbol symbol;

	if (insn->addr == func->body || insn->class == ISA_CLASS_RETURN)
		return true;
	if (insn->class != ISA_CLASS_JUMP || insn->target - func->addr < func->size)
		return false;
	return !space->ops->symbol(space, insn->target, &symbol) || !symbol.cold;
}

/* How many matching instructions a function has. */
static int64_t names(const struct os_func *func)
{
	int64_t n = 1;
	const char *const *alias;

	for (alias = func->aliases; alias && *alias; alias++)
		n++;
	return n;
}

static int walk_insn(void *arg, const struct isa_insn *insn)
{
	struct walk *walk = arg;
	char name[INSTR_NAME_MAX];
	const char *reason;

	if (insn->class == ISA_CLASS_BREAK && insn->addr >= walk->padding)
		return 0;
	if (walk->make || !walk->any_name) {
		instr_name(name, insn->class, insn->addr - walk->func->addr);
		if (!dt_pattern_match(walk->pattern->name, name))
			return 0;
	}
	if (!walk->make) {
		walk->found += insn->verdict != ISA_REJECT ? names(walk->func) : 0;
		walk->counts[insn->class].all++;
		walk->counts[insn->class].refused += insn->verdict == ISA_REJECT;
		return 0;
	}
	reason = dt_site_refusal(os_kernel_space(), walk->func, insn, false);
	if (reason) {
		instr_refuse(walk->refusals, reason, 1);
		return 0;
	}
	walk->found += names(walk->func);
	return walk->make(walk->func, insn, name);
}

static int pass_over(void *arg, const struct isa_insn *insn)
{
	return 0;
}

/*
 * Code that does not decode to its end is refused as a whole: nobody knows where the decoding went
 * wrong. Where zeros decode as instructions of two bytes, the last one may be half.
 */
static bool decodes(struct walk *walk)
{
	struct isa_scan_env env = walk->env;

	env.classes = 1u << ISA_CLASS_RETURN;
	if (os_kernel_space()->isa->scan_insns(walk->code, &env, pass_over, NULL) >= 0)
		return true;
	if (!dt_ends_in_zeros(walk->code, env.end - env.func, ISA_INSN_MAX))
		return false;
	env.end = --walk->env.end;
	return os_kernel_space()->isa->scan_insns(walk->code, &env, pass_over, NULL) >= 0;
}

static uint64_t find_padding(const struct walk *walk)
{
	const struct isa *isa = os_kernel_space()->isa;
	uint64_t end = walk->env.end;

	while (end > walk->env.func &&
	       walk->code[end - 1 - walk->env.func] == isa->break_bytes[(end - 1) % isa->break_len])
		end--;
	return end;
}

static void refuse_func(struct walk *walk, const char *reason)
{
	if (walk->make && dt_glob_plain(walk->pattern->function))
		instr_refuse(walk->refusals, reason, 1);
}

/* By their lengths alone. Return: whether that are enough. */
static bool count_unseen(struct walk *walk)
{
	long count;

	walk->env.classes = 1u << ISA_CLASS_RETURN;
	count = os_kernel_space()->isa->scan_insns(walk->code, &walk->env, pass_over, NULL);
	walk->found += count > 0 ? count : 0;
	return walk->found > walk->most;
}

static int walk_func(void *arg, const struct os_func *func)
{
	struct walk *walk = arg;
	long answer;

	if (walk->position && (walk->looked++ == INSTR_PART_FUNCS || walk->found >= INSTR_PART_PROBES))
		return 1; /* the next stretch begins here */
	if (func->refused || func->size > INSTR_CODE_MAX) {
		refuse_func(walk, func->refused ? func->refused : "too-long");
		return 0;
	}
	if (dt_sites_text(os_kernel_space(), func->addr, walk->code, func->size) != 0) {
		refuse_func(walk, "not-text");
		return 0;
	}
	walk->func = func;
	walk->env.func = func->addr;
	walk->env.end = func->addr + func->size;
	if (walk->unseen)
		return count_unseen(walk);
	walk->padding = find_padding(walk);
	if (walk->make && !decodes(walk)) {
		refuse_func(walk, isa_reason_name(ISA_REASON_UNDECODED));
		return 0;
	}
	answer = os_kernel_space()->isa->scan_insns(walk->code, &walk->env, walk_insn, walk);
	if (answer < 0 && answer != -OS_EILSEQ)
		return (int)answer;
	return walk->counts && walk->found > walk->most;
}

/* @arg begins with the pattern. */
static bool wants(void *arg, const char *module, const char *name)
{
	const struct dtrace_probedesc *pattern = *(const struct dtrace_probedesc **)arg;

	return dt_pattern_match(pattern->function, name) && dt_pattern_match(pattern->module, module);
}

static struct os_func_query meant(const struct dtrace_probedesc *pattern, uint64_t *position)
{
	struct os_func_query query = { .wants = wants, .position = position };

	if (position)
		return query; /* such a walk is one over all functions */
	query.module = dt_glob_plain(pattern->module) ? pattern->module : NULL;
	query.name = dt_glob_plain(pattern->function) ? pattern->function : NULL;
	return query;
}

/* Walk, and free what it was done with. */
static int64_t walk_all(struct walk *walk)
{
	struct os_space *space = os_kernel_space();
	struct os_func_query query = meant(walk->pattern, walk->position);
	int64_t answer;

	if (space->ops->return_thunks)
		walk->env.return_thunks = space->ops->return_thunks(space, &walk->env.return_thunk_count);
	answer = space->ops->func_each(space, &query, walk_func, walk);
	if (walk->position && answer != 1)
		*walk->position = 0;
	if (answer >= 0)
		answer = walk->found;
	os_free(walk);
	return answer;
}

/* A walk over instructions of some classes; NULL without memory. */
static struct walk *walk_begin(const struct dtrace_probedesc *pattern, uint32_t classes)
{
	struct walk *walk = os_alloc(sizeof(*walk));

	if (!walk)
		return NULL;
	walk->pattern = pattern;
	walk->any_name = dt_glob_all(pattern->name);
	walk->env.classes = classes;
	return walk;
}

int64_t instr_walk(const struct dtrace_probedesc *pattern,
		   int (*make)(const struct os_func *func, const struct isa_insn *insn, const char *name),
		   struct instr_refusals *refusals, struct instr_count *counts, int64_t most)
{
	uint32_t classes = instr_classes(pattern->name);
	struct walk *walk;

	if (!classes)
		return 0;
	walk = walk_begin(pattern, classes);
	if (!walk)
		return -OS_ENOMEM;
	walk->make = make;
	walk->refusals = refusals;
	walk->counts = counts;
	walk->most = most;
	return walk_all(walk);
}

int64_t instr_walk_part(const struct dtrace_probedesc *pattern,
			int (*make)(const struct os_func *func, const struct isa_insn *insn, const char *name),
			struct instr_refusals *refusals, uint64_t *position)
{
	uint32_t classes = instr_classes(pattern->name);
	struct walk *walk = classes ? walk_begin(pattern, classes) : NULL;

	if (!walk) {
		*position = 0;
		return classes ? -OS_ENOMEM : 0;
	}
	walk->make = make;
	walk->refusals = refusals;
	walk->position = position;
	return walk_all(walk);
}

int64_t instr_walk_unseen(const struct dtrace_probedesc *pattern, int64_t most)
{
	struct walk *walk = os_alloc(sizeof(*walk));

	if (!walk)
		return -OS_ENOMEM;
	walk->pattern = pattern;
	walk->unseen = true;
	walk->most = most;
	return walk_all(walk);
}
