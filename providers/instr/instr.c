/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * instr.c - any instruction of a kernel function.
 *
 *   instr:MODULE:FUNCTION:CLASS-OFFSET     one site; arg0 = offset in the function, arg1 = address,
 *                                          arg2 = where a call, jump, branch or return goes next
 *
 * CLASS comes from the CPU's table of instructions: call jmp ijmp branch ret push pop load store
 * nop other. OFFSET is in hexadecimal, of the instruction's first byte. A description has to name
 * the provider: `:::` or `*:::` does not match millions of instructions.
 *
 * On one address an fbt entry fires first, then instr, then an fbt return.
 */
#include <dtrace/provider.h>

#include "isa/isa.h"
#include "os/os.h"
#include "providers/instr/instr.h"
#include "providers/providers.h"
#include "base/glob.h"
#include "base/text.h"

DT_STATIC_ASSERT(INSTR_CLASSES > ISA_CLASS_COUNT, "every class has its place");

static struct dt_provider *provider;
static struct instr_module_probe *module_probes;
struct instr_state instr_state;

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

DT_PROBE_CTX static int instr_arg_get(void *probe_arg, const struct dt_firing *firing, unsigned int n, uint64_t *value)
{
	const struct instr_probe *probe = probe_arg;

	if (n == 0)
		*value = probe->offset;
	else if (n == 1)
		*value = probe->addr;
	else if (n == 2)
		return dt_site_target(firing->regs, value);
	else
		return -OS_ERANGE;
	return 0;
}

/* ---- making probes --------------------------------------------------------------------------- */

static struct instr_probe *probe_alloc(bool in_module)
{
	struct instr_module_probe *probe;

	if (!in_module)
		return os_alloc(sizeof(struct instr_probe));
	probe = os_alloc(sizeof(*probe));
	if (!probe)
		return NULL;
	probe->probe.in_module = true;
	probe->next = module_probes;
	probe->link = &module_probes;
	if (module_probes)
		module_probes->link = &probe->next;
	module_probes = probe;
	return &probe->probe;
}

static void probe_free(struct instr_probe *probe)
{
	struct instr_module_probe *in_module = (struct instr_module_probe *)probe;

	if (probe->in_module) {
		*in_module->link = in_module->next;
		if (in_module->next)
			in_module->next->link = in_module->link;
	}
	os_free(probe->site);
	os_free(probe);
}

/*
 * Make a probe. Return: its id, also when it was there already; 0 when another function of this name
 * has the probe; or a negative errno.
 */
static int make_named(const struct os_func *func, const char *function, const struct isa_insn *insn, const char *name,
		      int of)
{
	int id = (int)dt_probe_lookup(provider, func->module, function, name);
	struct instr_probe *probe;

	if (id != 0) {
		probe = dt_probe_provided((dt_probe_id_t)id);
		return probe->addr == insn->addr ? id : 0;
	}
	if (instr_state.probes == INSTR_PROBES_MAX)
		return -OS_ENOSPC;
	probe = probe_alloc(!dt_str_same(func->module, "vmlinux"));
	if (!probe)
		return -OS_ENOMEM;
	probe->addr = insn->addr;
	probe->offset = (uint32_t)(insn->addr - func->addr);
	probe->edge = instr_edge(func, insn);
	id = dt_probe_create(provider, func->module, function, name, 0, probe);
	if (id < 0) {
		probe_free(probe);
		return id;
	}
	instr_state.probes++;
	if (of > 0)
		dt_probe_alias((dt_probe_id_t)id, (dt_probe_id_t)of);
	return id;
}

/*
 * One probe, and an alias of it for each other name of the function. The name of the function is
 * taken when a function before it, which has the same one, has such an instruction there, too.
 */
static int make_probe(const struct os_func *func, const struct isa_insn *insn, const char *name)
{
	const char *const *alias;
	int id = make_named(func, func->name, insn, name, 0), of = id;

	if (id == 0)
		instr_refuse(&instr_state.refused, "name-taken", 1);
	for (alias = func->aliases; alias && *alias && id >= 0; alias++) {
		id = make_named(func, *alias, insn, name, of);
		of = id > 0 ? id : of;
	}
	return id < 0 ? id : 0;
}

static void forget_counts(void)
{
	size_t i;

	for (i = 0; i < INSTR_CLASSES; i++)
		instr_state.counts[i].all = instr_state.counts[i].refused = 0;
}

