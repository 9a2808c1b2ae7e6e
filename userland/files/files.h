/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * files/files.h - files whose paths somebody else has chosen: a process that is looked at, the file
 * that it executes, its folder /tmp, its root.
 *
 * Whoever traces is often root, and whoever is traced is not: what lies at such a path must do
 * no harm. To open a device can start it (a watchdog resets the machine when it is not served), to open
 * a FIFO waits for a writer, and what is read of some files of /proc and tracefs is lost to others.
 */
#ifndef LDT_FILES_H
#define LDT_FILES_H

#include <stdbool.h>

/*
 * ldt_regular_open - opens a regular file that has bytes for reading, and nothing else: what is there
 * is looked at before it is opened.
 * args:    @flags O_NOFOLLOW, or 0: the path may end in a symbolic link.
 * return:  a descriptor that is closed by exec, for close(). -1: errno is EINVAL when there is something
 *          else, or an empty file (files of /proc and tracefs look so), or says why there is nothing.
 */
int ldt_regular_open(const char *path, int flags);

#endif
