/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * fuzz_ioctl.c - commands in any order with any contents, by two consumers at once, while a thread
 * fires probes all the time.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dtrace/ioctl.h>

#include "base_dof.h"
#include "dof_builder.h"
#include "fixture.h"
#include "fuzz.h"
#include "os/host/host.h"
#include "os/process.h"
#include "process.h"
#include "providers/providers.h"

#include <isa_types.h>

#define CHECK(cond)                                                                \
	do {                                                                       \
		if (!(cond)) {                                                     \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond); \
			abort();                                                   \
		}                                                                  \
	} while (0)

static const uint32_t commands[] = {
	DTRACEIOC_PROVIDER, DTRACEIOC_PROBES,   DTRACEIOC_BUFSNAP, DTRACEIOC_PROBEMATCH, DTRACEIOC_AGGSNAP,
	DTRACEIOC_EPROBE,   DTRACEIOC_PROBEARG, DTRACEIOC_CONF,    DTRACEIOC_STATUS,     DTRACEIOC_GO,
	DTRACEIOC_STOP,     DTRACEIOC_AGGDESC,  DTRACEIOC_FORMAT,  DTRACEIOC_DOFGET,     DTRACEIOC_OPTION,
	DTRACEIOC_ACCOUNT,  DTRACEIOC_ENABLE,   DTRACEIOC_PROCESS, DTRACEIOC_PROCESS,    DTRACEIOC_PROCESS,
	DTRACEIOC_FILES,    DTRACEIOC_UNWIND,   DTRACEIOC_MAPPED,  DTRACEIOC_HELPERS,    DTRACEIOC_WATCH,
	DTRACEIOC_NEWS,     DTRACEIOC_NEWS,     DTRACEIOC_LOSSES,  DTRACEIOC_MODULES,    0,
};

static uint64_t room[64 * 1024]; /* where results may go */

static uint64_t address(struct fuzz_input *in)
{
	switch (fuzz_byte(in) % 8) {
	case 0:
		return 0;
	case 1:
		return fuzz_word(in, 8);
	case 2:
		return (uint64_t)(uintptr_t)room + fuzz_byte(in) % 16;
	default:
		return (uint64_t)(uintptr_t)room;
	}
}

static uint64_t number(struct fuzz_input *in)
{
	switch (fuzz_byte(in) % 4) {
	case 0:
		return fuzz_word(in, 4);
	case 1:
		return sizeof(room);
	default:
		return fuzz_byte(in) % 16;
	}
}

static void pattern(struct fuzz_input *in, struct dtrace_probedesc *desc)
{
	static const char *const globs[] = { "",     "*",       "fake",           "f*",     "func[0-2]", "go",
					     "[",    "tick-1s", "profile-5000hz", "dtrace", "BEGIN",     "a*b*c*",
					     "pid1", "pid*",    "entry",          "return", "prog1",     "prog*" };
	size_t count = sizeof(globs) / sizeof(globs[0]);

	memset(desc, fuzz_byte(in) == 1 ? 'x' : 0, sizeof(*desc));
	desc->id = fuzz_byte(in) % 4 == 0 ? (uint32_t)number(in) : 0;
	if (desc->provider[0] == 'x')
		return;
	strcpy(desc->provider, globs[fuzz_byte(in) % count]);
	strcpy(desc->function, globs[fuzz_byte(in) % count]);
	strcpy(desc->name, globs[fuzz_byte(in) % count]);
}

/* DOF that would stop or kill this very process is not for here. */
static bool destructive(struct dt_state *state)
{
	struct dtrace_option option = { .option = DTRACEOPT_DESTRUCTIVE };

	return fixture_ioctl(state, DTRACEIOC_OPTION, &option) == 0 && option.value != DTRACE_OPTION_UNSET;
}

static void send_dof(struct dt_state *state, void *dof, size_t size, uint64_t claimed)
{
	struct dtrace_enable request = { .dof = (uint64_t)(uintptr_t)dof, .size = claimed < size ? claimed : size };

	fixture_ioctl(state, DTRACEIOC_ENABLE, &request);
	free(dof);
}

