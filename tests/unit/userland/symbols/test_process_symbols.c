/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * test_process_symbols.c - names of functions of processes: this one, one that is gone, files that
 * are cut or damaged.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "consumer/print.h"
#include "consumer/value.h"
#include "handle/demangle.h"
#include "process/functions.h"
#include "symbols/symbols.h"
#include "fake/elf_sample.h"
#include "fake_engine.h"

#define A10      "aaaaaaaaaa"
#define NAME_200 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10
#define NAME_400 NAME_200 NAME_200
/* Each template has the one before twice: hundreds of megabytes. */
#define BOMB                                                                                       \
	"1PIiiES0_IS1_S1_ES0_IS2_S2_ES0_IS3_S3_ES0_IS4_S4_ES0_IS5_S5_ES0_IS6_S6_ES0_IS7_S7_E"      \
	"S0_IS8_S8_ES0_IS9_S9_ES0_ISA_SA_ES0_ISB_SB_ES0_ISC_SC_ES0_ISD_SD_ES0_ISE_SE_ES0_ISF_SF_E" \
	"S0_ISG_SG_ES0_ISH_SH_ES0_ISI_SI_ES0_ISJ_SJ_ES0_ISK_SK_ES0_ISL_SL_ES0_ISM_SM_E"

int usyms_target(int value);
/* Names as compilers of C++ and Rust make them, and such as only an enemy makes. */
int of_class(int value) __asm__("_ZN5shape4areaEi");
int of_clone(int value) __asm__("_ZNK5shape5widthEv.constprop.0");
int of_rust(int value) __asm__("_ZN4core3fmt5write17h0123456789abcdefE");
int of_new_rust(int value) __asm__("_RNvCs1234_7mycrate3foo");
int of_c(int value) __asm__("_Zebra");
int of_long(int value) __asm__("_ZN400" NAME_400 "400" NAME_400 "200" NAME_200 "E");
int of_bomb(int value) __asm__("_Z1fI" BOMB "EvT_");
__attribute__((noinline)) int usyms_target(int value)
{
	return value * 3 + 1;
}

static const char *text_of(dtrace_hdl_t *dtp, uint32_t pid, uint64_t addr, bool offset)
{
	static char text[512];

	ldt_user_address_text(dtp, pid, addr, offset, text, sizeof(text));
	return text;
}

static void test_own(void **state)
{
	uint64_t addr = (uintptr_t)usyms_target;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	struct ldt_usym symbol;
	int local;

	assert_string_equal(text_of(dtp, (uint32_t)getpid(), addr, true), "test_userland_process_symbols`usyms_target");
	assert_string_equal(text_of(dtp, (uint32_t)getpid(), addr + 2, true),
			    "test_userland_process_symbols`usyms_target+0x2");
	assert_string_equal(text_of(dtp, (uint32_t)getpid(), addr + 2, false),
			    "test_userland_process_symbols`usyms_target");
	assert_string_equal(text_of(dtp, (uint32_t)getpid(), 16, true), "0x10");
	assert_string_equal(text_of(dtp, 0, addr, true) + 2, strchr(text_of(dtp, 0, addr, true), 'x') + 1);
	assert_true(ldt_usym_find(dtp, (uint32_t)getpid(), addr + 2, &symbol));
	assert_int_equal(symbol.into, 2);
	assert_true(symbol.base <= addr);
	assert_true(ldt_usym_find(dtp, (uint32_t)getpid(), (uintptr_t)&local, &symbol));
	assert_string_equal(symbol.object, "[stack]");
	assert_null(symbol.name);
	assert_int_equal(dtrace_setopt(dtp, "noresolve", NULL), 0);
	assert_memory_equal(text_of(dtp, (uint32_t)getpid(), addr, true), "test_userland_process_symbols:0x", 32);
	fake_close(dtp, fake);
}

__attribute__((noinline)) int of_class(int value)
{
	return value * 5 + 1;
}

__attribute__((noinline)) int of_clone(int value)
{
	return value * 5 + 2;
}

__attribute__((noinline)) int of_rust(int value)
{
	return value * 5 + 3;
}

__attribute__((noinline)) int of_new_rust(int value)
{
	return value * 5 + 4;
}

__attribute__((noinline)) int of_c(int value)
{
	return value * 5 + 5;
}

__attribute__((noinline)) int of_long(int value)
{
	return value * 5 + 6;
}

__attribute__((noinline)) int of_bomb(int value)
{
	return value * 5 + 7;
}

static bool has_no_library;

