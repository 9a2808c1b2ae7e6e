/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_object.c - facts of objects without a kernel: this process has them, nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "os/os.h"

static uint64_t number(enum dif_fact fact)
{
	uint64_t value = 0;

	assert_int_equal(os_number(fact, os_fact(OS_FACT_THREAD), &value), 0);
	return value;
}

static void test_process(void **unused)
{
	uint64_t now = (uint64_t)time(NULL) * 1000000000ull;

	assert_int_equal(number(DIF_FACT_TASK_PID), getpid());
	assert_int_equal(number(DIF_FACT_TASK_PPID), getppid());
	assert_int_equal(number(DIF_FACT_TASK_EUID), geteuid());
	assert_int_equal(number(DIF_FACT_TASK_STATE), 'O');
	assert_int_equal(number(DIF_FACT_TASK_BITS), 8 * sizeof(void *));
	assert_true(number(DIF_FACT_TASK_SIZE) > number(DIF_FACT_TASK_RSS));
	assert_true(number(DIF_FACT_TASK_RSS) > 4096 && number(DIF_FACT_TASK_RSS) % 4096 == 0);
	assert_true(number(DIF_FACT_TASK_START) < now + 2000000000ull);
	assert_true(number(DIF_FACT_TASK_START) > now - 600000000000ull);
	assert_true(number(DIF_FACT_TASK_CPU) < os_cpu_count());
}

static void test_texts(void **unused)
{
	char text[256], cut[4], cwd[256];

	assert_true(os_text(DIF_FACT_TASK_COMM, 0, text, sizeof(text)) > 4);
	assert_int_equal(os_text(DIF_FACT_TASK_COMM, 0, cut, sizeof(cut)), 3);
	assert_memory_equal(text, cut, 3);
	assert_non_null(getcwd(cwd, sizeof(cwd)));
	assert_int_equal(os_text(DIF_FACT_TASK_CWD, 0, text, sizeof(text)), strlen(cwd));
	assert_string_equal(text, cwd);
	assert_int_equal(os_text(DIF_FACT_TASK_ROOT, 0, text, sizeof(text)), 1);
	assert_string_equal(text, "/");
	assert_true(os_text(DIF_FACT_TASK_ARGS, 0, text, sizeof(text)) > 0);
}

static void test_cpu(void **unused)
{
	uint64_t value;

	assert_int_equal(os_number(DIF_FACT_CPU_NODE, 0, &value), 0);
	assert_true(value < 1024);
	assert_int_equal(os_number(DIF_FACT_CPU_CHIP, 0, &value), 0);
	assert_int_equal(os_number(DIF_FACT_CPU_CHIP, 1 << 20, &value), -OS_EFAULT);
}

/* Other processes and the kernel's objects: an error, never a value. */
static void test_others(void **unused)
{
	uint64_t value;
	char text[16];

	assert_int_equal(os_number(DIF_FACT_TASK_PID, 77, &value), -OS_EFAULT);
	assert_int_equal(os_text(DIF_FACT_TASK_COMM, 77, text, sizeof(text)), -OS_EFAULT);
	assert_int_equal(os_number(DIF_FACT_BIO_BYTES, 77, &value), -OS_EOPNOTSUPP);
	assert_int_equal(os_number(DIF_FACT_FD_FILE, 0, &value), -OS_EOPNOTSUPP);
	assert_int_equal(os_text(DIF_FACT_FILE_PATH, 77, text, sizeof(text)), -OS_EOPNOTSUPP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_process),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_cpu),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
