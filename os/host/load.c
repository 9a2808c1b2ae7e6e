/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * load.c - guarded accesses to this process's own memory. The kernel does the copy
 * (process_vm_readv on ourselves), so an address that is not there is an error code and never a
 * signal. "User" addresses are the same as "kernel" ones here, but in a firing of a traced process,
 * where they are that one's.
 */
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "os/host/host.h"
#include "os/host/traced.h"
#include "os/os.h"

/*
 * bytes: string copies do not cross a multiple of it, so they never touch a page after the string's
 * end
 */
#define CHUNK 256u

static bool vm_read(pid_t pid, void *dst, uint64_t addr, size_t size)
{
	struct iovec local = { dst, size };
	struct iovec remote = { (void *)(uintptr_t)addr, size };

	if (size == 0)
		return true;
	if ((uintptr_t)addr != addr)
		return false;
	return process_vm_readv(pid, &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static bool vm_write(pid_t pid, uint64_t addr, const void *src, size_t size)
{
	struct iovec local = { (void *)(uintptr_t)src, size };
	struct iovec remote = { (void *)(uintptr_t)addr, size };

	if (size == 0)
		return true;
	if ((uintptr_t)addr != addr)
		return false;
	return process_vm_writev(pid, &local, 1, &remote, 1, 0) == (ssize_t)size;
}

static pid_t user(void)
{
	return os_host_task ? os_host_task->pid : getpid();
}

int os_kload(void *dst, uint64_t addr, size_t size)
{
	if (os_host_inject(OS_HOST_FAULT_LOAD) || !vm_read(getpid(), dst, addr, size))
		return -OS_EFAULT;
	return 0;
}

int os_uload(void *dst, uint64_t addr, size_t size)
{
	if (os_host_inject(OS_HOST_FAULT_LOAD) || !vm_read(user(), dst, addr, size))
		return -OS_EFAULT;
	return 0;
}

int os_ustore(uint64_t addr, const void *src, size_t size)
{
	if (os_host_inject(OS_HOST_FAULT_LOAD) || !vm_write(user(), addr, src, size))
		return -OS_EFAULT;
	return 0;
}

static long load_str(pid_t pid, char *dst, uint64_t addr, size_t size)
{
	size_t done = 0;
	size_t want, got;

	if (size == 0 || os_host_inject(OS_HOST_FAULT_LOAD))
		return -OS_EFAULT;
	while (done < size - 1) {
		want = CHUNK - (size_t)((addr + done) % CHUNK);
		want = DT_MIN(want, size - 1 - done);
		if (!vm_read(pid, dst + done, addr + done, want))
			return -OS_EFAULT;
		got = strnlen(dst + done, want);
		done += got;
		if (got < want) {
			memset(dst + done, 0, want - got); /* zero the bytes read from after it */
			break;
		}
	}
	dst[done] = '\0';
	return (long)done;
}

long os_kload_str(char *dst, uint64_t addr, size_t size)
{
	return load_str(getpid(), dst, addr, size);
}

long os_uload_str(char *dst, uint64_t addr, size_t size)
{
	return load_str(user(), dst, addr, size);
}

int os_copyin(void *dst, uint64_t uaddr, size_t size)
{
	if (os_host_inject(OS_HOST_FAULT_COPY) || !vm_read(getpid(), dst, uaddr, size))
		return -OS_EFAULT;
	return 0;
}

int os_copyout(uint64_t uaddr, const void *src, size_t size)
{
	if (os_host_inject(OS_HOST_FAULT_COPY) || !vm_write(getpid(), uaddr, src, size))
		return -OS_EFAULT;
	return 0;
}
