// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * fentry - a BPF program on the entry of a kernel function, without a compiler for it: five
 * instructions made by hand that count in a map. Attached until the standard input ends; then the
 * count is printed.
 *
 *   fentry FUNCTION        exit status 3: this kernel has no type information or refuses such programs
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

static uint8_t *file_read(const char *path, size_t *size)
{
	struct stat about;
	uint8_t *bytes;
	size_t done = 0;
	ssize_t n;
	int fd = open(path, O_RDONLY);

	if (fd < 0 || fstat(fd, &about) != 0)
		return NULL;
	bytes = malloc(about.st_size);
	while (bytes && done < (size_t)about.st_size && (n = read(fd, bytes + done, about.st_size - done)) > 0)
		done += n;
	close(fd);
	*size = done;
	return bytes;
}

/* Bytes that follow a type of this kind in BTF. */
static size_t more(const struct btf_type *type)
{
	uint32_t count = BTF_INFO_VLEN(type->info);

	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_DATASEC:
	case BTF_KIND_ENUM64:
		return count * 12;
	case BTF_KIND_ENUM:
	case BTF_KIND_FUNC_PROTO:
		return count * 8;
	default:
		return 0;
	}
}

/* The type id of a function in the kernel's BTF; 0 when there is none. */
static uint32_t function_id(const char *name)
{
	size_t size;
	uint8_t *bytes = file_read("/sys/kernel/btf/vmlinux", &size);
	const struct btf_header *header = (const struct btf_header *)bytes;
	const uint8_t *at, *end;
	const char *strings;
	uint32_t id = 1;

	if (!bytes)
		return 0;
	at = bytes + header->hdr_len + header->type_off;
	end = at + header->type_len;
	strings = (const char *)bytes + header->hdr_len + header->str_off;
	for (; at < end; id++) {
		const struct btf_type *type = (const struct btf_type *)at;

		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC && strcmp(strings + type->name_off, name) == 0)
			return id;
		at += sizeof(*type) + more(type);
	}
	return 0;
}

static int map_create(void)
{
	union bpf_attr attr = { .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8, .max_entries = 1 };

	return bpf(BPF_MAP_CREATE, &attr);
}

static struct bpf_insn insn(uint8_t code, uint8_t dst, uint8_t src, int16_t off, int32_t imm)
{
	return (struct bpf_insn){ .code = code, .dst_reg = dst, .src_reg = src, .off = off, .imm = imm };
}

/* r0 = address of the map's value 0 (the two-word load that names a map's memory); *r0 += 1; return 0 */
static int program_load(int map, uint32_t id)
{
	static char log[65536];
	struct bpf_insn code[] = {
		insn(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_VALUE, 0, map),
		insn(0, 0, 0, 0, 0),
		insn(BPF_ALU64 | BPF_MOV | BPF_K, 2, 0, 0, 1),
		insn(BPF_STX | BPF_ATOMIC | BPF_DW, 1, 2, 0, BPF_ADD),
		insn(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0),
		insn(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_TRACING,
		.expected_attach_type = BPF_TRACE_FENTRY,
		.insns = (uintptr_t)code,
		.insn_cnt = COUNT(code),
		.license = (uintptr_t) "Dual MIT/GPL",
		.attach_btf_id = id,
		.log_buf = (uintptr_t)log,
		.log_size = sizeof(log),
		.log_level = 1,
	};
	int fd = bpf(BPF_PROG_LOAD, &attr);

	if (fd < 0)
		fprintf(stderr, "fentry: %s\n%s", strerror(errno), log);
	return fd;
}

int main(int argc, char **argv)
{
	uint32_t id = argc == 2 ? function_id(argv[1]) : 0, key = 0;
	union bpf_attr attach = { 0 }, look = { 0 };
	uint64_t value = 0;
	int map, program;
	char byte;

	if (!id) {
		fprintf(stderr, "fentry: no such function in the kernel's type information\n");
		return 3;
	}
	map = map_create();
	program = map < 0 ? -1 : program_load(map, id);
	attach.raw_tracepoint.prog_fd = program;
	if (program < 0 || bpf(BPF_RAW_TRACEPOINT_OPEN, &attach) < 0) {
		fprintf(stderr, "fentry: %s\n", strerror(errno));
		return 3;
	}
	printf("attached\n");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	look.map_fd = map;
	look.key = (uintptr_t)&key;
	look.value = (uintptr_t)&value;
	if (bpf(BPF_MAP_LOOKUP_ELEM, &look) != 0)
		return 1;
	printf("fentry %s: %llu\n", argv[1], (unsigned long long)value);
	return 0;
}