static void enable(struct dt_state *state, struct fuzz_input *in)
{
	size_t size;
	void *dof = base_dof(in, &size);

	send_dof(state, dof, size, fuzz_byte(in) == 1 ? fuzz_word(in, 2) : size);
	dof = base_options(&size);
	send_dof(state, dof, size, size);
}

/* Those of the process's probes that there are, and that will come. */
static void enable_process(struct dt_state *state, struct fuzz_input *in)
{
	static const char *const probes[] = { "pid1:::", "prog1:::", "prog1:::", "prog*:::", "prog1:::return" };
	struct dof_builder *b = dofb_create();
	size_t size;
	void *dof;

	dofb_action(b, DTRACEACT_DIFEXPR, dofb_var(b, DIF_VAR_ARG0));
	dofb_clause(b, dofb_probe(b, probes[fuzz_byte(in) % 5], 0), DOF_SECIDX_NONE, dofb_actions(b), 0);
	dof = dofb_finish(b, &size);
	dofb_destroy(b);
	send_dof(state, dof, size, size);
}

/* A few sites of the process from some address on. Return: what follows them in the buffer. */
static void *process_sites(struct fuzz_input *in, struct dtrace_processprobe *probe, bool is_return, uint64_t *last)
{
	struct dtrace_processsite *site = (void *)(probe + 1);
	uint64_t addr = PROCESS_TEXT_AT + fuzz_byte(in) * 64u;
	struct isa_insn insn;
	unsigned int i;

	for (i = 0; i < probe->sites; i++, site++) {
		memset(site, 0, sizeof(*site));
		site->addr = addr;
		site->offset = (int64_t)number(in);
		if (addr - PROCESS_TEXT_AT + ISA_INSN_MAX <= PROCESS_TEXT_SIZE) {
			isa_self.insn_decode(process_text() + (addr - PROCESS_TEXT_AT), ISA_INSN_MAX, addr, &insn);
			memcpy(site->bytes, insn.bytes, ISA_INSN_MAX);
			site->length = insn.len;
		}
		site->flags = !is_return ? fuzz_byte(in) == 1 : fuzz_byte(in) % (probe->parts ? 4 : 2);
		addr += 1 + fuzz_byte(in) % 16;
	}
	*last = addr;
	return site;
}

static void *process_parts(struct fuzz_input *in, const struct dtrace_processprobe *probe, uint64_t end,
			   struct dtrace_processpart *part)
{
	unsigned int i;

	for (i = 0; i < probe->parts; i++, part++)
		*part = (struct dtrace_processpart){ end - fuzz_byte(in) - (fuzz_byte(in) != 1), end };
	return part;
}

/* Where the arguments of the sites of a probe of the program's own are. Return: what follows. */
static void *process_usdt(struct fuzz_input *in, const struct dtrace_processprobe *probe,
			  struct dtrace_processusdt *usdt)
{
	static const struct dtrace_usdt_arg forms[] = {
		{ .kind = DTRACE_USDT_VALUE, .size = 8, .value = -1 },
		{ .kind = DTRACE_USDT_VALUE, .size = 4, .flags = DTRACE_USDT_PLACED | DTRACE_USDT_SIGNED },
		{ .kind = DTRACE_USDT_REGISTER, .size = 2 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 4, .flags = DTRACE_USDT_BASE, .value = -16 },
		{ .kind = DTRACE_USDT_MEMORY, .size = 1, .flags = DTRACE_USDT_BASE | DTRACE_USDT_INDEX, .shift = 3 },
		{ .kind = DTRACE_USDT_REFUSED, .size = 8, .value = DTRACE_USDT_THREAD },
	};
	struct dtrace_usdt_arg *arg = (void *)(usdt + 1);
	uint8_t mapped = fuzz_byte(in) % 4 == 0;
	unsigned int i;

