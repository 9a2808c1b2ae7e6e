/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * enabling.c - from plans to ECBs: matching, arming in batches, attaching; and undoing it.
 *
 *   match   every pair (plan, probe) into one list
 *   arm     the probes in it that are not armed yet, one request batch per provider
 *   attach  an ECB for every pair whose probe is armed
 *
 * A program's plans are matched in groups of STEP_PAIRS pairs and more, with the framework's lock
 * released after each group. Modules may come meanwhile: the one that comes matches its probes with
 * the plans that are `matched`; the others find them when it is their turn.
 */
#include "core/enabling/enabling.h"

#include "core/framework/framework.h"
#include "core/probe/probe.h"
#include "core/enabling/plan.h"
#include "core/state/state.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

/* The most ECBs of a block: a kernel of 32 bits has no addresses for much memory in one piece. */
#define BLOCK_PAIRS 32768
#define STEP_PAIRS  16384 /* when a list has so many, they are armed and attached before the next plan is matched */

struct match_pair {
	struct dt_probe *probe;
	struct dt_plan *plan;
};

struct match_list {
	struct match_pair *pairs;
	size_t count, room;
	struct dt_plan *plan; /* the one that is being matched */
	bool may_repeat;      /* a pair may be there twice, or have an ECB already */
};

/* ---- match ----------------------------------------------------------------------------------- */

static int list_grow(struct match_list *list)
{
	size_t room = list->room == 0 ? 64 : list->room * 4; /* it goes soon, and memory has to be cleared */
	struct match_pair *pairs = os_alloc(room * sizeof(*pairs));

	if (pairs == NULL)
		return -OS_ENOMEM;
	if (list->count > 0)
		dt_memcpy(pairs, list->pairs, list->count * sizeof(*pairs));
	os_free(list->pairs);
	list->pairs = pairs;
	list->room = room;
	return 0;
}

static int list_add(void *arg, struct dt_probe *probe)
{
	struct match_list *list = arg;

	if (!dt_state_sees(list->plan->state, probe))
		return 0;
	if (list->count == list->room && list_grow(list) != 0)
		return -OS_ENOMEM;
	list->pairs[list->count].probe = probe;
	list->pairs[list->count].plan = list->plan;
	list->count++;
	return 0;
}

/* Whether providers have to be asked: a clause with several statements repeats its description. */
static bool new_description(struct dt_plan *const *plans, uint32_t i)
{
	if (plans[i]->desc.id != DTRACE_IDNONE) /* a probe with an id has been made */
		return false;
	return i == 0 || dt_memcmp(&plans[i]->desc, &plans[i - 1]->desc, sizeof(plans[i]->desc)) != 0;
}

/*
 * Ask the providers to make the probes. Return: 0, or the error of one. After -OS_E2BIG the probes
 * that the provider already has are not matched either.
 */
static int provide(const struct dt_plan *plan, struct dt_enable_result *result)
{
	struct dt_enable_result refused = { .refused = 0 };
	uint32_t i;

	dt_providers_provide(&plan->desc, plan->state->own_only, &refused);
	for (i = 0; i < refused.reasons; i++)
		dt_enable_refused(result, refused.reason[i].name, refused.reason[i].count);
	return refused.error;
}

/*
 * Match the plans from @*at on, until the list has enough.
 * args:    @*at gets the first plan that was not matched; @*too_many, false for the first one,
 *          whether the last description has too many probes.
 */
static int list_match(struct match_list *list, struct dt_plan *const *plans, uint32_t count, uint32_t *at,
		      bool *too_many, struct dt_enable_result *result)
{
	struct dt_match match;
	int error;

	for (; *at < count && list->count < STEP_PAIRS; ++*at) {
		error = 0;
		if (new_description(plans, *at)) {
			error = provide(plans[*at], result);
			*too_many = error == -OS_E2BIG;
		} else if (plans[*at]->desc.id != DTRACE_IDNONE) {
			*too_many = false;
		}
		if (error == -OS_ENOMEM)
			return error;
		list->plan = plans[*at];
		list->plan->matched = true;
		dt_match_prepare(&match, &list->plan->desc);
		if (*too_many)
			match.named = false;
		error = dt_probes_each(&match, 1, list_add, list);
		if (error != 0)
			return error;
	}
	return 0;
}

static bool same_names(const struct dtrace_probedesc *a, const struct dtrace_probedesc *b)
{
	return a->id == b->id && dt_str_same(a->provider, b->provider) && dt_str_same(a->module, b->module) &&
	       dt_str_same(a->function, b->function) && dt_str_same(a->name, b->name);
}

