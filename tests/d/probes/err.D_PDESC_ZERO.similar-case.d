/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Capital letters are expected.
 * @@errsed: /^dtrace: no kernel tracing here/d */
dtrace:::begin { exit(0); }
