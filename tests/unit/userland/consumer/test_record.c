/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_record.c - records of a buffer as they are printed: trace() of every size, statements, order of CPUs, losses,
 * errors.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "consumer/consume.h"
#include "fake_engine.h"

#define SIGNED DTRACE_EXPR_SIGNED

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	char messages[16][512];
	int count;
};

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	struct world *world = arg;

	strcpy(world->messages[world->count++], data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	struct world *world = arg;

	strcpy(world->messages[world->count++], data->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	world->dtp = fake_open(&world->fake);
	fake_probe(world->fake, 1, "dtrace", "", "", "BEGIN");
	fake_probe(world->fake, 2, "dtrace", "", "", "END");
	fake_probe(world->fake, 3, "dtrace", "", "", "ERROR");
	fake_probe(world->fake, 4, "fbt", "vmlinux", "vfs_read", "entry");
	fake_probe(world->fake, 5, "fbt", "vmlinux", "vfs_read", "return");
	dtrace_handle_err(world->dtp, on_error, world);
	dtrace_handle_drop(world->dtp, on_drop, world);
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;

	fake_close(world->dtp, world->fake);
	free(world);
	return 0;
}

static void expect_work(struct world *world, bool quiet, const char *wanted)
{
	char *got = fake_work(world->dtp, quiet);

	if (strcmp(got, wanted) != 0)
		fail_msg("printed:\n%s\nnot:\n%s", got, wanted);
	free(got);
}

/* The time at which records came is noted when some have come, not when a buffer was empty. */
static void test_recorded(void **state)
{
	struct world *world = *state;

	fake_eprobe(world->fake, 1, 4);
	expect_work(world, true, "");
	assert_int_equal(world->dtp->recorded, 0);
	fake_record(world->fake, 0, 1);
	expect_work(world, true, "");
	assert_int_not_equal(world->dtp->recorded, 0);
}

/* One trace() of an integer. */
static void expect_trace(struct world *world, int64_t value, uint32_t size, bool is_signed, const char *wanted)
{
	static uint32_t epid = 1;
	uint32_t id = epid++, offset;
	char text[256];

	fake_eprobe(world->fake, id, 1);
	offset = fake_rec(world->fake, id, DTRACEACT_DIFEXPR, size, 0, is_signed ? SIGNED : 0, 1);
	memcpy(fake_record(world->fake, 0, id) + offset, &value, size);
	snprintf(text, sizeof(text), "0 :BEGIN%s\n", wanted);
	expect_work(world, false, text);
}

static void test_trace_integers(void **state)
{
	expect_trace(*state, -1, 8, true, "               -1");
	expect_trace(*state, 7, 8, false, "                7");
	expect_trace(*state, -1, 8, false, " 18446744073709551615");
	expect_trace(*state, -1, 4, true, "       -1");
	expect_trace(*state, -1, 4, false, " 4294967295");
	expect_trace(*state, -1, 2, true, "    -1");
	expect_trace(*state, 9, 2, false, "     9");
	expect_trace(*state, -1, 1, true, "  -1");
	expect_trace(*state, 255, 1, false, " 255");
}

static void test_trace_oracle(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_setopt(world->dtp, "compat", "oracle"), 0);
	expect_trace(world, -1, 8, true, "                  -1");
	expect_trace(world, 7, 8, false, "                    7");
	expect_trace(world, -1, 4, true, "         -1");
	expect_trace(world, 9, 4, false, "          9");
	expect_trace(world, -1, 2, true, "    -1");
	expect_trace(world, -1, 1, true, "  -1");
}