/* The probes that the list's plan means by what the consumer says. */
static int list_match_meant(struct match_list *list, const struct dt_meant *meant)
{
	size_t i;
	int error = 0;

	if (!same_names(&list->plan->desc, meant->desc))
		return 0;
	for (i = 0; i < meant->count && error == 0; i++)
		error = list_add(list, meant->probes[i]);
	return error;
}

static int list_match_new(struct match_list *list, struct dt_plan *const *plans, uint32_t count, uint32_t first,
			  const struct dt_meant *meant)
{
	struct dt_match match;
	uint32_t i;
	int error = 0;

	for (i = 0; i < count && error == 0; i++) {
		if (!plans[i]->matched)
			continue;
		list->plan = plans[i];
		dt_match_prepare(&match, &plans[i]->desc);
		match.revived = true;
		error = dt_probes_each(&match, first, list_add, list);
		if (error == 0 && meant != NULL)
			error = list_match_meant(list, meant);
	}
	return error;
}

/* ---- arm and disarm -------------------------------------------------------------------------- */

/* Probes marked `wanted`, each once. */
struct batch {
	struct dt_enable_request *requests;
	size_t count;
};

static void batch_armed(struct dt_provider *provider, struct batch *batch, struct dt_enable_result *result)
{
	size_t i;

	for (i = 0; i < batch->count; i++) {
		if (batch->requests[i].refused != NULL) {
			dt_enable_refused(result, batch->requests[i].refused, 1);
			continue;
		}
		batch->requests[i].probe->armed = true;
		provider->armed_count++;
	}
}

static void batch_add(struct batch *batch, struct dt_probe *probe)
{
	struct dt_enable_request *request = &batch->requests[batch->count++];

	request->probe = probe;
	request->arg = probe->arg;
	request->refused = NULL;
	probe->wanted = false;
}

/* Arm every probe of the list that is not armed: one batch for each provider. */
static int list_arm(struct match_list *list, struct dt_enable_result *result)
{
	struct dt_provider *provider;
	struct batch batch = { NULL, 0 };
	size_t i, wanted = 0;

	for (i = 0; i < list->count; i++) {
		if (!list->pairs[i].probe->armed && !list->pairs[i].probe->wanted) {
			list->pairs[i].probe->wanted = true;
			list->pairs[i].probe->provider->wanted++;
			wanted++;
		}
	}
	if (wanted == 0)
		return 0;
	batch.requests = os_alloc(wanted * sizeof(*batch.requests));
	for (provider = dt_framework.providers; provider != NULL && wanted > 0; provider = provider->next) {
		if (provider->wanted == 0)
			continue;
		wanted -= provider->wanted;
		batch.count = 0;
		for (i = 0; i < list->count && provider->wanted > 0; i++) {
			if (!list->pairs[i].probe->wanted || list->pairs[i].probe->provider != provider)
				continue;
			provider->wanted--;
			if (batch.requests == NULL)
				list->pairs[i].probe->wanted = false;
			else
				batch_add(&batch, list->pairs[i].probe);
		}
		if (batch.count > 0) {
			provider->ops->enable(provider->arg, batch.requests, batch.count);
			batch_armed(provider, &batch, result);
		}
	}
	if (batch.requests == NULL)
		return -OS_ENOMEM;
	os_free(batch.requests);
	return 0;
}

static void disarm_some(struct dt_provider *provider, struct batch *batch)
{
	size_t i;

	for (i = 0; i < batch->count; i++)
		batch->requests[i].probe->armed = false;
	provider->armed_count -= (uint32_t)batch->count;
	provider->ops->disable(provider->arg, batch->requests, batch->count);
	batch->count = 0;
}

/* Disarm an array of probes, each once in it, armed and without ECBs. */
static void disarm(struct dt_probe **probes, size_t count)
{
	struct dt_enable_request one[16];
	struct dt_provider *provider;
	struct batch batch = { NULL, 0 };
	size_t room = count, i;

	if (count == 0)
		return;
	for (i = 0; i < count; i++)
		probes[i]->provider->wanted++;
	batch.requests = os_alloc(count * sizeof(*batch.requests));
	if (batch.requests == NULL) { /* disarming must not fail: in small portions then */
		batch.requests = one;
		room = DT_ARRAY_SIZE(one);
	}
	for (provider = dt_framework.providers; provider != NULL; provider = provider->next) {
		for (i = 0; i < count && provider->wanted > 0; i++) {
			if (probes[i]->provider != provider)
				continue;
			provider->wanted--;
			batch_add(&batch, probes[i]);
			if (batch.count == room)
				disarm_some(provider, &batch);
		}
		if (batch.count > 0)
			disarm_some(provider, &batch);
	}
	if (batch.requests != one)
		os_free(batch.requests);
}

/* ---- attach ---------------------------------------------------------------------------------- */

