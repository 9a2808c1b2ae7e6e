// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * badioctl - throws wrong input at /dev/dtrace/dtrace, as many rounds as its argument says: unknown
 * commands, commands with bad addresses, random structures, random, bent and truncated DOF. The
 * kernel must refuse or accept each of them and live on.
 *
 * Prints how the calls ended, by errno, and how far DOF came. Each stage of its validation must let
 * some through: an input that is always refused at the same place tests nothing after it, and the
 * exit status is 1 then. The seed is printed and may be given as the second argument.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <dtrace/action.h>
#include <dtrace/dif.h>
#include <dtrace/dof.h>
#include <dtrace/ioctl.h>
#include <dtrace/option.h>

#define ROOM 65536

static _Alignas(8) unsigned char room[ROOM];
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

/* ---- how far a DOF came ---------------------------------------------------------------------- */

/* Where DOF was refused, in the order in which the kernel looks at it. */
enum stage { AT_COPY, AT_IDENT, AT_HEADER, AT_SECTION_HEADERS, AT_SECTIONS, AT_PROGRAM, ACCEPTED, STAGES };

static const char *const stage_names[STAGES] = {
	"copy", "ident", "header", "section headers", "sections", "program", "accepted",
};

static unsigned long stages[STAGES];

/* The tags of the first stages; further ones that begin with dof- or option- are about what is in the sections. */
static const struct {
	const char *tag;
	enum stage stage;
} tags[] = {
	{ "dof-size", AT_COPY },
	{ "dof-magic", AT_IDENT },
	{ "dof-model", AT_IDENT },
	{ "dof-encoding", AT_IDENT },
	{ "dof-version", AT_IDENT },
	{ "dof-dif-version", AT_IDENT },
	{ "dof-dif-registers", AT_IDENT },
	{ "dof-ident-padding", AT_IDENT },
	{ "dof-header-flags", AT_HEADER },
	{ "dof-header-size", AT_HEADER },
	{ "dof-file-size", AT_HEADER },
	{ "dof-section-count", AT_HEADER },
	{ "dof-section-headers", AT_HEADER },
	{ "dof-section-", AT_SECTION_HEADERS },
	{ "dof-", AT_SECTIONS },
	{ "option-", AT_SECTIONS },
};

static enum stage stage_of(int result, const char *tag)
{
	if (result == 0)
		return ACCEPTED;
	if (errno != EINVAL)
		return tag[0] == '\0' ? AT_COPY : AT_PROGRAM;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (strncmp(tag, tags[i].tag, strlen(tags[i].tag)) == 0)
			return tags[i].stage;
	return AT_PROGRAM;
}

/* Prints for each stage how many were refused there. Return: 0, or 1 when nothing came past one of them. */
static int stages_report(void)
{
	unsigned long past = 0;
	int status = 0;

	for (int i = STAGES - 1; i >= 0; i--) {
		printf("badioctl: %8lu %s%s\n", stages[i], i == ACCEPTED ? "" : "refused at: ", stage_names[i]);
		if (i != ACCEPTED && past == 0) {
			printf("badioctl: no DOF came past: %s\n", stage_names[i]);
			status = 1;
		}
		past += stages[i];
	}
	return status;
}

/* ---- DOF ------------------------------------------------------------------------------------- */

/* BEGIN / 1 / { trace(1); @ = count() } with options, in which the kernel finds nothing wrong. */
struct good_dof {
	struct dof_hdr header;
	struct dof_sec sections[8];
	char strings[16];
	struct dof_probedesc probe;
	_Alignas(8) dif_instr_t code[2];
	_Alignas(8) uint64_t ints[1];
	struct {
		struct dof_difohdr_type rtype;
		dof_secidx_t links[2];
	} difo;
	_Alignas(8) struct dof_actdesc actions[2];
	_Alignas(8) struct dof_ecbdesc ecb;
	_Alignas(8) struct dof_optdesc options[2];
	char end[];
};

static void fill_ident(unsigned char *ident)
{
	memset(ident, 0, DOF_ID_SIZE);
	memcpy(ident, DOF_MAGIC, 4);
	ident[DOF_ID_MODEL] = DOF_MODEL_LP64;
	ident[DOF_ID_ENCODING] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? DOF_ENCODE_LSB : DOF_ENCODE_MSB;
	ident[DOF_ID_VERSION] = DOF_VERSION;
	ident[DOF_ID_DIFVERS] = DIF_VERSION;
	ident[DOF_ID_DIFIREG] = DIF_REGS;
	ident[DOF_ID_DIFTREG] = DIF_TUPLE_REGS;
}

