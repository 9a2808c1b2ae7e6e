/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * plugin.h - what plugins of QEMU share: the interface, and the marks (calls/mark.h) by which a guest tells them when its
 * loops begin and end.
 *
 *      -plugin NAME.so,out=OUT
 *
 * The interface is that of QEMU 7.2 (docs/devel/tcg-plugins.rst, its version 1), of which Debian's packages have no
 * header. A later emulator that no longer has it says so when it loads the plugin.
 */
#ifndef TESTS_BENCH_PLUGIN_H
#define TESTS_BENCH_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "calls/mark.h"

/* ---- what is used of the interface ----------------------------------------------------------- */

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;
struct qemu_info {
	const char *target_name; /* there is more that is not used */
};
typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
typedef void qemu_plugin_vcpu_tb_trans_cb_t(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void qemu_plugin_vcpu_udata_cb_t(unsigned int vcpu, void *data);
typedef void qemu_plugin_vcpu_mem_cb_t(unsigned int vcpu, qemu_plugin_meminfo_t info, uint64_t addr, void *data);

#define PLUGIN_MEM_RW 3

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_tb_trans_cb_t *callback);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
/* flags 0: the callback reads no register */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_udata_cb_t *callback,
					    int flags, void *data);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_vcpu_udata_cb_t *callback, int flags,
					  void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_mem_cb_t *callback, int flags,
				      int rw, void *data);
/* within a callback for memory only */
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t addr);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *hwaddr);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = 1;
EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv);

/* ---- instructions that are looked for -------------------------------------------------------- */

struct plugin_kind {
	uint64_t mask, bits; /* of its bytes, the first one lowest */
	size_t size;
	qemu_plugin_vcpu_udata_cb_t *callback; /* NULL: the last one of a list */
};

/* The marks; the plugin defines these three. */
static void round_begins(unsigned int vcpu, void *data);
static void round_ends(unsigned int vcpu, void *data);
static void measurement_done(unsigned int vcpu, void *data);

#define PLUGIN_MARKS(size, mask, bits, shift)                                             \
	{ mask, bits | (uint64_t)BENCH_MARK_BEGIN << (shift), size, round_begins },       \
		{ mask, bits | (uint64_t)BENCH_MARK_END << (shift), size, round_ends },   \
	{                                                                                 \
		mask, bits | (uint64_t)BENCH_MARK_DONE << (shift), size, measurement_done \
	}

static const struct plugin_kind plugin_marks_x86[] = {
	PLUGIN_MARKS(7, 0x00ffffffffffffff, 0x801f0f, 24), /* nopl */
	{ 0, 0, 0, NULL },
};
static const struct plugin_kind plugin_marks_aarch64[] = {
	PLUGIN_MARKS(4, 0xffffffff, 0xd280001f, 5), /* movz xzr */
	{ 0, 0, 0, NULL },
};
static const struct plugin_kind plugin_marks_riscv64[] = {
	PLUGIN_MARKS(4, 0xffffffff, 0x37, 12), /* lui zero */
	{ 0, 0, 0, NULL },
};

struct plugin_target {
	const char *name; /* as the emulator calls it; NULL: the last one of a list */
	const struct plugin_kind *kinds;
};

/* plugin_kinds - those of the guest's CPU; NULL, and it is said, when that is not in the list. */
static inline const struct plugin_kind *plugin_kinds(const struct plugin_target *target, const struct qemu_info *info)
{
	for (; target->name; target++) {
		if (strcmp(info->target_name, target->name) == 0)
			return target->kinds;
	}
	fprintf(stderr, "plugin: the CPU %s is not known: its instructions are to be added\n", info->target_name);
	return NULL;
}

static const struct plugin_target plugin_targets[] = {
	{ "x86_64", plugin_marks_x86 },
	{ "i386", plugin_marks_x86 },
	{ "aarch64", plugin_marks_aarch64 },
	{ "riscv64", plugin_marks_riscv64 },
	{ NULL, NULL },
};

static const struct plugin_kind *plugin_marks; /* those of the guest's CPU */
static FILE *plugin_out;                       /* the file that the arguments name */

/* plugin_begin - what each qemu_plugin_install() does. Return: what that has to return; when it fails, it is said why. */
static inline int plugin_begin(qemu_plugin_id_t id, const struct qemu_info *info, int argc, char **argv,
			       qemu_plugin_vcpu_tb_trans_cb_t *translated)
{
	plugin_marks = plugin_kinds(plugin_targets, info);
	plugin_out = argc == 1 && strncmp(argv[0], "out=", 4) == 0 ? fopen(argv[0] + 4, "w") : NULL;
	if (!plugin_out)
		fprintf(stderr, "plugin: out=OUT wanted, a file that can be written\n");
	if (!plugin_marks || !plugin_out)
		return -1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}

/* plugin_look_at - an instruction that is translated: its callback, if it is one of @kind. */
static inline void plugin_look_at(const struct plugin_kind *kind, struct qemu_plugin_insn *insn)
{
	size_t size = qemu_plugin_insn_size(insn);
	uint64_t bytes = 0;

	if (size > sizeof(bytes))
		return;
	memcpy(&bytes, qemu_plugin_insn_data(insn), size);
	for (; kind->callback; kind++) {
		if (kind->size == size && (bytes & kind->mask) == kind->bits)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, kind->callback, 0, NULL);
	}
}

#endif