	memset(usdt, 0, sizeof(*usdt));
	usdt->moved = number(in);
	usdt->semaphore = fuzz_byte(in) % 2 ? number(in) : 0;
	usdt->natives = fuzz_byte(in) % 4;
	usdt->flags = fuzz_byte(in) == 1 ? fuzz_byte(in) : mapped * DTRACE_PROCESSUSDT_MAPPED;
	usdt->seen = mapped || fuzz_byte(in) == 1 ? fuzz_byte(in) % 4 : 0;
	for (i = 0; i < usdt->seen; i++)
		usdt->from[i] = fuzz_byte(in) % (usdt->natives + (fuzz_byte(in) == 1 || !usdt->natives));
	for (i = 0; i < probe->sites * usdt->natives; i++, arg++) {
		*arg = forms[fuzz_byte(in) % (sizeof(forms) / sizeof(forms[0]))];
		if (arg->kind == DTRACE_USDT_REGISTER)
			arg->base = fuzz_byte(in) % 16;
	}
	return arg;
}

/* The types of its arguments. Return: what follows. */
static char *process_types(struct fuzz_input *in, const struct dtrace_processusdt *usdt, char *text)
{
	static const char *const names[] = { "int", "char *", "struct page *", "int", "uint64_t", "int", "\t", "" };
	unsigned int i;

	for (i = 0; i < usdt->natives + usdt->seen; i++) {
		strcpy(text, names[fuzz_byte(in) % (fuzz_byte(in) % 8 ? 6 : 8)]);
		text += strlen(text) + 1;
	}
	return text;
}

/*
 * One probe of the process, as a consumer would hand it in, or not quite; @own: of the program's own.
 * Return: its bytes.
 */
static size_t process_probe(struct fuzz_input *in, bool own, uint8_t *at)
{
	static const char *const names[] = { "entry", "return", "1f", "return", "0", "return", "x", "" };
	const char *name = names[fuzz_byte(in) % 8];
	struct dtrace_processprobe *probe = (void *)at;
	struct dtrace_processusdt *usdt;
	uint64_t end;
	char *text;

	memset(probe, 0, sizeof(*probe));
	probe->sites = (uint16_t)(1 + fuzz_byte(in) % 4);
	probe->parts = own && fuzz_byte(in) != 1 ? 0 : (uint16_t)(fuzz_byte(in) % 3);
	usdt = process_sites(in, probe, !own && strcmp(name, "return") == 0, &end);
	usdt = process_parts(in, probe, end, (void *)usdt);
	text = own ? process_usdt(in, probe, usdt) : (char *)usdt;
	probe->module_len = 1;
	probe->function_len = 2;
	probe->name_len = (uint8_t)strlen(name);
	memcpy(text, "m\0fn", 5);
	text[2] = "abcd"[fuzz_byte(in) % 4];
	text += 5;
	if (own && fuzz_byte(in) % 2) {
		probe->function_len = 0;
		text -= 2;
		text[-1] = '\0';
	}
	strcpy(text, name);
	text += strlen(name) + 1;
	if (own)
		text = process_types(in, usdt, text);
	memset(text, 0, 8);
	probe->size = (uint32_t)(((uint8_t *)text - at + 7) / 8 * 8);
	return probe->size;
}

/* Of pid, or of the program's own. */
static bool process_provider(struct fuzz_input *in, struct dtrace_process *request)
{
	static const char *const names[] = { "prog", "prog", "prog", "prog", "other", "pid", "a b" };

	if (fuzz_byte(in) % 2)
		return false;
	strcpy(request->provider, names[fuzz_byte(in) % 7]);
	request->attr.provider = (struct dtrace_attribute){ fuzz_byte(in), fuzz_byte(in), fuzz_byte(in), 0 };
	return true;
}

static void process(struct fuzz_input *in, struct dtrace_process *request)
{
	static uint64_t buffer[1024];
	bool own;
	unsigned int i;
	size_t size = 0;

	memset(request, 0, sizeof(*request));
	own = process_provider(in, request);
	for (i = 0; i < 1 + fuzz_byte(in) % 4u; i++)
		size += process_probe(in, own, (uint8_t *)buffer + size);
	request->pid = fuzz_byte(in) % 8 ? 1 : number(in);
	request->buffer = (uint64_t)(uintptr_t)buffer;
	request->size = (uint32_t)size;
	request->count = i;
	request->limit = fuzz_byte(in) % 8 ? 0 : (uint32_t)number(in);
	if (fuzz_byte(in) % 4 == 0)
		((uint8_t *)buffer)[fuzz_byte(in) % size] ^= fuzz_byte(in);
	if (fuzz_byte(in) % 16 == 0)
		request->size = (uint32_t)number(in) % sizeof(buffer);
	if (fuzz_byte(in) % 16 == 0)
		request->count = (uint32_t)number(in);
	if (fuzz_byte(in) % 32 == 0)
		request->provider[0] ^= fuzz_byte(in);
	if (fuzz_byte(in) % 32 == 0)
		memset(request->provider, 'x', sizeof(request->provider) - fuzz_byte(in) % 32u);
}

