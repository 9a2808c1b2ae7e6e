/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* object_cpu.c - facts of a CPU by its number, and of a lock. */
#include <linux/cpumask.h>
#include <linux/rwsem.h>
#include <linux/topology.h>

#include "os/linux/object.h"

#define RWSEM_WRITER  1ul /* kernel/locking/rwsem.c: bits of the count */
#define RWSEM_READERS (~0xfful & LONG_MAX)

/* The numbers of a CPU that may never come are in no table. */
DT_PROBE_CTX static bool is_cpu(uint64_t number)
{
	return number < nr_cpu_ids && cpumask_test_cpu((unsigned int)number, cpu_possible_mask);
}

DT_PROBE_CTX int linux_number_cpu_chip(uint64_t object, uint64_t *ret)
{
	if (!is_cpu(object))
		return -OS_EFAULT;
	*ret = (uint64_t)(int64_t)topology_physical_package_id((unsigned int)object);
	return 0;
}

DT_PROBE_CTX int linux_number_cpu_node(uint64_t object, uint64_t *ret)
{
	if (!is_cpu(object))
		return -OS_EFAULT;
	*ret = (uint64_t)(int64_t)cpu_to_node((int)object);
	return 0;
}

/* The count of a semaphore of readers and writers. PREEMPT_RT makes it of other parts. */
DT_PROBE_CTX int linux_number_lock_kind(uint64_t object, uint64_t *ret)
{
	unsigned long count;

	if (IS_ENABLED(CONFIG_PREEMPT_RT))
		return -OS_EOPNOTSUPP;
	if (os_kload(&count, object, sizeof(count)) != 0)
		return -OS_EFAULT;
	*ret = count & RWSEM_WRITER ? 1 : count & RWSEM_READERS ? 2 : 0;
	return 0;
}
