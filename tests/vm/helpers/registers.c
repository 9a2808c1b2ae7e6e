// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * registers - a program that makes its probes at run time, as libraries for scripting languages do, and registers them
 * with /dev/dtrace/helper by what <sys/dtrace.h> says:
 *
 *   registers COUNT [executed]
 *
 * For each line on its input, a word and a number ROUND, it does something, and says what:
 *
 *   add         "added ROUND": registers worker:NAME:work:job-start and :idle; what it gets is kept for `remove`
 *   second      "second ROUND": another object, whose provider is `worker`, too: worker:NAME:more:second
 *   remove      "removed ROUND": takes the first object back
 *   round       "enabled N" how often it was told that job-start is enabled, "done ROUND". COUNT times, number i
 *               from 0 on: asks, and reaches job-start(path "/job", i, -i, 3, 4, 5, 6, 7000 + i) whatever the
 *               answer; reaches idle() and second() once each
 *   fork        "child PID": a child takes over, until `end`; its parent says "back STATUS"
 *   exec        "executed" by the same program, with nothing registered
 *   bad         "bad ROUND": after lines "wrong: ..." if something was not refused as it should be
 *   end
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../include/sys/dtrace.h"

/* ---- code that is made at run time -------------------------------------------------------------- */

/* asks(): 0, unless somebody changes that. reach(): a call to nothing, with its arguments where a call has them. */
#if defined(__x86_64__)
static const unsigned char asks_code[] = { 0x55, 0x33, 0xc0, 0x90, 0x90, 0x90, 0x5d, 0xc3 };
#define ASKS 1
static const unsigned char reach_code[] = { 0xff, 0x74, 0x24, 0x10, 0xff, 0x74, 0x24, 0x10, 0x90,
					    0x90, 0x90, 0x90, 0x90, 0x48, 0x83, 0xc4, 0x10, 0xc3 };
#define REACH 8
#elif defined(__i386__)
static const unsigned char asks_code[] = { 0x55, 0x33, 0xc0, 0x90, 0x90, 0x90, 0x5d, 0xc3 };
#define ASKS  1
#define PUSH  0xff, 0x74, 0x24, 0x20
static const unsigned char reach_code[] = { PUSH, PUSH, PUSH, PUSH, PUSH, PUSH, PUSH, PUSH, 0x90,
					    0x90, 0x90, 0x90, 0x90, 0x83, 0xc4, 0x20, 0xc3 };
#define REACH 32
#elif defined(__aarch64__)
static const unsigned char asks_code[] = { 0x00, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6 };
#define ASKS  0
static const unsigned char reach_code[] = { 0x1f, 0x20, 0x03, 0xd5, 0xc0, 0x03, 0x5f, 0xd6 };
#define REACH 0
#else
static const unsigned char asks_code[] = { 0x13, 0x05, 0x00, 0x00, 0x67, 0x80, 0x00, 0x00 };
#define ASKS  0
static const unsigned char reach_code[] = { 0x13, 0x00, 0x00, 0x00, 0x67, 0x80, 0x00, 0x00 };
#define REACH 0
#endif

#define CODE_SIZE 4096
#define AT_ASKS   0
#define AT_JOB    256
#define AT_IDLE   512
#define AT_SECOND 768

typedef long (*asks_t)(void);
typedef void (*reach_t)(const char *path, long a, long b, long c, long d, long e, long f, long g);

static unsigned char *code;