void *__real_dlopen(const char *name, int mode);
void *__wrap_dlopen(const char *name, int mode);

void *__wrap_dlopen(const char *name, int mode)
{
	return __real_dlopen(has_no_library ? "libstdc++.so.0-is-not-there" : name, mode);
}

static char *(*real_demangle)(const char *name, char *buffer, size_t *size, int *status);
static int demangled; /* so many names were given to the library */

static char *count_demangled(const char *name, char *buffer, size_t *size, int *status)
{
	demangled++;
	return real_demangle(name, buffer, size, status);
}

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);

void *__wrap_dlsym(void *library, const char *name)
{
	real_demangle = __real_dlsym(library, name);
	return count_demangled;
}

static const char *function_text(dtrace_hdl_t *dtp, int (*function)(int))
{
	const char *text = text_of(dtp, (uint32_t)getpid(), (uintptr_t)function + 1, true);

	assert_memory_equal(text, "test_userland_process_symbols`", 30);
	return text + 30;
}

static void test_demangle(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	int64_t value;

	assert_string_equal(function_text(dtp, of_class), "_ZN5shape4areaEi+0x1");
	assert_int_equal(dtrace_getopt(dtp, "demangle", &value), 0);
	assert_int_equal(value, DTRACEOPT_UNSET);
	assert_int_equal(dtrace_setopt(dtp, "demangle", "yes"), -1);
	has_no_library = true;
	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), -1);
	has_no_library = false;
	assert_memory_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)),
			    "names of C++ need the C++ library: libstdc++.so.0-is", 51);
	assert_string_equal(function_text(dtp, of_class), "_ZN5shape4areaEi+0x1");
	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), 0);
	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), 0);
	assert_int_equal(dtrace_getopt(dtp, "demangle", &value), 0);
	assert_int_equal(value, 1);
	assert_string_equal(function_text(dtp, of_class), "shape::area(int)+0x1");
	assert_string_equal(function_text(dtp, of_clone), "shape::width() const [clone .constprop.0]+0x1");
	assert_string_equal(function_text(dtp, of_rust), "core::fmt::write::h0123456789abcdef+0x1");
	assert_string_equal(function_text(dtp, of_new_rust), "_RNvCs1234_7mycrate3foo+0x1");
	assert_string_equal(function_text(dtp, of_c), "_Zebra+0x1");
	assert_string_equal(function_text(dtp, usyms_target), "usyms_target+0x1");
	fake_close(dtp, fake);
}

/* Texts that are too long, and a name that stands for hundreds of megabytes of text. */
static void test_demangle_enemy(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);

	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), 0);
	assert_memory_equal(function_text(dtp, of_long), "_ZN400aaaa", 10);
	assert_string_equal(ldt_demangled(dtp, "_Z1fI1PIiiES0_IS1_S1_EEvT_"),
			    "void f<P<int, int>, P<P<int, int>, P<int, int> > >(P<int, int>)");
	demangled = 0;
	assert_memory_equal(function_text(dtp, of_bomb), "_Z1fI1PIiiE", 11);
	assert_string_equal(ldt_demangled(dtp, "_Z1fIJDpDpDpDpT_EEvS_"), "_Z1fIJDpDpDpDpT_EEvS_");
	assert_int_equal(demangled, 0); /* nobody has tried */
	assert_null(ldt_demangled(dtp, NULL));
	/* the text of a function is not lost with one that was too long */
	assert_string_equal(function_text(dtp, of_class), "shape::area(int)+0x1");
	fake_close(dtp, fake);
}

static void test_exited(void **state)
{
	uint64_t addr = (uintptr_t)usyms_target;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	uint32_t seen, unseen;
	pid_t pid = fork();

	if (pid == 0) {
		pause();
		_exit(0);
	}
	seen = (uint32_t)pid;
	assert_string_equal(text_of(dtp, seen, addr, true), "test_userland_process_symbols`usyms_target");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	assert_string_equal(text_of(dtp, seen, addr + 1, true), "test_userland_process_symbols`usyms_target+0x1");
	pid = fork();
	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
	unseen = (uint32_t)pid;
	assert_memory_equal(text_of(dtp, unseen, addr, true), "0x", 2);
	fake_close(dtp, fake);
}