/* The description as a whole could not be handled. */
static void fail_all(int error, uint64_t count)
{
	instr_state.refused.count = 0;
	instr_state.failed = error;
	instr_state.failed_count = count;
}

/*
 * How many probes a description that names no function would be; < 0: not known. Where its name says
 * nothing at all, all instructions of the kernel are meant: looking ends as soon as there is no room.
 * There is no code half of which is refused, so twice the room is too much without a look at them.
 */
static int64_t count_wide(const struct dtrace_probedesc *pattern)
{
	int64_t room = INSTR_PROBES_MAX - (int64_t)instr_state.probes, found;
	bool all = dt_glob_all(pattern->name);

	forget_counts();
	found = all ? instr_walk_unseen(pattern, 2 * room) : 0;
	if (found > 2 * room || found < 0)
		return found;
	found = instr_walk(pattern, NULL, NULL, instr_state.counts, all ? room : INT64_MAX);
	if (all && found > room)
		forget_counts(); /* they are of a part */
	return found;
}

static void answer(const struct dtrace_probedesc *pattern)
{
	int64_t found = 0;

	instr_state.refused.count = 0;
	instr_state.failed = 0;
	if (!dt_glob_plain(pattern->function))
		found = count_wide(pattern);
	if (found > INSTR_PROBES_MAX - (int64_t)instr_state.probes) {
		fail_all(-OS_E2BIG, (uint64_t)found);
		return;
	}
	if (found >= 0)
		found = instr_walk(pattern, make_probe, &instr_state.refused, NULL, 0);
	if (found == -OS_ENOSPC)
		fail_all(-OS_E2BIG, 1);
	else if (found < 0)
		fail_all(-OS_ENOMEM, 1);
}

static bool same_description(const struct dtrace_probedesc *a, const struct dtrace_probedesc *b)
{
	return dt_str_same(a->module, b->module) && dt_str_same(a->function, b->function) &&
	       dt_str_same(a->name, b->name);
}

static void instr_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	size_t i;

	if (!instr_state.last_known || !same_description(pattern, &instr_state.last)) {
		os_trace("instr: provide", 0, 0);
		answer(pattern);
		instr_state.last = *pattern;
		instr_state.last_known = true;
		os_trace("instr: provided", instr_state.probes, instr_state.refused.count);
	}
	for (i = 0; i < instr_state.refused.count; i++)
		dt_provide_refused(instr_state.refused.of[i].reason, instr_state.refused.of[i].count);
	if (instr_state.failed != 0)
		dt_provide_failed(instr_state.failed, instr_state.failed_count);
}

/* Too many without a look at them, as in count_wide(); when there is doubt, they are made as far as there is room. */
static bool are_too_many(const struct dtrace_probedesc *pattern)
{
	int64_t room = INSTR_PROBES_MAX - (int64_t)instr_state.probes, found;

	if (!dt_glob_all(pattern->name))
		return false;
	found = instr_walk_unseen(pattern, 2 * room);
	if (found > 2 * room)
		fail_all(-OS_E2BIG, (uint64_t)found);
	return found > 2 * room;
}

/*
 * What takes no time, one function or what was answered last, is made as a whole. The report's sums of refusals are those
 * of all stretches.
 */
static void instr_provide_part(void *arg, const struct dtrace_probedesc *pattern, uint64_t *position)
{
	bool is_first = *position == 0;
	int64_t found = 0;

	if (dt_glob_plain(pattern->function) ||
	    (is_first && instr_state.last_known && same_description(pattern, &instr_state.last))) {
		*position = 0;
		instr_provide(arg, pattern);
		return;
	}
	instr_state.last_known = false;
	if (is_first) {
		instr_state.refused.count = 0;
		forget_counts();
	}
	instr_state.failed = 0;
	if (!is_first || !are_too_many(pattern))
		found = instr_walk_part(pattern, make_probe, &instr_state.refused, position);
	if (found < 0)
		fail_all(found == -OS_ENOSPC ? -OS_E2BIG : -OS_ENOMEM, 1);
	if (instr_state.failed != 0) {
		*position = 0;
		dt_provide_failed(instr_state.failed, instr_state.failed_count);
	}
}

static void instr_provide_module(void *arg, const char *module)
{
	instr_state.last_known = false;
}

static void instr_destroy(void *arg, void *probe_arg)
{
	instr_state.probes--;
	instr_state.last_known = false;
	probe_free(probe_arg);
}

