// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * lives - processes and threads in known numbers, for tests of what is told about them.
 *
 *   lives fork N        N children, one after the other, that exit with status 3
 *   lives exec N        N children that execute `lives exit`
 *   lives noexec N      N times execve() of a file that is not there
 *   lives kill N        N children that wait for a signal, killed by SIGTERM
 *   lives ignore N      N times SIGUSR1 to itself, which it ignores
 *   lives handle N      N times SIGUSR2 to itself, which it handles
 *   lives take N        N times SIGUSR1 to itself, blocked, then taken by sigwaitinfo()
 *   lives thread N      N threads, one after the other
 *   lives fault N       N children that end by reading address 16
 *   lives nap N         N times asleep for 20 ms: never so short that the time is over before the thread is off its CPU
 *   lives turn 1        never ends, and takes turns with others that do (SCHED_RR)
 *   lives lower N       N times a higher priority, then a lower one (SCHED_FIFO)
 *   lives touch N       N pages of new memory, each written to
 *   lives datagram N    N datagrams of 100 bytes to itself
 *   lives connect N     N connections to itself, 1000 bytes through each
 *   lives seek N        N times the position of /tmp/file set, and as often that of no file
 *   lives llseek N      N times the position of /tmp/file set by that system call; only in programs that have it
 *   lives sync N        N times /tmp/file written to its disk
 *   lives list N        N times a folder read: once what is in it, once its end
 *   lives map N         N times /tmp/file mapped
 *   lives exit          nothing
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *self;

static void handled(int sig)
{
	(void)sig;
}

static void *thread(void *arg)
{
	return arg;
}

/* Wait for a child and compare how it ended. */
static int ended(pid_t child, int status)
{
	int seen;

	return child > 0 && waitpid(child, &seen, 0) == child && (seen & 0xff7f) == status ? 0 : 1;
}

static int do_fork(void)
{
	pid_t child = fork();

	if (child == 0)
		_exit(3);
	return ended(child, 3 << 8);
}

static int do_exec(void)
{
	pid_t child = fork();

	if (child == 0) {
		execl(self, self, "exit", (char *)NULL);
		_exit(9);
	}
	return ended(child, 0);
}

static int do_noexec(void)
{
	return execl("/nothing/here", "here", (char *)NULL) == -1 ? 0 : 1;
}

static int do_kill(void)
{
	pid_t child = fork();

	if (child == 0) {
		for (;;)
			pause();
	}
	return child > 0 && kill(child, SIGTERM) == 0 ? ended(child, SIGTERM) : 1;
}

static int do_fault(void)
{
	const volatile unsigned char *volatile nowhere = (void *)16;
	pid_t child = fork();

	if (child == 0)
		_exit(*nowhere);
	return ended(child, SIGSEGV);
}

static int do_ignore(void)
{
	signal(SIGUSR1, SIG_IGN);
	return kill(getpid(), SIGUSR1);
}

static int do_handle(void)
{
	signal(SIGUSR2, handled);
	return kill(getpid(), SIGUSR2);
}

static int do_take(void)
{
	siginfo_t info;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGUSR1, handled);
	return kill(getpid(), SIGUSR1) == 0 && sigwaitinfo(&set, &info) == SIGUSR1 ? 0 : 1;
}

static int do_thread(void)
{
	pthread_t id;

	return pthread_create(&id, NULL, thread, NULL) != 0 || pthread_join(id, NULL) != 0;
}

static int do_nap(void)
{
	return nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

static int do_turn(void)
{
	volatile int turning = !sched_setscheduler(0, SCHED_RR, &(struct sched_param){ .sched_priority = 1 });

	while (turning)
		;
	return 1;
}

static int do_lower(void)
{
	return sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 20 }) ||
	       sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 10 });
}

static int do_touch(void)
{
	long size = sysconf(_SC_PAGESIZE);
	char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return 1;
	page[0] = 1;
	return munmap(page, size);
}

