/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* There are no zones on Linux. */
BEGIN { trace(zonename); exit(0); }
