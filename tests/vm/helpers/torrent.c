// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * torrent - as much work for the kernel as goes into a second: short system calls of many kinds,
 * page faults, pipes, sockets, files in memory, tables of /proc, signals, other tasks. A turn has
 * the same result whenever it is made; one that has another ends the program.
 *
 *   torrent SECONDS FOLDER [KIND]...     turns of all kinds (or of those that are named) in FOLDER,
 *                                        for so long or until SIGTERM (a turn is not interrupted);
 *                                        prints the result of each kind, and on standard error how
 *                                        many turns there were
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

static uint32_t result;
static const char *kind;

static void die(const char *what)
{
	printf("torrent: %s: %s: %s\n", kind, what, strerror(errno));
	exit(1);
}

/* One more number of this turn's result. */
static void note(long value)
{
	result = (result ^ (uint32_t)value) * 16777619u;
}

/* A number that has to be that one; less than 0 is an error of the system's. */
static void same(const char *what, long value, long wanted)
{
	if (value < 0)
		die(what);
	if (value != wanted) {
		printf("torrent: %s: %s: %ld, wanted %ld\n", kind, what, value, wanted);
		exit(1);
	}
	note(value);
}

static void turn_calls(void)
{
	struct utsname system;
	struct rlimit limit;
	struct timespec now;
	sigset_t signals;
	char text[256];
	pid_t self = (pid_t)syscall(SYS_getpid);

	for (int i = 0; i < 200; i++) {
		same("getpid", syscall(SYS_getpid) - self, 0);
		same("getsid", syscall(SYS_getsid, 0) == syscall(SYS_getsid, self), 1);
		same("getppid", syscall(SYS_getppid) != self, 1);
		same("getuid", syscall(SYS_getuid), 0);
		same("geteuid", syscall(SYS_geteuid), 0);
		same("getgid", syscall(SYS_getgid), 0);
		same("umask", syscall(SYS_umask, 022), 022);
		same("sched_yield", syscall(SYS_sched_yield), 0);
		same("getpriority", syscall(SYS_getpriority, PRIO_PROCESS, 0), 20);
		same("clock_gettime", syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &now), 0);
		same("uname", uname(&system), 0);
		same("getrlimit", getrlimit(RLIMIT_CORE, &limit), 0);
		same("sigprocmask", sigprocmask(SIG_BLOCK, NULL, &signals), 0);
		same("prctl", prctl(PR_GET_NAME, text), 0);
		same("getcwd", syscall(SYS_getcwd, text, sizeof(text)) > 0, 1);
		errno = 0;
		same("a system call that is not", syscall(4000) + 1 + (errno == ENOSYS), 1);
	}
}

static void turn_faults(void)
{
	enum { pages = 128 };
	uint8_t *memory = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die("mmap");
	for (int round = 0; round < 4; round++) {
		for (int i = 0; i < pages; i++) {
			same("a new page", memory[i * PAGE + i], 0);
			memory[i * PAGE + i] = (uint8_t)(i + round);
		}
		same("mprotect", mprotect(memory, pages * PAGE / 2, PROT_READ), 0);
		for (int i = 0; i < pages; i++)
			note(memory[i * PAGE + i]);
		same("mprotect", mprotect(memory, pages * PAGE, PROT_READ | PROT_WRITE), 0);
		same("madvise", madvise(memory, pages * PAGE, MADV_DONTNEED), 0);
	}
	same("munmap of the middle", munmap(memory + 8 * PAGE, 8 * PAGE), 0);
	same("munmap", munmap(memory, pages * PAGE), 0);
}

static void turn_pipes(void)
{
	int ends[2], pair[2], event = eventfd(0, EFD_NONBLOCK), watch = epoll_create1(0), ready;
	struct epoll_event wanted = { .events = EPOLLIN }, got;
	struct pollfd asked;
	uint64_t number = 3;
	char text[64];

	if (pipe(ends) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || event < 0 || watch < 0)
		die("pipes");
	same("epoll_ctl", epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &wanted), 0);
	asked = (struct pollfd){ .fd = pair[1], .events = POLLIN };
	memset(text, 'x', sizeof(text));
	for (int i = 0; i < 200; i++) {
		same("write to a pipe", write(ends[1], text, 1 + i % 60), 1 + i % 60);
		same("epoll_wait", epoll_wait(watch, &got, 1, 0), 1);
		same("FIONREAD", ioctl(ends[0], FIONREAD, &ready) + ready, 1 + i % 60);
		same("read from a pipe", read(ends[0], text, sizeof(text)), 1 + i % 60);
		same("send", send(pair[0], text, 7, 0), 7);
		same("poll", poll(&asked, 1, 0), 1);
		same("recv", recv(pair[1], text, sizeof(text), 0), 7);
		same("write to an eventfd", write(event, &number, sizeof(number)), sizeof(number));
		same("read of an eventfd", read(event, &number, sizeof(number)), sizeof(number));
		note((long)number);
	}
	same("close", close(ends[0]) | close(ends[1]) | close(pair[0]) | close(pair[1]) | close(event) | close(watch),
	     0);
}