static void fill_good(struct good_dof *dof)
{
#define SECTION(type, align, entsize, member)                                                               \
	{                                                                                                   \
		type, align, DOF_SECF_LOAD, entsize, offsetof(struct good_dof, member), sizeof(dof->member) \
	}
	const struct dof_sec sections[8] = {
		SECTION(DOF_SECT_STRTAB, 1, 0, strings),
		SECTION(DOF_SECT_PROBEDESC, 4, 0, probe),
		SECTION(DOF_SECT_DIF, 4, sizeof(dif_instr_t), code),
		SECTION(DOF_SECT_INTTAB, 8, sizeof(uint64_t), ints),
		SECTION(DOF_SECT_DIFOHDR, 4, 0, difo),
		SECTION(DOF_SECT_ACTDESC, 8, sizeof(struct dof_actdesc), actions),
		SECTION(DOF_SECT_ECBDESC, 8, 0, ecb),
		SECTION(DOF_SECT_OPTDESC, 8, sizeof(struct dof_optdesc), options),
	};
#undef SECTION

	memset(dof, 0, sizeof(*dof));
	fill_ident(dof->header.ident);
	dof->header.hdrsize = sizeof(dof->header);
	dof->header.secsize = sizeof(dof->sections[0]);
	dof->header.secnum = sizeof(sections) / sizeof(sections[0]);
	dof->header.secoff = offsetof(struct good_dof, sections);
	dof->header.loadsz = dof->header.filesz = sizeof(*dof);
	memcpy(dof->sections, sections, sizeof(sections));
	memcpy(dof->strings, "\0dtrace\0BEGIN", 14);
	dof->probe = (struct dof_probedesc){ .provider = 1, .name = 8 };
	dof->code[0] = DIF_INSTR_WIDE(DIF_OP_SETX, 0, 1);
	dof->code[1] = DIF_INSTR(DIF_OP_RET, 0, 0, 1);
	dof->ints[0] = 1;
	dof->difo.rtype = (struct dof_difohdr_type){ DIF_TYPE_CTF, 1, 0, 0, 8 };
	dof->difo.links[0] = 2;
	dof->difo.links[1] = 3;
	dof->actions[0] = (struct dof_actdesc){ .difo = 4, .strtab = DOF_SECIDX_NONE, .kind = DTRACEACT_DIFEXPR };
	dof->actions[1] = (struct dof_actdesc){ DOF_SECIDX_NONE, DOF_SECIDX_NONE, DTRACEAGG_COUNT, 0, 0, 1 };
	dof->ecb = (struct dof_ecbdesc){ .probes = 1, .pred = 4, .actions = 5 };
	dof->options[0] = (struct dof_optdesc){ DTRACEOPT_BUFSIZE, DOF_SECIDX_NONE, 16384 };
	dof->options[1] = (struct dof_optdesc){ DTRACEOPT_AGGSIZE, DOF_SECIDX_NONE, 16384 };
}

/* Some words of it get other values: small ones, special ones, any. */
static void bend(unsigned char *dof, size_t size)
{
	for (int changes = next() % 6; changes > 0; changes--) {
		size_t width = (size_t)1 << next() % 4, at = next() % (size / width) * width;
		uint64_t value = next() % 3 == 0 ? next() : next() % 2 ? next() % 32 : (uint64_t)1 << next() % 64;

		memcpy(dof + at, &value, width);
	}
}

/* Bytes that begin like DOF, so that some get past the first check. */
static void fill_random(unsigned char *dof, size_t size)
{
	fill(dof, size);
	if (next() % 4 == 0)
		memset(dof, 0, size);
	if (next() % 8)
		fill_ident(dof);
	for (int i = 0; i < 4; i++)
		dof[16 + 4 * i] = next() % 64;
	if (next() % 2)
		memcpy(dof + offsetof(struct dof_hdr, filesz), &(uint64_t){ size }, 8);
}

static void send_dof(int fd)
{
	unsigned char *at = room + ROOM / 2;
	struct dtrace_enable enable = { .dof = (uintptr_t)at };
	int result;

	if (next() % 2) {
		enable.size = sizeof(struct good_dof);
		fill_good((struct good_dof *)at);
		if (next() % 2)
			bend(at, enable.size);
		else /* the program alone: all that is around it is right */
			bend(at + offsetof(struct good_dof, code), sizeof(((struct good_dof *)at)->code));
	} else {
		enable.size = 64 + next() % 4096;
		fill_random(at, enable.size);
	}
	switch (next() % 8) {
	case 0: /* the end of the text is beyond what can be read */
		enable.size = next();
		break;
	case 1:
		enable.dof = next();
		break;
	}
	result = ioctl(fd, DTRACEIOC_ENABLE, &enable);
	stages[stage_of(result, enable.error)]++;
	count(result);
}

/* ---- all commands ---------------------------------------------------------------------------- */

static void send_command(int fd)
{
	static const uint32_t commands[] = {
		DTRACEIOC_PROVIDER, DTRACEIOC_PROBES,  DTRACEIOC_BUFSNAP,  DTRACEIOC_PROBEMATCH, DTRACEIOC_ENABLE,
		DTRACEIOC_AGGSNAP,  DTRACEIOC_EPROBE,  DTRACEIOC_PROBEARG, DTRACEIOC_CONF,       DTRACEIOC_STATUS,
		DTRACEIOC_GO,       DTRACEIOC_STOP,    DTRACEIOC_AGGDESC,  DTRACEIOC_FORMAT,     DTRACEIOC_DOFGET,
		DTRACEIOC_OPTION,   DTRACEIOC_ACCOUNT, DTRACEIOC_PROCESS,  DTRACEIOC_FILES,      DTRACEIOC_UNWIND,
		DTRACEIOC_MAPPED,   DTRACEIOC_HELPERS,
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
			printf("badioctl: %8lu %s\n", ends[i], i ? strerror(i) : "success");
	return stages_report();
}