static void test_trace_strings(void **state)
{
	struct world *world = *state;
	uint32_t offset;
	char *record;

	fake_eprobe(world->fake, 1, 1);
	offset = fake_rec(world->fake, 1, DTRACEACT_DIFEXPR, 16, 0, DTRACE_EXPR_STRING, 1);
	strcpy(fake_record(world->fake, 0, 1) + offset, "hello");
	expect_work(world, false, "0 :BEGIN  hello                            \n");
	fake_record(world->fake, 0, 1);
	expect_work(world, false, "0 :BEGIN                                   \n");
	fake_eprobe(world->fake, 2, 1);
	offset = fake_rec(world->fake, 2, DTRACEACT_DIFEXPR, 20, 0, DTRACE_EXPR_BYREF, 1);
	record = fake_record(world->fake, 0, 2) + offset;
	for (int i = 0; i < 20; i++)
		record[i] = (char)(i == 0 ? 'A' : i + 0x70);
	expect_work(world, false,
		    "0 :BEGIN\n"
		    "             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
		    "         0: 41 71 72 73 74 75 76 77 78 79 7a 7b 7c 7d 7e 7f  Aqrstuvwxyz{|}~.\n"
		    "        10: 80 81 82 83                                      ....\n"
		    "\n");
	strcpy(fake_record(world->fake, 0, 1) + 8, "hello");
	expect_work(world, true, "hello");
}

static void test_statements(void **state)
{
	struct world *world = *state;
	uint32_t at[4];
	char *record;
	int32_t value = -5;

	world->fake->formats[1] = "%d and %s\n";
	world->fake->formats[2] = "plain\n";
	fake_eprobe(world->fake, 1, 1);
	at[0] = fake_rec(world->fake, 1, DTRACEACT_PRINTF, 4, 1, SIGNED, 1);
	at[1] = fake_rec(world->fake, 1, DTRACEACT_PRINTF, 8, 1, DTRACE_EXPR_STRING, 1);
	fake_rec(world->fake, 1, DTRACEACT_PRINTF, 0, 2, 0, 2);
	at[2] = fake_rec(world->fake, 1, DTRACEACT_DIFEXPR, 4, 0, SIGNED, 3);
	at[3] = fake_rec(world->fake, 1, DTRACEACT_EXIT, 4, 0, 0, 4);
	record = fake_record(world->fake, 0, 1);
	memcpy(record + at[0], &value, 4);
	strcpy(record + at[1], "text");
	memcpy(record + at[2], &value, 4);
	value = 3;
	memcpy(record + at[3], &value, 4);
	expect_work(world, true, "-5 and text\nplain\n-5");
	assert_int_equal(dtrace_exit_status(world->dtp), 3);
}

static void put(struct world *world, uint32_t cpu, uint32_t epid)
{
	fake_record(world->fake, cpu, epid);
}

static void three_probes(struct world *world)
{
	fake_eprobe(world->fake, 1, 1);
	fake_eprobe(world->fake, 2, 2);
	fake_eprobe(world->fake, 3, 4);
}

static void test_order(void **state)
{
	struct world *world = *state;

	three_probes(world);
	world->fake->begin_cpu = 2;
	world->fake->end_cpu = 0;
	world->fake->status.exiting = 1;
	put(world, 2, 1);
	put(world, 2, 3);
	put(world, 1, 3);
	put(world, 0, 3);
	put(world, 0, 2);
	expect_work(world, false, "2 :BEGIN\n1 vfs_read:entry\n2 vfs_read:entry\n0 vfs_read:entry\n0 :END\n");
}

static int print_probe(const dtrace_probedata_t *data, void *arg)
{
	char *text = arg;

	sprintf(text + strlen(text), "%u %s\n", data->dtpda_cpu, data->dtpda_pdesc->name);
	return DTRACE_CONSUME_NEXT;
}

static void expect_starved(struct world *world, const char *printed, const char *message)
{
	char text[256] = "";

	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(dtrace_work(world->dtp, stdout, print_probe, NULL, text), DTRACE_WORKSTATUS_ERROR);
	assert_string_equal(text, printed);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)), message);
	assert_true(world->fake->stopped);
}

