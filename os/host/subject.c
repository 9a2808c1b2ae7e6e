/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * subject.c - who traces. The host engine's only process is its consumer, which may do what ptrace() lets it:
 * the engine itself limits nobody. Tests limit a consumer, and say whose the current process is.
 */
#include <errno.h>
#include <signal.h>
#include <sys/types.h>

#include "os/host/host.h"
#include "os/process.h"
#include "os/subject.h"

struct os_subject {
	uint32_t rights;
};

static bool is_foreign;   /* [A] the current process is not the subject's own */
static bool is_other;     /* [A] who calls has other credentials */
static uint64_t numbered; /* [A] added to each number in the subject's namespace; 0: it is the initial one */

void os_host_subject(bool owns, bool is_self, uint64_t number)
{
	__atomic_store_n(&is_foreign, !owns, __ATOMIC_RELAXED);
	__atomic_store_n(&is_other, !is_self, __ATOMIC_RELAXED);
	__atomic_store_n(&numbered, number, __ATOMIC_RELAXED);
}

int os_subject_self(uint32_t rights, struct os_subject **ret)
{
	struct os_subject *subject = os_alloc(sizeof(*subject));

	if (!subject)
		return -OS_ENOMEM;
	subject->rights = rights;
	*ret = subject;
	return 0;
}

void os_subject_free(struct os_subject *subject)
{
	os_free(subject);
}

uint32_t os_subject_rights(const struct os_subject *subject)
{
	return subject->rights;
}

bool os_subject_is_nested(const struct os_subject *subject)
{
	return __atomic_load_n(&numbered, __ATOMIC_RELAXED) != 0;
}

bool os_subject_is_self(const struct os_subject *subject)
{
	return !__atomic_load_n(&is_other, __ATOMIC_RELAXED);
}

bool os_subject_is_same_user(const struct os_subject *one, const struct os_subject *other)
{
	return true;
}

bool os_subject_owns(const struct os_subject *subject)
{
	return (subject->rights & OS_RIGHT_OTHERS) || !__atomic_load_n(&is_foreign, __ATOMIC_RELAXED);
}

uint64_t os_subject_number(const struct os_subject *subject, uint64_t pid)
{
	return pid + __atomic_load_n(&numbered, __ATOMIC_RELAXED);
}

uint64_t os_subject_fact(const struct os_subject *subject, enum os_fact fact)
{
	return os_subject_number(subject, os_fact(fact));
}

bool os_subject_progeny(const struct os_subject *subject, uint64_t pid)
{
	return os_progeny(pid - __atomic_load_n(&numbered, __ATOMIC_RELAXED));
}

/* The kernel asks its own rule when the process is seized; there is one namespace here. */
int os_process_permitted(uint64_t pid, uint64_t *number)
{
	*number = pid;
	if (pid == 0 || pid > INT32_MAX || (kill((pid_t)pid, 0) != 0 && errno == ESRCH))
		return -OS_ESRCH;
	return kill((pid_t)pid, 0) == 0 ? 0 : -OS_EPERM;
}
