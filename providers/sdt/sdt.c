/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * sdt.c - every tracepoint of the kernel and its modules.
 *
 *   sdt:vmlinux:sched:sched_switch            sdt:MODULE:GROUP:NAME; arg0..arg9 are the arguments
 *   sdt:ext4:ext4:ext4_sync_file_enter        that the kernel passes to the tracepoint
 *
 * The group is in the function field. Fields of a description are filled from the right, so
 * `sched:sched_switch`, as other tools write it, is a description, and `sched_switch` is one, too.
 * Types of the arguments are in the kernel's own types; libdtrace finds them by the name.
 *
 * Probes are made when a description may mean one. A tracepoint that is not armed costs nothing:
 * the kernel has NOPs there. There is one hook per armed probe, in the probe.
 */
#include <dtrace/provider.h>

#include "base/glob.h"
#include "base/text.h"
#include "os/os.h"
#include "os/tracepoint.h"
#include "providers/providers.h"

struct sdt_probe {
	struct os_tracepoint_hook hook;
	struct dt_probe *probe; /* while armed */
	bool in_module;
};

/* One of a module is on a list: it is detached when the module goes. */
struct sdt_module_probe {
	struct sdt_probe probe; /* first */
	struct sdt_module_probe *next, **link;
	char module[DTRACE_MODNAMELEN];
};

static struct dt_provider *provider;
static struct sdt_module_probe *module_probes;
static bool all_made; /* probes of all tracepoints are made */
static bool asked;    /* some are */

static const struct dtrace_pattr attributes = {
	.provider = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_ISA, 0 },
	.module = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.function = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN, 0 },
	.name = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA, 0 },
	.args = { DTRACE_STABILITY_PRIVATE, DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_ISA, 0 },
};

/* ---- firing ---------------------------------------------------------------------------------- */

DT_PROBE_CTX static void passed(struct os_tracepoint_hook *hook, const uint64_t *args)
{
	const struct sdt_probe *self = DT_CONTAINER_OF(hook, struct sdt_probe, hook);
	DT_UNINITIALIZED struct dt_firing firing;

	firing.regs = NULL;
	firing.args = args;
	firing.data = 0;
	firing.arg_count = hook->arg_count;
	firing.error = 0;
	firing.user = DT_FIRING_KERNEL;
	firing.edge = false;
	dt_probe_fire(self->probe, &firing);
}

DT_PROBE_CTX static const struct os_extent *sdt_frames(void *probe_arg)
{
	return ((struct sdt_probe *)probe_arg)->hook.frames;
}

/* ---- making probes --------------------------------------------------------------------------- */

static struct sdt_probe *probe_alloc(const char *module)
{
	struct sdt_module_probe *self;

	if (dt_str_same(module, "vmlinux"))
		return os_alloc(sizeof(struct sdt_probe));
	self = os_alloc(sizeof(*self));
	if (!self)
		return NULL;
	self->probe.in_module = true;
	dt_strlcpy(self->module, module, sizeof(self->module));
	self->next = module_probes;
	self->link = &module_probes;
	if (module_probes)
		module_probes->link = &self->next;
	module_probes = self;
	return &self->probe;
}

static void probe_free(struct sdt_probe *probe)
{
	struct sdt_module_probe *self = (struct sdt_module_probe *)probe;

	if (probe->in_module) {
		*self->link = self->next;
		if (self->next)
			self->next->link = self->link;
	}
	os_free(probe);
}

static void sdt_destroy(void *arg, void *probe_arg)
{
	probe_free(probe_arg);
}

static int make_probe(void *arg, const struct os_tracepoint *tracepoint)
{
	const struct dtrace_probedesc *pattern = arg;
	struct sdt_probe *self;
	int id;

	if (pattern && !(dt_pattern_match(pattern->module, tracepoint->module) &&
			 dt_pattern_match(pattern->function, tracepoint->group)))
		return 0;
	if (dt_probe_lookup(provider, tracepoint->module, tracepoint->group, tracepoint->name) != DTRACE_IDNONE)
		return 0;
	self = probe_alloc(tracepoint->module);
	if (!self)
		return -OS_ENOMEM;
	self->hook.point = tracepoint->point;
	self->hook.fn = passed;
	id = dt_probe_create(provider, tracepoint->module, tracepoint->group, tracepoint->name, 0, self);
	if (id > 0)
		return 0;
	probe_free(self);
	return id == -OS_EEXIST ? 0 : id;
}

