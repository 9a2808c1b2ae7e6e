/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A module that BEGIN does not have. */
dtrace:module::BEGIN { exit(0); }