/* This program's text, as the core tells it of a process that has ended. */
static void map_own_text(struct fake *fake, uint32_t pid, uint64_t sequence, uint64_t moved)
{
	const struct ldt_mapping *mapping;
	struct ldt_maps maps;

	assert_true(ldt_maps_read("/proc", (uint32_t)getpid(), &maps));
	mapping = ldt_maps_find(&maps, (uintptr_t)usyms_target);
	assert_non_null(mapping);
	fake->mapped[0] = (struct dtrace_textfile){
		.start = mapping->start + moved,
		.end = mapping->end + moved,
		.offset = mapping->offset,
		.device = mapping->device,
		.inode = mapping->inode,
	};
	strcpy(fake->mapped[0].path, mapping->path);
	fake->mapped[1] = (struct dtrace_textfile){ .start = 0x7fff00000000, .end = 0x7fff00002000 };
	fake->mapped_count = 2;
	fake->mapped_pid = pid;
	fake->mapped_sequence = sequence;
	ldt_maps_free(&maps);
}

/* A process of which nobody has heard while it lived: what the core knows of it. */
static void test_ended(void **state)
{
	const uint32_t pid = 4000000; /* more than there can be */
	const uint64_t moved = 0x100000000000 - 0x1000, addr = (uintptr_t)usyms_target + moved;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);

	assert_memory_equal(text_of(dtp, pid, addr, true), "0x", 2);
	assert_int_equal(fake->mapped_asked, 1);
	assert_memory_equal(text_of(dtp, pid, addr, true), "0x", 2);
	assert_int_equal(fake->mapped_asked, 1); /* once */
	assert_int_equal(ldt_usym_is_code(dtp, pid, addr), LDT_CODE_UNKNOWN);
	map_own_text(fake, pid, 1, moved);
	ldt_usyms_ended(dtp);
	assert_string_equal(text_of(dtp, pid, addr + 2, true), "test_userland_process_symbols`usyms_target+0x2");
	assert_string_equal(text_of(dtp, pid, 0x7fff00000010, true), "[vdso]`0x7fff00000010");
	assert_int_equal(ldt_usym_is_code(dtp, pid, addr), LDT_CODE_YES);
	assert_int_equal(ldt_usym_is_code(dtp, pid, 16), LDT_CODE_NO);
	/* it had executed another program before: both are known, the latest one first */
	map_own_text(fake, pid, 2, moved + 2);
	ldt_usyms_ended(dtp);
	assert_string_equal(text_of(dtp, pid, addr + 2, true), "test_userland_process_symbols`usyms_target");
	fake->mapped_asked = 0;
	ldt_usyms_ended(dtp);
	assert_int_equal(fake->mapped_asked, 1); /* nothing new */
	/* one that still lived when it was printed, and is asked for by its number */
	map_own_text(fake, pid + 1, 0, moved);
	assert_string_equal(text_of(dtp, pid + 1, addr, true), "test_userland_process_symbols`usyms_target");
	fake_close(dtp, fake);
}

/* Many processes: the lives that ended first are forgotten. */
static void test_many_ended(void **state)
{
	const uint64_t moved = 0x100000000000 - 0x1000, addr = (uintptr_t)usyms_target + moved;
	const uint32_t first = 4000000, count = 16384 + 10;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);

	map_own_text(fake, first, 1, moved);
	for (uint32_t i = 0; i < count; i++) {
		fake->mapped_pid = first + i;
		fake->mapped_sequence = i + 1;
		ldt_usyms_ended(dtp);
	}
	fake->mapped_count = 0;
	assert_memory_equal(text_of(dtp, first, addr, true), "0x", 2);
	assert_memory_equal(text_of(dtp, first + 9, addr, true), "0x", 2);
	assert_string_equal(text_of(dtp, first + 10, addr, true), "test_userland_process_symbols`usyms_target");
	assert_string_equal(text_of(dtp, first + count - 1, addr, true), "test_userland_process_symbols`usyms_target");
	fake_close(dtp, fake);
}