/* No memory to take CPU 1's buffer: tracing ends, what was recorded is printed, then comes the error. */
static void test_starved(void **state)
{
	struct world *world = *state;

	three_probes(world);
	world->fake->starved_principal = 2;
	world->fake->end_cpu = 3;
	put(world, 0, 3);
	put(world, 1, 3);
	put(world, 2, 3);
	put(world, 3, 2);
	expect_starved(
		world, "0 entry\n1 entry\n2 entry\n3 END\n",
		"the kernel has no memory for the second half of CPU 1's buffer: -x bufsize=65536 is too much here");
}

static void test_starved_aggregation(void **state)
{
	struct world *world = *state;

	three_probes(world);
	world->fake->starved_aggregation = 1;
	put(world, 0, 3);
	expect_starved(
		world, "0 entry\n",
		"the kernel has no memory for the second half of CPU 0's buffer: -x aggsize=65536 is too much here");
}

static void test_order_same_cpu(void **state)
{
	struct world *world = *state;

	three_probes(world);
	world->fake->begin_cpu = 1;
	world->fake->end_cpu = 1;
	world->fake->status.exiting = 1;
	put(world, 1, 1);
	put(world, 1, 3);
	put(world, 1, 2);
	put(world, 3, 3);
	expect_work(world, false, "1 :BEGIN\n3 vfs_read:entry\n1 vfs_read:entry\n1 :END\n");
}

static void timed(struct world *world, uint32_t cpu, uint32_t epid, uint64_t time)
{
	memcpy(fake_record(world->fake, cpu, epid) + 8, &time, sizeof(time));
}

static void test_temporal(void **state)
{
	struct world *world = *state;

	three_probes(world);
	assert_int_equal(dtrace_setopt(world->dtp, "temporal", NULL), 0);
	for (uint32_t epid = 1; epid <= 3; epid++)
		world->fake->eprobes[epid]->size = 16;
	for (uint32_t cpu = 0; cpu < FAKE_CPUS; cpu++)
		world->fake->principal[cpu].timestamp = 100 + cpu;
	timed(world, 3, 1, 5);
	timed(world, 0, 3, 10);
	timed(world, 1, 3, 20);
	timed(world, 0, 3, 30);
	timed(world, 1, 3, 101); /* younger than CPU 0's snapshot */
	expect_work(world, false, "3 :BEGIN\n0 vfs_read:entry\n1 vfs_read:entry\n0 vfs_read:entry\n");
	timed(world, 0, 3, 100);
	world->fake->status.exiting = 1;
	expect_work(world, false, "0 vfs_read:entry\n1 vfs_read:entry\n");
}

static void test_ring(void **state)
{
	struct world *world = *state;

	three_probes(world);
	assert_int_equal(dtrace_setopt(world->dtp, "bufpolicy", "ring"), 0);
	put(world, 0, 2);
	put(world, 0, 1);
	put(world, 0, 3);
	world->fake->principal[0].oldest = 8;
	world->fake->begin_cpu = 1;
	expect_work(world, false, "");
	assert_int_equal(world->fake->snapshots, 0);
	world->fake->status.exiting = 1;
	expect_work(world, false, "0 :BEGIN\n0 vfs_read:entry\n0 :END\n");
}

static void test_padding(void **state)
{
	struct world *world = *state;

	three_probes(world);
	put(world, 0, 1);
	world->fake->principal[0].data[1] = 0;
	world->fake->principal[0].used = 16;
	put(world, 0, 3);
	expect_work(world, false, "0 :BEGIN\n0 vfs_read:entry\n");
}

/* A record that is longer than what was taken, and one that is shorter than a record can be: neither is walked. */
static void test_bad_record(void **state)
{
	struct world *world = *state;

	for (unsigned int i = 0; i < 2; i++) {
		fake_eprobe(world->fake, 11 + i, 4);
		fake_rec(world->fake, 11 + i, DTRACEACT_DIFEXPR, 8, 0, SIGNED, 1);
		world->fake->principal[0].used = 0;
		fake_record(world->fake, 0, 11 + i);
		if (i == 0)
			world->fake->principal[0].used -= 4;
		else
			world->fake->eprobes[12]->size = 4;
		if (!world->dtp->active)
			assert_int_equal(dtrace_go(world->dtp), 0);
		world->dtp->consume->next_switch = 0;
		assert_int_equal(dtrace_consume(world->dtp, stdout, NULL, NULL, NULL), -1);
		assert_int_equal(dtrace_errno(world->dtp), EDT_BADREC);
		world->dtp->consume->cpus[0].end = world->dtp->consume->cpus[0].offset = 0;
	}
}

