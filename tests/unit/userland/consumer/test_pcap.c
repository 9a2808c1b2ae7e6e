/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_pcap.c - where packets of pcap() go: a capture file, a program that shows them (a script of
 * ours under that name), or bytes on the output. The expected bytes are written down from the
 * description of the format.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "consumer/print.h"
#include "fake_engine.h"

#define ROOM     16
#define PCAP     1 /* epid: pcap() */
#define REDIRECT 2 /* epid: freopen(), pcap(), freopen("") */
#define TIME     1700000000123456789ull

struct world {
	dtrace_hdl_t *dtp;
	struct fake *fake;
	uint32_t packet_at, link_at;
	uint32_t first_at, between_at, link_between_at, last_at;
	char messages[8][512];
	int count;
	char folder[64];
	char *path; /* of the environment, before */
};

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	struct world *world = arg;

	strcpy(world->messages[world->count++], data->dteda_msg);
	return DTRACE_HANDLE_OK;
}

static int setup(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	struct fake *fake;

	world->dtp = fake_open(&world->fake);
	fake = world->fake;
	fake_probe(fake, 1, "fbt", "vmlinux", "ip_rcv", "entry");
	fake_eprobe(fake, PCAP, 1);
	world->packet_at = fake_rec(fake, PCAP, DTRACEACT_PCAP, sizeof(struct dtrace_packet) + ROOM, 0, ROOM, 1);
	world->link_at = fake_rec(fake, PCAP, DTRACEACT_DIFEXPR, 4, 0, DTRACE_EXPR_SIGNED, 1);
	fake->formats[1] = "%s";
	fake_eprobe(fake, REDIRECT, 1);
	world->first_at = fake_rec(fake, REDIRECT, DTRACEACT_FREOPEN, 64, 1, (uint64_t)DTRACE_EXPR_STRING << 32, 1);
	world->between_at = fake_rec(fake, REDIRECT, DTRACEACT_PCAP, sizeof(struct dtrace_packet) + ROOM, 0, ROOM, 2);
	world->link_between_at = fake_rec(fake, REDIRECT, DTRACEACT_DIFEXPR, 4, 0, DTRACE_EXPR_SIGNED, 2);
	world->last_at = fake_rec(fake, REDIRECT, DTRACEACT_FREOPEN, 64, 1, (uint64_t)DTRACE_EXPR_STRING << 32, 3);
	dtrace_handle_err(world->dtp, on_error, world);
	strcpy(world->folder, "/tmp/pcap.XXXXXX");
	assert_non_null(mkdtemp(world->folder));
	assert_int_equal(chdir(world->folder), 0);
	world->path = strdup(getenv("PATH"));
	setenv("PATH", world->folder, 1);
	*state = world;
	return 0;
}

static int teardown(void **state)
{
	struct world *world = *state;
	char command[128];

	setenv("PATH", world->path, 1);
	fake_close(world->dtp, world->fake);
	snprintf(command, sizeof(command), "rm -rf %s", world->folder);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(system(command), 0);
	free(world->path);
	free(world);
	return 0;
}

static void fill(char *record, uint32_t packet_at, uint32_t link_at, const char *bytes, uint32_t length, int32_t link)
{
	struct dtrace_packet packet = { .time = TIME, .length = length, .captured = DT_MIN(length, (uint32_t)ROOM) };

	memcpy(record + packet_at, &packet, sizeof(packet));
	memcpy(record + packet_at + sizeof(packet), bytes, packet.captured);
	memcpy(record + link_at, &link, sizeof(link));
}

static void packet(struct world *world, const char *bytes, uint32_t length, int32_t link)
{
	fill(fake_record(world->fake, 0, PCAP), world->packet_at, world->link_at, bytes, length, link);
}

/* freopen(name); pcap(...); freopen("") in one clause. */
static void packet_to(struct world *world, const char *name, const char *bytes, uint32_t length, int32_t link)
{
	char *record = fake_record(world->fake, 0, REDIRECT);

	strcpy(record + world->first_at, name);
	fill(record, world->between_at, world->link_between_at, bytes, length, link);
}

static void expect_work(struct world *world, const char *wanted)
{
	char *got = fake_work(world->dtp, true);

	if (strcmp(got, wanted) != 0)
		fail_msg("printed:\n%s\nnot:\n%s", got, wanted);
	free(got);
}

static void expect_file(const char *name, const void *wanted, size_t size)
{
	FILE *file = fopen(name, "r");
	char got[1024];

	assert_non_null(file);
	assert_int_equal(fread(got, 1, sizeof(got), file), size);
	fclose(file);
	assert_memory_equal(got, wanted, size);
}

/* Of a file with packets of IP, link type 101 there, and two packets in it; words in the order of this CPU. */
struct wanted {
	uint32_t magic;
	uint16_t major, minor;
	uint32_t zone, accuracy, most, link;
	uint32_t seconds, microseconds, captured, length;
	char bytes[ROOM];
	uint32_t seconds2, microseconds2, captured2, length2;
	char bytes2[4];
};

static const struct wanted wanted = { 0xa1b2c3d4,
				      2,
				      4,
				      0,
				      0,
				      262144,
				      101,
				      1700000000,
				      123456,
				      16,
				      99,
				      { "ABCDEFGHIJKLMNO" },
				      1700000000,
				      123456,
				      4,
				      4,
				      { 'W', 'X', 'Y', 'Z' } };

