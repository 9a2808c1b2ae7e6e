/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A path that is not there is a fault.
 * @@options: -q
 */
BEGIN { trace(d_path((struct path *)8)); exit(0); }
ERROR { exit(1); }
