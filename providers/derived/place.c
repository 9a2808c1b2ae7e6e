/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* place.c - see place.h. */
#include "providers/derived/place.h"

#include "base/text.h"
#include "isa/isa.h"
#include "providers/derived/returns.h"

#include <isa_types.h>

/* ---- firing ---------------------------------------------------------------------------------- */

/* Not {}, of which the compiler makes one slow instruction (rep stos). */
DT_PROBE_INLINE void clear(uint64_t *out)
{
	out[0] = out[1] = out[2] = out[3] = out[4] = out[5] = out[6] = 0;
}
_Static_assert(OS_ADAPTER_ARGS + 1 == 7, "clear() clears them all");

DT_PROBE_CTX static void reorder(const struct derived_probe *self, const uint64_t *out, uint64_t *args)
{
	unsigned int i;

	for (i = 0; i < self->word_count; i++)
		args[i] = out[self->words[i]];
}

/* A firing with the words that its adapter has filled in. */
DT_PROBE_INLINE void fire_words(const struct derived_probe *self, struct dt_probe *probe, const uint64_t *out,
				struct dt_firing *firing)
{
	DT_UNINITIALIZED uint64_t args[OS_ADAPTER_ARGS + 1];

	firing->args = out;
	firing->arg_count = self->word_count;
	if (!self->in_order) {
		reorder(self, out, args);
		firing->args = args;
	}
	dt_probe_fire_masked(probe, firing);
}

/* The same place told of several events. */
DT_PROBE_CTX static void fire_others(const struct derived_probe *self, struct dt_probe *probe, const uint64_t *in,
				     uint64_t *out, struct dt_firing *firing)
{
	while (out[OS_ADAPTER_AGAIN] && self->row->adapt(in, out))
		fire_words(self, probe, out, firing);
}

/* A row that is armed, or helps (no @probe). Each instruction here counts: tests/bench. */
DT_PROBE_INLINE void fire_row(const struct derived_probe *self, struct dt_probe *probe, const uint64_t *in,
			      struct dt_firing *firing)
{
	DT_UNINITIALIZED uint64_t out[OS_ADAPTER_ARGS + 1];

	clear(out);
	if (!self->row->adapt(in, out) || !probe)
		return;
	fire_words(self, probe, out, firing);
	if (DT_UNLIKELY(out[OS_ADAPTER_AGAIN]))
		fire_others(self, probe, in, out, firing);
}

DT_PROBE_INLINE void fire_rows(const struct derived_place *place, const uint64_t *in, struct dt_firing *firing)
{
	const struct derived_probe *self;
	struct dt_probe *probe;

	for (self = place->first; self; self = self->next) {
		probe = DT_READ_ONCE(self->probe);
		if (probe || self->helps)
			fire_row(self, probe, in, firing);
	}
}

DT_PROBE_CTX void derived_fire_rows(const struct derived_place *place, const uint64_t *in, struct dt_firing *firing)
{
	fire_rows(place, in, firing);
}

/* Interrupts are off for all rows, so that os_sync() waits for them, and what an adapter fills in stays. */
DT_PROBE_CTX static void fire_masked(const struct derived_place *place, const uint64_t *in)
{
	DT_UNINITIALIZED struct dt_firing firing;
	unsigned long state = os_irq_save();

	firing.regs = NULL;
	firing.data = 0;
	firing.error = 0;
	firing.user = DT_FIRING_KERNEL;
	firing.edge = false;
	fire_rows(place, in, &firing);
	os_irq_restore(state);
}

DT_PROBE_CTX static void passed(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	fire_masked(DT_CONTAINER_OF(hook, struct derived_place, point), args);
}

DT_PROBE_CTX static void called(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	const struct derived_place *place = DT_CONTAINER_OF(hook, struct derived_place, point);
	DT_UNINITIALIZED uint64_t words[OS_SYSCALL_WORDS];
	unsigned int abi, number;

	if (os_tracepoint_syscall(args, place->hook.leaves, &abi, &number, words) && abi < OS_SYSCALL_ABIS &&
	    place->numbers[abi] == number + 1)
		fire_masked(place, words);
}

_Static_assert(OS_ADAPTER_ENTRY_WORDS == ISA_ENTRY_ARGS, "an adapter gets those that are in registers");

DT_PROBE_CTX static uint32_t entered(struct dt_site_attachment *entry, struct dt_firing *firing)
{
	DT_UNINITIALIZED uint64_t in[OS_ADAPTER_ENTRY_WORDS];

	isa_entry_args(firing->regs, in);
	fire_rows(DT_CONTAINER_OF(entry, struct derived_place, entry), in, firing);
	return os_cpu_self();
}

DT_PROBE_CTX int derived_place_arg(const struct derived_probe *self, const struct dt_firing *firing, unsigned int n,
				   uint64_t *value)
{
	DT_UNINITIALIZED uint64_t in[OS_ADAPTER_ENTRY_WORDS], out[OS_ADAPTER_ARGS + 1];

	if (n >= self->word_count)
		return -OS_ERANGE;
	isa_entry_args(firing->regs, in);
	clear(out);
	if (!self->row->adapt(in, out))
		return -OS_EFAULT;
	*value = out[self->words[n]];
	return 0;
}

