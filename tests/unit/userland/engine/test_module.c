/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_module.c - what is said, and done, where the module is not loaded: a made-up /lib/modules, and a modprobe that
 * fails in each way that the kernel knows.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <dt_version.h>

#include "engine/module.h"

#define HERE      "6.1.0-9-amd64"
#define ELSEWHERE "6.1.0-8-amd64"

static char folder[] = "/tmp/test_module.XXXXXX";
static char modules[64], modprobe[64], lockdown[64], group[64], ran[64];

static void write_file(const char *path, mode_t mode, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	assert_int_equal(chmod(path, mode), 0);
}

static void install(const char *release, const char *dep)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", modules, release);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s/%s/modules.dep", modules, release);
	write_file(path, 0644, dep);
}

/* modprobe leaves its arguments in a file, says a line as kmod does, and fails; NULL: it succeeds. */
static void modprobe_says(const char *error)
{
	char script[512];

	if (error)
		snprintf(script, sizeof(script),
			 "#!/bin/sh\necho \"$*\" >%s\necho \"modprobe: ERROR: could not insert 'dtrace': %s\" "
			 ">&2\nexit 1\n",
			 ran, error);
	else
		snprintf(script, sizeof(script), "#!/bin/sh\necho \"$*\" >%s\n", ran);
	write_file(modprobe, 0755, script);
}

static void remove_folder(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	assert_int_equal(system(command), 0);
}

static int setup(void **state)
{
	(void)state;
	remove_folder();
	mkdir(folder, 0755);
	mkdir(modules, 0755);
	install(HERE, "kernel/fs/ext4/ext4.ko: kernel/lib/crc16.ko\n");
	return 0;
}

static void expect(bool root, bool loaded, const char *wanted)
{
	struct ldt_module_place place = { .modules = modules,
					  .release = HERE,
					  .modprobe = modprobe,
					  .lockdown = lockdown,
					  .group = group,
					  .root = root };
	char why[320] = "";

	assert_int_equal(ldt_module_load(&place, why, sizeof(why)), loaded);
	if (strcmp(why, wanted) != 0)
		fail_msg("said:\n%s\nnot:\n%s", why, wanted);
}

static void test_not_installed(void **state)
{
	(void)state;
	modprobe_says(NULL);
	expect(true, false,
	       "/dev/dtrace/dtrace is not there, and no module is installed for the kernel " HERE
	       " (apt install anytrace-dkms linux-headers-" HERE "; to try it in a virtual machine: ./dtrace-vm)");
	assert_int_equal(access(ran, F_OK), -1);
	/* names that only begin so */
	install(HERE, "updates/dtrace.koala: x\nupdates/mydtrace.ko:\nx/dtrace.ko/other.ko:\nkernel/a.ko: "
		      "updates/dtrace.ko\n");
	expect(true, false,
	       "/dev/dtrace/dtrace is not there, and no module is installed for the kernel " HERE
	       " (apt install anytrace-dkms linux-headers-" HERE "; to try it in a virtual machine: ./dtrace-vm)");
}

static void test_installed_elsewhere(void **state)
{
	(void)state;
	install(ELSEWHERE, "updates/dkms/dtrace.ko:\n");
	expect(true, false,
	       "the module is installed for the kernel " ELSEWHERE ", not for the running " HERE
	       " (apt install linux-headers-" HERE ", then dkms install anytrace/" ANYTRACE_VERSION " -k " HERE ")");
}

static void test_loads(void **state)
{
	char arguments[32] = "";
	FILE *file;

	(void)state;
	modprobe_says(NULL);
	install(HERE, "kernel/a.ko:\nupdates/dkms/dtrace.ko.xz:\n");
	expect(false, false, "the module dtrace.ko is not loaded (sudo modprobe dtrace)");
	assert_int_equal(access(ran, F_OK), -1);
	expect(true, true, "");
	file = fopen(ran, "r");
	assert_non_null(file);
	assert_non_null(fgets(arguments, sizeof(arguments), file));
	fclose(file);
	assert_string_equal(arguments, "dtrace\n");
}

