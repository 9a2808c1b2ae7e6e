/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/module.c - loading the kernel module, as the machine's modprobe does it, and one line with the next
 * command when that fails.
 */
#include "engine/module.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <dt_version.h>
#include <dtrace/ioctl.h>

#define SIGN_KEY "mokutil --import /var/lib/dkms/mok.pub, then reboot and enrol the key"

/* ---- files */

/* Whether a line of the file starts with @start. */
static bool has_line(const char *path, const char *start)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	bool found = false;

	while (file && !found && getline(&line, &room, file) != -1)
		found = strncmp(line, start, strlen(start)) == 0;
	free(line);
	if (file)
		fclose(file);
	return found;
}

/* Whether the modules of this kernel include ours: a line of modules.dep, "updates/dkms/dtrace.ko.xz: ...". */
static bool is_installed(const struct ldt_module_place *place, const char *release)
{
	char *path = NULL, *line = NULL;
	size_t room = 0;
	bool found = false;
	FILE *file = NULL;

	if (asprintf(&path, "%s/%s/modules.dep", place->modules, release) != -1)
		file = fopen(path, "re");
	while (file && !found && getline(&line, &room, file) != -1) {
		const char *name;

		line[strcspn(line, ":")] = '\0';
		name = strrchr(line, '/');
		name = name ? name + 1 : line;
		found = strncmp(name, "dtrace.ko", 9) == 0 && (name[9] == '\0' || name[9] == '.');
	}
	free(line);
	free(path);
	if (file)
		fclose(file);
	return found;
}

/* A kernel that the module is installed for; malloc'ed, NULL: none. */
static char *installed_elsewhere(const struct ldt_module_place *place)
{
	DIR *folder = opendir(place->modules);
	struct dirent *entry;
	char *found = NULL;

	while (folder && !found && (entry = readdir(folder))) {
		if (entry->d_name[0] != '.' && is_installed(place, entry->d_name))
			found = strdup(entry->d_name);
	}
	if (folder)
		closedir(folder);
	return found;
}

/* "integrity" or "confidentiality" when the kernel is locked down: the word in brackets; else "". */
static void lockdown_level(const struct ldt_module_place *place, char *level, size_t size)
{
	FILE *file = fopen(place->lockdown, "re");
	char line[128] = "", *start;

	level[0] = '\0';
	if (file && fgets(line, sizeof(line), file) && (start = strchr(line, '['))) {
		start++;
		start[strcspn(start, "]")] = '\0';
		if (strcmp(start, "none") != 0)
			snprintf(level, size, "%s", start);
	}
	if (file)
		fclose(file);
}

/* ---- modprobe */

/* Run it. Its exit status, -1: it could not be run; @said gets what it wrote to standard error, its last line. */
static int run_modprobe(const char *program, char *said, size_t size)
{
	char *argv[] = { "modprobe", "dtrace", NULL };
	char *env[] = { "LC_ALL=C", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", NULL };
	posix_spawn_file_actions_t actions;
	int channel[2], status = -1;
	size_t used = 0;
	ssize_t got;
	pid_t pid;

	said[0] = '\0';
	if (pipe2(channel, O_CLOEXEC) == -1)
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, channel[1], STDERR_FILENO);
	if (posix_spawn(&pid, program, &actions, NULL, argv, env) == 0) {
		close(channel[1]);
		while (used < size - 1 && (got = read(channel[0], said + used, size - 1 - used)) != 0) {
			if (got == -1 && errno != EINTR)
				break;
			used += got > 0 ? (size_t)got : 0;
		}
		while (waitpid(pid, &status, 0) == -1 && errno == EINTR)
			;
		status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	} else {
		close(channel[1]);
	}
	said[used] = '\0';
	said[strcspn(said, "\n")] = '\0';
	close(channel[0]);
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

/* The error number whose text ends what modprobe said; 0: none of these. */
static int error_in(const char *said)
{
	static const struct {
		int number;
		const char *text; /* of the C locale */
	} errors[] = {
		{ ENOEXEC, "Exec format error" },         { EINVAL, "Invalid argument" },
		{ ENOENT, "Unknown symbol in module" },   { EKEYREJECTED, "Key was rejected by service" },
		{ ENOKEY, "Required key not available" }, { EPERM, "Operation not permitted" },
	};

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (strstr(said, errors[i].text))
			return errors[i].number;
	}
	return 0;
}

static void explain_refusal(const struct ldt_module_place *place, const char *said, char *why, size_t size)
{
	char level[32];

	switch (error_in(said)) {
	case ENOEXEC:
	case EINVAL:
	case ENOENT:
		snprintf(why, size,
			 "the module dtrace.ko does not fit the running kernel %s (dkms install --force anytrace/%s -k "
			 "%s)",
			 place->release, ANYTRACE_VERSION, place->release);
		return;
	case EKEYREJECTED:
	case ENOKEY:
		snprintf(why, size, "the module dtrace.ko is not signed with a key that this kernel trusts (%s)",
			 SIGN_KEY);
		return;
	case EPERM:
		lockdown_level(place, level, sizeof(level));
		if (level[0])
			snprintf(why, size,
				 "the kernel is locked down (%s) and loads signed modules only, dtrace.ko is not (%s)",
				 level, SIGN_KEY);
		else
			snprintf(why, size,
				 "no privilege to load the module dtrace.ko (modprobe dtrace, as root outside of any "
				 "container)");
		return;
	default:
		snprintf(why, size, "the module dtrace.ko cannot be loaded: %s (dmesg | tail)",
			 said[0] ? said : "modprobe says nothing");
	}
}

/* ---- the interface */

bool ldt_module_load(const struct ldt_module_place *place, char *why, size_t size)
{
	char said[256], *other;
	int status;

	if (!is_installed(place, place->release)) {
		other = installed_elsewhere(place);
		if (other)
			snprintf(why, size,
				 "the module is installed for the kernel %s, not for the running %s (apt install "
				 "linux-headers-%s, then "
				 "dkms install anytrace/%s -k %s)",
				 other, place->release, place->release, ANYTRACE_VERSION, place->release);
		else
			snprintf(why, size,
				 DTRACE_DEVICE
				 " is not there, and no module is installed for the kernel %s (apt install "
				 "anytrace-dkms linux-headers-%s; to try it in a virtual machine: ./dtrace-vm)",
				 place->release, place->release);
		free(other);
		return false;
	}
	if (!place->root) {
		snprintf(why, size, "the module dtrace.ko is not loaded (sudo modprobe dtrace)");
		return false;
	}
	status = run_modprobe(place->modprobe, said, sizeof(said));
	if (status == 0)
		return true;
	explain_refusal(place, said, why, size);
	return false;
}

void ldt_module_access(const struct ldt_module_place *place, char *why, size_t size)
{
	bool users = has_line(place->user, "Y");

	if (!has_line(place->group, "dtrace:"))
		snprintf(why, size, "no privilege to open " DTRACE_DEVICE " (run it as root)");
	else if (users)
		snprintf(why, size,
			 "no privilege to open " DTRACE_DEVICE
			 " (run it as root; or, to trace your own processes: sudo "
			 "adduser $USER dtrace, and log in anew)");
	else
		snprintf(why, size,
			 "no privilege to open " DTRACE_DEVICE " (run it as root; or, to let the group dtrace trace "
			 "their own processes: echo 1 | sudo tee %s, "
			 "sudo adduser $USER dtrace, and log in anew)",
			 place->user);
}
