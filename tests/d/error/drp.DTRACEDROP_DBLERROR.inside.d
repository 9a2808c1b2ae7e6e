/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* An error inside of ERROR is counted. */
ERROR { trace(*(int *)8); }
ERROR { exit(0); }
BEGIN { trace(*(int *)4); }
