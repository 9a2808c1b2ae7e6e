/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A bad address is a fault, also where the answer is always the same.
 * @@options: -q
 */
BEGIN { trace(mutex_type_adaptive((struct mutex *)8)); exit(0); }
ERROR { exit(1); }
