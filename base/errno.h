/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* errno.h - the errors that functions return, as negative numbers: those of Linux, which consumers see. */
#ifndef BASE_ERRNO_H
#define BASE_ERRNO_H

enum os_error {
	OS_EPERM = 1,
	OS_ENOENT = 2,
	OS_ESRCH = 3,
	OS_EINTR = 4,
	OS_EIO = 5,
	OS_E2BIG = 7,
	OS_ENOEXEC = 8,
	OS_EAGAIN = 11,
	OS_ENOMEM = 12,
	OS_EACCES = 13,
	OS_EFAULT = 14,
	OS_EBUSY = 16,
	OS_EEXIST = 17,
	OS_ENODEV = 19,
	OS_EINVAL = 22,
	OS_ENOTTY = 25,
	OS_ENOSPC = 28,
	OS_ERANGE = 34,
	OS_ENAMETOOLONG = 36,
	OS_EILSEQ = 84,
	OS_EUSERS = 87,
	OS_EOPNOTSUPP = 95,
	OS_EALREADY = 114,
};

#endif