/* A socket with an address on the loopback. */
static int local_socket(int type, struct sockaddr_in *addr)
{
	socklen_t size = sizeof(*addr);
	int fd = socket(AF_INET, type, 0);

	*addr = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	if (bind(fd, (struct sockaddr *)addr, size) || getsockname(fd, (struct sockaddr *)addr, &size))
		return -1;
	return fd;
}

static int do_datagram(void)
{
	static int fd = -1;
	static struct sockaddr_in addr;
	char text[100] = "";

	if (fd == -1)
		fd = local_socket(SOCK_DGRAM, &addr);
	return sendto(fd, text, sizeof(text), 0, (struct sockaddr *)&addr, sizeof(addr)) != sizeof(text) ||
	       recv(fd, text, sizeof(text), 0) != sizeof(text);
}

static int do_connect(void)
{
	static int listener = -1;
	static struct sockaddr_in addr;
	char text[1000] = "";
	int from, to, failed;

	if (listener == -1) {
		listener = local_socket(SOCK_STREAM, &addr);
		if (listen(listener, 5))
			return 1;
	}
	from = socket(AF_INET, SOCK_STREAM, 0);
	failed = connect(from, (struct sockaddr *)&addr, sizeof(addr));
	to = accept(listener, NULL, NULL);
	failed |= write(from, text, sizeof(text)) != sizeof(text) ||
		  recv(to, text, sizeof(text), MSG_WAITALL) != sizeof(text);
	return close(from) | close(to) | failed;
}

static int the_file(void)
{
	static int fd = -1;

	if (fd == -1)
		fd = open("/tmp/file", O_RDONLY);
	return fd;
}

/* The second fails: there is no such file. */
static int do_seek(void)
{
	return syscall(SYS_lseek, the_file(), 4096, SEEK_SET) != 4096 || syscall(SYS_lseek, -1, 4096, SEEK_SET) != -1;
}

#ifdef SYS__llseek
static int do_llseek(void)
{
	loff_t at = 0;

	return syscall(SYS__llseek, the_file(), 0, 8192, &at, SEEK_SET) != 0 || at != 8192;
}
#endif

static int do_sync(void)
{
	return fsync(the_file());
}

static int do_list(void)
{
	static int fd = -1;
	char entries[4096];

	if (fd == -1)
		fd = open("/proc/self/fdinfo", O_RDONLY | O_DIRECTORY);
	return lseek(fd, 0, SEEK_SET) != 0 || syscall(SYS_getdents64, fd, entries, sizeof(entries)) <= 0 ||
	       syscall(SYS_getdents64, fd, entries, sizeof(entries)) != 0;
}

static int do_map(void)
{
	void *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, the_file(), 0);

	return at == MAP_FAILED || munmap(at, 4096);
}

static const struct {
	const char *name;
	int (*act)(void);
} acts[] = {
	{ "fork", do_fork },     { "exec", do_exec },         { "noexec", do_noexec },   { "kill", do_kill },
	{ "fault", do_fault },   { "ignore", do_ignore },     { "handle", do_handle },   { "take", do_take },
	{ "thread", do_thread }, { "nap", do_nap },           { "turn", do_turn },       { "lower", do_lower },
	{ "touch", do_touch },   { "datagram", do_datagram }, { "connect", do_connect }, { "seek", do_seek },
	{ "sync", do_sync },     { "list", do_list },         { "map", do_map },
#ifdef SYS__llseek
	{ "llseek", do_llseek },
#endif
};

int main(int argc, char **argv)
{
	int count = argc > 2 ? atoi(argv[2]) : 0;

	self = argv[0];
	if (argc == 2 && strcmp(argv[1], "exit") == 0)
		return 0;
	for (size_t i = 0; argc == 3 && i < sizeof(acts) / sizeof(acts[0]); i++) {
		if (strcmp(argv[1], acts[i].name) != 0)
			continue;
		while (count-- > 0) {
			if (acts[i].act()) {
				fprintf(stderr, "lives: %s did not end as it should\n", argv[1]);
				return 1;
			}
		}
		return 0;
	}
	fprintf(stderr, "usage: lives ACT COUNT\n");
	return 2;
}
