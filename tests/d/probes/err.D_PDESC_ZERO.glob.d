/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A pattern that matches nothing. */
dtrace:::[xyz]* { exit(0); }
