/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * refuse.c - where no break may be, and why. In this order:
 *
 *   names      functions on the way from the trap to us, functions that probe context calls,
 *              functions that run before a CPU can take a trap (denied.h and the CPU's own list)
 *   ranges     sections of the kernel: entry, noinstr, interrupt entry; our own module
 *   list       the kernel's own list of what kprobes must not touch. Asking costs a walk over
 *              hundreds of entries for each function, so where the list itself can be found it is
 *              copied and sorted once
 *   places     bytes that the kernel patches: jump labels and static calls, copied and sorted once
 *              where their tables can be found; elsewhere the kernel is asked, but only about
 *              instructions that could be one
 *   others     instructions with an entry in the exception table (it is keyed by address), other people's kprobes
 *
 * Questions come in order of address as a rule, a few hundred thousand of them. So of ranges, places
 * and exceptions the stretch around the last address is kept that has none: most questions end there.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "os/linux/cpu.h"

#include <isa_types.h>

#include "base/sort.h"
#include "os/linux/compat/compat.h"
#include "os/linux/denied.h"
#include "os/linux/places.h"
#include "os/linux/stretches.h"

static const struct {
	const char *start, *end, *reason;
} sections[] = {
	{ "__noinstr_text_start", "__noinstr_text_end", "noinstr" },
	{ "__entry_text_start", "__entry_text_end", "entry-code" },
	{ "__irqentry_text_start", "__irqentry_text_end", "entry-code" },
	{ "__softirqentry_text_start", "__softirqentry_text_end", "entry-code" },
	{ "__kprobes_text_start", "__kprobes_text_end", "kprobe-blacklist" },
	{ "__static_call_text_start", "__static_call_text_end", "static-call" },
	{ "__indirect_thunk_start", "__indirect_thunk_end", "thunk" },
	{ "__hyp_text_start", "__hyp_text_end", "hypervisor" },
	{ "__hyp_idmap_text_start", "__hyp_idmap_text_end", "hypervisor" },
	{ "__idmap_text_start", "__idmap_text_end", "cpu-bring-up" },
};

static struct {
	unsigned long start, end;
	const char *reason;
} ranges[ARRAY_SIZE(sections)];
static size_t range_count;

static DEFINE_MUTEX(lock);
static struct stretch *blacklist;      /* [lock] settled copy, NULL when not yet made or not possible */
static size_t blacklist_count;         /* [lock] */
static unsigned long *places;          /* [lock] sorted addresses that the kernel patches, as the blacklist */
static size_t place_count, place_room; /* [lock] */
static bool collected;                 /* [lock] */
static struct stretch free_of_sections, free_of_places, free_of_exceptions; /* [lock] empty when none is known */
static struct list_head *kprobe_list;
static struct mutex *kprobe_lock; /* of kprobe_list: the kernel frees a module's entries under it */
static struct kprobe *(*find_kprobe)(void *addr);
static bool (*module_text)(unsigned long addr);

int linux_refuse_init(void)
{
	size_t i;
	unsigned long start, end;

	for (i = 0; i < ARRAY_SIZE(sections); i++) {
		start = linux_symbol(sections[i].start);
		end = linux_symbol(sections[i].end);
		if (!start || end <= start)
			continue;
		ranges[range_count].start = start;
		ranges[range_count].end = end;
		ranges[range_count++].reason = sections[i].reason;
	}
	kprobe_list = (void *)linux_symbol("kprobe_blacklist");
	kprobe_lock = (void *)linux_symbol("kprobe_mutex");
	find_kprobe = (void *)linux_symbol("get_kprobe");
	module_text = (void *)linux_symbol("is_module_text_address");
	return 0;
}

static void forget(void)
{
	os_free(blacklist);
	os_free(places);
	blacklist = NULL;
	places = NULL;
	blacklist_count = place_count = place_room = 0;
	free_of_places.start = free_of_places.end = 0;
	collected = false;
}

void linux_refuse_fini(void)
{
	forget();
}

void linux_refuse_forget(void)
{
	mutex_lock(&lock);
	forget();
	mutex_unlock(&lock);
}

/* ---- the kernel's kprobe blacklist ----------------------------------------------------------- */

/*
 * The entries of a module are freed when it goes: the walk has the kernel's own lock. A list whose
 * lock is not known is not walked. os_alloc() may sleep and waits for no kprobe.
 */
static void collect_blacklist(void)
{
	struct kprobe_blacklist_entry *entry;
	size_t n = 0;

	if (!kprobe_list || !kprobe_lock)
		return;
	mutex_lock(kprobe_lock);
	list_for_each_entry (entry, kprobe_list, list)
		n++;
	blacklist = os_alloc((n + 1) * sizeof(*blacklist));
	if (blacklist) {
		list_for_each_entry (entry, kprobe_list, list) {
			blacklist[blacklist_count].start = entry->start_addr;
			blacklist[blacklist_count++].end = entry->end_addr;
		}
	}
	mutex_unlock(kprobe_lock);
	if (blacklist)
		blacklist_count = stretches_settle(blacklist, blacklist_count, linux_sort);
}

static bool in_blacklist(unsigned long addr)
{
	return blacklist ? stretches_have(blacklist, blacklist_count, addr) : linux_calls.within_kprobe_blacklist(addr);
}

/* ---- places that the kernel patches ---------------------------------------------------------- */

static void count_place(void *arg, enum linux_place place, unsigned long addr)
{
	place_room += place == LINUX_PLACE_PATCHED;
}

static void add_place(void *arg, enum linux_place place, unsigned long addr)
{
	if (place == LINUX_PLACE_PATCHED && place_count < place_room)
		places[place_count++] = addr;
}

/* The kernel's tables are one after the other, each nearly in order. */
static void sort_places(void)
{
	void **room = os_alloc(place_count * sizeof(*room));

	dt_sort_mostly((void **)places, place_count, room, dt_compare_values);
	os_free(room);
}

/*
 * The walk is done twice: to count, then to copy. A module that is loaded in between is missed
 * here; its own notice makes the tables anew.
 */
static void collect_places(void)
{
	if (!linux_places_complete())
		return;
	linux_places_each(count_place, NULL);
	places = os_alloc(place_room * sizeof(*places));
	if (!places)
		return;
	linux_places_each(add_place, NULL);
	sort_places();
}

static void collect(void)
{
	if (collected)
		return;
	collect_blacklist();
	collect_places();
	collected = true;
}

/* A patched place may be up to five bytes long (x86): it must not overlap, on either side. */
static const char *patched_by_kernel(unsigned long addr, size_t size)
{
	size_t low = 0, high = place_count, middle;

	if (!places)
		return linux_cpu_patched(addr, size);
	if (addr >= free_of_places.start && addr + size <= free_of_places.end)
		return NULL;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (places[middle] < addr)
			low = middle + 1;
		else
			high = middle;
	}
	free_of_places.start = low > 0 ? places[low - 1] + 1 : 0;
	free_of_places.end = low < place_count ? places[low] : ULONG_MAX;
	return addr + size <= free_of_places.end ? NULL : "patched-by-kernel";
}

