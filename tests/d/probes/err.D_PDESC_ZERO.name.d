/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A name that is not there. */
dtrace:::NOTHING { exit(0); }