static void write_file(const char *path, const char *data, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(data, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

/* Cut and damaged files: the result does not matter, but no byte outside of them may be read. */
static void test_damaged(void **state)
{
	char path[] = "/tmp/usymsXXXXXX", *data;
	int fd = mkstemp(path);
	FILE *self = fopen("/proc/self/exe", "r");
	unsigned int random = 1;
	struct ldt_functions *syms;
	uint64_t into;
	size_t size;

	assert_true(fd != -1 && self);
	fseek(self, 0, SEEK_END);
	size = (size_t)ftell(self);
	rewind(self);
	data = malloc(size);
	assert_int_equal(fread(data, 1, size, self), size);
	fclose(self);
	assert_null(ldt_functions_open("", "/nowhere"));
	assert_null(ldt_functions_open("", "/"));
	for (size_t cut = 1; cut < size; cut += cut < 200 ? 7 : size / 16) {
		write_file(path, data, cut);
		ldt_functions_free(ldt_functions_open("", path));
	}
	for (int round = 0; round < 60; round++) {
		size_t at;
		char before;

		random = random * 1103515245 + 12345;
		at = random % (round % 2 ? 64 : size);
		before = data[at];
		data[at] = (char)(random >> 16);
		write_file(path, data, size);
		syms = ldt_functions_open("", path);
		for (uint64_t offset = 0; syms && offset < size; offset += size / 64)
			ldt_functions_name(syms, offset, &into);
		ldt_functions_free(syms);
		data[at] = before;
	}
	free(data);
	close(fd);
	unlink(path);
}

/*
 * A process below @root, as /proc shows it: one file, /lib/sample, whose first function is called
 * @name. It has mapped that of process @of.
 */
static void make_process(const char *root, unsigned int pid, unsigned int of, const char *name)
{
	static const char *const folders[] = { "", "/root", "/root/lib" };
	struct elf_sample sample;
	char path[128], maps[128];
	struct stat status;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		snprintf(path, sizeof(path), "%s/%u%s", root, pid, folders[i]);
		assert_int_equal(mkdir(path, 0755), 0);
	}
	elf_sample_make(&sample, 64);
	memcpy(sample.data + sample.offset[SAMPLE_STRINGS] + 1, name, 5);
	snprintf(path, sizeof(path), "%s/%u/root/lib/sample", root, pid);
	write_file(path, (const char *)sample.data, sample.size);
	snprintf(path, sizeof(path), "%s/%u/root/lib/sample", root, of);
	assert_int_equal(stat(path, &status), 0);
	snprintf(path, sizeof(path), "%s/%u/maps", root, pid);
	snprintf(maps, sizeof(maps), "00010000-00020000 r-xp 00000000 %02x:%02x %lu    /lib/sample\n",
		 major(status.st_dev), minor(status.st_dev), (unsigned long)status.st_ino);
	write_file(path, maps, strlen(maps));
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
	return remove(path);
}

/* Processes with other roots: by the same path each has a file of its own. */
static void test_roots(void **state)
{
	char root[] = "/tmp/usymsXXXXXX";
	uint64_t addr = 0x10000 + SAMPLE_TEXT_OFFSET + 3;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);

	assert_non_null(mkdtemp(root));
	make_process(root, 7, 7, "outer");
	make_process(root, 8, 8, "OUTER");
	make_process(root, 9, 7, "never"); /* the file of process 7: it is not read again */
	make_process(root, 6, 8, "wrong");
	assert_int_equal(dtrace_setopt(dtp, "procfspath", root), 0);
	assert_string_equal(text_of(dtp, 7, addr, true), "sample`outer+0x3");
	assert_string_equal(text_of(dtp, 8, addr, true), "sample`OUTER+0x3");
	assert_string_equal(text_of(dtp, 9, addr, true), "sample`outer+0x3");
	fake_close(dtp, fake);
	/* read first: by its path the process has another file now than the one that is mapped */
	dtp = fake_open(&fake);
	assert_int_equal(dtrace_setopt(dtp, "procfspath", root), 0);
	assert_string_equal(text_of(dtp, 6, addr, true), "sample`0x10103");
	fake_close(dtp, fake);
	assert_int_equal(nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

/* A stack of this process, as its text. */
static char *stack_of(dtrace_hdl_t *dtp, const uint64_t *words, size_t count)
{
	const dtrace_recdesc_t rec = { .action = DTRACEACT_USTACK, .size = (uint32_t)(count * sizeof(*words)) };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(ldt_print_stack(dtp, out, (struct ldt_value){ .rec = &rec, .data = (const char *)words }, 1),
			 0);
	fclose(out);
	return text;
}

static void no_memory(void *arg)
{
	fail();
}

/* A stack and a symbol, as text and as values for other formats. */
static void test_demangled_stack(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	uint64_t words[4] = { (uint64_t)getpid(), (uintptr_t)of_class, (uintptr_t)of_clone + 1, 0 };
	const dtrace_recdesc_t rec = { .action = DTRACEACT_USTACK, .size = sizeof(words) };
	const dtrace_recdesc_t symbol = { .action = DTRACEACT_USYM, .size = 16 };
	struct ldt_arena arena;
	dtrace_value_t value;
	char *text;

	assert_int_equal(dtrace_setopt(dtp, "demangle", NULL), 0);
	text = stack_of(dtp, words, 4);
	assert_string_equal(text, "\n test_userland_process_symbols`shape::area(int)\n"
				  " test_userland_process_symbols`shape::width() const [clone .constprop.0]+0x1\n");
	free(text);
	ldt_arena_init(&arena, no_memory, NULL);
	ldt_value_read(dtp, &arena, (struct ldt_value){ .rec = &rec, .data = (const char *)words }, NULL, &value);
	assert_int_equal(value.stack.count, 2);
	assert_string_equal(value.stack.frames[0].name, "shape::area(int)");
	assert_string_equal(value.stack.frames[1].name, "shape::width() const [clone .constprop.0]");
	ldt_value_read(dtp, &arena, (struct ldt_value){ .rec = &symbol, .data = (const char *)words }, NULL, &value);
	assert_string_equal(value.symbol.at.name, "shape::area(int)");
	assert_string_equal(value.symbol.at.text, "test_userland_process_symbols`shape::area(int)");
	ldt_arena_fini(&arena);
	fake_close(dtp, fake);
}

/* Frames that are in no code of the process are left out: a piece of text, an address of the stack. */
static void test_junk(void **state)
{
	uint64_t addr = (uintptr_t)usyms_target;
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	uint64_t words[7] = { (uint64_t)getpid(), addr, 0x6f77206f6c6c6568, (uintptr_t)&fake, 16, addr + 1, 0 };
	char *text = stack_of(dtp, words, 7);

	assert_string_equal(text, "\n test_userland_process_symbols`usyms_target\n"
				  " test_userland_process_symbols`usyms_target+0x1\n");
	free(text);
	words[1] = 32; /* of another program: nothing is known about the others */
	words[6] = addr;
	text = stack_of(dtp, words, 7);
	assert_memory_equal(text, "\n 0x20\n 0x6f77206f6c6c6568\n [stack]`0x", 38);
	free(text);
	words[1] = addr;
	dtp->copts.compat_set = true;
	text = stack_of(dtp, words, 7);
	assert_non_null(strstr(text, "0x6f77206f6c6c6568\n"));
	free(text);
	assert_int_equal(ldt_usym_is_code(dtp, 0, addr), LDT_CODE_UNKNOWN);
	fake_close(dtp, fake);
}

/* Code that was mapped after the mappings were read, but before the record was taken. */
static void test_new_code(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	uint64_t addr;
	void *code;

	assert_int_equal(ldt_usym_is_code(dtp, (uint32_t)getpid(), (uintptr_t)usyms_target), LDT_CODE_YES);
	code = mmap(NULL, 65536, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(code != MAP_FAILED);
	addr = (uintptr_t)code + 8;
	ldt_symbols_recorded(dtp);
	assert_int_equal(ldt_usym_is_code(dtp, (uint32_t)getpid(), addr), LDT_CODE_YES);
	assert_int_equal(munmap(code, 65536), 0);
	assert_int_equal(ldt_usym_is_code(dtp, (uint32_t)getpid(), addr), LDT_CODE_YES); /* no record has come since */
	ldt_symbols_recorded(dtp);
	assert_int_equal(ldt_usym_is_code(dtp, (uint32_t)getpid(), 16), LDT_CODE_NO);
	assert_int_equal(ldt_usym_is_code(dtp, (uint32_t)getpid(), addr), LDT_CODE_NO);
	fake_close(dtp, fake);
}

/* The same of a name: a library is there that was not when the mappings were read. */
static void test_new_library(void **state)
{
	struct fake *fake;
	dtrace_hdl_t *dtp = fake_open(&fake);
	const uint32_t pid = (uint32_t)getpid();
	uint64_t addr;
	void *code;
	int fd;

	assert_string_equal(text_of(dtp, pid, (uintptr_t)usyms_target, true),
			    "test_userland_process_symbols`usyms_target");
	fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
	assert_true(code != MAP_FAILED);
	close(fd);
	addr = (uintptr_t)code + 8;
	assert_memory_equal(text_of(dtp, pid, addr, true), "0x", 2);
	ldt_symbols_recorded(dtp);
	assert_memory_equal(text_of(dtp, pid, addr, true), "test_userland_process_symbols`", 30);
	assert_int_equal(munmap(code, 4096), 0);
	fake_close(dtp, fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_exited),
		cmocka_unit_test(test_ended),
		cmocka_unit_test(test_many_ended),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_roots),
		cmocka_unit_test(test_junk),
		cmocka_unit_test(test_new_code),
		cmocka_unit_test(test_new_library),
		cmocka_unit_test(test_demangle),
		cmocka_unit_test(test_demangle_enemy),
		cmocka_unit_test(test_demangled_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