/* ---- arming ---------------------------------------------------------------------------------- */

static void forget_site(struct instr_probe *probe)
{
	if (probe->site)
		instr_state.armed--;
	os_free(probe->site);
	probe->site = NULL;
}

/* Return: NULL, or why it has no attachment. */
static const char *make_site(const struct dt_enable_request *request)
{
	struct instr_probe *probe = request->arg;

	forget_site(probe);
	probe->site = os_alloc(sizeof(*probe->site));
	if (!probe->site)
		return "no-memory";
	instr_state.armed++;
	probe->site->space = os_kernel_space();
	probe->site->addr = probe->addr;
	probe->site->probe = request->probe;
	probe->site->data = probe->offset;
	probe->site->order = DT_SITE_ORDER_INSTR;
	probe->site->edge = probe->edge;
	return NULL;
}

static void instr_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list = os_alloc(count * sizeof(*list));
	struct instr_probe *probe;
	size_t i, total = 0;

	for (i = 0; i < count; i++) {
		requests[i].refused = list ? make_site(&requests[i]) : "no-memory";
		if (!requests[i].refused)
			list[total++] = ((struct instr_probe *)requests[i].arg)->site;
		os_yield();
	}
	dt_sites_attach(list, total);
	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		if (!requests[i].refused)
			requests[i].refused = dt_site_refused(probe->site);
		if (requests[i].refused)
			forget_site(probe);
	}
	os_free(list);
}

/* Disarm probes by the attachments in @list; without memory for a list, one by one. */
static void instr_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct dt_site_attachment **list = os_alloc(count * sizeof(*list));
	struct instr_probe *probe;
	size_t i, total = 0;

	for (i = 0; i < count; i++) {
		probe = requests[i].arg;
		if (probe->site && list)
			list[total++] = probe->site;
		else if (probe->site)
			dt_sites_detach(&probe->site, 1);
	}
	dt_sites_detach(list, total);
	for (i = 0; i < count; i++) {
		forget_site(requests[i].arg);
		os_yield();
	}
	os_free(list);
}

struct extent {
	uint64_t start, end;
};

static int extend(void *arg, const struct os_func *func)
{
	struct extent *extent = arg;

	if (extent->end == 0)
		extent->start = func->addr;
	extent->end = func->addr + func->size;
	return 0;
}

/* The next probe that is armed in @extent, from @probe on. */
static struct instr_module_probe *next_in(struct instr_module_probe *probe, const struct extent *extent)
{
	while (probe && (!probe->probe.site || probe->probe.addr < extent->start || probe->probe.addr >= extent->end))
		probe = probe->next;
	return probe;
}

/*
 * The module's text is still there: restore the bytes; when this returns, no trap of its sites is
 * under way.
 */
static void instr_remove_module(void *arg, const char *module)
{
	struct os_space *space = os_kernel_space();
	struct dt_site_attachment **list;
	struct instr_module_probe *probe;
	struct extent extent = { 0, 0 };
	struct os_func_query query = { .module = module };
	size_t total = 0;

	space->ops->func_each(space, &query, extend, &extent);
	for (probe = next_in(module_probes, &extent); probe; probe = next_in(probe->next, &extent))
		total++;
	list = total ? os_alloc(total * sizeof(*list)) : NULL;
	total = 0;
	for (probe = next_in(module_probes, &extent); probe; probe = next_in(probe->next, &extent)) {
		if (list)
			list[total++] = probe->probe.site;
		else
			dt_sites_detach(&probe->probe.site, 1);
	}
	dt_sites_detach(list, total);
	for (probe = next_in(module_probes, &extent); probe; probe = next_in(probe->next, &extent))
		forget_site(&probe->probe);
	os_free(list);
}

static const struct dt_provider_ops ops = {
	.provide = instr_provide,
	.provide_part = instr_provide_part,
	.provide_module = instr_provide_module,
	.remove_module = instr_remove_module,
	.enable = instr_enable,
	.disable = instr_disable,
	.arg_get = instr_arg_get,
	.destroy = instr_destroy,
	.report = instr_report,
	.named_only = true,
};

int dt_provider_instr_init(void)
{
	instr_state.probes = instr_state.armed = 0;
	instr_state.last_known = false;
	instr_state.refused.count = 0;
	return dt_provider_register("instr", &attributes, &ops, NULL, &provider);
}

void dt_provider_instr_fini(void)
{
	dt_provider_unregister(provider);
	provider = NULL;
}