static int local_socket(int type, struct sockaddr_in *address)
{
	socklen_t length = sizeof(*address);
	int file = socket(AF_INET, type, 0);

	*address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	if (file < 0 || bind(file, (struct sockaddr *)address, length) != 0 ||
	    getsockname(file, (struct sockaddr *)address, &length) != 0)
		die("a socket");
	return file;
}

static void turn_sockets(void)
{
	struct linger linger = { .l_onoff = 1 };
	struct sockaddr_in here, there, unused;
	int first = local_socket(SOCK_DGRAM, &here), second = local_socket(SOCK_DGRAM, &there), listener, client,
	    server;
	char text[512] = "datagram";

	for (int i = 0; i < 60; i++) {
		same("sendto", sendto(first, text, 32 + i, 0, (struct sockaddr *)&there, sizeof(there)), 32 + i);
		same("recvfrom", recvfrom(second, text, sizeof(text), 0, NULL, NULL), 32 + i);
	}
	same("close", close(first) | close(second), 0);
	listener = local_socket(SOCK_STREAM, &here);
	same("listen", listen(listener, 4), 0);
	for (int i = 0; i < 4; i++) {
		client = local_socket(SOCK_STREAM, &unused);
		same("connect", connect(client, (struct sockaddr *)&here, sizeof(here)), 0);
		server = accept(listener, NULL, NULL);
		if (server < 0)
			die("accept");
		for (int k = 0; k < 20; k++) {
			same("send", send(client, text, sizeof(text), 0), sizeof(text));
			same("recv", recv(server, text, sizeof(text), MSG_WAITALL), sizeof(text));
			same("answer", send(server, text, 100, 0), 100);
			same("recv of the answer", recv(client, text, 100, MSG_WAITALL), 100);
		}
		/* no connection is left that waits for its end */
		same("SO_LINGER", setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger)), 0);
		same("close", close(client) | close(server), 0);
	}
	same("close", close(listener), 0);
}

static void turn_files(void)
{
	char name[32], other[32], text[300];
	struct iovec parts[2] = { { text, 100 }, { text + 100, 200 } };
	struct stat facts;
	int file, entries = 0;
	DIR *folder;

	memset(text, 'f', sizeof(text));
	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof(name), "file%d", i % 7);
		snprintf(other, sizeof(other), "other%d", i % 5);
		file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
		if (file < 0)
			die("open");
		same("write", write(file, text, sizeof(text)), sizeof(text));
		same("pwrite", pwrite(file, text, 10, 8000 + i), 10);
		same("writev", writev(file, parts, 2), 300);
		same("pread", pread(file, text, 10, 8000 + i), 10);
		note(text[3]);
		same("lseek", lseek(file, 0, SEEK_END), 8010 + i);
		same("fstat", fstat(file, &facts) + facts.st_size, 8010 + i);
		same("ftruncate", ftruncate(file, 100), 0);
		same("fsync", fsync(file), 0);
		same("fcntl", fcntl(file, F_GETFL) & O_ACCMODE, O_RDWR);
		same("close", close(file), 0);
		same("link", link(name, other), 0);
		same("stat", stat(other, &facts) + (int)facts.st_nlink, 2);
		same("rename", rename(other, "third"), 0);
		same("symlink", symlink("third", "way"), 0);
		same("readlink", readlink("way", text, sizeof(text)), 5);
		same("access by a link", access("way", R_OK), 0);
		same("unlink", unlink("way") | unlink("third") | unlink(name), 0);
		same("a folder", mkdir("folder", 0700) | chmod("folder", 0500) | rmdir("folder"), 0);
	}
	folder = opendir(".");
	while (folder && readdir(folder))
		entries++;
	same("entries of the folder", entries, 2);
	closedir(folder);
}