static void test_refused(void **state)
{
	static const char unsigned_module[] =
		"the module dtrace.ko is not signed with a key that this kernel trusts (mokutil --import "
		"/var/lib/dkms/mok.pub, then reboot and enrol the key)";
	static const char misfit[] = "the module dtrace.ko does not fit the running kernel " HERE
				     " (dkms install --force anytrace/" ANYTRACE_VERSION " -k " HERE ")";
	static const int misfits[] = { ENOEXEC, EINVAL };
	static const int keys[] = { EKEYREJECTED, ENOKEY };

	(void)state;
	install(HERE, "updates/dkms/dtrace.ko:\n");
	for (size_t i = 0; i < 2; i++) {
		modprobe_says(strerror(misfits[i]));
		expect(true, false, misfit);
		modprobe_says(strerror(keys[i]));
		expect(true, false, unsigned_module);
	}
	modprobe_says("Unknown symbol in module, or unknown parameter (see dmesg)");
	expect(true, false, misfit);
	modprobe_says(strerror(ENOMEM));
	expect(true, false,
	       "the module dtrace.ko cannot be loaded: modprobe: ERROR: could not insert 'dtrace': Cannot allocate "
	       "memory "
	       "(dmesg | tail)");
	unlink(modprobe);
	expect(true, false, "the module dtrace.ko cannot be loaded: modprobe says nothing (dmesg | tail)");
}

static void test_locked_down(void **state)
{
	(void)state;
	install(HERE, "updates/dkms/dtrace.ko:\n");
	modprobe_says(strerror(EPERM));
	expect(true, false,
	       "no privilege to load the module dtrace.ko (modprobe dtrace, as root outside of any container)");
	write_file(lockdown, 0644, "[none] integrity confidentiality\n");
	expect(true, false,
	       "no privilege to load the module dtrace.ko (modprobe dtrace, as root outside of any container)");
	write_file(lockdown, 0644, "none [integrity] confidentiality\n");
	expect(true, false,
	       "the kernel is locked down (integrity) and loads signed modules only, dtrace.ko is not (mokutil "
	       "--import "
	       "/var/lib/dkms/mok.pub, then reboot and enrol the key)");
}

static void test_access(void **state)
{
	struct ldt_module_place place = { .group = group, .user = "/tmp/nothing" };
	char why[320];

	(void)state;
	ldt_module_access(&place, why, sizeof(why));
	assert_string_equal(why, "no privilege to open /dev/dtrace/dtrace (run it as root)");
	write_file(group, 0644, "root:x:0:\nmydtrace:x:1:\n");
	ldt_module_access(&place, why, sizeof(why));
	assert_string_equal(why, "no privilege to open /dev/dtrace/dtrace (run it as root)");
	write_file(group, 0644, "root:x:0:\ndtrace:x:999:\n");
	ldt_module_access(&place, why, sizeof(why));
	assert_string_equal(
		why,
		"no privilege to open /dev/dtrace/dtrace (run it as root; or, to let the group dtrace trace their own "
		"processes: echo 1 | sudo tee /tmp/nothing, sudo adduser $USER dtrace, and log in anew)");
	place.user = lockdown; /* any file */
	write_file(lockdown, 0644, "Y\n");
	ldt_module_access(&place, why, sizeof(why));
	assert_string_equal(
		why, "no privilege to open /dev/dtrace/dtrace (run it as root; or, to trace your own processes: sudo "
		     "adduser $USER dtrace, and log in anew)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_not_installed, setup),
		cmocka_unit_test_setup(test_installed_elsewhere, setup),
		cmocka_unit_test_setup(test_loads, setup),
		cmocka_unit_test_setup(test_refused, setup),
		cmocka_unit_test_setup(test_locked_down, setup),
		cmocka_unit_test_setup(test_access, setup),
	};
	int failed;

	if (!mkdtemp(folder))
		return 1;
	snprintf(modules, sizeof(modules), "%s/modules", folder);
	snprintf(modprobe, sizeof(modprobe), "%s/modprobe", folder);
	snprintf(lockdown, sizeof(lockdown), "%s/lockdown", folder);
	snprintf(group, sizeof(group), "%s/group", folder);
	snprintf(ran, sizeof(ran), "%s/ran", folder);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_folder();
	return failed;
}
