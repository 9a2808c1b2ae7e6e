/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A version that is not there. */
#pragma D option version=99.1
BEGIN { exit(0); }
