/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* adapt_sysinfo.c - arguments of the provider sysinfo's probes (os/adapter.h; spec/providers/sysinfo.def). */
#include <linux/sched.h>
#include <uapi/linux/sched.h>

#include "os/linux/linux.h"

#include "os/adapter.h"

DT_PROBE_CTX bool os_adapt_sysinfo_one(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return true;
}

/* The value of a system call that reads or writes. */
DT_PROBE_CTX bool os_adapt_sysinfo_bytes(const uint64_t *in, uint64_t *out)
{
	out[0] = in[0];
	return (s64)in[0] > 0;
}

/* ---- new processes --------------------------------------------------------------------------- */

DT_PROBE_CTX static bool forks(uint64_t flags, uint64_t *out)
{
	out[0] = 1;
	return !(flags & (CLONE_THREAD | CLONE_VFORK));
}

DT_PROBE_CTX static bool vforks(uint64_t flags, uint64_t *out)
{
	out[0] = 1;
	return flags & CLONE_VFORK;
}

/* clone3: the flags begin a structure in the program's memory. One that is not there tells nothing. */
DT_PROBE_CTX static uint64_t flags3(uint64_t addr)
{
	uint64_t flags;

	return os_uload(&flags, addr, sizeof(flags)) == 0 ? flags : CLONE_THREAD;
}

DT_PROBE_CTX bool os_adapt_sysinfo_forks(const uint64_t *in, uint64_t *out)
{
	return forks(in[0], out);
}

DT_PROBE_CTX bool os_adapt_sysinfo_forks3(const uint64_t *in, uint64_t *out)
{
	return forks(flags3(in[0]), out);
}

DT_PROBE_CTX bool os_adapt_sysinfo_vforks(const uint64_t *in, uint64_t *out)
{
	return vforks(in[0], out);
}

DT_PROBE_CTX bool os_adapt_sysinfo_vforks3(const uint64_t *in, uint64_t *out)
{
	return vforks(flags3(in[0]), out);
}

/* ---- threads, locks -------------------------------------------------------------------------- */

DT_PROBE_CTX bool os_adapt_sysinfo_involuntary(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return os_adapt_sched_preempted(in, out);
}

/* contention_begin: lock, flags (trace/events/lock.h, which cannot be read without its tracepoints). */
enum { IS_SPIN = 1, IS_READ = 2, IS_WRITE = 4, IS_PERCPU = 16, IS_MUTEX = 32 };

DT_PROBE_CTX bool os_adapt_sysinfo_mutex(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return in[1] & IS_MUTEX && !(in[1] & IS_SPIN);
}

DT_PROBE_CTX bool os_adapt_sysinfo_reader(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return in[1] & IS_READ;
}

DT_PROBE_CTX bool os_adapt_sysinfo_writer(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return in[1] & IS_WRITE;
}

/* cpu_idle: state, CPU; the state -1 ends it. */
DT_PROBE_CTX bool os_adapt_sysinfo_idle(const uint64_t *in, uint64_t *out)
{
	out[0] = 1;
	return (u32)in[0] != (u32)-1;
}