/* What the system would tell, if it could. */
static const struct os_memory_watcher *watchers[2];

int __wrap_os_memory_watch(const struct os_memory_watcher *watcher);
int __wrap_os_memory_watch(const struct os_memory_watcher *watcher)
{
	CHECK(!watchers[0] || !watchers[1]);
	watchers[watchers[0] != NULL] = watcher;
	return 0;
}

void __wrap_os_memory_unwatch(const struct os_memory_watcher *watcher);
void __wrap_os_memory_unwatch(const struct os_memory_watcher *watcher)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (watchers[i] == watcher)
			watchers[i] = NULL;
	}
}

bool __wrap_os_processes_permitted(void);
bool __wrap_os_processes_permitted(void)
{
	return true;
}

/* Some process has mapped something; nobody waits for long. */
static void map_something(struct fuzz_input *in)
{
	struct os_mapping mappings[3];
	uint64_t memory = 1 + fuzz_byte(in) % 4u;
	enum os_mapped when = fuzz_byte(in) % 2 ? OS_MAPPED_NOW : OS_MAPPED_LATE;
	unsigned int i, count = fuzz_byte(in) % 4u;
	void *what;

	for (i = 0; i < count; i++)
		mappings[i] = (struct os_mapping){ .start = 0x1000 * (i + 1u),
						   .end = 0x1000 * (i + 2u),
						   .file = { .inode = fuzz_byte(in) % 8u },
						   .path = "/bin/it" };
	for (i = 0; i < 2; i++) {
		what = watchers[i] ? watchers[i]->mapped(memory, (uint32_t)memory + 1, mappings, count, when) : NULL;
		if (what)
			watchers[i]->wait(what);
		if (watchers[i] && fuzz_byte(in) % 8 == 0)
			watchers[i]->gone(memory);
	}
}

static void watch_request(struct fuzz_input *in, struct dtrace_watch *request)
{
	request->pid = fuzz_byte(in) % 4 ? 0 : fuzz_byte(in) % 2 ? 1 : number(in);
	request->flags = fuzz_byte(in) % 4 ? (request->pid ? 0 : DTRACE_WATCHF_ALL) : (uint32_t)number(in);
	request->patience = 1;
	request->pad = 0;
	map_something(in);
}

static void fill(struct fuzz_input *in, uint32_t command, void *arg)
{
	struct dtrace_probelist *list = arg;
	struct dtrace_bufdesc *buffer = arg;
	struct dtrace_fmtdesc *format = arg;
	struct dtrace_dofget *dofget = arg;
	struct dtrace_files *files = arg;
	struct dtrace_mapped *mapped = arg;
	struct dtrace_unwindfile *table = arg;
	struct dtrace_news *news = arg;
	uint32_t *words = arg;
	unsigned int i;

	for (i = 0; i < 8; i++)
		words[i] = (uint32_t)number(in);
	switch (command) {
	case DTRACEIOC_PROBES:
		pattern(in, &list->pattern);
		list->first = (uint32_t)number(in);
		list->buffer = address(in);
		list->size = (uint32_t)number(in) % sizeof(room);
		break;
	case DTRACEIOC_PROBEMATCH:
		pattern(in, arg);
		break;
	case DTRACEIOC_BUFSNAP:
	case DTRACEIOC_AGGSNAP:
		buffer->size = number(in) % (sizeof(room) + 1);
		buffer->cpu = (uint32_t)number(in);
		buffer->data = address(in);
		break;
	case DTRACEIOC_FORMAT:
		format->text = address(in);
		break;
	case DTRACEIOC_DOFGET:
		dofget->buffer = address(in);
		break;
	case DTRACEIOC_PROCESS:
		process(in, arg);
		break;
	case DTRACEIOC_FILES:
		files->buffer = address(in);
		files->count %= 300;
		break;
	case DTRACEIOC_MAPPED:
		mapped->buffer = address(in);
		mapped->count %= 300;
		break;
	case DTRACEIOC_WATCH:
		watch_request(in, arg);
		break;
	case DTRACEIOC_NEWS:
		news->answered = fuzz_byte(in) % 8;
		news->plain = fuzz_byte(in) % 2 ? number(in) : 0;
		news->flags = fuzz_byte(in) % 4 ? 0 : fuzz_byte(in) % 8u;
		break;
	case DTRACEIOC_LOSSES:
		words[0] = fuzz_byte(in) % 4;
		break;
	case DTRACEIOC_UNWIND:
		table->number %= 4;
		table->parts %= 6;
		table->buffer = address(in);
		table->size %= sizeof(room);
		break;
	}
}

