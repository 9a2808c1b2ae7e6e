// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * peek PID COMMAND... - another process by /dev/dtrace/ctl:
 *
 *   read ADDRESS SIZE      its bytes in hexadecimal digits
 *   parts ADDRESS          8 bytes there, 8 at address 0, 8 there: "done N error E" for each
 *   write ADDRESS DIGITS   bytes
 *   regs                   "state S sp ADDRESS pc ADDRESS": its first thread's
 *   set flags|free VALUE   a register that may not be set, one that may
 *   gone                   waits for a line on its input, then asks again
 *
 * Numbers in hexadecimal digits but for PID. An error: "error E", status 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../../../include/dtrace/ctl.h"

#if defined(__x86_64__)
#define SP    19
#define PC    16
#define FLAGS 18
#define FREE  0
#elif defined(__i386__)
#define SP    15
#define PC    12
#define FLAGS 14
#define FREE  3
#elif defined(__aarch64__)
#define SP    31
#define PC    32
#define FLAGS 33
#define FREE  28
#else
#define SP    2
#define PC    0
#define FLAGS 32
#define FREE  31
#endif

static int fd;

static int failed(void)
{
	printf("error %d\n", errno);
	return 1;
}

static int memory(uint32_t command, struct dtrace_ctlpart *parts, uint32_t count)
{
	struct dtrace_ctlmemory request = { .parts = (uintptr_t)parts, .count = count };

	return ioctl(fd, command, &request);
}

static int do_read(uint64_t addr, uint64_t size)
{
	static uint8_t bytes[65536];
	struct dtrace_ctlpart part = { .addr = addr, .buffer = (uintptr_t)bytes, .size = size };
	uint64_t i;

	if (size > sizeof(bytes) || memory(DTRACECTL_READ, &part, 1))
		return failed();
	for (i = 0; i < part.done; i++)
		printf("%02x", bytes[i]);
	printf("\n");
	if (part.error)
		printf("error %u\n", part.error);
	return part.error != 0;
}

static int do_parts(uint64_t addr)
{
	uint8_t bytes[3][8];
	struct dtrace_ctlpart parts[3] = { { .addr = addr, .buffer = (uintptr_t)bytes[0], .size = 8 },
					   { .addr = 0, .buffer = (uintptr_t)bytes[1], .size = 8 },
					   { .addr = addr, .buffer = (uintptr_t)bytes[2], .size = 8 } };
	int i;

	if (memory(DTRACECTL_READ, parts, 3))
		return failed();
	for (i = 0; i < 3; i++)
		printf("done %u error %u\n", (unsigned int)parts[i].done, parts[i].error);
	return 0;
}

static int do_write(uint64_t addr, const char *digits)
{
	uint8_t bytes[256];
	struct dtrace_ctlpart part = { .addr = addr, .buffer = (uintptr_t)bytes, .size = strlen(digits) / 2 };
	unsigned int byte, i;

	for (i = 0; i < part.size && i < sizeof(bytes); i++) {
		sscanf(digits + 2 * i, "%2x", &byte);
		bytes[i] = (uint8_t)byte;
	}
	if (memory(DTRACECTL_WRITE, &part, 1))
		return failed();
	printf("done %u error %u\n", (unsigned int)part.done, part.error);
	return part.error != 0;
}

static int do_regs(void)
{
	uint64_t values[DTRACE_CTL_REGS_MAX];
	struct dtrace_ctlregs request = { .count = DTRACE_CTL_REGS_MAX, .values = (uintptr_t)values };

	if (ioctl(fd, DTRACECTL_GETREGS, &request))
		return failed();
	printf("state %u sp %llx pc %llx\n", request.state, (unsigned long long)values[SP],
	       (unsigned long long)values[PC]);
	return 0;
}

static int do_set(unsigned int reg, uint64_t value)
{
	uint64_t values[DTRACE_CTL_REGS_MAX] = { 0 };
	struct dtrace_ctlregs request = { .count = reg + 1, .set = 1ull << reg, .values = (uintptr_t)values };

	values[reg] = value;
	if (ioctl(fd, DTRACECTL_SETREGS, &request))
		return failed();
	printf("set\n");
	return 0;
}

int main(int argc, char **argv)
{
	uint32_t pid = argc > 2 ? (uint32_t)atoi(argv[1]) : 0;
	uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 16) : 0;
	const char *second = argc > 4 ? argv[4] : "0", *what = argc > 2 ? argv[2] : "";
	char line[8];

	fd = open(DTRACE_CTL_DEVICE, O_RDWR);
	if (fd == -1 || ioctl(fd, DTRACECTL_PROCESS, &pid))
		return failed();
	if (!strcmp(what, "read"))
		return do_read(first, strtoull(second, NULL, 16));
	if (!strcmp(what, "parts"))
		return do_parts(first);
	if (!strcmp(what, "write"))
		return do_write(first, second);
	if (!strcmp(what, "regs"))
		return do_regs();
	if (!strcmp(what, "set"))
		return do_set(argc > 3 && !strcmp(argv[3], "flags") ? FLAGS : FREE, strtoull(second, NULL, 16));
	puts("ready");
	fflush(stdout);
	return fgets(line, sizeof(line), stdin) ? do_regs() : 2;
}
