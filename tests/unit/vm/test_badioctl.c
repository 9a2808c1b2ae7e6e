/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_badioctl.c - the program badioctl of the guests, sent to a core in this process: its inputs
 * reach every stage, and it says so when they do not.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "fixture.h"

static struct dt_state *opened;
static uint8_t dif_version = DIF_VERSION; /* that the program writes */

static int core_open(void)
{
	assert_int_equal(dt_state_open(&opened), 0);
	return 3;
}

static int core_close(void)
{
	dt_state_close(opened);
	return 0;
}

static int core_ioctl(uint32_t command, void *arg)
{
	struct dtrace_option option = { .option = DTRACEOPT_DESTRUCTIVE };
	int error;

	/* signals that stop or kill are for another process */
	if (command == DTRACEIOC_GO && dt_state_ioctl(opened, DTRACEIOC_OPTION, (uintptr_t)&option) == 0 &&
	    option.value != DTRACE_OPTION_UNSET)
		return 0;
	error = dt_state_ioctl(opened, command, (uintptr_t)arg);
	errno = -error;
	return error ? -1 : 0;
}

/* The program itself. */
#undef DIF_VERSION
#define DIF_VERSION              dif_version
#define open(name, flags)        core_open()
#define close(fd)                core_close()
#define ioctl(fd, command, text) core_ioctl(command, text)
#define main(count, arguments)   badioctl(count, arguments)
int badioctl(int count, char **arguments);
#include "../../vm/helpers/badioctl.c"
#undef main

static void run(int wanted)
{
	char *arguments[] = { "badioctl", "2000", "1", NULL };

	memset(stages, 0, sizeof(stages));
	fixture_start(2, 4);
	assert_int_equal(badioctl(3, arguments), wanted);
	fixture_end();
}

static void test_reaches(void **unused)
{
	(void)unused;
	run(0);
	for (int i = 0; i < STAGES; i++)
		assert_true(stages[i] >= 20);
}

static void test_says(void **unused)
{
	(void)unused;
	dif_version = DIF_REGS; /* these two were mistaken for each other once */
	run(1);
	dif_version = 2;
	assert_int_equal(stages[ACCEPTED], 0);
}

/* A tag that is in no stage's list would count as a program's. */
static void test_stages(void **unused)
{
	(void)unused;
	errno = EINVAL;
	assert_int_equal(stage_of(-1, "dof-dif-version"), AT_IDENT);
	assert_int_equal(stage_of(-1, "dof-section-count"), AT_HEADER);
	assert_int_equal(stage_of(-1, "dof-section-bounds"), AT_SECTION_HEADERS);
	assert_int_equal(stage_of(-1, "dof-ecbdesc-size"), AT_SECTIONS);
	assert_int_equal(stage_of(-1, "dif-no-ret"), AT_PROGRAM);
	errno = EFAULT;
	assert_int_equal(stage_of(-1, ""), AT_COPY);
	assert_int_equal(stage_of(0, ""), ACCEPTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reaches),
		cmocka_unit_test(test_says),
		cmocka_unit_test(test_stages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
