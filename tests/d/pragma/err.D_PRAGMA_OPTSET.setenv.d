/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Nor is the environment of processes that dtrace starts. */
#pragma D option setenv=NAME=value
BEGIN { exit(0); }