static int code_make(void)
{
	code = mmap(NULL, CODE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (code == MAP_FAILED)
		return 0;
	memcpy(code + AT_ASKS, asks_code, sizeof(asks_code));
	memcpy(code + AT_JOB, reach_code, sizeof(reach_code));
	memcpy(code + AT_IDLE, reach_code, sizeof(reach_code));
	memcpy(code + AT_SECOND, reach_code, sizeof(reach_code));
	__builtin___clear_cache((char *)code, (char *)code + CODE_SIZE);
	return 1;
}

static long asks(void)
{
	return ((asks_t)(uintptr_t)(code + AT_ASKS))();
}

static void reach(size_t at, const char *path, long number)
{
	((reach_t)(uintptr_t)(code + at))(path, number, -number, 3, 4, 5, 6, 7000 + number);
}

/* ---- DOF ---------------------------------------------------------------------------------------- */

enum { STRINGS, PROBES, PRARGS, PROFFS, PRENOFFS, PROVIDER, RELTAB, URELHDR, SECTIONS };

struct object {
	dof_hdr_t header;
	dof_sec_t sections[SECTIONS];
	dof_probe_t probes[2];
	dof_relodesc_t relocations[2];
	dof_provider_t provider;
	dof_relohdr_t relocation;
	uint32_t offsets[2], asking[1];
	uint8_t map[3];
	char strings[256];
};

static struct object first, second;
static size_t strings_used;

static uint32_t string(struct object *object, const char *text)
{
	size_t at = strings_used;

	strings_used += strlen(text) + 1;
	strcpy(object->strings + at, text);
	return (uint32_t)at;
}

static void section(struct object *object, int which, uint32_t type, uint32_t align, uint32_t entry, const void *at,
		    size_t size)
{
	dof_sec_t *to = &object->sections[which];

	to->dofs_type = type;
	to->dofs_align = align;
	to->dofs_flags = DOF_SECF_LOAD;
	to->dofs_entsize = entry;
	to->dofs_offset = (uint64_t)((const char *)at - (const char *)object);
	to->dofs_size = size;
}

static void header(struct object *object)
{
	static const unsigned char ident[] = { DOF_MAG_MAG0,     DOF_MAG_MAG1,      DOF_MAG_MAG2,  DOF_MAG_MAG3,
					       DOF_MODEL_NATIVE, DOF_ENCODE_NATIVE, DOF_VERSION_2, DIF_VERSION,
					       DIF_DIR_NREGS,    DIF_DTR_NREGS };

	memset(object, 0, sizeof(*object));
	memcpy(object->header.dofh_ident, ident, sizeof(ident));
	object->header.dofh_hdrsize = sizeof(dof_hdr_t);
	object->header.dofh_secsize = sizeof(dof_sec_t);
	object->header.dofh_secnum = SECTIONS;
	object->header.dofh_secoff = sizeof(dof_hdr_t);
	object->header.dofh_loadsz = object->header.dofh_filesz = sizeof(*object);
	strings_used = 1;
}

/* Addresses in the DOF are counted from the code, which is "loaded" where it is: relocations say so. */
static void finish(struct object *object, size_t probes, size_t offsets)
{
	const dof_attr_t attr = DOF_ATTR(DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING, DTRACE_CLASS_COMMON);

	object->provider = (dof_provider_t){ STRINGS, PROBES, PRARGS, PROFFS,  string(object, "worker"), attr, attr,
					     attr,    attr,   attr,   PRENOFFS };
	for (size_t i = 0; i < probes; i++) {
		object->relocations[i].dofr_type = DOF_RELO_SETX;
		object->relocations[i].dofr_offset = i * sizeof(dof_probe_t);
	}
	object->relocation = (dof_relohdr_t){ STRINGS, RELTAB, PROBES };
	section(object, STRINGS, DOF_SECT_STRTAB, 1, 0, object->strings, strings_used);
	section(object, PROBES, DOF_SECT_PROBES, 8, sizeof(dof_probe_t), object->probes, probes * sizeof(dof_probe_t));
	section(object, PRARGS, DOF_SECT_PRARGS, 1, 1, object->map, sizeof(object->map));
	section(object, PROFFS, DOF_SECT_PROFFS, 4, 4, object->offsets, offsets * 4);
	section(object, PRENOFFS, DOF_SECT_PRENOFFS, 4, 4, object->asking, sizeof(object->asking));
	section(object, PROVIDER, DOF_SECT_PROVIDER, 4, 0, &object->provider, sizeof(object->provider));
	section(object, RELTAB, DOF_SECT_RELTAB, 8, sizeof(dof_relodesc_t), object->relocations,
		probes * sizeof(dof_relodesc_t));
	section(object, URELHDR, DOF_SECT_URELHDR, 4, 0, &object->relocation, sizeof(object->relocation));
}

static void first_make(void)
{
	dof_probe_t *job = &first.probes[0], *idle = &first.probes[1];

	header(&first);
	job->dofpr_addr = AT_ASKS;
	job->dofpr_func = string(&first, "work");
	job->dofpr_name = string(&first, "job-start");
	job->dofpr_nargc = 8;
	job->dofpr_nargv = string(&first, "char *");
	for (int i = 1; i < 8; i++)
		string(&first, "long");
	/* D sees the number, the path, and the last argument */
	job->dofpr_xargc = 3;
	job->dofpr_xargv = string(&first, "long");
	string(&first, "char *");
	string(&first, "long");
	first.map[0] = 1;
	first.map[1] = 0;
	first.map[2] = 7;
	job->dofpr_noffs = job->dofpr_nenoffs = 1;
	first.offsets[0] = AT_JOB + REACH;
	first.asking[0] = ASKS;
	idle->dofpr_addr = AT_IDLE;
	idle->dofpr_func = job->dofpr_func;
	idle->dofpr_name = string(&first, "idle");
	idle->dofpr_offidx = 1;
	idle->dofpr_noffs = 1;
	first.offsets[1] = REACH;
	finish(&first, 2, 2);
}

static void second_make(void)
{
	header(&second);
	second.probes[0].dofpr_addr = AT_SECOND;
	second.probes[0].dofpr_func = string(&second, "more");
	second.probes[0].dofpr_name = string(&second, "second");
	second.probes[0].dofpr_noffs = 1;
	second.offsets[0] = REACH;
	finish(&second, 1, 1);
}

/* ---- the device --------------------------------------------------------------------------------- */

static int device_call(unsigned long command, unsigned long value)
{
	int device = open("/dev/dtrace/helper", O_RDWR), result, error;

	if (device < 0)
		return -errno;
	result = ioctl(device, command, value);
	error = errno;
	close(device);
	return result < 0 ? -error : result;
}

static int add(struct object *object)
{
	dof_helper_t helper = { "registers", (uintptr_t)code, (uintptr_t)object };

	return device_call(DTRACEHIOC_ADDDOF, (uintptr_t)&helper);
}

/* ---- what is refused ---------------------------------------------------------------------------- */

static int bad;

static void expect(const char *what, int result, int expected)
{
	if (result == expected)
		return;
	printf("wrong: %s: %d, not %d\n", what, result, expected);
	bad++;
}

/* The first object with another value there. */
#define WITH(member, value, expected)                                   \
	do {                                                            \
		first_make();                                           \
		first.member = (value);                                 \
		expect(#member " = " #value, add(&first), -(expected)); \
	} while (0)

static void try_bad(void)
{
	dof_helper_t helper = { "registers", 0, 8 };

	expect("another command", device_call(DTRACEHIOC | 9, 0), -ENOTTY);
	expect("no structure", device_call(DTRACEHIOC_ADDDOF, 8), -EFAULT);
	expect("no DOF", device_call(DTRACEHIOC_ADDDOF, (uintptr_t)&helper), -EFAULT);
	expect("no DOF, ADD", device_call(DTRACEHIOC_ADD, 8), -EFAULT);
	expect("REMOVE of nothing", device_call(DTRACEHIOC_REMOVE, 12345678), -ENOENT);
	expect("REMOVE of 0", device_call(DTRACEHIOC_REMOVE, 0), -ENOENT);
	WITH(header.dofh_ident[0], 'x', ENOEXEC);
	WITH(header.dofh_ident[DOF_ID_ENCODING], DOF_ENCODE_MSB, ENOEXEC);
	WITH(header.dofh_loadsz, 1ull << 40, E2BIG);
	WITH(header.dofh_loadsz, 10, EINVAL);
	WITH(header.dofh_secnum, 0x10000000, EINVAL);
	WITH(header.dofh_secoff, ~7ull, EINVAL);
	WITH(sections[STRINGS].dofs_size, 1ull << 63, EINVAL);
	WITH(sections[PROBES].dofs_offset, 1ull << 33, EINVAL);
	WITH(sections[PROVIDER].dofs_flags, 0, EOPNOTSUPP);
	WITH(provider.dofpv_name, 0x7fffffff, EINVAL);
	WITH(provider.dofpv_probes, 77, EINVAL);
	WITH(probes[0].dofpr_noffs, 3, EINVAL);
	WITH(probes[0].dofpr_noffs, 0xffff, ENOSPC);
	WITH(probes[0].dofpr_offidx, 0xffffffff, EINVAL);
	WITH(probes[0].dofpr_nargc, 33, ENOSPC);
	WITH(map[1], 8, EINVAL);
	WITH(strings[1], '\n', EILSEQ);
	WITH(relocations[0].dofr_offset, 8, EINVAL);
	first_make();
}

/* What is right each time, until there is too much of it: nothing of it must stay. */
static void try_many(void)
{
	int all[64], count = 0;

	while (count < 64 && (all[count] = add(&second)) > 0)
		count++;
	expect("providers of one process", count, 32);
	expect("one more", count < 64 ? all[count] : 0, -ENOSPC);
	while (count > 0)
		expect("REMOVE", device_call(DTRACEHIOC_REMOVE, (unsigned long)all[--count]), 0);
}

/* ---- rounds ------------------------------------------------------------------------------------- */

static void round_of(long count)
{
	long enabled = 0, i;

	for (i = 0; i < count; i++) {
		enabled += asks() == 1;
		reach(AT_JOB, "/job", i);
	}
	reach(AT_IDLE, "", 0);
	reach(AT_SECOND, "", 0);
	printf("enabled %ld\n", enabled);
}

/* The child goes on with the input. Return: in the parent its status, in the child -1. */
static int fork_here(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		printf("child %d\n", (int)getpid());
		return -1;
	}
	waitpid(pid, &status, 0);
	return status;
}

static void answer(const char *what, long number, int error)
{
	if (error < 0) {
		printf("wrong: %s: %s\n", what, strerror(-error));
		bad++;
	}
	printf("%s %ld\n", what, number);
}

/* A line without the reader's looking ahead: a child, or another program, reads on. */
static int line_get(char *line, size_t size)
{
	size_t used = 0;

	while (used + 1 < size && read(0, line + used, 1) == 1 && line[used] != '\n')
		used++;
	line[used] = '\0';
	return used > 0;
}

int main(int argc, char **argv)
{
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 1, number;
	int generation = 0, result, status;
	char line[80], *blank;

	if (!code_make())
		return 2;
	first_make();
	second_make();
	setvbuf(stdout, NULL, _IOLBF, 0);
	printf(argc > 2 ? "executed\n" : "ready\n");
	while (line_get(line, sizeof(line)) && strcmp(line, "end") != 0) {
		blank = strchr(line, ' ');
		number = blank ? strtol(blank, NULL, 10) : 0;
		if (blank)
			*blank = '\0';
		if (strcmp(line, "add") == 0) {
			generation = add(&first);
			answer("added", number, generation);
		} else if (strcmp(line, "second") == 0) {
			answer("second", number, add(&second));
		} else if (strcmp(line, "remove") == 0) {
			result = device_call(DTRACEHIOC_REMOVE, (unsigned long)generation);
			answer("removed", number, result);
		} else if (strcmp(line, "round") == 0) {
			round_of(count);
			printf("done %ld\n", number);
		} else if (strcmp(line, "fork") == 0) {
			status = fork_here();
			if (status >= 0)
				printf("back %d\n", status);
		} else if (strcmp(line, "exec") == 0) {
			execl("/proc/self/exe", argv[0], argv[1], "executed", (char *)NULL);
			return 3;
		} else if (strcmp(line, "bad") == 0) {
			try_bad();
			try_many();
			printf("bad %ld\n", number);
		}
	}
	return bad != 0;
}
