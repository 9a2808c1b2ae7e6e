/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* defined.c - probes that programs define: their arguments, and their semaphores. pid.h has the theory. */
#include "base/memory.h"
#include "base/text.h"
#include "providers/pid/pid.h"

/* ---- arguments ------------------------------------------------------------------------------- */

struct pid_places *pid_places_make(const struct dt_process_probe *from)
{
	size_t sites = from->site_count, natives = from->usdt->natives, i;
	struct pid_places *places =
		os_alloc(sizeof(*places) + sites * sizeof(places->at[0]) + sites * natives * sizeof(from->args[0]));
	struct dtrace_usdt_arg *args;

	if (!places)
		return NULL;
	args = (struct dtrace_usdt_arg *)&places->at[sites];
	dt_memcpy(args, from->args, sites * natives * sizeof(*args));
	for (i = 0; i < sites; i++)
		places->at[i] = (struct pid_place){ places, args + i * natives };
	places->moved = from->usdt->moved;
	places->semaphore = from->usdt->semaphore;
	places->natives = from->usdt->natives;
	return places;
}

struct pid_signature *pid_signature_make(const struct dt_process_probe *from)
{
	struct pid_signature *signature = os_alloc(sizeof(*signature) + from->types_size);

	if (!signature)
		return NULL;
	signature->is_mapped = (from->usdt->flags & DTRACE_PROCESSUSDT_MAPPED) != 0;
	signature->natives = from->usdt->natives;
	signature->seen = from->usdt->seen;
	dt_memcpy(signature->from, from->usdt->from, sizeof(signature->from));
	dt_memcpy(signature->types, from->types, from->types_size);
	return signature;
}

/* The native argument that number @n is made of. Return: false: there is no such argument. */
DT_PROBE_CTX static bool is_argument(const struct pid_signature *signature, unsigned int n, unsigned int *native)
{
	if (n >= (signature->is_mapped ? signature->seen : signature->natives))
		return false;
	*native = signature->is_mapped ? signature->from[n] : n;
	return true;
}

DT_PROBE_CTX int pid_defined_arg_get(const struct pid_probe *probe, const struct dt_firing *firing, unsigned int n,
				     uint64_t *value)
{
	const struct os_space *space = probe->process->space;
	const struct pid_place *site = (const struct pid_place *)(uintptr_t)firing->data;
	struct dt_usdt_place place;

	if (!is_argument(probe->signature, n, &n))
		return -OS_ERANGE;
	if (probe->is_registered)
		return space->isa->call_arg_get(firing->regs, n, space->memory, value);
	if (n >= site->of->natives)
		return -OS_ERANGE;
	place.regs = firing->regs;
	place.mem = space->memory;
	place.moved = site->of->moved;
	place.word = (uint8_t)space->isa->word_size;
	return dt_usdt_arg_get(&site->args[n], &place, value);
}

/* Text number @n of those that follow one another. */
static const char *text_at(const char *texts, unsigned int n)
{
	for (; n > 0; n--)
		texts += dt_strlen(texts) + 1;
	return texts;
}

void pid_defined_arg_desc(const struct pid_probe *probe, struct dtrace_argdesc *desc)
{
	const struct pid_signature *signature = probe->signature;
	unsigned int native;

	if (!is_argument(signature, desc->index, &native)) {
		desc->mapping = DTRACE_ARGNONE;
		return;
	}
	/* argN and args[N] are number N of those that are seen */
	desc->mapping = desc->index;
	dt_strlcpy(desc->native, text_at(signature->types, native), sizeof(desc->native));
	if (signature->is_mapped)
		dt_strlcpy(desc->translated, text_at(signature->types, signature->natives + desc->index),
			   sizeof(desc->translated));
	/* a registered probe says both of each argument, also where there is nothing to translate */
	if (probe->is_registered && dt_str_same(desc->native, desc->translated))
		desc->translated[0] = '\0';
}

/* ---- is-enabled ------------------------------------------------------------------------------- */

/* The probe is enabled, so the instruction that says no is passed over. */
DT_PROBE_CTX uint32_t pid_defined_answer(struct dt_site_attachment *attachment, struct dt_firing *firing)
{
	const struct isa *isa = dt_site_space(attachment)->isa;

	isa->ret_set(firing->regs, 1);
	isa->pc_set(firing->regs, attachment->data);
	return os_cpu_self();
}

/* ---- semaphores ------------------------------------------------------------------------------ */

const char *pid_places_count(struct pid_probe *probe, int change)
{
	struct os_space *space = probe->process->space;
	struct pid_places *places;
	const char *refused = NULL;

	for (places = probe->places; places; places = places->next) {
		if (!places->semaphore || places->is_counted == (change > 0))
			continue;
		if (space->ops->count(space, places->semaphore, change) == 0)
			places->is_counted = change > 0;
		else if (change > 0)
			refused = "semaphore";
		else
			places->is_counted = false; /* its memory is gone */
	}
	return refused;
}
