/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * selftest.c - dtrace --self-test: whether tracing works on this machine, one probe of each
 * provider: the command does something a known number of times and compares what was counted.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

#define CALLS 100

static bool call_getppid(void)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return true;
}

static bool call_read(void)
{
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	bool done = fd != -1;
	char byte;

	for (int i = 0; done && i < CALLS; i++)
		done = read(fd, &byte, 1) == 1;
	if (fd != -1)
		close(fd);
	return done;
}

/* Its mutex is released at least once for each. */
static bool use_pipe(void)
{
	int ends[2];
	bool done = pipe(ends) == 0;
	char byte = 0;

	for (int i = 0; done && i < CALLS; i++)
		done = write(ends[1], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1;
	return done;
}

#define CHILDREN 10

static bool fork_children(void)
{
	for (int i = 0; i < CHILDREN; i++) {
		pid_t child = fork();

		if (child == 0)
			_exit(0);
		if (child == -1 || waitpid(child, NULL, 0) != child)
			return false;
	}
	return true;
}

/* Without an address, and so without a network. */
static bool listen_on_ports(void)
{
	for (int i = 0; i < CHILDREN; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		if (fd == -1)
			return false;
		if (listen(fd, 1) == -1) {
			close(fd);
			return false;
		}
		close(fd);
	}
	return true;
}

/* Over the loopback device, which every machine has. */
static bool send_datagrams(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(to);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	bool done = fd != -1 && bind(fd, (struct sockaddr *)&to, size) == 0 &&
		    getsockname(fd, (struct sockaddr *)&to, &size) == 0;

	for (int i = 0; done && i < CHILDREN; i++)
		done = sendto(fd, "", 1, 0, (struct sockaddr *)&to, size) == 1;
	if (fd != -1)
		close(fd);
	return done;
}

static bool wait_a_little(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
	return true;
}

static bool look_up(void)
{
	bool done = true;

	for (int i = 0; i < CALLS; i++)
		done &= access("/proc/self", F_OK) == 0;
	return done;
}

static bool write_back(void)
{
	sync();
	return true;
}

#define TEXT_SIZE 24

/* Where the caller of this function goes on. */
static __attribute__((noinline)) uintptr_t address_after_call(void)
{
	__asm__ volatile("");
	return (uintptr_t)__builtin_return_address(0);
}

/* The address of an instruction of this function, which it executes once. */
static __attribute__((noinline, noclone)) uintptr_t instruction(void)
{
	uintptr_t address = address_after_call();

	__asm__ volatile("" : "+r"(address));
	return address;
}

static pid_t waiting_child;
static int child_pipe[2] = { -1, -1 };

/* A child that waits until the probe is there. */
static bool start_child(char *first, char *second)
{
	char byte;

	if (pipe(child_pipe) == -1)
		return false;
	waiting_child = fork();
	if (waiting_child == 0) {
		close(child_pipe[1]);
		if (read(child_pipe[0], &byte, 1) == 1) {
			for (int i = 0; i < CHILDREN; i++)
				instruction();
		}
		_exit(0);
	}
	close(child_pipe[0]);
	snprintf(first, TEXT_SIZE, "%d", (int)waiting_child);
	snprintf(second, TEXT_SIZE, "%" PRIxPTR, instruction());
	return waiting_child != -1;
}

/* Its stops are for the host engine's tracer: its end is looked at, and not waited for. */
static bool release_child(void)
{
	siginfo_t info = { .si_pid = 0 };
	bool done = write(child_pipe[1], "", 1) == 1;

	for (int i = 0; done && i < 3000; i++) {
		if (waitid(P_PID, (id_t)waiting_child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid &&
		    info.si_code == CLD_EXITED)
			return true;
		nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
	}
	return false;
}

/* The command's own calls only: other processes do the same. At least that many, for its library may read, too. */
static const struct check {
	const char *provider, *what, *program;
	bool (*act)(void);
	int64_t least;
	bool kernel;        /* needs the kernel's engine */
	const char *module; /* of the kernel that it needs; NULL: none */
	/* before it is compiled: fills in $1 and $2, of TEXT_SIZE; NULL: there is nothing to do */
	bool (*prepare)(char *first, char *second);
} checks[] = {
	{ "dtrace", "BEGIN", "BEGIN { @ = count(); }", NULL, 1, false },
	{ "profile", "tick-10ms for 0.3 s", "tick-10ms { @ = count(); }", wait_a_little, 3, false },
	{ "profile", "profile-97 for 0.3 s", "profile-97 { @ = count(); }", wait_a_little, 3, false },
	{ "pid", "an instruction of a child, 10 times", "pid$1:a.out:-:$2 { @ = count(); }", release_child, CHILDREN,
	  false, NULL, start_child },
	{ "syscall", "100 calls of getppid()", "syscall::getppid:entry /pid == $pid/ { @ = count(); }", call_getppid,
	  CALLS, true },
	{ "syscall", "and their returns", "syscall::getppid:return /pid == $pid/ { @ = count(); }", call_getppid, CALLS,
	  true },
	{ "fbt", "100 reads: vfs_read:entry", "fbt::vfs_read:entry /pid == $pid/ { @ = count(); }", call_read, CALLS,
	  true },
	{ "fbt", "vfs_read:return with arg1 == 1", "fbt::vfs_read:return /pid == $pid && arg1 == 1/ { @ = count(); }",
	  call_read, CALLS, true },
	{ "sdt", "100 calls of getppid(): sys_enter", "sdt::raw_syscalls:sys_enter /pid == $pid/ { @ = count(); }",
	  call_getppid, CALLS, true },
	{ "proc", "10 children end", "proc:::exit /ppid == $pid/ { @ = count(); }", fork_children, CHILDREN, true },
	{ "sched", "a thread that sleeps", "sched:::off-cpu /pid == $pid/ { @ = count(); }", wait_a_little, 1, true },
	{ "tcp", "10 sockets listen, and are closed", "tcp:::state-change /pid == $pid/ { @ = count(); }",
	  listen_on_ports, 2 * CHILDREN, true },
	{ "udp", "10 datagrams to itself", "udp:::send /pid == $pid/ { @ = count(); }", send_datagrams, CHILDREN,
	  true },
	{ "ip", "10 datagrams to itself",
	  "ip:::send /pid == $pid && args[4]->ipv4_protocol == IPPROTO_UDP/ { @ = count(); }", send_datagrams, CHILDREN,
	  true },
	{ "io", "transfers begun by sync(), if any", "io:::start { @ = count(); }", write_back, 0, true },
	{ "lockstat", "a pipe's mutex, 100 times", "lockstat:::adaptive-release /pid == $pid/ { @ = count(); }",
	  use_pipe, CALLS, true },
	{ "vminfo", "page faults", "vminfo:::as_fault /pid == $pid || ppid == $pid/ { @ = count(); }", fork_children,
	  CHILDREN, true },
	{ "sysinfo", "100 reads", "sysinfo:::sysread /pid == $pid/ { @ = count(); }", call_read, CALLS, true },
	{ "fsinfo", "100 reads", "fsinfo:::read /pid == $pid/ { @ = count(); }", call_read, CALLS, true },
	{ "vfs", "100 paths are looked up", "vfs::lookup:entry /pid == $pid/ { @ = count(); }", look_up, CALLS, true },
	{ "kmem", "10 children: memory for each", "kmem::cache:alloc /pid == $pid/ { @ = count(); }", fork_children,
	  CHILDREN, true },
	{ "mib", "10 datagrams to itself", "mib:::udpOutDatagrams /pid == $pid/ { @ = count(); }", send_datagrams,
	  CHILDREN, true },
	{ "nfsv3", "calls of NFS are waited for", "nfsv3:::op-*-start { @ = count(); }", NULL, 0, true, "nfsd" },
	{ "nfsv4", "calls of NFS are waited for", "nfsv4:::op-*-start { @ = count(); }", NULL, 0, true, "nfsd" },
	{ "cpc", "each 10 ms of each CPU, for 0.3 s", "cpc:::cpu_clock-all-10000000 { @ = count(); }", wait_a_little, 3,
	  true },
	{ "instr", "the ret instructions of vfs_read", "instr::vfs_read:ret-* /pid == $pid/ { @ = count(); }",
	  call_read, CALLS, true },
};

static void row(struct command *command, const char *provider, const char *what, const char *seen, const char *result)
{
	fprintf(command->out, "%-10s %-34s %10s  %s\n", provider, what, seen, result);
	fflush(command->out);
}

static int add_count(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *desc = data->dtada_desc;
	int64_t count;

	memcpy(&count, data->dtada_data + desc->rec[desc->records - 1].offset, sizeof(count));
	*(int64_t *)arg += count;
	return DTRACE_AGGWALK_NEXT;
}

/* Trace with one clause while check->act runs. The firings, or -1 with the library's error set. */
static int64_t firings(struct command *command, dtrace_hdl_t *dtp, const struct check *check)
{
	char first[TEXT_SIZE] = "", second[TEXT_SIZE] = "", *args[] = { command->args[0], first, second };
	dtrace_proginfo_t info;
	dtrace_prog_t *prog;
	int64_t count = 0;

	if (check->prepare && !check->prepare(first, second))
		say(command, "the self-test could not prepare what it wanted to trace: %s", check->what);
	prog = dtrace_program_strcompile(dtp, check->program, DTRACE_PROBESPEC_NAME, 0, check->prepare ? 3 : 1, args);
	if (!prog || dtrace_program_exec(dtp, prog, &info) == -1 || dtrace_go(dtp) == -1)
		return -1;
	if (check->act && !check->act())
		say(command, "the self-test could not do what it wanted to trace: %s", check->what);
	if (dtrace_stop(dtp) == -1 || dtrace_work(dtp, command->out, NULL, NULL, NULL) == DTRACE_WORKSTATUS_ERROR ||
	    dtrace_aggregate_walk(dtp, add_count, &count) == -1)
		return -1;
	return count;
}

static bool run_check(struct command *command, const struct check *check)
{
	dtrace_hdl_t *dtp;
	int64_t count;
	char seen[24], why[256];
	int error;

	dtp = dtrace_open(DTRACE_VERSION, 0, &error);
	if (!dtp) {
		row(command, check->provider, check->what, "-", dtrace_errmsg(NULL, error));
		return false;
	}
	dtrace_handle_err(dtp, on_error, command);
	dtrace_handle_drop(dtp, on_drop, command);
	dtrace_setopt(dtp, "bufsize", "64k");
	dtrace_setopt(dtp, "aggsize", "64k");
	count = firings(command, dtp, check);
	if (count < 0) {
		snprintf(why, sizeof(why), "FAILED: %s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
		row(command, check->provider, check->what, "-", why);
	} else {
		snprintf(seen, sizeof(seen), "%" PRId64, count);
		snprintf(why, sizeof(why), "FAILED: at least %" PRId64 " were expected", check->least);
		row(command, check->provider, check->what, seen, count >= check->least ? "ok" : why);
	}
	dtrace_close(dtp);
	return count >= check->least;
}

/* The engine and what it needs. Whether the kernel can be traced; *failed counts. */
static bool check_machine(struct command *command, unsigned int *failed)
{
	bool kernel = strcmp(dtrace_engine(command->dtp), "kernel") == 0;
	dtrace_syminfo_t symbol;
	char why[256];

	snprintf(why, sizeof(why), "FAILED: %s", dtrace_engine_why(command->dtp));
	row(command, "engine", "the kernel's, /dev/dtrace/dtrace", dtrace_engine(command->dtp), kernel ? "ok" : why);
	*failed += !kernel;
	if (kernel) {
		bool named = dtrace_lookup_by_name(command->dtp, NULL, "vfs_read", &symbol) == 0 && symbol.addr != 0;

		snprintf(why, sizeof(why), "FAILED: %s", dtrace_symbols_why(command->dtp));
		row(command, "symbols", "names for addresses of the kernel", named ? "yes" : "no", named ? "ok" : why);
		*failed += !named;
		if (access("/sys/kernel/btf/vmlinux", R_OK) == 0)
			row(command, "types", "/sys/kernel/btf/vmlinux", "yes", "ok");
		else if (access("/proc/dtrace/types", R_OK) == 0)
			row(command, "types", "/proc/dtrace/types", "yes", "ok");
		else
			row(command, "types", "/sys/kernel/btf/vmlinux", "no", "ok: a program declares what it needs");
	}
	return kernel;
}

/* Why a check cannot be tried here; NULL: it can. */
static const char *not_tried(const struct check *check, bool kernel, char *why, size_t size)
{
	char path[64];

	if (check->kernel && !kernel)
		return "not tried: no kernel engine";
	snprintf(path, sizeof(path), "/sys/module/%s", check->module ? check->module : "");
	if (!check->module || access(path, F_OK) == 0)
		return NULL;
	snprintf(why, size, "not tried: the kernel's module %s is not loaded", check->module);
	return why;
}

/* How many providers of the list no check uses: a fault in one of them would not be noticed. */
static unsigned int report_unchecked(struct command *command)
{
	static const char *const providers[] = {
#define DT_PROVIDER(name, where, probes) #name,
#include "../../spec/provider.def"
#undef DT_PROVIDER
	};
	unsigned int unchecked = 0;

	for (size_t p = 0; p < sizeof(providers) / sizeof(providers[0]); p++) {
		bool found = false;

		for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
			found |= strcmp(checks[i].provider, providers[p]) == 0;
		if (!found)
			row(command, providers[p], "a check of this provider", "-", "FAILED: there is none");
		unchecked += !found;
	}
	return unchecked;
}

int command_selftest(struct command *command)
{
	const size_t count = sizeof(checks) / sizeof(checks[0]);
	unsigned int failed = 0, untried = 0;
	struct utsname name;
	const char *reason;
	char why[128];
	bool kernel;

	if (uname(&name) == 0)
		fprintf(command->out, "%s %s, %s\n\n", name.sysname, name.release, name.machine);
	fprintf(command->out, "%-10s %-34s %10s  %s\n", "WHAT", "EXPECTED", "SEEN", "RESULT");
	kernel = check_machine(command, &failed);
	for (size_t i = 0; i < count && !interrupts; i++) {
		reason = not_tried(&checks[i], kernel, why, sizeof(why));
		if (reason) {
			row(command, checks[i].provider, checks[i].what, "-", reason);
			untried++;
		} else if (!run_check(command, &checks[i])) {
			failed++;
		}
	}
	failed += report_unchecked(command);
	fprintf(command->out, "\n%s: %u failed, %u not tried\n",
		failed ? "tracing does not work here as it should" : "all is well", failed, untried);
	return failed ? EXIT_ERROR : 0;
}
