/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Of two descriptions the one that matches nothing, and in it the field that is wrong.
 * @@errsed: /^dtrace: no kernel tracing here/d */
BEGIN, dtrace:::ENDD { exit(0); }