static void test_file(void **state)
{
	struct world *world = *state;

	packet_to(world, "one", "ABCDEFGHIJKLMNO", 99, 12);
	packet_to(world, "one", "WXYZ", 4, 12);
	expect_work(world, "");
	assert_int_equal(world->count, 0);
	expect_file("one", &wanted, sizeof(wanted));
}

/* The file is a capture file already, of an earlier run too: the header is not written again. */
static void test_file_continues(void **state)
{
	struct world *world = *state;

	packet_to(world, "one", "ABCDEFGHIJKLMNO", 99, 12);
	expect_work(world, "");
	expect_file("one", &wanted, offsetof(struct wanted, seconds2));
	packet_to(world, "one", "WXYZ", 4, 12);
	expect_work(world, "");
	expect_file("one", &wanted, sizeof(wanted));
	assert_int_equal(world->count, 0);
}

static void test_file_refused(void **state)
{
	struct world *world = *state;
	FILE *file = fopen("text", "w");

	fputs("not a packet in the world, nor a header of 24 bytes\n", file);
	fclose(file);
	packet_to(world, "text", "ABCD", 4, 12);
	packet_to(world, "one", "ABCDEFGHIJKLMNO", 99, 12);
	packet_to(world, "one", "ABCDEFGHIJKLMNO", 99, 1);
	packet_to(world, "one", "ABCDEFGHIJKLMNO", 99, -1);
	packet_to(world, "one", "WXYZ", 4, 12);
	expect_work(world, "");
	assert_int_equal(world->count, 3);
	assert_non_null(strstr(world->messages[0], "link type 12 to \"text\": it has something else in it"));
	assert_non_null(strstr(world->messages[1], "link type 1 to \"one\": it has something else in it"));
	assert_non_null(strstr(world->messages[2], "-1 is no link type"));
	expect_file("one", &wanted, sizeof(wanted));
	expect_file("text", "not a packet in the world, nor a header of 24 bytes\n", 52);
}

static void test_file_full(void **state)
{
	struct world *world = *state;

	if (access("/dev/full", W_OK) != 0) {
		print_message("skipped: there is no /dev/full that could be written to\n");
		skip();
	}
	packet_to(world, "/dev/full", "ABCD", 4, 1);
	expect_work(world, "");
	assert_int_equal(world->count, 1);
	assert_non_null(strstr(world->messages[0], "/dev/full"));
}

/* Without a program that shows packets: as tracemem() prints. */
static void test_bytes(void **state)
{
	struct world *world = *state;

	packet(world, "ABCDEFGHIJKLMNO", 99, 1);
	expect_work(world, "\n"
			   "             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
			   "         0: 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 00  ABCDEFGHIJKLMNO.\n");
	assert_int_equal(world->count, 0);
}

static void make_viewer(const char *text)
{
	FILE *file = fopen("tshark", "w");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\nPATH=/bin:/usr/bin\n%s\n", text);
	fclose(file);
	assert_int_equal(chmod("tshark", 0755), 0);
}

/* The output of dtrace(8): a file, because a child process prints there, too. */
static void work_to(struct world *world, const char *name)
{
	FILE *out = fopen(name, "w");

	assert_non_null(out);
	if (!world->dtp->active)
		assert_int_equal(dtrace_go(world->dtp), 0);
	world->dtp->consume->next_switch = 0;
	assert_int_equal(dtrace_consume(world->dtp, out, NULL, NULL, NULL), 0);
	fclose(out);
}

static void test_viewer(void **state)
{
	struct world *world = *state;

	make_viewer("echo \"$@\"; cat >seen.$$; mv seen.$$ seen.$(od -An -tu4 -j20 -N4 seen.$$ | tr -d ' ')");
	packet(world, "ABCDEFGHIJKLMNO", 99, 12);
	packet(world, "ABCD", 4, 1);
	packet(world, "WXYZ", 4, 12);
	work_to(world, "out");
	ldt_viewers_close(world->dtp->consume);
	assert_int_equal(world->count, 0);
	expect_file("out", "-l -i -\n-l -i -\n", 16);
	expect_file("seen.101", &wanted, sizeof(wanted));
	assert_int_equal(access("seen.1", R_OK), 0);
}

/* It ends after one packet: an error, no signal; then bytes. */
static void test_viewer_ends(void **state)
{
	static const char wanted_bytes[] =
		"\n"
		"             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
		"         0: 41 42 43 44                                      ABCD\n";
	struct world *world = *state;

	make_viewer("head -c 44 >first; exec <&-; echo gone >gone; exit 1");
	packet(world, "ABCD", 4, 12);
	work_to(world, "out");
	for (int i = 0; access("gone", R_OK) != 0 && i < 1000; i++)
		usleep(10000);
	packet(world, "ABCD", 4, 12);
	packet(world, "ABCD", 4, 12);
	work_to(world, "more");
	assert_int_equal(world->count, 1);
	assert_non_null(strstr(world->messages[0], "tshark takes no more packets: Broken pipe"));
	expect_file("more", wanted_bytes, strlen(wanted_bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_continues, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_full, setup, teardown),
		cmocka_unit_test_setup_teardown(test_bytes, setup, teardown),
		cmocka_unit_test_setup_teardown(test_viewer, setup, teardown),
		cmocka_unit_test_setup_teardown(test_viewer_ends, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
