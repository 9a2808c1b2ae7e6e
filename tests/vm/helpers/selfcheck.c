// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * selfcheck - work whose result is known: the same lines on every run, whatever happens beside it.
 * Checksums over files written and read in uneven pieces, over pipes from child processes, and over
 * arrays that are sorted, with floating point that must not change when a timer's signals and their
 * handlers come between. Exit status 1 when a result is wrong by itself.
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE (256 * 1024)

static uint8_t data[SIZE];
static volatile double disturbed;
static volatile sig_atomic_t alarms;

static uint32_t crc(const uint8_t *bytes, size_t size)
{
	uint32_t sum = ~0u;

	for (size_t i = 0; i < size; i++) {
		sum ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			sum = (sum >> 1) ^ (sum & 1 ? 0xedb88320u : 0);
	}
	return ~sum;
}

static void fail(const char *what)
{
	printf("selfcheck: wrong: %s\n", what);
	exit(1);
}

static void fill(void)
{
	uint32_t x = 2463534242u;

	for (size_t i = 0; i < SIZE; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
		data[i] = (uint8_t)x;
	}
}

/* A handler that uses the floating point unit itself. */
static void on_alarm(int number)
{
	(void)number;
	alarms = alarms + 1;
	disturbed = disturbed * 1.0001 + 1.0 / (1.0 + alarms);
}

static double series(void)
{
	double sum = 0;

	for (int i = 1; i < 300000; i++)
		sum += 1.0 / ((double)i * i) * (i & 1 ? 1 : -1);
	return sum;
}

static void check_series(void)
{
	struct itimerval timer = { { 0, 2000 }, { 0, 2000 } }, off = { { 0, 0 }, { 0, 0 } };
	double first = series(), again;

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &timer, NULL);
	for (int i = 0; i < 5; i++) {
		again = series();
		if (memcmp(&first, &again, sizeof(first)) != 0)
			fail("floating point");
	}
	setitimer(ITIMER_REAL, &off, NULL);
	/* pi^2 / 12 */
	if (first < 0.8224670334 || first > 0.8224670335)
		fail("the sum of a series");
}

static void check_file(void)
{
	static const size_t pieces[] = { 1, 4096, 77, 8191, 13, 4097, 16384 };
	char name[64];
	size_t done = 0;
	uint8_t *map;
	int fd;

	snprintf(name, sizeof(name), "/tmp/selfcheck.%d", (int)getpid());
	fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		fail("open");
	for (int i = 0; done < SIZE; i++) {
		size_t piece = pieces[i % 7];

		if (piece > SIZE - done)
			piece = SIZE - done;
		if (write(fd, data + done, piece) != (ssize_t)piece)
			fail("write");
		done += piece;
	}
	map = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || crc(map, SIZE) != crc(data, SIZE))
		fail("a mapped file");
	munmap(map, SIZE);
	for (size_t at = 0; at < SIZE; at += 10007) {
		uint8_t byte;

		if (pread(fd, &byte, 1, at) != 1 || byte != data[at])
			fail("pread");
	}
	close(fd);
	unlink(name);
}

/* A child sends the data through a pipe, in another order of pieces than they are read. */
static void check_pipe(void)
{
	static uint8_t back[SIZE];
	size_t got = 0;
	int fds[2], status;
	pid_t child;

	if (pipe(fds) != 0)
		fail("pipe");
	child = fork();
	if (child < 0)
		fail("fork");
	if (child == 0) {
		close(fds[0]);
		for (size_t at = 0; at < SIZE; at += 4096) {
			if (write(fds[1], data + at, 4096) != 4096)
				_exit(3);
		}
		_exit(42);
	}
	close(fds[1]);
	for (;;) {
		ssize_t n = read(fds[0], back + got, SIZE - got < 1000 ? SIZE - got : 1000);

		if (n <= 0)
			break;
		got += n;
	}
	close(fds[0]);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 42)
		fail("the status of a child");
	if (got != SIZE || memcmp(back, data, SIZE) != 0)
		fail("what came through a pipe");
}

static int by_value(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return left < right ? -1 : left > right;
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (crc((const uint8_t *)"123456789", 9) != 0xcbf43926u)
		fail("a checksum that everybody knows");
	fill();
	check_series();
	check_file();
	check_pipe();
	printf("selfcheck: data %08x", crc(data, SIZE));
	qsort(data, SIZE / 4, 4, by_value);
	printf(" sorted %08x\n", crc(data, SIZE));
	return 0;
}