/* ---- exceptions ------------------------------------------------------------------------------- */

/*
 * The kernel's search compares by a function that it calls by a pointer, and goes on to modules and
 * to BPF's programs: ten times as expensive. Those it is asked for.
 */
static bool has_exception(unsigned long addr)
{
	const struct exception_table_entry *exceptions_end, *exceptions = linux_exception_table(&exceptions_end);
	const struct exception_table_entry *low = exceptions, *high = exceptions_end, *middle;

	if (addr < linux_calls.text_start || addr >= linux_calls.text_end || !exceptions_end)
		return linux_calls.search_exception_tables(addr) != NULL;
	if (addr >= free_of_exceptions.start && addr < free_of_exceptions.end)
		return false;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (linux_exception_addr(middle) < addr)
			low = middle + 1;
		else
			high = middle;
	}
	free_of_exceptions.start = low > exceptions ? linux_exception_addr(low - 1) + 1 : 0;
	free_of_exceptions.end = low < exceptions_end ? linux_exception_addr(low) : ULONG_MAX;
	return addr == free_of_exceptions.end;
}

/* ---- the questions --------------------------------------------------------------------------- */

const char *linux_refuse_name(const char *name)
{
	const struct linux_refused_name *refused;

	for (refused = linux_cpu_refused; refused->name; refused++) {
		if (refused->name[0] == name[0] && strcmp(refused->name, name) == 0)
			return refused->reason;
	}
	for (refused = denied_names; refused->name; refused++) {
		if (refused->name[0] == name[0] && strcmp(refused->name, name) == 0)
			return refused->reason;
	}
	return NULL;
}