/* ---- finding --------------------------------------------------------------------------------- */

static const char *after(const char *text, const char *prefix)
{
	while (*prefix && *text == *prefix)
		text++, prefix++;
	return *prefix ? NULL : text;
}

/* read:return */
static bool parse_call(const char *text, struct derived_hook *hook)
{
	const char *end = text;

	while (*end && *end != ':')
		end++;
	if (end == text || !*end || end - text >= sizeof(hook->call))
		return false;
	dt_strlcpy(hook->call, text, end - text + 1);
	dt_strlcpy(hook->module, "vmlinux", sizeof(hook->module));
	hook->name = text;
	hook->leaves = dt_str_same(end + 1, "return");
	return hook->leaves || dt_str_same(end + 1, "entry");
}

bool derived_hook_parse(const char *text, struct derived_hook *hook)
{
	static const char *const kinds[DERIVED_KINDS] = {
		[DERIVED_POINT] = "tp:",
		[DERIVED_ENTRY] = "entry:",
		[DERIVED_RETURN] = "return:",
		[DERIVED_CALL] = "syscall:",
	};
	const char *rest = NULL, *end;
	unsigned int kind;

	for (kind = 0; kind < DERIVED_KINDS && !rest; kind++) {
		rest = after(text, kinds[kind]);
		hook->kind = kind;
	}
	if (!rest)
		return false;
	if (hook->kind == DERIVED_CALL)
		return parse_call(rest, hook);
	for (end = rest; *end && *end != '`'; end++)
		;
	if (*end) {
		if (end - rest >= sizeof(hook->module))
			return false;
		dt_strlcpy(hook->module, rest, end - rest + 1);
		rest = end + 1;
	} else {
		dt_strlcpy(hook->module, "vmlinux", sizeof(hook->module));
	}
	hook->name = rest;
	return *rest != '\0';
}

static int take_point(void *arg, const struct os_tracepoint *tracepoint)
{
	struct derived_place *place = arg;

	place->point.point = tracepoint->point;
	place->point.fn = place->hook.kind == DERIVED_CALL ? called : passed;
	return 1;
}

struct look {
	struct os_func func; /* without its strings */
	const char *refused;
};

static int take_function(void *arg, const struct os_func *func)
{
	struct os_space *space = os_kernel_space();
	struct look *look = arg;
	struct isa_insn insn;

	look->func.addr = func->addr;
	look->func.size = func->size;
	look->func.body = func->body;
	look->refused = func->refused;
	if (!look->refused && !dt_site_decode(space, func->body, &insn))
		look->refused = "not-text";
	if (!look->refused)
		look->refused = dt_site_refusal(space, func, &insn, false);
	return 1;
}

static int seen(void *arg, const struct os_func *func)
{
	return 1;
}

/* Whether there is a function of this name in a module; NULL: any function. */
static bool has_function(const char *module, const char *name)
{
	struct os_func_query query = { .module = module, .name = name };
	struct os_space *space = os_kernel_space();

	return space->ops->func_each(space, &query, seen, NULL) == 1;
}

bool derived_kernel_has(const char *function)
{
	return has_function("vmlinux", function);
}

/* ---- does one function call another? */

struct call {
	uint64_t from, to; /* where the other one's entry is */
};

static int take_extent(void *arg, const struct os_func *func)
{
	struct os_func *copy = arg;

	copy->addr = func->addr;
	copy->size = func->size;
	copy->body = func->body;
	return 1;
}

static bool find_extent(const char *name, struct os_func *ret)
{
	struct os_func_query query = { .name = name, .module = "vmlinux" };
	struct os_space *space = os_kernel_space();

	return space->ops->func_each(space, &query, take_extent, ret) == 1;
}

static int goes_there(void *arg, const struct isa_insn *insn)
{
	const struct call *call = arg;
	bool leads = insn->class == ISA_CLASS_CALL || insn->class == ISA_CLASS_JUMP || insn->class == ISA_CLASS_IJUMP ||
		     insn->class == ISA_CLASS_BRANCH;

	return leads && insn->target >= call->from && insn->target <= call->to;
}

bool derived_kernel_calls(const char *caller, const char *called)
{
	struct os_space *space = os_kernel_space();
	struct os_func from, to;
	struct isa_scan_env env = { 0 };
	struct call call;
	uint8_t *code;
	bool calls;

	if (!find_extent(caller, &from) || !find_extent(called, &to))
		return false;
	code = os_alloc(from.size);
	if (!code)
		return true;
	env.func = from.addr;
	env.end = from.addr + from.size;
	call.from = to.addr;
	call.to = to.body;
	calls = dt_sites_text(space, from.addr, code, from.size) == 0 &&
		space->isa->scan_insns(code, &env, goes_there, &call) == 1;
	os_free(code);
	return calls;
}