static void test_drops(void **state)
{
	struct world *world = *state;

	world->fake->principal[2].drops = 1;
	world->fake->aggregation[1].drops = 7;
	world->fake->status.dyndrops = 2;
	world->fake->status.specdrops_busy = 1;
	expect_work(world, false, "");
	assert_int_equal(world->count, 4);
	assert_string_equal(world->messages[0], "2 dynamic variable drops");
	assert_string_equal(world->messages[1], "1 failed speculation (available buffer(s) still busy)");
	assert_string_equal(world->messages[2], "1 drop on CPU 2");
	assert_string_equal(world->messages[3], "7 aggregation drops on CPU 1");
	world->fake->status.dyndrops = 5;
	world->dtp->copts.droptags = true;
	expect_work(world, false, "");
	assert_string_equal(world->messages[4], "[DTRACEDROP_DYNAMIC] 3 dynamic variable drops");
	assert_int_equal(world->count, 5);
	world->dtp->copts.droptags = false;
	world->fake->losses =
		(struct dtrace_losses){ .count = DTRACE_LOSSES_MAX, .registered = 1, .registered_pid = 76 };
	world->fake->losses.process[1] = (struct dtrace_loss){ .pid = 77, .overwritten = 1, .locks = 3 };
	world->fake->losses.process[15] = (struct dtrace_loss){ .pid = 78, .again = 2 };
	expect_work(world, false, "");
	assert_int_equal(world->count, 9);
	assert_string_equal(world->messages[5],
			    "1 time a process registered probes of its own, not traced: name its provider "
			    "by its number, not by a pattern; process 76");
	assert_string_equal(world->messages[6], "1 place overwritten by the program or by another tracer, not traced "
						"until dtrace is started again: process 77");
	assert_string_equal(world->messages[7],
			    "3 calls of lock functions without events (/proc/dtrace/pid says why): process 77");
	assert_string_equal(world->messages[8], "2 times a probe fired twice, too many signals at once: process 78");
	assert_int_equal(world->fake->losses_asked, 0);
	assert_int_equal(dtrace_stop(world->dtp), 0);
	assert_int_equal(world->fake->losses_asked, DTRACE_LOSSESF_ALL);
}

/* Files for whose tables there is no room are told, once. */
static void test_tables(void **state)
{
	struct world *world = *state;

	expect_work(world, false, "");
	world->fake->missed = 2;
	world->fake->status.files = DTRACE_FILES_MISSED;
	world->fake->status.exiting = 1; /* do not wait */
	world->dtp->consume->next_status = world->dtp->consume->next_switch = world->dtp->consume->next_agg =
		ldt_now() + 1000000000;
	dtrace_sleep(world->dtp);
	assert_int_equal(world->count, 0);
	assert_int_equal(dtrace_status(world->dtp), DTRACE_STATUS_EXITED);
	assert_int_equal(world->count, 1);
	assert_string_equal(world->messages[0], "2 files without a table for user stacks, walked by frame pointers: "
						"all tables together have at most 64 MB");
	dtrace_sleep(world->dtp);
	assert_int_equal(dtrace_status(world->dtp), DTRACE_STATUS_EXITED);
	assert_int_equal(world->count, 1);
	world->fake->missed = 1;
	dtrace_sleep(world->dtp);
	assert_int_equal(dtrace_stop(world->dtp), 0);
	assert_int_equal(world->count, 2);
	assert_string_equal(world->messages[1], "1 file without a table for user stacks, walked by frame pointers: all "
						"tables together have at most 64 MB");
}

