/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A provider that is not there. */
nothing:::BEGIN { exit(0); }
