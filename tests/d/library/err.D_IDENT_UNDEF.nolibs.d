/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* @@options: -x nolibs */
BEGIN { trace(curpsinfo->pr_pid); exit(0); }