#define CANARY 0x5ac3

/* Bytes of a command's structure that the core may write: its fixed part and the room that follows. */
static size_t may_write(uint32_t command, const void *arg)
{
	const struct dtrace_eprobedesc *eprobe = arg;
	const struct dtrace_aggdesc *agg = arg;

	switch (command) {
	case DTRACEIOC_EPROBE:
		return sizeof(*eprobe) + (size_t)eprobe->records * sizeof(struct dtrace_recdesc);
	case DTRACEIOC_AGGDESC:
		return sizeof(*agg) + (size_t)agg->records * sizeof(struct dtrace_recdesc);
	case DTRACEIOC_PROCESS:
		return sizeof(struct dtrace_process);
	default:
		return sizeof(struct dtrace_argdesc) > sizeof(struct dtrace_enable) ? sizeof(struct dtrace_argdesc)
										    : sizeof(struct dtrace_enable);
	}
}

static void step(struct dt_state *state, struct fuzz_input *in)
{
	static uint64_t arg[1024];
	uint32_t command = commands[fuzz_byte(in) % (sizeof(commands) / sizeof(commands[0]))];
	size_t end, i;

	if (command == 0)
		command = (uint32_t)fuzz_word(in, 4);
	if (command == DTRACEIOC_ENABLE) {
		if (fuzz_byte(in) % 2)
			enable_process(state, in);
		else
			enable(state, in);
		return;
	}
	if (command == DTRACEIOC_GO && destructive(state))
		return;
	memset(arg, 0, sizeof(arg));
	fill(in, command, arg);
	end = (may_write(command, arg) + 7) / 8;
	for (i = end; i < sizeof(arg) / 8; i++)
		arg[i] = CANARY;
	dt_state_ioctl(state, command, fuzz_byte(in) == 1 ? address(in) : (uint64_t)(uintptr_t)arg);
	for (i = end; i < sizeof(arg) / 8; i++)
		CHECK(arg[i] == CANARY);
}

static void *firing(void *unused)
{
	unsigned int i;

	for (i = 0;; i++)
		fake_fire_on(i % 2, i % 4, i % 5, i);
	return NULL;
}

static void start(void)
{
	pthread_t thread;

	fixture_start(2, 4);
	CHECK(dt_provider_pid_init() == 0);
	CHECK(pthread_create(&thread, NULL, firing, NULL) == 0);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	struct fuzz_input in = { data, size };
	struct dt_state *states[2];
	static bool started;
	unsigned int which, enabled;

	if (!started)
		start();
	started = true;
	CHECK(dt_state_open(&states[0]) == 0 && dt_state_open(&states[1]) == 0);
	enable(states[0], &in);
	enabled = (unsigned int)fake.enabled;
	while (in.size > 0) {
		which = fuzz_byte(&in);
		step(states[which % 2], &in);
		if (which == 0xf7)
			process_end();
		if (which >= 0xf8) {
			dt_state_close(states[which % 2]);
			CHECK(dt_state_open(&states[which % 2]) == 0);
		}
	}
	dt_state_close(states[0]);
	dt_state_close(states[1]);
	CHECK(fake.enabled == fake.disabled);
	CHECK(process_is_clean());
	return enabled > 0;
}
