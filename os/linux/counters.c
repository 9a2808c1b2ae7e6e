/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * counters.c - os/counter.h on the kernel's perf events, one for each counter and CPU.
 *
 * Making and releasing an event may change the kernel's static keys, which takes the lock of CPU
 * hotplug: no callback of hotplug can do it. So the callback only says that a CPU has come, and a
 * work item makes the CPU's events a moment later. When a CPU goes the kernel stops its events; they
 * are released when it comes back, or with the counter.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/kstrtox.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/workqueue.h>

#include "os/linux/linux.h"

#include "os/counter.h"

struct os_counter {
	struct list_head link; /* [counters_lock] */
	struct perf_event_attr attr;
	void (*fn)(void *arg, const struct os_overflow *overflow);
	void *arg;
	bool is_going;               /* [counters_lock] */
	struct perf_event *events[]; /* [counters_lock] of each possible CPU; NULL: it has none */
};

static DEFINE_MUTEX(counters_lock);
static LIST_HEAD(counters);     /* [counters_lock] */
static struct cpumask came;     /* CPUs whose events have to be made again; bits are atomic */
static atomic_long_t throttled; /* os_counter_throttled() */
static int hotplug_state;

static void make_again(struct work_struct *work);
static DECLARE_WORK(again, make_again);

/* ---- names ----------------------------------------------------------------------------------- */

struct event {
	const char *name;
	u32 type;
	u64 config;
};

#define CACHE(cache, op, result)                                                                  \
	PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_##cache | (u64)PERF_COUNT_HW_CACHE_OP_##op << 8 | \
				    (u64)PERF_COUNT_HW_CACHE_RESULT_##result << 16

/* The names of perf(1), with _ for -; then those of PAPI that mean exactly one of them. */
static const struct event events[] = {
	{ "cpu_cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache_references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branch_instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus_cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "stalled_cycles_frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled_cycles_backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "ref_cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "L1_dcache_loads", CACHE(L1D, READ, ACCESS) },
	{ "L1_dcache_load_misses", CACHE(L1D, READ, MISS) },
	{ "L1_dcache_stores", CACHE(L1D, WRITE, ACCESS) },
	{ "L1_dcache_store_misses", CACHE(L1D, WRITE, MISS) },
	{ "L1_dcache_prefetches", CACHE(L1D, PREFETCH, ACCESS) },
	{ "L1_dcache_prefetch_misses", CACHE(L1D, PREFETCH, MISS) },
	{ "L1_icache_loads", CACHE(L1I, READ, ACCESS) },
	{ "L1_icache_load_misses", CACHE(L1I, READ, MISS) },
	{ "LLC_loads", CACHE(LL, READ, ACCESS) },
	{ "LLC_load_misses", CACHE(LL, READ, MISS) },
	{ "LLC_stores", CACHE(LL, WRITE, ACCESS) },
	{ "LLC_store_misses", CACHE(LL, WRITE, MISS) },
	{ "LLC_prefetches", CACHE(LL, PREFETCH, ACCESS) },
	{ "LLC_prefetch_misses", CACHE(LL, PREFETCH, MISS) },
	{ "dTLB_loads", CACHE(DTLB, READ, ACCESS) },
	{ "dTLB_load_misses", CACHE(DTLB, READ, MISS) },
	{ "dTLB_stores", CACHE(DTLB, WRITE, ACCESS) },
	{ "dTLB_store_misses", CACHE(DTLB, WRITE, MISS) },
	{ "iTLB_loads", CACHE(ITLB, READ, ACCESS) },
	{ "iTLB_load_misses", CACHE(ITLB, READ, MISS) },
	{ "branch_loads", CACHE(BPU, READ, ACCESS) },
	{ "branch_load_misses", CACHE(BPU, READ, MISS) },
	{ "node_loads", CACHE(NODE, READ, ACCESS) },
	{ "node_load_misses", CACHE(NODE, READ, MISS) },
	{ "node_stores", CACHE(NODE, WRITE, ACCESS) },
	{ "node_store_misses", CACHE(NODE, WRITE, MISS) },
	{ "cpu_clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task_clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context_switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu_migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS },
	{ "PAPI_tot_cyc", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "PAPI_tot_ins", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "PAPI_ref_cyc", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "PAPI_br_ins", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "PAPI_br_msp", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "PAPI_l1_ldm", CACHE(L1D, READ, MISS) },
	{ "PAPI_l1_icm", CACHE(L1I, READ, MISS) },
	{ "PAPI_tlb_im", CACHE(ITLB, READ, MISS) },
};

void os_counter_each(bool (*fn)(void *arg, const char *name), void *arg)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events) && fn(arg, events[i].name); i++)
		;
}

static bool find_event(const char *name, struct perf_event_attr *attr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (strcmp(name, events[i].name) == 0) {
			attr->type = events[i].type;
			attr->config = events[i].config;
			return true;
		}
	}
	attr->type = PERF_TYPE_RAW;
	return name[0] == 'r' && name[1] != '+' && kstrtoull(name + 1, 16, &attr->config) == 0;
}

/* ---- counting -------------------------------------------------------------------------------- */

/* In the kernel's words a CPU that is stopped for the rest of the tick has had this many interrupts. */
#define STOPPED (~0ull)

