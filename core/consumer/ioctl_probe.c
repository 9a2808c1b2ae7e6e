/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* ioctl_probe.c - commands about probes and providers: listing, matching, argument types. */
#include "core/enabling/enabling.h"
#include "core/framework/framework.h"
#include "core/consumer/ioctl.h"
#include "core/probe/probe.h"
#include "core/consumer/consumer.h"
#include "base/memory.h"
#include "base/text.h"
#include "os/os.h"

#define LIST_CHUNK (64 * 1024) /* bytes that are put together before they are copied out */

/* ---- PROBES ---------------------------------------------------------------------------------- */

struct listing {
	const struct dt_state *state;
	uint8_t *chunk;
	size_t chunk_size;
	size_t used;    /* in the chunk */
	uint64_t to;    /* where the chunk goes */
	size_t written; /* copied out so far */
	size_t room;    /* the consumer's, all of it */
	uint32_t count;
	uint32_t stopped_at; /* id that did not fit any more, 0: none */
	int error;
};

static int listing_flush(struct listing *list)
{
	if (list->used > 0 && os_copyout(list->to + list->written, list->chunk, list->used) != 0)
		return -OS_EFAULT;
	list->written += list->used;
	list->used = 0;
	return 0;
}

static char *put_text(char *to, const char *text, size_t length)
{
	dt_memcpy(to, text, length + 1);
	return to + length + 1;
}

static char *put_name(char *to, const struct dt_name *name)
{
	return put_text(to, name->text, name->length);
}

static size_t item_size(const struct dt_probe *probe, const char *provider)
{
	size_t size = offsetof(struct dtrace_probeitem, names) + 4u;

	size += dt_strlen(provider) + probe->module->length + probe->function->length + probe->name->length;
	return DT_ROUNDUP(size, 8);
}

static int list_probe(void *arg, struct dt_probe *probe)
{
	struct listing *list = arg;
	char text[DTRACE_PROVNAMELEN];
	const char *provider = dt_numbers_out(list->state, probe, text);
	size_t size = item_size(probe, provider);
	struct dtrace_probeitem *item;
	char *end;

	if (!dt_state_sees(list->state, probe))
		return 0;

	if (list->written + list->used + size > list->room) {
		list->stopped_at = probe->id;
		return 1;
	}
	if (list->used + size > list->chunk_size) {
		list->error = listing_flush(list);
		if (list->error != 0)
			return 1;
	}
	item = (struct dtrace_probeitem *)(list->chunk + list->used);
	dt_memset(item, 0, sizeof(*item));
	item->id = probe->id;
	item->size = (uint16_t)size;
	item->provider_len = (uint8_t)dt_strlen(provider);
	item->module_len = (uint8_t)probe->module->length;
	item->function_len = (uint8_t)probe->function->length;
	item->name_len = (uint8_t)probe->name->length;
	end = put_text(item->names, provider, item->provider_len);
	end = put_name(end, probe->module);
	end = put_name(end, probe->function);
	end = put_name(end, probe->name);
	dt_memset(end, 0, (size_t)((char *)item + size - end));
	list->used += size;
	list->count++;
	return 0;
}

int dt_ioctl_probes(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_probelist *request = &arg->list;
	struct listing list = { .state = state, .to = request->buffer, .room = request->size };
	struct dt_enable_result refused = { .refused = 0 };
	struct dtrace_probedesc pattern;
	struct dt_match match;
	uint32_t next = 0; /* the first id of probes that are still to be made */

	if (!dt_desc_check(&request->pattern) || request->buffer % 8 != 0)
		return -OS_EINVAL;
	list.chunk_size = request->pattern.id == DTRACE_IDNONE ? LIST_CHUNK : DT_ITEM_MAX;
	list.chunk = request->pattern.id == DTRACE_IDNONE ? os_alloc(LIST_CHUNK) : state->ioctl_item;
	if (list.chunk == NULL)
		return -OS_ENOMEM;
	dt_framework_lock();
	pattern = request->pattern;
	dt_numbers_in(state, pattern.provider);
	if (request->first <= 1)
		request->position = 0;
	if (request->pattern.id != DTRACE_IDNONE)
		request->position = 0;
	else if (request->first <= 1 || request->position != 0)
		dt_providers_provide_part(&pattern, state->own_only, &request->position, &refused);
	list.error = refused.error;
	dt_match_prepare(&match, &pattern);
	match.gone = state->plans.count > 0; /* its records are still to be read */
	if (list.error == 0)
		dt_probes_each(&match, request->first, list_probe, &list);
	if (list.stopped_at == 0 && request->position != 0)
		next = dt_probes_next_id();
	dt_framework_unlock();
	if (list.error == 0)
		list.error = listing_flush(&list);
	if (list.chunk != state->ioctl_item)
		os_free(list.chunk);
	if (list.error != 0)
		return list.error;
	if (list.count == 0 && list.stopped_at != 0)
		return -OS_EINVAL; /* not even one fits */
	if (list.count == 0 && next == 0 && request->first <= 1 && dt_limits_desc(state, &request->pattern) != NULL)
		return -OS_EACCES;
	if (list.count == 0 && request->pattern.id != DTRACE_IDNONE && request->first <= request->pattern.id)
		return -OS_ESRCH;
	request->first = list.stopped_at != 0 ? list.stopped_at : next;
	request->count = list.count;
	request->size = (uint32_t)list.written;
	return 0;
}

