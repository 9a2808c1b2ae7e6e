/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * host.h - os/host: the operating system's contract in one process of user space, no privilege needed.
 *
 * Theory. A CPU is a mutex. A thread that turns interrupts off takes the CPU it happens to run on
 * and is then in probe context on it; a cross call takes the other CPU's mutex and runs the
 * function in the caller's thread; os_sync() takes each mutex once. Timers are threads of their
 * own. Kernel memory is the process's own, read through the kernel so that a bad address is an
 * error and not a signal. There is no kernel text: os_kernel_space() is NULL.
 *
 * This is not a mock: `dtrace` runs on it where there is no module. Faults are injected on request, for tests.
 */
#ifndef OS_HOST_HOST_H
#define OS_HOST_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* os_host_cpu_bind - os_irq_save for a certain CPU: a timer that belongs to it. Context: process. */
unsigned long os_host_irq_save_on(unsigned int cpu);

/*
 * os_host_timer_key - which thread-local variables a timer's firing has: as on a quiet machine,
 * where the timers of one CPU all interrupt its idle thread, they are the same for all timers of a
 * CPU. Return: 0 in a thread that is no timer's. Context: any.
 */
uint64_t os_host_timer_key(void);

/*
 * os_host_cpu_set_count - how many CPUs there are, 1..64; before the core starts. 0: as many as the
 * machine has online.
 */
void os_host_cpu_set_count(unsigned int count);

/*
 * os_host_cpu_set_online - take a CPU offline or bring it back (its own timers pause; those of
 * OS_CPU_ANY go elsewhere).
 */
void os_host_cpu_set_online(unsigned int cpu, bool online);

/*
 * os_host_assert_goes_on - a failed assertion does what it does in a kernel: the watcher is called,
 * and execution goes on.
 */
void os_host_assert_goes_on(bool yes);

/* os_host_time_shift - os_time_mono() is @ns later from now on; timers that wait are not woken earlier. */
void os_host_time_shift(uint64_t ns);

/* os_host_module - a module comes or goes: call the watcher of os_module_watch(). Context: process. */
void os_host_module(const char *module, bool coming);

/*
 * os_host_kernel_space - what os_kernel_space() returns from now on, for tests of what is made for a
 * kernel; NULL at the start. @space stays the caller's.
 */
struct os_space;
void os_host_kernel_space(struct os_space *space);

/*
 * os_host_packet - a packet for os_packet(): its address is that of its bytes, which stay the
 * caller's; NULL: there is none (any more).
 */
void os_host_packet(const void *data, uint32_t length);

/*
 * os_host_subject - for tests of consumers with less than all rights (os/subject.h): whether the current process is
 * the subject's own, whether who calls has its credentials, and how much higher numbers of processes are in its
 * namespace (0: that is the initial one). At the start true, true, 0.
 */
void os_host_subject(bool owns, bool is_self, uint64_t number);

/*
 * What files of os/host share about this process and machine.
 * os_host_stat - a field of /proc/self/stat after the process's name, counted as proc(5) does;
 * @otherwise when it cannot be read.
 * os_host_chip - the physical package of a CPU, -1 when not known. os_host_node - its memory node; a
 * system that does not say has one, number 0.
 */
long long os_host_stat(unsigned int number, long long otherwise);
uint64_t os_host_chip(unsigned int cpu);
uint64_t os_host_node(unsigned int cpu);

/*
 * Fault injection. Each counts down calls of one kind in the whole process; the call that reaches
 * zero fails, later ones succeed again. 0 switches it off.
 */
void os_host_fail_alloc(unsigned int nth); /* os_alloc returns NULL */
/* os_kload, os_uload, os_ustore and the string forms return -OS_EFAULT */
void os_host_fail_load(unsigned int nth);
void os_host_fail_copy(unsigned int nth); /* os_copyin, os_copyout return -OS_EFAULT */

/* os_host_memory_short - what os_memory_short() returns from now on; false at the start. */
void os_host_memory_short(bool is_short);

/* os_host_alloc_count - blocks of os_alloc that were not freed: 0 after a clean end. */
unsigned long os_host_alloc_count(void);

/* os_host_inject - whether this call should fail; used by the files of os/host. */
enum os_host_fault { OS_HOST_FAULT_ALLOC, OS_HOST_FAULT_LOAD, OS_HOST_FAULT_COPY, OS_HOST_FAULT_COUNT };
bool os_host_inject(enum os_host_fault kind);

#endif
