/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The folder stands in place of the library's own files. @@options: -x syslibdir=/nonexistent */
BEGIN { trace(curpsinfo->pr_pid); exit(0); }