/* ---- PROBEMATCH ------------------------------------------------------------------------------ */

struct matching {
	const struct dt_state *state;
	struct dtrace_probematch *request;
};

static int count_probe(void *arg, struct dt_probe *probe)
{
	const struct matching *matching = arg;
	struct dtrace_probematch *request = matching->request;

	if (!dt_state_sees(matching->state, probe))
		return 0;
	if (request->matched++ == 0)
		request->first = probe->id;
	return 0;
}

int dt_ioctl_probematch(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_probematch *request = &arg->match;
	struct matching matching = { state, request };
	struct dt_enable_result refused = { .refused = 0 };
	struct dtrace_probedesc pattern;
	struct dt_match match;

	if (!dt_desc_check(&request->pattern))
		return -OS_EINVAL;
	request->matched = 0;
	request->first = DTRACE_IDNONE;
	dt_framework_lock();
	pattern = request->pattern;
	dt_numbers_in(state, pattern.provider);
	if (request->pattern.id == DTRACE_IDNONE)
		dt_providers_provide(&pattern, state->own_only, &refused);
	dt_match_prepare(&match, &pattern);
	dt_probes_each(&match, 1, count_probe, &matching);
	dt_framework_unlock();
	if (refused.error != 0)
		return refused.error;
	if (request->matched == 0 && dt_limits_desc(state, &request->pattern) != NULL)
		return -OS_EACCES;
	return request->matched == 0 && refused.refused > 0 ? -OS_E2BIG : 0; /* enabling says why */
}

/* ---- PROVIDER, PROBEARG ---------------------------------------------------------------------- */

/* Those of processes have their process as argument: another consumer's are not there for a limited one. */
static bool sees_provider(const struct dt_state *state, const struct dt_provider *provider)
{
	const struct dt_provider_ops *ops = provider->ops;

	if (!state->own_only)
		return true;
	return ops->scope != NULL && (!ops->of_process || dt_state_has(state, provider->arg));
}

int dt_ioctl_provider(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_providerdesc *request = &arg->provider;
	char name[DTRACE_PROVNAMELEN];
	struct dt_provider *provider;
	int error = -OS_ESRCH;

	if (dt_strnlen(request->name, sizeof(request->name)) == sizeof(request->name))
		return -OS_EINVAL;
	dt_framework_lock();
	dt_strlcpy(name, request->name, sizeof(name));
	dt_numbers_in(state, name);
	provider = dt_provider_find(name);
	if (provider != NULL && sees_provider(state, provider)) {
		request->attr = provider->attr;
		request->probes = provider->probe_count;
		error = 0;
	}
	dt_framework_unlock();
	return error;
}

int dt_ioctl_probearg(struct dt_state *state, union dt_ioctl_arg *arg, uint64_t uarg)
{
	struct dtrace_argdesc *request = &arg->arg;
	struct dt_probe *probe;

	request->mapping = DTRACE_ARGNONE;
	request->flags = 0;
	dt_memset(request->native, 0, sizeof(request->native));
	dt_memset(request->translated, 0, sizeof(request->translated));
	dt_framework_lock();
	probe = dt_probe_by_id(request->probe);
	if (probe != NULL && !dt_state_sees(state, probe))
		probe = NULL;
	if (probe != NULL && probe->provider->ops->arg_desc != NULL)
		probe->provider->ops->arg_desc(probe->provider->arg, probe->arg, request);
	dt_framework_unlock();
	return probe == NULL ? -OS_ESRCH : 0;
}
