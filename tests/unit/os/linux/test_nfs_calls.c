/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* test_nfs_calls.c - calls by their threads: begun again, ended, no room, many threads at once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "os/linux/nfs_calls.h"

static struct nfs_calls calls;

static int setup(void **state)
{
	(void)state;
	memset(&calls, 0, sizeof(calls));
	return 0;
}

static void test_life(void **state)
{
	struct nfs_call *call;

	(void)state;
	assert_null(nfs_calls_find(&calls, 0x1000));
	call = nfs_calls_begin(&calls, 0x1000, 7);
	assert_non_null(call);
	assert_ptr_equal(nfs_calls_find(&calls, 0x1000), call);
	assert_int_equal(call->request, 7);
	memset(&call->at, 0x5a, sizeof(*call) - offsetof(struct nfs_call, at));
	assert_ptr_equal(nfs_calls_begin(&calls, 0x1000, 8), call);
	assert_int_equal(call->request, 8);
	assert_true(call->at == 0 && call->end == 0 && call->results == 0 && call->dentry == 0 && call->share == 0 &&
		    call->state == 0 && call->operation == 0 && call->moved == 0 && call->verified == 0 &&
		    call->operations == 0 && call->status == 0);
	nfs_calls_end(&calls, 0x2000);
	assert_ptr_equal(nfs_calls_find(&calls, 0x1000), call);
	nfs_calls_end(&calls, 0x1000);
	assert_null(nfs_calls_find(&calls, 0x1000));
	nfs_calls_end(&calls, 0x1000);
}

/* As many as one bucket has ways always fit; a table that is full says so and keeps those that it has. */
static void test_room(void **state)
{
	unsigned long thread, kept = 0;

	(void)state;
	for (thread = 1; thread <= 4 * NFS_CALLS_WAYS * NFS_CALLS_BUCKETS; thread++)
		kept += nfs_calls_begin(&calls, thread << 13, thread) != NULL;
	assert_int_equal(kept + calls.lost, 4 * NFS_CALLS_WAYS * NFS_CALLS_BUCKETS);
	assert_true(kept >= NFS_CALLS_WAYS && kept <= NFS_CALLS_WAYS * NFS_CALLS_BUCKETS);
	assert_true(kept > NFS_CALLS_WAYS * NFS_CALLS_BUCKETS / 2);
	for (thread = 1; thread <= 4 * NFS_CALLS_WAYS * NFS_CALLS_BUCKETS; thread++) {
		kept -= nfs_calls_find(&calls, thread << 13) != NULL;
		nfs_calls_end(&calls, thread << 13);
	}
	assert_int_equal(kept, 0);
	assert_non_null(nfs_calls_begin(&calls, 1 << 13, 1));
}

#define THREADS 4
#define ROUNDS  20000

static void *serve(void *arg)
{
	unsigned long thread = (unsigned long)(uintptr_t)arg, wrong = 0, i;
	struct nfs_call *call;

	for (i = 0; i < ROUNDS; i++) {
		call = nfs_calls_begin(&calls, thread, i);
		wrong +=
			!call || nfs_calls_find(&calls, thread) != call || call->request != i || call->thread != thread;
		nfs_calls_end(&calls, thread);
	}
	return (void *)wrong;
}

static void test_at_once(void **state)
{
	pthread_t threads[THREADS];
	void *wrong;
	size_t i;

	(void)state;
	for (i = 0; i < THREADS; i++) /* of one bucket: their hashes are the same */
		assert_int_equal(pthread_create(&threads[i], NULL, serve, (void *)(uintptr_t)(0x4000 + i)), 0);
	for (i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], &wrong), 0);
		assert_null(wrong);
	}
	assert_int_equal(calls.lost, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_life, setup),
		cmocka_unit_test_setup(test_room, setup),
		cmocka_unit_test_setup(test_at_once, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
