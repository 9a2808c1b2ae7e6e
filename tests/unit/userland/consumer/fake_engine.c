/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fake_engine.c - see fake_engine.h; and doubles for the compiler and the host engine, which these
 * tests do without.
 */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dtrace/engine.h>

#include "compiler/compiler.h"
#include "consumer/consume.h"
#include "consumer/print.h"
#include "engine/engine.h"
#include "fake_engine.h"

/* ---- doubles */

struct dtrace_prog *ldt_compile(struct dtrace_hdl *dtp, const char *text, FILE *file, const char *file_name,
				enum dtrace_probespec spec, unsigned int flags, int argc, char *const argv[])
{
	ldt_set_errno(dtp, EDT_NOTSUP);
	return NULL;
}

int ldt_providers_describe(struct dtrace_hdl *dtp, const struct ldt_usdt_provider **ret)
{
	return ldt_set_errno(dtp, EDT_NOTSUP);
}

void ldt_compiler_destroy(struct ldt_compiler *compiler)
{
}

int dtrace_host_open(struct dtrace_host **ret)
{
	return -ENOENT;
}

int dtrace_host_ioctl(struct dtrace_host *host, uint32_t command, void *arg)
{
	return -ENOTTY;
}

void dtrace_host_close(struct dtrace_host *host)
{
}

/* ---- the engine */

static int get_eprobe(struct fake *fake, dtrace_eprobedesc_t *desc)
{
	dtrace_eprobedesc_t *from = desc->epid < FAKE_MAX ? fake->eprobes[desc->epid] : NULL;
	uint32_t room = desc->records;

	if (!from)
		return -ENOENT;
	memcpy(desc, from, sizeof(*from) + DT_MIN(room, from->records) * sizeof(from->rec[0]));
	return 0;
}

static int get_agg(struct fake *fake, dtrace_aggdesc_t *desc)
{
	dtrace_aggdesc_t *from = desc->id < FAKE_MAX ? fake->aggs[desc->id] : NULL;
	uint32_t room = desc->records;

	if (!from)
		return fake->agg_error ? -fake->agg_error : -ENOENT;
	memcpy(desc, from, sizeof(*from) + DT_MIN(room, from->records) * sizeof(from->rec[0]));
	return 0;
}

static int get_format(struct fake *fake, struct dtrace_fmtdesc *desc)
{
	const char *text = desc->format < FAKE_MAX ? fake->formats[desc->format] : NULL;

	if (!text)
		return -ENOENT;
	if (desc->text)
		memcpy((void *)(uintptr_t)desc->text, text, DT_MIN(desc->size, strlen(text) + 1));
	desc->size = (uint32_t)strlen(text) + 1;
	return 0;
}

static size_t put_item(char *to, const struct dtrace_probedesc *probe)
{
	struct dtrace_probeitem *item = (void *)to;
	char *at = item->names;

	item->id = probe->id;
	item->provider_len = (uint8_t)strlen(probe->provider);
	item->module_len = (uint8_t)strlen(probe->module);
	item->function_len = (uint8_t)strlen(probe->function);
	item->name_len = (uint8_t)strlen(probe->name);
	at = stpcpy(at, probe->provider) + 1;
	at = stpcpy(at, probe->module) + 1;
	at = stpcpy(at, probe->function) + 1;
	at = stpcpy(at, probe->name) + 1;
	item->size = (uint16_t)DT_ROUNDUP((size_t)(at - to), (size_t)8);
	return item->size;
}

/* Whether a field of a pattern, a name or empty, is another one. */
static bool differs(const char *pattern, const char *field)
{
	return pattern[0] && strcmp(pattern, field) != 0;
}

static bool probe_matches(const struct dtrace_probedesc *pattern, const struct dtrace_probedesc *probe)
{
	return probe->id && (!pattern->id || pattern->id == probe->id) &&
	       !differs(pattern->provider, probe->provider) && !differs(pattern->module, probe->module) &&
	       !differs(pattern->function, probe->function) && !differs(pattern->name, probe->name);
}

static int match_probes(struct fake *fake, struct dtrace_probematch *match)
{
	fake->matches++;
	match->matched = 0;
	for (uint32_t id = 1; id < FAKE_MAX; id++)
		match->matched += probe_matches(&match->pattern, &fake->probes[id]);
	return 0;
}

/* Two at a time, so that listing has to come back. */
static int list_probes(struct fake *fake, struct dtrace_probelist *list)
{
	char *to = (char *)(uintptr_t)list->buffer;
	uint32_t id;

	if (fake->probes_error)
		return fake->probes_error;
	fake->listings += list->first == 0;
	list->count = 0;
	if (list->position < fake->empty_parts) {
		list->position++;
		list->first = 1;
		return 0;
	}
	for (id = DT_MAX(list->first, 1u); id < FAKE_MAX && list->count < 2; id++) {
		if (!probe_matches(&list->pattern, &fake->probes[id]))
			continue;
		to += put_item(to, &fake->probes[id]);
		list->count++;
	}
	list->first = id < FAKE_MAX ? id : 0;
	return 0;
}