/* A description with a plain name needs no more than a comparison for each tracepoint. */
static void sdt_provide(void *arg, const struct dtrace_probedesc *pattern)
{
	bool narrow = pattern && dt_glob_plain(pattern->name);
	struct os_tracepoint_query query = { .name = narrow ? pattern->name : NULL };

	if (all_made)
		return;
	asked = true;
	if (os_tracepoint_each(&query, make_probe, narrow ? (void *)pattern : NULL) == -OS_ENOMEM)
		dt_provide_failed(-OS_ENOMEM, 1);
	else
		all_made = !narrow;
}

/* An earlier description may also mean a tracepoint of the coming module. */
static void sdt_provide_module(void *arg, const char *module)
{
	struct os_tracepoint_query query = { .module = module };

	if (asked)
		os_tracepoint_each(&query, make_probe, NULL);
}

/* ---- arming ---------------------------------------------------------------------------------- */

/* Without memory for the list they are attached or detached one by one. */
static void sdt_enable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct os_tracepoint_hook **hooks = os_alloc(count * sizeof(*hooks)), *one;
	struct sdt_probe *self;
	size_t i;

	for (i = 0; i < count; i++) {
		self = requests[i].arg;
		self->probe = requests[i].probe;
		one = &self->hook;
		if (hooks)
			hooks[i] = one;
		else
			os_tracepoints_attach(&one, 1);
	}
	if (hooks)
		os_tracepoints_attach(hooks, count);
	for (i = 0; i < count; i++)
		requests[i].refused = ((struct sdt_probe *)requests[i].arg)->hook.refused;
	os_free(hooks);
}

static void sdt_disable(void *arg, struct dt_enable_request *requests, size_t count)
{
	struct os_tracepoint_hook **hooks = os_alloc(count * sizeof(*hooks)), *one;
	size_t i;

	for (i = 0; i < count; i++) {
		one = &((struct sdt_probe *)requests[i].arg)->hook;
		if (hooks)
			hooks[i] = one;
		else
			os_tracepoints_detach(&one, 1);
	}
	if (hooks)
		os_tracepoints_detach(hooks, count);
	os_free(hooks);
}

/* The armed hooks in a module: how many, and into @hooks when it is there. */
static size_t gather_module(const char *module, struct os_tracepoint_hook **hooks)
{
	struct sdt_module_probe *self;
	size_t count = 0;

	for (self = module_probes; self; self = self->next) {
		if (!self->probe.hook.attached || !dt_str_same(self->module, module))
			continue;
		if (hooks)
			hooks[count] = &self->probe.hook;
		count++;
	}
	return count;
}

static void sdt_remove_module(void *arg, const char *module)
{
	size_t count = gather_module(module, NULL);
	struct os_tracepoint_hook **hooks = count ? os_alloc(count * sizeof(*hooks)) : NULL, *one;
	struct sdt_module_probe *self;

	if (hooks) {
		gather_module(module, hooks);
		os_tracepoints_detach(hooks, count);
	}
	for (self = module_probes; self && count && !hooks; self = self->next) {
		one = &self->probe.hook;
		if (dt_str_same(self->module, module))
			os_tracepoints_detach(&one, 1);
	}
	os_free(hooks);
}

static const struct dt_provider_ops ops = {
	.provide = sdt_provide,
	.provide_module = sdt_provide_module,
	.remove_module = sdt_remove_module,
	.enable = sdt_enable,
	.disable = sdt_disable,
	.frames = sdt_frames,
	.destroy = sdt_destroy,
};

int dt_provider_sdt_init(void)
{
	all_made = asked = false;
	return dt_provider_register("sdt", &attributes, &ops, NULL, &provider);
}

void dt_provider_sdt_fini(void)
{
	dt_provider_unregister(provider);
	provider = NULL;
}