/* Lines and words of files that the kernel prints. */
static void turn_tables(void)
{
	static const char *const names[] = { "/proc/self/stat",   "/proc/version", "/proc/filesystems",
					     "/proc/self/limits", "/proc/cmdline", "/proc/self/mountinfo" };
	char text[PAGE];
	ssize_t count;
	int file;

	for (int i = 0; i < 40; i++) {
		file = open(names[i % (sizeof(names) / sizeof(names[0]))], O_RDONLY);
		count = file < 0 ? -1 : read(file, text, sizeof(text));
		if (count <= 0)
			die(names[i % (sizeof(names) / sizeof(names[0]))]);
		for (ssize_t k = 0; k < count && i % 6 != 0; k++)
			note(text[k]);
		same("close", close(file), 0);
	}
}

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
	caught = caught + number;
}

static void turn_signals(void)
{
	struct timespec short_time = { .tv_nsec = 1 };

	caught = 0;
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 200; i++) {
		same("kill", kill(getpid(), SIGUSR1), 0);
		same("caught", caught, (i + 1) * SIGUSR1);
		if (i % 20 == 0)
			same("nanosleep", nanosleep(&short_time, NULL), 0);
	}
}

/*
 * Another process replies through pipes: two task switches a message. Then some that end at once.
 */
static void turn_tasks(void)
{
	int to[2], from[2], status;
	uint8_t byte = 0;
	pid_t child;

	if (pipe(to) != 0 || pipe(from) != 0)
		die("pipe");
	child = fork();
	if (child == 0) {
		close(to[1]);
		while (read(to[0], &byte, 1) == 1) {
			byte++;
			if (write(from[1], &byte, 1) != 1)
				_exit(1);
		}
		_exit(byte);
	}
	if (child < 0)
		die("fork");
	close(to[0]);
	for (int i = 0; i < 100; i++) {
		same("a message", write(to[1], &byte, 1), 1);
		same("its answer", read(from[0], &byte, 1), 1);
		note(byte);
	}
	same("close", close(to[1]) | close(from[0]) | close(from[1]), 0);
	same("wait", waitpid(child, &status, 0) == child && WIFEXITED(status), 1);
	same("status", WEXITSTATUS(status), 100);
	for (int i = 0; i < 5; i++) {
		child = vfork();
		if (child == 0)
			_exit(i);
		same("wait", waitpid(child, &status, 0) == child && WIFEXITED(status), 1);
		same("status", WEXITSTATUS(status), i);
	}
}

static struct {
	const char *name;
	void (*turn)(void);
	uint32_t result;
	bool wanted;
} kinds[] = {
	{ "calls", turn_calls, 0, false },     { "faults", turn_faults, 0, false }, { "pipes", turn_pipes, 0, false },
	{ "sockets", turn_sockets, 0, false }, { "files", turn_files, 0, false },   { "tables", turn_tables, 0, false },
	{ "signals", turn_signals, 0, false }, { "tasks", turn_tasks, 0, false },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* SIGTERM is blocked and looked for between turns: no system call is interrupted by it. */
static bool told_to_end(void)
{
	sigset_t signals;

	return sigpending(&signals) == 0 && sigismember(&signals, SIGTERM) == 1;
}

static void block_the_end(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
}

int main(int argc, char **argv)
{
	time_t end = time(NULL) + (argc > 2 ? atoi(argv[1]) : 0);
	unsigned long turns = 0;

	if (argc < 3 || chdir(argv[2]) != 0) {
		fprintf(stderr, "usage: torrent SECONDS FOLDER [KIND]...\n");
		return 2;
	}
	block_the_end();
	for (size_t i = 0; i < KINDS; i++) {
		kinds[i].wanted = argc == 3;
		for (int k = 3; k < argc; k++)
			kinds[i].wanted |= strcmp(argv[k], kinds[i].name) == 0;
	}
	do {
		for (size_t i = 0; i < KINDS; i++) {
			if (!kinds[i].wanted)
				continue;
			kind = kinds[i].name;
			result = 2166136261u;
			kinds[i].turn();
			if (turns > 0 && result != kinds[i].result) {
				printf("torrent: %s: a turn has another result\n", kind);
				return 1;
			}
			kinds[i].result = result;
		}
		turns++;
	} while (time(NULL) < end && !told_to_end());
	for (size_t i = 0; i < KINDS; i++) {
		if (kinds[i].wanted)
			printf("torrent %s: %08x\n", kinds[i].name, (unsigned int)kinds[i].result);
	}
	fprintf(stderr, "%lu turns\n", turns);
	return 0;
}