static int take(const struct fake *fake, struct fake_buffer *buffers, uint32_t starved, struct dtrace_bufdesc *desc)
{
	struct fake_buffer *buffer;

	if (desc->cpu >= FAKE_CPUS)
		return -ENOENT;
	if (starved == desc->cpu + 1 && !fake->stopped)
		return -ENOMEM;
	buffer = &buffers[desc->cpu];
	assert_true(desc->size >= buffer->used);
	memcpy((void *)(uintptr_t)desc->data, buffer->data, buffer->used);
	desc->size = buffer->used;
	desc->drops = buffer->drops;
	desc->oldest = buffer->oldest;
	desc->timestamp = buffer->timestamp;
	buffer->used = 0;
	buffer->drops = 0;
	return 0;
}

static int tell_mapped(struct fake *fake, struct dtrace_mapped *request)
{
	fake->mapped_asked++;
	if (fake->mapped_count == 0)
		return -ENOENT;
	if (request->pid ? request->pid != fake->mapped_pid : request->sequence >= fake->mapped_sequence)
		return -ENOENT;
	assert_true(request->count >= fake->mapped_count);
	memcpy((void *)(uintptr_t)request->buffer, fake->mapped, fake->mapped_count * sizeof(fake->mapped[0]));
	request->pid = fake->mapped_pid;
	request->sequence = fake->mapped_sequence;
	request->count = fake->mapped_count;
	return 0;
}

static int tell_missed(struct fake *fake, struct dtrace_files *request)
{
	struct dtrace_textfile *files = (void *)(uintptr_t)request->buffer;

	for (uint32_t i = 0; i < fake->missed; i++)
		files[i] = fake->missed_file;
	request->count = fake->missed;
	fake->missed = 0;
	return 0;
}

static int take_table(struct fake *fake, const struct dtrace_unwindfile *request)
{
	fake->tables++;
	fake->table = *request;
	return fake->has_table_room ? 0 : -ENOSPC;
}

static int fake_ioctl(void *instance, uint32_t command, void *arg)
{
	struct fake *fake = instance;

	switch (command) {
	case DTRACEIOC_EPROBE:
		return get_eprobe(fake, arg);
	case DTRACEIOC_AGGDESC:
		return get_agg(fake, arg);
	case DTRACEIOC_FORMAT:
		return get_format(fake, arg);
	case DTRACEIOC_PROBEMATCH:
		return match_probes(fake, arg);
	case DTRACEIOC_PROBES:
		return list_probes(fake, arg);
	case DTRACEIOC_BUFSNAP:
		fake->snapshots++;
		return take(fake, fake->principal, fake->starved_principal, arg);
	case DTRACEIOC_AGGSNAP:
		return take(fake, fake->aggregation, fake->starved_aggregation, arg);
	case DTRACEIOC_STATUS:
		memcpy(arg, &fake->status, sizeof(fake->status));
		return 0;
	case DTRACEIOC_LOSSES:
		fake->losses_asked = ((struct dtrace_losses *)arg)->flags;
		memcpy(arg, &fake->losses, sizeof(fake->losses));
		memset(&fake->losses, 0, sizeof(fake->losses));
		return 0;
	case DTRACEIOC_FILES:
		return tell_missed(fake, arg);
	case DTRACEIOC_UNWIND:
		return take_table(fake, arg);
	case DTRACEIOC_MAPPED:
		return tell_mapped(fake, arg);
	case DTRACEIOC_OPTION:
		((struct dtrace_option *)arg)->value = FAKE_ROOM;
		return 0;
	case DTRACEIOC_MODULES:
		*(uint32_t *)arg = fake->module_changes;
		return 0;
	case DTRACEIOC_ENABLE:
		return 0;
	case DTRACEIOC_GO:
		*(uint32_t *)arg = fake->begin_cpu;
		return fake->go_error;
	case DTRACEIOC_STOP:
		if (fake->status.killed)
			return -EBUSY; /* as the core does */
		fake->stopped = true;
		*(uint32_t *)arg = fake->end_cpu;
		return 0;
	default:
		return -ENOTTY;
	}
}

static void fake_end(void *instance)
{
}

static const struct ldt_engine_ops fake_ops = { .name = "fake", .ioctl = fake_ioctl, .close = fake_end };

dtrace_hdl_t *fake_open(struct fake **ret)
{
	struct fake *fake = calloc(1, sizeof(*fake));
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, NULL);

	assert_non_null(fake);
	assert_non_null(dtp);
	dtp->engine = &fake_ops;
	dtp->engine_instance = fake;
	dtp->conf.cpus = FAKE_CPUS;
	dtp->conf.word_size = 8;
	*ret = fake;
	return dtp;
}

void fake_close(dtrace_hdl_t *dtp, struct fake *fake)
{
	dtrace_close(dtp);
	for (size_t i = 0; i < FAKE_MAX; i++) {
		free(fake->eprobes[i]);
		free(fake->aggs[i]);
	}
	free(fake);
}

