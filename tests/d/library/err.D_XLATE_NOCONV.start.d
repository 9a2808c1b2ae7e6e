/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* When a process began is not among what is translated. */
BEGIN { trace(curpsinfo->pr_start); exit(0); }
