/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A policy that is not there. */
#pragma D option bufpolicy=never
BEGIN { exit(0); }