static uint32_t cache_take(struct dt_state *state, const struct dt_plan *plan)
{
	uint32_t first = state->cache_next;

	if (plan->cache_count == 0 || plan->cache_count > state->cache_count - first)
		return DT_CACHE_NONE;
	state->cache_next += plan->cache_count;
	return first;
}

/* The last one in a probe's list: a firing may walk through the list meanwhile. */
static void probe_append(struct dt_probe *probe, struct dt_ecb *ecb)
{
	struct dt_ecb *first = probe->ecbs;

	if (first == NULL) {
		ecb->last = ecb;
		DT_STORE_RELEASE(&probe->ecbs, ecb);
		return;
	}
	DT_STORE_RELEASE(&first->last->next, ecb);
	first->last = ecb;
}

static int ecb_attach(struct dt_ecb *ecb, struct dt_plan *plan, struct dt_probe *probe)
{
	ecb->plan = plan;
	ecb->probe_id = probe->id;
	ecb->own_only = plan->state->own_only && dt_probe_scope(probe) != DT_SCOPE_ANYWHERE;
	ecb->epid = dt_table_add(&plan->state->ecbs, ecb);
	if (ecb->epid == 0)
		return -OS_ENOMEM;
	if (plan->first_epid == 0)
		plan->first_epid = ecb->epid;
	ecb->cache = cache_take(plan->state, plan);
	ecb->counts = plan->simple && ecb->cache != DT_CACHE_NONE ? plan->cache_count : 0;
	ecb->probe = probe;
	plan->ecb_count++;
	probe_append(probe, ecb);
	return 0;
}

/* Whether a pair gets an ECB. A probe that came back still has those it had. */
static bool pair_attaches(const struct match_list *list, const struct match_pair *pair)
{
	const struct dt_ecb *ecb;

	if (!pair->probe->armed)
		return false;
	for (ecb = pair->probe->revived || list->may_repeat ? pair->probe->ecbs : NULL; ecb != NULL; ecb = ecb->next) {
		if (ecb->plan == pair->plan)
			return false;
	}
	return true;
}

/* Whether some firing of the probe has no arg1, though others have, or could be thought to have. */
static bool probe_lacks_arg1(const struct dt_probe *probe)
{
	struct dtrace_argdesc desc = { .probe = probe->id, .index = 1, .mapping = DTRACE_ARGNONE };
	const struct dt_provider *provider = probe->provider;

	if (provider->ops->arg_desc == NULL)
		return false;
	provider->ops->arg_desc(provider->arg, probe->arg, &desc);
	return desc.flags & (DTRACE_ARGF_SOMETIMES | DTRACE_ARGF_NEVER);
}

/* Pairs of one plan, [@from, @to) of the list, into one block. */
static int attach_plan(struct match_list *list, size_t from, size_t to, struct dt_enable_result *result)
{
	struct dt_plan *plan = list->pairs[from].plan;
	struct dt_ecb_block *block;
	uint32_t armed = 0;
	size_t i;

	for (i = from; i < to; i++)
		armed += pair_attaches(list, &list->pairs[i]);
	if (armed == 0)
		return 0;
	if (!dt_table_reserve(&plan->state->ecbs, armed))
		return -OS_ENOMEM;
	block = os_alloc(sizeof(*block) + armed * sizeof(block->ecbs[0]));
	if (block == NULL)
		return -OS_ENOMEM;
	block->next = plan->ecbs;
	plan->ecbs = block;
	for (i = from; i < to; i++) {
		if (!pair_attaches(list, &list->pairs[i]))
			continue;
		if (ecb_attach(&block->ecbs[block->count++], plan, list->pairs[i].probe) != 0)
			return -OS_ENOMEM;
		if (plan->reads_arg1 && probe_lacks_arg1(list->pairs[i].probe))
			result->valueless++;
	}
	result->matched += block->count;
	return 0;
}

static int list_attach(struct match_list *list, struct dt_enable_result *result)
{
	size_t from, to;
	int error;

	for (from = 0; from < list->count; from = to) {
		for (to = from; to < list->count && to - from < BLOCK_PAIRS; to++) {
			if (list->pairs[to].plan != list->pairs[from].plan)
				break;
		}
		error = attach_plan(list, from, to, result);
		if (error != 0)
			return error;
	}
	return 0;
}

/* Armed here, but nothing was attached for want of memory. */
static void list_disarm_idle(struct match_list *list)
{
	struct dt_probe *probe, *some[64];
	size_t i, count = 0;

	for (i = 0; i < list->count; i++) {
		probe = list->pairs[i].probe;
		if (!probe->armed || probe->ecbs != NULL || probe->wanted)
			continue;
		probe->wanted = true; /* the list may have it more than once */
		some[count++] = probe;
		if (count == DT_ARRAY_SIZE(some)) {
			disarm(some, count);
			count = 0;
		}
	}
	disarm(some, count);
}