static void put_error(struct world *world, const int64_t values[5])
{
	char *record = fake_record(world->fake, 0, 9);

	memcpy(record + 8, values, 40);
}

static void test_errors(void **state)
{
	struct world *world = *state;

	fake_eprobe(world->fake, 7, 4);
	fake_eprobe(world->fake, 9, 3);
	for (int i = 0; i < 5; i++)
		fake_rec(world->fake, 9, DTRACEACT_DIFEXPR, 8, 0, SIGNED, LDT_UARG_ERROR);
	put_error(world, (const int64_t[]){ 7, 2, 16, DTRACEFLT_BADADDR, 0x10 });
	put_error(world, (const int64_t[]){ 7, 0, -1, DTRACEFLT_DIVZERO, 0 });
	expect_work(world, false, "");
	assert_int_equal(world->count, 2);
	assert_string_equal(world->messages[0], "error on enabled probe ID 7 (ID 4: fbt:vmlinux:vfs_read:entry): "
						"invalid address (0x10) in action #2 at DIF offset 16");
	assert_string_equal(
		world->messages[1],
		"error on enabled probe ID 7 (ID 4: fbt:vmlinux:vfs_read:entry): divide-by-zero in predicate");
}

/* Flow: what dtrace(8) makes of prefix and indentation. */
static char flow_text[512];

static int flow_chew(const dtrace_probedata_t *data, void *arg)
{
	sprintf(flow_text + strlen(flow_text), "%*s%s%s;", data->dtpda_indent, "", data->dtpda_prefix,
		data->dtpda_pdesc->function);
	return DTRACE_CONSUME_THIS;
}

static void test_flow(void **state)
{
	struct world *world = *state;

	fake_probe(world->fake, 6, "fbt", "vmlinux", "rw_verify", "entry");
	fake_probe(world->fake, 7, "fbt", "vmlinux", "rw_verify", "return");
	fake_probe(world->fake, 8, "syscall", "vmlinux", "read", "entry");
	fake_probe(world->fake, 9, "syscall", "vmlinux", "read", "return");
	fake_probe(world->fake, 11, "io", "vmlinux", "submit", "start"); /* neither an entry nor a return */
	for (uint32_t id = 4; id <= 9; id++)
		fake_eprobe(world->fake, id, id);
	fake_eprobe(world->fake, 10, 4); /* another clause on vfs_read:entry */
	fake_eprobe(world->fake, 11, 11);
	flow_text[0] = '\0';
	put(world, 0, 8);
	put(world, 0, 4);
	put(world, 0, 10);
	put(world, 0, 6);
	put(world, 0, 11);
	put(world, 0, 7);
	put(world, 0, 11);
	put(world, 0, 5);
	put(world, 0, 9);
	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(dtrace_work(world->dtp, stdout, flow_chew, NULL, NULL), DTRACE_WORKSTATUS_OKAY);
	assert_string_equal(flow_text,
			    " => read;   -> vfs_read;    | vfs_read;     -> rw_verify;      | submit;     <- rw_verify;"
			    "    | submit;   <- vfs_read; <= read;");
}

static void test_probe_iter(void **state)
{
	struct world *world = *state;
	dtrace_probedesc_t desc;

	assert_int_equal(dtrace_id2desc(world->dtp, 4, &desc), 0);
	assert_string_equal(desc.function, "vfs_read");
	assert_int_equal(dtrace_id2desc(world->dtp, 40, &desc), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADID);
}

static int count_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *desc, void *arg)
{
	++*(int *)arg;
	return 0;
}

