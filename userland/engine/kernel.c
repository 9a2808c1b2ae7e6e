/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * engine/kernel.c - the way to the core in the kernel: ioctls on the device, and why it cannot
 * be used when it cannot.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/engine.h"

/*
 * The error of an open that failed with @error. Where there is no module, or no privilege, the host
 * engine may do: the reason is kept.
 */
static int open_error(struct dtrace_hdl *dtp, int error)
{
	switch (error) {
	case ENOENT:
	case ENXIO:
	case ENODEV:
		dtp->engine_why = DTRACE_DEVICE " is not there (load the module dtrace.ko, or use ./dtrace-vm)";
		return EDT_NODEVICE;
	case EACCES:
	case EPERM:
		dtp->engine_why = "no privilege to open " DTRACE_DEVICE " (run it as root)";
		return EDT_ACCESS;
	case ENOMEM:
		return EDT_DEVNOMEM;
	case EBUSY:
		return EDT_DEVBUSY;
	case EIO:
		return EDT_DEVBROKEN;
	default:
		return error;
	}
}

/* Whether the module behind @fd is the one that was built with this library. */
static bool same_version(int fd)
{
	struct dtrace_conf conf;

	memset(&conf, 0, sizeof(conf));
	return ioctl(fd, DTRACEIOC_CONF, &conf) == 0 && conf.abi_version == DTRACE_ABI_VERSION;
}

static int kernel_open(struct dtrace_hdl *dtp, void **instance_ret)
{
	int fd = open(DTRACE_DEVICE, O_RDWR | O_CLOEXEC);
	int *instance;

	if (fd == -1)
		return open_error(dtp, errno);
	if (!same_version(fd)) {
		close(fd);
		return EDT_DEVVERSION;
	}
	instance = malloc(sizeof(*instance));
	if (!instance) {
		close(fd);
		return EDT_NOMEM;
	}
	*instance = fd;
	*instance_ret = instance;
	return 0;
}

static int kernel_ioctl(void *instance, uint32_t command, void *arg)
{
	return ioctl(*(int *)instance, command, arg) == -1 ? -errno : 0;
}

static void kernel_close(void *instance)
{
	close(*(int *)instance);
	free(instance);
}

const struct ldt_engine_ops ldt_engine_kernel = {
	.name = "kernel",
	.open = kernel_open,
	.ioctl = kernel_ioctl,
	.close = kernel_close,
};
