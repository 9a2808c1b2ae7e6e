/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * places.c - walks through the kernel's tables of addresses (places.h).
 *
 * Symbols name the kernel's own tables where they name data (CONFIG_KALLSYMS_ALL). Elsewhere the tables are found by
 * what the kernel itself says: exceptions by its search, which returns an entry of the table; jump labels by the two
 * ends that its search has in its code, between which everything has to be an entry. What does not fit is not taken
 * for a table.
 */
#include <linux/extable.h>
#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/static_call.h>

#include "os/linux/linux.h"

#include <isa_types.h>

#include "base/report.h"
#include "os/linux/compat/compat.h"
#include "os/linux/places.h"

static const struct jump_entry *jumps, *jumps_end;
static const struct exception_table_entry *exceptions, *exceptions_end;
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static struct static_call_site *calls, *calls_end;
#endif

/* ---- where symbols name no data ---------------------------------------------------------------- */

#define JUMP_TABLE_MAX (1ul << 20) /* bytes; a kernel has some ten thousand entries */
#define WORDS_MAX      64

static bool is_kernel_text(unsigned long addr)
{
	return addr >= linux_calls.text_start && addr < linux_calls.text_end;
}

/* Whether the kernel's own search finds this very entry: what is before and after its table it does not find. */
static bool is_exception(const struct exception_table_entry *entry)
{
	struct exception_table_entry copy;

	if (os_kload(&copy, (unsigned long)entry, sizeof(copy)) != 0)
		return false;
	return linux_calls.search_exception_tables((unsigned long)&entry->insn + copy.insn) == entry;
}

/* From an entry for a function that has some, to both sides. */
static void find_exceptions(void)
{
	unsigned long addr = linux_symbol("copy_from_kernel_nofault");
	const struct exception_table_entry *entry = NULL, *last;
	struct os_text_symbol symbol;

	if (!addr || !linux_text_symbol(addr, &symbol))
		return;
	for (; addr < symbol.end && !entry; addr++)
		entry = linux_calls.search_exception_tables(addr);
	if (!entry || !is_exception(entry))
		return;
	for (last = entry; is_exception(last + 1); last++)
		;
	while (is_exception(entry - 1))
		entry--;
	exceptions = entry;
	exceptions_end = last + 1;
}

/* A NOP or a jump; for a moment a break, while the kernel writes there. */
static bool is_label_code(unsigned long addr)
{
	uint8_t code[ISA_INSN_MAX];
	struct isa_insn in;

	if (linux_text_read(addr, code, sizeof(code)) != 0)
		return false;
	isa_insn_decode(code, sizeof(code), addr, &in);
	return in.class == ISA_CLASS_NOP || in.class == ISA_CLASS_JUMP || in.class == ISA_CLASS_BREAK;
}

/* Whether it may be one, and come after @last (NULL: it is the first): they are in order of key, then of code. */
static bool is_jump(const struct jump_entry *entry, const struct jump_entry *last)
{
	unsigned long code, key;

	code = jump_entry_code(entry);
	key = (unsigned long)jump_entry_key(entry);
	if (key < linux_calls.text_end)
		return false;
	if (last && (key < (unsigned long)jump_entry_key(last) ||
		     (key == (unsigned long)jump_entry_key(last) && code <= jump_entry_code(last))))
		return false;
	if (jump_entry_is_init(entry))
		return !is_kernel_text(code);
	return is_kernel_text(code) && is_kernel_text(jump_entry_target(entry)) && is_label_code(code);
}

/* Whether the kernel, too, says that a label is there. */
static bool is_confirmed(const struct jump_entry *entry)
{
	void *code = (void *)jump_entry_code(entry);

	return jump_entry_is_init(entry) || linux_calls.jump_label_text_reserved(code, code);
}

static bool is_readable(unsigned long start, unsigned long end)
{
	char byte;

	for (; start < end; start += PAGE_SIZE) {
		if (os_kload(&byte, start, 1) != 0)
			return false;
	}
	return os_kload(&byte, end - 1, 1) == 0;
}

