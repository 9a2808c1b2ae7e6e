// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * badioctl - throws wrong input at /dev/dtrace/dtrace, as many rounds as its argument says: unknown
 * commands, commands with bad addresses, random structures, random and truncated DOF. The kernel
 * must answer every one with an error or success and live on. Prints how the calls ended, by errno,
 * so that a log shows whether the inputs got anywhere. The seed is printed and may be given as the
 * second argument.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <dtrace/ioctl.h>

#define ROOM 65536

static unsigned char room[ROOM];
static unsigned long ends[256];
static uint64_t state;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void fill(unsigned char *to, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = next();
}

static void count(int result)
{
	ends[result < 0 ? errno & 255 : 0]++;
}

/* Text that starts like DOF, so that some get past the first check: magic, data model, byte order, version. */
static void fill_dof(unsigned char *dof, size_t size)
{
	static const unsigned char ident[] = { 0x7f, 'D', 'O', 'F', 2, 1, 2, 8, 2 };

	fill(dof, size);
	if (next() % 4 == 0)
		memset(dof, 0, size);
	if (next() % 8)
		memcpy(dof, ident, sizeof(ident));
	for (int i = 0; i < 4; i++)
		dof[16 + 4 * i] = next() % 64;
	if (next() % 2)
		memcpy(dof + 40, &(uint64_t){ size }, 8);
}

static void send_dof(int fd)
{
	size_t size = 64 + next() % 4096;
	unsigned char *at = room + ROOM / 2;
	struct dtrace_enable enable = { .dof = (uintptr_t)at, .size = size };

	fill_dof(at, size);
	switch (next() % 6) {
	case 0: /* the end of the text is beyond what can be read */
		enable.size = next();
		break;
	case 1:
		enable.dof = next();
		break;
	}
	count(ioctl(fd, DTRACEIOC_ENABLE, &enable));
}

static void send_command(int fd)
{
	static const uint32_t commands[] = {
		DTRACEIOC_PROVIDER, DTRACEIOC_PROBES,  DTRACEIOC_BUFSNAP,  DTRACEIOC_PROBEMATCH, DTRACEIOC_ENABLE,
		DTRACEIOC_AGGSNAP,  DTRACEIOC_EPROBE,  DTRACEIOC_PROBEARG, DTRACEIOC_CONF,       DTRACEIOC_STATUS,
		DTRACEIOC_GO,       DTRACEIOC_STOP,    DTRACEIOC_AGGDESC,  DTRACEIOC_FORMAT,     DTRACEIOC_DOFGET,
		DTRACEIOC_OPTION,   DTRACEIOC_ACCOUNT,
	};
	uint32_t command = commands[next() % (sizeof(commands) / sizeof(commands[0]))];

	if (next() % 16 == 0)
		command = next();
	fill(room, 4096);
	if (next() % 2)
		memset(room, 0, 4096);
	switch (next() % 8) {
	case 0:
		count(ioctl(fd, command, NULL));
		break;
	case 1:
		count(ioctl(fd, command, (void *)(uintptr_t)next()));
		break;
	default:
		count(ioctl(fd, command, room));
	}
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1000;

	state = argc > 2 ? strtoull(argv[2], NULL, 0) : (uint64_t)time(NULL) * 2654435761u + 1;
	printf("badioctl: %ld rounds, seed %llu\n", rounds, (unsigned long long)state);
	fflush(stdout);
	for (long i = 0; i < rounds; i++) {
		int fd = open(DTRACE_DEVICE, O_RDWR);

		if (fd < 0) {
			perror(DTRACE_DEVICE);
			return 1;
		}
		for (int j = next() % 8; j >= 0; j--)
			next() % 3 ? send_command(fd) : send_dof(fd);
		close(fd);
	}
	for (int i = 0; i < 256; i++)
		if (ends[i])
			printf("badioctl: %8lu %s\n", ends[i], i ? strerror(i) : "accepted");
	return 0;
}