void fake_probe(struct fake *fake, uint32_t id, const char *provider, const char *module, const char *function,
		const char *name)
{
	struct dtrace_probedesc *probe = &fake->probes[id];

	probe->id = id;
	strcpy(probe->provider, provider);
	strcpy(probe->module, module);
	strcpy(probe->function, function);
	strcpy(probe->name, name);
}

void fake_eprobe(struct fake *fake, uint32_t epid, uint32_t probe)
{
	dtrace_eprobedesc_t *desc = calloc(1, sizeof(*desc) + 32 * sizeof(desc->rec[0]));

	assert_non_null(desc);
	desc->epid = epid;
	desc->probe = probe;
	desc->size = sizeof(struct dtrace_rechdr);
	fake->eprobes[epid] = desc;
}

uint32_t fake_rec(struct fake *fake, uint32_t epid, unsigned int action, uint32_t size, uint32_t format, uint64_t arg,
		  uint64_t uarg)
{
	dtrace_eprobedesc_t *desc = fake->eprobes[epid];
	dtrace_recdesc_t *rec = &desc->rec[desc->records++];
	uint32_t align = size == 1 || size == 2 || size == 4 ? size : 8;

	rec->action = (uint16_t)action;
	rec->size = size;
	rec->offset = size ? DT_ROUNDUP(desc->size, align) : desc->size;
	rec->format = format;
	rec->arg = ldt_is_formatted(action) ? arg << 32 | format : arg;
	rec->uarg = uarg;
	desc->size = rec->offset + size;
	return rec->offset;
}

char *fake_record(struct fake *fake, uint32_t cpu, uint32_t epid)
{
	struct fake_buffer *buffer = &fake->principal[cpu];
	char *record = (char *)buffer->data + buffer->used;
	size_t size = DT_ROUNDUP(fake->eprobes[epid]->size, 8u);

	assert_true(buffer->used + size <= FAKE_ROOM);
	memset(record, 0, size);
	memcpy(record, &epid, sizeof(epid));
	buffer->used += size;
	return record;
}

void fake_agg(struct fake *fake, uint32_t id, uint32_t varid, unsigned int action, uint32_t value_size,
	      const dtrace_recdesc_t *keys, uint32_t key_count)
{
	dtrace_aggdesc_t *desc = calloc(1, sizeof(*desc) + (key_count + 2) * sizeof(desc->rec[0]));
	uint32_t offset = sizeof(uint64_t);

	assert_non_null(desc);
	desc->id = id;
	desc->varid = varid;
	desc->epid = 1;
	desc->rec[0] = (dtrace_recdesc_t){ .action = DTRACEACT_DIFEXPR, .size = 4 };
	for (uint32_t i = 0; i < key_count; i++) {
		desc->rec[i + 1] = keys[i];
		desc->rec[i + 1].offset = offset = DT_ROUNDUP(offset, DT_MIN(keys[i].size, 8u));
		offset += keys[i].size;
	}
	offset = DT_ROUNDUP(offset, 8u);
	desc->rec[key_count + 1] =
		(dtrace_recdesc_t){ .action = (uint16_t)action, .size = value_size, .offset = offset };
	desc->records = key_count + 2;
	desc->size = offset + value_size;
	fake->aggs[id] = desc;
}

char *fake_agg_record(struct fake *fake, uint32_t cpu, uint32_t id)
{
	struct fake_buffer *buffer = &fake->aggregation[cpu];
	char *record = (char *)buffer->data + buffer->used;

	assert_true(buffer->used + fake->aggs[id]->size <= FAKE_ROOM);
	memset(record, 0, fake->aggs[id]->size);
	memcpy(record, &id, sizeof(id));
	buffer->used += fake->aggs[id]->size;
	return record;
}

/* ---- what dtrace(8) does around records */

struct chew {
	FILE *out;
	bool quiet;
};

static int chew(const dtrace_probedata_t *data, void *arg)
{
	struct chew *c = arg;

	if (!c->quiet)
		fprintf(c->out, "%u %s:%s", data->dtpda_cpu, data->dtpda_pdesc->function, data->dtpda_pdesc->name);
	return DTRACE_CONSUME_THIS;
}

static int chew_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct chew *c = arg;

	if (!rec && !c->quiet)
		fputc('\n', c->out);
	return rec && rec->action == DTRACEACT_EXIT ? DTRACE_CONSUME_NEXT : DTRACE_CONSUME_THIS;
}

char *fake_work(dtrace_hdl_t *dtp, bool quiet)
{
	char *text;
	size_t size;
	struct chew c = { .out = open_memstream(&text, &size), .quiet = quiet };

	assert_non_null(c.out);
	dtp->consume->next_switch = 0;
	if (quiet)
		assert_int_equal(dtrace_setopt(dtp, "quiet", NULL), 0);
	if (!dtp->active)
		assert_int_equal(dtrace_go(dtp), 0);
	assert_int_not_equal(dtrace_work(dtp, c.out, chew, chew_record, &c), DTRACE_WORKSTATUS_ERROR);
	fclose(c.out);
	return text;
}