/* Whether [@start, @end) is the whole of the table: every entry of it is one, and none is before it or after it. */
static bool is_jump_table(unsigned long start, unsigned long end)
{
	const struct jump_entry *first = (void *)start, *stop = (void *)end, *entry, *last = NULL;

	if (end <= start || end - start > JUMP_TABLE_MAX || (end - start) % sizeof(*entry) != 0 ||
	    !is_readable(start - sizeof(*entry), end + sizeof(*entry)))
		return false;
	for (entry = first; entry < stop; last = entry++) {
		if (!is_jump(entry, last))
			return false;
	}
	return !is_jump(stop, last) && !(is_jump(first - 1, NULL) && is_jump(first, first - 1)) &&
	       is_confirmed(first) && is_confirmed(last) && is_confirmed(first + (last - first) / 2);
}

/* What may be an address of the table, from the code of the kernel's search. */
struct words {
	unsigned long all[WORDS_MAX];
	size_t count;
};

/* What has no memory of the kernel's data there is no end of a table: pieces of instructions look like addresses. */
static void add_word(struct words *words, unsigned long word)
{
	char byte;

	if (words->count < WORDS_MAX && word % __alignof__(struct jump_entry) == 0 && word >= linux_calls.text_end &&
	    os_kload(&byte, word - 1, 1) == 0)
		words->all[words->count++] = word;
}

/* Addresses in the code itself: whole ones (i386), and those whose lower half is enough (x86_64). */
static void words_in_code(struct words *words, const struct os_text_symbol *search)
{
	unsigned long addr;
	int half;

	for (addr = search->start; addr + sizeof(half) <= search->end; addr++) {
		if (linux_text_read(addr, &half, sizeof(half)) == 0)
			add_word(words, (unsigned long)(long)half);
	}
}

static int no_load(void *arg, uint64_t addr, void *dst, size_t size)
{
	return -OS_EFAULT;
}

static int no_store(void *arg, uint64_t addr, const void *src, size_t size)
{
	return -OS_EFAULT;
}

/*
 * Addresses that the code makes of the pc, by two instructions (aarch64's adrp and add): all instructions that do
 * nothing but compute are emulated, from the first to the last, and what comes into a register may be one.
 */
static void words_in_registers(struct words *words, const struct os_text_symbol *search)
{
	const struct isa_mem nowhere = { .load = no_load, .store = no_store };
	const size_t size = sizeof(struct isa_self_regs) / sizeof(unsigned long);
	union {
		struct isa_self_regs file;
		unsigned long words[sizeof(struct isa_self_regs) / sizeof(unsigned long)];
	} regs = {}, before;
	uint8_t code[ISA_INSN_MAX];
	struct isa_insn in;
	unsigned long addr;
	size_t i;

	for (addr = search->start; addr < search->end; addr += in.len ? in.len : isa_self.insn_align) {
		if (linux_text_read(addr, code, sizeof(code)) != 0)
			return;
		isa_insn_decode(code, sizeof(code), addr, &in);
		if (in.verdict != ISA_EMULATE || in.accesses_memory || ISA_CLASSES_FLOW >> in.class & 1)
			continue;
		before = regs;
		if (isa_insn_emulate(&in, (struct isa_regs *)&regs.file, &nowhere) != 0)
			continue;
		for (i = 0; i < size; i++) {
			if (regs.words[i] != before.words[i])
				add_word(words, regs.words[i]);
		}
	}
}

/* The kernel's search for labels begins at one end of the table and stops at the other: its code has both addresses. */
static void find_jumps(void)
{
	struct os_text_symbol search;
	struct words words = {};
	size_t i, j;

	if (!linux_text_symbol((unsigned long)linux_calls.jump_label_text_reserved, &search))
		return;
	words_in_code(&words, &search);
	words_in_registers(&words, &search);
	for (i = 0; i < words.count; i++) {
		for (j = 0; j < words.count && !jumps; j++) {
			if (is_jump_table(words.all[i], words.all[j])) {
				jumps = (void *)words.all[i];
				jumps_end = (void *)words.all[j];
			}
		}
	}
}

/* ---- the tables -------------------------------------------------------------------------------- */

