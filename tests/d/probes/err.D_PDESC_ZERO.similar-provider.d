/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that is nearly there: the caret is under it.
 * @@errsed: /^dtrace: no kernel tracing here/d */
dtrase:::BEGIN { exit(0); }