/* Why a hook was not found. */
static const char *missing(const struct derived_hook *hook)
{
	return has_function(hook->module, NULL) ? DERIVED_NO_HOOK : DERIVED_NO_MODULE;
}

/* Whether the hook's one row fires whenever the function is entered. */
static bool is_plain(const struct derived_place *place)
{
	const struct derived *derived = place->derived;
	const struct derived_row *row;
	bool always = false;
	size_t rows = 0;

	for (row = derived->rows; row < derived->rows + derived->row_count; row++) {
		if (!dt_str_same(row->hook, place->text))
			continue;
		always = row->always;
		rows++;
	}
	return always && rows == 1 && place->hook.kind == DERIVED_ENTRY;
}

static void set_entry(struct derived_place *place, uint64_t addr)
{
	place->is_plain = is_plain(place);
	place->entry.space = os_kernel_space();
	place->entry.addr = addr;
	place->entry.order = DT_SITE_ORDER_ENTRY;
	place->entry.edge = true;
	if (place->is_plain)
		return;
	place->entry.special = DT_SITE_FIRE;
	place->entry.fire = place->hook.kind == DERIVED_RETURN ? derived_returns_entered : entered;
}

static int find_point(struct derived_place *place, const char **why)
{
	struct os_tracepoint_query query = { .name = place->hook.name,
					     .module = place->hook.module,
					     .ungrouped = true };
	int found = os_tracepoint_each(&query, take_point, place);

	if (found == 1)
		return 0;
	*why = missing(&place->hook);
	return found == -OS_ENOMEM ? found : -OS_ENOENT;
}

static int take_call(void *arg, const struct os_syscall *call)
{
	struct derived_place *place = arg;

	if (call->abi_index < OS_SYSCALL_ABIS && dt_str_same(call->name, place->hook.call))
		place->numbers[call->abi_index] = call->number + 1;
	return 0;
}

static int find_call(struct derived_place *place, const char **why)
{
	struct os_tracepoint_query query = { .name = place->hook.leaves ? OS_TRACEPOINT_LEAVE : OS_TRACEPOINT_ENTER,
					     .module = "vmlinux",
					     .ungrouped = true };
	bool is_there = false;
	unsigned int abi;
	int found;

	found = os_syscall_each(take_call, place);
	for (abi = 0; abi < OS_SYSCALL_ABIS; abi++)
		is_there |= place->numbers[abi] != 0;
	if (is_there && !found)
		found = os_tracepoint_each(&query, take_point, place);
	if (found == 1 || found == -OS_ENOMEM)
		return found == 1 ? 0 : found;
	*why = DERIVED_NO_HOOK;
	return -OS_ENOENT;
}

static int find_function(struct derived_place *place, const char **why)
{
	struct os_func_query query = { .name = place->hook.name, .module = place->hook.module };
	struct os_space *space = os_kernel_space();
	struct look look = { .refused = NULL };
	int found = space->ops->func_each(space, &query, take_function, &look);

	if (found == -OS_ENOMEM)
		return found;
	*why = found == 1 ? look.refused : missing(&place->hook);
	if (*why)
		return -OS_ENOENT;
	set_entry(place, look.func.body);
	if (place->hook.kind == DERIVED_RETURN)
		return derived_returns_find(place, &look.func, why);
	place->sites = os_alloc(sizeof(*place->sites));
	if (!place->sites)
		return -OS_ENOMEM;
	place->sites[place->site_count++] = &place->entry;
	return 0;
}

void derived_place_free(struct derived_place *place)
{
	os_free(place->exits);
	os_free(place->inside);
	os_free(place->sites);
	os_free(place);
}

int derived_place_find(struct derived *derived, const char *text, const struct derived_hook *hook,
		       struct derived_place **ret, const char **why)
{
	struct derived_place *place = os_alloc(sizeof(*place));
	int error;

	if (!place)
		return -OS_ENOMEM;
	place->derived = derived;
	place->text = text;
	place->hook = *hook;
	error = hook->kind == DERIVED_POINT  ? find_point(place, why)
		: hook->kind == DERIVED_CALL ? find_call(place, why)
					     : find_function(place, why);
	if (error) {
		derived_place_free(place);
		place = NULL;
	}
	*ret = place;
	return error == -OS_ENOENT ? 0 : error;
}

/* ---- attaching ------------------------------------------------------------------------------- */

void derived_place_detach(struct derived_place *place)
{
	struct os_tracepoint_hook *point = &place->point;

	if (derived_place_is_point(place))
		os_tracepoints_detach(&point, 1);
	else
		dt_sites_detach(place->sites, place->site_count);
}

const char *derived_place_refusal(const struct derived_place *place)
{
	const char *refused = NULL;
	size_t i;

	if (derived_place_is_point(place))
		return place->point.refused;
	for (i = 0; i < place->site_count && !refused; i++)
		refused = dt_site_refused(place->sites[i]);
	return refused;
}
