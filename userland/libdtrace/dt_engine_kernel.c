/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * dt_engine_kernel.c - the way to the core in the kernel: ioctls on the device, and why it cannot be used when it
 * cannot.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "dt_impl.h"

static void why(struct dtrace_hdl *dtp, const char *fmt, ...) DT_PRINTF(2, 3);

/* Keep the reason for the user; without memory there is none, and the error number still tells. */
static void why(struct dtrace_hdl *dtp, const char *fmt, ...)
{
	va_list ap;

	free(dtp->engine_why);
	va_start(ap, fmt);
	if (vasprintf(&dtp->engine_why, fmt, ap) < 0)
		dtp->engine_why = NULL;
	va_end(ap);
}

/* What an open that failed with @error means, and what to do about it. */
static void explain_open(struct dtrace_hdl *dtp, int error)
{
	switch (error) {
	case ENOENT:
	case ENXIO:
	case ENODEV:
		why(dtp, "%s is not there (load the module dtrace.ko, or use ./dtrace-vm)", DTRACE_DEVICE);
		break;
	case EACCES:
	case EPERM:
		why(dtp, "no privilege to open %s (run it as root)", DTRACE_DEVICE);
		break;
	case EBUSY:
		why(dtp, "%s is busy: the module is being unloaded", DTRACE_DEVICE);
		break;
	case EIO:
		why(dtp, "the module stopped all tracing after a failed assertion (see /proc/dtrace/trace): load it anew");
		break;
	default:
		why(dtp, "%s cannot be opened: %s", DTRACE_DEVICE, dtrace_errmsg(NULL, error));
		break;
	}
}

static int check_version(struct dtrace_hdl *dtp, int fd)
{
	struct dtrace_conf conf;

	memset(&conf, 0, sizeof(conf));
	if (ioctl(fd, DTRACEIOC_CONF, &conf) == -1) {
		int error = errno;

		why(dtp, "%s does not answer as this dtrace expects (%s): load the module that was built with it",
		    DTRACE_DEVICE, dtrace_errmsg(NULL, error));
		return -error;
	}
	if (conf.abi_version != DTRACE_ABI_VERSION) {
		why(dtp,
		    "the loaded module speaks version %u of the interface, this dtrace version %u: load the module "
		    "that was built with it",
		    conf.abi_version, DTRACE_ABI_VERSION);
		return -EPROTO;
	}
	return 0;
}

static int kernel_open(struct dtrace_hdl *dtp, void **instance_ret)
{
	int fd = open(DTRACE_DEVICE, O_RDWR | O_CLOEXEC);
	int error;
	int *instance;

	if (fd == -1) {
		error = errno;
		explain_open(dtp, error);
		return -error;
	}
	error = check_version(dtp, fd);
	if (error) {
		close(fd);
		return error;
	}
	instance = malloc(sizeof(*instance));
	if (!instance) {
		close(fd);
		return -ENOMEM;
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

const struct dt_engine_ops dt_engine_kernel = {
	.name = "kernel",
	.open = kernel_open,
	.ioctl = kernel_ioctl,
	.close = kernel_close,
};