static const char *refuse_section(unsigned long addr)
{
	size_t i;

	if (linux_own_text(addr))
		return "own-module";
	for (i = 0; i < range_count; i++) {
		if (addr >= ranges[i].start && addr < ranges[i].end)
			return ranges[i].reason;
	}
	return NULL;
}

static struct stretch without_section(unsigned long addr)
{
	struct stretch free = { 0, ULONG_MAX };
	size_t i;

	for (i = 0; i < range_count; i++) {
		if (ranges[i].end <= addr)
			free.start = max(free.start, ranges[i].end);
		else
			free.end = min(free.end, ranges[i].start);
	}
	if (linux_own_end <= addr)
		free.start = max(free.start, linux_own_end);
	else
		free.end = min(free.end, linux_own_start);
	return free;
}

static bool has(const struct stretch *stretch, unsigned long addr)
{
	return addr >= stretch->start && addr < stretch->end;
}

/* As refuse_section(). Context: [lock]. */
static const char *refuse_section_again(unsigned long addr)
{
	const char *reason = has(&free_of_sections, addr) ? NULL : refuse_section(addr);

	if (!reason && !has(&free_of_sections, addr))
		free_of_sections = without_section(addr);
	return reason;
}

const char *linux_refuse_range(unsigned long addr)
{
	const char *reason = refuse_section(addr);

	if (reason)
		return reason;
	mutex_lock(&lock);
	collect();
	if (in_blacklist(addr))
		reason = "kprobe-blacklist";
	mutex_unlock(&lock);
	return reason;
}

/*
 * On CPUs whose instructions vary in length an optimised kprobe is a jump that also covers the
 * bytes after its instruction.
 */
#define KPROBE_REACH 5

static bool has_kprobe(unsigned long addr)
{
	unsigned long first = isa_self.insn_align == 1 ? addr - (KPROBE_REACH - 1) : addr;
	struct kprobe *probe = NULL;

	if (!find_kprobe)
		return false;
	preempt_disable();
	for (; first <= addr && !probe; first++)
		probe = find_kprobe((void *)first);
	preempt_enable();
	return probe != NULL;
}

static bool is_switched(unsigned long addr)
{
	uint8_t first;

	return linux_cpu_switches() && (linux_text_read(addr, &first, 1) != 0 || linux_cpu_switched(&first, 0, 1) == 0);
}

const char *linux_text_refusal(uint64_t wide, size_t size)
{
	unsigned long addr = wide;
	const char *reason;
	bool exception;

	if (addr != wide || !linux_text_contains(addr))
		return "not-text";
	mutex_lock(&lock);
	collect();
	reason = refuse_section_again(addr) ?: patched_by_kernel(addr, size);
	exception = !reason && has_exception(addr);
	mutex_unlock(&lock);
	if (reason)
		return reason;
	if (is_switched(addr))
		return "patched-by-kernel";
	if (exception)
		return "exception-table";
	return has_kprobe(addr) ? "kprobe" : NULL;
}

bool linux_text_contains(unsigned long addr)
{
	if (addr >= linux_calls.text_start && addr < linux_calls.text_end)
		return true;
	return module_text && module_text(addr);
}

const uint64_t *linux_return_thunks(size_t *count)
{
	static uint64_t thunks[16];
	static size_t found;

	if (found == 0)
		found = linux_cpu_return_thunks(thunks, ARRAY_SIZE(thunks));
	*count = found;
	return thunks;
}
