/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* inject.c - failures on request, for tests. */
#include "os/host/host.h"

static unsigned int countdown[OS_HOST_FAULT_COUNT];

bool os_host_inject(enum os_host_fault kind)
{
	unsigned int left = __atomic_load_n(&countdown[kind], __ATOMIC_RELAXED);

	while (left != 0) {
		if (__atomic_compare_exchange_n(&countdown[kind], &left, left - 1, false, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return left == 1;
	}
	return false;
}

void os_host_fail_alloc(unsigned int nth)
{
	__atomic_store_n(&countdown[OS_HOST_FAULT_ALLOC], nth, __ATOMIC_RELAXED);
}

void os_host_fail_load(unsigned int nth)
{
	__atomic_store_n(&countdown[OS_HOST_FAULT_LOAD], nth, __ATOMIC_RELAXED);
}

void os_host_fail_copy(unsigned int nth)
{
	__atomic_store_n(&countdown[OS_HOST_FAULT_COPY], nth, __ATOMIC_RELAXED);
}