/* Arm and attach what was matched. @error: of matching; then nothing of the list stays armed. */
static int list_finish(struct match_list *list, int error, struct dt_enable_result *result)
{
	if (error == 0)
		error = list_arm(list, result);
	if (error == 0)
		error = list_attach(list, result);
	if (error != 0)
		list_disarm_idle(list);
	return error;
}

int dt_enabling_match(struct dt_plan *const *plans, uint32_t count, struct dt_enable_result *result)
{
	struct match_list list = { NULL, 0, 0, NULL, false };
	bool too_many = false;
	uint32_t at = 0;
	int error = 0;

	while (error == 0 && at < count) {
		list.count = 0;
		dt_framework_lock();
		error = DT_READ_ONCE(dt_framework.broken) ? -OS_EIO : 0;
		if (error == 0)
			error = list_match(&list, plans, count, &at, &too_many, result);
		error = list_finish(&list, error, result);
		dt_framework_unlock();
		if (error == 0 && os_interrupted())
			error = -OS_EINTR;
	}
	os_free(list.pairs);
	return error;
}

int dt_enabling_match_new(struct dt_plan *const *plans, uint32_t count, uint32_t first, const struct dt_meant *meant,
			  struct dt_enable_result *result)
{
	struct match_list list = { NULL, 0, 0, NULL, false };
	int error;

	DT_ASSERT(dt_framework_held());
	list.may_repeat = meant != NULL;
	error = list_match_new(&list, plans, count, first, meant);
	error = list_finish(&list, error, result);
	os_free(list.pairs);
	return error;
}

/* ---- go -------------------------------------------------------------------------------------- */

static int plan_go(struct dt_plan *plan)
{
	struct dt_ecb_block *block;
	struct dt_provider *provider;
	uint32_t i;
	int error = 0;

	for (block = plan->ecbs; block != NULL; block = block->next) {
		for (i = 0; i < block->count && error == 0; i++) {
			if (block->ecbs[i].probe == NULL || block->ecbs[i].probe->gone)
				continue;
			provider = block->ecbs[i].probe->provider;
			if (provider->ops->go != NULL)
				error = provider->ops->go(provider->arg, block->ecbs[i].probe->arg);
		}
	}
	return error;
}

int dt_enabling_go(struct dt_plan *const *plans, uint32_t count)
{
	uint32_t i;
	int error = 0;

	DT_ASSERT(dt_framework_held());
	for (i = 0; i < count && error == 0; i++)
		error = plan_go(plans[i]);
	return error;
}

/* ---- detach ---------------------------------------------------------------------------------- */

/* Remove the ECBs of marked plans from a probe's list. */
static void probe_forget(struct dt_probe *probe)
{
	struct dt_ecb **link = &probe->ecbs, *ecb, *last = NULL;

	while ((ecb = *link) != NULL) {
		if (!ecb->plan->doomed) {
			last = ecb;
			link = &ecb->next;
			continue;
		}
		DT_STORE_RELEASE(link, ecb->next);
		ecb->probe = NULL;
		ecb->plan->ecb_count--;
	}
	if (last != NULL)
		probe->ecbs->last = last;
}

/* Detach one plan's ECBs, and those of other marked plans on the same probes; probes left without any go to @idle. */
static size_t plan_forget(struct dt_plan *plan, struct dt_probe **idle, size_t count, size_t room)
{
	struct dt_ecb_block *block;
	struct dt_probe *probe;
	uint32_t i;

	for (block = plan->ecbs; block != NULL; block = block->next) {
		for (i = 0; i < block->count; i++) {
			probe = block->ecbs[i].probe;
			if (probe == NULL)
				continue;
			probe_forget(probe);
			if (probe->ecbs == NULL && probe->gone) {
				dt_probe_release(probe); /* the memory may be gone, too */
				continue;
			}
			if (probe->ecbs != NULL)
				continue;
			dt_probe_idle(probe);
			if (!probe->armed)
				continue;
			if (count < room)
				idle[count++] = probe;
			else
				disarm(&probe, 1);
		}
	}
	return count;
}

void dt_enabling_unmatch(struct dt_plan *const *plans, uint32_t count)
{
	struct dt_probe **idle;
	size_t room = 0, found = 0;
	uint32_t i;

	DT_ASSERT(dt_framework_held());
	for (i = 0; i < count; i++) {
		room += plans[i]->ecb_count;
		plans[i]->doomed = true;
	}
	if (room == 0)
		return;
	idle = os_alloc(room * sizeof(*idle));
	if (idle == NULL)
		room = 0;
	for (i = 0; i < count; i++)
		found = plan_forget(plans[i], idle, found, room);
	disarm(idle, found);
	os_free(idle);
	os_sync();
}