DT_PROBE_CTX static void overflowed(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	struct os_counter *counter = event->overflow_handler_context;
	struct os_overflow overflow = { .regs = (struct isa_regs *)regs, .user = regs && user_mode(regs) };
	unsigned long state = os_irq_save();

	if (event->hw.interrupts == STOPPED)
		atomic_long_inc(&throttled);
	counter->fn(counter->arg, &overflow);
	os_irq_restore(state);
}

/*
 * Return: 0, also for a CPU that is not there; or what perf says. A CPU may count and be unable to say
 * that it has reached a number (RISC-V without Sscofpmf): perf looks at that for programs alone.
 */
static int make_on(struct os_counter *counter, unsigned int cpu)
{
	struct perf_event *event =
		perf_event_create_kernel_counter(&counter->attr, (int)cpu, NULL, overflowed, counter);

	if (IS_ERR(event))
		return PTR_ERR(event) == -ENODEV ? 0 : (int)PTR_ERR(event);
	if (event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT) {
		perf_event_release_kernel(event);
		return -EOPNOTSUPP;
	}
	counter->events[cpu] = event;
	return 0;
}

static void release_on(struct os_counter *counter, unsigned int cpu)
{
	if (counter->events[cpu])
		perf_event_release_kernel(counter->events[cpu]);
	counter->events[cpu] = NULL;
}

/* CPUs that have come. Where an event cannot be made now, nothing is counted there, as in the kernel's own tools. */
static void make_again(struct work_struct *work)
{
	struct os_counter *counter;
	unsigned int cpu;

	mutex_lock(&counters_lock);
	for_each_cpu(cpu, &came)
	{
		cpumask_clear_cpu(cpu, &came);
		list_for_each_entry (counter, &counters, link) {
			release_on(counter, cpu);
			if (make_on(counter, cpu) == 0 && counter->events[cpu] && counter->is_going)
				perf_event_enable(counter->events[cpu]);
		}
	}
	mutex_unlock(&counters_lock);
}

static int cpu_comes(unsigned int cpu)
{
	cpumask_set_cpu(cpu, &came);
	schedule_work(&again);
	return 0;
}

static void free_counter(struct os_counter *counter)
{
	unsigned int cpu;

	for_each_possible_cpu (cpu)
		release_on(counter, cpu);
	os_free(counter);
}

static int error_of(int error)
{
	return error == -ENOMEM ? -OS_ENOMEM : error == -EBUSY ? -OS_EBUSY : -OS_EOPNOTSUPP;
}

int os_counter_open(const char *name, enum os_counter_mode mode, uint64_t period,
		    void (*fn)(void *arg, const struct os_overflow *overflow), void *arg, struct os_counter **ret)
{
	struct os_counter *counter = os_alloc(struct_size(counter, events, nr_cpu_ids));
	unsigned int cpu;
	int error = 0;

	if (!counter)
		return -OS_ENOMEM;
	counter->attr.size = sizeof(counter->attr);
	if (!find_event(name, &counter->attr)) {
		os_free(counter);
		return -OS_ENOENT;
	}
	counter->attr.sample_period = period;
	counter->attr.disabled = 1;
	counter->attr.pinned = 1; /* or else it would share the CPU's counter with others and count a part */
	counter->attr.exclude_user = mode == OS_COUNTER_KERNEL;
	counter->attr.exclude_kernel = mode == OS_COUNTER_USER;
	counter->fn = fn;
	counter->arg = arg;
	mutex_lock(&counters_lock);
	for_each_online_cpu(cpu)
	{
		error = error ?: make_on(counter, cpu);
	}
	if (error)
		free_counter(counter);
	else
		list_add_tail(&counter->link, &counters);
	mutex_unlock(&counters_lock);
	if (error)
		return error_of(error);
	*ret = counter;
	return 0;
}

/* An event that must be counted and cannot be is in a state of its own. */
int os_counter_go(struct os_counter *counter)
{
	unsigned int cpu;
	int error = 0;

	mutex_lock(&counters_lock);
	for_each_possible_cpu (cpu) {
		if (!counter->events[cpu] || counter->is_going)
			continue;
		perf_event_enable(counter->events[cpu]);
		if (READ_ONCE(counter->events[cpu]->state) == PERF_EVENT_STATE_ERROR)
			error = -OS_EBUSY;
	}
	counter->is_going = error == 0;
	for_each_possible_cpu (cpu) {
		if (error && counter->events[cpu])
			perf_event_disable(counter->events[cpu]);
	}
	mutex_unlock(&counters_lock);
	return error;
}

void os_counter_close(struct os_counter *counter)
{
	if (!counter)
		return;
	mutex_lock(&counters_lock);
	list_del(&counter->link);
	free_counter(counter);
	mutex_unlock(&counters_lock);
}

uint64_t os_counter_throttled(void)
{
	return (unsigned long)atomic_long_read(&throttled);
}

int linux_counters_init(void)
{
	hotplug_state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "dtrace:counters", cpu_comes, NULL);
	return hotplug_state < 0 ? hotplug_state : 0;
}

void linux_counters_fini(void)
{
	cpuhp_remove_state_nocalls(hotplug_state);
	cancel_work_sync(&again);
}
