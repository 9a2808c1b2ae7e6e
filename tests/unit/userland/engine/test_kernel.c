/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_kernel.c - dtrace_open() for everything that the device can return: the kernel's
 * engine, the host engine with a reason, or an error. open() and ioctl() are this file's for the
 * device, the C library's for all else.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>

#include "handle/handle.h"

static struct {
	int open_error; /* 0: it opens */
	int conf_error; /* 0: CONF succeeds */
	uint32_t abi_version;
	int device; /* the descriptor that was given out; -1: none */
} fake;

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_ioctl(int fd, unsigned long command, ...);
int __wrap_ioctl(int fd, unsigned long command, ...);

int __wrap_open(const char *path, int flags, ...)
{
	if (strcmp(path, DTRACE_DEVICE) != 0)
		return __real_open(path, flags);
	if (fake.open_error) {
		errno = fake.open_error;
		return -1;
	}
	fake.device = __real_open("/dev/null", flags);
	return fake.device;
}

int __wrap_ioctl(int fd, unsigned long command, ...)
{
	struct dtrace_conf *conf;
	va_list ap;

	assert_int_equal(fd, fake.device);
	va_start(ap, command);
	conf = va_arg(ap, struct dtrace_conf *);
	va_end(ap);
	if (command != DTRACEIOC_CONF || fake.conf_error) {
		errno = command == DTRACEIOC_CONF ? fake.conf_error : ENOTTY;
		return -1;
	}
	memset(conf, 0, sizeof(*conf));
	conf->abi_version = fake.abi_version;
	conf->word_size = sizeof(void *);
	return 0;
}

static int setup(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof(fake));
	fake.abi_version = DTRACE_ABI_VERSION;
	fake.device = -1;
	return 0;
}

static void check_error(int flags, int wanted, const char *text)
{
	int error = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, flags, &error);

	assert_null(dtp);
	assert_int_equal(error, wanted);
	assert_non_null(strstr(dtrace_errmsg(NULL, error), text));
	if (fake.device != -1)
		assert_int_equal(fcntl(fake.device, F_GETFD), -1);
}

static void check_host(const char *why)
{
	int error = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &error);

	assert_non_null(dtp);
	assert_string_equal(dtrace_engine(dtp), "host");
	assert_non_null(strstr(dtrace_engine_why(dtp), why));
	dtrace_close(dtp);
}

static void test_kernel(void **state)
{
	int error = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &error);

	(void)state;
	assert_non_null(dtp);
	assert_string_equal(dtrace_engine(dtp), "kernel");
	assert_string_equal(dtrace_engine_why(dtp), "");
	dtrace_close(dtp);
	assert_int_equal(fcntl(fake.device, F_GETFD), -1);
}

/* No module, or no privilege: the host engine, and why; an error with DTRACE_O_KERNEL. */
static void test_host(void **state)
{
	static const int absent[] = { ENOENT, ENXIO, ENODEV };

	(void)state;
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		fake.open_error = absent[i];
		check_host("is not there");
		check_error(DTRACE_O_KERNEL, EDT_NODEVICE, "no kernel tracing");
	}
	fake.open_error = EACCES;
	check_host("no privilege");
	check_error(DTRACE_O_KERNEL, EDT_ACCESS, "Not permitted");
	fake.open_error = EPERM;
	check_host("no privilege");
}

/* A module that is loaded and cannot be used is an error, never a reason for the host engine. */
static void test_refused(void **state)
{
	(void)state;
	fake.open_error = ENOMEM;
	check_error(0, EDT_DEVNOMEM, "memory");
	check_error(DTRACE_O_KERNEL, EDT_DEVNOMEM, "memory");
	fake.open_error = EBUSY;
	check_error(0, EDT_DEVBUSY, "being unloaded");
	fake.open_error = EIO;
	check_error(0, EDT_DEVBROKEN, "failed assertion");
	fake.open_error = EMFILE;
	check_error(0, EMFILE, "open files");
}

static void test_other_version(void **state)
{
	(void)state;
	fake.abi_version = DTRACE_ABI_VERSION + 1;
	check_error(0, EDT_DEVVERSION, "another version");
	fake.abi_version = DTRACE_ABI_VERSION;
	fake.conf_error = ENOTTY;
	check_error(0, EDT_DEVVERSION, "another version");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_kernel, setup),
		cmocka_unit_test_setup(test_host, setup),
		cmocka_unit_test_setup(test_refused, setup),
		cmocka_unit_test_setup(test_other_version, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
