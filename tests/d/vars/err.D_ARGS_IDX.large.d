/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* A typed argument that is not there. */
BEGIN { trace(args[100]); }
