/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The path of a file that is looked at by this process's child.
 * @@engine: kernel
 * @@options: -w
 */
#pragma D option quiet

BEGIN { system("stat -c 'seen' /proc/version"); }
fbt::vfs_getattr:entry, fbt::vfs_getattr_nosec:entry /progenyof($pid) && d_path((struct path *)arg0) == "/proc/version"/ { exit(0); }
tick-60s { exit(1); }