int linux_places_init(void)
{
	jumps = (void *)linux_symbol("__start___jump_table");
	jumps_end = (void *)linux_symbol("__stop___jump_table");
	exceptions = (void *)linux_symbol("__start___ex_table");
	exceptions_end = (void *)linux_symbol("__stop___ex_table");
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	calls = (void *)linux_symbol("__start_static_call_sites");
	calls_end = (void *)linux_symbol("__stop_static_call_sites");
#endif
	if (!exceptions || !exceptions_end)
		find_exceptions();
	/* one of the two is of no use without the other */
	if ((!jumps || !jumps_end) && exceptions_end)
		find_jumps();
	return 0;
}

static bool jumps_known(void)
{
	return jumps && jumps_end;
}

/* Static calls have no search by which their table could be found. */
static bool calls_known(void)
{
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	return calls && calls_end;
#else
	return true;
#endif
}

bool linux_places_complete(void)
{
	return jumps_known() && exceptions && exceptions_end && calls_known();
}

void linux_places_report(struct dt_report *report)
{
	dt_report_line(report, "tables jump-labels %lu exceptions %lu",
		       jumps_known() ? (unsigned long)(jumps_end - jumps) : 0,
		       exceptions && exceptions_end ? (unsigned long)(exceptions_end - exceptions) : 0);
}

const struct exception_table_entry *linux_exception_table(const struct exception_table_entry **end)
{
	*end = exceptions ? exceptions_end : NULL;
	return exceptions;
}

unsigned long linux_exception_addr(const struct exception_table_entry *entry)
{
	static_assert(sizeof(entry->insn) == 4, "a distance");
	return (unsigned long)&entry->insn + entry->insn;
}

static unsigned long fixup_addr(const struct exception_table_entry *entry)
{
	static_assert(sizeof(entry->fixup) == 4, "a distance");
	return (unsigned long)&entry->fixup + entry->fixup;
}

struct walk {
	void (*fn)(void *arg, enum linux_place place, unsigned long addr);
	void *arg;
	const struct module *last;
};

static void tell_jumps(const struct walk *walk, const struct jump_entry *entry, const struct jump_entry *end)
{
	for (; entry < end; entry++) {
		walk->fn(walk->arg, LINUX_PLACE_PATCHED, jump_entry_code(entry));
		walk->fn(walk->arg, LINUX_PLACE_DESTINATION, jump_entry_target(entry));
	}
}

static void tell_exceptions(const struct walk *walk, const struct exception_table_entry *entry,
			    const struct exception_table_entry *end)
{
	for (; entry < end; entry++) {
		walk->fn(walk->arg, LINUX_PLACE_EXCEPTION, linux_exception_addr(entry));
		walk->fn(walk->arg, LINUX_PLACE_FIXUP, fixup_addr(entry));
	}
}

#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
static void tell_calls(const struct walk *walk, const struct static_call_site *site, const struct static_call_site *end)
{
	for (; site < end; site++)
		walk->fn(walk->arg, LINUX_PLACE_PATCHED, (unsigned long)&site->addr + site->addr);
}
#endif

/* Called for each symbol of a module; the first one is enough. */
static int tell_module(void *arg, struct module *mod, const char *name, unsigned long addr)
{
	struct walk *walk = arg;

	if (walk->last == mod)
		return 0;
	walk->last = mod;
	tell_jumps(walk, mod->jump_entries, mod->jump_entries + mod->num_jump_entries);
	tell_exceptions(walk, mod->extable, mod->extable + mod->num_exentries);
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	tell_calls(walk, mod->static_call_sites, mod->static_call_sites + mod->num_static_call_sites);
#endif
	return 0;
}

void linux_places_each(void (*fn)(void *arg, enum linux_place place, unsigned long addr), void *arg)
{
	struct walk walk = { .fn = fn, .arg = arg };

	if (jumps_known())
		tell_jumps(&walk, jumps, jumps_end);
	if (exceptions && exceptions_end)
		tell_exceptions(&walk, exceptions, exceptions_end);
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	if (calls && calls_end)
		tell_calls(&walk, calls, calls_end);
#endif
	compat_module_symbols(NULL, tell_module, &walk);
}