static void test_listing(void **state)
{
	struct world *world = *state;
	dtrace_probedesc_t pattern;
	int count = 0;

	assert_int_equal(dtrace_probe_iter(world->dtp, NULL, count_probe, &count), 0);
	assert_int_equal(count, 5);
	memset(&pattern, 0, sizeof(pattern));
	strcpy(pattern.name, "nothing");
	assert_int_equal(dtrace_probe_iter(world->dtp, &pattern, count_probe, &count), -1);
	assert_int_equal(dtrace_errno(world->dtp), EDT_NOPROBE);
	assert_string_equal(dtrace_errmsg(world->dtp, EDT_NOPROBE), "No probe matches description");
}

/* Probes may come late; nobody waits for them who wants to end. */
static void test_listing_in_parts(void **state)
{
	struct world *world = *state;
	int count = 0;

	world->fake->empty_parts = 3;
	assert_int_equal(dtrace_probe_iter(world->dtp, NULL, count_probe, &count), 0);
	assert_int_equal(count, 5);
	dtrace_wake(world->dtp);
	assert_int_equal(dtrace_probe_iter(world->dtp, NULL, count_probe, &count), -1);
	assert_int_equal(dtrace_errno(world->dtp), EINTR);
	assert_int_equal(count, 5);
	world->fake->empty_parts = 0; /* who is told of probes ends by saying so */
	assert_int_equal(dtrace_probe_iter(world->dtp, NULL, count_probe, &count), 0);
	assert_int_equal(count, 10);
}

static void expect_desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec, const char *text, const char *wanted)
{
	char got[DTRACE_FULLNAMELEN];
	dtrace_probedesc_t desc;

	if (dtrace_str2desc(dtp, spec, text, &desc) == -1)
		fail_msg("%s: %s", text, dtrace_errmsg(dtp, dtrace_errno(dtp)));
	assert_string_equal(dtrace_desc2str(&desc, got, sizeof(got)), wanted);
}

static void test_descriptions(void **state)
{
	struct world *world = *state;
	dtrace_probedesc_t desc;
	char text[300];

	expect_desc(world->dtp, DTRACE_PROBESPEC_NAME, "entry", ":::entry");
	expect_desc(world->dtp, DTRACE_PROBESPEC_NAME, "read:entry", "::read:entry");
	expect_desc(world->dtp, DTRACE_PROBESPEC_NAME, "syscall:::", "syscall:::");
	expect_desc(world->dtp, DTRACE_PROBESPEC_NAME, "a:b:c:d", "a:b:c:d");
	expect_desc(world->dtp, DTRACE_PROBESPEC_FUNC, "m:f", ":m:f:");
	expect_desc(world->dtp, DTRACE_PROBESPEC_MOD, "p:m", "p:m::");
	expect_desc(world->dtp, DTRACE_PROBESPEC_PROVIDER, "p", "p:::");
	expect_desc(world->dtp, DTRACE_PROBESPEC_NAME, "12", "12");
	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_NAME, "a:b:c:d:e", &desc), -1);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)), "Overspecified probe description");
	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_PROVIDER, "a:b", &desc), -1);
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(dtrace_str2desc(world->dtp, DTRACE_PROBESPEC_NAME, text, &desc), -1);
}

static void test_damaged(void **state)
{
	struct world *world = *state;

	three_probes(world);
	put(world, 0, 1);
	world->fake->principal[0].data[0] = 55; /* no such epid */
	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(dtrace_work(world->dtp, stdout, NULL, NULL, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(world->dtp), EDT_BADEPID);
}

static char buffered_text[256];

static int on_buffered(const dtrace_bufdata_t *data, void *arg)
{
	strcat(buffered_text, data->dtbda_buffered);
	strcat(buffered_text, "|");
	return DTRACE_HANDLE_OK;
}

static void test_buffered(void **state)
{
	struct world *world = *state;

	world->fake->formats[1] = "one";
	world->fake->formats[2] = "two\n";
	fake_eprobe(world->fake, 1, 1);
	fake_rec(world->fake, 1, DTRACEACT_PRINTF, 0, 1, 0, 1);
	fake_rec(world->fake, 1, DTRACEACT_PRINTF, 0, 2, 0, 2);
	put(world, 0, 1);
	put(world, 0, 1);
	buffered_text[0] = '\0';
	dtrace_handle_buffered(world->dtp, on_buffered, NULL);
	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(dtrace_work(world->dtp, NULL, NULL, NULL, NULL), DTRACE_WORKSTATUS_OKAY);
	assert_string_equal(buffered_text, "one|two\n|one|two\n|");
}

static void test_unresponsive(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_go(world->dtp), 0);
	world->fake->status.killed = 1;
	assert_int_equal(dtrace_work(world->dtp, stdout, NULL, NULL, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)),
			    "Abort due to systemic unresponsiveness");
}

