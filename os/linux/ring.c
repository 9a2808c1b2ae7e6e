/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ring.c - messages. The administrator's go to the kernel's log; those of probe context into a ring
 * of our own, which /proc/dtrace/trace shows. A writer takes a place with one atomic add and marks
 * it written last: a reader leaves out a place that changes under it.
 */
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>

#include "os/linux/linux.h"
#include "base/report.h"

#define RING_SIZE 512 /* messages, a power of two */
#define RING_TEXT 96

struct message {
	u64 time;
	u64 a, b;
	u32 cpu;
	u32 serial; /* 0 while it is written; else its number */
	char text[RING_TEXT];
};

static struct message ring[RING_SIZE];
static atomic_t next;
static void (*assert_watcher)(void);
atomic_t linux_assertions;

DT_PROBE_CTX void os_trace(const char *text, uint64_t a, uint64_t b)
{
	u32 serial = atomic_inc_return(&next);
	struct message *message = &ring[serial & (RING_SIZE - 1)];
	unsigned int i;

	WRITE_ONCE(message->serial, 0);
	smp_wmb();
	message->time = os_time_mono();
	message->cpu = os_cpu_self();
	message->a = a;
	message->b = b;
	for (i = 0; i < RING_TEXT - 1 && text[i]; i++)
		message->text[i] = text[i];
	message->text[i] = 0;
	smp_store_release(&message->serial, serial);
}

DT_PROBE_CTX void os_assert_failed(const char *file, int line, const char *text)
{
	atomic_inc(&linux_assertions);
	os_trace(text, line, 0);
	os_trace(file, line, 0);
	if (READ_ONCE(assert_watcher))
		assert_watcher();
}

void os_assert_watch(void (*fn)(void))
{
	WRITE_ONCE(assert_watcher, fn);
	os_sync();
}

/* For tests of failed assertions: writing anything makes one fail. */
static int fail_set(const char *value, const struct kernel_param *param)
{
	os_assert_failed(__FILE__, __LINE__, "asked for by the parameter fail");
	return 0;
}

static const struct kernel_param_ops fail_ops = { .set = fail_set };
module_param_cb(fail, &fail_ops, NULL, 0200);
MODULE_PARM_DESC(fail, "for tests: written, it behaves as a failed assertion of the tracer does");

/* report->place: the serial number after which the next piece begins; those that are overwritten by then are missing. */
void linux_ring_report(struct dt_report *report)
{
	u32 last = atomic_read(&next), oldest = last > RING_SIZE ? last - RING_SIZE : 0;
	u32 serial = max_t(u32, report->place, oldest);
	struct message copy;

	while (serial != last) {
		copy = ring[++serial & (RING_SIZE - 1)];
		smp_rmb();
		dt_report_begin(report);
		if (copy.serial == serial && READ_ONCE(ring[serial & (RING_SIZE - 1)].serial) == serial)
			dt_report_line(report, "%llu cpu%u %s 0x%llx 0x%llx", (unsigned long long)copy.time, copy.cpu,
				       copy.text, (unsigned long long)copy.a, (unsigned long long)copy.b);
		if (!dt_report_end(report))
			return;
		report->place = serial;
	}
	report->done = true;
}

void os_log(const char *fmt, ...)
{
	struct va_format format;
	va_list args;

	va_start(args, fmt);
	format.fmt = fmt;
	format.va = &args;
	pr_info("dtrace: %pV\n", &format);
	va_end(args);
}