/*
 * Killed since the last look, and then stopped by the user: no error of its own, and what killed it
 * is said all the same.
 */
static void test_killed_unseen(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_go(world->dtp), 0);
	world->fake->status.killed = 1;
	assert_int_equal(dtrace_stop(world->dtp), 0);
	assert_int_equal(dtrace_work(world->dtp, stdout, NULL, NULL, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)),
			    "Abort due to systemic unresponsiveness");
}

/* Sleep while everything is due in @ms; then check whether the buffers are due at once. */
static bool taken_early(struct world *world, unsigned int ms)
{
	struct ldt_consume *consume = world->dtp->consume;

	consume->next_status = ldt_now();
	consume->next_switch = consume->next_agg = ldt_now() + ms * 1000000ull;
	dtrace_sleep(world->dtp);
	return consume->next_switch == 0 && consume->next_agg != 0;
}

/* A buffer that fills is taken before its time, unless the program has set the rate, or has asked for a small one. */
static void test_filling(void **state)
{
	struct world *world = *state;

	assert_int_equal(dtrace_go(world->dtp), 0);
	assert_int_equal(world->dtp->options[LDT_OPT_BUFSIZE],
			 FAKE_ROOM); /* the core's, which has no memory for more */
	world->dtp->options[LDT_OPT_BUFSIZE] = world->dtp->options[LDT_OPT_AGGSIZE] = LDT_OPT_UNSET;
	assert_false(taken_early(world, 20));
	world->fake->status.filling = DTRACE_FILLING_PRINCIPAL;
	assert_true(taken_early(world, 20));
	world->dtp->options[LDT_OPT_BUFSIZE] = 512 << 10;
	assert_false(taken_early(world, 20));
	world->dtp->options[LDT_OPT_BUFSIZE] = 8 << 20;
	assert_true(taken_early(world, 20));
	assert_int_equal(dtrace_setopt(world->dtp, "switchrate", "1s"), 0);
	assert_false(taken_early(world, 20));
	world->fake->status.filling = DTRACE_FILLING_AGGREGATION;
	assert_false(taken_early(world, 20));
	assert_int_equal(world->dtp->consume->next_agg, 0);
}

static void test_go_errors(void **state)
{
	struct world *world = *state;

	world->fake->go_error = -13;
	assert_int_equal(dtrace_go(world->dtp), -1);
	assert_string_equal(dtrace_errmsg(world->dtp, dtrace_errno(world->dtp)),
			    "Destructive actions not allowed (-w allows them)");
	assert_int_equal(dtrace_consume(world->dtp, stdout, NULL, NULL, NULL), -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_recorded),      TEST(test_trace_integers), TEST(test_trace_oracle),
		TEST(test_trace_strings), TEST(test_statements),     TEST(test_bad_record),
		TEST(test_order),         TEST(test_order_same_cpu), TEST(test_temporal),
		TEST(test_ring),          TEST(test_padding),        TEST(test_drops),
		TEST(test_tables),        TEST(test_errors),         TEST(test_flow),
		TEST(test_probe_iter),    TEST(test_listing),        TEST(test_listing_in_parts),
		TEST(test_descriptions),  TEST(test_damaged),        TEST(test_buffered),
		TEST(test_unresponsive),  TEST(test_killed_unseen),  TEST(test_go_errors),
		TEST(test_filling),       TEST(test_starved),        TEST(test_starved_aggregation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
